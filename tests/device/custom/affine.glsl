// x -> multiplier x + offset, modulo 2^32. Does not commute.
#define STATE(FIELD) FIELD(uint, multiplier) FIELD(uint, offset)
#include "vkscan/kernel.glsl"

State identity() { return State(1, 0); }

State combine(State earlier, State later)
{
    uint offset = later.multiplier * earlier.offset + later.offset;
#if defined(WRONG) // has the identity, but is not associative
    offset = later.offset == 0 ? earlier.offset : earlier.offset == 0 ? later.offset : earlier.offset - later.offset;
#endif
    return State(earlier.multiplier * later.multiplier, offset);
}

#if defined(CHECKS)
bool isSame(State a, State b) { return a == b; }
#endif
