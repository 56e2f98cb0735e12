// Records of 32 bytes, of which those of one kind are kept: as they are; or, with LOAD and STORE, their indices, each where
// it was in the order of those kept.
#define STATE(FIELD) FIELD(uint, kind) FIELD(float, x) FIELD(float, y) FIELD(float, z) FIELD(uint, a) FIELD(uint, b) FIELD(uint, c) FIELD(uint, d)
#define PARAMETERS(FIELD) FIELD(uint64_t, records) FIELD(uint64_t, indices) FIELD(uint64_t, faults) FIELD(uint, kind) FIELD(uint, count)
#define SELECTS
#include "vkscan/kernel.glsl"

layout(buffer_reference, std430, buffer_reference_align = 4) buffer UintAt { uint value; };

bool isSelected(uint64_t index, State element) { return element.kind == parameters.kind; }

#if defined(LOAD)
State load(uint64_t index)
{
    if (index >= parameters.count)
        atomicAdd(UintAt(parameters.faults).value, 1);
    return State(UintAt(parameters.records + index * 32).value, 0, 0, 0, 0, 0, 0, 0);
}

void store(uint64_t index, uint64_t place, State element)
{
    if (element.kind != parameters.kind)
        atomicAdd(UintAt(parameters.faults).value, 1);
    UintAt(parameters.indices + place * 4).value = uint(index);
}
#endif
