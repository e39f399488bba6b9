// Parms of a script that was read.
#include "tests/support/dialog_script/dialog_script.h"

#include <stdexcept>

namespace tendril::test {

namespace {

void addParms(const std::vector<DialogItem>& items, std::vector<DialogParm>& parms) {
  for (const DialogItem& item : items) {
    if (item.isParm()) parms.push_back(item.parm);
    addParms(item.children, parms);
  }
}

}  // namespace

std::vector<DialogParm> allParms(const DialogScript& script) {
  std::vector<DialogParm> parms;
  addParms(script.items, parms);
  return parms;
}

DialogParm findParm(const DialogScript& script, const std::string& name) {
  for (const DialogParm& parm : allParms(script))
    if (parm.name == name) return parm;
  throw std::runtime_error("no parm is named '" + name + "'");
}

}  // namespace tendril::test
