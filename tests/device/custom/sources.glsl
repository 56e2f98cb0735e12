// Sources in records of 8 bytes, whose first word is the count or the offset, made unreadable by a pattern; elements to
// records of {source, rank, how often it was stored}.
#define EXPANDS
#define PARAMETERS(FIELD) FIELD(uint64_t, sources) FIELD(uint64_t, elements) FIELD(uint64_t, faults) FIELD(uint, sourceCount) FIELD(uint, capacity)
#include "vkscan/kernel.glsl"

layout(buffer_reference, std430, buffer_reference_align = 8) buffer SourceAt { uvec2 words; };
layout(buffer_reference, std430, buffer_reference_align = 16) buffer ElementAt { uvec4 words; };
layout(buffer_reference, std430, buffer_reference_align = 4) buffer CounterAt { uint word; };

#if defined(LOAD)
uint load(uint64_t index)
{
    if (index >= parameters.sourceCount)
        atomicAdd(CounterAt(parameters.faults).word, 1);
    return SourceAt(parameters.sources + index * 8).words.x ^ 0x5a5a5a5a;
}
#endif

#if defined(STORE)
void store(uint64_t index, uint source, uint rank)
{
    const uint64_t address = parameters.elements + index * 16;
    if (index >= parameters.capacity) {
        atomicAdd(CounterAt(parameters.faults).word, 1);
    } else {
        ElementAt(address).words.xy = uvec2(source, rank);
        atomicAdd(CounterAt(address + 8).word, 1);
    }
}
#endif
