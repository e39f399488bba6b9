// Films.
#include "cli/render/film.h"

#include <fmt/core.h>
#include <signal.h>
#include <spawn.h>
#include <sys/wait.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <filesystem>

#include "cli/io/bytes.h"
#include "solver/base/error.h"

extern char** environ;

namespace tendril::cli::show {

bool isFilm(const std::string& path) {
  return io::endsWith(path, ".mp4") || io::endsWith(path, ".webm") || io::endsWith(path, ".mov");
}

Film::Film(const std::string& path, int width, int height, double framesPerSecond) : path_(path) {
  if (width % 2 || height % 2) throw Error(path + ": films want an even --width and --height");
  io::makeFolder(path);
  int ends[2];
  if (pipe(ends) != 0) throw Error(path + ": no pipe to ffmpeg");
  const std::string size = fmt::format("{}x{}", width, height), rate = fmt::format("{}", framesPerSecond);
  const std::filesystem::path whole = path;
  unfinished_ = (whole.parent_path() / ("part." + whole.filename().string())).string();
  const std::string file = "file:" + unfinished_;  // else a colon would be a protocol
  const char* const arguments[] = {"ffmpeg",   "-loglevel",  "error", "-y",         "-f",
                                   "rawvideo", "-pix_fmt",   "rgb24", "-s",         size.c_str(),
                                   "-r",       rate.c_str(), "-i",    "-",          "-pix_fmt",
                                   "yuv420p",  "-crf",       "18",    file.c_str(), nullptr};
  posix_spawn_file_actions_t actions;
  posix_spawn_file_actions_init(&actions);
  posix_spawn_file_actions_adddup2(&actions, ends[0], 0);
  posix_spawn_file_actions_addclose(&actions, ends[0]);
  posix_spawn_file_actions_addclose(&actions, ends[1]);
  pid_t process = -1;
  const int failed =
      posix_spawnp(&process, "ffmpeg", &actions, nullptr, const_cast<char* const*>(arguments), environ);
  posix_spawn_file_actions_destroy(&actions);
  close(ends[0]);
  if (failed) {
    close(ends[1]);
    throw Error(
        path +
        ": films need ffmpeg, which is not on the path (Debian: apt install ffmpeg); PNG files need nothing");
  }
  signal(SIGPIPE, SIG_IGN);  // a film that ends early is an error, not the end of us
  process_ = process;
  to_ = ends[1];
}

Film::~Film() {
  stop();
}

void Film::add(const Picture& picture) {
  std::size_t done = 0;
  while (done < picture.pixels.size()) {
    const ssize_t written = ::write(to_, picture.pixels.data() + done, picture.pixels.size() - done);
    if (written < 0 && errno == EINTR) continue;
    if (written <= 0) throw Error(path_ + ": ffmpeg stopped");
    done += static_cast<std::size_t>(written);
  }
}

void Film::finish() {
  close(to_);
  to_ = -1;
  int status = 0;
  waitpid(process_, &status, 0);
  process_ = -1;
  std::error_code failed;
  if (WIFEXITED(status) && WEXITSTATUS(status) == 0) std::filesystem::rename(unfinished_, path_, failed);
  if (!WIFEXITED(status) || WEXITSTATUS(status) != 0 || failed)
    throw Error(path_ + ": ffmpeg could not make it");
}

void Film::stop() {
  if (to_ >= 0) close(to_);
  if (process_ >= 0) waitpid(process_, nullptr, 0);
  std::error_code ignored;
  std::filesystem::remove(unfinished_, ignored);  // where it was not finished
}

}  // namespace tendril::cli::show
