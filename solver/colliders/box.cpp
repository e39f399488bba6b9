// A box about its origin. Outside, what is equally far is round about edges and corners.
#include <algorithm>

#include "solver/colliders/collider_shape.h"
#include "solver/colliders/round_solid.h"

namespace tendril::solver {
namespace {

class SolidBox : public ConvexSolid {
 public:
  explicit SolidBox(const Vector3d& size) : half_(0.5 * size) {}
  Box3 extent() const override { return {-half_, half_}; }

 protected:
  Nearest nearestTo(const Vector3d& at) const override {
    const Vector3d place = at.cwiseMax(-half_).cwiseMin(half_), way = at - place;
    const double far = way.norm();
    if (far > 0) return {far, way / far, place, keyOf(way)};
    // inside: the nearest face, the lowest axis of several
    Eigen::Index axis = 0;
    const double depth = (half_ - at.cwiseAbs()).minCoeff(&axis);
    Nearest found;
    found.normal = Vector3d::Zero();
    found.normal[axis] = at[axis] < 0 ? -1 : 1;
    found.place = at;
    found.place[axis] = found.normal[axis] * half_[axis];
    found.distance = -depth;
    found.feature = keyOf(found.normal);
    return found;
  }
  bool stretch(const Vector3d& from, const Vector3d& way, double& low, double& high) const override {
    for (int c = 0; c < 3; ++c) {
      if (way[c] == 0) {
        if (std::abs(from[c]) > half_[c]) return false;
        continue;
      }
      const double a = (-half_[c] - from[c]) / way[c], b = (half_[c] - from[c]) / way[c];
      low = std::max(low, std::min(a, b));
      high = std::min(high, std::max(a, b));
    }
    return low <= high;
  }

 private:
  // Of the 26 faces, edges and corners: 3^3 signs.
  static int keyOf(const Vector3d& side) {
    int key = 0;
    for (int c = 0; c < 3; ++c) key = 3 * key + (side[c] > 0 ? 2 : side[c] < 0 ? 0 : 1);
    return key;
  }

  Vector3d half_;
};

}  // namespace

const ColliderShape& colliderShape_box() {
  static const ColliderShape shape = [] {
    ColliderShape made;
    made.name = "box";
    made.label = "Box";
    made.about = "a box about its origin";
    const PropertyRange soft = {0.01, 10}, hard = {0, 1e6};
    made.properties = {{"sizex",
                        "Size X",
                        "m",
                        1,
                        soft,
                        hard,
                        {"Width of the box along its own axis x, from face to opposite face.",
                         "1; thin boxes hold fast rods, too.", "Size (Box)."}},
                       {"sizey",
                        "Size Y",
                        "m",
                        1,
                        soft,
                        hard,
                        {"Width of the box along its own axis y, from face to opposite face.",
                         "1; thin boxes hold fast rods, too.", "Size (Box)."}},
                       {"sizez",
                        "Size Z",
                        "m",
                        1,
                        soft,
                        hard,
                        {"Width of the box along its own axis z, from face to opposite face.",
                         "1; thin boxes hold fast rods, too.", "Size (Box)."}}};
    made.make = [](Span<const double> n) -> std::unique_ptr<Solid> {
      return std::make_unique<SolidBox>(Vector3d(lengthAt(n, 0, "box: the size along x", false),
                                                 lengthAt(n, 1, "box: the size along y", false),
                                                 lengthAt(n, 2, "box: the size along z", false)));
    };
    return made;
  }();
  return shape;
}

}  // namespace tendril::solver
