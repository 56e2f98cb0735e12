// A linear recurrence of first order: sound.glsl with numbers for s and the transition. See second_order.glsl.
#define STATE(FIELD) FIELD(float, multiplier) FIELD(float, offset)
#include "sound.glsl"

State identity() { return State(1, 0); }

State combine(State earlier, State later)
{
    return State(later.multiplier * earlier.multiplier, later.multiplier * earlier.offset + later.offset);
}

State load(uint64_t index) { return State(parameters.transition00, sampleAt(index)); }

void store(uint64_t index, State before, State through)
{
    setFiltered(index, parameters.readout0 * before.offset + parameters.direct * sampleAt(index));
}
