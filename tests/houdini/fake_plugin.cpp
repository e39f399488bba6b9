// A plugin that is not Tendril: tries the stand-in.
#include <PRM/PRM_TemplateBuilder.h>
#include <SOP/SOP_Node.h>
#include <UT/UT_DSOVersion.h>

#include "fake_verbs.h"

namespace {

class Node : public SOP_Node {
 public:
  using SOP_Node::SOP_Node;
  static OP_Node* make(OP_Network* parent, const char* name, OP_Operator* entry) {
    return new Node(parent, name, entry);
  }
  OP_ERROR cookMySop(OP_Context& context) override { return cookMyselfAsVerb(context); }
};

int doubleCount(void* data, int, fpreal64 time, const PRM_Template*) {
  auto* node = static_cast<OP_Node*>(data);
  node->setInt("count", 0, time, 2 * node->evalInt("count", 0, time));
  return 1;
}

}  // namespace

void newSopOperator(OP_OperatorTable* table) {
  static PRM_TemplateBuilder lift("fake::lift::1.0", fake::kLiftScript);
  static PRM_TemplateBuilder row("fake::row::1.0", fake::kRowScript);
  static PRM_TemplateBuilder bad("fake::bad::1.0", fake::kBadScript);
  if (lift.justBuilt()) lift.setChoiceListPtr("group", &SOP_Node::pointGroupMenu);
  if (row.justBuilt()) row.setCallback("double", doubleCount);
  static fake::Verb liftVerb("fake::lift::1.0", lift.templates(), SOP_NodeVerb::COOK_INPLACE, fake::makeLift);
  static fake::Verb rowVerb("fake::row::1.0", row.templates(), SOP_NodeVerb::COOK_GENERIC, fake::makeRow);
  static fake::Verb badVerb("fake::bad::1.0", bad.templates(), SOP_NodeVerb::COOK_GENERIC, fake::makeBad);
  for (fake::Verb* verb : {&liftVerb, &rowVerb, &badVerb}) SOP_NodeVerb::registerVerb(verb);
  static const char* labels[] = {"Points", nullptr};
  table->addOperator(new OP_Operator("fake::lift::1.0", "Lift", Node::make, lift.templates(), 1u, 1u, nullptr,
                                     0, labels, 1, "Fake"));
  table->addOperator(new OP_Operator("fake::row::1.0", "Parameter", Node::make, row.templates(), 0u, 0u,
                                     nullptr, OP_FLAG_GENERATOR, nullptr, 1, "Fake"));
  table->addOperator(
      new OP_Operator("fake::bad::1.0", "Bad", Node::make, bad.templates(), 0u, 1u, nullptr, 0, nullptr, 1));
}
