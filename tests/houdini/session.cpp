// Houdini's life with a plugin.
#include "session.h"

#include <dlfcn.h>

#include <map>
#include <mutex>
#include <stdexcept>

#include "standin/faults.h"
#include "standin/node.h"
#include "standin/threads.h"

class Session::Node {
 public:
  std::string name;
  std::unique_ptr<SOP_Node> sop;
  std::function<std::unique_ptr<GU_Detail>(double)> make;  // of sources, instead of a SOP
  std::vector<Node*> inputs;
  bool bypassed = false;
  GU_DetailHandle shown;
  mutable std::recursive_mutex mutex;  // held while it cooks
};

// what this cook of a network has cooked already
struct Session::Memo {
  std::map<const Node*, Cooked> done;
};

std::string Session::Cooked::text() const {
  std::string lines;
  for (const std::string& message : messages) lines += (lines.empty() ? "" : "\n") + message;
  return lines;
}

Session::Session(const std::string& dso) {
  standin::takeFaults();
  standin::clearInterrupt();
  void* handle = dlopen(dso.c_str(), RTLD_NOW | RTLD_LOCAL);  // stays for the life of the program
  if (!handle) throw std::runtime_error(dlerror());
  const auto symbol = [&](const char* name) {
    void* found = dlsym(handle, name);
    if (!found) throw std::runtime_error(dso + " has no " + name);
    return found;
  };
  const auto version = reinterpret_cast<int (*)()>(symbol("HoudiniDSOVersionStandIn"));
  if (version() != standin::version())
    throw std::runtime_error(dso + " is for version " + std::to_string(version()) + ", not " +
                             std::to_string(standin::version()));
  const auto compiler = reinterpret_cast<int (*)()>(symbol("HoudiniDSOVersionCompilerStandIn"));
  if (compiler() > standin::compiler())
    throw std::runtime_error(dso + " is by compiler " + std::to_string(compiler()) + ", newer than " +
                             std::to_string(standin::compiler()));
  try {
    reinterpret_cast<void (*)(OP_OperatorTable*)>(symbol("newSopOperator"))(&table_);
  } catch (const std::exception& e) {
    standin::fault(std::string("exception left newSopOperator: ") + e.what());
  }
  for (const OP_Operator* op : table_.all) {
    if (!op->templates) standin::fault(op->name.toStdString() + " has no parameters");
    if (!standin::hasVerb(op->name.toStdString())) standin::fault(op->name.toStdString() + " has no verb");
    if (op->inputLabels.size() > op->maxSources)
      standin::fault(op->name.toStdString() + " has too many labels");
  }
}

Session::~Session() = default;

OP_Operator& Session::operatorNamed(const std::string& type) const {
  for (OP_Operator* op : table_.all)
    if (op->name.toStdString() == type) return *op;
  throw std::runtime_error("no operator is called " + type);
}

Session::Node& Session::create(const std::string& type, const std::string& name) {
  OP_Operator& op = operatorNamed(type);
  auto node = std::make_unique<Node>();
  node->name = name;
  std::unique_ptr<OP_Node> made(op.construct(nullptr, name.c_str(), &op));
  auto* sop = dynamic_cast<SOP_Node*>(made.get());
  if (!sop) throw std::runtime_error(type + " made no SOP");
  made.release();
  node->sop.reset(sop);
  nodes_.push_back(std::move(node));
  return *nodes_.back();
}

Session::Node& Session::sourceNode(std::function<std::unique_ptr<GU_Detail>(double)> make,
                                   const std::string& name) {
  nodes_.push_back(std::make_unique<Node>());
  nodes_.back()->name = name;
  nodes_.back()->make = std::move(make);
  return *nodes_.back();
}

Session::Node& Session::sourceNode(std::unique_ptr<GU_Detail> geometry, const std::string& name) {
  Node& node = sourceNode(std::function<std::unique_ptr<GU_Detail>(double)>(), name);
  node.shown.allocateAndSet(geometry.release());
  return node;
}

void Session::connect(Node& node, int input, Node& source) {
  if (!node.sop) throw std::runtime_error("a source has no inputs");
  if (input < 0 || static_cast<unsigned>(input) >= node.sop->getOperator()->maxSources)
    throw std::runtime_error(node.name + " has no input " + std::to_string(input));
  if (node.inputs.size() <= static_cast<std::size_t>(input))
    node.inputs.resize(static_cast<std::size_t>(input) + 1);
  node.inputs[static_cast<std::size_t>(input)] = &source;
}

void Session::disconnect(Node& node, int input) {
  node.inputs.at(static_cast<std::size_t>(input)) = nullptr;
  while (!node.inputs.empty() && !node.inputs.back()) node.inputs.pop_back();
}

void Session::bypass(Node& node, bool on) {
  node.bypassed = on;
}

// ---- parameters

SOP_Node& Session::sop(Node& node) {
  if (!node.sop) throw std::runtime_error("a source has no parameters");
  return *node.sop;
}

void Session::edited(Node& node, const std::string& name) {
  const auto [parm, component] = sop(node).impl().parms.channel(name);
  const PRM_Template* row = parm->row;
  const int instance = parm->instance;
  if (row->callback.function) row->callback.function(node.sop.get(), instance, 0, row);
}

void Session::setFloat(Node& node, const std::string& parm, double value, int component) {
  sop(node).impl().parms.setNumber(parm, component, value);
  edited(node, parm);
}
void Session::setInt(Node& node, const std::string& parm, long long value, int component) {
  setFloat(node, parm, static_cast<double>(value), component);
}
void Session::setString(Node& node, const std::string& parm, const std::string& text, int component) {
  sop(node).impl().parms.setText(parm, component, text);
  edited(node, parm);
}
void Session::setKey(Node& node, const std::string& parm, double time, double value, int component) {
  sop(node).impl().parms.setKey(parm, component, time, value);
}
void Session::setRamp(Node& node, const std::string& parm, const std::vector<standin::RampKey>& keys) {
  sop(node).impl().parms.setRamp(parm, keys);
}
void Session::press(Node& node, const std::string& button) {
  edited(node, button);
}
std::string Session::saveParms(const Node& node) const {
  return node.sop ? node.sop->impl().parms.save() : "";
}
void Session::loadParms(Node& node, const std::string& text) {
  sop(node).impl().parms.load(text);
}

// ---- cooking

Session::Cooked Session::cook(Node& node, double time) {
  const standin::HoudinisThread thread;
  Memo memo;
  return cook(node, time, memo, false);
}

Session::Cooked Session::cookCompiled(Node& node, double time) {
  const standin::HoudinisThread thread;
  Memo memo;
  return cook(node, time, memo, true);
}

Session::Cooked Session::cook(Node& node, double time, Memo& memo, bool compiled) {
  if (const auto done = memo.done.find(&node); done != memo.done.end()) return done->second;
  const std::lock_guard<std::recursive_mutex> lock(node.mutex);
  Cooked cooked;
  if (node.sop) {
    cooked = run(node, time, memo, compiled);
  } else {
    if (node.make) {
      GU_DetailHandle made;
      made.allocateAndSet(node.make(time).release());
      node.shown = made;
    }
    cooked.handle = node.shown;
  }
  cooked.geometry = cooked.handle.gdp();
  return memo.done[&node] = cooked;
}

namespace {

std::string line(const standin::Message& message) {
  const char* kind = message.severity >= UT_ERROR_ABORT     ? "error: "
                     : message.severity == UT_ERROR_WARNING ? "warning: "
                                                            : "message: ";
  return kind + message.text;
}

}  // namespace

Session::Cooked Session::run(Node& node, double time, Memo& memo, bool compiled) {
  standin::Job job;
  job.node = node.sop.get();
  job.time = time;
  job.compiled = compiled;
  job.check = checkInputs_;
  Cooked cooked;
  cooked.handle = node.shown;
  const auto fail = [&](const std::string& why) {
    cooked.severity = UT_ERROR_ABORT;
    cooked.messages.push_back("error: " + why);
    return cooked;
  };
  for (std::size_t i = 0; i < node.inputs.size(); ++i) {
    job.inputs.emplace_back();
    if (!node.inputs[i] || (node.bypassed && i > 0)) continue;
    const Cooked input = cook(*node.inputs[i], time, memo, compiled);
    if (input.failed()) return fail(node.inputs[i]->name + " has an error");
    if (input.interrupted) {
      cooked.interrupted = true;
      return cooked;
    }
    job.inputs[i] = input.handle;
  }
  if (node.bypassed) {
    cooked.handle = job.inputs.empty() ? GU_ConstDetailHandle() : job.inputs[0];
    return cooked;
  }
  for (unsigned i = 0; i < node.sop->getOperator()->minSources; ++i)
    if (i >= job.inputs.size() || job.inputs[i].isNull()) return fail("Not enough sources specified.");

  const standin::Outcome outcome = standin::cook(job);
  cooked.severity = outcome.severity;
  cooked.interrupted = outcome.interrupted;
  cooked.milliseconds = outcome.milliseconds;
  if (outcome.interrupted) cooked.afterInterrupt = standin::millisecondsSinceInterrupt();
  for (const standin::Message& message : outcome.messages) cooked.messages.push_back(line(message));
  if (!compiled) cooked.left = node.sop->impl().left;
  if (cooked.failed() || cooked.interrupted) return cooked;
  // what is shown is a copy of what the next cook may find: downstream keeps the one it got
  cooked.handle = outcome.output;
  if (!compiled) node.shown = outcome.output;
  return cooked;
}

const GU_Detail* Session::shown(const Node& node) const {
  return node.shown.gdp();
}
void Session::evict(Node& node) {
  sop(node).impl().left.clear();
}
void Session::dropCache(Node& node) {
  sop(node).impl().cache.reset();
}

Session::Faults Session::faults() {
  return standin::takeFaults();
}
