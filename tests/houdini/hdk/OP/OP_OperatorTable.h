// Stand-in: all types of node.
#pragma once
#include <OP/OP_Operator.h>
class OP_OperatorTable {
 public:
  ~OP_OperatorTable();
  bool addOperator(OP_Operator* op);

  // the stand-in's own
  std::vector<OP_Operator*> all;
};
