// The least of each field, or the greatest, by a built-in operator.
#define STATE(FIELD) FIELD(uint, cost) FIELD(int, height) FIELD(float, depth)
#if defined(GREATEST)
#define OPERATOR kOpMax
#else
#define OPERATOR kOpMin
#endif
#include "vkscan/kernel.glsl"
