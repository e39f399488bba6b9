// A DOP network's life with the microsolver, for tests.
//
//   Dops dops(TENDRIL_PLUGIN);
//   dops.addObject("hair");
//   dops.attach("hair", "Geometry", rods);                       // set initially, from a SOP
//   dops.attach("hair", "TargetGeometry", targets, Dops::kAlways);
//   dops.setFloat("substeps", 4);
//   dops.cook(24);
//   const GU_Detail& state = dops.geometry("hair");
//
// Steps are cached as copies of all data; going back takes a copy, and what was dropped is simulated again.
// Faults are the stand-in's (faults.h).
#pragma once
#include <GU/GU_Detail.h>
#include <SIM/SIM_Object.h>
#include <UT/UT_Matrix4.h>

#include <functional>
#include <map>
#include <memory>
#include <random>
#include <string>
#include <vector>

#include "standin/parms.h"
#include "standin/sim_data.h"

namespace standin {
// Each parameter becomes an option of the type that goes with its kind.
void setOptions(SIM_Options& options, const PRM_Template* rows, const Parms& parms, double time);
}  // namespace standin

class Dops {
 public:
  using Source = std::function<std::unique_ptr<GU_Detail>(double frame)>;
  using Matrix = std::function<UT_DMatrix4(double frame)>;
  enum When { kInitially, kAlways };
  enum Wiring {
    kBehindObject,   // in the stream of objects, which comes in at the node's grey input
    kInMultiSolver,  // at a green input of a Multiple Solver behind the object
    kInSubStep       // the same of a Gas SubStep
  };
  struct Cooked {
    std::vector<std::string> messages;  // "hair: error: ...", of the steps that this took
    bool interrupted = false;
    double milliseconds = 0;  // in the solver
    int steps = 0;
    std::string text() const;
  };

  // Loads a plugin and lets it register its data. Frame 1 is at 0 s.
  explicit Dops(const std::string& dso, double framesPerSecond = 24, int substeps = 1);
  ~Dops();
  Dops(const Dops&) = delete;

  void addObject(const std::string& name, int born = 1);
  // `type`: SIM_SopGeometry, which nobody may write to, or SIM_GeometryCopy. `local`: the data's own
  // transform.
  void attach(const std::string& object, const std::string& data, Source source, When when = kInitially,
              const std::string& type = "SIM_SopGeometry", Matrix local = {});
  void attachOther(const std::string& object, const std::string& data, const std::string& type);
  void place(const std::string& object, Matrix matrix);  // its Position
  void addForce(const std::string& object, const std::string& type,
                const std::map<std::string, UT_Options::Value>& options);
  void collide(const std::string& object, const std::string& with);
  // What POP nodes do before the solver.
  void before(const std::string& object, std::function<void(GU_Detail& geometry, double frame)> change);

  // Of the solver's DOP; as in Houdini a change makes the simulation begin anew.
  void setFloat(const std::string& parm, double value, int component = 0);
  void setText(const std::string& parm, const std::string& text);  // or a menu's token
  void setKey(const std::string& parm, double frame, double value, int component = 0);
  void setRamp(const std::string& parm, const std::vector<standin::RampKey>& keys);
  const SIM_DopDescription& description() const;
  void wire(Wiring wiring, int steps = 1, int nodes = 1);  // `nodes`: so many solvers at green inputs
  void setUniqueDataName(bool on);
  void setDefaultOperation(When operation);  // of the solver's parameters; as in Houdini kInitially
  void setAbortEndsTheStep(
      bool on);  // what Houdini does nobody has published: off, it goes on with other objects
  std::function<void(SIM_Options&)> spoil;  // options, before each step

  Cooked cook(int frame);
  bool has(const std::string& object) const;
  const GU_Detail& geometry(const std::string& object, const std::string& data = "Geometry") const;
  const SIM_Object& object(const std::string& name) const;
  std::unique_ptr<GU_Detail> guide(const std::string& object,
                                   const std::map<std::string, double>& options = {});

  void dropSteps(
      unsigned seed);        // some of those that are cached, but for the first; and later ones as they come
  std::string save() const;  // the current step, as a file of a .sim sequence
  void load(const std::string& file, int frame);  // goes on from there
  void reset();
  void checkOthers(bool on) { checksOthers_ = on; }  // off: less work around a step, for measurements
  std::vector<std::string> faults();

 private:
  struct Attached {
    std::string data, type;
    Source source;
    When when = kInitially;
    Matrix local;
  };
  struct Force {
    std::string type;
    std::map<std::string, UT_Options::Value> options;
  };
  struct Declared {
    std::string name;
    int born = 1;
    std::vector<Attached> geometries;
    std::vector<std::pair<std::string, std::string>> others;
    Matrix place;
    std::vector<Force> forces;
    std::vector<std::string> colliders;
    std::function<void(GU_Detail&, double)> before;
  };
  using Step = std::vector<standin::DataPtr>;  // objects

  Declared& declared(const std::string& name);
  double timeOf(double frame) const { return (frame - 1) / framesPerSecond_; }
  static SIM_Object& objectOf(const standin::DataPtr& data);
  SIM_Object* find(const Step& step, const std::string& name) const;
  static Step copyOf(const Step& step);
  void link(Step& step) const;
  void network(Step& step, double frame, double before) const;
  void attachTo(SIM_Object& object, const Declared& from, double frame, bool isNew) const;
  void attachSolver(SIM_Object& object, double frame, bool isNew) const;
  void setSolver(SIM_Data& solver, double frame) const;
  bool run(SIM_Data* solver, SIM_Engine& engine, SIM_Object& object, double time, double seconds);
  bool solve(Step& step, double frame, double before, Cooked& cooked);
  std::uint64_t checksumOf(const Step& step, const SIM_Object& but) const;

  const SIM_DataFactory* solver_ = nullptr;
  double framesPerSecond_;
  int substeps_;
  standin::Parms parms_;
  Wiring wiring_ = kBehindObject;
  int steps_ = 1, nodes_ = 1;  // of a solver that runs ours
  bool isUnique_ = false;      // the data's name
  When operation_ = kInitially;
  bool abortEnds_ = false;
  std::vector<Declared> declared_;
  std::map<int, Step> cache_;
  Step now_;
  int frame_ = 0;
  std::mt19937 random_{1};
  bool drops_ = false, checksOthers_ = true;
};
