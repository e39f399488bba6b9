// Stand-in: data of an object, and the data that hang below.
#pragma once
#include <SIM/SIM_Error.h>
#include <SIM/SIM_Names.h>
#include <SIM/SIM_Time.h>
#include <SYS/SYS_Types.h>
#include <SYS/SYS_Visibility.h>
#include <UT/UT_Array.h>
#include <UT/UT_IStream.h>
#include <UT/UT_String.h>
#include <UT/UT_StringHolder.h>
#include <iosfwd>
#include <memory>
#include <string>
#include <vector>
class GU_DetailHandle;
class SIM_Data;
class SIM_DataFactory;
class SIM_DataFilter;
class SIM_DataThreadedIO;
class SIM_Guide;
class SIM_Options;
class SIM_RootData;
class UT_DMatrix4;
using SIM_ConstDataArray = UT_Array<const SIM_Data*>;
#define SIM_DATA_RETURN_EXISTING 0x01
#define SIM_DATA_CREATE_UNIQUE_NAME 0x02
#define SIM_DATA_ADOPT_EXISTING_ON_DELETE 0x04
class SIM_Data {
 public:
  const UT_StringHolder& getDataType() const;
  bool getIsOfType(const UT_StringRef& type) const;
  SIM_Data* getNamedSubData(const char* name);
  const SIM_Data* getConstNamedSubData(const char* name) const;
  SIM_Data* createNamedSubData(const char* name, const char* type, int flags, UT_String* made = nullptr);
  void filterConstSubData(SIM_ConstDataArray& found, const SIM_DataFilter* root, const SIM_DataFilter& filter,
                          const char* from, const SIM_DataFilter& into) const;
  void addError(const SIM_RootData* root, int code, const char* parm, UT_ErrorSeverity severity) const;
  static void* castPointerToType(SIM_Data* data, const UT_StringRef& type);
  static const void* castConstPointerToType(const SIM_Data* data, const UT_StringRef& type);
  virtual void* getPointerToType(const UT_StringRef&) { return nullptr; }
  virtual const void* getConstPointerToType(const UT_StringRef&) const { return nullptr; }

  struct Impl;  // the stand-in's own
  Impl& impl() const { return *impl_; }
  static void standInSupers(std::vector<std::string>&) {}

 protected:
  explicit SIM_Data(const SIM_DataFactory* factory);
  virtual ~SIM_Data();
  virtual void initializeSubclass() {}
  virtual void makeEqualSubclass(const SIM_Data*) {}
  virtual void saveIOSubclass(std::ostream&, SIM_DataThreadedIO*) const {}
  virtual bool loadIOSubclass(UT_IStream&, SIM_DataThreadedIO*) { return true; }
  virtual SIM_Guide* createGuideObjectSubclass() const { return nullptr; }
  virtual void buildGuideGeometrySubclass(const SIM_RootData&, const SIM_Options&, const GU_DetailHandle&,
                                          UT_DMatrix4*, const SIM_Time&) const {}

 private:
  std::unique_ptr<Impl> impl_;
};
extern "C" SYS_VISIBILITY_EXPORT void initializeSIM(void*);
