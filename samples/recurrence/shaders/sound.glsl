// One channel of a sound of 16-bit samples, and where it goes when it is filtered: what the recurrences of both orders
// have in common.
//
//     s[n + 1] = transition s[n] + (x[n], 0)
//     y[n] = readout . s[n] + direct x[n]
#define PARAMETERS(FIELD) FIELD(uint64_t, samples) FIELD(uint64_t, filtered) \
    FIELD(float, transition00) FIELD(float, transition01) FIELD(float, transition10) FIELD(float, transition11) \
    FIELD(float, readout0) FIELD(float, readout1) FIELD(float, direct) FIELD(uint, channels)
#define LOAD
#define STORE
#include "vkscan/kernel.glsl"

layout(buffer_reference, std430, buffer_reference_align = 4) readonly buffer SamplePairAt { int pair; };
layout(buffer_reference, std430, buffer_reference_align = 4) writeonly buffer FilteredAt { float value; };

// `channels` has their number in its low half and the one that is filtered in its high half.
uint64_t placeOf(uint64_t frame) { return frame * (parameters.channels & 0xffff) + (parameters.channels >> 16); }

// From -1 to 1.
float sampleAt(uint64_t frame)
{
    const uint64_t place = placeOf(frame);
    const int pair = SamplePairAt(parameters.samples + place / 2 * 4).pair;
    return float(bitfieldExtract(pair, int(place % 2) * 16, 16)) * (1.0 / 32768);
}

void setFiltered(uint64_t frame, float value) { FilteredAt(parameters.filtered + placeOf(frame) * 4).value = value; }
