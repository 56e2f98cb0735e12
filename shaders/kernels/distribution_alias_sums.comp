#version 460
#extension GL_GOOGLE_include_directive : require
// Computes the sums for an alias table. Its lists are the rows, and the elements of each row; each workgroup takes a
// list. Weights are the differences of a list's sums, as integers, so that sums are exact. With n items and the sum S
// of all weights, an item w leaves S - n w of its bucket free, or has a surplus of n w - S. The second dispatch
// searches the sums of both over the items up to each one.
//
// S has 22 bits more than n, so n S has less than 64 bits for up to 2^20 items.
#include "abi/distribution_abi.h"
#define PUSH_CONSTANTS DistributionPush
#include "core/common.glsl"

const uint kItems = 4; // consecutive items of an invocation
const uint kTileItems = kWorkgroupSize * kItems;
const uint kBits = 22; // bits of the mean weight

layout(buffer_reference, std430, buffer_reference_align = 4) buffer FloatAt { float value; };
layout(buffer_reference, std430, buffer_reference_align = 16) buffer SumsAt { uvec4 words; };

const uint kNarrowestSubgroup = 4;
const uint kMostSubgroups = kWorkgroupSize / kNarrowestSubgroup;
const uint kMostSubgroupsSteps = 8; // steps that double up to the most subgroups
shared uvec4 sharedTotals[2 * kMostSubgroups];

struct Sums {
    uint64_t free; // sum of free room, or of weights
    uint64_t over;
};

Sums add(Sums a, Sums b) { return Sums(a.free + b.free, a.over + b.over); }
uvec4 wordsOf(Sums sums) { return uvec4(unpackUint2x32(sums.free), unpackUint2x32(sums.over)); }
Sums sumsOf(uvec4 words) { return Sums(packUint2x32(words.xy), packUint2x32(words.zw)); }

struct List {
    uint64_t sums;
    uint64_t results;
    uint items;
    uint lastBits; // bits of the last sum
};

List listAt(uint index)
{
    const uint64_t first = uint64_t(index) * push.rowLength;
    const bool isOfRows = index == push.rowCount;
    List list;
    list.items = isOfRows ? push.rowCount : uint(min(push.maxCount - first, uint64_t(push.rowLength)));
    list.sums = isOfRows ? push.totalAddress : push.inputAddress + first * 4;
    list.results = push.outputAddress + (isOfRows ? 0 : (push.rowCount + first) * 16);
    list.lastBits = floatBitsToUint(FloatAt(list.sums + (list.items - 1) * 4).value);
    return list;
}

// The item's weight. The sum of all is from 2^(kBits + log2 of the items, rounded up) to less than twice that, up to
// rounding.
uint64_t weightOf(List list, uint item)
{
    if (item >= list.items)
        return 0;
    const float upTo = FloatAt(list.sums + item * 4).value;
    const float before = item == 0 ? 0.0 : FloatAt(list.sums + (item - 1) * 4).value;
    precise const float difference = upTo - before;
    const uint bits = floatBitsToUint(max(difference, 0.0));
    const int exponent = int(bits >> 23);
    const int wanted = int(kBits) + findMSB(list.items - 1) + 1;
    const int shift = exponent - int(list.lastBits >> 23) + wanted - 23;
    const uint64_t digits = exponent == 0 ? 0 : bits & 0x7fffff | 0x800000;
    return shift >= 0 ? digits << min(shift, 20) : digits >> min(-shift, 31);
}

Sums sumLanes(Sums sums)
{
    [[unroll]] for (uint step = 0; step < kMostSubgroupSteps; ++step) {
        const uint lanes = 1u << step;
        if (lanes < kSubgroupSize) {
            const uvec4 earlier = subgroupShuffleUp(wordsOf(sums), lanes);
            if (gl_SubgroupInvocationID >= lanes)
                sums = add(sums, sumsOf(earlier));
        }
    }
    return sums;
}

// The sums up to this invocation. `total` receives the sums of all.
Sums sumWorkgroup(Sums own, out Sums total)
{
    const Sums inSubgroup = sumLanes(own);
    const uint subgroups = kWorkgroupSize / kSubgroupSize;
    const uint local = gl_LocalInvocationIndex;
    barrier(); // earlier totals have been read
    if (gl_SubgroupInvocationID == gl_SubgroupSize - 1)
        sharedTotals[gl_SubgroupID] = wordsOf(inSubgroup);
    barrier();
    uint begin = 0; // beginning of the array to read
    [[unroll]] for (uint step = 0; step < kMostSubgroupsSteps; ++step) {
        const uint distance = 1u << step;
        if (distance < subgroups) {
            if (local < subgroups) {
                Sums sums = sumsOf(sharedTotals[begin + local]);
                if (local >= distance)
                    sums = add(sums, sumsOf(sharedTotals[begin + local - distance]));
                sharedTotals[kMostSubgroups - begin + local] = wordsOf(sums);
            }
            barrier();
            begin = kMostSubgroups - begin;
        }
    }
    total = sumsOf(sharedTotals[begin + subgroups - 1]);
    Sums before = Sums(0, 0);
    if (gl_SubgroupID > 0)
        before = sumsOf(sharedTotals[begin + gl_SubgroupID - 1]);
    return add(before, inSubgroup);
}

// The sum of all weights of the list.
uint64_t totalOf(List list)
{
    Sums own = Sums(0, 0);
    for (uint item = gl_LocalInvocationIndex; item < list.items; item += kWorkgroupSize)
        own.free += weightOf(list, item);
    Sums total;
    sumWorkgroup(own, total);
    return total.free;
}

void sumTile(List list, uint begin, uint64_t capacity, inout Sums running)
{
    const uint first = begin + gl_LocalInvocationIndex * kItems;
    Sums sums[kItems];
    Sums own = Sums(0, 0);
    [[unroll]] for (uint i = 0; i < kItems; ++i) {
        const uint64_t taken = weightOf(list, first + i) * list.items;
        const bool isItem = first + i < list.items;
        own = add(own, Sums(isItem && taken < capacity ? capacity - taken : 0, taken > capacity ? taken - capacity : 0));
        sums[i] = own;
    }
    Sums total;
    const Sums upTo = sumWorkgroup(own, total);
    const Sums before = Sums(running.free + upTo.free - own.free, running.over + upTo.over - own.over);
    [[unroll]] for (uint i = 0; i < kItems; ++i)
        if (first + i < list.items)
            SumsAt(list.results + uint64_t(first + i) * 16).words = wordsOf(add(before, sums[i]));
    running = add(running, total);
}

void main()
{
    for (uint index = gl_WorkGroupID.x; index <= push.rowCount; index += push.gridWidth) {
        const List list = listAt(index);
        const uint64_t capacity = totalOf(list);
        Sums running = Sums(0, 0);
        for (uint begin = 0; begin < list.items; begin += kTileItems)
            sumTile(list, begin, capacity, running);
        if (gl_LocalInvocationIndex == 0)
            SumsAt(push.outputAddress + (push.rowCount + push.maxCount + index) * 16).words =
                wordsOf(Sums(capacity, 0));
    }
}
