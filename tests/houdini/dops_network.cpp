// A DOP network's first pass: objects begin, and nodes attach data to them.
#include <SIM/SIM_DopDescription.h>
#include <SIM/SIM_Geometry.h>
#include <SIM/SIM_Position.h>
#include <SIM/SIM_Utils.h>

#include <stdexcept>

#include "dops.h"
#include "standin/faults.h"
#include "standin/solvers.h"

namespace standin {

void setOptions(SIM_Options& options, const PRM_Template* rows, const standin::Parms& parms, double time) {
  for (const PRM_Template* row = rows; row && !row->isEnd(); ++row) {
    const std::string& name = row->token;
    const auto number = [&](int c) { return parms.number(name, c, time); };
    if (row->type == "label") continue;
    if (row->type == "toggle")
      options.values[name] = number(0) != 0;
    else if (row->type == "integer" || row->type == "ordinal")
      options.values[name] = static_cast<int64>(number(0));
    else if (row->type == "float")
      options.values[name] = fpreal64(number(0));
    else if (row->type == "vector2")
      options.values[name] = UT_Vector2D(number(0), number(1));
    else if (row->type == "vector")
      options.values[name] = UT_Vector3D(number(0), number(1), number(2));
    else
      options.values[name] = UT_StringHolder(parms.text(name, 0, time));
  }
}

}  // namespace standin

void Dops::wire(Wiring wiring, int steps, int nodes) {
  wiring_ = wiring;
  steps_ = steps;
  nodes_ = nodes;
  reset();
}
void Dops::setUniqueDataName(bool on) {
  isUnique_ = on;
  reset();
}

void Dops::setDefaultOperation(When operation) {
  operation_ = operation;
  reset();
}

void Dops::setAbortEndsTheStep(bool on) {
  abortEnds_ = on;
  reset();
}

void Dops::attachTo(SIM_Object& object, const Declared& from, double frame, bool isNew) const {
  for (const Attached& each : from.geometries) {
    if (!isNew && each.when == kInitially) continue;
    standin::DataPtr data = standin::newData(each.type);
    auto& geometry = *SIM_DATA_CAST(data.get(), SIM_Geometry);
    if (std::unique_ptr<GU_Detail> made = each.source(frame)) geometry.detail.allocateAndSet(made.release());
    if (each.local) geometry.matrix = each.local(frame);
    standin::attach(object, each.data, std::move(data));
  }
  if (isNew)
    for (const auto& [name, type] : from.others) standin::attach(object, name, standin::newData(type));
  if (from.place) {
    standin::DataPtr data = standin::newData("SIM_Position");
    SIM_DATA_CAST(data.get(), SIM_Position)->matrix = from.place(frame);
    standin::attach(object, SIM_POSITION_DATANAME, std::move(data));
  }
  standin::DataPtr forces = standin::newData("SIM_Position");  // some data that others hang below
  for (std::size_t i = 0; i < from.forces.size(); ++i) {
    standin::DataPtr force = standin::newData(from.forces[i].type);
    dynamic_cast<SIM_OptionsUser&>(*force).standInOptions().values = from.forces[i].options;
    standin::attach(*forces, "force" + std::to_string(i), std::move(force));
  }
  standin::attach(object, SIM_FORCES_DATANAME, std::move(forces));
  attachSolver(object, frame, isNew);
}

void Dops::setSolver(SIM_Data& solver, double frame) const {
  SIM_Options& options = dynamic_cast<SIM_OptionsUser&>(solver).standInOptions();
  standin::setOptions(options, description().templates, parms_, timeOf(frame));
  if (spoil) spoil(options);
}

// An object's solver is the data of that name, whoever attached it. It is made once; in later steps a node
// only writes the parameters that are set always.
void Dops::attachSolver(SIM_Object& object, double frame, bool isNew) const {
  const auto attachTo = [&](SIM_Data& parent, int node) {
    std::string name = description().dataName;
    if (isUnique_) name += std::string("_") + description().dopName + std::to_string(node);
    if (isNew) standin::attach(parent, name, standin::newData(solver_->type));
    SIM_Data* solver = parent.getNamedSubData(name.c_str());
    if (solver && (isNew || operation_ == kAlways)) setSolver(*solver, frame);
  };
  if (wiring_ == kBehindObject) {
    if (description().appliesOnly)
      return standin::fault("a node without a grey input cannot stand behind an object");
    return attachTo(object, 1);
  }
  if (isNew) {
    standin::DataPtr runs = standin::newData(wiring_ == kInSubStep ? "GAS_SubStep" : "SIM_SolverMulti");
    dynamic_cast<SIM_SolverMulti&>(*runs).count = steps_;
    standin::attach(object, SIM_SOLVER_DATANAME, std::move(runs));
  }
  for (int node = 1; node <= nodes_; ++node) attachTo(*object.getNamedSubData(SIM_SOLVER_DATANAME), node);
}

// The first pass: objects that begin, and data that is set always.
void Dops::network(Step& step, double frame, double before) const {
  for (std::size_t i = 0; i < declared_.size(); ++i) {
    const Declared& each = declared_[i];
    if (each.born > frame) continue;
    SIM_Object* object = find(step, each.name);
    const bool isNew = !object;
    if (isNew) {
      if (each.born <= before) throw std::runtime_error(each.name + " should be there already");
      standin::DataPtr data = standin::newData("SIM_Object");
      data->impl().name.harden(each.name.c_str());
      data->impl().id = static_cast<int>(i);
      object = &objectOf(data);
      step.push_back(std::move(data));
    }
    attachTo(*object, each, frame, isNew);
  }
  link(step);
}

// Relationships.
void Dops::link(Step& step) const {
  for (const Declared& each : declared_) {
    SIM_Object* object = find(step, each.name);
    if (!object) continue;
    object->impl().colliders = {object};  // lists may hold the object itself
    for (const std::string& with : each.colliders)
      if (SIM_Object* other = find(step, with)) object->impl().colliders.push_back(other);
  }
}
