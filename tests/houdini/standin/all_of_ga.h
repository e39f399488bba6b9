// What the stand-in needs of its own headers, which a plugin has to include one by one.
#pragma once
#include <GA/GA_AIFNumericArray.h>
#include <GA/GA_AIFSharedStringArray.h>
#include <GA/GA_AIFSharedStringTuple.h>
#include <GA/GA_AIFTuple.h>
#include <GA/GA_AttributeDict.h>
#include <GA/GA_AttributeRef.h>
#include <GA/GA_ElementGroupTable.h>
#include <GA/GA_PolyCounts.h>
#include <GA/GA_Topology.h>
#include <GEO/GEO_Primitive.h>
