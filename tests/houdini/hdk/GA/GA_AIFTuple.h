// Stand-in.
#pragma once
#include <GA/GA_AIF.h>
