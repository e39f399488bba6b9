// Stand-in: a stream over memory.
#pragma once
#include <SYS/SYS_Types.h>
#include <string>
enum UT_IStreamType { UT_ISTREAM_ASCII, UT_ISTREAM_BINARY };
class UT_IStream {
 public:
  UT_IStream(const char* text, exint length, UT_IStreamType type);
  const std::string& text() const;

 private:
  std::string text_;
};
