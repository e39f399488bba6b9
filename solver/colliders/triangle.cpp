// Meetings of moving points and triangles.
#include "solver/colliders/triangle.h"

#include <algorithm>

namespace tendril::solver {
namespace {

struct Cubic {
  double c[4];
  double at(double t) const { return ((c[3] * t + c[2]) * t + c[1]) * t + c[0]; }
};

// Times between which the cubic rises or falls: 0, its extrema, 1. Returns how many.
int monotone(const Cubic& f, double* times) {
  int count = 0;
  times[count++] = 0;
  const double a = 3 * f.c[3], b = 2 * f.c[2], c = f.c[1], root = b * b - 4 * a * c;
  if (root > 0) {
    const double q = -0.5 * (b + std::copysign(std::sqrt(root), b));
    double first = a != 0 ? q / a : 2, second = q != 0 ? c / q : 2;
    if (first > second) std::swap(first, second);
    if (first > 0 && first < 1) times[count++] = first;
    if (second > 0 && second < 1 && second != first) times[count++] = second;
  }
  times[count++] = 1;
  return count;
}

// The root between low and high, where the signs differ.
double rootIn(const Cubic& f, double low, double high) {
  const bool rises = f.at(low) < f.at(high);
  for (int i = 0; i < 60 && high - low > 1e-16; ++i) {
    // a secant step, kept within the middle of the bracket, then bisection
    const double fl = f.at(low), fh = f.at(high);
    double middle = i % 3 == 2 || fl == fh ? 0.5 * (low + high) : low - fl * (high - low) / (fh - fl);
    middle = std::clamp(middle, low, high);
    const double value = f.at(middle);
    if (value == 0 || middle == low || middle == high) return middle;
    ((value < 0) == rises ? low : high) = middle;
  }
  return 0.5 * (low + high);
}

// Weights of the point of the plane; false where it is off the triangle. Seams belong to both sides.
bool weightsAt(double t, const Vector3d& p, const Corners& begin, const Corners& end, Vector3d& weights) {
  constexpr double kSeam = 1e-7;
  const Vector3d a = begin.a + t * (end.a - begin.a), b = begin.b + t * (end.b - begin.b),
                 c = begin.c + t * (end.c - begin.c);
  const Vector3d n = (b - a).cross(c - a);
  const double square = n.squaredNorm();
  if (!(square > 0)) return false;
  weights[0] = n.dot((b - p).cross(c - p)) / square;
  weights[1] = n.dot((c - p).cross(a - p)) / square;
  weights[2] = 1 - weights[0] - weights[1];
  return weights.minCoeff() >= -kSeam;
}

}  // namespace

int meetingsOf(const Vector3d& from, const Vector3d& to, const Corners& begin, const Corners& end,
               Meeting* found) {
  const Vector3d e1 = begin.b - begin.a, e2 = begin.c - begin.a, d1 = end.b - end.a - e1,
                 d2 = end.c - end.a - e2, w = from - begin.a, dw = to - end.a - w;
  const Vector3d n0 = e1.cross(e2), n1 = e1.cross(d2) + d1.cross(e2), n2 = d1.cross(d2);
  const Cubic f{{n0.dot(w), n1.dot(w) + n0.dot(dw), n2.dot(w) + n1.dot(dw), n2.dot(dw)}};
  double times[4];
  const int count = monotone(f, times);
  int meetings = 0;
  for (int i = 0; i + 1 < count; ++i) {
    const double low = f.at(times[i]), high = f.at(times[i + 1]);
    if ((low >= 0) == (high >= 0)) continue;  // what is on the surface counts as in front of it
    Meeting meeting;
    meeting.time = low == 0 ? times[i] : high == 0 ? times[i + 1] : rootIn(f, times[i], times[i + 1]);
    meeting.inwards = low > high;
    if (weightsAt(meeting.time, from + meeting.time * (to - from), begin, end, meeting.weights))
      found[meetings++] = meeting;
  }
  return meetings;
}

}  // namespace tendril::solver
