// A drawing as rays meet it (Embree): tubes, ribbons for what is thinner than a pixel or two, balls,
// triangles.
//
// A fibre thinner than the least width is drawn that wide and covers the part of it that the true one would:
// it stays as faint as it is, and its line is smooth.
#pragma once

#include <embree3/rtcore.h>

#include <cstdint>
#include <memory>

#include "cli/render/shading.h"
#include "cli/render/tracer.h"

namespace tendril::cli::show {

struct Seen {  // by a ray, and what it is made of
  Vector3f place = Vector3f::Zero(), normal = Vector3f::UnitY();
  Fibre fibre;
  float radius = 0;
  // a ribbon's: between which two stations, and how near to the second; else none
  std::size_t station = kNone;
  float part = 0;
  static constexpr std::size_t kNone = ~std::size_t(0);
};

struct Ray {
  Vector3f from, way;
  float near = 0, far = std::numeric_limits<float>::infinity();
  float time = 0;  // 0 the shutter opens, 1 it closes
};

// For one camera. Places are from its target on.
class RayScene {
 public:
  RayScene(const Drawing& drawing, const TraceSettings& settings, const Camera& camera);
  ~RayScene();
  RayScene(const RayScene&) = delete;

  // How much of what lies behind is covered, 0 to 1; and one of the things that cover it, picked by `chance`
  // (0 to 1) in proportion to what each does.
  float see(const Ray& ray, float chance, Seen& seen) const;
  float lit(const Ray& ray) const;  // how much light gets through, 0 to 1

  // Places along ribbons, some pixels apart, where light is found once for what lies between them.
  std::size_t stationCount() const { return stations_.size(); }
  void describeStation(std::size_t station, float time, Seen& seen) const;

  float size() const { return size_; }
  bool blurs() const { return steps_ == 2; }

 private:
  enum class Kind { curves, balls, mesh };
  // A straight piece of a ribbon's segment.
  struct Piece {
    std::uint32_t segment;
    float from, to;              // of it
    float cover[2], density[2];  // at its ends
  };
  struct Part {
    const RayScene* scene;
    Kind kind;
    std::size_t mesh;
    unsigned number;  // among parts
    bool ribbons = false;
    std::vector<std::size_t> vertices, starts;  // of segments: first vertex, first control
    std::vector<std::size_t> balls;
    std::vector<Piece> pieces;  // of ribbons, as Embree has them
    // of segments of ribbons: the first station, and the steps to the next segment's
    std::vector<std::size_t> firstStation;
    std::vector<unsigned> steps;
  };
  struct Station {
    std::uint32_t segment;
    float u;
  };
  struct Met {  // by a ray
    float far, cover, u, v;
    unsigned part, primitive;
    Vector3f normal;
  };
  struct Context;

  Vector4f moved(const Vector4f& control, float& cover) const;
  void moveControls();
  void addTubes();
  void addRibbons();
  void cutToPieces(Part& part, std::vector<Vector4f> (&places)[2]) const;
  int piecesOf(std::size_t firstControl) const;
  void addStations(Part& part, const DrawnCurve& curve);
  void addBalls();
  void addMesh(const DrawnMesh& mesh);
  void attach(RTCGeometry geometry, std::unique_ptr<Part> part);
  static void filter(const RTCFilterFunctionNArguments* arguments);
  float lengthOf(std::size_t firstControl) const;  // of a segment, pixels
  Vector3f placeAt(std::size_t firstControl, float u, float time) const;
  void describe(const Met& met, const Ray& ray, Seen& seen) const;
  // of a hit that Embree tells
  int thicknessAt(const Part& part, unsigned primitive, float u) const;
  float coverAt(const Part& part, unsigned primitive, float u) const;
  static void toSegment(const Part& part, Met& met);
  Vector3f shown(float value, const Vector3f& colour) const;
  Vector3f tangentAt(std::size_t first, float u, float time) const;
  void describeCurve(const Part& part, const Met& met, const Ray& ray, Seen& seen) const;
  void describeMesh(const Part& part, const Met& met, const Ray& ray, Seen& seen) const;

  const Drawing& drawing_;
  const TraceSettings& settings_;
  Vector3d origin_;
  Vector3f eye_, back_;
  float pixel_, size_;
  unsigned steps_;
  RTCDevice device_ = nullptr;
  RTCScene scene_ = nullptr;
  std::vector<std::unique_ptr<Part>> parts_;
  std::vector<Vector4f> controls_[2];
  std::vector<float> covers_, ballCovers_, densities_;
  std::vector<Station> stations_;
  const Part* ribbons_ = nullptr;
  std::vector<std::uint8_t> thin_;              // curves
  std::vector<std::vector<Vector3f>> normals_;  // of meshes' points
};

}  // namespace tendril::cli::show
