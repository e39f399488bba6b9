// Stand-in: a string that one writes to.
#pragma once
#include <UT/UT_StringHolder.h>
class UT_String {
 public:
  UT_String();
  UT_String(const char* text);
  const char* c_str() const;
  bool isstring() const;
  std::string toStdString() const;
  UT_String& operator=(const char* text);

 private:
  std::string text_;
};
