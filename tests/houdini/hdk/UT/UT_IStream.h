// Stand-in: a stream over memory.
#pragma once
#include <SYS/SYS_Types.h>
#include <string>
enum UT_ISTREAM_READTYPE { UT_ISTREAM_ASCII, UT_ISTREAM_BINARY };
class UT_IStream {
 public:
  UT_IStream(const char* text, std::size_t length, UT_ISTREAM_READTYPE type);
  const std::string& text() const;

 private:
  std::string text_;
};
