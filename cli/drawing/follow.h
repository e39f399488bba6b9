// A camera that goes along with what moves.
#pragma once

#include <limits>
#include <vector>

#include "cli/drawing/camera.h"
#include "cli/drawing/drawing.h"

namespace tendril::cli::show {

struct FrameBox {
  int frame;
  Eigen::AlignedBox3d box;
  std::vector<Eigen::Vector3d> farthest = {};  // points in many directions; none: the box's corners
  double lowestRoot = std::numeric_limits<double>::infinity();
  // With what shows constraints and contacts, too: a camera stands where it stands without.
  Eigen::AlignedBox3d all = {};
};
FrameBox boxOf(int frame, const Drawing& drawing);

// Where the middle of the boxes is on a frame, smoothed over its neighbours: steps and swings of some frames
// are taken out, a run of steady speed or steady acceleration is met exactly.
struct Middle {
  Eigen::Vector3d at = Eigen::Vector3d::Zero(), drift = Eigen::Vector3d::Zero();  // units; units a frame
};
Middle middleOn(const std::vector<FrameBox>& boxes, int frame);

// All frames together are more than three times as large as the largest of them.
bool goesFar(const std::vector<FrameBox>& boxes);

class CameraPath {
 public:
  CameraPath() = default;
  CameraPath(const Camera& still) : first_(still) {}
  // Stands at `first` on the first frame and goes along with the middles.
  CameraPath(const Camera& first, std::vector<FrameBox> boxes) : first_(first), boxes_(std::move(boxes)) {}

  bool follows() const { return !boxes_.empty(); }
  Camera on(int frame) const;
  Eigen::Vector3d shift(int frame) const;                                           // since the first frame
  Eigen::Vector3d drift(int frame) const { return middleOn(boxes_, frame).drift; }  // units a frame

 private:
  Camera first_;
  std::vector<FrameBox> boxes_;  // empty: it stands still
};

// What a camera must see. One that follows: all as it lies around its middle, where the first frame has it.
std::vector<Eigen::Vector3d> pointsToSee(const std::vector<FrameBox>& boxes, bool follows);
Eigen::AlignedBox3d boxAround(const std::vector<Eigen::Vector3d>& points);

}  // namespace tendril::cli::show
