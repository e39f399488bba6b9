// Houdini as a host.
#include "hdk/houdini_host.h"

#include <GA/GA_ElementGroup.h>
#include <GOP/GOP_Manager.h>
#include <UT/UT_Interrupt.h>

#include <chrono>

#include "solver/base/error.h"

namespace tendril::hdk {

namespace {

std::int64_t now() {
  using namespace std::chrono;
  return duration_cast<milliseconds>(steady_clock::now().time_since_epoch()).count();
}

}  // namespace

HoudiniHost::HoudiniHost(const std::vector<Input>& inputs) : inputs_(inputs), asked_(now()) {}

// opInterrupt() may be asked on any thread. It is not cheap: every few milliseconds, by whoever comes first.
bool HoudiniHost::interrupted() {
  constexpr std::int64_t kBetween = 5;
  std::int64_t last = asked_.load(std::memory_order_relaxed);
  const std::int64_t time = now();
  if (stopped_ || time - last < kBetween || !asked_.compare_exchange_strong(last, time)) return stopped_;
  if (UTgetInterrupt()->opInterrupt(percent_)) stopped_ = true;
  return stopped_;
}

void HoudiniHost::warn(const std::string& message) {
  const std::lock_guard<std::mutex> lock(mutex_);
  warnings_.push_back(message);
}

void HoudiniHost::inform(const std::string& note) {
  const std::lock_guard<std::mutex> lock(mutex_);
  notes_.push_back(note);
}

void HoudiniHost::progress(double part, const char*) {
  percent_ = static_cast<int>(100 * part);
}

std::vector<std::uint8_t> HoudiniHost::select(const Geometry& geometry, Owner owner,
                                              const std::string& pattern) {
  const GU_Detail* detail = nullptr;
  bool sampled = false;
  for (const Input& input : inputs_)
    if (input.read.get() == &geometry) {
      detail = input.detail;
      sampled = input.sampled;
    }
  if (!detail || pattern.empty() || owner == Owner::vertex) return Host::select(geometry, owner, pattern);
  if (sampled && owner == Owner::point)
    throw Error(
        "group: points of NURBS and Bezier curves cannot be chosen; convert the curves to polygons first");
  GOP_Manager groups;
  const GOP_Manager::GroupCreator creator(detail);
  const bool points = owner == Owner::point;
  const GA_ElementGroup* group =
      points ? static_cast<const GA_ElementGroup*>(groups.parsePointGroups(pattern.c_str(), creator))
             : groups.parsePrimitiveGroups(pattern.c_str(), creator);
  if (!group) return Host::select(geometry, owner, pattern);  // says what is wrong
  std::vector<std::uint8_t> marks(geometry.elementCount(owner), 0);
  for (std::size_t i = 0; i < marks.size(); ++i)
    marks[i] = group->containsOffset(points ? detail->pointOffset(static_cast<GA_Index>(i))
                                            : detail->primitiveOffset(static_cast<GA_Index>(i)));
  groups.destroyAdhocGroups();
  return marks;
}

}  // namespace tendril::hdk
