// A detail filled.
#include <GA/GA_AIFNumericArray.h>
#include <GA/GA_AIFSharedStringArray.h>
#include <GA/GA_AIFSharedStringTuple.h>
#include <GA/GA_AIFTuple.h>
#include <GA/GA_Attribute.h>
#include <GA/GA_AttributeRef.h>
#include <GA/GA_Defaults.h>
#include <GA/GA_ElementGroup.h>
#include <GA/GA_Topology.h>
#include <GEO/GEO_PolyCounts.h>
#include <GEO/GEO_PrimPoly.h>
#include <GOP/GOP_Manager.h>
#include <UT/UT_Array.h>
#include <UT/UT_StringArray.h>

#include <algorithm>
#include <array>
#include <set>

#include "hdk/blocks.h"
#include "hdk/carried.h"
#include "hdk/differences.h"
#include "hdk/geometry.h"
#include "hdk/names.h"
#include "nodes/parameters/text.h"
#include "solver/base/parallel.h"

namespace tendril::hdk {
namespace {

class Writer {
 public:
  Writer(const Geometry& geometry, GU_Detail& detail, Host* host)
      : g_(geometry), detail_(detail), host_(host) {}

  void writeOver(const Input& input) {
    detail_.replaceWith(*input.detail);
    update(*input.read);
  }

  // What the detail holds is what `before` was read of.
  void update(const Geometry& before) {
    for (GA_Index i = 0; i < detail_.getNumPoints(); ++i)
      offsets(Owner::point).push_back(detail_.pointOffset(i));
    for (GA_Index i = 0; i < detail_.getNumPrimitives(); ++i) addPrimitive(detail_.primitiveOffset(i));
    writeValues(&before);
  }

  void build(const std::vector<Input>& inputs) {
    buildPoints();
    for (std::size_t p = 0; p < g_.primitiveCount();) {
      lookUp();
      p = g_.kinds[p] == PrimitiveKind::other ? carryRun(p, inputs) : buildRun(p);
    }
    // the last first: what is behind a hole closes up
    std::size_t done = 0;
    for (auto point = extraPoints_.rbegin(); point != extraPoints_.rend(); ++point) {
      if (++done % 1000 == 0) lookUp();
      detail_.destroyPointOffset(*point, GA_Detail::GA_LEAVE_PRIMITIVES, true);
    }
    removeStrangers(inputs);
    writeValues(nullptr);
    tellOfLosses(inputs);
  }

 private:
  std::vector<GA_Offset>& offsets(Owner owner) { return offsets_[static_cast<std::size_t>(owner)]; }

  void lookUp() const {
    if (host_) tendril::lookUp(*host_);
  }

  void addPrimitive(GA_Offset primitive) {
    offsets(Owner::primitive).push_back(primitive);
    const GA_OffsetListRef vertices = detail_.getPrimitiveVertexList(primitive);
    for (GA_Size v = 0; v < vertices.size(); ++v) offsets(Owner::vertex).push_back(vertices(v));
  }

  void buildPoints() {
    const GA_Size count = static_cast<GA_Size>(g_.pointCount());
    if (count == 0) return;
    const GA_Index first = detail_.getNumPoints();
    firstPoint_ = detail_.appendPointBlock(count);
    for (GA_Index i = 0; i < count; ++i) offsets(Owner::point).push_back(detail_.pointOffset(first + i));
  }

  // Neighbours of one kind, at once. Returns the first primitive behind them.
  std::size_t buildRun(std::size_t p) {
    const PrimitiveKind kind = g_.kinds[p];
    GEO_PolyCounts sizes;
    std::vector<int> points;
    const GA_Index first = detail_.getNumPrimitives();
    for (; p < g_.primitiveCount() && g_.kinds[p] == kind; ++p) {
      sizes.append(static_cast<GA_Size>(g_.pointsOf(p).size()));
      for (const std::int32_t point : g_.pointsOf(p)) points.push_back(point);
    }
    GEO_PrimPoly::buildBlock(&detail_, firstPoint_, static_cast<GA_Size>(g_.pointCount()), sizes,
                             points.data(), kind == PrimitiveKind::polygon);
    for (GA_Index i = first; i < detail_.getNumPrimitives(); ++i) addPrimitive(detail_.primitiveOffset(i));
    return p;
  }

  // Neighbours that were neighbours in an input, copied from there. They bring points of their own, and get
  // ours.
  std::size_t carryRun(std::size_t p, const std::vector<Input>& inputs) {
    const Source from = sourceAt(p);
    const Input& input = inputs.at(static_cast<std::size_t>(from.input));
    std::size_t end = p + 1;
    while (end < g_.primitiveCount() && g_.kinds[end] == PrimitiveKind::other &&
           sourceAt(end) == Source{from.input, from.primitive + static_cast<std::int64_t>(end - p)})
      ++end;
    const GA_Index first = detail_.getNumPrimitives();
    const std::string numbers = std::to_string(from.primitive) + "-" +
                                std::to_string(from.primitive + static_cast<std::int64_t>(end - p) - 1);
    GOP_Manager groups;
    const GA_PrimitiveGroup* group =
        groups.parsePrimitiveGroups(numbers.c_str(), GOP_Manager::GroupCreator(input.detail));
    if (group) detail_.merge(*input.detail, group);
    groups.destroyAdhocGroups();
    if (detail_.getNumPrimitives() - first != static_cast<GA_Index>(end - p))
      throw Error("primitives " + numbers + " could not be copied from the input");
    for (std::size_t k = p; k < end; ++k)
      rewire(k, detail_.primitiveOffset(first + static_cast<GA_Index>(k - p)));
    return end;
  }

  Source sourceAt(std::size_t p) const {
    const auto found =
        std::lower_bound(g_.others.begin(), g_.others.end(), p,
                         [](const OtherPrimitive& other, std::size_t at) { return other.primitive < at; });
    return sourceOf(*found);
  }

  void rewire(std::size_t p, GA_Offset primitive) {
    const std::size_t first = offsets(Owner::vertex).size();
    addPrimitive(primitive);
    const Span<const std::int32_t> points = g_.pointsOf(p);
    if (offsets(Owner::vertex).size() - first != points.size())
      throw Error("primitive " + std::to_string(p) + " has other vertices than when it was read");
    for (std::size_t v = 0; v < points.size(); ++v) {
      const GA_Offset vertex = offsets(Owner::vertex)[first + v];
      extraPoints_.insert(detail_.vertexPoint(vertex));
      detail_.getTopology().wireVertexPoint(vertex,
                                            offsets(Owner::point)[static_cast<std::size_t>(points[v])]);
    }
  }

  // Which every detail has, in single or double precision.
  static bool isP(Owner owner, const std::string& name) { return owner == Owner::point && name == "P"; }

  // What the node removed came back with what was copied.
  void removeStrangers(const std::vector<Input>& inputs) {
    if (g_.others.empty()) return;
    for (const Input& input : inputs) {
      if (!input.read) continue;
      for (const Owner owner : kOwners)
        for (const Attribute& attribute : input.read->attributes[static_cast<std::size_t>(owner)])
          if (!isP(owner, attribute.name) && !fits(g_.find(owner, attribute.name), attribute))
            detail_.destroyAttribute(gaOwner(owner), attribute.name.c_str());
      for (const Owner owner : {Owner::vertex, Owner::point, Owner::primitive})
        for (const Group& group : input.read->groups[static_cast<std::size_t>(owner)])
          detail_.destroyElementGroup(gaOwner(owner), group.name.c_str());  // those that stay are made anew
    }
  }

  void tellOfLosses(const std::vector<Input>& inputs) {
    if (!host_) return;
    const Attribute* positions = g_.find(Owner::point, "P");
    GA_Attribute* made = detail_.getP();
    if (positions && positions->storage() == Storage::real64 &&
        made->getAIFTuple()->getStorage(made) != GA_STORE_REAL64)
      host_->warn("P was in double precision; it goes on in single precision");
    for (std::size_t i = 0; i < inputs.size(); ++i)
      if (!inputs[i].unread.empty())
        host_->inform(
            "input " + std::to_string(i + 1) +
            " has attributes of kinds that cannot follow new points: " + joined(inputs[i].unread, ", "));
  }

  void writeValues(const Geometry* before) {
    offsets(Owner::detail).push_back(GA_DETAIL_OFFSET);
    for (const Owner owner : kOwners)
      for (const Attribute& attribute : g_.attributes[static_cast<std::size_t>(owner)]) {
        const Attribute* old = before ? before->find(owner, attribute.name) : nullptr;
        if (!old || !sameValues(*old, attribute)) write(owner, attribute);
      }
    // many attributes at once: no page is written by two
    parallelForInOrder(numbers_.size(), [this](std::size_t i) { fillNumbers(numbers_[i]); });
    for (const Owner owner : {Owner::vertex, Owner::point, Owner::primitive})
      for (const Group& group : g_.groups[static_cast<std::size_t>(owner)])
        if (!before || !before->findGroup(owner, group.name)) write(owner, group);
    if (!before) return detail_.bumpAllDataIds();
    for (GA_Attribute* attribute : written_)
      attribute->bumpDataId();  // what stays keeps its id: it is drawn already
  }

  // Calls f(offset, element); long loops look up now and then.
  template <class F>
  void each(Owner owner, const F& f) {
    constexpr std::size_t kOften = 10000;
    const std::vector<GA_Offset>& all = offsets(owner);
    for (std::size_t i = 0; i < all.size(); ++i) {
      if (i % kOften == 0) lookUp();
      f(all[i], i);
    }
  }

  template <class T>
  static T* made(T* thing, const std::string& name) {
    if (!thing) throw Error("Houdini cannot make \"" + name + "\"; is that a name it knows?");
    return thing;
  }

  GA_Attribute* toWrite(GA_Attribute* attribute, const std::string& name) {
    written_.push_back(made(attribute, name));
    return attribute;
  }

  void write(Owner owner, const Attribute& from) {
    switch (from.kind) {
      case AttributeKind::numeric:
        return writeNumbers(owner, from);
      case AttributeKind::string:
        return writeStrings(owner, from);
      case AttributeKind::array:
        return writeNumberLists(owner, from);
      case AttributeKind::stringArray:
        return writeStringLists(owner, from);
      default:
        return;  // never read from a detail
    }
  }

  GA_Attribute* numberAttribute(Owner owner, const Attribute& from) {
    if (isP(owner, from.name)) return positions(from);
    std::vector<fpreal64> defaults;
    for (int c = 0; c < from.tupleSize; ++c) defaults.push_back(from.defaultNumber(c));
    const GA_Defaults given(defaults.data(), from.tupleSize);
    const GA_Storage storage = gaStorage(from.storage());
    return (isReal(from.storage()) ? detail_.addFloatTuple(gaOwner(owner), from.name, from.tupleSize, given,
                                                           nullptr, nullptr, storage)
                                   : detail_.addIntTuple(gaOwner(owner), from.name, from.tupleSize, given,
                                                         nullptr, nullptr, storage))
        .getAttribute();
  }

  // In single precision unless somebody asks for more.
  GA_Attribute* positions(const Attribute& from) {
    GA_Attribute* p = detail_.getP();
    const GA_AIFTuple& tuple = *p->getAIFTuple();
    if (from.storage() == Storage::real64 && tuple.getStorage(p) != GA_STORE_REAL64)
      tuple.setStorage(p, GA_STORE_REAL64);
    return p;
  }

  struct NumbersToWrite {
    Owner owner;
    const Attribute* from;
    GA_Attribute* to;
  };

  void writeNumbers(Owner owner, const Attribute& from) {
    GA_Attribute* to = toWrite(numberAttribute(owner, from), from.name);
    to->setTypeInfo(gaTypeInfo(from.typeInfo));
    numbers_.push_back({owner, &from, to});
  }

  void fillNumbers(const NumbersToWrite& job) {
    const auto& [owner, from, to] = job;
    const GA_AIFTuple& tuple = *to->getAIFTuple();
    const std::size_t size = static_cast<std::size_t>(from->tupleSize);
    // P of a detail that others made may be stored otherwise
    const bool sameStorage = tuple.getStorage(to) == gaStorage(from->storage());
    std::visit(
        [&, owner = owner, to = to](const auto& values) {
          using T = typename std::decay_t<decltype(values)>::value_type;
          if (sameStorage && writeBlocks(*to, offsets(owner), size, values, [this] { lookUp(); })) return;
          using Wide = std::conditional_t<std::is_same_v<T, double>, fpreal64,
                                          std::conditional_t<std::is_integral_v<T>, int64, fpreal32>>;
          each(owner, [&](GA_Offset offset, std::size_t i) {
            for (std::size_t c = 0; c < size; ++c)
              tuple.set(to, offset, static_cast<Wide>(values[i * size + c]), static_cast<int>(c));
          });
        },
        from->numbers);
  }

  void writeStrings(Owner owner, const Attribute& from) {
    GA_Attribute* to =
        toWrite(detail_.addStringTuple(gaOwner(owner), from.name, from.tupleSize).getAttribute(), from.name);
    const GA_AIFSharedStringTuple& tuple = *to->getAIFSharedStringTuple();
    const std::size_t size = static_cast<std::size_t>(from.tupleSize);
    each(owner, [&](GA_Offset offset, std::size_t i) {
      for (std::size_t c = 0; c < size; ++c)
        tuple.setString(to, offset, std::string(from.stringAt(i * size + c)).c_str(), static_cast<int>(c));
    });
  }

  void writeNumberLists(Owner owner, const Attribute& from) {
    const bool real = isReal(from.storage());
    GA_Attribute* to = toWrite(real ? detail_.addFloatArray(gaOwner(owner), from.name, from.tupleSize,
                                                            nullptr, nullptr, gaStorage(from.storage()))
                                    : detail_.addIntArray(gaOwner(owner), from.name, from.tupleSize, nullptr,
                                                          nullptr, gaStorage(from.storage())),
                               from.name);
    const GA_AIFNumericArray& array = *to->getAIFNumericArray();
    const std::size_t size = static_cast<std::size_t>(from.tupleSize);
    std::visit(
        [&](const auto& values) {
          using T = typename std::decay_t<decltype(values)>::value_type;
          using Wide = std::conditional_t<std::is_integral_v<T>, int64, fpreal64>;
          each(owner, [&](GA_Offset offset, std::size_t i) {
            UT_Array<Wide> list;
            for (std::size_t k = from.starts[i] * size; k < from.starts[i + 1] * size; ++k) {
              if constexpr (std::is_same_v<T, Half>)
                list.append(static_cast<Wide>(static_cast<float>(values[k])));
              else
                list.append(static_cast<Wide>(values[k]));
            }
            array.set(to, offset, list);
          });
        },
        from.numbers);
  }

  void writeStringLists(Owner owner, const Attribute& from) {
    GA_Attribute* to = toWrite(detail_.addStringArray(gaOwner(owner), from.name, from.tupleSize), from.name);
    each(owner, [&](GA_Offset offset, std::size_t i) {
      UT_StringArray list;
      for (std::size_t k = from.starts[i]; k < from.starts[i + 1]; ++k)
        list.append(UT_StringHolder(std::string(from.stringAt(k))));
      to->getAIFSharedStringArray()->set(to, offset, list);
    });
  }

  void write(Owner owner, const Group& from) {
    GA_ElementGroup* to =
        owner == Owner::point    ? made<GA_ElementGroup>(detail_.newPointGroup(from.name), from.name)
        : owner == Owner::vertex ? made<GA_ElementGroup>(detail_.newVertexGroup(from.name), from.name)
                                 : made<GA_ElementGroup>(detail_.newPrimitiveGroup(from.name), from.name);
    each(owner, [&](GA_Offset offset, std::size_t i) {
      if (from.members[i]) to->addOffset(offset);
    });
  }

  const Geometry& g_;
  GU_Detail& detail_;
  Host* host_;
  std::array<std::vector<GA_Offset>, 4> offsets_;  // of the geometry's elements, by Owner
  GA_Offset firstPoint_ = GA_INVALID_OFFSET;
  std::vector<NumbersToWrite> numbers_;
  std::vector<GA_Attribute*> written_;
  std::set<GA_Offset> extraPoints_;  // that came with carried primitives
};

}  // namespace

bool canUpdate(const Geometry& geometry, const Input& before) {
  return before.read && sameTopology(geometry, before, 0) && holdsAll(geometry, *before.read);
}

void updateDetail(const Geometry& geometry, const Geometry& before, GU_Detail& detail) {
  Writer(geometry, detail, nullptr).update(before);
}

void toDetail(const Geometry& geometry, GU_Detail& detail, const std::vector<Input>& inputs, Host* host) {
  Writer writer(geometry, detail, host);
  for (std::size_t i = 0; i < inputs.size(); ++i)
    if (inputs[i].detail && sameTopology(geometry, inputs[i], static_cast<std::int64_t>(i)) &&
        holdsAll(geometry, *inputs[i].read))
      return writer.writeOver(inputs[i]);
  writer.build(inputs);
}

}  // namespace tendril::hdk
