// What rendering, the page and USD share: caches of several files a frame, their bounds, the camera's flags.
#pragma once

#include <CLI/CLI.hpp>
#include <functional>
#include <limits>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "cli/drawing/camera.h"
#include "cli/drawing/drawing.h"
#include "cli/drawing/follow.h"
#include "cli/host/usage.h"
#include "cli/io/geometry_file.h"

namespace tendril::cli::show {

// Files that are drawn together. Those without $F are there on every frame.
class Cache {
 public:
  // Throws a UsageError where a name stands for no file.
  Cache(std::vector<std::string> patterns, const DrawSettings& settings, const io::ReadOptions& options);

  // Of `wanted` (empty: all on disk), those that every file has; says which are missing. Throws an Error
  // where none is left.
  std::vector<int> frames(const std::string& wanted) const;
  std::vector<Geometry> read(int frame) const;
  Drawing drawing(int frame) const { return drawingOf(frame, read(frame)); }
  Drawing drawingOf(int frame, const std::vector<Geometry>& files) const;
  const std::string& value() const { return settings_.value; }
  // One line where --radius does nothing: all curves have a radius of their own.
  void tellRadius(const std::vector<Geometry>& files) const;

 private:
  std::vector<std::string> patterns_;
  DrawSettings settings_;
  io::ReadOptions options_;
  std::map<std::string, Geometry> still_;
  mutable std::vector<double> radii_;  // of what has none, by file; as on the first frame that is drawn
};

struct Bounds {
  Eigen::AlignedBox3d box;
  std::vector<FrameBox> boxes;  // of each frame
  double low = 0, high = 1;     // of values
  double lowestRoot = std::numeric_limits<double>::infinity();
};

// Where a ground lies: under the lowest root, through which the tips of a plant may reach; where much hangs
// lower than roots, as hair does, under the lowest point of all.
double groundOf(const Bounds& bounds);

// Of all frames; `range`: "low,high", or empty. `also`: what else is to be done with each.
using EachFrame = std::function<void(int frame, const Drawing& drawing, const std::vector<Geometry>& files)>;
Bounds boundsOf(const Cache& cache, const std::vector<int>& frames, const std::string& range,
                const EachFrame& also = nullptr);

// --camera, --eye, --target, --fov, --azimuth, --elevation, --zoom, --follow.
struct ViewFlags {
  std::string file, eye, target;
  double fieldOfView = 35, azimuth = 25, elevation = 12;
  double zoom = 1;
  std::optional<bool> follow;  // none: where what is seen goes far

  void addTo(CLI::App& command);
  CameraPath path(const std::vector<FrameBox>& boxes, double aspect) const;

 private:
  Camera camera(const std::vector<Eigen::Vector3d>& points, const Eigen::Vector3d& middle,
                double aspect) const;
};

// What render and view are asked alike.
struct ShowFlags {
  std::vector<std::string> caches;
  std::string frames, range, tint;
  double framesPerSecond = 24;
  DrawSettings draw;  // as far as it is given here; see drawn()
  ViewFlags view;
  ReadFlags read;

  void addTo(CLI::App& command);
  DrawSettings drawn() const;  // throws a UsageError
};

}  // namespace tendril::cli::show
