// Sums, of elements in vectors; with CHECKS, one by one.
#define STATE(FIELD) FIELD(uint, sum)
#define OPERATOR kOpAdd
#include "vkscan/kernel.glsl"

#if defined(CHECKS)
bool isSame(State a, State b) { return a == b; }
#endif
