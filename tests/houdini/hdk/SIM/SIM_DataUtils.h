// Stand-in: what makes a class a type of data.
#pragma once
#include <SIM/SIM_Data.h>
#include <SIM/SIM_DataFactory.h>
#define DECLARE_CLASSNAME(DataClass, SuperClass)               \
 private:                                                      \
  typedef SuperClass BaseClass;                                \
  typedef DataClass ThisClass;                                 \
                                                               \
 public:                                                       \
  static const UT_StringHolder& classname() {                  \
    static const UT_StringHolder name(#DataClass);             \
    return name;                                               \
  }                                                            \
  static void standInSupers(std::vector<std::string>& names) { \
    names.push_back(#SuperClass);                              \
    SuperClass::standInSupers(names);                          \
  }
#define DECLARE_STANDARD_GETCASTTOTYPE()                                                   \
 public:                                                                                   \
  void* getPointerToType(const UT_StringRef& type) override {                              \
    return type == ThisClass::classname() ? this : BaseClass::getPointerToType(type);      \
  }                                                                                        \
  const void* getConstPointerToType(const UT_StringRef& type) const override {             \
    return type == ThisClass::classname() ? this : BaseClass::getConstPointerToType(type); \
  }
#define DECLARE_DATAFACTORY(DataClass, SuperClass, Description, DopParms)                        \
  DECLARE_CLASSNAME(DataClass, SuperClass)                                                       \
 public:                                                                                         \
  static SIM_DataFactory standInFactory() {                                                      \
    SIM_DataFactory factory;                                                                     \
    factory.type = #DataClass;                                                                   \
    standInSupers(factory.supers);                                                               \
    factory.make = [](const SIM_DataFactory* from) -> SIM_Data* { return new DataClass(from); }; \
    factory.description = []() -> const SIM_DopDescription* { return DopParms; };                \
    return factory;                                                                              \
  }                                                                                              \
                                                                                                 \
 private:
#define IMPLEMENT_DATAFACTORY(DataClass) standin::addFactory(DataClass::standInFactory())
