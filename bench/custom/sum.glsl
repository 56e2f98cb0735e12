// The sum of u32, as the built-in one.
#define STATE(FIELD) FIELD(uint, sum)
#include "vkscan/kernel.glsl"

State identity() { return State(0); }

State combine(State earlier, State later) { return State(earlier.sum + later.sum); }
