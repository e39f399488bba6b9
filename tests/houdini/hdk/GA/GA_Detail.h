// Stand-in: geometry by offsets, which have holes, and indices, which have none.
#pragma once
#include <GA/GA_Defaults.h>
#include <GA/GA_OffsetList.h>
#include <GA/GA_PrimitiveTypes.h>
#include <UT/UT_StringHolder.h>
#include <UT/UT_Vector3.h>
#include <memory>
class GA_Attribute;
class GA_AttributeDict;
class GA_AttributeFilter;
class GA_AttributeOptions;
class GA_ElementGroupTable;
class GA_PointGroup;
class GA_PrimitiveGroup;
class GA_RWAttributeRef;
class GA_Topology;
class GA_VertexGroup;
class UT_Options;
class GA_Detail {
 public:
  GA_Detail();
  virtual ~GA_Detail();
  GA_Detail(const GA_Detail&) = delete;

  GA_Size getNumPoints() const;
  GA_Size getNumVertices() const;
  GA_Size getNumPrimitives() const;
  GA_Offset pointOffset(GA_Index index) const;
  GA_Index pointIndex(GA_Offset offset) const;
  GA_Offset primitiveOffset(GA_Index index) const;
  GA_PrimitiveTypeId getPrimitiveTypeId(GA_Offset primitive) const;
  GA_OffsetListRef getPrimitiveVertexList(GA_Offset primitive) const;
  GA_Offset vertexPoint(GA_Offset vertex) const;
  GA_Offset appendPointBlock(GA_Size count);
  enum GA_DestroyPointMode { GA_LEAVE_PRIMITIVES, GA_DESTROY_DEGENERATE };
  bool destroyPointOffset(GA_Offset point, GA_DestroyPointMode mode, bool check_used);
  GA_Topology& getTopology();
  bool destroyAttribute(GA_AttributeOwner owner, const UT_StringRef& name,
                        const GA_AttributeFilter* filter = nullptr);
  bool destroyElementGroup(GA_AttributeOwner owner, const UT_StringRef& name);

  GA_Attribute* getP();
  const GA_Attribute* getP() const;
  UT_Vector3 getPos3(GA_Offset point) const;
  void setPos3(GA_Offset point, const UT_Vector3& position);
  const GA_AttributeDict& getAttributeDict(GA_AttributeOwner owner) const;
  GA_RWAttributeRef addFloatTuple(GA_AttributeOwner owner, const UT_StringHolder& name, int size,
                                  const GA_Defaults& defaults = GA_Defaults(0.0f),
                                  const UT_Options* creation = nullptr,
                                  const GA_AttributeOptions* options = nullptr,
                                  GA_Storage storage = GA_STORE_REAL32);
  GA_RWAttributeRef addIntTuple(GA_AttributeOwner owner, const UT_StringHolder& name, int size,
                                const GA_Defaults& defaults = GA_Defaults(int32(0)),
                                const UT_Options* creation = nullptr,
                                const GA_AttributeOptions* options = nullptr,
                                GA_Storage storage = GA_STORE_INT32);
  GA_RWAttributeRef addStringTuple(GA_AttributeOwner owner, const UT_StringHolder& name, int size);
  GA_Attribute* addFloatArray(GA_AttributeOwner owner, const UT_StringHolder& name, int size,
                              const UT_Options* creation = nullptr,
                              const GA_AttributeOptions* options = nullptr,
                              GA_Storage storage = GA_STORE_REAL32);
  GA_Attribute* addIntArray(GA_AttributeOwner owner, const UT_StringHolder& name, int size,
                            const UT_Options* creation = nullptr,
                            const GA_AttributeOptions* options = nullptr,
                            GA_Storage storage = GA_STORE_INT32);
  GA_Attribute* addStringArray(GA_AttributeOwner owner, const UT_StringHolder& name, int size);
  const GA_ElementGroupTable& getElementGroupTable(GA_AttributeOwner owner) const;
  GA_ElementGroupTable& getElementGroupTable(GA_AttributeOwner owner);
  GA_PointGroup* newPointGroup(const UT_StringHolder& name);
  GA_PrimitiveGroup* newPrimitiveGroup(const UT_StringHolder& name);
  GA_VertexGroup* newVertexGroup(const UT_StringHolder& name);
  void bumpAllDataIds();
  int64 getMemoryUsage(bool inclusive) const;

  struct Impl;  // the stand-in's own
  Impl& impl() const { return *impl_; }

 protected:
  std::unique_ptr<Impl> impl_;
};
