#version 460
#extension GL_GOOGLE_include_directive : require
// Counts elements by bin. If the bins fit shared memory, each workgroup counts there, in copies that few subgroups
// share so that they collide less often, and adds its counts to memory when it has seen all its tiles.
//
// An invocation counts a run of equal bins at once: with data that fall into few bins, all invocations would queue for
// the same words.
#include "abi/histogram_abi.h"
#define PUSH_CONSTANTS HistogramPush
#include "tile/memory.glsl"

// Words of all copies in shared memory; 0: elements are counted in memory.
layout(constant_id = kIdSharedCounts) const uint kSharedCounts = 0;
shared uint sharedCounts[kSharedCounts > 0 ? kSharedCounts : 1];

const uint kNoBin = 0xffffffff;

struct Run {
    uint bin;
    uint times;
};

uint copyBegin; // first word of the copy of this subgroup

uint floatBinOf(float value, float lower)
{
    precise const float place = (value - lower) * uintBitsToFloat(push.scale);
    return value >= lower && place < float(push.binCount) ? uint(place) : kNoBin;
}

// Division by multiplication: Granlund & Montgomery, "Division by Invariant Integers using Multiplication", 1994.
uint integerBinOf(Element value, Element lower)
{
    const uint distance = value - lower;
    uint high, low;
    umulExtended(distance, push.scale, high, low);
    const uint bin = (high + (distance - high >> push.firstShift)) >> push.secondShift;
    return !isLess(value, lower) && bin < push.binCount ? bin : kNoBin;
}

uint binOf(Element value, Element lower)
{
    return kIsFloat ? floatBinOf(toFloat(value), toFloat(lower)) : integerBinOf(value, lower);
}

void addInMemory(uint bin, uint count)
{
    atomicAdd(CountAt(push.outputAddress + uint64_t(bin) * 4).count, count, gl_ScopeDevice, gl_StorageSemanticsNone,
              gl_SemanticsRelaxed);
}

void countRun(Run run)
{
    if (run.bin == kNoBin)
        return;
    if (kSharedCounts > 0)
        atomicAdd(sharedCounts[copyBegin + run.bin], run.times, gl_ScopeWorkgroup, gl_StorageSemanticsNone,
                  gl_SemanticsRelaxed);
    else
        addInMemory(run.bin, run.times);
}

void countTile(uint tile, Element lower, inout Run run)
{
    const Bounds bounds = boundsOf(tile);
    const bool asVector = vectorAccess(push.inputAddress, bounds);
    Element rows[kRows][kVector];
    loadRows(push.inputAddress, tile, rows);
    [[unroll]] for (uint row = 0; row < kRows; ++row) {
        const uint first = vectorInTile(row) * kVector - bounds.begin;
        [[unroll]] for (uint i = 0; i < kVector; ++i) {
            uint bin = binOf(rows[row][i], lower);
            if (!asVector && first + i >= bounds.end - bounds.begin) // no element
                bin = kNoBin;
            if (bin != run.bin) {
                countRun(run);
                run = Run(bin, 0);
            }
            ++run.times;
        }
    }
}

void main()
{
    const uint tiles = openArray();
    const uint copies = kSharedCounts / push.binCount;
    for (uint first = 0; first < kSharedCounts; first += kWorkgroupSize)
        if (first + gl_LocalInvocationIndex < kSharedCounts)
            sharedCounts[first + gl_LocalInvocationIndex] = 0;
    barrier();
    copyBegin = kSharedCounts > 0 ? gl_SubgroupID % copies * push.binCount : 0;
    Run run = Run(kNoBin, 0);
    const Element lower = initialValue();
    for (uint tile = gl_WorkGroupID.x; tile < tiles; tile += push.gridWidth)
        countTile(tile, lower, run);
    countRun(run);
    barrier();
    if (kSharedCounts == 0)
        return;
    for (uint first = 0; first < push.binCount; first += kWorkgroupSize) {
        const uint bin = first + gl_LocalInvocationIndex;
        uint sum = 0; // the loop is left by all at once: lavapipe 22.3 loses the sums of others
        for (uint begin = 0; begin < kSharedCounts; begin += push.binCount)
            if (bin < push.binCount)
                sum += sharedCounts[begin + bin];
        if (sum > 0)
            addInMemory(bin, sum);
    }
}
