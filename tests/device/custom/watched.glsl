// Sums that watch what vkscan promises: each state carries a check of itself, and loads and stores are counted. Elements are
// halves of words, and results go to two arrays.
#define STATE(FIELD) FIELD(uint, sum) FIELD(uint, check)
#define PARAMETERS(FIELD) FIELD(uint64_t, halves) FIELD(uint64_t, before) FIELD(uint64_t, through) FIELD(uint64_t, loads) \
    FIELD(uint64_t, stores) FIELD(uint64_t, faults)
#define LOAD
#define STORE
#include "vkscan/kernel.glsl"

layout(buffer_reference, std430, buffer_reference_align = 4) buffer UintAt { uint value; };

State watched(uint sum) { return State(sum, sum * 0x9e3779b9u ^ 0x5bd1e995u); }

State identity() { return watched(0); }

State combine(State earlier, State later)
{
    if (earlier.check != watched(earlier.sum).check || later.check != watched(later.sum).check)
        atomicAdd(UintAt(parameters.faults).value, 1);
    return watched(earlier.sum + later.sum);
}

State load(uint64_t index)
{
    atomicAdd(UintAt(parameters.loads + index * 4).value, 1);
    const uint word = UintAt(parameters.halves + index / 2 * 4).value;
    return watched((word >> uint(index % 2) * 16 & 0xffff) * 3);
}

void store(uint64_t index, State before, State through)
{
    atomicAdd(UintAt(parameters.stores + index * 4).value, 1);
    UintAt(parameters.before + index * 4).value = before.sum;
    UintAt(parameters.through + index * 4).value = through.sum;
}
