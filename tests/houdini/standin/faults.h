// What the stand-in notices: faults are collected for a test to look at; what Houdini would not survive stops
// the program.
#pragma once
#include <string>
#include <vector>

namespace standin {

void fault(const std::string& what);
std::vector<std::string> takeFaults();  // and forgets them
[[noreturn]] void stop(const std::string& what);
int version();   // 2100 plays 21.0
int compiler();  // _MSC_VER of the one that made it

}  // namespace standin
