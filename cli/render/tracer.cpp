// Pictures by ray tracing.
#include "cli/render/tracer.h"

#include <algorithm>
#include <atomic>
#include <cmath>
#include <cstring>
#include <limits>
#include <vector>

#include "cli/render/ray_scene.h"
#include "cli/render/sampling.h"
#include "solver/base/math.h"
#include "solver/base/parallel.h"

namespace tendril::cli::show {

namespace {

constexpr float kLightAngle = 0.09f;                         // rad, half of the light's width
constexpr float kAlike = 0.04f;                              // of light: samples that differ by less
constexpr float kEnough = 0.01f;                             // of the light: less is no matter
enum Purpose : std::uint32_t { kPlace, kTime, kSun, kSky };  // of a ray's numbers

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

class Tracer {
 public:
  Tracer(const Drawing& drawing, const TraceSettings& settings, const Camera& camera)
      : settings_(settings),
        axes_(camera.axes().cast<float>()),
        scene_(drawing, settings, camera),
        lights_(scene_.stationCount()) {
    eye_ = (camera.eye - camera.target).cast<float>();
    const float tangent = static_cast<float>(std::tan(0.5 * camera.fieldOfView * kDegree));
    pixel_ = 2 * tangent / static_cast<float>(settings.height);
    ground_ = settings.ground ? static_cast<float>(*settings.ground - camera.target.y())
                              : -std::numeric_limits<float>::infinity();
    light_ = (axes_ * Vector3f(-0.5f, 0.8f, 0.6f)).normalized();
    if (light_.y() < 0.35f) light_ = Vector3f(light_.x(), 0.35f, light_.z()).normalized();  // from above
  }

  Picture render() const {
    Picture picture(settings_.width, settings_.height);
    parallelFor(static_cast<std::size_t>(settings_.height), [&](std::size_t row) {
      for (int x = 0; x < settings_.width; ++x) {
        const int y = static_cast<int>(row);
        const Vector3f light = pixelAt(x, y);
        // evens out what 256 steps leave of a sky
        const float dither = settings_.coversOnly ? 0.5f : asPart(hashOf(numberOf(x, y), 77));
        for (int c = 0; c < 3; ++c) {
          const float shown = std::clamp(settings_.coversOnly ? light[c] : toScreen(light[c]), 0.0f, 1.0f);
          picture.at(x, y)[c] = static_cast<std::uint8_t>(std::min(255.0f, 255 * shown + dither));
        }
      }
    });
    return picture;
  }

 private:
  std::uint32_t numberOf(int x, int y) const {
    return static_cast<std::uint32_t>(y) * static_cast<std::uint32_t>(settings_.width) +
           static_cast<std::uint32_t>(x);
  }

  Vector3f background(const Vector3f& way) const {
    const float high = std::clamp(0.5f + 1.2f * way.y(), 0.0f, 1.0f);
    const Vector3f low = settings_.dark ? Vector3f(0.022f, 0.024f, 0.030f) : Vector3f(0.50f, 0.51f, 0.53f),
                   top = settings_.dark ? Vector3f(0.075f, 0.085f, 0.11f) : Vector3f(0.72f, 0.75f, 0.79f);
    return (1 - high) * low + high * top;
  }

  static constexpr float kSunLight = 1.9f, kSkyLight = 0.55f;

  // From where a thing is lit, and not shaded by itself.
  Ray rayFrom(const Seen& seen, float time) const {
    const float off = 2e-5f * scene_.size();
    Ray ray;
    ray.from = seen.place + (off + 0.02f * seen.radius) * seen.normal;
    ray.near = off + (1 - seen.fibre.thick) * 2.5f * seen.radius;
    ray.time = time;
    return ray;
  }
  Vector3f wayToSun(const RaySample& sample) const {
    const Frame3 sun = frameAround(light_);
    const Eigen::Vector2f onSun = sample.pair(kSun);
    const float angle = kLightAngle * std::sqrt(onSun[0]), turn = static_cast<float>(kTurn) * onSun[1];
    return (sun.z + angle * (std::cos(turn) * sun.x + std::sin(turn) * sun.y)).normalized();
  }
  // By the cosine.
  Vector3f wayToSky(const Vector3f& normal, const RaySample& sample) const {
    const Eigen::Vector2f onSky = sample.pair(kSky);
    const float radius = std::sqrt(onSky[0]), around = static_cast<float>(kTurn) * onSky[1];
    const Frame3 sky = frameAround(normal);
    return (radius * (std::cos(around) * sky.x + std::sin(around) * sky.y) +
            std::sqrt(std::max(0.0f, 1 - radius * radius)) * sky.z)
        .normalized();
  }
  float skyAlong(const Vector3f& way) const {
    return settings_.ground && way.y() < 0 ? 0.45f : 0.75f + 0.25f * way.y();
  }

  Vector3f lightOn(const Seen& seen, const Vector3f& way, const RaySample& sample, float time) const {
    if (seen.station != Seen::kNone) {
      const Eigen::Vector2f lit =
          (1 - seen.part) * lightAtStation(seen.station) + seen.part * lightAtStation(seen.station + 1);
      return lit[0] * kSunLight * fibreLight(seen.fibre, light_, -way) +
             lit[1] * kSkyLight * seen.fibre.colour;
    }
    Ray ray = rayFrom(seen, time);
    ray.way = wayToSun(sample);
    Vector3f sum = Vector3f::Zero();
    const Vector3f direct = kSunLight * fibreLight(seen.fibre, ray.way, -way);
    if (direct.maxCoeff() > kEnough) sum += scene_.lit(ray) * direct;
    ray.way = wayToSky(seen.fibre.normal, sample);
    return sum + scene_.lit(ray) * kSkyLight * skyAlong(ray.way) * seen.fibre.colour;
  }

  // How much of the sun and of the sky a fibre sees there; found when it is first asked for. Whoever finds
  // it finds the same, so it does not matter which thread is the first.
  Eigen::Vector2f lightAtStation(std::size_t station) const {
    constexpr std::uint32_t kRays = 8, kKnown = 0x80000000u;
    std::atomic<std::uint64_t>& kept = lights_[station];
    std::uint32_t bits[2];
    std::uint64_t both = kept.load(std::memory_order_relaxed);
    Eigen::Vector2f found = Eigen::Vector2f::Zero();
    if (both) {
      std::memcpy(bits, &both, sizeof both);
      bits[0] &= ~kKnown;
      std::memcpy(found.data(), bits, sizeof bits);
      return found;
    }
    Seen seen;
    for (std::uint32_t k = 0; k < kRays; ++k) {
      const RaySample sample(hashOf(static_cast<std::uint32_t>(station), 13), k);
      const float time = scene_.blurs() ? (static_cast<float>(k) + 0.5f) / kRays : 0;
      if (k == 0 || scene_.blurs()) scene_.describeStation(station, time, seen);
      Ray ray = rayFrom(seen, time);
      ray.way = wayToSun(sample);
      found[0] += scene_.lit(ray) / kRays;
      ray.way = wayToSky(seen.normal, sample);
      found[1] += scene_.lit(ray) * skyAlong(ray.way) / kRays;
    }
    std::memcpy(bits, found.data(), sizeof bits);
    bits[0] |= kKnown;
    std::memcpy(&both, bits, sizeof both);
    kept.store(both, std::memory_order_relaxed);
    return found;
  }

  // Shadows lie on it alone, where grain is seen: more rays to the lights.
  Vector3f groundLight(const Vector3f& way, float far, const RaySample& sample, float time) const {
    constexpr std::uint32_t kMore = 4;
    Seen seen;
    seen.place = eye_ + far * way;
    seen.normal = Vector3f::UnitY();
    seen.fibre.normal = seen.normal;
    seen.fibre.tangent = Vector3f::UnitX();
    seen.fibre.thick = 1;
    seen.fibre.shine = 0;
    seen.fibre.colour = Vector3f::Constant(settings_.dark ? 0.03f : 0.27f);
    const float fade = std::exp(-0.02f * far * far / (scene_.size() * scene_.size()));
    if (fade < 0.004f) return background(way);
    Vector3f sum = Vector3f::Zero();
    for (std::uint32_t k = 0; k < kMore; ++k) sum += lightOn(seen, way, sample.part(k, kMore), time);
    return fade / kMore * sum + (1 - fade) * background(way);
  }

  Vector3f lightAlong(const Vector3f& way, const RaySample& sample) const {
    Ray ray;
    ray.from = eye_;
    ray.way = way;
    const Eigen::Vector2f chances = sample.pair(kTime);
    ray.time = scene_.blurs() ? chances[0] : 0;
    if (way.y() < 0 && eye_.y() > ground_) ray.far = (ground_ - eye_.y()) / way.y();
    Seen seen;
    const float covered = scene_.see(ray, chances[1], seen);
    if (settings_.coversOnly) return Vector3f::Constant(covered);
    Vector3f sum = Vector3f::Zero();
    if (covered > 0) sum = covered * lightOn(seen, way, sample, ray.time);
    if (1 - covered < kEnough) return sum / covered;
    return sum + (1 - covered) *
                     (std::isfinite(ray.far) ? groundLight(way, ray.far, sample, ray.time) : background(way));
  }

  Vector3f pixelAt(int x, int y) const {
    Vector3f sum = Vector3f::Zero();
    const std::uint32_t pixel = numberOf(x, y);
    const int few = (settings_.samples * 3 + 7) / 8;
    Vector3f low = Vector3f::Constant(1e9f), high = Vector3f::Constant(-1e9f);
    for (int s = 0; s < settings_.samples; ++s) {
      const RaySample sample(pixel, static_cast<std::uint32_t>(s));
      const Eigen::Vector2f place = sample.pair(kPlace);
      const float right = static_cast<float>(x) + 0.5f + tent(place[0]),
                  down = static_cast<float>(y) + 0.5f + tent(place[1]);
      const Vector3f way(pixel_ * (right - 0.5f * static_cast<float>(settings_.width)),
                         pixel_ * (0.5f * static_cast<float>(settings_.height) - down), -1);
      const Vector3f light = lightAlong((axes_ * way).normalized(), sample);
      sum += light;
      if (settings_.coversOnly || s >= few) continue;
      low = low.cwiseMin(light);
      high = high.cwiseMax(light);
      // nothing but ground or sky here
      if (s + 1 == few && (high - low).maxCoeff() < kAlike) return sum / static_cast<float>(few);
    }
    return sum / static_cast<float>(settings_.samples);
  }

  const TraceSettings& settings_;
  Eigen::Matrix3f axes_;
  RayScene scene_;
  mutable std::vector<std::atomic<std::uint64_t>> lights_;  // of stations: two floats; 0: not known yet
  Vector3f eye_, light_;
  float pixel_, ground_;
};

}  // namespace

Picture trace(const Drawing& drawing, const TraceSettings& settings, const Camera& camera) {
  return Tracer(drawing, settings, camera).render();
}

}  // namespace tendril::cli::show
