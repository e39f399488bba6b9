// Stand-in.
#pragma once
#include <GA/GA_PolyCounts.h>
class GEO_PolyCounts : public GA_PolyCounts {};
