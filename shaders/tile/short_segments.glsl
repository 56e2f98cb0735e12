// Segments in a tile of a sort: where they begin, and the ranks of keys in segments of few keys, which are compared with
// each other.
#ifndef VKSCAN_TILE_SHORT_SEGMENTS
#define VKSCAN_TILE_SHORT_SEGMENTS
#include "tile/radix_tile.glsl"

// Whether subgroups leave loops one by one. lavapipe loses those that stay longer, so there they leave together.
layout(constant_id = kIdLeaveAlone) const bool kLeaveAlone = true;

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

// The heads of a word up to a place in the tile.
uint headsUpTo(uint place) { return sharedHeads[place / 32] & ~0u >> 31 - place % 32; }
uint segmentOf(uint place) { return sharedHeadsBefore[place / 32] + bitCount(headsUpTo(place)) - 1; }

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
#endif
