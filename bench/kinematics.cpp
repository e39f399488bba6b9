// Figure 6 of the clothoid paper: one long curly element by power series, and by Euler, Lie-Euler and
// Runge-Kutta of second and fourth order with more and more steps. Error: distance of the end from a
// reference, over the length. And how many curves a second become rods.
#include <Eigen/Geometry>
#include <cmath>
#include <random>
#include <string>

#include "bench/bench.h"
#include "solver/base/parallel.h"
#include "solver/fit/fit.h"
#include "solver/kinematics/series.h"

namespace tendril {
namespace {

using Eigen::Vector3d;
using State = Eigen::Matrix<double, 3, 4>;  // t, n1, n2, position

const Clothoid<double> kCurly = {Vector3d(4, 40, -12), Vector3d(-6, 15, 75), 1.0};

State rate(const Clothoid<double>& c, const State& y, double s) {
  const Vector3d k = c.at(s);
  State d;
  d.col(0) = y.col(1) * k[2] - y.col(2) * k[1];
  d.col(1) = y.col(2) * k[0] - y.col(0) * k[2];
  d.col(2) = y.col(0) * k[1] - y.col(1) * k[0];
  d.col(3) = y.col(0);
  return d;
}

State euler(const Clothoid<double>& c, const State& y, double s, double h) {
  return y + h * rate(c, y, s);
}

// Turns by the curvature at the start of the step, exactly.
State lieEuler(const Clothoid<double>& c, const State& y, double s, double h) {
  const Frame<double> step = helixFrame<double>(c.at(s), h);
  State next;
  next.leftCols<3>() = y.leftCols<3>() * step.axes;
  next.col(3) = y.col(3) + y.leftCols<3>() * step.position;
  return next;
}

State rungeKutta2(const Clothoid<double>& c, const State& y, double s, double h) {
  return y + h * rate(c, y + 0.5 * h * rate(c, y, s), s + 0.5 * h);
}

State rungeKutta4(const Clothoid<double>& c, const State& y, double s, double h) {
  const State a = rate(c, y, s), b = rate(c, y + 0.5 * h * a, s + 0.5 * h);
  const State d = rate(c, y + 0.5 * h * b, s + 0.5 * h), e = rate(c, y + h * d, s + h);
  return y + h / 6 * (a + 2 * b + 2 * d + e);
}

using Step = State (*)(const Clothoid<double>&, const State&, double, double);

Vector3d integrate(Step step, int steps) {
  State y = State::Zero();
  y.leftCols<3>().setIdentity();
  const double h = kCurly.length / steps;
  for (int i = 0; i < steps; ++i) y = step(kCurly, y, h * i, h);
  return y.col(3);
}

// In long double, Runge-Kutta of fourth order with Richardson's extrapolation: independent of what is
// measured.
Vector3d reference() {
  using Long = Eigen::Matrix<long double, 3, 4>;
  const auto slope = [](const Long& y, long double s) {
    const Eigen::Matrix<long double, 3, 1> k =
        kCurly.start.cast<long double>() +
        (kCurly.end - kCurly.start).cast<long double>() * (s / kCurly.length);
    Long d;
    d << y.col(1) * k[2] - y.col(2) * k[1], y.col(2) * k[0] - y.col(0) * k[2],
        y.col(0) * k[1] - y.col(1) * k[0], y.col(0);
    return d;
  };
  const auto run = [&](int steps) {
    Long y = Long::Zero();
    y.leftCols<3>().setIdentity();
    const long double h = static_cast<long double>(kCurly.length) / steps;
    for (int i = 0; i < steps; ++i) {
      const Long a = slope(y, h * i), b = slope(y + a * (h / 2), h * i + h / 2),
                 d = slope(y + b * (h / 2), h * i + h / 2);
      y += (a + 2 * b + 2 * d + slope(y + d * h, h * i + h)) * (h / 6);
    }
    return Eigen::Matrix<long double, 3, 1>(y.col(3));
  };
  const auto fine = run(60000), coarse = run(30000);
  return (fine + (fine - coarse) / 15).cast<double>();
}

// The time of so many calls, in microseconds a call.
template <class F>
double microseconds(int calls, const F& f) {
  [[maybe_unused]] volatile double sink = 0;
  const double best = bestOf([&] {
                        double sum = 0;
                        for (int i = 0; i < calls; ++i) sum += f()[0];
                        sink = sum;
                      }).best;
  return 1e6 * best / calls;
}

// Hair of 30 cm: a wave that leans over; with frizz, noise of 0.8 mm.
std::vector<std::vector<Vector3d>> hairs(int count, int points, bool frizz) {
  std::mt19937 random(1);
  std::uniform_real_distribution<double> u(-1, 1);
  std::vector<std::vector<Vector3d>> result(static_cast<std::size_t>(count));
  for (std::vector<Vector3d>& hair : result) {
    const double radius = 0.005 + 0.01 * std::abs(u(random)), wave = 30 + 20 * u(random);
    const double phase = 3 * u(random), lean = u(random);
    for (int i = 0; i < points; ++i) {
      const double s = 0.3 * i / (points - 1), on = std::min(1.0, 20 * s);
      const Vector3d noise = frizz ? Vector3d(u(random), u(random), u(random)) : Vector3d::Zero();
      hair.emplace_back(radius * std::cos(wave * s + phase) * on + 2 * lean * s * s, s - 0.8 * s * s,
                        radius * std::sin(wave * s + phase) * on);
      hair.back() += 0.0014 * on * noise;
    }
  }
  return result;
}

// Hairs fitted in a second, all threads.
double hairsPerSecond(const std::vector<std::vector<Vector3d>>& hairs, int elements) {
  FitSettings settings;
  settings.elements = elements;
  const double time = bestOf([&] {
                        parallelFor(hairs.size(), [&](std::size_t i) {
                          const std::vector<Vector3d>& hair = hairs[i];
                          fitRod(hair, frameAlong(hair[1] - hair[0], Vector3d::UnitX()), settings);
                        });
                      }).best;
  return static_cast<double>(hairs.size()) / time;
}

void benchFit(BenchReport& report) {
  constexpr int kHairs = 1000;
  const auto smooth = hairs(kHairs, 50, false), frizzy = hairs(kHairs, 50, true);
  report.atLeast("fit: hairs a second (50 points, 4 elements)", hairsPerSecond(smooth, 4), "1/s", 5000);
  report.figure("fit: hairs a second (50 points, 4 elements, frizz)", hairsPerSecond(frizzy, 4), "1/s");
  report.figure("fit: hairs a second (50 points, 8 elements)", hairsPerSecond(smooth, 8), "1/s");
  report.figure("fit: hairs a second (50 points, 8 elements, frizz)", hairsPerSecond(frizzy, 8), "1/s");
  report.figure("fit: hairs a second (20 points, 4 elements)", hairsPerSecond(hairs(kHairs, 20, false), 4),
                "1/s");
}

}  // namespace

void bench_kinematics(BenchReport& report) {
  const Vector3d exact = reference();
  const auto error = [&](const Vector3d& end) { return (end - exact).norm() / kCurly.length; };
  const double series = microseconds(2000, [] { return clothoidEnd(kCurly).position; });
  report.figure("power series: time", series, "us");
  report.atMost("power series: error / length", error(clothoidEnd(kCurly).position), "1", 1e-13);
  const std::pair<const char*, Step> methods[] = {{"Euler", euler},
                                                  {"Lie-Euler", lieEuler},
                                                  {"Runge-Kutta 2", rungeKutta2},
                                                  {"Runge-Kutta 4", rungeKutta4}};
  Plot plot = {"figure6",
               "One long curly element: precision against time",
               "time, microseconds",
               "error / length",
               {}};
  plot.series["power series"] = {{series, std::max(error(clothoidEnd(kCurly).position), 1e-17)}};
  constexpr double kMark = 1e-10;
  double atMark = 0;
  for (const auto& [name, step] : methods)
    for (int steps = 64; steps <= (1 << 18); steps *= 4) {
      const Vector3d end = integrate(step, steps);
      if (!end.allFinite() || error(end) > 1) continue;
      const double time =
          microseconds(std::max(1, 20000 / steps), [&, s = step] { return integrate(s, steps); });
      report.figure(std::string(name) + ", " + std::to_string(steps) + " steps: error / length", error(end),
                    "1");
      report.figure(std::string(name) + ", " + std::to_string(steps) + " steps: time", time, "us");
      plot.series[name].emplace_back(time, error(end));
    }
  report.plot(std::move(plot));
  // the fewest steps of Runge-Kutta 4 that reach the mark, to a tenth
  int steps = 64;
  while (error(integrate(rungeKutta4, steps)) > kMark) steps += std::max(1, steps / 10);
  atMark = microseconds(5, [&] { return integrate(rungeKutta4, steps); });
  report.figure("Runge-Kutta 4 at 1e-10: steps", steps, "1");
  report.figure("Runge-Kutta 4 at 1e-10: time", atMark, "us");
  report.atLeast("Runge-Kutta 4 at 1e-10 / power series", atMark / series, "x", 50);
  benchFit(report);
}

}  // namespace tendril
