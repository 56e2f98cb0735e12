#version 460
#extension GL_GOOGLE_include_directive : require
// An alias table from the sums of distribution_alias_sums.comp: each invocation finds its item's alias by itself.
//
// The table that a sequential sweep makes: buckets that have room are filled in their order, each by the first item that
// has something left over; when that has no more than a bucket holds, the next such item fills its bucket. The item that
// fills one with room follows from the sums: with D free in the buckets before it, it is the first item up to which more
// than D is left over. An item with E left over up to it is done at the first bucket up to which E or more is free, and
// keeps what the buckets up to there leave to it.
#include "abi/distribution_abi.h"
#define PUSH_CONSTANTS DistributionPush
#include "core/common.glsl"

const uint kSearchSteps = 21; // for up to 2^20 items

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
    uint begin; // among all entries
    uint items;
    uint index; // rows by theirs; their number for the list of rows
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

// The first item whose sum, of what is free or left over, is no less than the bound; the number of items if there is none.
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
