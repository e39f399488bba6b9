// A detail as bytes.
#include "standin/detail_file.h"

#include <cstring>
#include <map>
#include <ostream>
#include <vector>

#include "standin/detail_impl.h"
#include "standin/faults.h"

namespace standin {
namespace {

using Values = GA_Attribute::Values;

class Out {
 public:
  explicit Out(std::ostream& to) : to_(to) {}
  template <class T>
  void number(T value) {
    to_.write(reinterpret_cast<const char*>(&value), sizeof value);
  }
  void text(const std::string& value) {
    number(value.size());
    to_.write(value.data(), static_cast<std::streamsize>(value.size()));
  }
  template <class T>
  void list(const std::vector<T>& values) {
    number(values.size());
    for (const T& value : values) each(value);
  }

 private:
  void each(const std::string& value) { text(value); }
  void each(double value) { number(value); }
  void each(int64 value) { number(value); }
  std::ostream& to_;
};

class In {
 public:
  explicit In(const std::string& bytes) : bytes_(bytes) {}
  template <class T>
  T number() {
    T value;
    if (at_ + sizeof value > bytes_.size()) stop("a saved detail ends too soon");
    std::memcpy(&value, bytes_.data() + at_, sizeof value);
    at_ += sizeof value;
    return value;
  }
  std::string text() {
    const auto size = number<std::size_t>();
    const std::string value = bytes_.substr(at_, size);
    at_ += size;
    return value;
  }
  template <class T>
  void list(std::vector<T>& values) {
    values.resize(number<std::size_t>());
    for (T& value : values) each(value);
  }
  bool done() const { return at_ == bytes_.size(); }

 private:
  void each(std::string& value) { value = text(); }
  void each(double& value) { value = number<double>(); }
  void each(int64& value) { value = number<int64>(); }
  const std::string& bytes_;
  std::size_t at_ = 0;
};

// Every element's values, in the order of indices.
template <class File, class V>
void element(File& file, V& values, GA_Offset offset) {
  const std::size_t slot = values.elements->slot(offset);
  switch (values.kind) {
    case Values::Kind::numbers:
      for (int c = 0; c < values.size; ++c) {
        const std::size_t place = values.place(offset, c);
        if constexpr (std::is_same_v<File, Out>) {
          if (values.isReal())
            file.number(values.reals[place]);
          else
            file.number(values.ints[place]);
        } else {
          if (values.isReal())
            values.reals[place] = file.template number<double>();
          else
            values.ints[place] = file.template number<int64>();
        }
      }
      break;
    case Values::Kind::strings:
      for (int c = 0; c < values.size; ++c) {
        std::string& own = const_cast<std::string&>(values.texts[values.place(offset, c)]);
        if constexpr (std::is_same_v<File, Out>)
          file.text(own);
        else
          own = file.text();
      }
      break;
    case Values::Kind::numberArrays:
      if (values.isReal())
        file.list(values.realArrays[slot]);
      else
        file.list(values.intArrays[slot]);
      break;
    default:
      file.list(values.textArrays[slot]);
  }
}

constexpr GA_AttributeOwner kOwners3[] = {GA_ATTRIB_VERTEX, GA_ATTRIB_POINT, GA_ATTRIB_PRIMITIVE};

}  // namespace

}  // namespace standin

using standin::element;
using standin::In;
using standin::kOwners3;
using standin::Out;
using standin::PrimitiveData;
using Values = GA_Attribute::Values;

void GA_Detail::Impl::save(std::ostream& to) {
  Impl& from = *this;
  Out file(to);
  file.number(from.points.size());
  file.number(from.primitives.size());
  for (const GA_Offset offset : from.primitives.offsets()) {
    const PrimitiveData& data = from.data(offset);
    file.number(data.type);
    file.number(data.closed);
    file.number(data.clamped);
    file.number(data.vertices.size());
    for (const GA_Offset vertex : data.vertices)
      file.number(from.points.index(from.vertexPoint[from.vertices.slot(vertex)]));
  }
  std::size_t count = 0;
  from.eachAttribute([&](GA_Attribute&) { ++count; });
  file.number(count);
  from.eachAttribute([&](GA_Attribute& attribute) {
    const Values& values = GA_Detail::Impl::valuesOf(attribute);
    file.text(values.name.toStdString());
    file.number(values.owner);
    file.number(values.scope);
    file.number(values.kind);
    file.number(values.storage);
    file.number(values.size);
    file.number(values.info);
    file.list(values.defaults);
    for (const GA_Offset offset : from.elements(values.owner).offsets()) element(file, values, offset);
  });
  for (const GA_AttributeOwner owner : kOwners3) {
    file.number(from.groups[owner].all_.size());
    for (const auto& group : from.groups[owner].all_) {
      file.text(group->getName().toStdString());
      file.number(group->isInternal());
      file.number(group->getOrdered());
      std::vector<int64> members;
      for (const GA_Offset member : group->order_) members.push_back(from.elements(owner).index(member));
      file.list(members);
    }
  }
}

void GA_Detail::Impl::load(const std::string& bytes) {
  Impl& to = *this;
  In file(bytes);
  to.appendPoints(file.number<GA_Size>());
  const auto primitives = file.number<GA_Size>();
  for (GA_Size p = 0; p < primitives; ++p) {
    const auto type = file.number<GA_PrimitiveTypeId>();
    const bool closed = file.number<bool>(), clamped = file.number<bool>();
    std::vector<GA_Offset> points(file.number<std::size_t>());
    for (GA_Offset& point : points) point = to.points.offset(file.number<GA_Index>());
    to.appendPrimitive(type, points, closed, clamped);
  }
  to.grow();
  const auto attributes = file.number<std::size_t>();
  for (std::size_t i = 0; i < attributes; ++i) {
    const std::string name = file.text();
    const auto owner = file.number<GA_AttributeOwner>();
    const auto scope = file.number<GA_AttributeScope>();
    const auto kind = file.number<Values::Kind>();
    const auto storage = file.number<GA_Storage>();
    const int size = file.number<int>();
    const auto info = file.number<GA_TypeInfo>();
    std::vector<double> defaults;
    file.list(defaults);
    GA_Attribute* made = to.add(owner, name, kind, storage, size, defaults, scope);
    Values& values = GA_Detail::Impl::valuesOf(*made);
    values.info = info;
    for (const GA_Offset offset : to.elements(owner).offsets()) element(file, values, offset);
  }
  for (const GA_AttributeOwner owner : kOwners3) {
    const auto groups = file.number<std::size_t>();
    for (std::size_t i = 0; i < groups; ++i) {
      const std::string name = file.text();
      const bool internal = file.number<bool>(), ordered = file.number<bool>();
      GA_ElementGroup* group = to.group(owner, name, internal, ordered);
      std::vector<int64> members;
      file.list(members);
      for (const int64 member : members) group->addOffset(to.elements(owner).offset(member));
    }
  }
  if (!file.done()) standin::stop("a saved detail goes on too long");
}

void standin::save(const GU_Detail& detail, std::ostream& to) {
  detail.impl().save(to);
}
std::unique_ptr<GU_Detail> standin::load(const std::string& bytes) {
  auto detail = std::make_unique<GU_Detail>();
  detail->impl().load(bytes);
  return detail;
}
