// Sums of squares, stored as half floats: what three passes would do.
#define STATE(FIELD) FIELD(uint, sum)
#define PARAMETERS(FIELD) FIELD(uint64_t, words) FIELD(uint64_t, halves) FIELD(float, scale)
#define LOAD
#define STORE
#include "vkscan/kernel.glsl"
#extension GL_EXT_shader_16bit_storage : require

layout(buffer_reference, std430, buffer_reference_align = 4) readonly buffer UintAt { uint word; };
layout(buffer_reference, std430, buffer_reference_align = 2) writeonly buffer HalfAt { float16_t value; };

State identity() { return State(0); }

State combine(State earlier, State later) { return State(earlier.sum + later.sum); }

State load(uint64_t index)
{
    const uint value = UintAt(parameters.words + index * 4).word & 3;
    return State(value * value);
}

void store(uint64_t index, State before, State through)
{
    HalfAt(parameters.halves + index * 2).value = float16_t(float(through.sum) * parameters.scale);
}
