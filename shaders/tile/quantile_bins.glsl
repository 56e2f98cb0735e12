// Keys at given ranks of a source: each pass counts the keys of an interval of codes in bins, and narrows it to the bin
// with the key, until a bin is one code. Alabi, Blanchard, Gordon & Steinbach, "Fast k-Selection Algorithms for
// Graphics Processing Units", 2012. More ranks have fewer bins each. Call all functions from uniform control flow.
// Loops take the same number of rounds in every invocation (docs/portability.md, trap 5).
#ifndef VKSCAN_TILE_QUANTILE_BINS
#define VKSCAN_TILE_QUANTILE_BINS
#include "abi/quantiles_abi.h"
#include "tile/top_k_keys.glsl"

layout(constant_id = kIdBinBits) const uint kBinBits = kQuantileBinBits;

const uint kBins = 1u << kBinBits; // of all ranks
const uint kKeyBits = kKeyBytes * 8;
const uint kBinsEach = (kBins + kWorkgroupSize - 1) / kWorkgroupSize; // bins that an invocation adds up
const uint kOpen = ~0u;                                               // a rank that no bin has
const uint kAllKeys = kItems < 32 ? (1u << kItems) - 1 : ~0u;

struct Interval {
    Element low;  // the first code
    uint shift;   // a bin has 2^shift codes
    uint first;   // the key's rank in the interval. In samples: ranks that very likely are before and after the key, of
    uint last;    // which kOpen stands for the interval's ends
    bool isFound; // the key's code is `low`
    bool isMissed; // the interval of the sample did not have the key
};

shared Interval sharedIntervals[kMostRanks];
shared uint sharedBefore[kMostRanks];  // keys before the interval of a sample
shared uvec2 sharedWithin[kMostRanks]; // bins of the first and the last rank
shared uint sharedBins[kBins];

uint binBits()
{
    return kBinBits - uint(findMSB(push.k - 1) + 1);
}

// The shift by which bins reach from an interval's first to its last code.
uint shiftFor(Element last)
{
    return max(bitsOf(last), binBits()) - binBits();
}

// The rank that is asked for: an integer, or the nearest one to a fraction between the first and the last rank, of two
// the lower one. Fractions are rounded down to multiples of 2^-31. A NaN is 0.
uint askedRank(uint i)
{
    const uint bits = UintAt(push.valuesAddress + i * 4).word;
    if ((push.shares & kQuantileRanks) != 0)
        return min(bits, sourceCount - 1);
    const bool isPositive = bits < 0x7f800001; // and no NaN
    const uint fraction = isPositive ? uint(min(uintBitsToFloat(bits), 1.0) * 2147483648.0) : 0;
    return uint(uint64_t(fraction) * (sourceCount - 1) + ((1u << 30) - 1) >> 31);
}

Interval wholeInterval(uint first, uint last)
{
    return Interval(Element(0), kKeyBits - binBits(), first, last, false, false);
}

bool areAllFound()
{
    bool all = true;
    for (uint i = 0; i < push.k; ++i)
        all = all && sharedIntervals[i].isFound;
    return all;
}

void clearBins()
{
    if (gl_LocalInvocationIndex < kMostRanks)
        sharedBefore[gl_LocalInvocationIndex] = 0;
    for (uint i = gl_LocalInvocationIndex; i < kBins; i += kWorkgroupSize)
        sharedBins[i] = 0;
    barrier();
}

// A bit for each key that a tile has.
uint presentIn(uint tile)
{
    if (isWholeTile(tile))
        return kAllKeys;
    uint present = 0;
    [[unroll]] for (uint i = 0; i < kItems; ++i)
        present |= isKey(placeOf(tile, i / kVector) + i % kVector) ? 1u << i : 0;
    return present;
}

// The distance from an interval's first to its last code.
Element rangeOf(Interval interval) { return kLastCode >> kKeyBits - binBits() - interval.shift; }

// Counts a key in its bin, if it is in the interval.
void countKey(bool isPresent, Element code, uint rank, Interval interval)
{
    const Element distance = code - interval.low;
    if (isPresent && distance <= rangeOf(interval))
        atomicAdd(sharedBins[(rank << binBits()) + uint(distance >> interval.shift)], 1, gl_ScopeWorkgroup,
                  gl_StorageSemanticsNone, gl_SemanticsRelaxed);
}

// Counts the keys of a tile, which has those of the set bits. `areListed`: only in intervals whose bins are one code.
void countTile(Element codes[kRows][kVector], uint present, bool areListed)
{
    for (uint rank = 0; rank < push.k; ++rank) {
        const Interval interval = sharedIntervals[rank];
        if (interval.isFound || areListed && interval.shift > 0)
            continue;
        [[unroll]] for (uint i = 0; i < kItems; ++i)
            countKey((present & 1u << i) != 0, codes[i / kVector][i % kVector], rank, interval);
    }
}

// Replaces the bins by sums up to and including each.
void sumBins()
{
    const uint first = (gl_SubgroupID * gl_SubgroupSize + gl_SubgroupInvocationID) * kBinsEach;
    uint total = 0;
    [[unroll]] for (uint i = 0; i < kBinsEach; ++i) total += first + i < kBins ? sharedBins[first + i] : 0;
    const Element inclusive = subgroupScanInclusive(Element(total));
    Element earlier;
    workgroupScan(subgroupLast(inclusive), earlier);
    uint sum = uint(earlier + inclusive) - total;
    [[unroll]] for (uint i = 0; i < kBinsEach; ++i)
    {
        if (first + i < kQuantileBins) {
            sum += sharedBins[first + i];
            sharedBins[first + i] = sum;
        }
    }
    barrier();
}

// The keys of a rank's interval in its bins before `bin`.
uint keysBefore(uint rank, uint bin)
{
    const uint begin = rank << binBits();
    const uint earlier = begin == 0 ? 0 : sharedBins[begin - 1];
    return bin == 0 ? 0 : sharedBins[begin + bin - 1] - earlier;
}

Interval narrowed(uint rank, bool isSample)
{
    const Interval old = sharedIntervals[rank];
    const uint before = sharedBefore[rank];
    const uint keys = keysBefore(rank, 1u << binBits());
    if (old.isFound)
        return old;
    if (!isSample && old.first < before)
        return Interval(Element(0), shiftFor(old.low - Element(1)), old.first, old.first, false, true);
    if (!isSample && old.first - before >= keys) {
        const Element low = old.low + (Element(1) << binBits() << old.shift);
        const uint first = old.first - before - keys;
        return Interval(low, shiftFor(~low), first, first, false, true);
    }
    const uvec2 bins = sharedWithin[rank];
    const uint skipped = before + keysBefore(rank, bins.x);
    return Interval(old.low + (Element(bins.x) << old.shift),
                    shiftFor((Element(bins.y - bins.x + 1) << old.shift) - Element(1)),
                    old.first == kOpen ? kOpen : old.first - skipped, old.last == kOpen ? kOpen : old.last - skipped,
                    !isSample && old.shift == 0, old.isMissed);
}

// Narrows the intervals to the bins of their ranks; those of a sample, to the bins from the first to the last rank.
void narrowIntervals(bool isSample)
{
    if (gl_LocalInvocationIndex < push.k)
        sharedWithin[gl_LocalInvocationIndex] = uvec2(0, (1u << binBits()) - 1);
    sumBins();
    for (uint i = gl_LocalInvocationIndex; i < kBins; i += kWorkgroupSize) {
        const uint rank = min(i >> binBits(), push.k - 1); // bins beyond the ranks' have no key
        const uint bin = i - (rank << binBits());
        const uint earlier = keysBefore(rank, bin);
        const uint keys = keysBefore(rank, bin + 1) - earlier;
        if (sharedIntervals[rank].first - sharedBefore[rank] - earlier < keys)
            sharedWithin[rank].x = bin;
        if (sharedIntervals[rank].last - sharedBefore[rank] - earlier < keys)
            sharedWithin[rank].y = bin;
    }
    barrier();
    if (gl_LocalInvocationIndex < push.k)
        sharedIntervals[gl_LocalInvocationIndex] = narrowed(gl_LocalInvocationIndex, isSample);
    barrier();
}

void storeKeys(uint64_t place)
{
    const uint rank = gl_LocalInvocationIndex;
    if (rank < push.k)
        KeyAt(push.outputAddress + (place + rank) * kKeyBytes).words = toWords(keyOf(sharedIntervals[rank].low));
}
#endif
