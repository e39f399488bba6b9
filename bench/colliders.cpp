// Colliders: questions to a mesh of 160,000 triangles, and what its motion costs.
#include <memory>
#include <random>

#include "bench/bench.h"
#include "solver/base/math.h"
#include "solver/colliders/collider_shape.h"
#include "solver/colliders/mesh_collider.h"

namespace tendril {
namespace {

constexpr int kAcross = 200, kAround = 400, kQuestions = 100000;
constexpr double kRadius = 0.1;  // m

// A sphere; its poles are single points.
void addBall(std::vector<Vector3d>& points, std::vector<Triangle>& faces) {
  for (int i = 0; i <= kAcross; ++i)
    for (int j = 0; j < (i % kAcross == 0 ? 1 : kAround); ++j) {
      const double theta = kPi * i / kAcross, phi = kTurn * j / kAround;
      points.push_back(kRadius * Vector3d(std::sin(theta) * std::cos(phi), std::cos(theta),
                                          -std::sin(theta) * std::sin(phi)));
    }
  const auto number = [&](int i, int j) {
    if (i == 0) return 0;
    return i == kAcross ? 1 + (kAcross - 1) * kAround : 1 + (i - 1) * kAround + j % kAround;
  };
  for (int i = 0; i < kAcross; ++i)
    for (int j = 0; j < kAround; ++j) {
      if (i + 1 < kAcross) faces.push_back({number(i, j), number(i + 1, j), number(i + 1, j + 1)});
      if (i > 0) faces.push_back({number(i, j), number(i + 1, j + 1), number(i, j + 1)});
    }
}

}  // namespace

void bench_colliders(BenchReport& report) {
  std::vector<Vector3d> points;
  std::vector<Triangle> faces;
  addBall(points, faces);
  const auto topology = std::make_shared<MeshTopology>(points, faces, false);
  MeshMotion motion;
  motion.start = points;
  for (const Vector3d& p : points) motion.end.push_back(1.001 * p);
  MeshCollider mesh(topology, motion, MeshSides::both);
  const auto sphere = makeCollider(*findColliderShape("sphere"), {kRadius}, {});
  // points about the surface, 5 mm to both sides; each on a way of 2 mm
  std::mt19937 random(1);
  std::uniform_real_distribution<double> any(-1, 1);
  std::vector<Vector3d> at;
  for (int i = 0; i < kQuestions; ++i)
    at.push_back((kRadius + 5e-3 * any(random)) *
                 Vector3d(any(random), any(random), any(random)).normalized());
  std::size_t found = 0;
  const auto ask = [&](const Collider& collider, bool from) {
    SurfacePoint point;
    for (const Vector3d& p : at)
      found += from ? collider.closestFrom(1.02 * p, p, 2e-3, point) : collider.closest(p, 2e-3, point);
  };
  const std::vector<Timing> times =
      bestOfEach({[&] { ask(*sphere, false); }, [&] { ask(mesh, false); }, [&] { ask(mesh, true); },
                  [&] { mesh.setInterval(0, 0.5), mesh.setInterval(0.5, 1); },
                  [&] { found += MeshTopology(points, faces, false).triangles.size(); },
                  [&] { found += topology->isFor(motion.end, faces, false); }},
                 3);
  const std::string size = std::to_string(faces.size()) + " triangles: ";
  report.figure("sphere: a question", 1e9 * times[0].best / kQuestions, "ns");
  report.figure(size + "a question", 1e9 * times[1].best / kQuestions, "ns");
  report.figure(size + "a question with its way", 1e9 * times[2].best / kQuestions, "ns");
  report.figure(size + "new places and boxes for a substep", 1e3 * times[3].best / 2, "ms");
  report.figure(size + "found out how they hang together", 1e3 * times[4].best, "ms");
  report.figure(size + "the same as last frame?", 1e3 * times[5].best, "ms");
  report.atLeast(size + "questions answered", static_cast<double>(found), "", 1);
}

}  // namespace tendril
