// Tables: how entries are written. Where they lie is a macro, SINK_*.
#ifndef VKSCAN_TABLES_SINK
#define VKSCAN_TABLES_SINK
#include "tables/common.glsl"
#include "core/monoid.glsl"

#if defined(SINK_UINT_IMAGE) || defined(SINK_FLOAT_IMAGE)
#define SINK_IMAGE
#extension GL_EXT_shader_image_load_formatted : require
#if defined(SINK_UINT_IMAGE)
layout(set = 0, binding = 1) uniform writeonly uimage2D sumTable;
layout(set = 0, binding = 2) uniform writeonly uimage2D squaresTable;
#define Entry uvec4
uint entryOf(Element value) { return value; }
#else
layout(set = 0, binding = 1) uniform writeonly image2D sumTable;
layout(set = 0, binding = 2) uniform writeonly image2D squaresTable;
#define Entry vec4
#if defined(ELEMENT_F32X2)
float entryOf(Element value) { return value.x; }
#else
float entryOf(Element value) { return float(toFloat(value)); }
#endif
#endif

void storeEntry(uint table, uvec2 at, Element values[kChannels])
{
    Entry entry = Entry(0);
    [[unroll]] for (uint channel = 0; channel < kChannels; ++channel)
        entry[channel] = entryOf(values[channel]);
    if (all(lessThan(at, tableExtent()))) {
        if (table == 0)
            imageStore(sumTable, ivec2(at), entry);
        else
            imageStore(squaresTable, ivec2(at), entry);
    }
}

void storeVector(uint table, uvec2 at, Element values[kVector][kChannels])
{
    [[unroll]] for (uint i = 0; i < kVector; ++i)
        storeEntry(table, uvec2(at.x + i, at.y), values[i]);
}
#else
#if defined(ELEMENT_F32X2)
const uint kStoredWords = 1; // rounded to float
uint storedWord(Element value, uint i) { return floatBitsToUint(value.x); }
#elif defined(ELEMENT_F64)
layout(constant_id = kIdWideEntries) const bool kWideEntries = true;
const uint kStoredWords = kWideEntries ? 2 : 1;
uint storedWord(Element value, uint i) { return kWideEntries ? toWords(value)[i] : floatBitsToUint(float(value)); }
#else
const uint kStoredWords = 1;
uint storedWord(Element value, uint i) { return toWords(value); }
#endif

void storeVector(uint table, uvec2 at, Element values[kVector][kChannels])
{
    const uint kEntryWords = kChannels * kStoredWords;
    const uint64_t base = table == 0 ? push.outputAddress : push.squaresAddress;
    const uint64_t pitch = table == 0 ? push.outputPitch : push.squaresPitch;
    const uint64_t address = base + at.y * pitch + at.x * (kEntryWords * 4);
    uint words[kVector * kEntryWords];
    [[unroll]] for (uint i = 0; i < kVector; ++i)
        [[unroll]] for (uint channel = 0; channel < kChannels; ++channel)
            [[unroll]] for (uint word = 0; word < kStoredWords; ++word)
                words[i * kEntryWords + channel * kStoredWords + word] = storedWord(values[i][channel], word);

    const uvec2 extent = tableExtent();
    const bool asVectors = (push.vectorAccess & (table == 0 ? kVectorOutput : kVectorSquares)) != 0;
    if (asVectors && at.y < extent.y && at.x + kVector <= extent.x) {
        [[unroll]] for (uint i = 0; i < kVector * kEntryWords / 4; ++i)
            VectorAt(address + 16 * i).words = uvec4(words[4 * i], words[4 * i + 1], words[4 * i + 2], words[4 * i + 3]);
    } else if (at.y < extent.y) {
        [[unroll]] for (uint i = 0; i < kVector * kEntryWords; ++i)
            if (at.x + i / kEntryWords < extent.x)
                WordAt(address + 4 * i).word = words[i];
    }
}
#endif
#endif
