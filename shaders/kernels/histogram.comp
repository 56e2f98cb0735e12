#version 460
#extension GL_GOOGLE_include_directive : require
// Counts elements by bin, in shared memory. After all its tiles, a workgroup adds its counts to memory. If the bins do
// not fit shared memory, each workgroup of a column reads the same tiles and counts a part of the bins: reading
// elements again, from the second-level cache, is faster than counting each in memory.
//
// Each element adds one. NVIDIA's GPUs combine additions of one that lanes of a subgroup make to the same word of
// shared memory, so elements in few bins do not queue.
#include "abi/histogram_abi.h"
#define PUSH_CONSTANTS HistogramPush
#include "tile/memory.glsl"

layout(constant_id = kIdPartBins) const uint kPartBins = 256; // bins of a part; the last part may have fewer
shared uint sharedCounts[kPartBins];

const uint kNoBin = 0xffffffff;

// Products with the factor are exact, so the difference has the bits of a difference without it.
uint floatBinOf(uint bits, float lower)
{
    precise const float place =
        fma(uintBitsToFloat(bits), uintBitsToFloat(push.factor), -lower) * uintBitsToFloat(push.scale);
    const bool isWithin = bits - push.firstBits <= push.lastBits - push.firstBits;
    return isWithin && place < float(push.binCount) ? uint(place) : kNoBin;
}

// Multiplies a float by 2^kRaisedExponent, even a subnormal one that the device treats as 0.
uint raised(uint bits)
{
    const uint size = bits & 0x7fffffff;
    const bool isSubnormal = size < 0x00800000;
    const float unit = uintBitsToFloat(127 - 149 + kRaisedExponent << 23);
    const float factor = uintBitsToFloat(127 + kRaisedExponent << 23);
    return floatBitsToUint(isSubnormal ? float(size) * unit : uintBitsToFloat(size) * factor) | bits & 0x80000000;
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
    return kIsFloat ? floatBinOf(value, toFloat(lower)) : integerBinOf(value, lower);
}

// Counts the elements of a tile that fall into the part that begins with `firstBin`.
void countTile(uint tile, uint firstBin, Element lower)
{
    const Bounds bounds = boundsOf(tile);
    const bool asVector = vectorAccess(push.inputAddress, bounds);
    Element rows[kRows][kVector];
    loadRows(push.inputAddress, tile, rows);
    if (kIsFloat && push.raises != 0)
        [[unroll]] for (uint row = 0; row < kRows; ++row)
            [[unroll]] for (uint i = 0; i < kVector; ++i)
                rows[row][i] = raised(rows[row][i]);
    [[unroll]] for (uint row = 0; row < kRows; ++row) {
        const uint first = vectorInTile(row) * kVector - bounds.begin;
        [[unroll]] for (uint i = 0; i < kVector; ++i) {
            const uint bin = binOf(rows[row][i], lower) - firstBin;
            const bool isElement = asVector || first + i < bounds.end - bounds.begin;
            if (isElement && bin < kPartBins) // kNoBin is beyond all parts
                atomicAdd(sharedCounts[bin], 1, gl_ScopeWorkgroup, gl_StorageSemanticsNone, gl_SemanticsRelaxed);
        }
    }
}

void main()
{
    const uint tiles = openArray();
    for (uint first = 0; first < kPartBins; first += kWorkgroupSize)
        if (first + gl_LocalInvocationIndex < kPartBins)
            sharedCounts[first + gl_LocalInvocationIndex] = 0;
    barrier();
    const uint firstBin = gl_WorkGroupID.y * kPartBins;
    const Element lower = initialValue();
    for (uint tile = gl_WorkGroupID.x; tile < tiles; tile += push.gridWidth)
        countTile(tile, firstBin, lower);
    barrier();
    for (uint first = 0; first < kPartBins; first += kWorkgroupSize) {
        const uint bin = first + gl_LocalInvocationIndex;
        const uint count = sharedCounts[min(bin, kPartBins - 1)];
        if (bin < kPartBins && count > 0)
            atomicAdd(CountAt(push.outputAddress + uint64_t(firstBin + bin) * 4).count, count, gl_ScopeDevice,
                      gl_StorageSemanticsNone, gl_SemanticsRelaxed);
    }
}
