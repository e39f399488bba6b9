// Transforms to the world and back.
#include "nodes/simulation/object_transform.h"

#include <Eigen/Geometry>
#include <Eigen/LU>

#include <string>
#include <utility>
#include <vector>

#include "solver/geometry/topology.h"
#include "solver/geometry/tuples.h"

namespace tendril::nodes {
namespace {

using Eigen::Matrix3d;
using Eigen::Matrix4d;

// Attributes that artists write without typeinfo (as a wrangle does).
struct Known {
  const char* name;
  int size;
  const char* typeInfo;
};
constexpr Known kKnown[] = {{"animationP", 3, "point"},  {"targetP", 3, "point"},
                            {"v", 3, "vector"},          {"w", 3, "vector"},
                            {"N", 3, "vector"},          {"up", 3, "vector"},
                            {"force", 3, "vector"},      {"targetv", 3, "vector"},
                            {"orient", 4, "quaternion"}, {"animationorient", 4, "quaternion"}};

}  // namespace

Matrix4d rigid(const Matrix4d& matrix) {
  if (matrix == Matrix4d::Identity()) return matrix;
  const Matrix3d turn = matrix.topLeftCorner<3, 3>();
  if (!matrix.allFinite()) throw Error("its transform is not finite");
  if (!(turn * turn.transpose()).isIdentity(1e-5) || turn.determinant() < 0 ||
      !matrix.col(3).isApprox(Eigen::Vector4d::UnitW(), 1e-12))
    throw Error("its transform scales, shears or mirrors; do that in SOPs, before Tendril Rods");
  Matrix4d made = Matrix4d::Identity();
  if (!turn.isIdentity(0))
    made.topLeftCorner<3, 3>() = Eigen::Quaterniond(turn).normalized().toRotationMatrix();
  made.row(3) = matrix.row(3);
  return made;
}

void moveRigidly(Geometry& g, const Matrix4d& matrix) {
  if (matrix == Matrix4d::Identity()) return;
  std::vector<Attribute*> marked;
  for (const Known& known : kKnown) {
    Attribute* attribute = g.find(Owner::point, known.name);
    if (!numericTuple(attribute, known.size) || !attribute->typeInfo.empty()) continue;
    attribute->typeInfo = known.typeInfo;
    marked.push_back(attribute);
  }
  transform(g, matrix);
  for (Attribute* attribute : marked) attribute->typeInfo.clear();
}

Matrix4d rigidInverse(const Matrix4d& matrix) {
  Matrix4d inverse = Matrix4d::Identity();
  inverse.topLeftCorner<3, 3>() = matrix.topLeftCorner<3, 3>().transpose();
  inverse.row(3).head<3>() = -matrix.row(3).head<3>() * inverse.topLeftCorner<3, 3>();
  return inverse;
}

namespace {
constexpr const char* kStanding = "objectplace";
}

std::optional<Matrix4d> standing(const Geometry& g) {
  const Attribute* attribute = numericTuple(g.find(Owner::detail, kStanding), 16);
  if (!attribute) return {};
  const Eigen::VectorXd numbers = tupleAt(*attribute, 0);
  return Matrix4d(Eigen::Map<const Eigen::Matrix<double, 4, 4, Eigen::RowMajor>>(numbers.data()));
}

void setStanding(Geometry& g, const Matrix4d& matrix) {
  const Eigen::Matrix<double, 4, 4, Eigen::RowMajor> rows = matrix;
  setTuple(g.add(Owner::detail, kStanding, Storage::real64, 16), 0,
           Eigen::Map<const Eigen::Matrix<double, 16, 1>>(rows.data()));
}

}  // namespace tendril::nodes
