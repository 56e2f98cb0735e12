// What the built-in sum of u32 is.
#define STATE(FIELD) FIELD(uint, sum)
#include "vkscan/kernel.glsl"

State identity() { return State(0); }

State combine(State earlier, State later) { return State(earlier.sum + later.sum); }
