// The microsolver.
#include "hdk/gas_rod_solver.h"

#include <GU/GU_Detail.h>
#include <GU/GU_DetailHandle.h>
#include <PRM/PRM_Default.h>
#include <PRM/PRM_Name.h>
#include <SIM/SIM_DopDescription.h>
#include <SIM/SIM_GuidePerObject.h>
#include <SIM/SIM_GuideTimeDep.h>
#include <SIM/SIM_Options.h>
#include <SIM/SIM_PRMShared.h>
#include <SIM/SIM_Utils.h>
#include <UT/UT_Interrupt.h>
#include <UT/UT_Matrix4.h>
#include <UT/UT_Vector2.h>
#include <UT/UT_Vector3.h>

#include <atomic>
#include <new>

#include "hdk/houdini_host.h"
#include "hdk/object_colliders.h"
#include "hdk/object_data.h"
#include "hdk/object_forces.h"
#include "hdk/solver_pool.h"
#include "hdk/templates.h"
#include "hdk/unconfirmed.h"
#include "nodes/parameters/unused.h"

namespace tendril::hdk {
namespace {

constexpr const char* kType = "tendril_rodsolver";
constexpr std::size_t kRods = 0, kConstraints = 1, kTargets = 3, kRest = 4;  // among the node's inputs

const NodeDefinition& definition() {
  return *findNode(kType);
}

// Never deleted: at exit Houdini's libraries may be gone before it.
SolverPool& pool() {
  static SolverPool& only = *new SolverPool;
  return only;
}

std::atomic<int> alive{0};  // data of solvers, in all steps that are cached

// A geometry of the object and what it reads as.
struct Part {
  Part(const SIM_Object& object, const std::string& name) : geometry(object, name) {}

  Placed placed() const { return {input.read, geometry.placement(), geometry.name()}; }

  ObjectGeometry geometry;
  Input input;
};

// Data under the usual name may be left out; a name that somebody has chosen means something.
void checkThere(const Part& part, std::size_t input) {
  const NodeInput& of = definition().inputs[input];
  if (part.geometry.isThere()) return;
  if (!of.required && (part.geometry.name().empty() || part.geometry.name() == of.data)) return;
  if (part.geometry.name().empty())
    throw Error(of.dataParm() + ": is empty; name the data that holds the rods");
  throw Error(part.geometry.name() + ": the object has no data of this name (" + of.dataParm() + ")");
}

PRM_Template* guideTemplates() {
  static PRM_Name frames("guideframes", "Show Frames"), pins("guidepins", "Show Pins"),
      contacts("guidecontacts", "Show Failed Contacts"), size("guidesize", "Guide Size");
  static PRM_Default off(0), on(1), tenth(0.1);
  static PRM_Template all[] = {PRM_Template(PRM_TOGGLE, 1, &SIMshowguideName, &off),
                               PRM_Template(PRM_TOGGLE, 1, &frames, &on),
                               PRM_Template(PRM_TOGGLE, 1, &pins, &on),
                               PRM_Template(PRM_TOGGLE, 1, &contacts, &on),
                               PRM_Template(PRM_FLT_J, 1, &size, &tenth),
                               PRM_Template()};
  return all;
}

}  // namespace

GAS_TendrilRodSolver::GAS_TendrilRodSolver(const SIM_DataFactory* factory) : BaseClass(factory) {
  ++alive;
}
// With the last network that has a solver, or its cache, goes what solvers kept.
GAS_TendrilRodSolver::~GAS_TendrilRodSolver() {
  if (--alive == 0) pool().clear();
}

// An ordinary solver, by its name the object's. No setGasDescription(): it would take the grey input away and
// make the data's name unique.
const SIM_DopDescription* GAS_TendrilRodSolver::getDopDescription() {
  static SIM_DopDescription* const description = [] {
    auto* made = new SIM_DopDescription(true, kType, definition().label.c_str(), "Solver",
                                        classname().c_str(), templatesOf(definition()));
    made->setGuideTemplates(guideTemplates());
    return made;
  }();
  return description;
}

void GAS_TendrilRodSolver::tell(const SIM_Object& object, const std::string& text,
                                UT_ErrorSeverity severity) const {
  addError(&object, SIM_MESSAGE, (object.getName().toStdString() + ": " + text).c_str(), severity);
}

bool GAS_TendrilRodSolver::solveGasSubclass(SIM_Engine&, SIM_Object* object, SIM_Time, SIM_Time timestep) {
  if (!object) return true;
  const UT_ErrorSeverity severity = asksForErrors() ? kFailedAsError : kFailed;
  try {
    solve(*object, timestep);
  } catch (const Interrupted&) {
    return false;  // this step is not to be kept
  } catch (const Error& problem) {
    tell(*object, problem.what(), severity);
  } catch (const std::bad_alloc&) {
    tell(*object, "there is not enough memory for this", severity);
  } catch (const std::exception& problem) {
    tell(*object, std::string("a fault of Tendril itself: ") + problem.what(), severity);
  } catch (...) {
    tell(*object, "a fault of Tendril itself", severity);
  }
  return true;
}

bool GAS_TendrilRodSolver::asksForErrors() const {
  constexpr const char* kName = "ondivergence";
  const Parameter& menu = *definition().find(kName);
  const Evaluator evaluate = evaluator();
  if (!evaluate.has(kName)) return false;
  const auto chosen = static_cast<std::size_t>(evaluate.whole(kName, nullptr, 0));
  return chosen < menu.items.size() && menu.items[chosen].token == std::string("error");
}

std::string GAS_TendrilRodSolver::dataName(std::size_t input) const {
  const NodeInput& of = definition().inputs[input];
  const Evaluator evaluate = evaluator();
  return evaluate.has(of.dataParm().c_str()) ? evaluate.text(of.dataParm().c_str(), nullptr) : of.data;
}

void GAS_TendrilRodSolver::solve(SIM_Object& object, double seconds) {
  const UT_AutoInterrupt boss(definition().label.c_str());
  Geometry after;
  GU_Detail made;  // where more changes than values
  bool inPlace = false, holdsInPlace = false, holds = false;
  Geometry constraintsAfter;
  GU_Detail constraintsMade;
  std::vector<Input> constraintsBefore(1);
  std::vector<Input> before(2);  // what primitives that are only carried come from
  HoudiniHost host(before);
  const Parms parms = readParms(definition(), evaluator(host));
  if (const auto unused = unusedOf({parms}, {}); !unused.empty()) host.note(unusedText(unused));
  {
    // locked for reading until all is known; only then anything is written
    Part rods(object, dataName(kRods)), constraints(object, dataName(kConstraints)),
        targets(object, dataName(kTargets)), rest(object, dataName(kRest));
    checkThere(rods, kRods);
    checkThere(constraints, kConstraints);
    checkThere(targets, kTargets);
    checkThere(rest, kRest);
    ObjectForces forces(object);
    Surroundings around;
    if (forces.any()) around.forces = &forces;
    around.colliders = collidersOf(object);
    const std::int64_t id = object.getObjectId();
    std::unique_ptr<Microsolver> solver = pool().take(id);
    try {
      int number = 0;
      for (Part* part : {&rods, &rest, &targets}) {
        if (part->geometry.isThere()) part->input = readInput(part->geometry.detail(), {number, 0, &host});
        ++number;
      }
      before = {rods.input, rest.input};
      holds = constraints.geometry.isThere() && constraints.geometry.detail()->getNumPrimitives() > 0;
      if (holds) constraints.input = readInput(constraints.geometry.detail(), {0, 0, &host});
      constraintsBefore = {constraints.input};
      Placed held = constraints.placed();
      after = solver->step(host, parms.data(), rods.placed(), rest.placed(), targets.placed(), around,
                           seconds, unitLength(), holds ? &held : nullptr);
      inPlace = rods.geometry.isOurs() && canUpdate(after, rods.input);
      if (!inPlace) toDetail(after, made, before, &host);
      if (holds) {
        constraintsAfter = *held.geometry;
        holdsInPlace = constraints.geometry.isOurs() && canUpdate(constraintsAfter, constraints.input);
        if (!holdsInPlace) toDetail(constraintsAfter, constraintsMade, constraintsBefore, &host);
      }
    } catch (const Interrupted&) {
      throw;
    } catch (...) {
      for (const std::string& text : host.warnings()) tell(object, text, UT_ERROR_WARNING);
      throw;
    }
    if (host.interrupted()) throw Interrupted();
    pool().giveBack(id, std::move(solver));
  }
  for (const std::string& text : host.warnings()) tell(object, text, UT_ERROR_WARNING);
  for (const std::string& text : host.notes()) tell(object, text, UT_ERROR_MESSAGE);
  const auto write = [&](std::size_t data, const Geometry& now, const Input& was, bool there,
                         const GU_Detail& anew) {
    // ids of what a step keeps stay: with them Houdini knows what it need not draw anew
    SIM_GeometryAutoWriteLock lock(&writable(object, dataName(data)),
                                   there ? SIM_DATA_ID_PRESERVE : SIM_DATA_ID_BUMP);
    if (there)
      updateDetail(now, *was.read, lock.getGdp());
    else
      lock.getGdp().replaceWith(anew);
  };
  write(kRods, after, before[0], inPlace, made);
  if (holds) write(kConstraints, constraintsAfter, constraintsBefore[0], holdsInPlace, constraintsMade);
}

// Of what cannot be understood the default stays, and the host is warned.
Evaluator GAS_TendrilRodSolver::evaluator(Host& host) const {
  Evaluator evaluate = evaluator();
  evaluate.complain = [&host](const std::string& what) { host.warn(what + "; its default is used"); };
  return evaluate;
}

Evaluator GAS_TendrilRodSolver::evaluator() const {
  const SIM_Options& options = getOptions();
  Evaluator evaluate;
  evaluate.has = [&options](const char* name) { return options.hasOption(name); };
  evaluate.whole = [&options](const char* name, const int*, int) {
    const Parameter* parameter = definition().find(name);
    return parameter && parameter->kind == ParameterKind::toggle
               ? static_cast<exint>(options.getOptionB(name))
               : static_cast<exint>(options.getOptionI(name));
  };
  evaluate.number = [&options](const char* name, const int*, int component) -> fpreal {
    const Parameter* parameter = definition().find(name);
    if (!parameter || parameter->size == 1) return options.getOptionF(name);
    if (parameter->size == 2) {
      const UT_Vector2D value = options.getOptionV2(name);
      return component == 0 ? value.x() : value.y();
    }
    const UT_Vector3D value = options.getOptionV3(name);
    return component == 0 ? value.x() : component == 1 ? value.y() : value.z();
  };
  evaluate.text = [&options](const char* name, const int*) { return options.getOptionS(name).toStdString(); };
  return evaluate;
}

SIM_Guide* GAS_TendrilRodSolver::createGuideObjectSubclass() const {
  return new SIM_GuideTimeDep<SIM_GuidePerObject>(this);
}

void GAS_TendrilRodSolver::buildGuideGeometrySubclass(const SIM_RootData& root, const SIM_Options& options,
                                                      const GU_DetailHandle& handle, UT_DMatrix4* matrix,
                                                      const SIM_Time&) const {
  if (matrix) matrix->identity();
  const SIM_Object* object = SIM_DATA_CASTCONST(&root, SIM_Object);
  if (handle.isNull() || !object) return;
  try {
    RodGuide guide;
    if (options.hasOption("guideframes")) guide.frames = options.getOptionB("guideframes");
    if (options.hasOption("guidepins")) guide.pins = options.getOptionB("guidepins");
    if (options.hasOption("guidecontacts")) guide.contacts = options.getOptionB("guidecontacts");
    if (options.hasOption("guidesize")) guide.size = options.getOptionF("guidesize");
    Part rods(*object, dataName(kRods)), targets(*object, dataName(kTargets)), rest(*object, dataName(kRest));
    Part& led = targets.geometry.isThere() ? targets : rest;
    for (Part* part : {&rods, &led})
      if (part->geometry.isThere()) part->input = readInput(part->geometry.detail(), {});
    GU_Detail made;
    toDetail(guideOf(rods.placed(), led.placed(), guide), made, {});
    GU_DetailHandleAutoWriteLock lock(handle);
    lock.getGdp()->replaceWith(made);
  } catch (...) {
    // what is wrong is told by the step; a guide shows what can be shown
  }
}

}  // namespace tendril::hdk
