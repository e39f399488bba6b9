// Stand-in: a number or a text. Points at what it is given.
#pragma once
#include <SYS/SYS_Types.h>
enum CH_StringMeaning { CH_STRING_LITERAL };
class PRM_Default {
 public:
  PRM_Default(fpreal number = 0, const char* text = nullptr, CH_StringMeaning meaning = CH_STRING_LITERAL);

  fpreal number;  // the stand-in's own
  const char* text;
};
