// What rays meet.
#include "cli/render/ray_scene.h"

#include <algorithm>
#include <cmath>
#include <cstring>
#include <tuple>

#include "cli/render/embree_buffer.h"
#include "solver/base/error.h"
#include "solver/base/math.h"

namespace tendril::cli::show {

namespace {

constexpr float kRibbon = 1;      // pixels: the radius below which a tube is a ribbon
constexpr unsigned kLayers = 48;  // of what covers a part, that one ray sees
constexpr float kUnit = 65536;    // of a fibre's thickness
constexpr int kDark = 5 * 65536;  // a thirtieth gets through
constexpr float kLeft = 0.03f;    // of the light: what lies behind adds no more than this

// Minus the binary logarithm of what gets through.
float densityOf(float cover) {
  return -std::log2(1 - std::min(cover, 0.999f));
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
  // Returns what gets through it and all before it.
  float add(const Met& one) {
    unsigned at = std::min(count, kLayers - 1);
    if (count == kLayers && !isNearer(one, met[at])) return 1;
    for (; at > 0 && isNearer(one, met[at - 1]); --at) met[at] = met[at - 1];
    met[at] = one;
    count = std::min(count + 1, kLayers);
    float through = 1;
    for (unsigned i = 0; i <= at; ++i) through *= 1 - met[i].cover;
    return through;
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
  addTubes();
  addRibbons();
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
  densities_.resize(covers_.size());
  for (unsigned k = 0; k < steps_; ++k) {
    controls_[k].resize(covers_.size());
    for (std::size_t i = 0; i < covers_.size(); ++i)
      controls_[k][i] = moved(drawing_.controls[k][i], covers_[i]);
  }
  for (std::size_t i = 0; i < covers_.size(); ++i) densities_[i] = densityOf(covers_[i]);
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

void RayScene::addTubes() {
  auto part = std::make_unique<Part>();
  part->scene = this;
  part->kind = Kind::curves;
  for (std::size_t c = 0; c < drawing_.curves.size(); ++c) {
    const DrawnCurve& curve = drawing_.curves[c];
    for (std::size_t s = 0; s < curve.segments && !thin_[c]; ++s) {
      part->vertices.push_back(curve.firstVertex + s);
      part->starts.push_back(curve.firstControl + 3 * s);
    }
  }
  if (part->starts.empty()) return;
  RTCGeometry geometry = rtcNewGeometry(device_, RTC_GEOMETRY_TYPE_ROUND_BEZIER_CURVE);
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
  if (part.ribbons) {
    const Piece& piece = part.pieces[primitive];
    return (1 - u) * piece.cover[0] + u * piece.cover[1];
  }
  const std::size_t first = part.starts[primitive];
  return (1 - u) * covers_[first] + u * covers_[first + 3];
}

int RayScene::thicknessAt(const Part& part, unsigned primitive, float u) const {
  float density = 0;
  if (part.kind == Kind::balls) {
    density = densityOf(ballCovers_[part.balls[primitive]]);
  } else if (part.ribbons) {
    const Piece& piece = part.pieces[primitive];
    density = (1 - u) * piece.density[0] + u * piece.density[1];
  } else {
    const std::size_t first = part.starts[primitive];
    density = (1 - u) * densities_[first] + u * densities_[first + 3];
  }
  return static_cast<int>(std::lround(kUnit * density));
}

// From pieces to segments.
void RayScene::toSegment(const Part& part, Met& met) {
  if (!part.ribbons) return;
  const Piece& piece = part.pieces[met.primitive];
  met.u = (1 - met.u) * piece.from + met.u * piece.to;
  met.primitive = piece.segment;
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
      toSegment(part, met);
      // what is behind enough of them is not looked for
      if (context.add(met) <= kLeft) arguments->valid[i] = -1;
      continue;
    }
    context.thickness += part.scene->thicknessAt(part, met.primitive, met.u);
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
  // a hit that covers a part only is in the list already: it ended the search
  if (hit.hit.geomID != RTC_INVALID_GEOMETRY_ID) {
    const Part& part = *parts_[hit.hit.geomID];
    if (part.kind == Kind::mesh || coverAt(part, hit.hit.primID, hit.hit.u) >= 1) {
      Met met = {hit.ray.tfar,
                 1,
                 hit.hit.u,
                 hit.hit.v,
                 hit.hit.geomID,
                 hit.hit.primID,
                 Vector3f(hit.hit.Ng_x, hit.hit.Ng_y, hit.hit.Ng_z)};
      toSegment(part, met);
      context.add(met);
    }
  }
  float left = 1;
  for (unsigned i = 0; i < context.count; ++i) {
    left *= 1 - context.met[i].cover;
    if (left > kLeft) continue;
    left = 0;
    context.count = i + 1;
  }
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

}  // namespace tendril::cli::show
