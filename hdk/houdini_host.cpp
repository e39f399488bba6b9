// Houdini as a host.
#include "hdk/houdini_host.h"

#include <GA/GA_ElementGroup.h>
#include <GOP/GOP_Manager.h>

#include <chrono>
#include <utility>

#include "solver/base/error.h"

namespace tendril::hdk {

void HoudiniHost::run(const std::function<void()>& work) {
  constexpr std::chrono::milliseconds kBetween(5);
  bool done = false;
  std::exception_ptr failure;
  std::thread worker([&] {
    try {
      work();
    } catch (...) {
      failure = std::current_exception();
    }
    const std::lock_guard<std::mutex> lock(turn_);
    done = true;
    changed_.notify_all();
  });
  std::unique_lock<std::mutex> lock(turn_);
  while (!done) {
    if (!changed_.wait_for(lock, kBetween, [&] { return done || job_; })) {
      lock.unlock();
      if (boss_.wasInterrupted(percent_)) stopped_ = true;
      lock.lock();
    }
    if (!job_) continue;
    const std::function<void()>& job = *job_;
    lock.unlock();
    std::exception_ptr trouble;
    try {
      job();
    } catch (...) {
      trouble = std::current_exception();
    }
    lock.lock();
    jobFailure_ = trouble;
    job_ = nullptr;
    changed_.notify_all();
  }
  lock.unlock();
  worker.join();
  if (failure) std::rethrow_exception(failure);
}

void HoudiniHost::onCookThread(const std::function<void()>& job) {
  std::unique_lock<std::mutex> lock(turn_);
  job_ = &job;
  changed_.notify_all();
  changed_.wait(lock, [&] { return !job_; });
  if (jobFailure_) std::rethrow_exception(std::exchange(jobFailure_, nullptr));
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
  if (!group) throw Error("group: \"" + pattern + "\" names nothing here");
  std::vector<std::uint8_t> marks(geometry.elementCount(owner), 0);
  for (std::size_t i = 0; i < marks.size(); ++i)
    marks[i] = group->containsOffset(points ? detail->pointOffset(static_cast<GA_Index>(i))
                                            : detail->primitiveOffset(static_cast<GA_Index>(i)));
  groups.destroyAdhocGroups();
  return marks;
}

}  // namespace tendril::hdk
