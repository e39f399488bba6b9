// The generic SOP.
#include "hdk/sop.h"

#include <OP/OP_Operator.h>
#include <PRM/PRM_Template.h>
#include <PRM/PRM_TemplateBuilder.h>
#include <SOP/SOP_Node.h>
#include <SOP/SOP_NodeParmsOptions.h>
#include <SOP/SOP_NodeVerb.h>
#include <UT/UT_Interrupt.h>
#include <UT/UT_String.h>

#include <deque>
#include <new>

#include "hdk/compat.h"
#include "hdk/geometry.h"
#include "hdk/houdini_host.h"
#include "hdk/parameters.h"
#include "hdk/unconfirmed.h"
#include "nodes/parameters/help_card.h"
#include "nodes/parameters/unused.h"

namespace tendril::hdk {
namespace {

// Cooks a definition. Kept with the node between cooks, but remembers nothing.
class TendrilCache : public SOP_NodeCacheOptions {
 public:
  explicit TendrilCache(const NodeDefinition& node) : node_(node) {}

 protected:
  // No exception leaves this.
  OP_ERROR cook(OP_Context& context) override {
    try {
      cookNode(context.getTime());
    } catch (const Error& problem) {
      addError(SOP_MESSAGE, problem.what());
    } catch (const std::bad_alloc&) {
      addError(SOP_MESSAGE, "there is not enough memory for this");
    } catch (const std::exception& problem) {
      addError(SOP_MESSAGE, (std::string("a fault of Tendril itself: ") + problem.what()).c_str());
    } catch (...) {
      addError(SOP_MESSAGE, "a fault of Tendril itself");
    }
    return error();
  }

 private:
  void cookNode(double time) {
    const UT_AutoInterrupt boss(node_.label.c_str());
    const Parms parms = readParms(node_, evaluatorAt(time));
    const std::vector<const GU_Detail*> details = inputDetails();
    std::vector<Input> inputs(details.size());
    HoudiniHost host(inputs);
    GU_Detail made;  // of its own: whatever happens, what the node shows stays until all is there
    try {
      for (std::size_t i = 0; i < inputs.size(); ++i)
        inputs[i] =
            readInput(details[i], {static_cast<int>(i), node_.inputs[i].sampled ? kSamples : 0, &host});
      Cook with{host, {}, 1 + time * kFramesPerSecond, kFramesPerSecond, unitLength()};
      for (const Input& input : inputs) with.inputs.push_back(input.read);
      if (const auto unused = unusedOf({parms}, connectedOf(with.inputs)); !unused.empty())
        host.note(unusedText(unused));
      toDetail(*node_.cook(parms.data(), with).at(0), made, inputs, &host);
    } catch (const Interrupted&) {
      return;
    } catch (...) {
      tell(host);  // warnings often say why
      throw;
    }
    if (host.interrupted()) return;
    tell(host);
    gdp->replaceWith(made);
  }

  void tell(const HoudiniHost& host) {
    for (const std::string& text : host.warnings()) addWarning(SOP_MESSAGE, text.c_str());
    for (const std::string& text : host.notes()) addMessage(SOP_MESSAGE, text.c_str());
  }

  std::vector<const GU_Detail*> inputDetails() const {
    std::vector<const GU_Detail*> details;
    for (std::size_t i = 0; i < node_.inputs.size(); ++i) {
      const exint number = static_cast<exint>(i);
      details.push_back(hasInput(number) ? inputGeo(number) : nullptr);
      if (!details.back() && node_.inputs[i].required)
        throw Error(std::string("nothing is connected to the input \"") + node_.inputs[i].label + "\"");
    }
    return details;
  }

  Evaluator evaluatorAt(double time) const {
    Evaluator evaluate;
    evaluate.number = [this, time](const char* name, const int* instance, int component) {
      return instance ? evalFloatInst(name, instance, component, time) : evalFloat(name, component, time);
    };
    evaluate.whole = [this, time](const char* name, const int* instance, int component) {
      return instance ? evalIntInst(name, instance, component, time) : evalInt(name, component, time);
    };
    evaluate.text = [this, time](const char* name, const int* instance) {
      UT_String text;
      if (instance)
        evalStringInst(name, instance, text, 0, time);
      else
        evalString(text, name, 0, time);
      return text.toStdString();
    };
    return evaluate;
  }

  static constexpr int kSamples = 4;  // points for each control vertex of a smooth curve
  const NodeDefinition& node_;
};

class TendrilVerb : public SOP_NodeVerb {
 public:
  TendrilVerb(const NodeDefinition& node, PRM_Template* templates) : node_(node), templates_(templates) {}
  UT_StringHolder name() const override { return UT_StringHolder(node_.type); }
  SOP_NodeParms* allocParms() const override { return new SOP_NodeParmsOptions(templates_); }
  SOP_NodeCache* allocCache() const override { return new TendrilCache(node_); }
  CookMode cookMode(const SOP_NodeParms*) const override { return COOK_GENERIC; }
  void cook(const CookParms& cookparms) const override {
    static_cast<SOP_NodeCacheOptions*>(cookparms.cache())->doCook(this, cookparms);
  }

 private:
  const NodeDefinition& node_;
  PRM_Template* templates_;
};

class TendrilSop : public SOP_Node {
 public:
  TendrilSop(OP_Network* parent, const char* name, OP_Operator* entry) : SOP_Node(parent, name, entry) {}
  static OP_Node* make(OP_Network* parent, const char* name, OP_Operator* entry) {
    return new TendrilSop(parent, name, entry);
  }
  const SOP_NodeVerb* cookVerb() const override { return SOP_NodeVerb::lookupVerb(getOperator()->getName()); }
  // Inputs that may stay open are drawn dotted: what comes there is only looked at.
  int isRefInput(OP_InputIdx input) const override {
    const NodeDefinition* node = findNode(getOperator()->getName().toStdString());
    const std::size_t i = static_cast<std::size_t>(input);
    return node && i < node->inputs.size() && !node->inputs[i].required;
  }

 protected:
  OP_ERROR cookMySop(OP_Context& context) override { return cookMyselfAsVerb(context); }
};

class TendrilOperator : public OP_Operator {
 public:
  TendrilOperator(const NodeDefinition& node, PRM_Template* templates, const char** labels)
      : OP_Operator(node.type.c_str(), node.label.c_str(), TendrilSop::make, templates,
                    static_cast<unsigned>(node.requiredInputs()), static_cast<unsigned>(node.inputs.size()),
                    nullptr, node.inputs.empty() ? OP_FLAG_GENERATOR : 0u, labels, 1, "Tendril"),
        node_(node) {
    setIconName(node.icon.c_str());
  }
  bool getHDKHelp(UT_String& text) const override {
    text.harden(helpCard(node_, allNodes()).c_str());
    return true;
  }
  bool getVersion(UT_String& text) override {
    text.harden(node_.type.substr(node_.type.rfind("::") + 2).c_str());
    return true;
  }

 private:
  const NodeDefinition& node_;
};

// A menu of presets was touched: its numbers go into the other parameters, where the artist sees them.
int fillIn(void* data, int, fpreal64 time, const PRM_Template* touched) {
  OP_Node& node = *static_cast<OP_Node*>(data);
  const NodeDefinition* definition = findNode(node.getOperator()->getName().toStdString());
  if (!definition) return 0;
  for (const Parameter& parameter : definition->parameters) {
    if (parameter.presets.empty() || (touched && parameter.name != touched->getToken())) continue;
    const std::size_t chosen = static_cast<std::size_t>(node.evalInt(parameter.name.c_str(), 0, time));
    for (const Preset& preset : parameter.presets)
      if (chosen < parameter.items.size() && std::string(preset.token) == parameter.items[chosen].token)
        for (const auto& [parm, number] : preset.values) node.setFloat(parm, 0, time, number);
  }
  return 1;
}

}  // namespace

void addSop(OP_OperatorTable& table, const NodeDefinition& node) {
  // Houdini keeps pointers, even while it ends: a deque leaves them valid, and nobody deletes it
  struct Kept {
    explicit Kept(const NodeDefinition& node) : builder(node.type.c_str(), parameterScript(node).c_str()) {}
    PRM_TemplateBuilder builder;
    std::vector<const char*> labels;
  };
  static std::deque<Kept>& all = *new std::deque<Kept>;
  Kept& kept = all.emplace_back(node);
  for (const Parameter& parameter : node.parameters) {
    if (parameter.kind == ParameterKind::group)
      kept.builder.setChoiceListPtr(parameter.name.c_str(), parameter.groupOwner == Owner::point
                                                                ? &SOP_Node::pointGroupMenu
                                                                : &SOP_Node::primGroupMenu);
    if (!parameter.presets.empty()) kept.builder.setCallback(parameter.name.c_str(), fillIn);
  }
  for (const NodeInput& input : node.inputs) kept.labels.push_back(input.label);
  kept.labels.push_back(nullptr);
  SOP_NodeVerb::registerVerb(new TendrilVerb(node, kept.builder.templates()));
  table.addOperator(new TendrilOperator(node, kept.builder.templates(), kept.labels.data()));
}

}  // namespace tendril::hdk
