// x -> multiplier x + offset, modulo 2^32. Does not commute.
#define STATE(FIELD) FIELD(uint, multiplier) FIELD(uint, offset)
#include "vkscan/kernel.glsl"

State identity() { return State(1, 0); }

State combine(State earlier, State later)
{
    return State(earlier.multiplier * later.multiplier, later.multiplier * earlier.offset + later.offset);
}
