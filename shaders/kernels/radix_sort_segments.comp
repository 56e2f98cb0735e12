#version 460
#extension GL_GOOGLE_include_directive : require
// Sorts each segment on its own. A workgroup takes the segments that begin in its block of the array. All but the last
// fit a tile together. The last is sorted after them or, if it does not fit a tile, listed for passes that follow. A
// tile is sorted at once, in one of two ways:
//
// If segments are short, each key counts the keys of its segment that precede it. Otherwise all keys are sorted by
// radix, and then by the number of their segment.
#define VKSCAN_ENTRY_POINT vkscan_kEntryRadixSortSegments
#include "tile/radix_spans.glsl"
#include "tile/radix_tile.glsl"

// Whether subgroups leave loops one by one. lavapipe loses those that stay longer, so there they leave together.
layout(constant_id = kIdLeaveAlone) const bool kLeaveAlone = true;

const uint kBlock = kTileKeys / 8 * 7;
const uint kShort = 64; // most keys of a segment that are counted one by one
const uint kHeadWords = kTileKeys / 32;
const uint kNowhere = ~0u;
shared uint sharedHeads[kHeadWords + 1]; // bits: begins of segments, and one behind the last
shared uint sharedHeadsBefore[kHeadWords];
shared uint sharedFirstSpan;

// The boundaries of segments: 0, the offsets, and the number of keys. Some segments are empty.
uint offsetCount() { return push.segmentCount + 1; }

uint boundaryAt(uint i)
{
    uint at = i > 0 ? keyCount : 0;
    if (i > 0 && i <= offsetCount())
        at = min(at, UintAt(push.segmentsAddress + uint64_t(i - 1) * 4).word);
    return at;
}

// The number of boundaries before each of two keys. In each step, every invocation looks at the end of its share.
uvec2 boundariesBefore(uvec2 keys)
{
    uvec2 first = uvec2(0);
    uvec2 count = uvec2(offsetCount() + 2);
    const uint kMostSteps = 32; // more than 2^32 boundaries need
    [[dont_unroll]] for (uint step = 0; step < kMostSteps && max(count.x, count.y) > 0; ++step) {
        const uvec2 share = (count + kWorkgroupSize - 1) / kWorkgroupSize;
        const uvec2 last = (invocationIndex() + 1) * share - 1;
        bool isBefore[2] = bool[2](false, false);
        [[unroll]] for (uint i = 0; i < 2; ++i)
            if (last[i] < count[i])
                isBefore[i] = boundaryAt(first[i] + last[i]) < keys[i];
        const uint shares = countLanes(subgroupBallot(isBefore[0]).xy) | countLanes(subgroupBallot(isBefore[1]).xy) << 16;
        uint before;
        const uint all = workgroupScan(shares, before);
        const uvec2 passed = uvec2(all & 0xffff, all >> 16) * share;
        first += passed;
        count = min(max(share, 1) - 1, count - passed);
    }
    return first;
}

// The heads of a word up to a place in the tile.
uint headsUpTo(uint place) { return sharedHeads[place / 32] & ~0u >> 31 - place % 32; }
uint segmentOf(uint place) { return sharedHeadsBefore[place / 32] + bitCount(headsUpTo(place)) - 1; }

// Marks where segments begin. Returns their number.
uint markHeads(uint first, uint keys, uint firstBoundary, uint endBoundary)
{
    for (uint i = 0; i <= kHeadWords; i += kWorkgroupSize) {
        const uint word = i + invocationIndex();
        if (word <= kHeadWords)
            sharedHeads[word] = word == keys / 32 ? 1 << keys % 32 : 0;
    }
    barrier();
    for (uint i = firstBoundary; i < endBoundary; i += kWorkgroupSize) {
        const uint place = boundaryAt(min(i + invocationIndex(), endBoundary - 1)) - first;
        if (place < keys)
            atomicOr(sharedHeads[place / 32], 1 << place % 32, gl_ScopeWorkgroup, gl_StorageSemanticsNone,
                     gl_SemanticsRelaxed);
    }
    barrier();
    const uint heads = invocationIndex() < kHeadWords ? bitCount(sharedHeads[min(invocationIndex(), kHeadWords)]) : 0;
    const uint inclusive = subgroupScanInclusive(heads);
    uint before;
    const uint all = workgroupScan(subgroupLast(inclusive), before);
    if (invocationIndex() < kHeadWords)
        sharedHeadsBefore[invocationIndex()] = before + inclusive - heads;
    barrier();
    return all - (keys < kTileKeys ? 1 : 0);
}

// The begin and the end of the segment of a place, if it is short; else kNowhere.
uvec2 boundsOf(uint place)
{
    uint word = place / 32;
    uint bits = headsUpTo(place);
    [[unroll]] for (uint i = 0; i < kShort / 32; ++i) {
        if (bits == 0 && word > 0) {
            --word;
            bits = sharedHeads[word];
        }
    }
    const uint begin = bits != 0 ? word * 32 + findMSB(bits) : kNowhere;
    word = place / 32;
    bits = sharedHeads[word] & ~(~0u >> 31 - place % 32);
    [[unroll]] for (uint i = 0; i < kShort / 32; ++i) {
        if (bits == 0 && word < kHeadWords) {
            ++word;
            bits = sharedHeads[word];
        }
    }
    const uint end = bits != 0 ? word * 32 + findLSB(bits) : kNowhere;
    return begin != kNowhere && end != kNowhere && end - begin <= kShort ? uvec2(begin, end) : uvec2(kNowhere);
}

// The bits that keys are compared by.
#if KEY_WORDS == 2
#define ComparedBits uint64_t
uint64_t comparedBits(Key key)
{
    const uint64_t below = endBit() == 64 ? ~0ul : (1ul << endBit()) - 1;
    return (packUint2x32(orderedBits(key)) ^ packUint2x32(flippedBits())) & below &
           (firstBit() < 64 ? ~0ul << firstBit() : 0ul);
}
uint64_t stagedBits(uint place) { return packUint2x32(stagedKey(place)); }
#else
#define ComparedBits uint
uint comparedBits(Key key)
{
    const uint below = endBit() == 32 ? ~0u : (1u << endBit()) - 1;
    return (orderedBits(key).y ^ flippedBits().y) & below & (firstBit() < 32 ? ~0u << firstBit() : 0);
}
uint stagedBits(uint place) { return stagedKey(place); }
#endif

Key keyOfBits(Key key)
{
#if KEY_WORDS == 2
    return unpackUint2x32(comparedBits(key));
#else
    return comparedBits(key);
#endif
}

// The places of keys whose segments are short.
void countPreceding(uint keys, Key items[kItems], uint indices[kItems], out uint places[kItems])
{
    Key compared[kItems];
    [[unroll]] for (uint i = 0; i < kItems; ++i)
        compared[i] = keyOfBits(items[i]);
    stageKeys(indices, compared);
    barrier();
    [[unroll]] for (uint i = 0; i < kItems; ++i) {
        const uint own = keyInTile(i);
        const uvec2 bounds = own < keys ? boundsOf(own) : uvec2(own);
        const ComparedBits bits = comparedBits(items[i]);
        const uint most = kLeaveAlone ? bounds.y : bounds.x + kShort;
        places[i] = bounds.x;
        for (uint other = bounds.x; other < most; ++other) {
            const ComparedBits otherBits = stagedBits(min(other, kTileKeys - 1));
            const bool precedes = otherBits < bits || (otherBits == bits && other < own);
            places[i] += precedes && other < bounds.y ? 1 : 0;
        }
    }
}

// Sorts a tile that begins with the key `first`.
void sortTile(uint first, uint keys, uint firstBoundary, uint endBoundary)
{
    barrier(); // shared memory is in use
    Key items[kItems];
    uint indices[kItems];
    uint places[kItems];
    loadKeys(first, keys, items);
    const uint segments = markHeads(first, keys, firstBoundary, endBoundary);
    bool isShort = true;
    [[unroll]] for (uint i = 0; i < kItems; ++i) {
        indices[i] = keyInTile(i);
        isShort = isShort && (indices[i] >= keys || boundsOf(indices[i]).x != kNowhere);
    }
    if (workgroupAll(isShort)) {
        countPreceding(keys, items, indices, places);
        exchange(places, items, kValueWords > 0, indices);
    } else {
        // Missing keys are behind the last segment.
        const uint segmentPasses = segments > 1 ? (segments >= kDigits ? 2 : 1) : 0;
        for (uint pass = 0; pass < push.passCount + segmentPasses; ++pass) {
            Digit digit = digitOfPass(pass);
            const bool bySegment = pass >= push.passCount;
            if (bySegment)
                digit = Digit((pass - push.passCount) * kDigitBits, kDigits - 1, 0);
            Key digits[kItems]; // keys, or their segments
            [[unroll]] for (uint i = 0; i < kItems; ++i) {
                digits[i] = items[i];
                if (bySegment)
#if KEY_WORDS == 2
                    digits[i] = Key(segmentOf(indices[i]), 0);
#else
                    digits[i] = segmentOf(indices[i]);
#endif
            }
            uint counts[kDigitsEach];
            uint starts[kDigitsEach];
            barrier(); // shared memory is in use
            countKeys(digit, digits, counts);
            rankKeys(digit, digits, counts, places, starts);
            exchange(places, items, true, indices);
        }
    }
    storeSorted(first, keys, items, indices);
}

// Lists the spans of a segment that does not fit a tile. There is room for all unless offsets do not ascend.
void listSpans(uint first, uint end)
{
    const uint spans = min(divideRoundingUp(end - first, kSortSpanKeys), min(kMostSegmentSpans, kWorkgroupSize));
    const uint64_t address = push.scratchAddress + kScratchHeaderBytes;
    if (gl_LocalInvocationIndex == 0)
        sharedFirstSpan = atomicAdd(UintAt(address).word, spans, gl_ScopeDevice, gl_StorageSemanticsNone,
                                    gl_SemanticsRelaxed);
    barrier();
    const uint firstSpan = sharedFirstSpan;
    const bool fits = firstSpan <= push.slots && spans <= push.slots - firstSpan;
    const uint i = gl_LocalInvocationIndex; // one span for each invocation
    if (i < spans && firstSpan + i < push.slots)
        storeSpan(firstSpan + i, fits ? uvec4(first, end, firstSpan, spans) : uvec4(0, 0, firstSpan + i, 1));
}

void main()
{
    openKeys();
    const uint block = workgroupIndex();
    if (block >= divideRoundingUp(keyCount, kBlock))
        return;
    const uvec2 boundaries = boundariesBefore(uvec2(block * kBlock, min((block + 1) * kBlock, keyCount)));
    const uint first = boundaryAt(boundaries.x);
    const uint end = boundaryAt(boundaries.y);
    if (first >= end)
        return;
    // The last segment is sorted separately if not all segments fit a tile.
    const uint last = end - first <= kTileKeys ? end : clamp(boundaryAt(boundaries.y - 1), first, end);
    const uint bounds[3] = uint[3](first, last, end);
    [[dont_unroll]] for (uint i = 0; i < 2; ++i) {
        const uint keys = bounds[i + 1] - bounds[i];
        if (keys > kTileKeys)
            listSpans(bounds[i], bounds[i + 1]);
        else if (keys > 0)
            sortTile(bounds[i], keys, i == 0 ? boundaries.x : boundaries.y - 1, boundaries.y);
    }
}
