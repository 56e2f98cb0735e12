#version 460
#extension GL_GOOGLE_include_directive : require
// Makes an alias table from the sums of distribution_alias_sums.comp: each invocation finds its item's alias
// independently.
//
// The table is that of a sequential sweep. Buckets with room are filled in order, each by the first item with a
// surplus. When an item's surplus is used up, so that its own bucket has room, the next such item fills it. The item
// that fills a bucket follows from the sums: with D free in the buckets before it, it is the first item up to which the
// surplus exceeds D. An item up to which the surplus is E is done at the first bucket up to which E or more is free,
// and keeps what these buckets leave to it.
#include "abi/distribution_abi.h"
#define PUSH_CONSTANTS DistributionPush
#include "core/common.glsl"

const uint kSearchSteps = 21; // enough for 2^20 items

layout(buffer_reference, std430, buffer_reference_align = 16) buffer SumsAt { uvec4 words; };
layout(buffer_reference, std430, buffer_reference_align = 8) buffer EntryAt { uvec2 words; };

struct Sums {
    uint64_t free;
    uint64_t over;
};

Sums sumsAt(uint index)
{
    const uvec4 words = SumsAt(push.inputAddress + uint64_t(index) * 16).words;
    return Sums(packUint2x32(words.xy), packUint2x32(words.zw));
}

struct List {
    uint begin; // index among all entries
    uint items;
    uint index; // index of the row; the number of rows for the list of rows
};

List listOf(uint entry)
{
    const uint element = entry - push.rowCount;
    const uint row = element / push.rowLength;
    return entry < push.rowCount
               ? List(0, push.rowCount, push.rowCount)
               : List(push.rowCount + row * push.rowLength,
                      min(uint(push.maxCount) - row * push.rowLength, push.rowLength), row);
}

// The first item whose sum of free room, or of surplus, reaches the bound; the number of items if there is none.
uint firstUpTo(List list, bool isFree, uint64_t bound)
{
    uint found = 0;
    uint left = list.items;
    for (uint step = 0; step < kSearchSteps; ++step) {
        if (left > 0) {
            const Sums sums = sumsAt(list.begin + found + left / 2);
            const bool isLess = (isFree ? sums.free : sums.over) < bound;
            found += isLess ? left / 2 + 1 : 0;
            left = isLess ? left - left / 2 - 1 : left / 2;
        }
    }
    return found;
}

void storeEntry(uint entry)
{
    const List list = listOf(entry);
    const uint item = entry - list.begin;
    const uint64_t capacity = sumsAt(push.rowCount + uint(push.maxCount) + list.index).free;
    const Sums own = sumsAt(entry);
    Sums before = Sums(0, 0);
    if (item > 0)
        before = sumsAt(entry - 1);
    const bool isOver = own.over > before.over;
    uint64_t kept = capacity - (own.free - before.free);
    if (isOver) {
        const uint last = min(firstUpTo(list, true, own.over), list.items - 1);
        kept = capacity + own.over - sumsAt(list.begin + last).free;
    }
    const uint other = firstUpTo(list, false, (isOver ? own.over : before.free) + 1);
    const bool isFull = kept >= capacity || other >= list.items;
    const float threshold = isFull ? 1.0 : float(kept) / float(capacity);
    EntryAt(push.outputAddress + uint64_t(entry) * 8).words =
        uvec2(floatBitsToUint(threshold), isFull ? item : other);
}

void main()
{
    const uint entries = push.rowCount + uint(push.maxCount);
    const uint step = push.gridWidth * kWorkgroupSize;
    const uint first = gl_WorkGroupID.x * kWorkgroupSize + gl_LocalInvocationIndex;
    const uint rounds = divideRoundingUp(entries, step);
    for (uint round = 0; round < rounds; ++round)
        if (first + round * step < entries)
            storeEntry(first + round * step);
}
