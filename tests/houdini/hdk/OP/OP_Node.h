// Stand-in: nodes, their parameters and inputs.
#pragma once
#include <OP/OP_Context.h>
#include <OP/OP_DataTypes.h>
#include <OP/OP_Parameters.h>
#include <UT/UT_Error.h>
class OP_Operator;
class OP_Network;
using OP_ERROR = UT_ErrorSeverity;
class OP_Node : public OP_Parameters {
 public:
  OP_Node(OP_Network* parent, const char* name, OP_Operator* entry);
  ~OP_Node() override;
  virtual int isRefInput(StandInInput input) const;
  OP_Operator* getOperator() const;
  const UT_StringHolder& getName() const;
};
