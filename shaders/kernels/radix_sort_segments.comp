#version 460
#extension GL_GOOGLE_include_directive : require
// Sorts each segment on its own. A workgroup takes the segments that begin in its block of the array. All but the last
// fit a tile together. The last is sorted after them or, if it does not fit a tile, listed for passes that follow. A
// tile is sorted at once, in one of two ways:
//
// If segments are short, keys are compared with all others of their segment. Otherwise all keys are sorted by radix, and
// then by the number of their segment.
#define VKSCAN_ENTRY_POINT vkscan_kEntryRadixSortSegments
#include "tile/radix_spans.glsl"
#include "tile/short_segments.glsl"

const uint kBlock = kTileKeys / 8 * 7;
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

// The numbers of invocations whose votes are true.
uvec2 countVotes(bvec2 votes)
{
    const uint lanes = countLanes(subgroupBallot(votes.x).xy) | countLanes(subgroupBallot(votes.y).xy) << 16;
    uint before;
    const uint sum = workgroupScan(lanes, before);
    return uvec2(sum & 0xffff, sum >> 16);
}

// The number of boundaries before each of two keys. The first of many are looked for where they are if all segments have
// one length, in a window that bears some thousandths of difference. Then, in each step, every invocation looks at the end
// of its share of what is left.
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
    const uint kMostSteps = 32; // more than 2^32 boundaries need
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

// Marks where segments begin. Returns their number.
uint markHeads(uint first, uint keys, uint firstBoundary, uint endBoundary)
{
    for (uint i = 0; i <= kHeadWords; i += kWorkgroupSize) {
        const uint word = i + invocationIndex();
        if (word <= kHeadWords)
            sharedHeads[word] = word == keys / 32 ? 1 << keys % 32 : 0;
    }
    if (gl_LocalInvocationIndex == 0)
        sharedLongest = 0;
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

// Sorts a tile that begins with the key `first`.
void sortTile(uint first, uint keys, uint firstBoundary, uint endBoundary)
{
    barrier(); // shared memory is in use
    Key items[kItems];
    uint indices[kItems];
    uint places[kItems];
    loadKeys(first, keys, items);
    const uint segments = markHeads(first, keys, firstBoundary, endBoundary);
    [[unroll]] for (uint i = 0; i < kItems; ++i)
        indices[i] = keyInTile(i);
    const uint longest = longestSegment();
    if (longest <= kShort) {
        rankByComparing(keys, longest, items, indices, places);
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
            exchange(places, items, kValueWords > 0 || segments > 1, indices);
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
