#version 460
#extension GL_GOOGLE_include_directive : require
// Counts an image's texels by the logarithm of their light, in shared memory. After all its tiles, a workgroup adds its
// counts to memory. The last one to do so computes the trimmed mean.
//
// Most texels are plain: they are inside the image, have no weight, and their channels are light. Each adds one, which
// NVIDIA's GPUs combine. Neighbouring lanes add to different copies of a bin, so that equal weighted ones do not queue.
#include "abi/histogram_abi.h"
#define PUSH_CONSTANTS HistogramImagePush
#include "core/arrival.glsl"
#include "core/workgroup.glsl"

layout(constant_id = kIdPartBins) const uint kBins = 256;
layout(constant_id = kIdBinCopies) const uint kCopies = 8;
layout(constant_id = kIdLightChannels) const uint kChannels = 3;
layout(constant_id = kIdWideChannels) const bool kWideChannels = false;
layout(constant_id = kIdClampEnds) const bool kClampEnds = false;
layout(set = 0, binding = 0) uniform sampler2D source;
shared uint sharedCounts[kBins * kCopies];
shared uint sharedMoment[3]; // parts of 21 bits of a number below 2^63; sums of 2^11 parts do not overflow

layout(buffer_reference, std430, buffer_reference_align = 4) buffer FloatAt { float value; };
layout(buffer_reference, std430, buffer_reference_align = 4) buffer BinAt { uint count; };
uint64_t binAddress(uint bin) { return push.outputAddress + uint64_t(bin) * 4; }

const uint kTileWidth = kWorkgroupSize * 2 / kTexelBlock; // blocks side by side
const uint kBlockHeight = kTexelBlock / 2;
const uint kBinsEach = (kBins + kWorkgroupSize - 1) / kWorkgroupSize; // bins of an invocation
const uint kMostLight = (127 + 96) << 23;

// Light from the bits of a channel: integers, because drivers treat NaNs as they like. Products remain normal numbers.
uint lightOf(uint bits)
{
    const uint kLeastLight = (127 - 96) << 23;
    return int(bits) < int(kLeastLight) ? 0 : min(bits, kMostLight);
}

bool isNan(uint bits) { return (bits & 0x7fffffff) > 0x7f800000; }

uint largestOf(uvec3 channels) { return max(max(channels.x, channels.y), channels.z); }

// The luminance of channels that are light.
float luminanceOf(uvec3 channels)
{
    const float light = uintBitsToFloat(channels.x);
    if (kChannels == 1)
        return light;
    precise const float red = 0.2126 * light;
    precise const float green = 0.7152 * uintBitsToFloat(channels.y);
    precise const float blue = 0.0722 * uintBitsToFloat(channels.z);
    precise const float sum = red + green;
    precise const float all = sum + blue;
    return all;
}

// The luminance of any channels. The result is false if one is a NaN. Channels that need no care, as most, are only
// compared.
bool findLight(uvec3 channels, out float light)
{
    bool isLight = true;
    [[dont_flatten]] if (kWideChannels || largestOf(channels) > kMostLight) {
        isLight = !isNan(channels.x) && !isNan(channels.y) && !isNan(channels.z);
        channels = uvec3(lightOf(channels.x), lightOf(channels.y), lightOf(channels.z));
    }
    light = luminanceOf(channels);
    return isLight;
}

// The bin of light from 2^-99 to 2^99, or of 0, whose logarithm comes out as -127.
uint binOfLight(float light)
{
    const uint bits = floatBitsToUint(light);
    const float f = uintBitsToFloat(bits & 0x007fffff | 0x3f800000) - 1.0;
    precise const float factor = f * (1.0 - f);
    precise const float product = 0.1592198 * f;
    precise const float bend = 0.4228651 - product;
    precise const float rise = factor * bend;
    precise const float bent = 1.0 + rise;
    // Both have multiples of 2^-23 as mantissas. A negative distance makes a large number.
    uint distance = bits + floatBitsToUint(bent) - (2 * 0x3f800000 + push.lower);
    if (kClampEnds)
        distance = uint(max(int(distance), 0));
    uint high, low;
    umulExtended(distance, push.scale, high, low);
    const uint bin = high >> push.shift;
    return kClampEnds ? min(bin, kBins - 1) : bin;
}

// Scales a texel's column or row to a weight's.
uint scaled(uint value, uint step, uint fraction)
{
    uint high, low;
    umulExtended(value, fraction, high, low);
    return value * step + high;
}

uint weightAt(uvec2 texel)
{
    if (!isPresent(push.weightsAddress))
        return 1;
    const uint index = scaled(texel.y, push.rowStep, push.rowFraction) * push.weightColumns +
                       scaled(texel.x, push.columnStep, push.columnFraction);
    const uint bits = floatBitsToUint(FloatAt(readable(push.weightsAddress) + uint64_t(index) * 4).value);
    if (bits > 0x7f800000) // negative, or a NaN
        return 0;
    precise const float units = min(uintBitsToFloat(bits), 1.0) * float(kWeightUnits) + 0.5;
    return uint(units);
}

void countBin(uint bin, uint units)
{
    atomicAdd(sharedCounts[bin * kCopies + gl_LocalInvocationIndex % kCopies], units, gl_ScopeWorkgroup,
              gl_StorageSemanticsNone, gl_SemanticsRelaxed);
}

void countTile(uvec2 index)
{
    const uvec2 extent = uvec2(kTileWidth, kBlockHeight * kRows);
    const uvec2 tile = index * extent;
    const uint block = gl_LocalInvocationIndex / (kTexelBlock * kBlockHeight);
    const uvec2 inBlock = uvec2(gl_LocalInvocationIndex % kTexelBlock,
                                gl_LocalInvocationIndex / kTexelBlock % kBlockHeight);
    const uvec2 first = tile + uvec2(block * kTexelBlock, 0) + inBlock;
    const uvec2 last = uvec2(push.width, push.height) - 1;
    const bool isInner = all(lessThanEqual(tile + extent, uvec2(push.width, push.height)));
    uvec3 texels[kRows];
    uint largest = 0;
    [[unroll]] for (uint row = 0; row < kRows; ++row) {
        const uvec2 at = min(first + uvec2(0, row * kBlockHeight), last);
        texels[row] = floatBitsToUint(texelFetch(source, ivec2(at), 0).rgb);
    }
    [[unroll]] for (uint row = 0; row < kRows; ++row)
        largest = max(largest, largestOf(texels[row]));
    if (!kWideChannels && isInner && !isPresent(push.weightsAddress) && largest <= kMostLight) {
        [[unroll]] for (uint row = 0; row < kRows; ++row) {
            const uint bin = binOfLight(luminanceOf(texels[row]));
            if (bin < kBins)
                countBin(bin, 1);
        }
    } else {
        [[unroll]] for (uint row = 0; row < kRows; ++row) {
            const uvec2 at = first + uvec2(0, row * kBlockHeight);
            float light;
            const bool isLight = findLight(texels[row], light);
            const uint bin = binOfLight(light);
            if (isLight && bin < kBins && (isInner || all(lessThanEqual(at, last))))
                countBin(bin, weightAt(at));
        }
    }
}

// The mean of all counts between two fractions of them, exact but for the last quotient.
void writeMean()
{
    const uint begin = (gl_SubgroupID * gl_SubgroupSize + gl_SubgroupInvocationID) * kBinsEach;
    uint counts[kBinsEach];
    uint own = 0;
    [[unroll]] for (uint i = 0; i < kBinsEach; ++i) {
        const uint count = atomicLoad(BinAt(binAddress(min(begin + i, kBins - 1))).count, gl_ScopeDevice,
                                      gl_StorageSemanticsNone, gl_SemanticsRelaxed);
        counts[i] = begin + i < kBins ? count : 0;
        own += counts[i];
    }
    const Element inclusive = subgroupScanInclusive(Element(own));
    Element earlier;
    const uint64_t total = uint64_t(uint(workgroupScan(subgroupLast(inclusive), earlier)));
    const uint64_t from = total * push.meanFrom;
    const uint64_t to = total * push.meanTo;
    uint64_t before = uint64_t(uint(earlier + inclusive) - own) << kFractionBits;
    uint64_t moment = 0; // half bins times counts
    [[unroll]] for (uint i = 0; i < kBinsEach; ++i) {
        const uint64_t after = before + (uint64_t(counts[i]) << kFractionBits);
        moment += (clamp(after, from, to) - clamp(before, from, to)) * (2 * (begin + i) + 1);
        before = after;
    }
    if (moment != 0)
        [[unroll]] for (uint i = 0; i < 3; ++i)
            atomicAdd(sharedMoment[i], uint(moment >> 21 * i) & 0x1fffff, gl_ScopeWorkgroup, gl_StorageSemanticsNone,
                      gl_SemanticsRelaxed);
    barrier();
    moment = uint64_t(sharedMoment[0]) + (uint64_t(sharedMoment[1]) << 21) + (uint64_t(sharedMoment[2]) << 42);
    if (gl_LocalInvocationIndex == 0) {
        // The quotient in units of 2^-14 bins. Both numbers lose bits so that the shifted one fits 64.
        const uint excess = uint(max(findMSB(unpackUint2x32(moment).y) - 18, 0));
        const uint64_t place = (moment >> excess << 13) / max(to - from >> excess, 1ul);
        precise const float distance = float(uint(place)) * 6.103515625e-5 * uintBitsToFloat(push.widthBits);
        precise const float mean = uintBitsToFloat(push.lowerBits) + distance;
        FloatAt(readable(push.meanAddress)).value = mean;
    }
}

void main()
{
    for (uint first = 0; first < kBins * kCopies; first += kWorkgroupSize)
        if (first + gl_LocalInvocationIndex < kBins * kCopies)
            sharedCounts[first + gl_LocalInvocationIndex] = 0;
    if (gl_LocalInvocationIndex < 3)
        sharedMoment[gl_LocalInvocationIndex] = 0;
    barrier();
    for (uint tile = gl_WorkGroupID.x; tile < push.tileCount; tile += push.gridWidth)
        countTile(uvec2(tile % push.tileColumns, tile / push.tileColumns));
    barrier();
    for (uint first = 0; first < kBins; first += kWorkgroupSize) {
        const uint bin = first + gl_LocalInvocationIndex;
        if (bin < kBins) {
            uint count = 0;
            for (uint copy = 0; copy < kCopies; ++copy)
                count += sharedCounts[bin * kCopies + (copy + bin) % kCopies]; // lanes read different banks
            if (count > 0)
                atomicAdd(BinAt(binAddress(bin)).count, count, gl_ScopeDevice, gl_StorageSemanticsNone,
                          gl_SemanticsRelaxed);
        }
    }
    if (!isPresent(push.meanAddress))
        return;
    if (!arriveLast(readable(push.meanAddress), push.gridWidth))
        return;
    writeMean();
}
