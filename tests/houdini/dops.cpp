// A DOP network's life with the microsolver.
#include "dops.h"

#include <SIM/SIM_DopDescription.h>
#include <SIM/SIM_GeometryCopy.h>
#include <SIM/SIM_Guide.h>
#include <SIM/SIM_Position.h>
#include <SIM/SIM_Utils.h>
#include <dlfcn.h>

#include <algorithm>
#include <chrono>
#include <stdexcept>

#include "standin/detail_impl.h"
#include "standin/faults.h"
#include "standin/geometry.h"
#include "standin/interrupt.h"
#include "standin/solvers.h"

std::string Dops::Cooked::text() const {
  std::string lines;
  for (const std::string& message : messages) lines += (lines.empty() ? "" : "\n") + message;
  return lines;
}

Dops::Dops(const std::string& dso, double framesPerSecond, int substeps)
    : framesPerSecond_(framesPerSecond), substeps_(substeps) {
  standin::takeFaults();
  standin::takeMessages();
  standin::clearInterrupt();
  void* handle = dlopen(dso.c_str(), RTLD_NOW | RTLD_LOCAL);  // stays for the life of the program
  if (!handle) throw std::runtime_error(dlerror());
  void* hook = dlsym(handle, "initializeSIM");
  if (!hook) throw std::runtime_error(dso + " has no initializeSIM");
  reinterpret_cast<void (*)(void*)>(hook)(nullptr);
  solver_ = &standin::factoryOf("GAS_TendrilRodSolver");
  parms_ = standin::Parms(description().templates);
  isUnique_ = description().isUnique;
}

Dops::~Dops() = default;

const SIM_DopDescription& Dops::description() const {
  return *solver_->description();
}

// ---- what there is

Dops::Declared& Dops::declared(const std::string& name) {
  for (Declared& each : declared_)
    if (each.name == name) return each;
  throw std::runtime_error("no object is called " + name);
}

void Dops::addObject(const std::string& name, int born) {
  declared_.emplace_back();
  declared_.back().name = name;
  declared_.back().born = born;
}

void Dops::attach(const std::string& object, const std::string& data, Source source, When when,
                  const std::string& type, Matrix local) {
  declared(object).geometries.push_back({data, type, std::move(source), when, std::move(local)});
}

void Dops::attachOther(const std::string& object, const std::string& data, const std::string& type) {
  declared(object).others.emplace_back(data, type);
}

void Dops::place(const std::string& object, Matrix matrix) {
  declared(object).place = std::move(matrix);
}

void Dops::addForce(const std::string& object, const std::string& type,
                    const std::map<std::string, UT_Options::Value>& options) {
  declared(object).forces.push_back({type, options});
}

void Dops::collide(const std::string& object, const std::string& with) {
  declared(object).colliders.push_back(with);
}

void Dops::before(const std::string& object, std::function<void(GU_Detail&, double)> change) {
  declared(object).before = std::move(change);
}

// ---- the solver's parameters

void Dops::setFloat(const std::string& parm, double value, int component) {
  parms_.setNumber(parm, component, value);
  reset();
}
void Dops::setText(const std::string& parm, const std::string& text) {
  parms_.setText(parm, 0, text);
  reset();
}
void Dops::setKey(const std::string& parm, double frame, double value, int component) {
  parms_.setKey(parm, component, timeOf(frame), value);
  reset();
}
void Dops::setRamp(const std::string& parm, const std::vector<standin::RampKey>& keys) {
  parms_.setRamp(parm, keys);
  reset();
}

namespace {

std::string kindOf(UT_ErrorSeverity severity) {
  return severity >= UT_ERROR_ABORT ? "error" : severity == UT_ERROR_WARNING ? "warning" : "message";
}

}  // namespace

// ---- steps

SIM_Object& Dops::objectOf(const standin::DataPtr& data) {
  return *SIM_DATA_CAST(data.get(), SIM_Object);
}

SIM_Object* Dops::find(const Step& step, const std::string& name) const {
  for (const standin::DataPtr& data : step)
    if (objectOf(data).getName().toStdString() == name) return &objectOf(data);
  return nullptr;
}

Dops::Step Dops::copyOf(const Step& step) {
  Step copy;
  for (const standin::DataPtr& data : step) copy.push_back(standin::copyOf(*data));
  return copy;
}

// Of all geometries that a step of `but` may not change.
std::uint64_t Dops::checksumOf(const Step& step, const SIM_Object& but) const {
  std::uint64_t sum = 0;
  if (!checksOthers_) return sum;
  for (const standin::DataPtr& data : step)
    for (const auto& [name, sub] : data->impl().subs) {
      const auto* geometry = SIM_DATA_CASTCONST(sub.get(), SIM_Geometry);
      const bool own = &objectOf(data) == &but && (name == parms_.text("geometry", 0, 0) ||
                                                   name == parms_.text("constraintgeometry", 0, 0));
      if (!geometry || geometry->detail.isNull() || own) continue;
      sum = sum * 31 + standin::checksum(*geometry->detail.gdp());
    }
  return sum;
}

// An object without a solver stays as it is.
bool Dops::run(SIM_Data* solver, SIM_Engine& engine, SIM_Object& object, double time, double seconds) {
  if (auto* own = dynamic_cast<GAS_SubSolver*>(solver))
    return GAS_SubSolver::StandIn::solve(*own, engine, object, time, seconds);
  const auto* multi = dynamic_cast<SIM_SolverMulti*>(solver);
  bool done = true;
  for (int i = 0; multi && i < multi->count; ++i)
    for (const auto& [name, sub] : multi->impl().subs)
      done = done && run(sub.get(), engine, object, time, seconds / multi->count);
  return done;
}

bool Dops::solve(Step& step, double frame, double before, Cooked& cooked) {
  SIM_Engine engine(timeOf(frame));
  const std::size_t aborts = standin::countAborts();
  for (const standin::DataPtr& data : step) {
    SIM_Object& object = objectOf(data);
    const Declared& from = declared(object.getName().toStdString());
    if (from.born > before) continue;  // made in this step
    if (from.before) {
      SIM_GeometryCopy* geometry = SIM_DATA_GET(object, "Geometry", SIM_GeometryCopy);
      if (geometry) from.before(*geometry->detail.gdpNC(), frame);
    }
    const std::uint64_t others = checksumOf(step, object);
    // nobody says whether the time is that of the start or of the end
    const double time = random_() % 2 ? timeOf(before) : timeOf(frame);
    const auto start = std::chrono::steady_clock::now();
    bool done = false, interrupted = false;
    {
      const standin::CookingThread thread("dop");
      try {
        done = run(object.getNamedSubData(SIM_SOLVER_DATANAME), engine, object, time,
                   (frame - before) / framesPerSecond_);
      } catch (...) {
        standin::fault("an exception left the solver");
      }
      interrupted = thread.wasInterrupted();
    }
    cooked.milliseconds +=
        std::chrono::duration<double, std::milli>(std::chrono::steady_clock::now() - start).count();
    if (checksumOf(step, object) != others) standin::fault("a step changed what is not its own");
    for (const auto& [name, sub] : object.impl().subs) {
      const auto* copy = SIM_DATA_CASTCONST(sub.get(), SIM_GeometryCopy);
      if (copy && copy->locks != 0) standin::fault("a geometry is still locked");
      const auto* geometry = SIM_DATA_CASTCONST(sub.get(), SIM_Geometry);
      if (geometry && !geometry->detail.isNull() && geometry->detail.gdp()->impl().readers != 0)
        standin::fault("a geometry is still being read");
    }
    if (interrupted) {
      cooked.interrupted = true;
      if (done) standin::fault("an interrupted step says that it is done");
      return false;
    }
    if (!done) standin::fault("a step failed: other objects may be held up");
    if (abortEnds_ && standin::countAborts() > aborts) return true;
  }
  return true;
}

Dops::Cooked Dops::cook(int frame) {
  Cooked cooked;
  const auto listen = [&] {
    for (const standin::SimMessage& message : standin::takeMessages())
      cooked.messages.push_back(message.object + ": " + kindOf(message.severity) + ": " + message.text);
  };
  auto from = cache_.upper_bound(frame);
  if (from == cache_.begin()) {
    Step first;
    network(first, 1, 0);
    cache_[1] = std::move(first);
    from = cache_.upper_bound(frame);
  }
  --from;
  now_ = copyOf(from->second);
  frame_ = from->first;
  while (frame_ < frame) {
    for (int i = 1; i <= substeps_; ++i) {
      const double before = frame_ + static_cast<double>(i - 1) / substeps_,
                   after = frame_ + static_cast<double>(i) / substeps_;
      network(now_, after, before);
      if (!solve(now_, after, before, cooked)) {
        listen();
        now_ = copyOf(cache_.lower_bound(frame_)->first == frame_ ? cache_[frame_] : from->second);
        return cooked;
      }
      now_ = copyOf(now_);
    }
    ++frame_;
    ++cooked.steps;
    cache_[frame_] = copyOf(now_);
    if (drops_ && random_() % 3 == 0 && frame_ > 2) cache_.erase(frame_ - 1);
  }
  listen();
  link(now_);
  return cooked;
}

bool Dops::has(const std::string& object) const {
  return find(now_, object) != nullptr;
}

const SIM_Object& Dops::object(const std::string& name) const {
  const SIM_Object* found = find(now_, name);
  if (!found) throw std::runtime_error(name + " is not there");
  return *found;
}

const GU_Detail& Dops::geometry(const std::string& name, const std::string& data) const {
  const SIM_Geometry* found = SIM_DATA_GETCONST(object(name), data.c_str(), SIM_Geometry);
  if (!found || found->detail.isNull()) throw std::runtime_error(name + " has no " + data);
  return *found->detail.gdp();
}

std::unique_ptr<GU_Detail> Dops::guide(const std::string& name, const std::map<std::string, double>& values) {
  const SIM_Object& shown = object(name);
  const SIM_Data* solver = shown.getConstNamedSubData(SIM_SOLVER_DATANAME);
  if (!solver) throw std::runtime_error(name + " has no solver");
  const std::unique_ptr<SIM_Guide> guide(SIM_Data::Impl::guide(*solver));
  if (!guide) throw std::runtime_error("no guide");
  standin::Parms parms(description().guides);
  for (const auto& [parm, value] : values) parms.setNumber(parm, 0, value);
  SIM_Options options;
  standin::setOptions(options, description().guides, parms, timeOf(frame_));
  GU_DetailHandle handle;
  handle.allocateAndSet(new GU_Detail);
  UT_DMatrix4 matrix;
  const standin::CookingThread thread("viewport");
  SIM_Data::Impl::buildGuide(*solver, shown, options, handle, &matrix, timeOf(frame_));
  SIM_Data::Impl::buildGuide(*solver, shown, options, GU_DetailHandle(), nullptr,
                             timeOf(frame_));  // as may be
  UT_DMatrix4 in;
  in.identity();
  if (!std::equal(in.data(), in.data() + 16, matrix.data())) standin::fault("a guide that stands elsewhere");
  auto made = std::make_unique<GU_Detail>();
  made->replaceWith(*handle.gdp());
  return made;
}

void Dops::dropSteps(unsigned seed) {
  random_.seed(seed);
  drops_ = true;
  for (auto at = cache_.begin(); at != cache_.end();)
    at = at->first > 1 && random_() % 2 ? cache_.erase(at) : std::next(at);
}

std::string Dops::save() const {
  std::string file;
  for (const standin::DataPtr& data : now_) {
    const std::string one = standin::saved(*data);
    file += std::to_string(one.size()) + " " + one;
  }
  return file;
}

void Dops::load(const std::string& file, int frame) {
  reset();
  Step step;
  for (std::size_t at = 0; at < file.size();) {
    const std::size_t space = file.find(' ', at), size = std::stoul(file.substr(at, space - at));
    step.push_back(standin::loaded(file.substr(space + 1, size)));
    at = space + 1 + size;
  }
  cache_[frame] = std::move(step);
}

void Dops::reset() {
  cache_.clear();
  now_.clear();
  frame_ = 0;
}

std::vector<std::string> Dops::faults() {
  return standin::takeFaults();
}
