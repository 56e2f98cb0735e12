// The least of each field, by a built-in operator.
#define STATE(FIELD) FIELD(uint, cost) FIELD(int, height) FIELD(float, depth)
#define OPERATOR kOpMin
#include "vkscan/kernel.glsl"
