// What the adapters cost: details in and out, beside the fit of the same curves, and how soon an interrupt is
// heard. A program of its own, because `tendril bench` knows no Houdini; the stand-in's details are not
// Houdini's, so only the ratios mean something.
#include <chrono>
#include <cstdio>
#include <functional>
#include <string>
#include <vector>

#include "standin/all_of_ga.h"

#include "dops.h"
#include "hdk/geometry.h"
#include "session.h"
#include "tests/support/test_host.h"

namespace tendril::test {
namespace {

class QuietHost : public Host {
 public:
  void warn(const std::string&) override {}
};

// Milliseconds: best and median of several, after one to warm up.
struct Times {
  double best, median;
};

Times timed(int rounds, const std::function<void()>& f) {
  std::vector<double> all;
  for (int i = 0; i <= rounds; ++i) {
    const auto from = std::chrono::steady_clock::now();
    f();
    all.push_back(std::chrono::duration<double, std::milli>(std::chrono::steady_clock::now() - from).count());
  }
  all.erase(all.begin());
  std::sort(all.begin(), all.end());
  return {all.front(), all[all.size() / 2]};
}

void print(const char* what, const Times& times) {
  std::printf("%-48s best %8.2f ms   median %8.2f ms\n", what, times.best, times.median);
}

// Numbers of a detail as they were read and written once: a call through the interface for each component.
void eachNumber(GU_Detail& detail, bool writes) {
  for (const GA_AttributeOwner owner : {GA_ATTRIB_POINT, GA_ATTRIB_PRIMITIVE})
    for (auto it = detail.getAttributeDict(owner).begin(GA_SCOPE_PUBLIC); !it.atEnd(); ++it) {
      GA_Attribute& attribute = *it.attrib();
      const GA_AIFTuple* tuple = attribute.getAIFTuple();
      if (!tuple || attribute.getAIFNumericArray()) continue;
      const GA_Size count = owner == GA_ATTRIB_POINT ? detail.getNumPoints() : detail.getNumPrimitives();
      for (GA_Index i = 0; i < count; ++i) {
        const GA_Offset at = owner == GA_ATTRIB_POINT ? detail.pointOffset(i) : detail.primitiveOffset(i);
        for (int c = 0; c < attribute.getTupleSize(); ++c) {
          fpreal32 value = 1;
          if (writes)
            tuple->set(&attribute, at, value, c);
          else
            tuple->get(&attribute, at, value, c);
        }
      }
    }
}

void conversions() {
  QuietHost host;
  const Geometry hair = cook(host, "scalp", {{"hairs", "10000"}, {"points", "20"}}, {});
  Geometry rods;
  const Times fit = timed(3, [&] { rods = cook(host, "rods", {{"elements", "4"}}, {&hair}); });
  print("10,000 curves of 20 points fitted", fit);
  const Times out = timed(9, [&] {
    GU_Detail fresh;
    hdk::toDetail(rods, fresh, {});
  });
  GU_Detail detail;
  hdk::toDetail(rods, detail, {});
  print("10,000 rods of 5 knots into a detail", out);
  Geometry back;
  const Times in = timed(9, [&] { back = hdk::fromDetail(detail, 0); });
  print("10,000 rods of 5 knots out of a detail", in);
  GU_Detail copy;
  copy.replaceWith(detail);
  print("  their numbers alone, a call each: out", timed(9, [&] { eachNumber(copy, false); }));
  print("  their numbers alone, a call each: in", timed(9, [&] { eachNumber(copy, true); }));
  const double part = (in.best + out.best) / fit.best;
  std::printf("in and out over the fit: %.1f %%; asked: 10 %%: %s\n", 100 * part,
              part < 0.1 ? "met" : "MISSED");
}

// A step in a DOP network beside the same step of geometry that is Tendril's already.
void steps(const char* what, const std::vector<std::pair<std::string, std::string>>& hairs) {
  QuietHost host;
  const Geometry hair = cook(host, "scalp", hairs, {}),
                 rods = cook(host, "rods", {{"elements", "4"}}, {&hair});
  const auto source = [&](double) {
    auto detail = std::make_unique<GU_Detail>();
    hdk::toDetail(rods, *detail, {});
    return detail;
  };
  for (const bool wind : {false, true}) {
    Dops dops(TENDRIL_PLUGIN);
    dops.checkOthers(false);
    dops.addObject("hair");
    dops.attach("hair", "Geometry", source);
    dops.attach("hair", "RestGeometry", source, Dops::kAlways);
    if (wind) dops.setFloat("wind", 1, 0);
    std::vector<double> whole, converting;
    dops.cook(1);
    for (int frame = 2; frame <= 14; ++frame) {
      // what the step will read, and what it wrote in the last one
      const Times in = timed(1, [&] {
        hdk::readInput(&dops.geometry("hair"), {});
        hdk::readInput(&dops.geometry("hair", "RestGeometry"), {});
      });
      const Geometry before = hdk::fromDetail(dops.geometry("hair"));
      whole.push_back(dops.cook(frame).milliseconds);
      const Geometry after = hdk::fromDetail(dops.geometry("hair"));
      GU_Detail state;
      state.replaceWith(dops.geometry("hair"));
      const Times out = timed(1, [&] { hdk::updateDetail(after, before, state); });
      converting.push_back(in.best + out.best);
    }
    const auto timesOf = [](std::vector<double> all) {
      all.erase(all.begin(), all.begin() + 3);
      std::sort(all.begin(), all.end());
      return Times{all.front(), all[all.size() / 2]};
    };
    const Times step = timesOf(whole), conversion = timesOf(converting);
    std::printf("10,000 %s hairs of 5 knots%s, 2 substeps\n", what, wind ? ", in a wind" : "");
    print("  a step in a DOP network", step);
    print("  of which two details in and one out", conversion);
    const double part = conversion.median / step.median, worst = conversion.median / step.best;
    std::printf("  conversion: %.1f %% of a step, %.1f %% of the calmest; asked: 15 %%: %s\n", 100 * part,
                100 * worst, worst < 0.15 ? "met" : "MISSED");
  }
}

void interrupts() {
  QuietHost host;
  const std::pair<const char*, std::vector<std::pair<std::string, std::string>>> scenes[] = {
      {"one curve of 100 elements", {{"hairs", "1"}, {"points", "5000"}}},
      {"3,000 hairs of 16 elements", {{"hairs", "3000"}}},
      {"30,000 hairs of 4 elements", {{"hairs", "30000"}}}};
  for (const auto& [name, parms] : scenes) {
    Session session(TENDRIL_PLUGIN);
    session.checkInputs(false);
    auto detail = std::make_unique<GU_Detail>();
    hdk::toDetail(cook(host, "scalp", parms, {}), *detail, {});
    Session::Node& rods = session.create("tendril::rods::1.0", "rods");
    session.setInt(rods, "elements", parms[0].second == "1" ? 100 : parms[0].second == "3000" ? 16 : 4);
    session.connect(rods, 0, session.sourceNode(std::move(detail)));
    double worst = 0;
    int heard = 0;
    for (int i = 1; i <= 8; ++i) {
      session.interruptAfter(std::chrono::milliseconds(parms[0].second == "1" ? i : 60 * i));
      const Session::Cooked cooked = session.cook(rods, 0);
      session.clearInterrupt();
      if (!cooked.interrupted) continue;
      ++heard;
      worst = std::max(worst, cooked.afterInterrupt);
    }
    std::printf("%-28s interrupts heard %d of 8, worst after %6.1f ms; asked: 50 ms: %s\n", name, heard,
                worst, worst < 50 ? "met" : "MISSED");
  }
}

}  // namespace
}  // namespace tendril::test

// houdini_bench [steps|conversions|interrupts]
int main(int argc, char** argv) {
  const std::string part = argc > 1 ? argv[1] : "";
  if (part.empty() || part == "steps") {
    tendril::test::steps("straight",
                         {{"hairs", "10000"}, {"points", "20"}, {"curlradius", "0"}, {"frizz", "0"}});
    tendril::test::steps("curly", {{"hairs", "10000"}, {"points", "20"}});
  }
  if (part.empty() || part == "conversions") tendril::test::conversions();
  if (part.empty() || part == "interrupts") tendril::test::interrupts();
}
