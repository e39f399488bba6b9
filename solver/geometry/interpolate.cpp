// Attribute values between elements.
#include "solver/geometry/interpolate.h"

#include <Eigen/Geometry>
#include <type_traits>
#include <unordered_map>

#include "solver/geometry/topology.h"

namespace tendril::solver {
namespace {

std::vector<std::int32_t> nearest(Span<const Blend> blends) {
  std::vector<std::int32_t> from;
  for (const Blend& blend : blends) from.push_back(blend.u < 0.5 ? blend.a : blend.b);
  return from;
}

template <class T>
void mix(const std::vector<T>& from, std::vector<T>& to, Span<const Blend> blends, std::size_t size) {
  for (std::size_t i = 0; i < blends.size(); ++i) {
    const Blend& blend = blends[i];
    if (blend.u == 0) continue;
    const T* a = &from[static_cast<std::size_t>(blend.a) * size];
    const T* b = &from[static_cast<std::size_t>(blend.b) * size];
    for (std::size_t c = 0; c < size; ++c)
      to[i * size + c] =
          static_cast<T>((1 - blend.u) * static_cast<double>(a[c]) + blend.u * static_cast<double>(b[c]));
  }
}

template <class T>
void turn(const std::vector<T>& from, std::vector<T>& to, Span<const Blend> blends) {
  using Quaternion = Eigen::Quaterniond;
  const auto at = [&](std::int32_t i) {  // x y z w, as Eigen keeps them
    return Quaternion(Eigen::Map<const Eigen::Matrix<T, 4, 1>>(&from[static_cast<std::size_t>(i) * 4])
                          .template cast<double>());
  };
  for (std::size_t i = 0; i < blends.size(); ++i) {
    if (blends[i].u == 0) continue;
    const Quaternion q = at(blends[i].a).normalized().slerp(blends[i].u, at(blends[i].b).normalized());
    for (std::size_t c = 0; c < 4; ++c)
      to[i * 4 + c] = static_cast<T>(q.coeffs()[static_cast<Eigen::Index>(c)]);
  }
}

}  // namespace

Attribute blended(const Attribute& attribute, Span<const Blend> blends) {
  const std::vector<std::int32_t> from = nearest(blends);
  Attribute result = gather(attribute, Span<const std::int32_t>(from));
  if (attribute.kind != AttributeKind::numeric) return result;
  const bool quaternion = attribute.typeInfo == "quaternion" && attribute.tupleSize == 4;
  std::visit(
      [&](auto& values) {
        using T = typename std::decay_t<decltype(values)>::value_type;
        const auto& source = std::get<std::decay_t<decltype(values)>>(attribute.numbers);
        if constexpr (std::is_floating_point_v<T>) {
          if (quaternion) return turn(source, values, blends);
          mix(source, values, blends, static_cast<std::size_t>(attribute.tupleSize));
        }
      },
      result.numbers);
  return result;
}

Group blended(const Group& group, Span<const Blend> blends) {
  Group result;
  result.name = group.name;
  result.ordered = group.ordered;
  std::unordered_multimap<std::int64_t, std::int64_t> to;
  const std::vector<std::int32_t> from = nearest(blends);
  for (std::size_t i = 0; i < from.size(); ++i) {
    result.members.push_back(group.members[static_cast<std::size_t>(from[i])]);
    if (group.ordered) to.emplace(from[i], static_cast<std::int64_t>(i));
  }
  for (const std::int64_t element : group.order) {
    const auto [first, last] = to.equal_range(element);
    for (auto it = first; it != last; ++it) result.order.push_back(it->second);
  }
  return result;
}

}  // namespace tendril::solver
