// Elements of one word in memory, for kernels whose elements have two. They are widened by loads and narrowed by stores.
#ifndef VKSCAN_TILE_WIDE_MEMORY
#define VKSCAN_TILE_WIDE_MEMORY
#include "abi/stored_abi.h"
#include "core/monoid.glsl"

layout(constant_id = kIdInputStored) const uint kInputStored = kStoredSame;
layout(constant_id = kIdOutputStored) const uint kOutputStored = kStoredSame;
const uint kInputBytes = kInputStored == kStoredSame ? 8 : 4; // bytes of an element
const uint kOutputBytes = kOutputStored == kStoredSame ? 8 : 4;

layout(buffer_reference, std430, buffer_reference_align = 4) buffer SmallWordAt { uint word; };

// Loads two elements, aligned to their bytes.
uvec4 loadSmallVector(uint64_t address)
{
    if (kInputStored == kStoredSame)
        return VectorAt(address).words;
    const uvec2 words = ElementAt(address).words;
    return uvec4(toWords(ofWord(words.x)), toWords(ofWord(words.y)));
}

Words loadSmallElement(uint64_t address)
{
    if (kInputStored == kStoredSame)
        return ElementAt(address).words;
    return toWords(ofWord(SmallWordAt(address).word));
}

// Stores two elements, aligned to their bytes.
void storeSmallVector(uint64_t address, uvec4 elements)
{
    if (kOutputStored == kStoredSame)
        VectorAt(address).words = elements;
    else
        ElementAt(address).words = uvec2(wordOf(fromWords(elements.xy)), wordOf(fromWords(elements.zw)));
}

void storeSmallElement(uint64_t address, Words element)
{
    if (kOutputStored == kStoredSame)
        ElementAt(address).words = element;
    else
        SmallWordAt(address).word = wordOf(fromWords(element));
}

// Stores the elements of two that have a bit in the mask.
void storeSmallElements(uint64_t address, uvec4 elements, uint mask)
{
    if ((mask & 1u) != 0)
        storeSmallElement(address, elements.xy);
    if ((mask & 2u) != 0)
        storeSmallElement(address + kOutputBytes, elements.zw);
}
#endif
