// Houdini's life with a plugin, for tests.
//
//   Session session(TENDRIL_PLUGIN);
//   Session::Node& curves = session.sourceNode(makeCurves());
//   Session::Node& rods = session.create("tendril::rods::1.0", "rods1");
//   session.connect(rods, 0, curves);
//   session.setInt(rods, "elements", 3);
//   const Session::Cooked cooked = session.cook(rods, 0);
//   EXPECT_EQ(cooked.text(), "");
//   EXPECT_EQ(session.faults(), Session::Faults());
//
// Wrong use throws std::runtime_error or std::invalid_argument. Nodes may cook on several threads at once;
// everything else belongs to one thread.
#pragma once
#include <GU/GU_DetailHandle.h>
#include <OP/OP_OperatorTable.h>
#include <SOP/SOP_Node.h>
#include <UT/UT_Error.h>

#include <chrono>
#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "standin/geometry.h"
#include "standin/interrupt.h"
#include "standin/parms.h"

class Session {
 public:
  class Node;
  using Faults = std::vector<std::string>;

  struct Cooked {
    const GU_Detail* geometry =
        nullptr;  // after an error or an interrupt: what was there before; null: nothing
    UT_ErrorSeverity severity = UT_ERROR_NONE;
    std::vector<std::string> messages;  // "error: ...", "warning: ...", "message: ..."
    bool interrupted = false;
    double milliseconds = 0;      // in the plugin
    double afterInterrupt = 0;    // milliseconds from the artist's wish to the end of the cook
    GU_ConstDetailHandle handle;  // keeps the geometry
    GU_ConstDetailHandle left;    // what the cook left for the next one to find, good or not
    bool failed() const { return severity >= UT_ERROR_ABORT; }
    std::string text() const;  // the messages, a line each
  };

  // Loads a plugin and lets it register its operators.
  explicit Session(const std::string& dso);
  ~Session();
  Session(const Session&) = delete;

  const std::vector<OP_Operator*>& operators() const { return table_.all; }
  OP_Operator& operatorNamed(const std::string& type) const;

  Node& create(const std::string& type, const std::string& name);
  Node& sourceNode(std::unique_ptr<GU_Detail> geometry, const std::string& name = "source");
  Node& sourceNode(std::function<std::unique_ptr<GU_Detail>(double time)> make,
                   const std::string& name = "source");
  void connect(Node& node, int input, Node& source);
  void disconnect(Node& node, int input);
  void bypass(Node& node, bool on);

  // An artist's changes: they call the parameter's callback, if it has one. Names may be those of channels
  // ("upvectorx") and of instances in lists ("weight2").
  void setFloat(Node& node, const std::string& parm, double value, int component = 0);
  void setInt(Node& node, const std::string& parm, long long value, int component = 0);  // menus: the index
  void setString(Node& node, const std::string& parm, const std::string& text,
                 int component = 0);  // or a token
  void setKey(Node& node, const std::string& parm, double time, double value, int component = 0);
  void setRamp(Node& node, const std::string& parm, const std::vector<standin::RampKey>& keys);
  void press(Node& node, const std::string& button);
  SOP_Node& sop(Node& node);
  std::string saveParms(const Node& node) const;
  void loadParms(Node& node, const std::string& text);

  // What a node needs cooks first. Nothing is kept from an earlier cook but the geometry of sources.
  Cooked cook(Node& node, double time);
  // As in a compiled block: the verb has no node and remembers nothing. Does not change what the node shows.
  Cooked cookCompiled(Node& node, double time);
  const GU_Detail* shown(const Node& node) const;   // what the last good cook made
  void evict(Node& node);                           // forget what the last cook left for the next one
  void dropCache(Node& node);                       // forget the verb's cache
  void checkInputs(bool on) { checkInputs_ = on; }  // off: less work around each cook, for measurements

  void interruptAfterPolls(int polls) { standin::interruptAfterPolls(polls); }
  void interruptAfter(std::chrono::milliseconds time) { standin::interruptAfter(time); }
  void clearInterrupt() { standin::clearInterrupt(); }
  int polls() const { return standin::polls(); }

  // Exceptions that left a cook, interrupts not closed, calls on unknown threads, changed inputs, unknown
  // names; those until now.
  Faults faults();

 private:
  struct Memo;
  Cooked cook(Node& node, double time, Memo& memo, bool compiled);
  Cooked run(Node& node, double time, Memo& memo, bool compiled);
  void edited(Node& node, const std::string& parm);

  OP_OperatorTable table_;
  std::vector<std::unique_ptr<Node>> nodes_;
  bool checkInputs_ = true;
};
