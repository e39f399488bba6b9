// Stand-in: all types of node.
#pragma once
#include <OP/OP_Operator.h>
#include <iosfwd>
class OP_OperatorTable {
 public:
  ~OP_OperatorTable();
  bool addOperator(OP_Operator* op, std::ostream* err = nullptr);

  // the stand-in's own
  std::vector<OP_Operator*> all;
};
