// Keys in records, which are made by a mask and a pattern: with LOAD, records of {key, high word of a key}; with STORE, to
// records of {key, high word, value, how often it was stored}. With LEAVES_OUT, records with a second word have the key that
// comes last, which is not stored; the others are counted.
#define SORTS
#define PARAMETERS(FIELD) FIELD(uint64_t, records) FIELD(uint64_t, sorted) FIELD(uint64_t, counter) FIELD(uint, pattern) FIELD(uint, count)
#include "vkscan/kernel.glsl"

layout(buffer_reference, std430, buffer_reference_align = 8) buffer RecordAt { uvec2 words; };
layout(buffer_reference, std430, buffer_reference_align = 16) buffer SortedAt { uvec4 words; };
layout(buffer_reference, std430, buffer_reference_align = 4) buffer CounterAt { uint word; };

#if defined(LOAD)
uvec2 recordAt(uint64_t index)
{
    if (index >= parameters.count)
        atomicAdd(CounterAt(parameters.counter).word, 1);
    return RecordAt(parameters.records + index * 8).words ^ parameters.pattern;
}
#if defined(KEYS_64)
uint64_t load(uint64_t index) { return packUint2x32(recordAt(index)); }
#elif defined(LEAVES_OUT)
uint load(uint64_t index)
{
    const uvec2 record = recordAt(index);
    return record.y != 0 ? 0xffffffff : record.x;
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
        atomicAdd(CounterAt(parameters.counter).word, 1);
    SortedAt(address).words.xyz = uvec3(key, value);
    atomicAdd(CounterAt(address + 12).word, 1);
}
#if defined(KEYS_64)
void store(uint64_t place, uint64_t key, uint value) { storeWords(place, unpackUint2x32(key), value); }
#elif defined(LEAVES_OUT)
void store(uint64_t place, uint key, uint value)
{
    if (key == 0xffffffff)
        return;
    storeWords(place, uvec2(key, 0), value);
    atomicAdd(CounterAt(parameters.counter).word, 1);
}
#else
void store(uint64_t place, uint key, uint value) { storeWords(place, uvec2(key, 0), value); }
#endif
#endif
