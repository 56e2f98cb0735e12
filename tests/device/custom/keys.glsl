// Keys in records, which are made by a mask and a pattern: with LOAD, records of {key, high word of a key}; with STORE, to
// records of {key, high word, value, how often it was stored}. With DROPS, records with a second word, or keys of 64 bits
// by three of their bits, are left out.
#define SORTS
#define PARAMETERS(FIELD) FIELD(uint64_t, records) FIELD(uint64_t, sorted) FIELD(uint64_t, faults) FIELD(uint, pattern) FIELD(uint, count)
#include "vkscan/kernel.glsl"

layout(buffer_reference, std430, buffer_reference_align = 8) buffer RecordAt { uvec2 words; };
layout(buffer_reference, std430, buffer_reference_align = 16) buffer SortedAt { uvec4 words; };
layout(buffer_reference, std430, buffer_reference_align = 4) buffer CounterAt { uint word; };

#if defined(LOAD)
uvec2 recordAt(uint64_t index)
{
    if (index >= parameters.count)
        atomicAdd(CounterAt(parameters.faults).word, 1);
    return RecordAt(parameters.records + index * 8).words ^ parameters.pattern;
}
#if defined(KEYS_64)
uint64_t load(uint64_t index)
{
    const uint64_t key = packUint2x32(recordAt(index));
#if defined(DROPS)
    return uint(key >> 3) % 4 < 3 ? noKey() : key;
#else
    return key;
#endif
}
#elif defined(DROPS)
uint load(uint64_t index)
{
    const uvec2 record = recordAt(index);
    return record.y != 0 ? noKey() : record.x;
}
#else
uint load(uint64_t index) { return recordAt(index).x; }
#endif
#endif

#if defined(STORE)
void storeWords(uint64_t place, uvec2 key, uint value)
{
    const uint64_t address = parameters.sorted + place * 16;
    if (place >= parameters.count)
        atomicAdd(CounterAt(parameters.faults).word, 1);
    SortedAt(address).words.xyz = uvec3(key, value);
    atomicAdd(CounterAt(address + 12).word, 1);
}
#if defined(KEYS_64)
void store(uint64_t place, uint64_t key, uint value) { storeWords(place, unpackUint2x32(key), value); }
#else
void store(uint64_t place, uint key, uint value) { storeWords(place, uvec2(key, 0), value); }
#endif
#endif
