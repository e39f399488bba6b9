// A solver node in the hands of a test.
#include "tests/support/shot.h"

#include <algorithm>

#include "solver/geometry/topology.h"
#include "solver/geometry/tuples.h"

namespace tendril::test {

using Eigen::Vector3d;

Shot::Shot(Host& host, const Values& values, std::vector<Input> inputs, Keys keys, double unitLength)
    : host_(host), values_(values), inputs_(std::move(inputs)), keys_(std::move(keys)), unit_(unitLength) {}

std::shared_ptr<Parms> Shot::parmsAt(double frame) const {
  auto parms = std::make_shared<Parms>(*findNode("tendril::solver"));
  for (const auto& [name, text] : values_) parms->setText(name, text);
  if (keys_)
    for (const auto& [name, text] : keys_(frame)) parms->setText(name, text);
  return parms;
}

std::vector<std::shared_ptr<const Geometry>> Shot::inputsAt(double frame) const {
  std::vector<std::shared_ptr<const Geometry>> all;
  for (const Input& input : inputs_) all.push_back(input ? input(frame) : nullptr);
  return all;
}

Geometry Shot::at(double frame, std::size_t output) {
  Cook cook{host_, inputsAt(frame), frame, 24, unit_};
  cook.memory = &memory_;
  cook.at = [&](double other) {
    const std::shared_ptr<Parms> parms = parmsAt(other);
    return Moment{std::shared_ptr<const void>(parms, parms->data()), inputsAt(other)};
  };
  const std::shared_ptr<Parms> parms = parmsAt(frame);
  Geometry result = *parms->node().cook(parms->data(), cook).at(output);
  result.check();
  return result;
}

Shot::Input still(const Geometry& g) {
  return [kept = std::make_shared<const Geometry>(g)](double) { return kept; };
}

Shot::Input moving(const Geometry& g, const std::function<Eigen::Matrix4d(double)>& matrix) {
  return [g, matrix](double frame) {
    Geometry moved = g;
    transform(moved, matrix(frame));
    return std::make_shared<const Geometry>(std::move(moved));
  };
}

Geometry rodsOf(Host& host, const Geometry& curves, const Values& values) {
  return cook(host, "rods", values, {&curves});
}

Geometry lineRod(Host& host, const Values& line, const Values& rods) {
  return rodsOf(host, cook(host, "line", line, {}), rods);
}

Geometry hairsOf(Host& host, int count, const Values& values) {
  return rodsOf(host, cook(host, "scalp", {{"hairs", std::to_string(count)}}, {}), values);
}

Vector3d pointAt(const Geometry& g, std::size_t point) {
  return tupleAt(*g.find(Owner::point, "P"), point);
}

Vector3d tipOf(const Geometry& g, std::size_t primitive) {
  const Span<const std::int32_t> points = g.pointsOf(primitive);
  return pointAt(g, static_cast<std::size_t>(points[points.size() - 1]));
}

double farthest(const Geometry& a, const Geometry& b) {
  EXPECT_EQ(a.pointCount(), b.pointCount());
  double most = 0;
  for (std::size_t i = 0; i < std::min(a.pointCount(), b.pointCount()); ++i)
    most = std::max(most, (pointAt(a, i) - pointAt(b, i)).norm());
  return most;
}

double detailNumber(const Geometry& g, const char* name) {
  return numberAt(g.find(Owner::detail, name)->numbers, 0);
}

Attribute inStorage(const Attribute& from, Storage storage) {
  Attribute made = makeAttribute(from.name, from.kind, storage, from.tupleSize, from.typeInfo);
  made.defaults = from.defaults;
  const std::size_t count = sizeOf(from.numbers);
  made.resize(count / static_cast<std::size_t>(from.tupleSize));
  for (std::size_t i = 0; i < count; ++i) setNumber(made.numbers, i, numberAt(from.numbers, i));
  return made;
}

Geometry demoted(const Geometry& g) {
  Geometry made = g;
  for (const char* name : {"orient", "v", "w"}) {
    Attribute& attribute = *made.find(Owner::point, name);
    const Attribute from = attribute;
    attribute = inStorage(from, Storage::real16);
  }
  return made;
}

Geometry without(const Geometry& g, std::initializer_list<const char*> names) {
  Geometry made = g;
  auto& all = made.attributes[static_cast<std::size_t>(Owner::point)];
  for (const char* name : names)
    for (auto it = all.begin(); it != all.end(); ++it)
      if (it->name == name) {
        all.erase(it);
        break;
      }
  return made;
}

Geometry shuffled(const Geometry& g) {
  std::vector<std::int32_t> primitives;
  for (std::size_t p = g.primitiveCount(); p-- > 0;) primitives.push_back(static_cast<std::int32_t>(p));
  Geometry made = extractPrimitives(g, Span<const std::int32_t>(primitives));
  // points backwards
  const std::int32_t last = static_cast<std::int32_t>(made.pointCount()) - 1;
  std::vector<std::int32_t> from;
  for (std::int32_t i = last; i >= 0; --i) from.push_back(i);
  permuteValues(made, Owner::point, Span<const std::int32_t>(from));
  for (std::int32_t& point : made.vertexPoints) point = last - point;
  return made;
}

}  // namespace tendril::test
