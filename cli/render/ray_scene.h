// A drawing as rays meet it (Embree): tubes, ribbons for what is thinner than a pixel or two, balls, triangles.
//
// A fibre thinner than the least width is drawn that wide, and met by that part of the rays that the true one
// would cover: it stays as faint as it is, and its line is smooth.
#pragma once

#include <embree3/rtcore.h>

#include <memory>

#include "cli/render/sampling.h"
#include "cli/render/shading.h"
#include "cli/render/tracer.h"

namespace tendril::cli::show {

struct Seen {  // by a ray, and what it is made of
  Vector3f place = Vector3f::Zero(), normal = Vector3f::UnitY();
  Fibre fibre;
  float radius = 0;
};

struct Ray {
  Vector3f from, way;
  float near = 0, far = std::numeric_limits<float>::infinity();
  float time = 0;             // 0 the shutter opens, 1 it closes
  std::uint32_t purpose = 0;  // of the ray: others meet other fibres
};

// For one camera. Places are from its target on.
class RayScene {
 public:
  RayScene(const Drawing& drawing, const TraceSettings& settings, const Camera& camera);
  ~RayScene();
  RayScene(const RayScene&) = delete;

  bool see(const Ray& ray, const Sample& sample, Seen& seen) const;
  bool isLit(const Ray& ray, const Sample& sample) const;  // nothing stands in its way

  float size() const { return size_; }
  bool blurs() const { return steps_ == 2; }

 private:
  enum class Kind { curves, balls, mesh };
  struct Part {
    const RayScene* scene;
    Kind kind;
    std::size_t mesh;
    std::vector<std::size_t> vertices, starts, curves;  // of segments: first vertex, first control, whose
    std::vector<std::size_t> balls;
  };
  struct Context;

  Vector4f moved(const Vector4f& control, float& cover) const;
  void moveControls();
  void addCurves(bool thin);
  void addBalls();
  void addMesh(const DrawnMesh& mesh);
  void attach(RTCGeometry geometry, std::unique_ptr<Part> part);
  static void filter(const RTCFilterFunctionNArguments* arguments);
  float coverAt(const Part& part, unsigned primitive, float u) const;
  Vector3f shown(float value, const Vector3f& colour) const;
  Vector3f tangentAt(std::size_t first, float u, float time) const;
  void describeCurve(const Part& part, const RTCRayHit& hit, const Vector3f& way, Seen& seen) const;
  void describeMesh(const Part& part, const RTCRayHit& hit, const Vector3f& way, Seen& seen) const;

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
  std::vector<float> covers_, ballCovers_;
  std::vector<std::uint8_t> thin_;  // curves
  std::vector<std::vector<Vector3f>> normals_;  // of meshes' points
};

}  // namespace tendril::cli::show
