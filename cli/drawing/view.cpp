// Caches to look at.
#include "cli/drawing/view.h"

#include <fmt/core.h>

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <filesystem>
#include <limits>
#include <set>

#include "cli/drawing/values.h"
#include "cli/host/frames.h"
#include "cli/host/usage.h"
#include "nodes/parameters/text.h"

namespace tendril::cli::show {

using Eigen::Vector3d;

namespace {

// "1,2,3" or "1 2 3".
std::vector<double> numbersIn(std::string text) {
  std::replace(text.begin(), text.end(), ',', ' ');
  std::vector<double> numbers;
  const char* at = text.c_str();
  for (char* end = nullptr;; at = end) {
    const double number = std::strtod(at, &end);
    if (end == at) break;
    numbers.push_back(number);
  }
  while (*at == ' ') ++at;
  if (*at) numbers.clear();
  return numbers;
}

Vector3d placeOf(const std::string& text, const char* flag) {
  const std::vector<double> numbers = numbersIn(text);
  if (numbers.size() != 3 || !std::isfinite(numbers[0] + numbers[1] + numbers[2]))
    throw UsageError(std::string(flag) + ": wants three numbers, as 0,1,5");
  return {numbers[0], numbers[1], numbers[2]};
}

}  // namespace

Cache::Cache(std::vector<std::string> patterns, const DrawSettings& settings, const io::ReadOptions& options)
    : patterns_(std::move(patterns)), settings_(settings), options_(options) {
  for (const std::string& pattern : patterns_)
    if (!hasFrame(pattern)) still_[pattern] = io::readGeometryFile(pattern, options_);
}

namespace {

// `among`: frames between which those that are not there are holes.
void tellMissing(std::vector<int> missing, const std::vector<int>& among) {
  constexpr std::size_t kNamed = 8;
  std::int64_t step = std::numeric_limits<int>::max(), count = static_cast<std::int64_t>(missing.size());
  for (std::size_t i = 0; i + 1 < among.size(); ++i)
    step = std::min(step, static_cast<std::int64_t>(among[i + 1]) - among[i]);
  for (std::size_t i = 0; i + 1 < among.size() && among.size() > 2; ++i) {
    count += (static_cast<std::int64_t>(among[i + 1]) - among[i] - 1) / step;
    for (std::int64_t frame = among[i] + step; frame < among[i + 1] && missing.size() < kNamed; frame += step)
      missing.push_back(static_cast<int>(frame));
  }
  if (count == 0) return;
  std::sort(missing.begin(), missing.end());
  missing.erase(std::unique(missing.begin(), missing.end()), missing.end());
  std::string names;
  for (std::size_t i = 0; i < missing.size() && i < kNamed; ++i)
    names += (i ? ", " : "") + std::to_string(missing[i]);
  fmt::print(
      "{} left out: {}{}\n",
      nodes::counted(static_cast<std::size_t>(count), "frame is missing and", "frames are missing and"),
      names, count > static_cast<std::int64_t>(kNamed) ? " ..." : "");
}

}  // namespace

std::vector<int> Cache::frames(const std::string& wanted) const {
  std::vector<int> found;
  bool known = false;
  std::set<int> seen;
  for (const std::string& pattern : patterns_) {
    if (still_.count(pattern)) continue;
    const std::vector<int> its = framesOnDisk(pattern);
    if (its.empty()) throw Error(pattern + ": no file fits this name");
    seen.insert(its.begin(), its.end());
    std::vector<int> both;
    if (known)
      std::set_intersection(found.begin(), found.end(), its.begin(), its.end(), std::back_inserter(both));
    found = known ? both : its;
    known = true;
  }
  if (!known) return wanted.empty() ? std::vector<int>{1} : parseFrames(wanted);
  std::vector<int> asked = wanted.empty() ? std::vector<int>(seen.begin(), seen.end()) : parseFrames(wanted);
  std::vector<int> there, missing;
  for (const int frame : asked)
    (std::binary_search(found.begin(), found.end(), frame) ? there : missing).push_back(frame);
  if (there.empty()) throw Error(patterns_[0] + ": none of the frames is on disk");
  std::sort(there.begin(), there.end());
  there.erase(std::unique(there.begin(), there.end()), there.end());
  tellMissing(missing, wanted.empty() ? there : std::vector<int>());
  return there;
}

std::vector<Geometry> Cache::read(int frame) const {
  std::vector<Geometry> all;
  for (const std::string& pattern : patterns_) {
    const auto still = still_.find(pattern);
    all.push_back(still != still_.end() ? still->second
                                        : io::readGeometryFile(expandFrame(pattern, frame), options_));
  }
  return all;
}

void Cache::tellRadius(const std::vector<Geometry>& files) const {
  if (settings_.radius == 0) return;
  for (const Geometry& g : files)
    if (!isOfConstraints(g) && g.primitiveCount() > 0 && !tellsRadii(g)) return;
  fmt::print(
      "--radius does nothing here: the curves have width or pscale; --widthscale makes them thicker\n");
}

Drawing Cache::drawingOf(int frame, const std::vector<Geometry>& all) const {
  Drawing drawing;
  findRadii(all, radii_);
  for (std::size_t i = 0; i < all.size(); ++i) try {
      DrawSettings settings = settings_;
      // those show it that have it
      if (!ValueOf::isIn(all[i], settings.value)) settings.value.clear();
      if (settings.radius == 0) settings.radius = radii_[i];
      if (isOfConstraints(all[i])) settings.value.clear();
      addGeometry(all[i], settings, drawing);
    } catch (const Error& error) {
      throw Error(expandFrame(patterns_[i], frame) + ": " + error.what());
    }
  if (!settings_.value.empty()) drawing.values.resize(drawing.between.size(), kNoValue);
  return drawing;
}

namespace {

void readRange(const std::string& range, double& low, double& high) {
  if (range.empty()) return;
  const std::vector<double> numbers = numbersIn(range);
  if (numbers.size() != 2 || !(numbers[0] < numbers[1]))
    throw UsageError("--range: wants two numbers that rise, as 0,1.5");
  low = numbers[0];
  high = numbers[1];
}

}  // namespace

Bounds boundsOf(const Cache& cache, const std::vector<int>& frames, const std::string& range,
                const EachFrame& also) {
  Bounds bounds;
  bool known = false;
  for (const int frame : frames) {
    const std::vector<Geometry> files = cache.read(frame);
    const Drawing drawing = cache.drawingOf(frame, files);
    if (frame == frames.front()) cache.tellRadius(files);
    if (also) also(frame, drawing, files);
    bounds.boxes.push_back(boxOf(frame, drawing));
    if (!bounds.boxes.back().box.isEmpty()) bounds.box.extend(bounds.boxes.back().box);
    bounds.lowestRoot = std::min(bounds.lowestRoot, bounds.boxes.back().lowestRoot);
    for (const double value : drawing.values) {
      if (std::isnan(value)) continue;
      bounds.low = known ? std::min(bounds.low, value) : value;
      bounds.high = known ? std::max(bounds.high, value) : value;
      known = true;
    }
  }
  // nobody has what is asked for: the error says what there is
  if (!known && !cache.value().empty())
    for (const Geometry& g : cache.read(frames.front())) ValueOf(g, cache.value());
  if (bounds.box.isEmpty()) fmt::print("there is nothing to draw: no curves, no meshes\n");
  readRange(range, bounds.low, bounds.high);
  return bounds;
}

double groundOf(const Bounds& bounds) {
  constexpr double kHangs = 0.1;  // of the height
  if (bounds.box.isEmpty()) return 0;
  const double lowest = bounds.box.min().y(), height = bounds.box.sizes().y();
  return bounds.lowestRoot - lowest <= kHangs * height ? bounds.lowestRoot : lowest;
}

void ViewFlags::addTo(CLI::App& command) {
  command.add_option("--camera", file, "JSON file: eye, target, up, fov");
  command.add_option("--eye", eye, "Where the camera is: X,Y,Z (default: where it sees all frames)");
  command.add_option("--target", target, "Where it looks: X,Y,Z (default: the middle)");
  command.add_option("--fov", fieldOfView, "Its angle from bottom to top, degrees")
      ->check(CLI::Range(1.0, 160.0));
  command.add_option("--azimuth", azimuth, "From where it sees all, degrees from +Z towards +X")
      ->check(CLI::Range(-360.0, 360.0));
  command.add_option("--elevation", elevation, "How far above the horizon, degrees")
      ->check(CLI::Range(-90.0, 90.0));
  command
      .add_option("--zoom", zoom, "Goes so many times as near as where it sees all; above 1 cuts the borders")
      ->check(CLI::Range(0.01, 100.0));
  // a flag that fills an optional would fill it when it is not given, too
  command.add_flag_callback(
      "--follow", [this] { follow = true; },
      "Goes along with the middle of each frame (default: where all frames together are over three times as "
      "large "
      "as one)");
  command.add_flag_callback(
      "--no-follow", [this] { follow = false; }, "Stands still and sees all frames");
}

CameraPath ViewFlags::path(const std::vector<FrameBox>& boxes, double aspect) const {
  const bool placed = !file.empty() || !eye.empty() || !target.empty();
  const bool follows = !boxes.empty() && follow.value_or(!placed && goesFar(boxes));
  const std::vector<Vector3d> points = pointsToSee(boxes, follows);
  if (!follows) return CameraPath(camera(points, boxAround(points).center(), aspect));
  return {camera(points, middleOn(boxes, boxes.front().frame).at, aspect), boxes};
}

Camera ViewFlags::camera(const std::vector<Vector3d>& points, const Vector3d& middle, double aspect) const {
  if (!file.empty()) return readCamera(file);
  Camera camera = fitted(points, points.empty() ? Vector3d(Vector3d::Zero()) : middle, azimuth, elevation,
                         fieldOfView, aspect);
  camera.eye = camera.target + (camera.eye - camera.target) / zoom;
  if (!eye.empty()) camera.eye = placeOf(eye, "--eye");
  if (!target.empty()) camera.target = placeOf(target, "--target");
  if ((camera.eye - camera.target).norm() == 0) throw UsageError("--eye and --target are one place");
  return camera;
}

void ShowFlags::addTo(CLI::App& command) {
  command.add_option("CACHE", caches, "Geometry files to see together; $F4 in their names is the frame")
      ->required();
  command.add_option("--frames", frames, "1-24, 1-24x2, 1-3,7 (default: all on disk)");
  command.add_option("--color", draw.value,
                     "False colours by an attribute, or by energy, bend, speed; with a legend");
  command.add_option("--range", range, "LOW,HIGH of the colours (default: of all frames)");
  command.add_option("--fps", framesPerSecond, "Frames a second")->check(CLI::Range(1.0, 1000.0));
  command.add_option("--radius", draw.radius, "Of curves that have neither width nor pscale; scene units")
      ->check(CLI::PositiveNumber);
  command
      .add_option("--widthscale", draw.widthScale,
                  "Draws curves so many times as thick: for 1,000 hairs that stand for 100,000")
      ->check(CLI::PositiveNumber);
  command.add_option("--tint", tint, "Colour of curves without Cd: R,G,B from 0 to 1, as on the screen");
  command
      .add_option(
          "--constraints", draw.constraints,
          "solid (rings, pins, links), debug (red lines; contacts and their forces, red where they have "
          "failed) or hide; pearls are always seen, broken and inactive ones never")
      ->transform(CLI::CheckedTransformer(std::map<std::string, Constraints>{{"solid", Constraints::solid},
                                                                             {"debug", Constraints::debug},
                                                                             {"hide", Constraints::hide}})
                      .description("solid, debug, hide"))
      ->option_text("TEXT");
  view.addTo(command);
  read.addTo(command);
}

DrawSettings ShowFlags::drawn() const {
  DrawSettings settings = draw;
  if (tint.empty()) return settings;
  const Vector3d colour = placeOf(tint, "--tint");
  if (colour.minCoeff() < 0 || colour.maxCoeff() > 1)
    throw UsageError("--tint: wants three numbers from 0 to 1, as 0.8,0.6,0.3");
  settings.colour = colour.cast<float>();
  return settings;
}

}  // namespace tendril::cli::show
