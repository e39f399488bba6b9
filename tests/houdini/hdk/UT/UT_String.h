// Stand-in: a string that one writes to. Made of, or set to, a C string, it only points there.
#pragma once
#include <UT/UT_StringHolder.h>
class UT_String {
 public:
  UT_String();
  UT_String(const char* text);
  UT_String(const UT_String& other);
  const char* c_str() const;
  bool isstring() const;
  std::string toStdString() const;
  UT_String& operator=(const char* text);
  UT_String& operator=(const UT_String& other);
  void harden(const char* text);  // copies

 private:
  const char* shown_ = nullptr;
  std::string own_;
};
