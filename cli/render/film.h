// A film, by ffmpeg where that is installed.
#pragma once

#include <string>

#include "cli/render/picture.h"

namespace tendril::cli::show {

bool isFilm(const std::string& path);  // .mp4, .webm, .mov

class Film {
 public:
  // Throws an Error where there is no ffmpeg, or it does not start.
  Film(const std::string& path, int width, int height, double framesPerSecond);
  ~Film();
  Film(const Film&) = delete;

  void add(const Picture& picture);
  void finish();  // throws an Error where ffmpeg failed

 private:
  void stop();

  std::string path_, unfinished_;
  int to_ = -1;
  int process_ = -1;
};

}  // namespace tendril::cli::show
