#version 460
#extension GL_GOOGLE_include_directive : require
// The cumulative sums of each row of weights, and the rows' totals. A workgroup sums a row, tile by tile, and then
// other rows.
//
// Sums never decrease, and a weight of 0 repeats the sum before it, although additions round. For this, sums of groups
// are combined in one way only. A group consists of parts, each with sums of its own that never decrease. A part is
// raised by the sum of the parts before it: the last sum of the part before, once this is raised itself. Rounding
// keeps order, so the raised part begins no lower than the raised part before it ends, and adding 0 changes nothing.
// Groups are vectors of elements, 2, 4, 8, ... lanes of halves (Sklansky, "Conditional-Sum Addition Logic", 1960), rows
// of vectors, subgroups, and tiles. Kogge and Stone's scan has no such groups: two lanes round differently.
#include "abi/distribution_abi.h"
#define PUSH_CONSTANTS DistributionPush
#include "core/common.glsl"

const uint kVector = kVectorBytes / 4; // elements
const uint kTileElements = kWorkgroupSize * kRows * kVector;

layout(buffer_reference, std430, buffer_reference_align = 16) buffer VectorAt { uvec4 words; };
layout(buffer_reference, std430, buffer_reference_align = 4) buffer WordAt { uint word; };

const uint kNarrowestSubgroup = 4;
const uint kMostSubgroups = kWorkgroupSize / kNarrowestSubgroup;
shared float sharedTotals[2 * kMostSubgroups];
uint totalsBegin = 0; // begin of the half that is written next; late subgroups may still read the other

float add(float earlier, float later)
{
    precise const float sum = earlier + later;
    return sum;
}

vec4 raise(vec4 sums, float before)
{
    return vec4(add(before, sums.x), add(before, sums.y), add(before, sums.z), add(before, sums.w));
}

// The weight that a float's bits count as. Integers are compared: what drivers make of NaNs does not matter.
float weightOf(uint bits)
{
    const uint kLeastNormal = 0x00800000, kInfinity = 0x7f800000;
    return bits < kLeastNormal || bits > kInfinity ? 0.0 : uintBitsToFloat(min(bits, push.maxWeight));
}

// The part of a row in memory.
struct Row {
    uint64_t weights;
    uint64_t sums;
    uint elements; // in memory
    uint weighing; // elements, before those that count as 0
};

bool isAligned(uint64_t address) { return (uint(address) & (kVectorBytes - 1)) == 0; }

uvec4 loadVector(Row row, uint first)
{
    const uint64_t address = row.weights + uint64_t(first) * 4;
    if (isAligned(row.weights) && first + kVector <= row.weighing)
        return VectorAt(address).words;
    uvec4 words = uvec4(0);
    [[unroll]] for (uint i = 0; i < kVector; ++i)
        if (first + i < row.weighing)
            words[i] = WordAt(address + i * 4).word;
    return words;
}

void storeVector(Row row, uint first, uvec4 words)
{
    const uint64_t address = row.sums + uint64_t(first) * 4;
    if (isAligned(row.sums) && first + kVector <= row.elements) {
        VectorAt(address).words = words;
        return;
    }
    [[unroll]] for (uint i = 0; i < kVector; ++i)
        if (first + i < row.elements)
            WordAt(address + i * 4).word = words[i];
}

vec4 sumVector(uvec4 words)
{
    vec4 sums = vec4(weightOf(words.x), weightOf(words.y), weightOf(words.z), weightOf(words.w));
    sums.y = add(sums.x, sums.y);
    sums.z = add(sums.y, sums.z);
    sums.w = add(sums.z, sums.w);
    return sums;
}

// Sums over the lanes up to this one. Halves of twice as many lanes are joined in each step.
vec4 sumLanes(vec4 sums)
{
    const uint lane = gl_SubgroupInvocationID;
    [[unroll]] for (uint step = 0; step < kMostSubgroupSteps; ++step) {
        const uint lanes = 1u << step; // of a half
        if (lanes < kSubgroupSize) {
            const float earlier = subgroupShuffle(sums.w, lane & ~lanes | lanes - 1); // the earlier half's
            if ((lane & lanes) != 0)
                sums = raise(sums, earlier);
        }
    }
    return sums;
}

// The sum before this subgroup. `running` is the sum before the tile, to which the tile is added.
float sumSubgroups(float total, inout float running)
{
    totalsBegin = kMostSubgroups - totalsBegin;
    if (gl_SubgroupInvocationID == 0)
        sharedTotals[totalsBegin + gl_SubgroupID] = total;
    barrier();
    float before = 0.0;
    const uint subgroups = kWorkgroupSize / kSubgroupSize;
    for (uint i = 0; i < subgroups; ++i) {
        if (i == gl_SubgroupID)
            before = running;
        running = add(running, sharedTotals[totalsBegin + i]);
    }
    return before;
}

// Sums the tile that begins with element `begin`.
void sumTile(Row row, uint begin, inout float running)
{
    const uint first = begin + (gl_SubgroupID * kRows * gl_SubgroupSize + gl_SubgroupInvocationID) * kVector;
    const uint step = gl_SubgroupSize * kVector;
    uvec4 words[kRows];
    [[unroll]] for (uint i = 0; i < kRows; ++i)
        words[i] = loadVector(row, first + i * step);
    vec4 sums[kRows];
    float total = 0.0;
    [[unroll]] for (uint i = 0; i < kRows; ++i) {
        sums[i] = raise(sumLanes(sumVector(words[i])), total);
        total = subgroupShuffle(sums[i].w, gl_SubgroupSize - 1);
    }
    const float before = sumSubgroups(total, running);
    [[unroll]] for (uint i = 0; i < kRows; ++i)
        storeVector(row, first + i * step, floatBitsToUint(raise(sums[i], before)));
}

// Elements of a row, of so many in all.
uint lengthOf(uint64_t first, uint64_t count) { return uint(min(count - min(first, count), uint64_t(push.rowLength))); }

void main()
{
    uint64_t count = push.maxCount;
    if (isPresent(push.countAddress))
        count = min(count, uint64_t(WordAt(readable(push.countAddress)).word));
    for (uint index = gl_WorkGroupID.x; index < push.rowCount; index += push.gridWidth) {
        const uint64_t first = uint64_t(index) * push.rowLength;
        const Row row = Row(push.inputAddress + first * 4, push.outputAddress + first * 4,
                            lengthOf(first, push.maxCount), lengthOf(first, count));
        float running = 0.0;
        for (uint begin = 0; begin < row.elements; begin += kTileElements)
            sumTile(row, begin, running);
        if (push.totalAddress != 0ul && gl_LocalInvocationIndex == 0)
            WordAt(push.totalAddress + uint64_t(index) * 4).word = floatBitsToUint(running);
    }
}
