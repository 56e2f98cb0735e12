// A tile of a split: its elements are exchanged by bucket, so that memory is written in runs; and the places of buckets
// in the whole array, from the counts of spans or tiles.
#ifndef VKSCAN_TILE_SPLIT_TILE
#define VKSCAN_TILE_SPLIT_TILE
#include "tile/split_keys.glsl"
#include "tile/radix_rank.glsl"

layout(constant_id = kIdElementWords) const uint kElementWords = 1; // words of an element; 0: indices

// Whether keys are the elements, and so are exchanged. Otherwise a word of bucket and place in the tile is exchanged,
// and an element is fetched when it is written, in the widest vectors that divide it.
bool movesKeys()
{
    return kElementWords == 1 && push.keysAddress == push.inputAddress && push.sortedKeysAddress == 0ul;
}
const uint kPlaceBits = 24;
const uint kCopyWords = kElementWords % 4 == 0 ? 4 : kElementWords % 2 == 0 ? 2 : 1;
const uint kCopies = kElementWords == 0 ? 1 : kElementWords / kCopyWords;

void stageItems(Digit digit, uint places[kItems], Key items[kItems])
{
    barrier();
    const bool keys = movesKeys();
    [[unroll]] for (uint i = 0; i < kItems; ++i)
        sharedWords[places[i]] = keys ? items[i] : valueOf(items[i], digit) << kPlaceBits | keyInTile(i);
}

void copyWords(uint64_t to, uint64_t from)
{
    if (kCopyWords == 4)
        QuadAt(to).words = QuadAt(from).words;
    else if (kCopyWords == 2)
        PairAt(to).words = PairAt(from).words;
    else
        UintAt(to).word = UintAt(from).word;
}

// Writes the staged tile. sharedDigits holds, for each bucket, the place of its elements in memory minus their place in
// the tile. A place beyond the array belongs to a missing element or to a run that gave up.
void storeTile(uint tile, Digit digit)
{
    barrier();
    if (movesKeys()) {
        [[unroll]] for (uint i = 0; i < kItems; ++i) {
            const Key key = sharedWords[outPlace(i)];
            const uint target = sharedDigits[valueOf(key, digit)] + outPlace(i);
            if (target < keyCount)
                UintAt(push.outputAddress + uint64_t(target) * 4).word = key;
        }
        return;
    }
    for (uint first = 0; first < kItems * kCopies; first += kItems) {
        [[unroll]] for (uint i = 0; i < kItems; ++i) {
            const uint unit = outPlace(first + i);
            const uint place = unit / kCopies;
            const uint word = sharedWords[place];
            const uint target = sharedDigits[word >> kPlaceBits] + place;
            const uint source = tile * kTileKeys + (word & (1 << kPlaceBits) - 1);
            const uint offset = unit % kCopies * (kCopyWords * 4);
            if (target < keyCount) {
                if (offset == 0 && push.sortedKeysAddress != 0ul)
                    UintAt(push.sortedKeysAddress + uint64_t(target) * 4).word =
                        UintAt(push.keysAddress + uint64_t(source) * 4).word;
                if (kElementWords == 0)
                    UintAt(push.outputAddress + uint64_t(target) * 4).word = source;
                else
                    copyWords(push.outputAddress + uint64_t(target) * (kElementWords * 4) + offset,
                              push.inputAddress + uint64_t(source) * (kElementWords * 4) + offset);
            }
        }
    }
}

// The beginning of each bucket in the sorted tile; last, the number of elements.
shared uint sharedStarts[kDigits + 1];
const uint kCountsEach = (kCountWords + kWorkgroupSize - 1) / kWorkgroupSize; // counts that an invocation scans

// Finds the places of keys in the sorted tile, and the beginnings of buckets. The counts of all subgroups are few, so
// they are scanned at once.
void placeKeys(Digit digit, Key items[kItems], out uint places[kItems])
{
    if (kDigits <= kSubgroupSize) {
        rankByLanes(digit, items, places);
        barrier();
    } else {
        countInSubgroups(digit, items);
    }
    uint counts[kCountsEach];
    uint sum = 0;
    const uint first = invocationIndex() * kCountsEach;
    [[unroll]] for (uint k = 0; k < kCountsEach; ++k) {
        const uint at = min(first + k, kCountWords - 1);
        counts[k] = first + k < kCountWords ? sharedWords[at % kSubgroups * kSubgroupWords + at / kSubgroups] : 0;
        sum += counts[k];
    }
    uint before = exclusiveSum(sum);
    [[unroll]] for (uint k = 0; k < kCountsEach; ++k) {
        const uint at = first + k;
        if (at < kCountWords) {
            sharedWords[at % kSubgroups * kSubgroupWords + at / kSubgroups] = before;
            if (at % kSubgroups == 0)
                sharedStarts[at / kSubgroups] = before;
        }
        before += counts[k];
    }
    if (gl_LocalInvocationIndex == 0)
        sharedStarts[kDigits] = kTileKeys;
    barrier();
    if (kDigits <= kSubgroupSize) {
        [[unroll]] for (uint i = 0; i < kItems; ++i)
            places[i] += sharedWords[gl_SubgroupID * kSubgroupWords + valueOf(items[i], digit)];
    } else {
        rankInSubgroups(digit, items, places);
    }
}

// The beginning and the count of this invocation's digit in the tile. Valid if hasDigits().
uint startInTile() { return sharedStarts[min(firstDigit(), kDigits - 1)]; }
uint countInTile() { return sharedStarts[min(firstDigit(), kDigits - 1) + 1] - startInTile(); }

// Slots are divided up: each invocation sums the counts of one digit in every kSharers-th slot. addParts then adds two
// such sums over all invocations with the same digit.
const uint kSharers = kWorkgroupSize / kDigits; // invocations that share a digit
uint sharedDigit() { return invocationIndex() % kDigits; }
uint firstSlot() { return invocationIndex() / kDigits; }

const uint kPartWidth = kDigits > kSubgroupSize ? kDigits : kSubgroupSize;
shared uvec2 sharedParts[kWorkgroupSize / kPartWidth * kDigits];

uvec2 addParts(uvec2 sums)
{
    [[unroll]] for (uint distance = kDigits; distance < kSubgroupSize; distance *= 2)
        sums += subgroupShuffleXor(sums, distance);
    const uint part = invocationIndex() / kPartWidth;
    if (invocationIndex() % kPartWidth < kDigits)
        sharedParts[part * kDigits + sharedDigit()] = sums;
    barrier();
    uvec2 all = uvec2(0);
    [[unroll]] for (uint i = 0; i < kWorkgroupSize / kPartWidth; ++i)
        all += sharedParts[i * kDigits + sharedDigit()];
    return all;
}

// The beginning of the keys of this invocation's digit in the whole array, given the number of keys with that digit.
// Stores it if `tells`.
uint findStart(uint count, bool tells)
{
    const uint start = exclusiveSum(hasDigits() ? count : 0);
    if (tells && push.offsetsAddress != 0ul) {
        if (hasDigits())
            UintAt(push.offsetsAddress + firstDigit() * 4).word = start;
        if (gl_LocalInvocationIndex == 0)
            UintAt(push.offsetsAddress + kDigits * 4).word = keyCount;
    }
    return start;
}
#endif
