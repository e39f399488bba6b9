// Pictures by ray tracing.
#include "cli/render/tracer.h"

#include <embree3/rtcore.h>

#include <algorithm>
#include <cmath>
#include <cstring>
#include <limits>

#include "cli/render/shading.h"
#include "solver/base/error.h"
#include "solver/base/math.h"
#include "solver/base/parallel.h"

namespace tendril::cli::show {

namespace {

constexpr int kLayers = 48;           // of half-covered fibres that one ray goes through
constexpr float kLeast = 0.25f;       // pixels: the radius that thinner fibres are drawn with, half covering
constexpr float kLightAngle = 0.09f;  // rad, half of the light's width
constexpr float kHidden = 0.06f;      // of what is seen: what is behind so much is not looked at
constexpr float kAlike = 0.06f;       // of light: samples that differ by less
constexpr float kEnough = 0.02f;      // of the light: less is no matter

struct Device {
  RTCDevice device = rtcNewDevice(nullptr);
  ~Device() { rtcReleaseDevice(device); }
};

// The same numbers in every run: a lattice of 9 dimensions (powers of the root of x^10 = x + 1), shifted from
// pixel to pixel.
class Lattice {
 public:
  Lattice(std::uint32_t pixel, int sample) : pixel_(pixel), sample_(sample) {}
  float operator[](int dimension) const {
    static const std::array<double, 9> kSteps = [] {
      double root = 1.1;
      for (int i = 0; i < 60; ++i) root = std::pow(1 + root, 0.1);
      std::array<double, 9> steps{};
      double step = 1;
      for (double& one : steps) one = step /= root;
      return steps;
    }();
    const double shift = hash(pixel_ * 9u + static_cast<std::uint32_t>(dimension)) / 4294967296.0;
    const double at = shift + kSteps[static_cast<std::size_t>(dimension)] * (sample_ + 1);
    return std::min(static_cast<float>(at - std::floor(at)), 0.9999999f);
  }

 private:
  static std::uint32_t hash(std::uint32_t x) {
    x = (x ^ 61u ^ (x >> 16)) * 9u;
    x = (x ^ (x >> 4)) * 0x27d4eb2du;
    return x ^ (x >> 15);
  }
  std::uint32_t pixel_;
  int sample_;
};

struct Frame3 {
  Vector3f x, y, z;
};
Frame3 frameAround(const Vector3f& z) {
  const Vector3f x = z.unitOrthogonal();
  return {x, z.cross(x), z};
}

float toScreen(float light) {
  light = std::max(0.0f, light);
  const float soft = light < 0.7f ? light : 1 - 0.3f * std::exp(-(light - 0.7f) / 0.3f);  // no hard clipping
  return soft <= 0.0031308f ? 12.92f * soft : 1.055f * std::pow(soft, 1 / 2.4f) - 0.055f;
}
Vector3f toLight(const Vector3f& screen) {
  return screen.unaryExpr(
      [](float s) { return s <= 0.04045f ? s / 12.92f : std::pow((s + 0.055f) / 1.055f, 2.4f); });
}

// The scene for one camera: thin fibres are as wide as it needs them.
class World {
 public:
  World(const Drawing& drawing, const TraceSettings& settings, const Camera& camera)
      : drawing_(drawing), settings_(settings), axes_(camera.axes().cast<float>()), origin_(camera.target) {
    eye_ = (camera.eye - origin_).cast<float>();
    const float tangent = static_cast<float>(std::tan(0.5 * camera.fieldOfView * kPi / 180));
    pixel_ = 2 * tangent / static_cast<float>(settings.height);
    const Eigen::AlignedBox3f box = drawing.bounds();
    size_ = box.isEmpty() ? 1 : box.diagonal().norm();
    ground_ = settings.ground ? static_cast<float>(*settings.ground - origin_.y())
                              : -std::numeric_limits<float>::infinity();
    light_ = (axes_ * Vector3f(-0.5f, 0.8f, 0.6f)).normalized();
    if (light_.y() < 0.35f) light_ = Vector3f(light_.x(), 0.35f, light_.z()).normalized();  // from above
    scene_ = rtcNewScene(device_.device);
    rtcSetSceneFlags(scene_, RTC_SCENE_FLAG_ROBUST);
    steps_ = settings.blurs ? 2 : 1;
    addCurves();
    addBalls();
    for (const DrawnMesh& mesh : drawing.meshes) addMesh(mesh);
    rtcCommitScene(scene_);
    if (rtcGetDeviceError(device_.device) != RTC_ERROR_NONE)
      throw Error("the picture's scene could not be built: is there enough memory?");
  }
  ~World() { rtcReleaseScene(scene_); }

  Picture render() const {
    Picture picture(settings_.width, settings_.height);
    parallelFor(static_cast<std::size_t>(settings_.height), [&](std::size_t row) {
      for (int x = 0; x < settings_.width; ++x) {
        const Vector3f light = pixelAt(x, static_cast<int>(row));
        for (int c = 0; c < 3; ++c) {
          const float shown = settings_.coversOnly ? light[c] : toScreen(light[c]);
          picture.at(x, static_cast<int>(row))[c] =
              static_cast<std::uint8_t>(std::lround(255 * std::clamp(shown, 0.0f, 1.0f)));
        }
      }
    });
    return picture;
  }

 private:
  enum class Kind { curves, balls, mesh };
  struct Part {
    Kind kind;
    std::size_t mesh = 0;
  };

  struct Seen {  // by a ray, and what it is made of
    Vector3f place, normal;
    Fibre fibre;
    float cover = 1, radius = 0;
  };

  Vector4f seen(const Vector4f& control, float& cover) const {
    Vector4f moved = control;
    moved.head<3>() = (control.head<3>().cast<double>() - origin_).cast<float>();
    const float least = kLeast * pixel_ * std::max(0.0f, axes_.col(2).dot(eye_ - moved.head<3>()));
    cover = control[3] >= least ? 1 : control[3] / least;
    moved[3] = std::max(control[3], least);
    return moved;
  }

  template <class Value>
  static Value* buffer(RTCGeometry geometry, RTCBufferType type, unsigned slot, RTCFormat format,
                       std::size_t stride, std::size_t count) {
    void* made = rtcSetNewGeometryBuffer(geometry, type, slot, format, stride, count);
    if (!made) throw Error("there is not enough memory for the picture's scene");
    return static_cast<Value*>(made);
  }
  void attach(RTCGeometry geometry, const Part& part) {
    rtcCommitGeometry(geometry);
    rtcAttachGeometry(scene_, geometry);
    rtcReleaseGeometry(geometry);
    parts_.push_back(part);
  }

  void addCurves() {
    std::size_t segments = 0;
    for (const DrawnCurve& curve : drawing_.curves) segments += curve.segments;
    if (segments == 0) return;
    RTCGeometry geometry = rtcNewGeometry(device_.device, RTC_GEOMETRY_TYPE_ROUND_BEZIER_CURVE);
    rtcSetGeometryTimeStepCount(geometry, steps_);
    covers_.resize(drawing_.controls[0].size());
    for (unsigned k = 0; k < steps_; ++k) {
      auto* points =
          buffer<float>(geometry, RTC_BUFFER_TYPE_VERTEX, k, RTC_FORMAT_FLOAT4, 16, covers_.size());
      controls_[k].resize(covers_.size());
      for (std::size_t i = 0; i < covers_.size(); ++i) {
        controls_[k][i] = seen(drawing_.controls[k][i], covers_[i]);
        std::memcpy(points + 4 * i, controls_[k][i].data(), 16);
      }
    }
    auto* indices = buffer<unsigned>(geometry, RTC_BUFFER_TYPE_INDEX, 0, RTC_FORMAT_UINT, 4, segments);
    for (const DrawnCurve& curve : drawing_.curves)
      for (std::size_t s = 0; s < curve.segments; ++s) {
        *indices++ = static_cast<unsigned>(curve.firstControl + 3 * s);
        vertices_.push_back(curve.firstVertex + s);
        starts_.push_back(curve.firstControl + 3 * s);
      }
    attach(geometry, {Kind::curves});
  }

  void addBalls() {
    if (drawing_.balls.empty()) return;
    RTCGeometry geometry = rtcNewGeometry(device_.device, RTC_GEOMETRY_TYPE_SPHERE_POINT);
    rtcSetGeometryTimeStepCount(geometry, steps_);
    ballCovers_.resize(drawing_.balls.size());
    for (unsigned k = 0; k < steps_; ++k) {
      auto* points =
          buffer<float>(geometry, RTC_BUFFER_TYPE_VERTEX, k, RTC_FORMAT_FLOAT4, 16, drawing_.balls.size());
      for (std::size_t i = 0; i < drawing_.balls.size(); ++i) {
        const Vector4f at = seen(drawing_.balls[i].at[k], ballCovers_[i]);
        std::memcpy(points + 4 * i, at.data(), 16);
      }
    }
    attach(geometry, {Kind::balls});
  }

  void addMesh(const DrawnMesh& mesh) {
    RTCGeometry geometry = rtcNewGeometry(device_.device, RTC_GEOMETRY_TYPE_TRIANGLE);
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
    attach(geometry, {Kind::mesh, static_cast<std::size_t>(&mesh - drawing_.meshes.data())});
  }

  static RTCRayHit rayOf(const Vector3f& from, const Vector3f& way, float near, float far, float time) {
    RTCRayHit ray;
    std::memset(&ray, 0, sizeof ray);
    ray.ray.org_x = from.x(), ray.ray.org_y = from.y(), ray.ray.org_z = from.z();
    ray.ray.dir_x = way.x(), ray.ray.dir_y = way.y(), ray.ray.dir_z = way.z();
    ray.ray.tnear = near, ray.ray.tfar = far, ray.ray.time = time, ray.ray.mask = 0xffffffffu;
    ray.hit.geomID = ray.hit.instID[0] = RTC_INVALID_GEOMETRY_ID;
    return ray;
  }
  bool hits(RTCRayHit& ray) const {
    RTCIntersectContext context;
    rtcInitIntersectContext(&context);
    rtcIntersect1(scene_, &context, &ray);
    return ray.hit.geomID != RTC_INVALID_GEOMETRY_ID;
  }

  // The far side of a tube: what covers a part covers it once.
  static bool leaves(const RTCRayHit& ray, float cover) {
    return cover < 1 &&
           ray.hit.Ng_x * ray.ray.dir_x + ray.hit.Ng_y * ray.ray.dir_y + ray.hit.Ng_z * ray.ray.dir_z > 0;
  }

  float coverOf(const RTCRayHit& ray) const {
    const Part& part = parts_[ray.hit.geomID];
    if (part.kind == Kind::balls) return ballCovers_[ray.hit.primID];
    if (part.kind == Kind::mesh) return 1;
    const std::size_t first = starts_[ray.hit.primID];
    return (1 - ray.hit.u) * covers_[first] + ray.hit.u * covers_[first + 3];
  }

  // Whether light gets through; past what covers a part of the way, by chance.
  bool isLit(const Vector3f& from, const Vector3f& way, float near, float time, float chance) const {
    for (int layer = 0; layer < kLayers; ++layer) {
      RTCRayHit ray = rayOf(from, way, near, std::numeric_limits<float>::infinity(), time);
      if (!hits(ray)) return true;
      near = ray.ray.tfar + 1e-6f * size_;
      const float cover = coverOf(ray);
      if (leaves(ray, cover)) continue;
      if (chance < cover) return false;
      chance = (chance - cover) / (1 - cover);  // even again
    }
    return false;
  }

  Vector3f shown(float value, const Vector3f& colour) const {
    if (!settings_.showsValues || std::isnan(value)) return colour;
    const double range = settings_.high - settings_.low;
    return rampColour(range > 0 ? (value - settings_.low) / range : 0.5);
  }

  // The curve's derivative, where the ray met it.
  Vector3f tangentAt(const RTCRayHit& ray) const {
    const std::size_t first = starts_[ray.hit.primID];
    const float u = ray.hit.u, v = 1 - u, time = steps_ == 2 ? ray.ray.time : 0;
    const auto at = [&](std::size_t i) {
      const Vector3f open = controls_[0][first + i].head<3>();
      if (steps_ == 1) return open;
      return Vector3f((1 - time) * open + time * controls_[1][first + i].head<3>());
    };
    const Vector3f way = v * v * (at(1) - at(0)) + 2 * u * v * (at(2) - at(1)) + u * u * (at(3) - at(2));
    const float norm = way.norm();
    return norm > 0 ? Vector3f(way / norm) : Vector3f(Vector3f::UnitX());
  }

  Seen describe(const RTCRayHit& ray, const Vector3f& from, const Vector3f& way) const {
    Seen seen;
    seen.place = from + ray.ray.tfar * way;
    seen.normal = Vector3f(ray.hit.Ng_x, ray.hit.Ng_y, ray.hit.Ng_z);
    const float norm = seen.normal.norm();
    seen.normal = norm > 0 ? Vector3f(seen.normal / norm) : Vector3f(-way);
    if (seen.normal.dot(way) > 0) seen.normal = -seen.normal;
    seen.cover = coverOf(ray);
    seen.fibre.normal = seen.normal;
    seen.fibre.thick = 1;
    const Part& part = parts_[ray.hit.geomID];
    if (part.kind == Kind::curves) {
      const std::size_t vertex = vertices_[ray.hit.primID], first = starts_[ray.hit.primID];
      const float u = ray.hit.u;
      seen.fibre.tangent = tangentAt(ray);
      seen.radius = (1 - u) * controls_[0][first][3] + u * controls_[0][first + 3][3];
      seen.fibre.colour = (1 - u) * drawing_.colours[vertex] + u * drawing_.colours[vertex + 1];
      if (settings_.showsValues)
        seen.fibre.colour =
            shown((1 - u) * drawing_.values[vertex] + u * drawing_.values[vertex + 1], seen.fibre.colour);
      const float pixels = 2 * seen.radius / (pixel_ * ray.ray.tfar);
      seen.fibre.thick = std::clamp((pixels - 1) / 3, 0.0f, 1.0f);
    } else if (part.kind == Kind::balls) {
      const DrawnBall& ball = drawing_.balls[ray.hit.primID];
      seen.fibre.colour = shown(ball.value, ball.colour);
      seen.fibre.tangent = seen.normal.unitOrthogonal();
      seen.fibre.shine = 0.3f;
    } else {
      const DrawnMesh& mesh = drawing_.meshes[part.mesh];
      const auto& corners = mesh.triangles[ray.hit.primID];
      const float u = ray.hit.u, v = ray.hit.v;
      seen.fibre.colour = (1 - u - v) * mesh.colours[corners[0]] + u * mesh.colours[corners[1]] +
                          v * mesh.colours[corners[2]];
      seen.fibre.tangent = seen.normal.unitOrthogonal();
      seen.fibre.shine = 0;
    }
    seen.fibre.colour = toLight(seen.fibre.colour);
    if (settings_.showsValues) seen.fibre.shine *= 0.3f;
    return seen;
  }

  Vector3f background(const Vector3f& way) const {
    const float high = std::clamp(0.5f + 1.2f * way.y(), 0.0f, 1.0f);
    const Vector3f low = settings_.dark ? Vector3f(0.022f, 0.024f, 0.030f) : Vector3f(0.50f, 0.51f, 0.53f),
                   top = settings_.dark ? Vector3f(0.075f, 0.085f, 0.11f) : Vector3f(0.72f, 0.75f, 0.79f);
    return (1 - high) * low + high * top;
  }

  Vector3f lightOn(const Seen& seen, const Vector3f& way, const Lattice& lattice, float time,
                   int layer) const {
    constexpr float kSun = 1.9f, kSky = 0.55f;
    const float thick = seen.fibre.thick, off = 2e-5f * size_;
    const Vector3f from = seen.place + (off + 0.02f * seen.radius) * seen.normal;
    const float near = off + (1 - thick) * 2.5f * seen.radius;  // a thin fibre does not shade itself
    const Frame3 sun = frameAround(light_);
    const float angle = kLightAngle * std::sqrt(lattice[2]), turn = static_cast<float>(kTurn) * lattice[3];
    const Vector3f l = (sun.z + angle * (std::cos(turn) * sun.x + std::sin(turn) * sun.y)).normalized();
    Vector3f sum = Vector3f::Zero();
    const Vector3f direct = kSun * fibreLight(seen.fibre, l, -way);
    if (direct.maxCoeff() > kEnough && isLit(from, l, near, time, lattice[6])) sum += direct;
    // of the sky, by the cosine; behind other fibres, half of it
    if (layer > 0) return sum + 0.4f * kSky * seen.fibre.colour;
    const float radius = std::sqrt(lattice[4]), around = static_cast<float>(kTurn) * lattice[5];
    const Frame3 sky = frameAround(seen.normal);
    const Vector3f up = (radius * (std::cos(around) * sky.x + std::sin(around) * sky.y) +
                         std::sqrt(std::max(0.0f, 1 - radius * radius)) * sky.z)
                            .normalized();
    const float bright = settings_.ground && up.y() < 0 ? 0.45f : 0.75f + 0.25f * up.y();
    if (isLit(from, up, near, time, lattice[7])) sum += kSky * bright * seen.fibre.colour;
    return sum;
  }

  Vector3f groundLight(const Vector3f& place, const Vector3f& way, float far, const Lattice& lattice,
                       float time) const {
    Seen seen;
    seen.place = place;
    seen.normal = Vector3f::UnitY();
    seen.fibre.normal = seen.normal;
    seen.fibre.tangent = Vector3f::UnitX();
    seen.fibre.thick = 1;
    seen.fibre.shine = 0;
    seen.fibre.colour = Vector3f::Constant(settings_.dark ? 0.05f : 0.27f);
    const float fade = std::exp(-0.02f * far * far / (size_ * size_));
    if (fade < 0.004f) return background(way);
    return fade * lightOn(seen, way, lattice, time, 0) + (1 - fade) * background(way);
  }

  Vector3f lightAlong(const Vector3f& way, const Lattice& lattice) const {
    const float time = steps_ == 2 ? lattice[8] : 0;
    float ground = std::numeric_limits<float>::infinity();
    if (way.y() < 0 && eye_.y() > ground_) ground = (ground_ - eye_.y()) / way.y();
    Vector3f sum = Vector3f::Zero();
    float left = 1, near = 0;
    for (int layer = 0; layer < kLayers && left > kHidden; ++layer) {
      RTCRayHit ray = rayOf(eye_, way, near, ground, time);
      if (!hits(ray)) break;
      near = ray.ray.tfar + 1e-6f * size_;
      if (leaves(ray, coverOf(ray))) continue;
      const Seen seen = describe(ray, eye_, way);
      sum += left * seen.cover *
             (settings_.coversOnly ? Vector3f(Vector3f::Ones()) : lightOn(seen, way, lattice, time, layer));
      left *= 1 - seen.cover;
    }
    if (left <= kHidden) return sum / (1 - left);
    if (settings_.coversOnly) return sum;
    return sum + left * (std::isfinite(ground) ? groundLight(eye_ + ground * way, way, ground, lattice, time)
                                               : background(way));
  }

  Vector3f pixelAt(int x, int y) const {
    Vector3f sum = Vector3f::Zero();
    const std::uint32_t pixel = static_cast<std::uint32_t>(y) * static_cast<std::uint32_t>(settings_.width) +
                                static_cast<std::uint32_t>(x);
    const int few = (settings_.samples * 3 + 7) / 8;
    Vector3f low = Vector3f::Constant(1e9f), high = Vector3f::Constant(-1e9f);
    for (int s = 0; s < settings_.samples; ++s) {
      const Lattice lattice(pixel, s);
      const float right =
          (static_cast<float>(x) + lattice[0] - 0.5f * static_cast<float>(settings_.width)) * pixel_;
      const float up =
          (0.5f * static_cast<float>(settings_.height) - static_cast<float>(y) - lattice[1]) * pixel_;
      const Vector3f light = lightAlong((axes_ * Vector3f(right, up, -1)).normalized(), lattice);
      sum += light;
      if (settings_.coversOnly || s >= few) continue;
      low = low.cwiseMin(light);
      high = high.cwiseMax(light);
      // nothing but ground or sky here
      if (s + 1 == few && (high - low).maxCoeff() < kAlike) return sum / static_cast<float>(few);
    }
    return sum / static_cast<float>(settings_.samples);
  }

  const Drawing& drawing_;
  const TraceSettings& settings_;
  Eigen::Matrix3f axes_;
  Vector3d origin_;
  Vector3f eye_, light_;
  float pixel_, size_, ground_;
  unsigned steps_ = 1;
  Device device_;
  RTCScene scene_ = nullptr;
  std::vector<Part> parts_;
  std::vector<Vector4f> controls_[2];
  std::vector<float> covers_, ballCovers_;
  std::vector<std::size_t> vertices_, starts_;  // of segments
};

}  // namespace

Picture trace(const Drawing& drawing, const TraceSettings& settings, const Camera& camera) {
  return World(drawing, settings, camera).render();
}

}  // namespace tendril::cli::show
