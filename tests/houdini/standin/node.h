// The inside of a node, and one cook of it.
#pragma once
#include <GU/GU_DetailHandle.h>
#include <SOP/SOP_Node.h>

#include <memory>
#include <stdexcept>
#include <string>
#include <vector>

#include "standin/faults.h"
#include "standin/parms.h"

struct OP_Parameters::Impl {
  UT_StringHolder name;
  OP_Operator* entry = nullptr;
  standin::Parms parms;
  std::unique_ptr<SOP_NodeCache> cache;
  GU_DetailHandle left;  // what the last cook left behind, good or not
  int cooks = 0;
};

namespace standin {

struct Message {
  UT_ErrorSeverity severity;
  std::string text;
};

struct Job {
  SOP_Node* node = nullptr;
  double time = 0;
  std::vector<GU_ConstDetailHandle> inputs;
  bool compiled = false;  // as in a compiled block: no node, no cache, nothing left from before
  bool check = true;      // that inputs stay as they are
};

struct Outcome {
  UT_ErrorSeverity severity = UT_ERROR_NONE;
  std::vector<Message> messages;
  bool interrupted = false;
  double milliseconds = 0;
  GU_DetailHandle output;

  void add(UT_ErrorSeverity severity, const std::string& text);
};

// A wrong name of a parameter is a fault, and its value is nothing.
template <class Call>
auto named(Call call) -> decltype(call()) {
  try {
    return call();
  } catch (const std::invalid_argument& e) {
    fault(e.what());
    return {};
  }
}

Outcome cook(const Job& job);
// A verb was registered under this name.
bool hasVerb(const std::string& name);

}  // namespace standin

struct SOP_NodeVerb::CookParms::Impl {
  const standin::Job* job;
  standin::Outcome* outcome;
  standin::Parms parms;  // as they are at the time of the cook
  CookMode mode = COOK_GENERIC;
  SOP_NodeCache* cache = nullptr;
  GU_DetailHandle output;
};
