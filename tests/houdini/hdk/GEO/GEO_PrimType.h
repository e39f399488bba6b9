// Stand-in.
#pragma once
#include <GA/GA_PrimitiveTypes.h>
constexpr GA_PrimitiveTypeId GEO_PRIMPOLY = GA_PRIMPOLY, GEO_PRIMNURBCURVE = GA_PRIMNURBCURVE,
                             GEO_PRIMBEZCURVE = GA_PRIMBEZCURVE, GEO_PRIMVDB = GA_PRIMVDB;
