// What rays meet.
#include "cli/render/ray_scene.h"

#include <algorithm>
#include <cmath>
#include <cstring>
#include <tuple>

#include "solver/base/error.h"
#include "solver/base/math.h"

namespace tendril::cli::show {

namespace {

constexpr float kRibbon = 1;        // pixels: the radius below which a tube is a ribbon
constexpr unsigned kLayers = 48;    // of what covers a part, that one ray sees
constexpr float kUnit = 65536;      // of a fibre's thickness
constexpr int kDark = 7 * 65536;    // less than a hundredth gets through
constexpr float kCreased = 0.766f;  // cosine of 40 degrees: faces that meet at more are not smooth

template <class Value>
Value* buffer(RTCGeometry geometry, RTCBufferType type, unsigned slot, RTCFormat format, std::size_t stride,
              std::size_t count) {
  void* made = rtcSetNewGeometryBuffer(geometry, type, slot, format, stride, count);
  if (!made) throw Error("there is not enough memory for the picture's scene");
  return static_cast<Value*>(made);
}

RTCRay rayOf(const Ray& ray) {
  RTCRay made;
  std::memset(&made, 0, sizeof made);
  made.org_x = ray.from.x(), made.org_y = ray.from.y(), made.org_z = ray.from.z();
  made.dir_x = ray.way.x(), made.dir_y = ray.way.y(), made.dir_z = ray.way.z();
  made.tnear = ray.near, made.tfar = ray.far, made.time = ray.time, made.mask = 0xffffffffu;
  return made;
}

// Sums of the faces around each point.
std::vector<Vector3f> normalsOf(const DrawnMesh& mesh) {
  std::vector<Vector3f> normals(mesh.points[0].size(), Vector3f::Zero());
  for (const auto& t : mesh.triangles) {
    const Vector3f &a = mesh.points[0][t[0]], &b = mesh.points[0][t[1]], &c = mesh.points[0][t[2]];
    for (const std::uint32_t corner : t) normals[corner] += (b - a).cross(Vector3f(c - a));
  }
  for (Vector3f& normal : normals) normal.normalize();
  return normals;
}

}  // namespace

// What a ray goes through on its way. Sums of integers and sorted lists: they do not depend on the order in
// which Embree finds things.
struct RayScene::Context {
  RTCIntersectContext base;
  bool keeps;      // what it meets; else only how much that covers
  int thickness;   // of what it went through: minus the binary logarithm of what gets through, in kUnit
  unsigned count;  // of `met`, the nearest first
  Met met[kLayers];

  explicit Context(bool keepsThem) : keeps(keepsThem), thickness(0), count(0) {
    rtcInitIntersectContext(&base);
  }
  void add(const Met& one) {
    unsigned at = std::min(count, kLayers - 1);
    if (count == kLayers && !isNearer(one, met[at])) return;
    for (; at > 0 && isNearer(one, met[at - 1]); --at) met[at] = met[at - 1];
    met[at] = one;
    count = std::min(count + 1, kLayers);
  }
  static bool isNearer(const Met& a, const Met& b) {
    return std::tie(a.far, a.part, a.primitive) < std::tie(b.far, b.part, b.primitive);
  }
};

RayScene::RayScene(const Drawing& drawing, const TraceSettings& settings, const Camera& camera)
    : drawing_(drawing), settings_(settings), origin_(camera.target), steps_(settings.blurs ? 2 : 1) {
  eye_ = (camera.eye - origin_).cast<float>();
  back_ = camera.axes().col(2).cast<float>();
  const float tangent = static_cast<float>(std::tan(0.5 * camera.fieldOfView * kDegree));
  pixel_ = 2 * tangent / static_cast<float>(settings.height);
  const Eigen::AlignedBox3f box = drawing.bounds();
  size_ = box.isEmpty() ? 1 : box.diagonal().norm();
  device_ = rtcNewDevice(nullptr);
  scene_ = rtcNewScene(device_);
  rtcSetSceneFlags(scene_, RTC_SCENE_FLAG_ROBUST);
  moveControls();
  for (const bool thin : {false, true}) addCurves(thin);
  addBalls();
  for (const DrawnMesh& mesh : drawing.meshes) addMesh(mesh);
  rtcCommitScene(scene_);
  if (rtcGetDeviceError(device_) != RTC_ERROR_NONE)
    throw Error("the picture's scene could not be built: is there enough memory?");
}

RayScene::~RayScene() {
  rtcReleaseScene(scene_);
  rtcReleaseDevice(device_);
}

Vector4f RayScene::moved(const Vector4f& control, float& cover) const {
  Vector4f made = control;
  made.head<3>() = (control.head<3>().cast<double>() - origin_).cast<float>();
  const float wide = settings_.leastWidth * pixel_,
              least = 0.5f * wide * std::max(0.0f, back_.dot(eye_ - made.head<3>()));
  cover = control[3] >= least ? 1 : control[3] / least;
  made[3] = std::max(control[3], least);
  return made;
}

void RayScene::moveControls() {
  covers_.resize(drawing_.controls[0].size());
  for (unsigned k = 0; k < steps_; ++k) {
    controls_[k].resize(covers_.size());
    for (std::size_t i = 0; i < covers_.size(); ++i)
      controls_[k][i] = moved(drawing_.controls[k][i], covers_[i]);
  }
  for (const DrawnCurve& curve : drawing_.curves) {
    bool thin = true;
    for (std::size_t i = 0; i <= 3 * curve.segments && thin; ++i) {
      const Vector4f& at = controls_[0][curve.firstControl + i];
      thin = at[3] < kRibbon * pixel_ * back_.dot(eye_ - at.head<3>());
    }
    thin_.push_back(thin);
  }
}

void RayScene::attach(RTCGeometry geometry, std::unique_ptr<Part> part) {
  part->number = static_cast<unsigned>(parts_.size());
  rtcSetGeometryUserData(geometry, part.get());
  if (part->kind != Kind::mesh) {
    rtcSetGeometryIntersectFilterFunction(geometry, filter);
    rtcSetGeometryOccludedFilterFunction(geometry, filter);
  }
  rtcCommitGeometry(geometry);
  rtcAttachGeometry(scene_, geometry);
  rtcReleaseGeometry(geometry);
  parts_.push_back(std::move(part));
}

void RayScene::addCurves(bool thin) {
  auto part = std::make_unique<Part>();
  part->scene = this;
  part->kind = Kind::curves;
  part->ribbons = thin;
  for (std::size_t c = 0; c < drawing_.curves.size(); ++c) {
    const DrawnCurve& curve = drawing_.curves[c];
    for (std::size_t s = 0; s < curve.segments && thin_[c] == thin; ++s) {
      part->vertices.push_back(curve.firstVertex + s);
      part->starts.push_back(curve.firstControl + 3 * s);
    }
  }
  if (part->starts.empty()) return;
  RTCGeometry geometry = rtcNewGeometry(
      device_, thin ? RTC_GEOMETRY_TYPE_FLAT_BEZIER_CURVE : RTC_GEOMETRY_TYPE_ROUND_BEZIER_CURVE);
  rtcSetGeometryTimeStepCount(geometry, steps_);
  for (unsigned k = 0; k < steps_; ++k)
    rtcSetSharedGeometryBuffer(geometry, RTC_BUFFER_TYPE_VERTEX, k, RTC_FORMAT_FLOAT4, controls_[k].data(), 0,
                               16, controls_[k].size());
  auto* indices =
      buffer<unsigned>(geometry, RTC_BUFFER_TYPE_INDEX, 0, RTC_FORMAT_UINT, 4, part->starts.size());
  for (const std::size_t start : part->starts) *indices++ = static_cast<unsigned>(start);
  attach(geometry, std::move(part));
}

void RayScene::addBalls() {
  auto part = std::make_unique<Part>();
  part->scene = this;
  part->kind = Kind::balls;
  ballCovers_.resize(drawing_.balls.size());
  std::vector<Vector4f> places[2];
  for (std::size_t i = 0; i < drawing_.balls.size(); ++i) {
    Vector4f at[2];
    for (unsigned k = 0; k < steps_; ++k) at[k] = moved(drawing_.balls[i].at[k], ballCovers_[i]);
    if (drawing_.balls[i].cap && at[0][3] < kRibbon * pixel_ * back_.dot(eye_ - at[0].head<3>())) continue;
    for (unsigned k = 0; k < steps_; ++k) places[k].push_back(at[k]);
    part->balls.push_back(i);
  }
  if (part->balls.empty()) return;
  RTCGeometry geometry = rtcNewGeometry(device_, RTC_GEOMETRY_TYPE_SPHERE_POINT);
  rtcSetGeometryTimeStepCount(geometry, steps_);
  for (unsigned k = 0; k < steps_; ++k) {
    auto* points =
        buffer<float>(geometry, RTC_BUFFER_TYPE_VERTEX, k, RTC_FORMAT_FLOAT4, 16, places[k].size());
    for (std::size_t i = 0; i < places[k].size(); ++i) std::memcpy(points + 4 * i, places[k][i].data(), 16);
  }
  attach(geometry, std::move(part));
}

void RayScene::addMesh(const DrawnMesh& mesh) {
  auto part = std::make_unique<Part>();
  part->scene = this;
  part->kind = Kind::mesh;
  part->mesh = normals_.size();
  normals_.push_back(normalsOf(mesh));
  RTCGeometry geometry = rtcNewGeometry(device_, RTC_GEOMETRY_TYPE_TRIANGLE);
  rtcSetGeometryTimeStepCount(geometry, steps_);
  for (unsigned k = 0; k < steps_; ++k) {
    auto* points =
        buffer<float>(geometry, RTC_BUFFER_TYPE_VERTEX, k, RTC_FORMAT_FLOAT3, 12, mesh.points[0].size());
    for (std::size_t i = 0; i < mesh.points[k].size(); ++i) {
      const Vector3f at = (mesh.points[k][i].cast<double>() - origin_).cast<float>();
      std::memcpy(points + 3 * i, at.data(), 12);
    }
  }
  auto* triangles =
      buffer<unsigned>(geometry, RTC_BUFFER_TYPE_INDEX, 0, RTC_FORMAT_UINT3, 12, mesh.triangles.size());
  std::memcpy(triangles, mesh.triangles.data(), 12 * mesh.triangles.size());
  attach(geometry, std::move(part));
}

float RayScene::coverAt(const Part& part, unsigned primitive, float u) const {
  if (part.kind == Kind::balls) return ballCovers_[part.balls[primitive]];
  const std::size_t first = part.starts[primitive];
  return (1 - u) * covers_[first] + u * covers_[first + 3];
}

// What covers a part is noted, and the ray goes on.
void RayScene::filter(const RTCFilterFunctionNArguments* arguments) {
  const Part& part = *static_cast<const Part*>(arguments->geometryUserPtr);
  Context& context = *reinterpret_cast<Context*>(arguments->context);
  const unsigned n = arguments->N;
  for (unsigned i = 0; i < n; ++i) {
    if (arguments->valid[i] == 0) continue;
    Met met;
    met.u = RTCHitN_u(arguments->hit, n, i);
    met.primitive = RTCHitN_primID(arguments->hit, n, i);
    met.cover = part.scene->coverAt(part, met.primitive, met.u);
    if (met.cover >= 1) continue;
    arguments->valid[i] = 0;
    met.normal = Vector3f(RTCHitN_Ng_x(arguments->hit, n, i), RTCHitN_Ng_y(arguments->hit, n, i),
                          RTCHitN_Ng_z(arguments->hit, n, i));
    const Vector3f way(RTCRayN_dir_x(arguments->ray, n, i), RTCRayN_dir_y(arguments->ray, n, i),
                       RTCRayN_dir_z(arguments->ray, n, i));
    // a tube covers once, not on its far side again
    if (!part.ribbons && met.normal.dot(way) > 0) continue;
    if (context.keeps) {
      met.far = RTCRayN_tfar(arguments->ray, n, i);
      met.v = RTCHitN_v(arguments->hit, n, i);
      met.part = part.number;
      context.add(met);
      continue;
    }
    context.thickness += static_cast<int>(std::lround(-kUnit * std::log2(1 - met.cover)));
    if (context.thickness > kDark) arguments->valid[i] = -1;
  }
}

float RayScene::lit(const Ray& ray) const {
  Context context(false);
  RTCRay made = rayOf(ray);
  rtcOccluded1(scene_, &context.base, &made);
  if (made.tfar < 0) return 0;
  return std::exp2(static_cast<float>(-context.thickness) / kUnit);
}

float RayScene::see(const Ray& ray, float chance, Seen& seen) const {
  Context context(true);
  RTCRayHit hit;
  std::memset(&hit, 0, sizeof hit);
  hit.ray = rayOf(ray);
  hit.hit.geomID = hit.hit.instID[0] = RTC_INVALID_GEOMETRY_ID;
  rtcIntersect1(scene_, &context.base, &hit);
  if (hit.hit.geomID != RTC_INVALID_GEOMETRY_ID)
    context.add({hit.ray.tfar, 1, hit.hit.u, hit.hit.v, hit.hit.geomID, hit.hit.primID,
                 Vector3f(hit.hit.Ng_x, hit.hit.Ng_y, hit.hit.Ng_z)});
  float left = 1;
  for (unsigned i = 0; i < context.count; ++i) left *= 1 - context.met[i].cover;
  const float covered = 1 - left;
  float before = 0, through = 1;
  for (unsigned i = 0; i < context.count; ++i) {
    before += through * context.met[i].cover;
    through *= 1 - context.met[i].cover;
    if (before < chance * covered && i + 1 < context.count) continue;
    describe(context.met[i], ray, seen);
    break;
  }
  return covered;
}

void RayScene::describe(const Met& met, const Ray& ray, Seen& seen) const {
  seen = Seen();
  seen.place = ray.from + met.far * ray.way;
  const float norm = met.normal.norm();
  seen.normal = norm > 0 ? Vector3f(met.normal / norm) : Vector3f(-ray.way);
  if (seen.normal.dot(ray.way) > 0) seen.normal = -seen.normal;
  seen.fibre.thick = 1;
  const Part& part = *parts_[met.part];
  if (part.kind == Kind::curves) {
    describeCurve(part, met, ray, seen);
  } else if (part.kind == Kind::balls) {
    const DrawnBall& ball = drawing_.balls[part.balls[met.primitive]];
    seen.fibre.colour = shown(ball.value, ball.colour);
    seen.fibre.tangent = seen.normal.unitOrthogonal();
    seen.fibre.shine = 0.3f;
    seen.fibre.normal = seen.normal;
  } else {
    describeMesh(part, met, ray, seen);
  }
  seen.fibre.colour = toLight(seen.fibre.colour);
  if (settings_.showsValues) seen.fibre.shine *= 0.3f;
}

Vector3f RayScene::shown(float value, const Vector3f& colour) const {
  if (!settings_.showsValues || std::isnan(value)) return colour;
  const double range = settings_.high - settings_.low;
  return rampColour(range > 0 ? (value - settings_.low) / range : 0.5);
}

// The curve's derivative.
Vector3f RayScene::tangentAt(std::size_t first, float u, float time) const {
  const float v = 1 - u;
  const auto at = [&](std::size_t i) {
    const Vector3f open = controls_[0][first + i].head<3>();
    if (steps_ == 1) return open;
    return Vector3f((1 - time) * open + time * controls_[1][first + i].head<3>());
  };
  const Vector3f way = v * v * (at(1) - at(0)) + 2 * u * v * (at(2) - at(1)) + u * u * (at(3) - at(2));
  const float norm = way.norm();
  return norm > 0 ? Vector3f(way / norm) : Vector3f(Vector3f::UnitX());
}

void RayScene::describeCurve(const Part& part, const Met& met, const Ray& ray, Seen& seen) const {
  const std::size_t vertex = part.vertices[met.primitive], first = part.starts[met.primitive];
  const float u = met.u;
  seen.fibre.tangent = tangentAt(first, u, ray.time);
  seen.radius = (1 - u) * controls_[0][first][3] + u * controls_[0][first + 3][3];
  seen.fibre.colour = (1 - u) * drawing_.colours[vertex] + u * drawing_.colours[vertex + 1];
  if (settings_.showsValues)
    seen.fibre.colour =
        shown((1 - u) * drawing_.values[vertex] + u * drawing_.values[vertex + 1], seen.fibre.colour);
  const float pixels = 2 * seen.radius / (pixel_ * met.far);
  seen.fibre.thick = std::clamp((pixels - 1) / 3, 0.0f, 1.0f);
  if (part.ribbons) {  // a ribbon faces the ray
    const Vector3f across = seen.fibre.tangent.dot(ray.way) * seen.fibre.tangent - ray.way;
    seen.normal = across.norm() > 1e-4f ? Vector3f(across.normalized()) : Vector3f(-ray.way);
  }
  seen.fibre.normal = seen.normal;
}

void RayScene::describeMesh(const Part& part, const Met& met, const Ray& ray, Seen& seen) const {
  const DrawnMesh& mesh = drawing_.meshes[part.mesh];
  const auto& corners = mesh.triangles[met.primitive];
  const float parts[] = {1 - met.u - met.v, met.u, met.v};
  Vector3f smooth = Vector3f::Zero();
  seen.fibre.colour = Vector3f::Zero();
  for (std::size_t k = 0; k < 3; ++k) {
    Vector3f normal = normals_[part.mesh][corners[k]];
    const float facing = normal.dot(seen.normal);
    if (facing < 0) normal = -normal;
    smooth += parts[k] * (std::abs(facing) > kCreased ? normal : seen.normal);
    seen.fibre.colour += parts[k] * mesh.colours[corners[k]];
  }
  smooth.normalize();
  seen.fibre.normal = smooth.dot(ray.way) < 0 ? smooth : seen.normal;
  seen.fibre.tangent = seen.fibre.normal.unitOrthogonal();
  seen.fibre.shine = 0;
}

}  // namespace tendril::cli::show
