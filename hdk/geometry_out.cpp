// A detail filled.
#include <GA/GA_AIFNumericArray.h>
#include <GA/GA_AIFSharedStringArray.h>
#include <GA/GA_AIFSharedStringTuple.h>
#include <GA/GA_AIFTuple.h>
#include <GA/GA_Attribute.h>
#include <GA/GA_AttributeRef.h>
#include <GA/GA_Defaults.h>
#include <GA/GA_ElementGroup.h>
#include <GEO/GEO_PolyCounts.h>
#include <GEO/GEO_PrimPoly.h>
#include <GOP/GOP_Manager.h>
#include <UT/UT_Array.h>
#include <UT/UT_StringArray.h>

#include <algorithm>
#include <array>

#include "hdk/geometry.h"
#include "hdk/names.h"
#include "hdk/unconfirmed.h"

namespace tendril::hdk {
namespace {

bool sameTopology(const Geometry& a, const Geometry& b) {
  return a.pointCount() == b.pointCount() && a.vertexPoints == b.vertexPoints && a.starts == b.starts &&
         a.kinds == b.kinds;
}

// Whether all that `before` has is in `after`, too: then `after` is written on top of it.
bool holdsAll(const Geometry& after, const Geometry& before) {
  for (const Owner owner : kOwners)
    for (const Attribute& attribute : before.attributes[static_cast<std::size_t>(owner)])
      if (const Attribute* found = after.find(owner, attribute.name);
          !found || found->kind != attribute.kind || found->tupleSize != attribute.tupleSize)
        return false;
  for (const Owner owner : {Owner::vertex, Owner::point, Owner::primitive})
    for (const Group& group : before.groups[static_cast<std::size_t>(owner)])
      if (const Group* found = after.findGroup(owner, group.name); !found || found->members != group.members)
        return false;
  return true;
}

class Writer {
 public:
  Writer(const Geometry& geometry, GU_Detail& detail) : g_(geometry), detail_(detail) {}

  void writeOver(const Input& input) {
    detail_.replaceWith(*input.detail);
    for (GA_Index i = 0; i < detail_.getNumPoints(); ++i)
      offsets(Owner::point).push_back(detail_.pointOffset(i));
    for (GA_Index i = 0; i < detail_.getNumPrimitives(); ++i) addPrimitive(detail_.primitiveOffset(i));
    writeValues(input.read.get());
  }

  void build(const std::vector<Input>& inputs) {
    detail_.clearAndDestroy();
    buildPoints();
    for (std::size_t p = 0; p < g_.primitiveCount();) p = buildRun(p);
    writeValues(nullptr);
    if (!g_.others.empty() && !inputs.empty() && inputs[0].detail) carryOver(*inputs[0].detail);
  }

 private:
  std::vector<GA_Offset>& offsets(Owner owner) { return offsets_[static_cast<std::size_t>(owner)]; }

  void addPrimitive(GA_Offset primitive) {
    offsets(Owner::primitive).push_back(primitive);
    const GA_OffsetListRef vertices = detail_.getPrimitiveVertexList(primitive);
    for (GA_Size v = 0; v < vertices.size(); ++v) offsets(Owner::vertex).push_back(vertices(v));
  }

  // Points that only carried primitives use come with those.
  void buildPoints() {
    std::vector<std::uint8_t> ours(g_.pointCount(), 1);
    for (const bool carried : {true, false})
      for (std::size_t p = 0; p < g_.primitiveCount(); ++p)
        if ((g_.kinds[p] == PrimitiveKind::other) == carried)
          for (const std::int32_t point : g_.pointsOf(p)) ours[static_cast<std::size_t>(point)] = !carried;
    const GA_Size count = static_cast<GA_Size>(std::count(ours.begin(), ours.end(), 1));
    const GA_Index first = detail_.getNumPoints();
    firstPoint_ = count ? detail_.appendPointBlock(count) : GA_INVALID_OFFSET;
    builtPoints_ = count;
    GA_Index next = 0;
    for (const std::uint8_t own : ours) {
      slots_.push_back(own ? static_cast<int>(next) : -1);
      offsets(Owner::point).push_back(own ? detail_.pointOffset(first + next++) : GA_INVALID_OFFSET);
    }
  }

  // Neighbours of one kind, at once. Returns the first primitive behind them.
  std::size_t buildRun(std::size_t p) {
    const PrimitiveKind kind = g_.kinds[p];
    if (kind == PrimitiveKind::other) {
      offsets(Owner::primitive).push_back(GA_INVALID_OFFSET);
      offsets(Owner::vertex).insert(offsets(Owner::vertex).end(), g_.pointsOf(p).size(), GA_INVALID_OFFSET);
      return p + 1;
    }
    GEO_PolyCounts sizes;
    std::vector<int> points;
    const GA_Index first = detail_.getNumPrimitives();
    std::size_t end = p;
    for (; end < g_.primitiveCount() && g_.kinds[end] == kind; ++end) {
      sizes.append(static_cast<GA_Size>(g_.pointsOf(end).size()));
      for (const std::int32_t point : g_.pointsOf(end))
        points.push_back(slots_[static_cast<std::size_t>(point)]);
    }
    GEO_PrimPoly::buildBlock(&detail_, firstPoint_, builtPoints_, sizes, points.data(),
                             kind == PrimitiveKind::polygon);
    for (GA_Index i = first; i < detail_.getNumPrimitives(); ++i) addPrimitive(detail_.primitiveOffset(i));
    return end;
  }

  void carryOver(const GU_Detail& from) {
    std::string pattern;
    for (const OtherPrimitive& other : g_.others) pattern += std::to_string(other.primitive) + " ";
    GOP_Manager groups;
    const GA_PrimitiveGroup* group =
        groups.parsePrimitiveGroups(pattern.c_str(), GOP_Manager::GroupCreator(&from));
    if (group) detail_.merge(from, group);
    groups.destroyAdhocGroups();
  }

  void writeValues(const Geometry* before) {
    offsets(Owner::detail).push_back(GA_DETAIL_OFFSET);
    for (const Owner owner : kOwners)
      for (const Attribute& attribute : g_.attributes[static_cast<std::size_t>(owner)]) {
        const Attribute* old = before ? before->find(owner, attribute.name) : nullptr;
        if (!old || !(*old == attribute)) write(owner, attribute);
      }
    for (const Owner owner : {Owner::vertex, Owner::point, Owner::primitive})
      for (const Group& group : g_.groups[static_cast<std::size_t>(owner)])
        if (!before || !before->findGroup(owner, group.name)) write(owner, group);
    detail_.bumpAllDataIds();
  }

  // Calls f(offset, element) for all that has a place here.
  template <class F>
  void each(Owner owner, const F& f) {
    const std::vector<GA_Offset>& all = offsets(owner);
    for (std::size_t i = 0; i < all.size(); ++i)
      if (all[i] != GA_INVALID_OFFSET) f(all[i], i);
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
    if (owner == Owner::point && from.name == "P") return detail_.getP();
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

  void writeNumbers(Owner owner, const Attribute& from) {
    GA_Attribute* to = numberAttribute(owner, from);
    to->setTypeInfo(gaTypeInfo(from.typeInfo));
    const GA_AIFTuple& tuple = *to->getAIFTuple();
    const std::size_t size = static_cast<std::size_t>(from.tupleSize);
    std::visit(
        [&](const auto& values) {
          using T = typename std::decay_t<decltype(values)>::value_type;
          using Wide = std::conditional_t<std::is_same_v<T, double>, fpreal64,
                                          std::conditional_t<std::is_integral_v<T>, int64, fpreal32>>;
          each(owner, [&](GA_Offset offset, std::size_t i) {
            for (std::size_t c = 0; c < size; ++c)
              tuple.set(to, offset, static_cast<Wide>(values[i * size + c]), static_cast<int>(c));
          });
        },
        from.numbers);
    to->bumpDataId();
  }

  void writeStrings(Owner owner, const Attribute& from) {
    GA_Attribute* to = detail_.addStringTuple(gaOwner(owner), from.name, from.tupleSize).getAttribute();
    const GA_AIFSharedStringTuple& tuple = *to->getAIFSharedStringTuple();
    const std::size_t size = static_cast<std::size_t>(from.tupleSize);
    each(owner, [&](GA_Offset offset, std::size_t i) {
      for (std::size_t c = 0; c < size; ++c)
        tuple.setString(to, offset, std::string(from.stringAt(i * size + c)).c_str(), static_cast<int>(c));
    });
  }

  void writeNumberLists(Owner owner, const Attribute& from) {
    const bool real = isReal(from.storage());
    GA_Attribute* to = real ? detail_.addFloatArray(gaOwner(owner), from.name, from.tupleSize, nullptr,
                                                    nullptr, gaStorage(from.storage()))
                            : detail_.addIntArray(gaOwner(owner), from.name, from.tupleSize, nullptr, nullptr,
                                                  gaStorage(from.storage()));
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
            if constexpr (std::is_integral_v<T>)
              setList(array, to, offset, list);
            else
              array.set(to, offset, list);
          });
        },
        from.numbers);
  }

  void writeStringLists(Owner owner, const Attribute& from) {
    GA_Attribute* to = detail_.addStringArray(gaOwner(owner), from.name, from.tupleSize);
    each(owner, [&](GA_Offset offset, std::size_t i) {
      UT_StringArray list;
      for (std::size_t k = from.starts[i]; k < from.starts[i + 1]; ++k)
        list.append(UT_StringHolder(std::string(from.stringAt(k))));
      to->getAIFSharedStringArray()->set(to, offset, list);
    });
  }

  void write(Owner owner, const Group& from) {
    GA_ElementGroup* to =
        owner == Owner::point    ? static_cast<GA_ElementGroup*>(detail_.newPointGroup(from.name))
        : owner == Owner::vertex ? static_cast<GA_ElementGroup*>(detail_.newVertexGroup(from.name))
                                 : detail_.newPrimitiveGroup(from.name);
    each(owner, [&](GA_Offset offset, std::size_t i) {
      if (from.members[i]) to->addOffset(offset);
    });
  }

  const Geometry& g_;
  GU_Detail& detail_;
  std::array<std::vector<GA_Offset>, 4> offsets_;  // of the geometry's elements, by Owner
  std::vector<int> slots_;                         // of points in the block; -1: carried
  GA_Offset firstPoint_ = GA_INVALID_OFFSET;
  GA_Size builtPoints_ = 0;
};

}  // namespace

void toDetail(const Geometry& geometry, GU_Detail& detail, const std::vector<Input>& inputs) {
  Writer writer(geometry, detail);
  for (const Input& input : inputs)
    if (input.detail && sameTopology(geometry, *input.read) && holdsAll(geometry, *input.read))
      return writer.writeOver(input);
  writer.build(inputs);
}

}  // namespace tendril::hdk
