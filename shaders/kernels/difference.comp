#version 460
#extension GL_GOOGLE_include_directive : require
// The difference sequence of order q of s interleaved sequences: q times, each element minus the one s before it.
// Maleki, Yang & Burtscher, "Higher-Order and Tuple-Based Massively-Parallel Prefix Sums", 2016.
//
// A result depends on q + 1 elements, s apart. So each workgroup stages a tile and its halo, the q s elements before
// it. Positions are counted over whole vectors of the input; the output may begin anywhere.
#include "tile/memory.glsl"

layout(constant_id = kIdOrder) const uint kOrder = 1;
layout(constant_id = kIdTupleSize) const uint kTupleSize = 1;

const uint kHaloVectors = (kOrder * kTupleSize + kVector - 1) / kVector;
const uint kHalo = kHaloVectors * kVector;
const uint kStagedVectors = kHaloVectors + kTileVectors;
const uint kStagedRows = (kStagedVectors + kWorkgroupSize - 1) / kWorkgroupSize;
shared Element staged[kStagedVectors * kVector];

// The staged positions of a tile that hold elements. The others are zero.
Bounds stagedBounds(uint tile)
{
    const uint64_t before = uint64_t(tile) * kTileElements; // positions
    const uint begin = kHalo + push.head - uint(min(before, uint64_t(kHalo + push.head)));
    const uint64_t left = kHalo + push.head + elementCount - before;
    return Bounds(begin, uint(min(left, uint64_t(kHalo + kTileElements))));
}

uvec4 loadVector(uint64_t address, uint first, Bounds bounds)
{
    if (first >= bounds.begin && first + kVector <= bounds.end)
        return VectorAt(address).words;
    uvec4 vector = uvec4(0);
    [[unroll]] for (uint i = 0; i < kVector; ++i)
        if (first + i - bounds.begin < bounds.end - bounds.begin)
            setWords(vector, i, ElementAt(address + i * kElementBytes).words);
    return vector;
}

void stage(uint tile, Bounds bounds)
{
    const uint64_t array = push.inputAddress + uint64_t(tile) * kTileVectors * kVectorBytes - kHalo * kElementBytes;
    uvec4 vectors[kStagedRows];
    [[unroll]] for (uint row = 0; row < kStagedRows; ++row) {
        const uint vector = row * kWorkgroupSize + gl_LocalInvocationIndex;
        vectors[row] = loadVector(array + vector * kVectorBytes, vector * kVector, bounds);
    }
    [[unroll]] for (uint row = 0; row < kStagedRows; ++row) {
        const uint vector = row * kWorkgroupSize + gl_LocalInvocationIndex;
        if (vector < kStagedVectors)
            [[unroll]] for (uint i = 0; i < kVector; ++i)
                staged[vector * kVector + i] = fromWords(wordsOf(vectors[row], i));
    }
}

#if defined(ELEMENT_B32) || defined(ELEMENT_F64)
#if defined(ELEMENT_F64)
#define Float double
#else
#define Float float
#endif
// Subtracts pass by pass, so that rounding is that of q passes over the array.
Element floatDifferenceAt(uint position)
{
    precise Float values[kOrder + 1];
    [[unroll]] for (uint i = 0; i <= kOrder; ++i)
        values[i] = toFloat(staged[position - i * kTupleSize]);
    [[unroll]] for (uint pass = 1; pass <= kOrder; ++pass)
        [[unroll]] for (uint i = 0; i <= kOrder - pass; ++i)
            values[i] = values[i] - values[i + 1];
    return fromFloat(values[0]);
}
#else
Element floatDifferenceAt(uint position) { return identity(); }
#endif

#if defined(ELEMENT_F64)
Element integerDifferenceAt(uint position) { return identity(); }
#else
// Sums with binomial coefficients of alternating sign, which equals q passes.
Element integerDifferenceAt(uint position)
{
    Element sum = staged[position];
    int coefficient = 1;
    [[unroll]] for (int i = 1; i <= int(kOrder); ++i) {
        coefficient = -coefficient * (int(kOrder) - i + 1) / i;
        sum += Element(coefficient) * staged[position - i * kTupleSize];
    }
    return sum;
}
#endif

Element differenceAt(uint position) { return kIsFloat ? floatDifferenceAt(position) : integerDifferenceAt(position); }

void main()
{
    const uint tiles = openArray();
    const uint tile = workgroupIndex();
    if (tile >= tiles)
        return;
    const Bounds bounds = stagedBounds(tile);
    stage(tile, bounds);
    barrier();
    const uint64_t array = push.outputAddress + uint64_t(tile) * kTileVectors * kVectorBytes - kHalo * kElementBytes;
    [[unroll]] for (uint i = 0; i < kRows * kVector; ++i) {
        const uint position = kHalo + i * kWorkgroupSize + gl_LocalInvocationIndex;
        if (position - bounds.begin < bounds.end - bounds.begin)
            ElementAt(array + position * kElementBytes).words = toWords(differenceAt(position));
    }
}
