// Files: read anywhere, written whole or not at all.
#include <fcntl.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>
#include <filesystem>

#include "cli/io/bytes.h"
#include "solver/base/error.h"

namespace tendril::cli::io {
namespace {

[[noreturn]] void fail(const std::string& path, const char* what, int reason) {
  throw Error(path + ": cannot be " + what + ": " + std::strerror(reason));
}

class Descriptor {
 public:
  // `shown` names the file in errors.
  Descriptor(const std::string& path, int flags, const char* what, const std::string& shown)
      : number_(::open(path.c_str(), flags | O_CLOEXEC, 0666)) {
    if (number_ < 0) fail(shown, what, errno);
  }
  ~Descriptor() { close(); }
  Descriptor(const Descriptor&) = delete;
  Descriptor& operator=(const Descriptor&) = delete;
  int number() const { return number_; }
  bool close() {
    const bool closed = number_ < 0 || ::close(number_) == 0;
    number_ = -1;
    return closed;
  }

 private:
  int number_;
};

void refuseFolder(const std::string& path, const char* what) {
  std::error_code ignored;
  if (std::filesystem::is_directory(path, ignored))
    throw Error(path + ": cannot be " + what + ": it is a folder");
}

class FileSource : public ByteSource {
 public:
  explicit FileSource(const std::string& path)
      : path_(path), file_(path, O_RDONLY | O_NONBLOCK, "read", path) {  // a pipe would wait for its writer
    std::error_code error;
    if (!std::filesystem::is_regular_file(path, error))
      throw Error(path + ": cannot be read: it is no plain file");
    size_ = std::filesystem::file_size(path, error);
    if (error) throw Error(path + ": cannot be read: " + error.message());
  }
  std::size_t size() const override { return size_; }
  void read(std::size_t from, std::size_t count, void* to) const override {
    for (char* at = static_cast<char*>(to); count > 0;) {
      const ssize_t got = ::pread(file_.number(), at, count, static_cast<off_t>(from));
      if (got < 0 && errno == EINTR) continue;
      if (got < 0) fail(path_, "read", errno);
      if (got == 0)
        throw Error(path_ + ": byte " + std::to_string(from) + ": the file became shorter while it was read");
      at += got;
      from += static_cast<std::size_t>(got);
      count -= static_cast<std::size_t>(got);
    }
  }

 private:
  std::string path_;
  Descriptor file_;
  std::size_t size_;
};

void put(const Descriptor& file, const std::string& path, std::string_view bytes) {
  while (!bytes.empty()) {
    const ssize_t done = ::write(file.number(), bytes.data(), bytes.size());
    if (done < 0 && errno == EINTR) continue;
    if (done < 0) fail(path, "written", errno);
    bytes.remove_prefix(static_cast<std::size_t>(done));
  }
}

// Removes a file unless told that it may stay.
struct Unfinished {
  const std::string& path;
  bool finished = false;
  ~Unfinished() {
    if (!finished) ::unlink(path.c_str());
  }
};

}  // namespace

std::unique_ptr<ByteSource> fileSource(const std::string& path) {
  refuseFolder(path, "read");
  return std::make_unique<FileSource>(path);
}

void makeFolder(const std::string& path) {
  const auto folder = std::filesystem::path(path).parent_path();
  if (folder.empty()) return;
  std::error_code error;
  std::filesystem::create_directories(folder, error);
  if (error) throw Error(folder.string() + ": the folder cannot be made: " + error.message());
}

bool endsWith(std::string_view path, std::string_view end) {
  return path.size() > end.size() && path.substr(path.size() - end.size()) == end;
}

void writeFile(const std::string& path, const std::function<void(const Put&)>& content) {
  refuseFolder(path, "written");
  makeFolder(path);
  std::error_code ignored;
  const std::string target = std::filesystem::weakly_canonical(path, ignored).string();  // behind a link
  const std::string beside = (ignored ? path : target) + ".part" + std::to_string(getpid());
  Descriptor file(beside, O_WRONLY | O_CREAT | O_TRUNC, "written", path);
  Unfinished unfinished{beside};
  content([&](std::string_view bytes) { put(file, path, bytes); });
  if (!file.close() || ::rename(beside.c_str(), (ignored ? path : target).c_str()) != 0)
    fail(path, "written", errno);
  unfinished.finished = true;
}

void writeFile(const std::string& path, std::string_view bytes) {
  writeFile(path, [&](const Put& put) { put(bytes); });
}

}  // namespace tendril::cli::io
