// The last element that is not 0. Tools do not inline a function that returns within a branch, so modules have two.
#define STATE(FIELD) FIELD(uint, value)
#include "vkscan/kernel.glsl"

State identity() { return State(0); }

State combine(State earlier, State later)
{
    if (later.value != 0)
        return later;
    return earlier;
}
