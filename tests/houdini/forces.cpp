// Forces that a test hangs on objects.
#include "forces.h"

#include <SIM/SIM_Object.h>

#include <cmath>
#include <limits>
#include <string>

#include "standin/faults.h"
#include "standin/interrupt.h"

namespace tendril::test {

std::atomic<long> forcesAsked{0};

namespace {

struct Question {
  UT_Vector3 position, velocity;
  double mass;
};
using Answer = UT_Vector3 (*)(const SIM_Options& options, const Question& question);

class Resolver : public SIM_ForceResolver {
 public:
  Resolver(const SIM_Options& options, Answer answer) : options_(options), answer_(answer) { atHome("made"); }
  Resolver(const Resolver& other) : options_(other.options_), answer_(other.answer_) {}
  SIM_ForceResolver* copy() const override {
    atHome("copied");
    return new Resolver(*this);
  }
  bool threadsafe() const override { return !options_.hasOption("alone"); }
  // As threads may have it: none that is asked is asked again before it has answered.
  void getForce(const UT_Vector3& position, const UT_Vector3& velocity, const UT_Vector3&, const fpreal mass,
                UT_Vector3& force, UT_Vector3& torque) override {
    if (asking_.exchange(true)) standin::fault("a force resolver is asked by two at once");
    if (!threadsafe()) atHome("asked, though not thread safe,");
    ++forcesAsked;
    force = answer_(options_, {position, velocity, mass});
    torque = UT_Vector3(0, 0, 0);
    asking_ = false;
  }

 private:
  static void atHome(const char* what) {
    if (!standin::onCookingThread())
      standin::fault(std::string("a force resolver is ") + what + " elsewhere");
  }
  SIM_Options options_;
  Answer answer_;
  std::atomic<bool> asking_{false};
};

UT_Vector3 times(double factor, const UT_Vector3D& v) {
  return UT_Vector3(static_cast<float>(factor * v.x()), static_cast<float>(factor * v.y()),
                    static_cast<float>(factor * v.z()));
}

UT_Vector3D difference(const UT_Vector3D& a, const UT_Vector3& b) {
  return UT_Vector3D(a.x() - b.x(), a.y() - b.y(), a.z() - b.z());
}

UT_Vector3 gravity(const SIM_Options& options, const Question& question) {
  return times(question.mass, options.getOptionV3("gravity"));
}
UT_Vector3 stream(const SIM_Options& options, const Question& question) {
  return times(options.getOptionF("grip"), difference(options.getOptionV3("target"), question.velocity));
}
UT_Vector3 square(const SIM_Options& options, const Question& question) {
  const UT_Vector3D back = difference(UT_Vector3D(0, 0, 0), question.velocity);
  return times(options.getOptionF("grip") * std::hypot(back.x(), back.y(), back.z()), back);
}
UT_Vector3 well(const SIM_Options& options, const Question& question) {
  return times(options.getOptionF("stiffness"), difference(options.getOptionV3("centre"), question.position));
}
UT_Vector3 none(const SIM_Options&, const Question&) {
  const float nan = std::numeric_limits<float>::quiet_NaN();
  return UT_Vector3(nan, nan, nan);
}

#define TEST_FORCE(Name, answer)                                            \
  class Name : public SIM_Force {                                           \
   public:                                                                  \
    SIM_ForceResolver* getForceResolver(const SIM_Object&) const override { \
      return new Resolver(getOptions(), answer);                            \
    }                                                                       \
                                                                            \
   protected:                                                               \
    explicit Name(const SIM_DataFactory* factory) : BaseClass(factory) {}   \
    DECLARE_STANDARD_GETCASTTOTYPE()                                        \
    DECLARE_DATAFACTORY(Name, SIM_Force, "A force", nullptr)                \
  };

TEST_FORCE(TestGravity, gravity)
TEST_FORCE(TestStream, stream)
TEST_FORCE(TestSquare, square)
TEST_FORCE(TestWell, well)
TEST_FORCE(TestNan, none)

}  // namespace

void addForces() {
  IMPLEMENT_DATAFACTORY(TestGravity);
  IMPLEMENT_DATAFACTORY(TestStream);
  IMPLEMENT_DATAFACTORY(TestSquare);
  IMPLEMENT_DATAFACTORY(TestWell);
  IMPLEMENT_DATAFACTORY(TestNan);
}

}  // namespace tendril::test
