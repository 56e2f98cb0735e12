// One channel of a sound of 16-bit samples, and its filtered output: the common part of the recurrences of both orders.
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

// The low half of `channels` is their number, the high half the filtered channel.
uint64_t placeOf(uint64_t frame) { return frame * (parameters.channels & 0xffff) + (parameters.channels >> 16); }

// A sample from -1 to 1.
float sampleAt(uint64_t frame)
{
    const uint64_t place = placeOf(frame);
    const int pair = SamplePairAt(parameters.samples + place / 2 * 4).pair;
    return float(bitfieldExtract(pair, int(place % 2) * 16, 16)) * (1.0 / 32768);
}

void setFiltered(uint64_t frame, float value) { FilteredAt(parameters.filtered + placeOf(frame) * 4).value = value; }
