// The tile of a selection: elements go to buckets, and are scanned by the number of preceding elements in each bucket.
// Bucket 0 receives the selected elements and bucket 1 the others. A bucket that is not counted is dropped.
//
// Once the carry is known, each subgroup sorts a few rows of its part by bucket in shared memory, and writes a run of
// consecutive elements for each bucket. Sorting a whole tile would leave room for too few workgroups. One word of each
// element is moved: its index, or the element. A longer element is fetched when it is written.
#ifndef VKSCAN_TILE_SELECTIONS
#define VKSCAN_TILE_SELECTIONS
#include "tile/buckets.glsl"
#include "core/slots.glsl"
#include "tile/indirect.glsl"
#include "core/subgroup_order.glsl"

const uint kStagedRows = kRows % 2 == 0 ? 2 : 1;
const uint kStagedElements = kStagedRows * kVector; // elements of a lane that are staged at once
shared uint sharedStaged[kWorkgroupSize * kStagedElements];

struct Tile {
    uint first;                 // index of the first element
    uint items[kRows][kVector]; // elements, if they are words that are moved
    uint buckets[kRows];        // buckets of the elements of a vector: see choicesOf
    State prefix;               // after scanTile, elements of each bucket before the part of this subgroup
};

void loadTile(uint index, out Tile tile)
{
    tile.first = index * kTileElements;
    loadBuckets(index, kPayloadWords == 1, tile.buckets, tile.items);
}

State scanTile(inout Tile tile)
{
    return workgroupScan(countsOf(subgroupReduce(countPairs(tile.buckets))), tile.prefix);
}

uint stagedBegin() { return gl_SubgroupID * gl_SubgroupSize * kStagedElements; }

// Sorts some rows of the subgroup's part by bucket into shared memory. Returns the elements of each bucket.
State stageRows(Tile tile, uint firstRow)
{
    uint before[kStagedRows];
    uint pair = 0;
    [[unroll]] for (uint i = 0; i < kStagedRows; ++i) {
        const uint count = countPair(tile.buckets[firstRow + i]);
        const uint inclusive = subgroupScanInclusive(count);
        before[i] = pair + inclusive - count;
        pair += subgroupLast(inclusive);
    }
    [[unroll]] for (uint row = 0; row < kStagedRows; ++row) {
        uint at = stagedBegin() + (before[row] & 0xffff);
        uint nextAt = stagedBegin() + (pair & 0xffff) + (before[row] >> 16);
        [[unroll]] for (uint i = 0; i < kVector; ++i) {
            const uint own = firstRow + row;
            const uint item = kPayloadWords == 1 ? tile.items[own][i] : tile.first + vectorInTile(own) * kVector + i;
            if ((matches(0, tile.buckets[own]) >> i & 1) != 0)
                sharedStaged[at++] = item;
            if (kBuckets > 1 && (matches(1, tile.buckets[own]) >> i & 1) != 0)
                sharedStaged[nextAt++] = item;
        }
    }
    orderSubgroup();
    return countsOf(pair);
}

// Elements longer than a word are copied in the widest vectors that divide them.
const uint kCopyWords = kPayloadWords % 4 == 0 ? 4 : kPayloadWords % 2 == 0 ? 2 : 1;
const uint kCopies = kPayloadWords == 0 ? 1 : kPayloadWords / kCopyWords;
layout(buffer_reference, std430, buffer_reference_align = 8) buffer PairAt { uvec2 words; };

void copyWords(uint64_t to, uint64_t from)
{
    if (kCopyWords == 4)
        VectorAt(to).words = VectorAt(from).words;
    else if (kCopyWords == 2)
        PairAt(to).words = PairAt(from).words;
    else
        ElementAt(to).words = ElementAt(from).words;
}

// Writes a word of an element, or a vector of its words, to its place in an array, if there is room.
void storeCopy(uint64_t array, uint place, uint capacity, uint item, uint copy)
{
    if (place >= capacity)
        return;
    if (kPayloadWords <= 1) {
        ElementAt(array + uint64_t(place) * kElementBytes).words = item;
    } else {
        const uint bytes = kPayloadWords * kElementBytes;
        const uint offset = copy * (kCopyWords * kElementBytes);
        copyWords(array + uint64_t(place) * bytes + offset, push.inputAddress + uint64_t(item) * bytes + offset);
    }
}

// Finds the place of a staged element. Returns whether it exists.
bool placeOf(State places, State counts, uint staged, out uint place, out bool isRest)
{
    uint begin = 0;
    isRest = false;
    [[unroll]] for (uint bucket = 0; bucket < kBuckets; ++bucket) {
        if (staged >= begin) {
            place = places.parts[bucket] + staged - begin;
            isRest = bucket == 1 && push.restAddress != 0ul;
        }
        begin += counts.parts[bucket];
    }
    return staged < begin;
}

// Writes consecutive staged elements to their places, if there is room. Each lane writes a word, or only its bytes in
// the run, since other subgroups write the others.
void storeSmallRun(uint64_t array, uint place, uint capacity, uint firstStaged, uint count)
{
    const uint wordElements = 4 / kInputBytes;
    const uint elementMask = ~0u >> (32 - kInputBytes * 8);
    const uint written = place < capacity ? min(count, capacity - place) : 0;
    const uint64_t begin = array + uint64_t(place) * kInputBytes;
    const uint before = bitInWord(begin) / (kInputBytes * 8); // elements of the first word that precede the run
    [[unroll]] for (uint k = 0; k < kStagedElements / wordElements + 1; ++k) {
        const uint word = k * gl_SubgroupSize + gl_SubgroupInvocationID;
        uint bits = 0;
        uint mask = 0;
        [[unroll]] for (uint i = 0; i < wordElements; ++i) {
            const uint element = word * wordElements + i - before; // wraps around before the run
            const bool exists = element < written;
            const uint item = sharedStaged[firstStaged + (exists ? element : 0)];
            bits |= exists ? item << i * kInputBytes * 8 : 0;
            mask |= exists ? elementMask << i * kInputBytes * 8 : 0;
        }
        storeBits((begin & ~3ul) + word * 4, bits, mask);
    }
}

void storeSmallStaged(State places, State counts)
{
    uint begin = stagedBegin();
    [[unroll]] for (uint bucket = 0; bucket < kBuckets; ++bucket) {
        const bool isRest = bucket == 1 && push.restAddress != 0ul;
        storeSmallRun(isRest ? push.restAddress : push.outputAddress, places.parts[bucket],
                      isRest ? push.restCapacity : push.capacity, min(begin, sharedStaged.length() - 1),
                      counts.parts[bucket]);
        begin += counts.parts[bucket];
    }
}

// Stores the tile. Loops have the same bounds for all subgroups, whatever their number of elements:
// docs/portability.md, trap 5.
void storeTile(uint index, Tile tile, State carry)
{
    State places = combine(carry, tile.prefix);
    [[unroll]] for (uint row = 0; row < kRows; row += kStagedRows) {
        const State counts = stageRows(tile, row);
        if (kSmallItems) {
            storeSmallStaged(places, counts);
        } else {
            [[unroll]] for (uint k = 0; k < kStagedElements * kCopies; ++k) {
                const uint unit = k * gl_SubgroupSize + gl_SubgroupInvocationID;
                const uint staged = unit / kCopies;
                uint place;
                bool isRest;
                if (placeOf(places, counts, staged, place, isRest))
                    storeCopy(isRest ? push.restAddress : push.outputAddress, place,
                              isRest ? push.restCapacity : push.capacity, sharedStaged[stagedBegin() + staged],
                              unit % kCopies);
            }
        }
        orderSubgroup();
        places = combine(places, counts);
    }
}

void takeTile(uint tile, inout State sum)
{
    uint buckets[kRows];
    uint words[kRows][kVector];
    loadBuckets(tile, false, buckets, words);
    sum = combine(sum, countsOf(countPairs(buckets)));
}

State aggregateTile(uint tile)
{
    State sum = emptyState();
    takeTile(tile, sum);
    return workgroupReduce(sum);
}

// The beginning of each bucket, the first being 0: words with the tag 0, as in slots.
State initialState()
{
    State starts = emptyState();
    if (isPresent(push.startsAddress)) {
        [[unroll]] for (uint bucket = 1; bucket < kBuckets; ++bucket)
            starts.parts[bucket] = SlotWord(readable(push.startsAddress) + (bucket - 1) * kScratchWordBytes).word.x;
    }
    return starts;
}

void storeTotal(State total)
{
    uint start = 0;
    [[unroll]] for (uint bucket = 0; bucket < kBuckets; ++bucket) {
        if (bucket > 0 && push.newStartsAddress != 0ul)
            SlotWord(push.newStartsAddress + (bucket - 1) * kScratchWordBytes).word = uvec2(start, 0);
        start += total.parts[bucket];
    }
    const uint count = total.parts[0];
    if (push.totalAddress != 0ul)
        ElementAt(push.totalAddress).words = count;
    storeIndirectCount(push.indirectAddress, min(count, push.capacity), push.divisor, push.rounding);
}
#endif
