// Elements in memory and in vectors of 16 bytes, and their number in memory.
#ifndef VKSCAN_TILE_VECTORS
#define VKSCAN_TILE_VECTORS
#include "core/monoid.glsl"

const uint kElementBytes = 4 * kWords;
layout(buffer_reference, std430, buffer_reference_align = 16) buffer VectorAt { uvec4 words; };
layout(buffer_reference, std430, buffer_reference_align = 4) buffer CountAt { uint count; };

#if defined(ELEMENTS_ALONE)
const uint kVector = 1; // elements are loaded and stored one by one
#else
const uint kVector = 4 / kWords; // elements of a vector of 16 bytes
#define Vector uvec4

#if ELEMENT_WORDS == 2
layout(buffer_reference, std430, buffer_reference_align = 8) buffer ElementAt { Words words; };
Words wordsOf(uvec4 vector, uint i) { return i == 0 ? vector.xy : vector.zw; }
void setWords(inout uvec4 vector, uint i, Words words)
{
    if (i == 0)
        vector.xy = words;
    else
        vector.zw = words;
}
#else
layout(buffer_reference, std430, buffer_reference_align = 4) buffer ElementAt { Words words; };
Words wordsOf(uvec4 vector, uint i) { return vector[i]; }
void setWords(inout uvec4 vector, uint i, Words words) { vector[i] = words; }
#endif
#endif
#endif
