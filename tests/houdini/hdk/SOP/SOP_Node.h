// Stand-in: a SOP in a network.
#pragma once
#include <OP/OP_Network.h>
#include <OP/OP_Operator.h>
#include <OP/OP_OperatorTable.h>
#include <PRM/PRM_ChoiceList.h>
#include <SOP/SOP_NodeVerb.h>
#include <SYS/SYS_Visibility.h>
class SOP_Node : public OP_Node {
 public:
  SOP_Node(OP_Network* parent, const char* name, OP_Operator* entry);
  ~SOP_Node() override;
  virtual const SOP_NodeVerb* cookVerb() const;
  static PRM_ChoiceList pointGroupMenu, primGroupMenu;

 protected:
  virtual OP_ERROR cookMySop(OP_Context& context) = 0;
  OP_ERROR cookMyselfAsVerb(OP_Context& context);

 private:
  friend struct StandInCook;
};
extern "C" SYS_VISIBILITY_EXPORT void newSopOperator(OP_OperatorTable* table);
