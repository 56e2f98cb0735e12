// Permutations of eight places, four bits each: of two, the earlier applies first. Does not commute.
#define STATE(FIELD) FIELD(uint, places)
#include "vkscan/kernel.glsl"

State identity() { return State(0x76543210u); }

State combine(State earlier, State later)
{
    uint places = 0;
    [[unroll]] for (uint i = 0; i < 8; ++i)
        places |= (later.places >> (earlier.places >> 4 * i & 7) * 4 & 7) << 4 * i;
    return State(places);
}
