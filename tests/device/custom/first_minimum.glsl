// The least value, and its lowest index: three words, so that states are no power of two.
#define STATE(FIELD) FIELD(float, value) FIELD(int, index) FIELD(uint, count)
#include "vkscan/kernel.glsl"

State identity() { return State(uintBitsToFloat(0x7f800000u), 0x7fffffff, 0); }

State combine(State earlier, State later)
{
    const bool takesLater = later.value < earlier.value || (later.value == earlier.value && later.index < earlier.index);
    return State(takesLater ? later.value : earlier.value, takesLater ? later.index : earlier.index,
                 earlier.count + later.count);
}
