// A detail read.
#include <GA/GA_AIFNumericArray.h>
#include <GA/GA_AIFSharedStringArray.h>
#include <GA/GA_AIFSharedStringTuple.h>
#include <GA/GA_AIFTuple.h>
#include <GA/GA_Attribute.h>
#include <GA/GA_AttributeDict.h>
#include <GA/GA_Defaults.h>
#include <GA/GA_ElementGroup.h>
#include <GA/GA_ElementGroupTable.h>
#include <GEO/GEO_Face.h>
#include <GEO/GEO_PrimType.h>
#include <GEO/GEO_Primitive.h>
#include <UT/UT_Array.h>
#include <UT/UT_StringArray.h>

#include <array>
#include <unordered_map>

#include "hdk/blocks.h"
#include "hdk/carried.h"
#include "hdk/geometry.h"
#include "hdk/names.h"
#include "hdk/unconfirmed.h"
#include "solver/base/parallel.h"
#include "solver/geometry/smooth_curves.h"

namespace tendril::hdk {
namespace {

bool isSmoothCurve(const GA_PrimitiveTypeId& type) {
  return type == GEO_PRIMNURBCURVE || type == GEO_PRIMBEZCURVE;
}

// The table of an attribute's strings, looked up in time that does not grow with it.
class TextIndex {
 public:
  explicit TextIndex(Attribute& attribute) : attribute_(attribute) {}

  std::int32_t of(const std::string& text) {
    const auto [place, isNew] =
        known_.try_emplace(text, static_cast<std::int32_t>(attribute_.strings.size()));
    if (isNew) attribute_.strings.push_back(text);
    return place->second;
  }

 private:
  Attribute& attribute_;
  std::unordered_map<std::string, std::int32_t> known_;
};

class Reader {
 public:
  Reader(const GU_Detail& detail, const Reading& reading) : detail_(detail), reading_(reading) {}

  Input read() {
    for (GA_Index i = 0; i < detail_.getNumPoints(); ++i)
      offsets(Owner::point).push_back(detail_.pointOffset(i));
    g_.setPointCount(offsets(Owner::point).size());
    for (GA_Index i = 0; i < detail_.getNumPrimitives(); ++i) {
      if (i % 1000 == 0) lookUp();
      readPrimitive(detail_.primitiveOffset(i));
    }
    offsets(Owner::detail).push_back(GA_DETAIL_OFFSET);
    for (auto& all : g_.attributes) all.clear();
    for (const Owner owner : kOwners) readAttributes(owner);
    // numbers, which are most of all: many attributes at once
    parallelForInOrder(numbers_.size(), [this](std::size_t i) { readNumbers(numbers_[i]); });
    for (const Owner owner : {Owner::vertex, Owner::point, Owner::primitive}) readGroups(owner);
    if (!smooth_.empty()) sampleSmoothCurves();
    return {&detail_, std::make_shared<const Geometry>(std::move(g_)), !smooth_.empty(), std::move(unread_)};
  }

 private:
  std::vector<GA_Offset>& offsets(Owner owner) { return offsets_[static_cast<std::size_t>(owner)]; }

  void lookUp() const {
    if (reading_.host) tendril::lookUp(*reading_.host);
  }

  // Long loops look up now and then.
  template <class F>
  void eachOffset(Owner owner, const F& f) {
    constexpr std::size_t kOften = 10000;
    std::size_t done = 0;
    for (const GA_Offset offset : offsets(owner)) {
      if (++done % kOften == 0) lookUp();
      f(offset);
    }
  }

  void readPrimitive(GA_Offset primitive) {
    const GA_PrimitiveTypeId type = detail_.getPrimitiveTypeId(primitive);
    const GA_OffsetListRef vertices = detail_.getPrimitiveVertexList(primitive);
    for (GA_Size v = 0; v < vertices.size(); ++v) {
      offsets(Owner::vertex).push_back(vertices(v));
      g_.vertexPoints.push_back(
          static_cast<std::int32_t>(detail_.pointIndex(detail_.vertexPoint(vertices(v)))));
    }
    offsets(Owner::primitive).push_back(primitive);
    g_.starts.push_back(g_.vertexPoints.size());
    if (type == GEO_PRIMPOLY) {
      const auto* face = static_cast<const GEO_Face*>(detail_.getGEOPrimitive(primitive));
      g_.kinds.push_back(face->isClosed() ? PrimitiveKind::polygon : PrimitiveKind::polyline);
      return;
    }
    if (reading_.samples > 0 && isSmoothCurve(type)) smooth_.push_back(g_.kinds.size());
    const Source source{reading_.number, static_cast<std::int64_t>(g_.kinds.size())};
    g_.others.push_back({g_.kinds.size(), "carried", fieldsOf(source)});
    g_.kinds.push_back(PrimitiveKind::other);
  }

  void readAttributes(Owner owner) {
    const GA_AttributeDict& dict = detail_.getAttributeDict(gaOwner(owner));
    for (auto it = dict.begin(GA_SCOPE_PUBLIC); !it.atEnd(); ++it) {
      lookUp();
      const GA_Attribute& attribute = *it.attrib();
      // lists first: they may offer themselves as tuples, too
      if (attribute.getAIFNumericArray())
        readNumberLists(owner, attribute);
      else if (attribute.getAIFSharedStringArray())
        readStringLists(owner, attribute);
      else if (attribute.getAIFSharedStringTuple())
        readStrings(owner, attribute);
      else if (attribute.getAIFTuple())
        beginNumbers(owner, attribute);
      else
        keepName(owner, attribute);
    }
  }

  void keepName(Owner owner, const GA_Attribute& attribute) {
    if (owner != Owner::detail) unread_.push_back(attribute.getName().toStdString());
  }

  Attribute& made(Owner owner, const GA_Attribute& from, AttributeKind kind, Storage storage, int size) {
    auto& all = g_.attributes[static_cast<std::size_t>(owner)];
    all.push_back(
        makeAttribute(from.getName().toStdString(), kind, storage, size, typeInfoOf(from.getTypeInfo())));
    return all.back();
  }

  struct NumbersToRead {
    Owner owner;
    const GA_Attribute* from;
    Attribute* to;
  };

  void beginNumbers(Owner owner, const GA_Attribute& from) {
    const GA_AIFTuple& tuple = *from.getAIFTuple();
    Attribute& to =
        made(owner, from, AttributeKind::numeric, storageOf(tuple.getStorage(&from)), from.getTupleSize());
    readDefaults(tuple.getDefaults(&from), to);
    numbers_.push_back({owner, &from, &to});
  }

  void readNumbers(const NumbersToRead& job) {
    const auto& [owner, from, to] = job;
    const GA_AIFTuple& tuple = *from->getAIFTuple();
    const int size = to->tupleSize;
    to->numbers = makeNumbers(to->storage(), offsets(owner).size() * static_cast<std::size_t>(size));
    std::visit(
        [&, owner = owner, from = from](auto& values) {
          const auto& all = offsets(owner);
          if (readBlocks(*from, all, static_cast<std::size_t>(size), values, [this] { lookUp(); })) return;
          std::size_t i = 0;
          eachOffset(owner, [&](GA_Offset offset) {
            for (int c = 0; c < size; ++c, ++i) get(tuple, *from, offset, c, values[i]);
          });
        },
        to->numbers);
  }

  static void readDefaults(const GA_Defaults& from, Attribute& to) {
    to.defaults = makeNumbers(isReal(to.storage()) ? Storage::real64 : Storage::int64,
                              static_cast<std::size_t>(to.tupleSize));
    for (int c = 0; c < to.tupleSize; ++c) {
      fpreal64 value = 0;
      from.get(c, value);
      setNumber(to.defaults, static_cast<std::size_t>(c), value);
    }
  }

  // Through the widest type of the same kind, which keeps every bit.
  template <class T>
  static void get(const GA_AIFTuple& tuple, const GA_Attribute& from, GA_Offset offset, int component,
                  T& value) {
    if constexpr (std::is_same_v<T, float> || std::is_same_v<T, Half>) {
      fpreal32 wide = 0;
      tuple.get(&from, offset, wide, component);
      value = T(wide);
    } else if constexpr (std::is_same_v<T, double>) {
      fpreal64 wide = 0;
      tuple.get(&from, offset, wide, component);
      value = wide;
    } else {
      int64 wide = 0;
      tuple.get(&from, offset, wide, component);
      value = static_cast<T>(wide);
    }
  }

  void readStrings(Owner owner, const GA_Attribute& from) {
    const GA_AIFSharedStringTuple& tuple = *from.getAIFSharedStringTuple();
    const int size = tuple.getTupleSize(&from);
    Attribute& to = made(owner, from, AttributeKind::string, Storage::int32, size);
    std::vector<std::int32_t> indices;
    TextIndex known(to);
    eachOffset(owner, [&](GA_Offset offset) {
      for (int c = 0; c < size; ++c) {
        const char* text = tuple.getString(&from, offset, c);
        indices.push_back(text && *text ? known.of(text) : -1);
      }
    });
    to.numbers = std::move(indices);
  }

  void readNumberLists(Owner owner, const GA_Attribute& from) {
    const GA_AIFNumericArray& array = *from.getAIFNumericArray();
    Attribute& to = made(owner, from, AttributeKind::array, storageOf(array.getStorage(&from)),
                         array.getTupleSize(&from));
    to.starts = {0};
    std::visit(
        [&](auto& values) {
          using T = typename std::decay_t<decltype(values)>::value_type;
          using Wide =
              std::conditional_t<std::is_floating_point_v<T> || std::is_same_v<T, Half>, fpreal64, int64>;
          UT_Array<Wide> list;
          eachOffset(owner, [&](GA_Offset offset) {
            list.clear();
            array.get(&from, offset, list);
            for (exint i = 0; i < list.size(); ++i) {
              if constexpr (std::is_same_v<T, Half>)
                values.push_back(Half(static_cast<float>(list(i))));
              else
                values.push_back(static_cast<T>(list(i)));
            }
            to.starts.push_back(values.size() / static_cast<std::size_t>(to.tupleSize));
          });
        },
        to.numbers);
  }

  void readStringLists(Owner owner, const GA_Attribute& from) {
    Attribute& to = made(owner, from, AttributeKind::stringArray, Storage::int32, 1);
    to.starts = {0};
    std::vector<std::int32_t> indices;
    TextIndex known(to);
    UT_StringArray list;
    eachOffset(owner, [&](GA_Offset offset) {
      list.clear();
      from.getAIFSharedStringArray()->get(&from, offset, list);
      for (exint i = 0; i < list.size(); ++i) indices.push_back(known.of(list(i).toStdString()));
      to.starts.push_back(indices.size());
    });
    to.numbers = std::move(indices);
  }

  void readGroups(Owner owner) {
    for (auto it = detail_.getElementGroupTable(gaOwner(owner)).beginTraverse(); !it.atEnd(); ++it) {
      lookUp();
      const GA_ElementGroup& from = *it.group();
      if (from.isInternal()) continue;
      Group& to = g_.addGroup(owner, from.getName().toStdString());
      for (std::size_t i = 0; i < to.members.size(); ++i)
        to.members[i] = from.containsOffset(offsets(owner)[i]);
    }
  }

  void sampleSmoothCurves() {
    sampleCurves(g_, smooth_, reading_.samples, [this](std::size_t primitive, double u) {
      lookUp();
      return pointOn(*detail_.getGEOPrimitive(offsets(Owner::primitive)[primitive]), u);
    });
  }

  const GU_Detail& detail_;
  Reading reading_;
  Geometry g_;
  std::array<std::vector<GA_Offset>, 4> offsets_;  // of elements, by Owner
  std::vector<std::string> unread_;
  std::vector<NumbersToRead> numbers_;
  std::vector<std::size_t> smooth_;  // primitives that are to be sampled
};

}  // namespace

Input readInput(const GU_Detail* detail, const Reading& reading) {
  return detail ? Reader(*detail, reading).read() : Input();
}

Geometry fromDetail(const GU_Detail& detail, int samples) {
  return *readInput(&detail, {0, samples, nullptr}).read;
}

}  // namespace tendril::hdk
