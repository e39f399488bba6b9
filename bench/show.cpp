// Pictures: hair at 960 x 540, a head and a close-up.
#include "cli/render/tracer.h"
#include "solver/base/math.h"

#include <cmath>

#include "bench/bench.h"
#include "solver/geometry/tuples.h"

namespace tendril {
namespace {

// Hairs of 25 cm on half a ball, waved, 40 points each, as the network `nod` has them.
Geometry head(int count) {
  constexpr int kPoints = 40;
  constexpr double kRadius = 0.09, kLength = 0.25;
  Geometry g;
  for (int h = 0; h < count; ++h) {
    const double u = (h + 0.5) / count, turn = 2.399963 * h, high = 1 - u;
    const double flat = std::sqrt(1 - high * high);
    const Eigen::Vector3d out(flat * std::cos(turn), high, flat * std::sin(turn));
    std::vector<std::int32_t> points;
    for (int k = 0; k < kPoints; ++k) {
      const double s = kLength * k / (kPoints - 1), wave = 0.004 * std::sin(8 * kTurn * s / kLength + turn);
      Eigen::Vector3d at = kRadius * out + wave * out.unitOrthogonal();
      at += std::min(s, 0.03) * out;
      at.y() -= std::max(0.0, s - 0.02);
      setTuple(*g.find(Owner::point, "P"), g.addPoints(1), at);
      points.push_back(static_cast<std::int32_t>(g.pointCount() - 1));
    }
    g.addPrimitive(PrimitiveKind::polyline, points);
  }
  return g;
}

}  // namespace

void bench_show(BenchReport& report) {
  show::DrawSettings draw;
  draw.radius = 4e-5;
  show::Drawing drawing;
  addGeometry(head(1000), draw, drawing);
  show::TraceSettings settings;
  settings.samples = 16;
  settings.ground = drawing.bounds().min().y();
  const show::Camera camera = show::fitted(drawing.bounds().cast<double>(), 25, 12, 35, 16.0 / 9);
  report.atMost("1,000 hairs, 960 x 540, 16 rays a pixel",
                bestOf([&] { trace(drawing, settings, camera); }, 3).best, "s", 10);
  // a third of the way: hair in every pixel, layers of it
  show::Drawing many;
  addGeometry(head(1500), draw, many);
  show::Camera near = show::fitted(many.bounds().cast<double>(), 25, 12, 35, 16.0 / 9);
  near.eye = near.target + (near.eye - near.target) / 3;
  report.atMost("1,500 hairs from near, 960 x 540, 16 rays a pixel",
                bestOf([&] { trace(many, settings, near); }, 3).best, "s", 10);
}

}  // namespace tendril
