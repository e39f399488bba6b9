// Transforms a geometry, every attribute by its typeinfo.
#include <Eigen/Dense>
#include <algorithm>

#include "solver/geometry/topology.h"

namespace tendril::solver {
namespace {

using Row3 = Eigen::RowVector3d;

template <class F>
void eachTuple(Attribute& attribute, int size, F f) {
  if (attribute.tupleSize != size) return;
  std::vector<double> tuple(static_cast<std::size_t>(size));
  const std::size_t count = sizeOf(attribute.numbers) / tuple.size();
  for (std::size_t i = 0; i < count; ++i) {
    for (std::size_t c = 0; c < tuple.size(); ++c)
      tuple[c] = numberAt(attribute.numbers, i * tuple.size() + c);
    f(tuple.data());
    for (std::size_t c = 0; c < tuple.size(); ++c)
      setNumber(attribute.numbers, i * tuple.size() + c, tuple[c]);
  }
}

// The rotation nearest to the linear part, for quaternions: scale and shear do not rotate a frame.
Eigen::Matrix3d rotationOf(const Eigen::Matrix3d& linear) {
  const Eigen::JacobiSVD<Eigen::Matrix3d> svd(linear, Eigen::ComputeFullU | Eigen::ComputeFullV);
  Eigen::Matrix3d u = svd.matrixU();
  if ((u * svd.matrixV().transpose()).determinant() < 0) u.col(2) *= -1;
  return u * svd.matrixV().transpose();
}

void transformAttribute(Attribute& a, const Eigen::Matrix4d& m) {
  if (a.kind != AttributeKind::numeric || !isReal(a.storage())) return;
  const Eigen::Matrix3d linear = m.topLeftCorner<3, 3>();
  const auto asRow = [](double* x) { return Eigen::Map<Row3>(x); };
  if (a.typeInfo == "point" || a.name == "P")  // positions are points even without a typeinfo
    eachTuple(a, 3, [&](double* x) { asRow(x) = (asRow(x) * linear + m.row(3).head<3>()).eval(); });
  if (a.typeInfo == "vector") eachTuple(a, 3, [&](double* x) { asRow(x) = (asRow(x) * linear).eval(); });
  if (a.typeInfo == "normal") {
    Eigen::Matrix3d cofactor;  // the inverse transpose up to a factor; exists for singular matrices, too
    for (int i = 0; i < 3; ++i) cofactor.row(i) = linear.row((i + 1) % 3).cross(linear.row((i + 2) % 3));
    eachTuple(a, 3, [&](double* x) {
      const double length = asRow(x).norm();
      const Row3 turned = asRow(x) * cofactor;
      if (turned.norm() > 0) asRow(x) = turned * (length / turned.norm());
    });
  }
  if (a.typeInfo == "quaternion") {
    // a rotation R of row vectors is its transpose for column vectors
    const Eigen::Quaterniond turn(Eigen::Matrix3d(rotationOf(linear).transpose()));
    eachTuple(a, 4, [&](double* x) {
      const Eigen::Quaterniond q = turn * Eigen::Quaterniond(x[3], x[0], x[1], x[2]);
      std::copy_n(q.coeffs().data(), 4, x);
    });
  }
  if (a.typeInfo == "matrix")
    eachTuple(a, 9, [&](double* x) {
      Eigen::Map<Eigen::Matrix<double, 3, 3, Eigen::RowMajor>> local(x);
      local = (local * linear).eval();
    });
  if (a.typeInfo == "matrix" || a.typeInfo == "transform")
    eachTuple(a, 16, [&](double* x) {
      Eigen::Map<Eigen::Matrix<double, 4, 4, Eigen::RowMajor>> local(x);
      local = (local * m).eval();
    });
}

// Replaces the numbers of a list, in its own form; 4-byte reals stay so.
void setNumbers(Value& list, const std::vector<double>& numbers) {
  auto* items = list.as<Value::List>();
  for (std::size_t i = 0; items && i < numbers.size(); ++i) {
    if (float* narrow = (*items)[i].as<float>())
      *narrow = static_cast<float>(numbers[i]);
    else
      (*items)[i] = Value(numbers[i]);
  }
  auto* all = list.as<Numbers>();
  if (all && storageOf(*all) != Storage::real32) *all = makeNumbers(Storage::real64, numbers.size());
  for (std::size_t i = 0; all && i < numbers.size(); ++i) setNumber(*all, i, numbers[i]);
}

// The rotation and scale of spheres, volumes and packed primitives about their point: nine numbers, by rows.
void transformOther(OtherPrimitive& other, const Eigen::Matrix3d& linear) {
  if (linear == Eigen::Matrix3d::Identity()) return;
  Value::List& items = *other.fields.as<Value::List>();
  for (std::size_t i = 0; i + 1 < items.size(); i += 2) {
    if (*items[i].as<std::string>() != "transform") continue;
    std::vector<double> values = numbersIn(items[i + 1]).value_or(std::vector<double>());
    if (values.size() != 9)
      throw Error("the transform of a primitive of type '" + other.type + "' has not nine numbers");
    Eigen::Map<Eigen::Matrix<double, 3, 3, Eigen::RowMajor>> local(values.data());
    local = (local * linear).eval();
    setNumbers(items[i + 1], values);
    return;
  }
  if (other.type == "VDB") throw Error("a primitive of type 'VDB' can be moved, not turned or scaled");
}

}  // namespace

void transform(Geometry& geometry, const Eigen::Matrix4d& matrix) {
  for (OtherPrimitive& other : geometry.others) transformOther(other, matrix.topLeftCorner<3, 3>());
  for (auto& owned : geometry.attributes)
    for (Attribute& attribute : owned) transformAttribute(attribute, matrix);
}

}  // namespace tendril::solver
