// Stand-in: makes data of one type.
#pragma once
#include <UT/UT_StringHolder.h>
#include <functional>
#include <vector>
class SIM_Data;
class SIM_DopDescription;
class SIM_DataFactory {
 public:
  // the stand-in's own
  std::string type;
  std::vector<std::string> supers;
  std::function<SIM_Data*(const SIM_DataFactory*)> make;
  std::function<const SIM_DopDescription*()> description;
};
namespace standin {
void addFactory(SIM_DataFactory factory);
}
