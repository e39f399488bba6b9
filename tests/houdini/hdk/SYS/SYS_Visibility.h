// Stand-in: what a plugin shows to the program.
#pragma once
#define SYS_VISIBILITY_EXPORT __attribute__((visibility("default")))
