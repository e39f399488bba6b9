// Stand-in: strings.
#pragma once
#include <SYS/SYS_Types.h>
#include <string>
class UT_StringRef {
 public:
  UT_StringRef();
  UT_StringRef(const char* text);
  const char* c_str() const;
  exint length() const;
  bool isstring() const;
  std::string toStdString() const;
  operator const char*() const;
  bool operator==(const UT_StringRef& other) const;
  bool operator!=(const UT_StringRef& other) const;

 protected:
  std::string text_;
};
class UT_StringHolder : public UT_StringRef {
 public:
  UT_StringHolder();
  UT_StringHolder(const char* text);
  UT_StringHolder(const std::string& text);
  static const UT_StringHolder theEmptyString;
};
