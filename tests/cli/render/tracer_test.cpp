// Pictures: silhouettes against exact curves, the same bits each time.
#include "cli/render/tracer.h"

#include <gtest/gtest.h>
#include <tbb/global_control.h>

#include <cmath>
#include <filesystem>

#include "cli/render/sampling.h"
#include "solver/rods/evaluate.h"
#include "tests/support/drawn.h"
#include "tests/support/thorough.h"

namespace tendril::test {
namespace {

using namespace show;

constexpr int kWide = 320, kHigh = 180;

struct Disc {
  double x, y, radius;  // pixels
};

// How far a pixel's middle is outside of what a tube covers, in pixels.
double outside(const std::vector<Disc>& discs, double x, double y) {
  double least = 1e9;
  for (const Disc& disc : discs) least = std::min(least, std::hypot(x - disc.x, y - disc.y) - disc.radius);
  return least;
}

std::vector<Disc> discsOf(const Rod& rod, double radius, const Camera& camera) {
  std::vector<Disc> discs;
  const double focal = 0.5 * kHigh / std::tan(0.5 * camera.fieldOfView * kTurn / 360);
  for (const Sample& sample : sampleRod(rod.shape, Motion(), evenArcs(rod.shape, 3000))) {
    const Vector3d seen = camera.project(sample.frame.position, kWide, kHigh);
    discs.push_back({seen.x(), seen.y(), radius * focal / seen.z()});
  }
  return discs;
}

TEST(Tracer, SilhouettesAreTheExactCurves) {
  for (const Model model : {Model::clothoid, Model::helix, Model::chain})
    for (const double radius : {0.02, 0.004}) {
      SCOPED_TRACE(std::string(nameOf(model)) + std::to_string(radius));
      const Rod rod = coil(model, 6, 1);
      Drawing drawing;
      addGeometry(geometryOf({rod}, radius), {}, drawing);
      // from afar, so that a ball's picture is a disc
      const Camera camera = fitted(drawing.bounds().cast<double>(), 20, 10, 8, 16.0 / 9);
      TraceSettings settings;
      settings.width = kWide;
      settings.height = kHigh;
      settings.samples = kThorough ? 32 : 8;
      settings.coversOnly = true;
      const Picture picture = trace(drawing, settings, camera);
      const std::vector<Disc> discs = discsOf(rod, radius, camera);
      // pixels: the error allowed, and what a pixel sees: the filter to its corners
      constexpr double kHalf = 0.5, kCorner = 1.4142 * kFilterRadius;
      int covered = 0;
      for (int y = 0; y < kHigh; ++y)
        for (int x = 0; x < kWide; ++x) {
          const double off = outside(discs, x + 0.5, y + 0.5);
          const int cover = picture.at(x, y)[0];
          if (off > kCorner + kHalf) {
            ASSERT_EQ(cover, 0) << x << " " << y << " is " << off << " outside";
          }
          if (off < -kCorner - kHalf) {
            ASSERT_EQ(cover, 255) << x << " " << y << " is " << -off << " inside";
          }
          covered += off < 0;
        }
      EXPECT_GT(covered, 200);
    }
}

// Fibres far thinner than a pixel cover as much as they are wide.
TEST(Tracer, ThinFibresCoverAsMuchAsTheyAreWide) {
  Geometry g;
  addCurve(g, {{-1, 0, 0}, {1, 0.1, 0}});
  const double pixel = 2 * 10 * std::tan(0.5 * 8 * kTurn / 360) / kHigh;  // at the distance of 10
  for (const double pixels : {0.05, 0.3, 0.8}) {
    Drawing drawing;
    DrawSettings draw;
    draw.radius = 0.5 * pixels * pixel;
    addGeometry(g, draw, drawing);
    TraceSettings settings;
    settings.width = kWide;
    settings.height = kHigh;
    settings.samples = 64;
    settings.coversOnly = true;
    Camera camera;
    camera.eye = {0, 0, 10};
    camera.fieldOfView = 8;
    const Picture picture = trace(drawing, settings, camera);
    // columns in the middle, where the fibre crosses
    double sum = 0;
    for (int y = 0; y < kHigh; ++y)
      for (int x = 100; x < 220; ++x) sum += picture.at(x, y)[0] / 255.0;
    EXPECT_NEAR(sum / 120, pixels, 0.1 * pixels + 0.01) << pixels;
  }
}

// What a fibre takes from the light behind it, in all; and how uneven its line is, in parts of that.
struct Darkening {
  double sum = 0, uneven = 0;
};
Darkening darkeningOf(double pixels, float leastWidth, int samples) {
  constexpr int kWide = 240, kHigh = 40;
  Geometry g;
  addCurve(g, {{-1, 0, 0}, {1, 0.03, 0}});
  g.add(Owner::point, "Cd", Storage::real32, 3, "color");  // black
  const double pixel = 2 * 10 * std::tan(0.5 * 2 * kTurn / 360) / kHigh;
  Drawing drawing;
  DrawSettings draw;
  draw.radius = 0.5 * pixels * pixel;
  addGeometry(g, draw, drawing);
  TraceSettings settings;
  settings.width = kWide;
  settings.height = kHigh;
  settings.samples = samples;
  settings.leastWidth = leastWidth;
  Camera camera;
  camera.eye = {0, 0, 10};
  camera.fieldOfView = 2;
  const Picture with = trace(drawing, settings, camera), without = trace(Drawing(), settings, camera);
  std::vector<double> columns(kWide, 0);
  for (int x = 40; x < 200; ++x)
    for (int y = 0; y < kHigh; ++y)
      columns[static_cast<std::size_t>(x)] += double(without.at(x, y)[1]) - double(with.at(x, y)[1]);
  Darkening made;
  for (int x = 40; x < 200; ++x) made.sum += columns[static_cast<std::size_t>(x)] / 160;
  for (int x = 40; x < 200; ++x)
    made.uneven += std::pow(columns[static_cast<std::size_t>(x)] / made.sum - 1, 2) / 160;
  made.uneven = std::sqrt(made.uneven);
  return made;
}

// A fibre of a tenth of a pixel, drawn a pixel wide, takes as much light as the true one, in a smoother line.
TEST(Tracer, TheLeastWidthKeepsTheLight) {
  const Darkening truth = darkeningOf(0.1, 0, 2048), drawn = darkeningOf(0.1, 1, 256);
  EXPECT_GT(truth.sum, 5);  // of 255
  EXPECT_NEAR(drawn.sum, truth.sum, 0.06 * truth.sum);
  EXPECT_LT(darkeningOf(0.1, 1, 32).uneven, 0.7 * darkeningOf(0.1, 0, 32).uneven);
}

// Light on a fibre of a pixel is found at stations along it: they see what stands in the light.
TEST(Tracer, AFibreIsDarkWhereAShadowFalls) {
  constexpr int kWide = 240, kHigh = 40;
  Geometry g;
  addCurve(g, {{-1, 0, 0}, {1, 0, 0}});
  Attribute& colour = g.add(Owner::point, "Cd", Storage::real32, 3, "color");
  for (const std::size_t i : {0u, 1u}) setTuple(colour, i, Vector3d(0.9, 0.9, 0.9));
  // a board between the right half and the sun, behind the camera's back
  const Vector3d toSun = Vector3d(-0.5, 0.8, 0.6).normalized();
  std::vector<std::int32_t> corners;
  for (const auto& [x, z] : {std::pair(0.0, -1.0), {3.0, -1.0}, {3.0, 1.0}, {0.0, 1.0}}) {
    const std::size_t point = g.addPoints(1);
    setTuple(*g.find(Owner::point, "P"), point, Vector3d(2 * toSun + Vector3d(x, 0, z)));
    corners.push_back(static_cast<std::int32_t>(point));
  }
  g.addPrimitive(PrimitiveKind::polygon, corners);
  Drawing drawing;
  DrawSettings draw;
  draw.radius = 0.002;
  addGeometry(g, draw, drawing);
  TraceSettings settings;
  settings.width = kWide;
  settings.height = kHigh;
  settings.dark = true;
  Camera camera;
  camera.eye = {0, 0, 20};
  camera.fieldOfView = 1;
  const Picture picture = trace(drawing, settings, camera), none = trace(Drawing(), settings, camera);
  const auto light = [&](int from, int to) {
    double sum = 0;
    for (int x = from; x < to; ++x)
      for (int y = 0; y < kHigh; ++y) sum += double(picture.at(x, y)[1]) - double(none.at(x, y)[1]);
    return sum;
  };
  EXPECT_GT(light(20, 100), 500);
  EXPECT_LT(light(140, 220), 0.8 * light(20, 100));
  EXPECT_GT(light(140, 220), 0);
}

// A ball of few faces is round, a cube has edges.
TEST(Tracer, FacesAreSmoothWhereTheyMeetAtLittleAngle) {
  const auto tonesOf = [](int around, int high) {
    Geometry g;
    std::vector<std::int32_t> ring;
    for (int i = 0; i <= high; ++i)
      for (int k = 0; k < around; ++k) {
        const double a = kTurn * k / around, e = kTurn * (0.25 - 0.5 * (i + 0.02) / (high + 0.04));
        const std::size_t point = g.addPoints(1);
        setTuple(*g.find(Owner::point, "P"), point,
                 Eigen::Vector3d(std::cos(e) * std::sin(a), std::sin(e), std::cos(e) * std::cos(a)));
      }
    for (int i = 0; i < high; ++i)
      for (int k = 0; k < around; ++k) {
        const int at[] = {i * around + k, (i + 1) * around + k, (i + 1) * around + (k + 1) % around,
                          i * around + (k + 1) % around};
        ring.assign(at, at + 4);
        g.addPrimitive(PrimitiveKind::polygon, ring);
      }
    Drawing drawing;
    addGeometry(g, {}, drawing);
    TraceSettings settings;
    settings.width = settings.height = 80;
    settings.samples = 64;
    const Picture picture = trace(drawing, settings, fitted(drawing.bounds().cast<double>(), 10, 10, 20, 1));
    double most = 0;  // the largest step between neighbours inside
    for (int x = 30; x < 50; ++x)
      most = std::max(most, std::abs(double(picture.at(x, 40)[1]) - double(picture.at(x - 1, 40)[1])));
    return most;
  };
  EXPECT_LT(tonesOf(16, 8), 10);
  EXPECT_GT(tonesOf(5, 1), 15);
}

Picture small(const Drawing& drawing) {
  TraceSettings settings;
  settings.width = 96;
  settings.height = 54;
  settings.samples = 4;
  settings.ground = drawing.bounds().min().y();
  settings.blurs = true;
  return trace(drawing, settings, fitted(drawing.bounds().cast<double>(), 25, 12, 35, 16.0 / 9));
}

TEST(Tracer, TheSameBitsForAnyNumberOfThreads) {
  std::vector<Rod> rods;
  for (int i = 0; i < 30; ++i) {
    rods.push_back(coil(i % 2 ? Model::clothoid : Model::helix, 5, 0.6));
    rods.back().shape.root.position = Eigen::Vector3d(0.05 * i, 0.02 * (i % 7), 0.03 * (i % 5));
  }
  Drawing drawing;
  DrawSettings settings;
  settings.shutter = 0.05;
  addGeometry(geometryOf(rods, 0.002), settings, drawing);
  const Picture first = small(drawing), again = small(drawing);
  EXPECT_EQ(first.pixels, again.pixels);
  const tbb::global_control one(tbb::global_control::max_allowed_parallelism, 1);
  EXPECT_EQ(first.pixels, small(drawing).pixels);
  int different = 0;
  for (const std::uint8_t value : first.pixels) different += value != first.pixels[0];
  EXPECT_GT(different, 1000);  // there is something
}

TEST(Tracer, MotionBlursAndNothingIsAPictureToo) {
  Rod rod = coil(Model::clothoid, 5, 0.6);
  rod.motion.velocity = Eigen::Vector3d(5, 0, 0);
  DrawSettings settings;
  settings.shutter = 0.05;
  Drawing drawing;
  addGeometry(geometryOf({rod}, 0.01), settings, drawing);
  TraceSettings asked;
  asked.width = kWide;
  asked.height = kHigh;
  asked.samples = 8;
  asked.coversOnly = true;
  const Camera camera = fitted(drawing.bounds().cast<double>(), 0, 0, 35, 16.0 / 9);
  const auto covers = [&](bool blurs) {
    asked.blurs = blurs;
    const Picture picture = trace(drawing, asked, camera);
    int any = 0;
    double sum = 0;
    for (std::size_t i = 0; i < picture.pixels.size(); i += 3) {
      any += picture.pixels[i] > 0;
      sum += picture.pixels[i] / 255.0;
    }
    return std::pair(any, sum);
  };
  const auto still = covers(false), moving = covers(true);
  EXPECT_GT(moving.first, 1.5 * still.first);                    // it is spread,
  EXPECT_NEAR(moving.second, still.second, 0.2 * still.second);  // not more
  const Drawing nothing;
  const Picture empty = trace(nothing, asked, Camera());
  EXPECT_EQ(std::count(empty.pixels.begin(), empty.pixels.end(), 0), static_cast<long>(empty.pixels.size()));
}

TEST(Picture, PngComesBack) {
  Picture picture(37, 11);
  for (std::size_t i = 0; i < picture.pixels.size(); ++i)
    picture.pixels[i] = static_cast<std::uint8_t>(i * 7);
  const std::string path = (std::filesystem::temp_directory_path() / "tendril_picture.png").string();
  writePng(path, picture);
  EXPECT_EQ(readPng(path).pixels, picture.pixels);
  std::filesystem::remove(path);
  EXPECT_THROW(writePng("/proc/none/all.png", picture), Error);
  write(picture, "Frame 12?", 0, 0, 1, Eigen::Vector3f(1, 1, 1));
  EXPECT_EQ(widthOf("ab", 2), 22);
}

}  // namespace
}  // namespace tendril::test
