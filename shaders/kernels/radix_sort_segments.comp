#version 460
#extension GL_GOOGLE_include_directive : require
// Sorts each segment that is too long for a subgroup. A workgroup takes the segments that begin in its block of the
// array. All but the last fit a tile together. The last is sorted separately; if it does not fit a tile, it is listed
// for passes that follow. The keys of a tile are sorted by radix, and then by the number of their segment.
#define VKSCAN_ENTRY_POINT vkscan_kEntryRadixSortSegments
#include "tile/radix_segments.glsl"
#include "tile/radix_spans.glsl"
#include "tile/radix_tile.glsl"

const uint kBlock = kTileKeys / 8 * 7;
const uint kMostLongHeads = 1 + 31 / (kShort + 1); // maximum in 32 places
shared uint sharedFirstSpan;

// A tile is divided into parts: long segments, and the gaps between them, whose keys, if any, belong to short segments.
const uint kHeadWords = kTileKeys / 32;
shared uint sharedHeads[kHeadWords];     // bits: places where parts begin
shared uint sharedLongHeads[kHeadWords]; // bits: places where long segments begin
shared uint sharedHeadsBefore[kHeadWords];
shared uint sharedLong[kHeadWords]; // bits: parts that are long segments

// The number of the part at a place in the tile.
uint partOf(uint place)
{
    const uint heads = sharedHeads[place / 32] & ~0u >> 31 - place % 32;
    return sharedHeadsBefore[place / 32] + bitCount(heads) - 1;
}

bool isLongPart(uint part) { return (sharedLong[part / 32] >> part % 32 & 1) != 0; }

// The number of invocations whose vote is true, for both votes.
uvec2 countVotes(bvec2 votes)
{
    const uint lanes = countLanes(subgroupBallot(votes.x).xy) | countLanes(subgroupBallot(votes.y).xy) << 16;
    uint before;
    const uint sum = workgroupScan(lanes, before);
    return uvec2(sum & 0xffff, sum >> 16);
}

// The number of boundaries before each of two keys. The first search assumes that all segments have one length, in a
// window that tolerates some thousandths of difference. Then, in each step, every invocation looks at the end of its
// share of the remaining range.
uvec2 boundariesBefore(uvec2 keys)
{
    const uint all = offsetCount() + 2;
    uvec2 first = uvec2(0);
    uvec2 count = uvec2(all);
    if (all > kWorkgroupSize) {
        const uint stride = max(all >> 17, 1);
        const uint window = kWorkgroupSize * stride;
        const uvec2 guess = uvec2(vec2(keys) * (float(all) / float(keyCount)));
        const uvec2 low = min(max(guess, window / 2) - window / 2, all - window);
        const uvec2 probe = low + invocationIndex() * stride;
        const uvec2 passed = countVotes(bvec2(boundaryAt(probe.x) < keys.x, boundaryAt(probe.y) < keys.y));
        [[unroll]] for (uint i = 0; i < 2; ++i) {
            first[i] = passed[i] > 0 ? low[i] + (passed[i] - 1) * stride + 1 : 0;
            count[i] = (passed[i] < kWorkgroupSize ? low[i] + passed[i] * stride : all) - first[i];
        }
    }
    const uint kMostSteps = 32; // more than enough for 2^32 boundaries
    [[dont_unroll]] for (uint step = 0; step < kMostSteps && max(count.x, count.y) > 0; ++step) {
        const uvec2 share = (count + kWorkgroupSize - 1) / kWorkgroupSize;
        const uvec2 last = (invocationIndex() + 1) * share - 1;
        bvec2 isBefore = lessThan(last, count);
        if (isBefore.x)
            isBefore.x = boundaryAt(first.x + last.x) < keys.x;
        if (isBefore.y)
            isBefore.y = boundaryAt(first.y + last.y) < keys.y;
        const uvec2 passed = countVotes(isBefore) * share;
        first += passed;
        count = min(max(share, 1) - 1, count - passed);
    }
    return first;
}

// Finds the parts of a tile. Returns their number.
uint findParts(uint first, uint keys, uint firstBoundary, uint endBoundary)
{
    const uint word = min(invocationIndex(), kHeadWords - 1);
    const bool hasWord = invocationIndex() < kHeadWords;
    if (hasWord) {
        sharedHeads[word] = word == 0 ? 1 : 0;
        sharedLongHeads[word] = 0;
        sharedLong[word] = 0;
    }
    barrier();
    for (uint i = firstBoundary; i < endBoundary; i += kWorkgroupSize) {
        const uvec2 segment = segmentAt(min(i + invocationIndex(), endBoundary - 1));
        const uvec2 places = segment - first;
        if (isLong(segment) && places.x < keys) {
            atomicOr(sharedHeads[places.x / 32], 1 << places.x % 32, gl_ScopeWorkgroup, gl_StorageSemanticsNone,
                     gl_SemanticsRelaxed);
            atomicOr(sharedLongHeads[places.x / 32], 1 << places.x % 32, gl_ScopeWorkgroup, gl_StorageSemanticsNone,
                     gl_SemanticsRelaxed);
            if (places.y < keys)
                atomicOr(sharedHeads[places.y / 32], 1 << places.y % 32, gl_ScopeWorkgroup, gl_StorageSemanticsNone,
                         gl_SemanticsRelaxed);
        }
    }
    barrier();
    const uint heads = hasWord ? sharedHeads[word] : 0;
    const uint inclusive = subgroupScanInclusive(bitCount(heads));
    uint before;
    const uint parts = workgroupScan(subgroupLast(inclusive), before);
    before += inclusive - bitCount(heads);
    if (hasWord) {
        sharedHeadsBefore[word] = before;
        uint longHeads = sharedLongHeads[word];
        [[unroll]] for (uint i = 0; i < kMostLongHeads; ++i) {
            if (longHeads != 0) {
                const uint head = findLSB(longHeads);
                const uint part = before + bitCount(heads & (1 << head) - 1);
                atomicOr(sharedLong[part / 32], 1 << part % 32, gl_ScopeWorkgroup, gl_StorageSemanticsNone,
                         gl_SemanticsRelaxed);
                longHeads &= longHeads - 1;
            }
        }
    }
    barrier();
    return parts;
}

// Sorts the long segments of a tile that begins with the key `first`.
void sortTile(uint first, uint keys, uint firstBoundary, uint endBoundary)
{
    barrier(); // shared memory is in use
    Key items[kItems];
    uint indices[kItems];
    uint places[kItems];
    loadKeys(first, keys, items);
    const uint parts = findParts(first, keys, firstBoundary, endBoundary);
    if (parts == 1 && !isLongPart(0))
        return;
    [[unroll]] for (uint i = 0; i < kItems; ++i)
        indices[i] = keyInTile(i);
    // Missing keys come last in the last part.
    const uint partPasses = parts > 1 ? (parts > kDigits ? 2 : 1) : 0;
    for (uint pass = 0; pass < push.passCount + partPasses; ++pass) {
        Digit digit = digitOfPass(pass);
        const bool byPart = pass >= push.passCount;
        if (byPart)
            digit = Digit((pass - push.passCount) * kDigitBits, kDigits - 1, 0);
        Key digits[kItems]; // keys, or their parts
        [[unroll]] for (uint i = 0; i < kItems; ++i) {
            digits[i] = items[i];
            if (byPart)
                digits[i] = KEY_OF_WORD(partOf(indices[i]));
        }
        uint counts[kDigitsEach];
        uint starts[kDigitsEach];
        barrier(); // shared memory is in use
        countKeys(digit, digits, counts);
        rankKeys(digit, digits, counts, places, starts);
        exchange(places, items, kValueWords > 0 || parts > 1, indices);
    }
    bool isStored[kItems];
    [[unroll]] for (uint i = 0; i < kItems; ++i)
        isStored[i] = keyInTile(i) < keys && isLongPart(partOf(keyInTile(i)));
    storeSorted(first, isStored, items, indices);
}

// Lists the spans of a segment that exceeds a tile. There is room for all unless offsets do not ascend.
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
    if (hasSomeLong() && UintAt(someLongAddress()).word == 0)
        return;
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
