// The inside of a detail.
#pragma once
#include <GEO/GEO_Primitive.h>
#include <GU/GU_Detail.h>
#include "standin/all_of_ga.h"

#include <functional>
#include <string>

#include "standin/elements.h"
#include "standin/values.h"

namespace standin {

struct PrimitiveData {
  GA_PrimitiveTypeId type = GA_PRIMPOLY;
  bool closed = false;
  bool clamped = true;  // NURBS: the curve reaches its first and last point
  std::vector<GA_Offset> vertices;
  std::unique_ptr<GEO_Primitive> object;
};

}  // namespace standin

struct GA_Detail::Impl {
  explicit Impl(GA_Detail* owner);
  ~Impl();

  GA_Detail* self;
  standin::ElementMap points, vertices, primitives, whole;
  std::vector<GA_Offset> vertexPoint;                              // by slot of the vertex
  std::vector<std::unique_ptr<standin::PrimitiveData>> primitive;  // by slot of the primitive
  GA_AttributeDict dicts[4];                                       // by owner
  GA_ElementGroupTable groups[3];
  GA_Attribute* p = nullptr;
  GA_Topology topology;
  int readers = 0;  // locks for reading
  exint topologyId = standin::newDataId();

  standin::ElementMap& elements(GA_AttributeOwner owner);
  GA_Attribute* find(GA_AttributeOwner owner, const std::string& name, GA_AttributeScope scope) const;
  // An attribute of this kind, storage and size; one that is there already is kept if it is the same.
  GA_Attribute* add(GA_AttributeOwner owner, const std::string& name, GA_Attribute::Values::Kind kind,
                    GA_Storage storage, int size, const std::vector<double>& defaults,
                    GA_AttributeScope scope = GA_SCOPE_PUBLIC);
  void eachAttribute(const std::function<void(GA_Attribute&)>& visit) const;
  const standin::PrimitiveData& data(GA_Offset offset) const;

  GA_Offset appendPoints(GA_Size count);  // the first
  GA_Offset appendPrimitive(GA_PrimitiveTypeId type, const std::vector<GA_Offset>& ofPoints, bool closed,
                            bool clamped = true);
  static GA_Attribute::Values& valuesOf(GA_Attribute& attribute) { return *attribute.values_; }
  void save(std::ostream& to);  // all that the stand-in knows
  void load(const std::string& bytes);
  void grow();  // attributes reach all elements
  void clear();
  // All of another detail behind what is here, or the primitives of a group with their points. An exact copy
  // keeps data ids, private attributes and internal groups.
  void append(const GA_Detail& other, const GA_PrimitiveGroup* group, bool exact);
  GA_ElementGroup* group(GA_AttributeOwner owner, const std::string& name, bool internal, bool ordered);

 private:
  void addP();
  void copyAttributes(const Impl& other,
                      const std::vector<std::vector<std::pair<GA_Offset, GA_Offset>>>& pairs, bool exact);
  void copyGroups(const Impl& other, const std::vector<std::vector<std::pair<GA_Offset, GA_Offset>>>& pairs,
                  bool exact);
};
