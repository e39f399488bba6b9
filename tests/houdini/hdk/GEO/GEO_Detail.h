// Stand-in.
#pragma once
#include <GA/GA_Detail.h>
class GEO_Detail : public GA_Detail {};
