// Houdini as a host.
#include "hdk/houdini_host.h"

#include <GA/GA_ElementGroup.h>

#include "solver/error.h"

namespace tendril::hdk {

bool HoudiniHost::interrupted() {
  if (stopped_ || std::this_thread::get_id() != thread_) return stopped_;
  constexpr std::chrono::milliseconds kBetween(5);  // asking costs more than a look at the clock
  const auto now = std::chrono::steady_clock::now();
  if (now - asked_ < kBetween) return false;
  asked_ = now;
  if (boss_.wasInterrupted(percent_)) stopped_ = true;
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
  for (const Input& input : inputs_)
    if (input.read.get() == &geometry) detail = input.detail;
  if (!detail || pattern.empty()) return Host::select(geometry, owner, pattern);
  GOP_Manager groups;
  const GOP_Manager::GroupCreator creator(detail);
  const bool points = owner == Owner::point;
  const GA_ElementGroup* group =
      points ? static_cast<const GA_ElementGroup*>(groups.parsePointGroups(pattern.c_str(), creator))
             : groups.parsePrimitiveGroups(pattern.c_str(), creator);
  if (!group) throw Error("group: \"" + pattern + "\" names nothing here");
  std::vector<std::uint8_t> marks(geometry.elementCount(owner), 0);
  for (std::size_t i = 0; i < marks.size(); ++i)
    marks[i] = group->containsOffset(points ? detail->pointOffset(static_cast<GA_Index>(i))
                                            : detail->primitiveOffset(static_cast<GA_Index>(i)));
  groups.destroyAdhocGroups();
  return marks;
}

}  // namespace tendril::hdk
