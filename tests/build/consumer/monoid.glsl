// A kernel of the host's: strings of bits, by their value and size, put one behind the other. vkscan has a file of this
// name, too.
#define STATE(FIELD) FIELD(uint, value) FIELD(uint, bits)
#include "vkscan/kernel.glsl"

State identity() { return State(0, 0); }

State combine(State earlier, State later)
{
    return State((later.bits < 32 ? earlier.value << later.bits : 0) | later.value, min(earlier.bits + later.bits, 32));
}
