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
#include "tile/radix_tile.glsl"

// Whether subgroups leave loops one by one. lavapipe loses those that stay longer, so there they leave together.
layout(constant_id = kIdLeaveAlone) const bool kLeaveAlone = true;

const uint kBlock = kTileKeys / 8 * 7;
const uint kShort = 64;   // most keys of a segment that are compared with each other; a rank has 8 bits
const uint kSlotKeys = 8; // keys of a segment that an invocation compares at once
const uint kCompared = 4; // others that they are compared with at once
const uint kHeadWords = kTileKeys / 32;
const uint kNowhere = ~0u;
shared uint sharedHeads[kHeadWords + 1]; // bits: begins of segments, and one behind the last
shared uint sharedHeadsBefore[kHeadWords];
shared uint sharedSlots[kHeadWords]; // bits: begins of slots
shared uint sharedSlotsBefore[kHeadWords];
shared uint sharedRanks[kTileKeys / 4]; // of keys in their segments, four in a word
shared uint sharedLongest;
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

// The last head at or before a place, or the first behind it, if the segment is short; else kNowhere.
uint beginOf(uint place)
{
    uint word = place / 32;
    uint bits = headsUpTo(place);
    [[unroll]] for (uint i = 0; i < kShort / 32; ++i) {
        if (bits == 0 && word > 0) {
            --word;
            bits = sharedHeads[word];
        }
    }
    return bits != 0 ? word * 32 + findMSB(bits) : kNowhere;
}

uint endOf(uint place)
{
    uint word = place / 32;
    uint bits = sharedHeads[word] & ~(~0u >> 31 - place % 32);
    [[unroll]] for (uint i = 0; i < kShort / 32; ++i) {
        if (bits == 0 && word < kHeadWords) {
            ++word;
            bits = sharedHeads[word];
        }
    }
    return bits != 0 ? word * 32 + findLSB(bits) : kNowhere;
}

// The number of keys of the longest segment, or 32 if that is more; kNowhere if some segment is not short.
uint longestSegment()
{
    uint longest = 32;
    for (uint i = 0; i <= kHeadWords; i += kWorkgroupSize) { // segments that end at the first head of a word
        const uint word = min(i + invocationIndex(), kHeadWords);
        const uint head = word * 32 + findLSB(sharedHeads[word]);
        if (sharedHeads[word] != 0 && head > 0) {
            const uint begin = beginOf(head - 1);
            longest = max(longest, begin != kNowhere && head - begin <= kShort ? head - begin : kNowhere);
        }
    }
    atomicMax(sharedLongest, longest, gl_ScopeWorkgroup, gl_StorageSemanticsNone, gl_SemanticsRelaxed);
    barrier();
    return sharedLongest;
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

// Cuts segments, all of which are short, into slots of kSlotKeys keys. The last slot of a segment may have fewer.
// Returns the number of slots.
uint markSlots(uint keys)
{
    const uint word = min(invocationIndex(), kHeadWords - 1);
    const uint first = word * 32;
    uint slots = 0;
    if (first < keys) {
        const uint kEvery = 0x01010101; // each kSlotKeys-th place
        uint heads = sharedHeads[word];
        slots = first > 0 ? kEvery << (beginOf(first - 1) - first) % kSlotKeys : 0;
        const uint most = kLeaveAlone ? bitCount(heads) : 32;
        for (uint i = 0; i < most; ++i) {
            if (heads != 0) {
                const uint head = findLSB(heads);
                slots = (slots & (1 << head) - 1) | kEvery << head;
                heads &= heads - 1;
            }
        }
        if (keys - first < 32)
            slots &= (1 << keys - first) - 1;
    }
    const uint count = invocationIndex() < kHeadWords ? bitCount(slots) : 0;
    const uint inclusive = subgroupScanInclusive(count);
    uint before;
    const uint all = workgroupScan(subgroupLast(inclusive), before);
    if (invocationIndex() < kHeadWords) {
        sharedSlots[word] = slots;
        sharedSlotsBefore[word] = before + inclusive - count;
    }
    barrier();
    return all;
}

// The place where a slot begins.
uint slotBegin(uint slot)
{
    uint word = 0;
    [[unroll]] for (uint step = 1u << findMSB(kHeadWords); step > 0; step /= 2)
        if (word + step < kHeadWords && sharedSlotsBefore[min(word + step, kHeadWords - 1)] <= slot)
            word += step;
    uint bits = sharedSlots[word];
    uint before = slot - sharedSlotsBefore[word]; // set bits before the one that is sought
    uint place = word * 32;
    [[unroll]] for (uint width = 16; width > 0; width /= 2) {
        const uint count = bitCount(bits & (1 << width) - 1);
        if (before >= count) {
            before -= count;
            bits >>= width;
            place += width;
        }
    }
    return place;
}

// Ranks the keys of a slot, which are staged, in their segment.
void rankSlot(uint first, uint longest)
{
    const uint begin = beginOf(first);
    const uint end = endOf(first);
    const uint own = min(end - first, kSlotKeys);
    ComparedBits bits[kSlotKeys];
    uint ranks[kSlotKeys];
    [[unroll]] for (uint i = 0; i < kSlotKeys; ++i) {
        bits[i] = stagedBits(min(first + i, kTileKeys - 1));
        bits[i] = i < own ? bits[i] : ~ComparedBits(0);
        ranks[i] = 0;
    }
    [[unroll]] for (uint i = 0; i < kSlotKeys; ++i) {
        [[unroll]] for (uint later = i + 1; later < kSlotKeys; ++later) {
            const bool precedes = bits[i] <= bits[later];
            ranks[later] += precedes ? 1 : 0;
            ranks[i] += precedes ? 0 : 1;
        }
    }
    // The keys behind the slot, which precede greater keys, and then those before it, which also precede equal ones.
    const uint behind = end - first - own;
    const uint before = first - begin;
    const uint turn = divideRoundingUp(behind, kCompared);
    const uint most = kLeaveAlone ? turn + divideRoundingUp(before, kCompared) : longest / kCompared + 2;
    uint other = first + own;
    uint last = end;
    for (uint n = 0; n < most; ++n) {
        if (n == turn) {
            other = begin;
            last = first;
            [[unroll]] for (uint i = 0; i < kSlotKeys; ++i) {
                ranks[i] += bits[i] == ~ComparedBits(0) ? before : 0;
                ++bits[i]; // 0, which none precedes, if all precede the key
            }
        }
        ComparedBits others[kCompared];
        [[unroll]] for (uint k = 0; k < kCompared; ++k) {
            others[k] = ~ComparedBits(0); // precedes none
            if (other + k < last)
                others[k] = stagedBits(other + k);
        }
        [[unroll]] for (uint k = 0; k < kCompared; ++k)
            [[unroll]] for (uint i = 0; i < kSlotKeys; ++i)
                if (others[k] < bits[i])
                    ++ranks[i];
        other += kCompared;
    }
    uvec2 words = uvec2(0);
    [[unroll]] for (uint i = 0; i < kSlotKeys; ++i)
        words[i / 4] |= i < own ? ranks[i] << i % 4 * 8 : 0;
    const uint shift = first % 4 * 8;
    const uint kept[3] = uint[3](words.x << shift, words.y << shift | (shift > 0 ? words.x >> 32 - shift : 0),
                                 shift > 0 ? words.y >> 32 - shift : 0);
    [[unroll]] for (uint i = 0; i < 3; ++i)
        if (kept[i] != 0)
            atomicOr(sharedRanks[first / 4 + i], kept[i], gl_ScopeWorkgroup, gl_StorageSemanticsNone,
                     gl_SemanticsRelaxed);
}

// The places of keys whose segments are short.
void rankByComparing(uint keys, uint longest, Key items[kItems], uint indices[kItems], out uint places[kItems])
{
    Key compared[kItems];
    [[unroll]] for (uint i = 0; i < kItems; ++i)
        compared[i] = keyOfBits(items[i]);
    for (uint i = 0; i < kTileKeys / 4; i += kWorkgroupSize)
        if (i + invocationIndex() < kTileKeys / 4)
            sharedRanks[i + invocationIndex()] = 0;
    stageKeys(indices, compared);
    const uint slots = markSlots(keys);
    // If the last are ranked twice, no rank changes.
    for (uint i = 0; i < slots; i += kWorkgroupSize)
        rankSlot(slotBegin(min(i + invocationIndex(), slots - 1)), longest);
    barrier();
    [[unroll]] for (uint i = 0; i < kItems; ++i) {
        const uint own = keyInTile(i);
        places[i] = own;
        if (own < keys)
            places[i] = beginOf(own) + (sharedRanks[own / 4] >> own % 4 * 8 & 0xff);
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
