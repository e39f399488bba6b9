// Stand-in: kinds of parameters.
#pragma once
enum PRM_Type {
  PRM_LIST_TERMINATOR,
  PRM_TOGGLE,
  PRM_TOGGLE_J,
  PRM_INT_J,
  PRM_FLT_J,
  PRM_XYZ_J,
  PRM_RGB,
  PRM_ORD,
  PRM_STRING,
  PRM_HEADING
};
enum PRM_MultiType { PRM_MULTITYPE_NONE, PRM_MULTITYPE_RAMP_FLT };
