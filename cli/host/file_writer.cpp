// Files that are written while the next frames are computed.
#include "cli/host/file_writer.h"

#include <algorithm>
#include <filesystem>
#include <utility>

namespace tendril::cli {

namespace {

constexpr std::size_t kMostBytes = std::size_t(256) << 20;  // in memory for files to come

// One file may be named in several ways.
std::string plain(const std::string& path) {
  return std::filesystem::absolute(path).lexically_normal().string();
}

}  // namespace

FileWriter::FileWriter(bool beside) : beside_(beside) {
  if (beside) thread_ = std::thread([this] { run(); });
}

FileWriter::~FileWriter() {
  if (!beside_) return;
  {
    const std::lock_guard<std::mutex> lock(mutex_);
    ends_ = true;
  }
  changed_.notify_all();
  thread_.join();
}

void FileWriter::add(const std::string& path, std::size_t bytes, std::function<void()> work) {
  {
    std::unique_lock<std::mutex> lock(mutex_);
    changed_.wait(lock, [&] { return bytes_ == 0 || bytes_ + bytes <= kMostBytes; });
  }
  put({plain(path), bytes, std::move(work)});
}

void FileWriter::then(std::function<void()> work) {
  put({"", 0, std::move(work)});
}

void FileWriter::put(Job job) {
  std::unique_lock<std::mutex> lock(mutex_);
  bytes_ += job.bytes;
  jobs_.push_back(std::move(job));
  if (beside_) {
    changed_.notify_all();
  } else {
    doNext(lock);
    lock.unlock();
    check();
  }
}

void FileWriter::run() {
  std::unique_lock<std::mutex> lock(mutex_);
  while (true) {
    changed_.wait(lock, [&] { return ends_ || !jobs_.empty(); });
    if (jobs_.empty()) return;
    doNext(lock);
  }
}

// The job stays in its place until it is done: await() looks for it there.
void FileWriter::doNext(std::unique_lock<std::mutex>& lock) {
  std::function<void()> work = std::exchange(jobs_.front().work, nullptr);
  const bool skipped = failed_;
  lock.unlock();
  std::exception_ptr failure;
  try {
    if (!skipped) work();
  } catch (...) {
    failure = std::current_exception();
  }
  work = nullptr;  // with what it holds
  lock.lock();
  if (failure) {
    failure_ = failure;
    failed_ = true;
  }
  bytes_ -= jobs_.front().bytes;
  jobs_.pop_front();
  changed_.notify_all();
}

bool FileWriter::failed() const {
  const std::lock_guard<std::mutex> lock(mutex_);
  return failed_;
}

void FileWriter::check() {
  std::unique_lock<std::mutex> lock(mutex_);
  const std::exception_ptr failure = std::exchange(failure_, nullptr);
  lock.unlock();
  if (failure) std::rethrow_exception(failure);
}

void FileWriter::await(const std::string& path) {
  const std::string name = plain(path);
  {
    std::unique_lock<std::mutex> lock(mutex_);
    changed_.wait(lock, [&] {
      return std::none_of(jobs_.begin(), jobs_.end(), [&](const Job& job) { return job.path == name; });
    });
  }
  check();
}

void FileWriter::finish() {
  {
    std::unique_lock<std::mutex> lock(mutex_);
    changed_.wait(lock, [&] { return jobs_.empty(); });
  }
  check();
}

}  // namespace tendril::cli
