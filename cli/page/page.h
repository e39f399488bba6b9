// The page of tendril view: a cache packed for the browser, in one HTML file.
//
//   PagePacker packer(settings);
//   for (...) packer.study(drawing, geometries, true);    // all: what there is, and how many points it needs
//   packer.settle(bounds, path);
//   for (...) packer.add(frame, drawing, geometries);     // all
//   write(packer.page());
//
// A curve is a few points that the browser draws a Catmull-Rom curve through. Positions are 16 bits of the
// box of all frames (where the camera follows: from its target on), each frame as its difference from what
// the two before it foretell, deflated in blocks of some frames. cli/page/web/src/unpack.js reads this.
#pragma once

#include <array>
#include <map>
#include <string>
#include <tuple>
#include <vector>

#include "cli/drawing/camera.h"
#include "cli/drawing/drawing.h"
#include "cli/drawing/view.h"
#include "cli/page/readings.h"

namespace tendril::cli::show {

struct PageSettings {
  std::string title;
  std::vector<std::string> files;  // names to show
  std::string value;               // of the drawings' values; empty: none
  double framesPerSecond = 24;
  bool dark = false;
  std::string constraints = "solid";  // how they are shown at first: solid, debug, hide
};

class PagePacker {
 public:
  explicit PagePacker(const PageSettings& settings) : settings_(settings) {}

  // `closely`: how many points curves need, too, which takes longer.
  void study(const Drawing& drawing, const std::vector<Geometry>& files, bool closely);
  // All is studied: where everything is in a frame, and where it is seen from.
  void settle(const Bounds& bounds, const CameraPath& path);
  void add(int frame, const Drawing& drawing, const std::vector<Geometry>& files);
  // Throws an Error where the program was built without the page.
  std::string page();

 private:
  struct Key {
    std::size_t file;
    std::int64_t id;
    Layer layer;
    std::uint32_t colour;  // of dots for debugging, which keep theirs
    std::size_t turn;      // of those with all of this in common
    bool operator<(const Key& b) const {
      return std::tie(file, id, layer, colour, turn) < std::tie(b.file, b.id, b.layer, b.colour, b.turn);
    }
  };
  struct Curve {
    Key key;
    std::array<std::size_t, 4> needs = {2, 2, 2, 2};  // nodes, by how near they come
    std::size_t nodes = 2, first = 0;
    std::string name, type;
    std::vector<float> radii;
    std::vector<std::uint8_t> colours;
  };
  struct Ball {
    Key key;
    std::string name, type;
    float radius;
    std::array<std::uint8_t, 3> colour;
  };
  struct Mesh {
    std::size_t file, points, first = 0;
    std::vector<std::uint32_t> topology;
    std::vector<std::array<std::uint32_t, 3>> triangles;
    std::vector<std::uint8_t> colours;
  };

  // Of all curves, of all balls but caps.
  struct Keys {
    std::vector<Key> curves, balls;
  };
  Keys keysOf(const Drawing& drawing, const std::vector<Geometry>& files) const;
  std::size_t meshOf(const DrawnMesh& mesh);
  void place(std::size_t node, const Vector3f& at);
  void encode();
  void flush();
  std::string header() const;

  PageSettings settings_;
  Bounds bounds_;
  CameraPath path_;
  Vector3d shift_ = Vector3d::Zero();  // of the frame at hand
  Vector3d corner_ = Vector3d::Zero();
  double scale_ = 1;
  std::size_t studied_ = 0;  // frames
  std::map<Key, std::size_t> known_, knownBalls_;
  std::vector<Curve> curves_;
  std::vector<Ball> balls_;
  std::size_t firstBall_ = 0, nodes_ = 0;
  std::vector<Mesh> meshes_;
  std::vector<int> frames_;
  Readings readings_;
  // of the frame at hand, and of those before
  std::vector<std::uint16_t> now_, past_, pastPast_;
  std::vector<std::uint8_t> values_, pastValues_;
  std::string block_;
  std::vector<std::string> blocks_;  // deflated, in base64
};

// Points at even arc lengths of a drawn curve, and the values there.
struct Node {
  Vector4f at;  // radius last
  float value;
  Vector3f colour;
};
std::vector<Node> nodesOf(const Drawing& drawing, const DrawnCurve& curve, std::size_t count);

}  // namespace tendril::cli::show
