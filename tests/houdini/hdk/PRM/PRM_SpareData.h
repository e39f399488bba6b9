// Stand-in: what a parameter carries besides. Copies what it is given.
#pragma once
#include <map>
#include <string>
class PRM_SpareData {
 public:
  PRM_SpareData();
  void addTokenValue(const char* token, const char* value);
  static const char* getFloatRampDefaultToken();

  std::map<std::string, std::string> values;  // the stand-in's own
};
