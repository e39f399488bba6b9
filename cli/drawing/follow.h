// A camera that goes along with what moves.
#pragma once

#include <vector>

#include "cli/drawing/camera.h"

namespace tendril::cli::show {

struct FrameBox {
  int frame;
  Eigen::AlignedBox3d box;
};

// Where the middle of the boxes is on a frame, smoothed over its neighbours: steps and swings of some frames are
// taken out, a straight run is met exactly.
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
  Eigen::Vector3d shift(int frame) const;  // since the first frame
  Eigen::Vector3d drift(int frame) const { return middleOn(boxes_, frame).drift; }  // units a frame

 private:
  Camera first_;
  std::vector<FrameBox> boxes_;  // empty: it stands still
};

// What a camera that follows must see: the boxes as they lie around their middles, where the first one is.
Eigen::AlignedBox3d boxAround(const std::vector<FrameBox>& boxes);

}  // namespace tendril::cli::show
