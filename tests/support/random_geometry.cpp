// Geometry of every kind that the files can hold, from a seed.
#include "tests/support/random_geometry.h"

#include <algorithm>
#include <cstring>

namespace tendril::test {
namespace {

class Maker {
 public:
  Maker(unsigned seed, const RandomOptions& options) : random_(seed), options_(options) {}

  Geometry make() {
    g_.addPoints(below(options_.maxPoints));
    fillReals(*g_.find(Owner::point, "P"));
    addPrimitives();
    for (const Owner owner : kOwners)
      for (std::size_t i = below(6); i > 0; --i)
        addAttribute(owner, "a" + std::to_string(i) + (below(2) ? "_\"x\"\n" : ""));
    for (const Owner owner : {Owner::point, Owner::vertex, Owner::primitive})
      for (std::size_t i = below(4); i > 0; --i) addGroup(owner, "g" + std::to_string(i));
    if (options_.carried && below(2)) addCarried();
    addEdges();
    addInfo();
    return std::move(g_);
  }

 private:
  std::size_t below(std::size_t n) { return n ? random_() % n : 0; }

  void addPrimitives() {
    if (g_.pointCount() == 0) return;
    std::vector<std::int32_t> points;
    PrimitiveKind kind = PrimitiveKind::polyline;
    for (std::size_t i = below(300); i > 0; --i) {
      if (below(10) == 0) kind = below(2) ? PrimitiveKind::polygon : PrimitiveKind::polyline;
      points.resize(below(3) ? 4 : below(12));
      for (std::int32_t& point : points) point = static_cast<std::int32_t>(below(g_.pointCount()));
      if (options_.carried && below(40) == 0)
        addOther();
      else
        g_.addPrimitive(kind, points);
    }
  }

  void addOther() {
    const std::int32_t point = static_cast<std::int32_t>(below(g_.pointCount()));
    const std::size_t number = g_.addPrimitive(PrimitiveKind::other, {&point, 1});
    const bool list = below(2);
    g_.others.push_back(
        {number, list ? "NURBCurve" : "Sphere",
         Value::list({Value("vertex"), list ? Value::list() : Value(), Value("transform"),
                      Value(Numbers(std::vector<double>{1, below(2) ? 0.5 : 0.0, 0, 0, 1, 0, 0, 0, 1}))})});
    if (!list && number % 2) g_.others.back().run = spheres_;
  }

  Storage storage() {
    constexpr Storage kProved[] = {Storage::real32, Storage::real64, Storage::int32, Storage::int64};
    return options_.onlyProvedStorages ? kProved[below(4)] : static_cast<Storage>(below(8));
  }

  // Long stretches of one value make constant pages.
  void fill(Numbers& numbers, std::size_t size) {
    const bool constant = below(3) == 0;
    std::vector<double> tuple(std::max<std::size_t>(size, 1));
    for (std::size_t i = 0; i < sizeOf(numbers); ++i) {
      if (!constant || i % 5000 < size)
        tuple[i % tuple.size()] = isReal(storageOf(numbers)) ? real() : static_cast<double>(below(100));
      setNumber(numbers, i, tuple[i % tuple.size()]);
    }
  }

  double real() { return below(20) == 0 ? -0.0 : std::uniform_real_distribution<double>(-100, 100)(random_); }
  void fillReals(Attribute& a) { fill(a.numbers, static_cast<std::size_t>(a.tupleSize)); }

  void fillIndices(Attribute& a, std::size_t table) {
    for (std::int32_t& index : a.values<std::int32_t>())
      index = static_cast<std::int32_t>(below(table + 1)) - 1;
  }

  void fillLists(Attribute& a, std::size_t elements) {
    for (std::size_t e = 0; e < elements; ++e) a.starts[e + 1] = a.starts[e] + below(4);
    std::visit([&](auto& values) { values.resize(a.starts.back() * static_cast<std::size_t>(a.tupleSize)); },
               a.numbers);
  }

  void addAttribute(Owner owner, const std::string& name) {
    if (g_.find(owner, name)) return;
    const auto kind = static_cast<AttributeKind>(below(5));
    constexpr const char* kTypes[] = {"", "vector", "color", "quaternion", "nonarithmetic_integer"};
    Attribute a =
        makeAttribute(name, kind, storage(), kind == AttributeKind::dict ? 1 : 1 + static_cast<int>(below(5)),
                      kTypes[below(5)]);
    if (isReal(a.storage()) && kind == AttributeKind::numeric)
      a.defaults = makeNumbers(below(2) ? Storage::real64 : Storage::int64,
                               below(2) ? 1 : static_cast<std::size_t>(a.tupleSize));
    a.resize(g_.elementCount(owner));
    if (a.isList()) fillLists(a, g_.elementCount(owner));
    for (std::size_t i = below(5); a.isString() && i > 0; --i)
      a.strings.push_back("entry " + std::to_string(i) + "\t\\");
    for (std::size_t i = below(3); kind == AttributeKind::dict && i > 0; --i) {
      Value dict = Value::map();
      dict.set("rate",
               Value::map({{"type", Value("float")}, {"value", Value(24.5 * static_cast<double>(i))}}));
      a.dicts.push_back(dict);
    }
    if (a.isString())
      fillIndices(a, a.strings.size());
    else if (kind == AttributeKind::dict)
      fillIndices(a, a.dicts.size());
    else
      fillReals(a);
    g_.attributes[static_cast<int>(owner)].push_back(std::move(a));
  }

  void addGroup(Owner owner, const std::string& name) {
    Group& group = g_.addGroup(owner, name);
    const std::size_t run = 1 + below(50);
    for (std::size_t i = 0; i < group.members.size(); ++i) group.members[i] = (i / run) % 2;
    if (below(3)) return;
    group.ordered = true;
    for (std::size_t i = 0; i < group.members.size(); ++i)
      if (group.members[i]) group.order.push_back(static_cast<std::int64_t>(i));
    std::shuffle(group.order.begin(), group.order.end(), random_);
  }

  void addCarried() {
    Attribute capture = makeAttribute("boneCapture", AttributeKind::carried, Storage::real32, 1);
    capture.carriedType = "indexpair";
    capture.carried =
        Value::list({Value("vsize"), Value(std::int64_t(2)), Value("locked"), Value(Value::Flags{{1, 0, 1}}),
                     Value("entries"), Value(Numbers(std::vector<std::int64_t>{3, 4, 5}))});
    g_.attributes[static_cast<int>(Owner::point)].push_back(std::move(capture));
    g_.shared = Value::list({Value("Volume"), Value::list({Value("geo:voxels"), Value("voxels:1"),
                                                           Value::list({Value("constant"), Value(1.0)})})});
  }

  void addEdges() {
    if (g_.pointCount() == 0 || below(2)) return;
    EdgeGroup group{"border", {}};
    for (std::size_t i = below(20); i > 0; --i)
      group.edges.push_back({static_cast<std::int32_t>(below(g_.pointCount())),
                             static_cast<std::int32_t>(below(g_.pointCount()))});
    g_.edgeGroups.push_back(std::move(group));
  }

  void addInfo() {
    if (below(2)) return;
    g_.info = Value::map();
    g_.info.set("artist", Value("nobody"));
    g_.info.set("bounds", Value(Numbers(std::vector<float>{-1, 1, 0, 2, 0.25f, 3})));
    g_.info.set("time", Value(0.125));
    g_.info.set("attribute_summary", Value("  1 point attributes:\tP\n"));
  }

  std::mt19937 random_;
  RandomOptions options_;
  const std::shared_ptr<const CarriedRun> spheres_ = std::make_shared<CarriedRun>(
      CarriedRun{Value::list({Value("type"), Value("run"), Value("runtype"), Value("Sphere"),
                              Value("varyingfields"), Value::list({Value("vertex"), Value("transform")})}),
                 2});
  Geometry g_;
};

}  // namespace

Geometry randomGeometry(unsigned seed, const RandomOptions& options) {
  return Maker(seed, options).make();
}

}  // namespace tendril::test
