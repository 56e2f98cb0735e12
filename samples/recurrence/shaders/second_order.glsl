// A linear recurrence of second order: sound.glsl with a 2 x 2 matrix for the transition. A sample maps s to M s + v.
// Such maps compose to one of the same form, so a scan of them replaces the loop: the composition of the samples before
// n maps s[0] = 0 to s[n], which is its v. Blelloch, "Prefix Sums and Their Applications", 1990, section 1.4.
#define STATE(FIELD) FIELD(float, m00) FIELD(float, m01) FIELD(float, m10) FIELD(float, m11) \
    FIELD(float, v0) FIELD(float, v1)
#include "sound.glsl"

State identity() { return State(1, 0, 0, 1, 0, 0); }

State combine(State earlier, State later)
{
    State both;
    both.m00 = later.m00 * earlier.m00 + later.m01 * earlier.m10;
    both.m01 = later.m00 * earlier.m01 + later.m01 * earlier.m11;
    both.m10 = later.m10 * earlier.m00 + later.m11 * earlier.m10;
    both.m11 = later.m10 * earlier.m01 + later.m11 * earlier.m11;
    both.v0 = later.m00 * earlier.v0 + later.m01 * earlier.v1 + later.v0;
    both.v1 = later.m10 * earlier.v0 + later.m11 * earlier.v1 + later.v1;
    return both;
}

State load(uint64_t index)
{
    return State(parameters.transition00, parameters.transition01, parameters.transition10, parameters.transition11,
                 sampleAt(index), 0);
}

void store(uint64_t index, State before, State through)
{
    setFiltered(index, parameters.readout0 * before.v0 + parameters.readout1 * before.v1 +
                           parameters.direct * sampleAt(index));
}
