// Stand-in: names of parameters that many data have.
#pragma once
#include <PRM/PRM_Name.h>
extern PRM_Name SIMshowguideName;
