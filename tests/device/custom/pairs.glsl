// Concatenates ranges of indices. One pair of elements combines wrongly: that of an index, which a call passes, and the one
// behind it in scan order.
#define STATE(FIELD) FIELD(uint, first) FIELD(uint, size) FIELD(uint, faults)
#define PARAMETERS(FIELD) FIELD(uint, index)
#define CHECKS
#include "vkscan/kernel.glsl"

State identity() { return State(0, 0, 0); }

State combine(State earlier, State later)
{
    const bool isPair = earlier.size == 1 && later.size == 1 && earlier.first == parameters.index;
    return State(earlier.size > 0 ? earlier.first : later.first, earlier.size + later.size,
                 earlier.faults + later.faults + (isPair ? 1 : 0));
}

bool isSame(State a, State b) { return a == b; }
