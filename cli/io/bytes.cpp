// Files as a whole.
#include "cli/io/bytes.h"

#include <unistd.h>

#include <cerrno>
#include <cstdio>
#include <cstring>
#include <filesystem>

#include "solver/error.h"

namespace tendril::io {
namespace {

struct Close {
  void operator()(std::FILE* file) const { std::fclose(file); }
};
using File = std::unique_ptr<std::FILE, Close>;

[[noreturn]] void fail(const std::string& path, const char* what) {
  throw Error(path + ": cannot be " + what + ": " + std::strerror(errno));
}

File open(const std::string& path, const char* mode, const char* what) {
  std::error_code ignored;
  if (std::filesystem::is_directory(path, ignored)) throw Error(path + ": cannot be " + what + ": it is a folder");
  File file(std::fopen(path.c_str(), mode));
  if (!file) fail(path, what);
  return file;
}

void makeFolder(const std::string& path) {
  const auto folder = std::filesystem::path(path).parent_path();
  if (folder.empty()) return;
  std::error_code error;
  std::filesystem::create_directories(folder, error);
  if (error) throw Error(folder.string() + ": the folder cannot be made: " + error.message());
}

}  // namespace

Bytes::Bytes(std::string_view text) : Bytes(text.size()) {
  if (!text.empty()) std::memcpy(data_.get(), text.data(), text.size());
}

Bytes readFile(const std::string& path) {
  const File file = open(path, "rb", "read");
  std::error_code error;
  const auto size = std::filesystem::file_size(path, error);
  if (error) throw Error(path + ": cannot be read: it is no plain file");
  Bytes bytes(size);
  if (std::fread(bytes.data(), 1, size, file.get()) != size) fail(path, "read to its end");
  return bytes;
}

void writeFile(const std::string& path, std::string_view bytes) {
  makeFolder(path);
  std::error_code ignored;
  if (std::filesystem::is_directory(path, ignored)) throw Error(path + ": cannot be written: it is a folder");
  const std::string beside = path + ".part" + std::to_string(getpid());
  File file = open(beside, "wb", "written");
  const bool whole = std::fwrite(bytes.data(), 1, bytes.size(), file.get()) == bytes.size();
  const bool closed = std::fclose(file.release()) == 0;
  if (whole && closed && std::rename(beside.c_str(), path.c_str()) == 0) return;
  const int reason = errno;
  std::remove(beside.c_str());
  errno = reason;
  fail(path, "written");
}

}  // namespace tendril::io
