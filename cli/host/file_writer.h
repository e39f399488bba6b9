// Files that are written while the next frames are computed: one after the other, on a thread of its own.
//
//   FileWriter files(true);
//   files.add("rods.0001.bgeo.sc", bytes, [geometry] { io::writeGeometryFile(...); });
//   files.then([] { std::puts("frame 1"); });   // after the files so far
//   files.finish();                             // throws what the first failed one threw
#pragma once

#include <condition_variable>
#include <cstddef>
#include <deque>
#include <exception>
#include <functional>
#include <mutex>
#include <string>
#include <thread>

#include "solver/base/error.h"

namespace tendril::cli {

// A file could not be written; says already in which frame and for which node.
class WriteError : public Error {
 public:
  using Error::Error;
};

class FileWriter {
 public:
  explicit FileWriter(bool beside);  // false: everything happens at once, on the caller's thread
  ~FileWriter();                     // waits for all files
  FileWriter(const FileWriter&) = delete;

  // Waits while more than some 256 MB are to be written. `bytes`: that the work keeps in memory until then.
  void add(const std::string& path, std::size_t bytes, std::function<void()> work);
  // Never waits. After a failure, neither files nor these follow.
  void then(std::function<void()> work);

  bool failed() const;
  void check();                         // throws what the first failed work threw, once
  void await(const std::string& path);  // until this file is there, if it is to be written; check()
  void finish();                        // until all is done; check()

 private:
  struct Job {
    std::string path;
    std::size_t bytes;
    std::function<void()> work;
  };
  void put(Job job);
  void run();
  void doNext(std::unique_lock<std::mutex>& lock);

  mutable std::mutex mutex_;
  std::condition_variable changed_;
  std::deque<Job> jobs_;  // the first one may be at work
  std::size_t bytes_ = 0;
  std::exception_ptr failure_;
  bool beside_, failed_ = false, ends_ = false;
  std::thread thread_;
};

}  // namespace tendril::cli
