// One cook, from the node's call to what its verb leaves.
#include <SOP/SOP_NodeParmsOptions.h>

#include <algorithm>
#include <chrono>
#include <stdexcept>

#include "standin/faults.h"
#include "standin/geometry.h"
#include "standin/interrupt.h"
#include "standin/node.h"
#include "standin/threads.h"

using Impl = SOP_NodeVerb::CookParms::Impl;

struct StandInCook {
  static OP_ERROR run(SOP_Node& node, OP_Context& context) { return node.cookMySop(context); }
};

namespace standin {
namespace {

thread_local const Job* job = nullptr;
thread_local Outcome* outcome = nullptr;

GU_DetailHandle makeOutput(SOP_NodeVerb::CookMode mode) {
  GU_DetailHandle made;
  made.allocateAndSet(new GU_Detail);
  made.gdpNC()->clearAndDestroy();  // offsets begin elsewhere than in its inputs
  const bool copies = mode == SOP_NodeVerb::COOK_INPLACE || mode == SOP_NodeVerb::COOK_DUPLICATE;
  if (copies && !job->inputs.empty() && !job->inputs[0].isNull())
    made.gdpNC()->replaceWith(*job->inputs[0].gdp());
  OP_Node::Impl& node = job->node->impl();
  const bool evicted = node.cooks % 4 == 3;
  if (mode == SOP_NodeVerb::COOK_GENERIC && !job->compiled && !evicted && !node.left.isNull())
    made.gdpNC()->replaceWith(*node.left.gdp());
  return made;
}

void runGuarded(OP_Context& context) {
  const std::string name = job->node->getName().toStdString();
  try {
    const OP_ERROR result = StandInCook::run(*job->node, context);
    outcome->severity = std::max(outcome->severity, result);
  } catch (const std::exception& e) {
    fault(name + ": exception left a cook: " + e.what());
    outcome->add(UT_ERROR_ABORT, e.what());
  } catch (...) {
    fault(name + ": exception left a cook");
    outcome->add(UT_ERROR_ABORT, "unknown");
  }
}

std::vector<std::uint64_t> checksums() {
  std::vector<std::uint64_t> sums;
  for (const GU_ConstDetailHandle& input : job->inputs)
    sums.push_back(job->check && !input.isNull() ? checksum(*input.gdp()) : 0);
  return sums;
}

}  // namespace

void Outcome::add(UT_ErrorSeverity messageSeverity, const std::string& text) {
  severity = std::max(severity, messageSeverity);
  messages.push_back({messageSeverity, text});
}

Outcome cook(const Job& newJob) {
  Outcome result;
  const Job* const jobBefore = job;
  Outcome* const outcomeBefore = outcome;
  job = &newJob;
  outcome = &result;
  const std::vector<std::uint64_t> before = checksums();
  const auto start = std::chrono::steady_clock::now();
  {
    const CookingThread thread(job->node->getName().c_str());
    OP_Context context(job->time);
    runGuarded(context);
    result.interrupted = thread.wasInterrupted();
  }
  result.milliseconds =
      std::chrono::duration<double, std::milli>(std::chrono::steady_clock::now() - start).count();
  const std::vector<std::uint64_t> after = checksums();
  for (std::size_t i = 0; i < before.size(); ++i)
    if (before[i] != after[i])
      fault(job->node->getName().toStdString() + ": input " + std::to_string(i) + " was changed");
  if (!result.output.isNull()) result.output.gdpNC()->bumpAllDataIds();
  job = jobBefore;
  outcome = outcomeBefore;
  return result;
}

}  // namespace standin

OP_ERROR SOP_Node::cookMyselfAsVerb(OP_Context&) {
  standin::called(__func__);
  const standin::Job& job = *standin::job;
  const SOP_NodeVerb* verb = cookVerb();
  if (!verb) {
    standin::outcome->add(UT_ERROR_ABORT, "There is no verb for this node.");
    return UT_ERROR_ABORT;
  }
  OP_Node::Impl& node = job.node->impl();
  const std::unique_ptr<SOP_NodeParms> parms(verb->allocParms());
  if (!parms) standin::fault("allocParms gave nothing");
  std::unique_ptr<SOP_NodeCache> fresh;
  if (job.compiled)
    fresh.reset(verb->allocCache());
  else if (!node.cache)
    node.cache.reset(verb->allocCache());

  SOP_NodeVerb::CookParms::Impl impl{
      &job, standin::outcome, node.parms.at(job.time), verb->cookMode(parms.get()), nullptr, {}};
  impl.cache = job.compiled ? fresh.get() : node.cache.get();
  impl.output = standin::makeOutput(impl.mode);
  standin::outcome->output = impl.output;
  if (!job.compiled) {
    node.left = impl.output;
    ++node.cooks;
  }
  SOP_NodeVerb::CookParms cookparms;
  cookparms.impl = &impl;
  verb->cook(cookparms);
  standin::outcome->output = impl.output;  // a verb may put another detail in its handle
  return standin::outcome->severity;
}

// ---- what a verb sees

GU_DetailHandle& SOP_NodeVerb::CookParms::gdh() const {
  standin::called(__func__);
  return impl->output;
}
// in place, the first input is the output
const GU_Detail* SOP_NodeVerb::CookParms::inputGeo(exint i) const {
  standin::called(__func__);
  if (!hasInput(i) || (i == 0 && impl->mode == COOK_INPLACE)) return nullptr;
  return impl->job->inputs[static_cast<std::size_t>(i)].gdp();
}
bool SOP_NodeVerb::CookParms::hasInput(exint i) const {
  standin::called(__func__);
  return i >= 0 && i < nInputs() && !impl->job->inputs[static_cast<std::size_t>(i)].isNull();
}
exint SOP_NodeVerb::CookParms::nInputs() const {
  standin::called(__func__);
  return static_cast<exint>(impl->job->inputs.size());
}
fpreal SOP_NodeVerb::CookParms::getCookTime() const {
  standin::called(__func__);
  return impl->job->time;
}
SOP_Node* SOP_NodeVerb::CookParms::getNode() const {
  standin::called(__func__);
  return impl->job->compiled ? nullptr : impl->job->node;
}
SOP_NodeCache* SOP_NodeVerb::CookParms::cache() const {
  standin::called(__func__);
  return impl->cache;
}

namespace {

void report(const Impl& impl, UT_ErrorSeverity severity, int code, const char* message) {
  if (!standin::job) return standin::fault("a message from a thread that does not cook");
  const std::string text = message ? message : "";
  impl.outcome->add(severity, code == SOP_ERR_BADGROUP ? "Invalid group " + text : text);
}

std::string inList(const char* parm, const int* instance, int nest) {
  if (nest != 1 || !instance) standin::fault(std::string(parm) + ": lists are one deep");
  return standin::instanceName(parm, instance ? *instance : 0);
}

}  // namespace

void SOP_NodeVerb::CookParms::sopAddError(int code, const char* message) const {
  standin::called(__func__);
  report(*impl, UT_ERROR_ABORT, code, message);
}
void SOP_NodeVerb::CookParms::sopAddWarning(int code, const char* message) const {
  standin::called(__func__);
  report(*impl, UT_ERROR_WARNING, code, message);
}

SOP_NodeParmsOptions::SOP_NodeParmsOptions(PRM_Template* templates) : templates_(templates) {
  standin::called(__func__);
  if (!templates_) standin::fault("parameters without templates");
}

void SOP_NodeCacheOptions::doCook(const SOP_NodeVerb*, const SOP_NodeVerb::CookParms& given) {
  standin::called(__func__);
  struct Reset {
    SOP_NodeCacheOptions& cache;
    ~Reset() {
      cache.cookparms_ = nullptr;
      cache.gdp = nullptr;
    }
  } const reset{*this};
  if (cookparms_) standin::fault("a cache cooks twice at a time");
  cookparms_ = &given;
  gdp = given.gdh().gdpNC();
  OP_Context context(given.getCookTime());
  const OP_ERROR result = cook(context);
  given.impl->outcome->severity = std::max(given.impl->outcome->severity, result);
}

// all values are those at the time of the cook, whatever the time asked for
fpreal SOP_NodeCacheOptions::evalFloat(const char* parm, int component, fpreal) const {
  standin::called(__func__);
  return standin::named([&] { return cookparms_->impl->parms.number(parm, component, 0); });
}
exint SOP_NodeCacheOptions::evalInt(const char* parm, int component, fpreal) const {
  standin::called(__func__);
  return standin::named([&] { return cookparms_->impl->parms.integer(parm, component, 0); });
}
void SOP_NodeCacheOptions::evalString(UT_String& text, const char* parm, int component, fpreal) const {
  standin::called(__func__);
  const double time = cookparms_->getCookTime();
  text.harden(standin::named([&] { return cookparms_->impl->parms.text(parm, component, time); }).c_str());
}
fpreal SOP_NodeCacheOptions::evalFloatInst(const char* parm, const int* instance, int component, fpreal time,
                                           int nest) const {
  standin::called(__func__);
  return evalFloat(inList(parm, instance, nest).c_str(), component, time);
}
exint SOP_NodeCacheOptions::evalIntInst(const char* parm, const int* instance, int component, fpreal time,
                                        int nest) const {
  standin::called(__func__);
  return evalInt(inList(parm, instance, nest).c_str(), component, time);
}
void SOP_NodeCacheOptions::evalStringInst(const char* parm, const int* instance, UT_String& text,
                                          int component, fpreal time, int nest) const {
  standin::called(__func__);
  evalString(text, inList(parm, instance, nest).c_str(), component, time);
}
exint SOP_NodeCacheOptions::nInputs() const {
  standin::called(__func__);
  return cookparms_->nInputs();
}
bool SOP_NodeCacheOptions::hasInput(exint i) const {
  standin::called(__func__);
  return cookparms_->hasInput(i);
}
const GU_Detail* SOP_NodeCacheOptions::inputGeo(exint i) const {
  standin::called(__func__);
  return cookparms_->inputGeo(i);
}
void SOP_NodeCacheOptions::addError(int code, const char* message) {
  standin::called(__func__);
  report(*cookparms_->impl, UT_ERROR_ABORT, code, message);
}
void SOP_NodeCacheOptions::addWarning(int code, const char* message) {
  standin::called(__func__);
  report(*cookparms_->impl, UT_ERROR_WARNING, code, message);
}
void SOP_NodeCacheOptions::addMessage(int code, const char* message) {
  standin::called(__func__);
  report(*cookparms_->impl, UT_ERROR_MESSAGE, code, message);
}
OP_ERROR SOP_NodeCacheOptions::error() {
  standin::called(__func__);
  return cookparms_->impl->outcome->severity;
}
const SOP_NodeVerb::CookParms& SOP_NodeCacheOptions::cookparms() const {
  standin::called(__func__);
  return *cookparms_;
}
