// Stand-in: objects, who carry data.
#pragma once
#include <SIM/SIM_Data.h>
#include <SIM/SIM_DataUtils.h>
class SIM_ColliderInfo;
class SIM_Position;
using SIM_ColliderInfoArray = UT_Array<SIM_ColliderInfo>;
class SIM_RootData : public SIM_Data {
 public:
  const UT_String& getName() const;

 protected:
  explicit SIM_RootData(const SIM_DataFactory* factory);
  DECLARE_CLASSNAME(SIM_RootData, SIM_Data)
  DECLARE_STANDARD_GETCASTTOTYPE()
};
class SIM_Object : public SIM_RootData {
 public:
  int getObjectId() const;
  const SIM_Position* getPositionForGeometry(const char* geometry) const;
  void getColliderInfo(SIM_ColliderInfoArray& colliders) const;

 protected:
  explicit SIM_Object(const SIM_DataFactory* factory);
  DECLARE_STANDARD_GETCASTTOTYPE()
  DECLARE_DATAFACTORY(SIM_Object, SIM_RootData, "Object", nullptr)
};
