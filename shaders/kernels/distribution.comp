#version 460
#extension GL_GOOGLE_include_directive : require
// The cumulative sums of each row of weights, and the rows' totals. A workgroup sums a row, tile by tile, then further
// rows.
//
// Sums never decrease, and a weight of 0 repeats the sum before it, although additions round. Therefore sums of groups
// are combined in one way only. A group consists of parts, each with sums that never decrease. A part is raised by the
// sum of the parts before it, which is the last raised sum of the preceding part. Rounding is monotone, so a raised
// part begins no lower than the preceding one ends, and adding 0 changes nothing. Groups are vectors of elements,
// 2, 4, 8, ... lanes of halves (Sklansky, "Conditional-Sum Addition Logic", 1960), rows of vectors, subgroups, and
// tiles. Kogge and Stone's scan has no such groups: two lanes round differently.
//
// With SOURCE_IMAGE, weights may also be the luminances of an image's texels.
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
uint totalsBegin = 0; // beginning of the half that is written next; late subgroups may still read the other

float add(float earlier, float later)
{
    precise const float sum = earlier + later;
    return sum;
}

vec4 raise(vec4 sums, float before)
{
    return vec4(add(before, sums.x), add(before, sums.y), add(before, sums.z), add(before, sums.w));
}

// The weight for a float's bits. Comparing integers avoids the drivers' treatment of NaNs.
float weightOf(uint bits)
{
    const uint kLeastNormal = 0x00800000, kInfinity = 0x7f800000;
    return bits < kLeastNormal || bits > kInfinity ? 0.0 : uintBitsToFloat(min(bits, push.maxWeight));
}

// The part of a row in memory.
struct Row {
    uint64_t weights;
    uint64_t sums;
    uint elements; // elements in memory
    uint weighing; // elements, before those that count as 0
#if defined(SOURCE_IMAGE)
    uint index;
    float texelScale; // factor of the image's weights
#endif
};

#if defined(SOURCE_IMAGE)
layout(set = 0, binding = 0) uniform sampler2D source;
layout(constant_id = kIdWeighedChannels) const uint kChannels = 1;

// The sine of the angle at the middle of a row of a map of latitudes, right to some units in the last place; GLSL's own
// may be wrong by 2^-11. Taylor's sum, up to half a right angle; beyond, the cosine of the remaining angle.
float sineAtRow(uint row)
{
    const uint fromPole = min(2 * row + 1, 2 * (push.rowCount - row) - 1); // half rows
    const bool isNear = 2 * fromPole <= push.rowCount;                   // at most 45 degrees
    const uint halfRows = isNear ? fromPole : push.rowCount - fromPole;
    precise const float angle = 1.57079633 * (float(halfRows) / float(push.rowCount));
    precise const float square = angle * angle;
    precise const float sine =
        angle * (1.0 - square / 6.0 * (1.0 - square / 20.0 * (1.0 - square / 42.0 * (1.0 - square / 72.0))));
    precise const float cosine =
        1.0 - square / 2.0 * (1.0 - square / 12.0 * (1.0 - square / 30.0 * (1.0 - square / 56.0)));
    return isNear ? sine : cosine;
}

// The weight of a texel: its luminance, with linear colours of ITU-R BT.709. Each channel is clamped like a weight.
uint weightOfTexel(Row row, uint column)
{
    const vec4 texel = texelFetch(source, ivec2(column, row.index), 0);
    const uvec4 bits = floatBitsToUint(texel);
    precise float weight = weightOf(bits.x);
    if (kChannels > 1) {
        precise const float green = 0.7152 * weightOf(bits.y);
        precise const float blue = 0.0722 * weightOf(bits.z);
        weight = 0.2126 * weight + green + blue;
    }
    weight *= row.texelScale;
    return floatBitsToUint(weight);
}

bool readsImage() { return push.texelScale != 0; }
#endif

bool isAligned(uint64_t address) { return (uint(address) & (kVectorBytes - 1)) == 0; }

uvec4 loadVector(Row row, uint first)
{
#if defined(SOURCE_IMAGE)
    if (readsImage()) {
        uvec4 weights = uvec4(0);
        [[unroll]] for (uint i = 0; i < kVector; ++i)
            if (first + i < row.weighing)
                weights[i] = weightOfTexel(row, first + i);
        return weights;
    }
#endif
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

// Sums over the lanes up to this one. Each step joins halves that are twice as long.
vec4 sumLanes(vec4 sums)
{
    const uint lane = gl_SubgroupInvocationID;
    [[unroll]] for (uint step = 0; step < kMostSubgroupSteps; ++step) {
        const uint lanes = 1u << step; // lanes of a half
        if (lanes < kSubgroupSize) {
            const float earlier = subgroupShuffle(sums.w, lane & ~lanes | lanes - 1); // the earlier half's sum
            if ((lane & lanes) != 0)
                sums = raise(sums, earlier);
        }
    }
    return sums;
}

// The sum before this subgroup. `running` is the sum before the tile; the tile is added to it.
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

// Elements of a row, of `count` elements in all.
uint lengthOf(uint64_t first, uint64_t count) { return uint(min(count - min(first, count), uint64_t(push.rowLength))); }

void main()
{
    uint64_t count = push.maxCount;
    if (isPresent(push.countAddress))
        count = min(count, uint64_t(WordAt(readable(push.countAddress)).word));
    for (uint index = gl_WorkGroupID.x; index < push.rowCount; index += push.gridWidth) {
        const uint64_t first = uint64_t(index) * push.rowLength;
#if defined(SOURCE_IMAGE)
        float texelScale = uintBitsToFloat(push.texelScale);
        if (push.isSphere != 0)
            texelScale *= sineAtRow(index);
        const Row row = Row(push.inputAddress + first * 4, push.outputAddress + first * 4,
                            lengthOf(first, push.maxCount), lengthOf(first, count), index, texelScale);
#else
        const Row row = Row(push.inputAddress + first * 4, push.outputAddress + first * 4,
                            lengthOf(first, push.maxCount), lengthOf(first, count));
#endif
        float running = 0.0;
        for (uint begin = 0; begin < row.elements; begin += kTileElements)
            sumTile(row, begin, running);
        if (push.totalAddress != 0ul && gl_LocalInvocationIndex == 0)
            WordAt(push.totalAddress + uint64_t(index) * 4).word = floatBitsToUint(running);
    }
}
