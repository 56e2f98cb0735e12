// The tile of a selection: elements go to buckets, and are scanned by how many of each bucket precede them. Selected ones
// are in bucket 0 and the others in bucket 1; or a digit of a key says it. A bucket that is not counted is dropped.
//
// Once the carry is known, each subgroup sorts a few rows of its part by bucket in shared memory at a time, and writes a run
// of consecutive elements for each bucket. A whole tile there would leave room for too few workgroups. What is moved is a
// word an element, its index or itself; a longer element is fetched where it is written.
#ifndef VKSCAN_TILE_SELECTIONS
#define VKSCAN_TILE_SELECTIONS
#include "core/workgroup.glsl"
#include "tile/buckets.glsl"
#include "core/subgroup_order.glsl"

const uint kStagedRows = kRows % 2 == 0 ? 2 : 1;
const uint kStagedElements = kStagedRows * kVector; // of a lane
shared uint sharedStaged[kWorkgroupSize * kStagedElements];

struct Tile {
    uint first;                 // element
    uint items[kRows][kVector]; // what is moved, if it is a word
    uint buckets[kRows];        // of a vector's elements, see bucketsOf
    State prefix;               // after scanTile, how many of each bucket precede this subgroup's part
};

void loadTile(uint index, out Tile tile)
{
    tile.first = index * kTileElements;
    loadBuckets(index, kPayloadWords == 1, tile.buckets, tile.items);
}

State scanTile(inout Tile tile)
{
    uint pairs[kBucketPairs];
    countPairs(tile.buckets, pairs);
    State counts = emptyState();
    [[unroll]] for (uint pair = 0; pair < kBucketPairs; ++pair)
        addPair(pair, subgroupReduce(pairs[pair]), counts);
    return workgroupScan(counts, tile.prefix);
}

uint stagedBegin() { return gl_SubgroupID * gl_SubgroupSize * kStagedElements; }

// Sorts some rows of the subgroup's part by up to two buckets into shared memory. Returns how many each has.
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
    State counts = emptyState();
    addPair(0, pair, counts);
    orderSubgroup();
    return counts;
}

// The sort of staged rows by a digit of several bits: a bit at a time, in as many rounds through shared memory. What is
// sorted are keys, a digit above the place that its element had. Missing elements have all bits and are last, so they stay
// behind.
//
// The split of Blelloch, "Prefix Sums and Their Applications", 1990.
const bool kSortsDigits = kBuckets > 2;
const uint kDigitShift = 16;

const uint kPlaces = kWorkgroupSize / kSubgroupSize * kBuckets;
shared uint sharedItems[kSortsDigits && kPayloadWords == 1 ? kWorkgroupSize * kStagedElements : 1];
shared uint sharedPlaces[kSortsDigits ? kPlaces : 1]; // in the output, of each bucket's next element

uint placeOfDigit(uint digit) { return gl_SubgroupID * kBuckets + digit; }

void openPlaces(State places)
{
    if (gl_SubgroupInvocationID == 0) {
        [[unroll]] for (uint bucket = 0; bucket < kBuckets; ++bucket)
            sharedPlaces[placeOfDigit(bucket)] = places.parts[bucket];
    }
}

// Of the sorted staged elements; before and beyond them, no digit.
uint digitAt(uint staged)
{
    return staged < gl_SubgroupSize * kStagedElements ? sharedStaged[stagedBegin() + staged] >> kDigitShift : ~0;
}

void sortStaged()
{
    for (uint bit = 1 << kDigitShift; bit < kBuckets << kDigitShift; bit *= 2) {
        uint keys[kStagedElements];
        uint zeros = 0;
        [[unroll]] for (uint k = 0; k < kStagedElements; ++k) {
            keys[k] = sharedStaged[stagedBegin() + k * gl_SubgroupSize + gl_SubgroupInvocationID];
            zeros += subgroupBallotBitCount(subgroupBallot((keys[k] & bit) == 0));
        }
        orderSubgroup();
        uint zero = 0;
        uint one = zeros;
        [[unroll]] for (uint k = 0; k < kStagedElements; ++k) {
            const bool isOne = (keys[k] & bit) != 0;
            const uvec4 ones = subgroupBallot(isOne);
            const uint onesBefore = subgroupBallotExclusiveBitCount(ones);
            const uint at = isOne ? one + onesBefore : zero + gl_SubgroupInvocationID - onesBefore;
            sharedStaged[stagedBegin() + at] = keys[k];
            const uint onesHere = subgroupBallotBitCount(ones);
            one += onesHere;
            zero += gl_SubgroupSize - onesHere;
        }
        orderSubgroup();
    }
}

// The first of a digit's run changes what `sharedPlaces` holds to what its elements' places in the run are added to, the
// last changes it back, when they have been stored.
void openRuns()
{
    [[unroll]] for (uint k = 0; k < kStagedElements; ++k) {
        const uint staged = k * gl_SubgroupSize + gl_SubgroupInvocationID;
        const uint digit = digitAt(staged);
        if (digit != kMissingDigit && digitAt(staged - 1) != digit)
            sharedPlaces[placeOfDigit(digit)] -= staged;
    }
    orderSubgroup();
}

void closeRuns()
{
    [[unroll]] for (uint k = 0; k < kStagedElements; ++k) {
        const uint staged = k * gl_SubgroupSize + gl_SubgroupInvocationID;
        const uint digit = digitAt(staged);
        if (digit != kMissingDigit && digitAt(staged + 1) != digit)
            sharedPlaces[placeOfDigit(digit)] += staged + 1;
    }
    orderSubgroup();
}

void stageDigits(Tile tile, uint firstRow)
{
    [[unroll]] for (uint row = 0; row < kStagedRows; ++row) {
        [[unroll]] for (uint i = 0; i < kVector; ++i) {
            const uint own = firstRow + row;
            const uint at = (row * gl_SubgroupSize + gl_SubgroupInvocationID) * kVector + i;
            sharedStaged[stagedBegin() + at] = (tile.buckets[own] >> 8 * i & 0xff) << kDigitShift | at;
            if (kPayloadWords == 1)
                sharedItems[stagedBegin() + at] = tile.items[own][i];
        }
    }
    orderSubgroup();
    sortStaged();
    openRuns();
}

// What is moved, and where it goes. Returns whether there is such an element.
bool digitElement(Tile tile, uint firstRow, uint staged, out uint item, out uint place)
{
    const uint key = sharedStaged[stagedBegin() + staged];
    const uint at = key & (1 << kDigitShift) - 1;
    const uint digit = key >> kDigitShift;
    if (digit == kMissingDigit)
        return false;
    item = kPayloadWords == 1 ? sharedItems[stagedBegin() + at]
                              : tile.first + (PART * kRows + firstRow) * PART_WIDTH * kVector + at;
    place = sharedPlaces[placeOfDigit(digit)] + staged;
    return true;
}

// What a selection writes; and its tiles where they are only counted.
#include "core/indirect_count.glsl"
#include "core/slots.glsl"

// An element that is longer than a word is copied in vectors of as many words as divide it.
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

// Writes an element's word, or one of its copies, to its place in an array, if there is room.
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

// Where a staged element goes. Returns whether there is one.
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

// Loops have the same bounds for all subgroups, however many elements they have: see docs/portability.md, trap 5.
void storeTile(uint index, Tile tile, State carry)
{
    State places = combine(carry, tile.prefix);
    if (kSortsDigits)
        openPlaces(places);
    [[unroll]] for (uint row = 0; row < kRows; row += kStagedRows) {
        State counts;
        if (kSortsDigits)
            stageDigits(tile, row);
        else
            counts = stageRows(tile, row);
        [[unroll]] for (uint k = 0; k < kStagedElements * kCopies; ++k) {
            const uint unit = k * gl_SubgroupSize + gl_SubgroupInvocationID;
            const uint staged = unit / kCopies;
            uint item, place;
            bool isRest = false;
            bool exists;
            if (kSortsDigits) {
                exists = digitElement(tile, row, staged, item, place);
            } else {
                exists = placeOf(places, counts, staged, place, isRest);
                item = sharedStaged[stagedBegin() + staged];
            }
            if (exists)
                storeCopy(isRest ? push.restAddress : push.outputAddress, place,
                          isRest ? push.restCapacity : push.capacity, item, unit % kCopies);
        }
        orderSubgroup();
        if (kSortsDigits)
            closeRuns();
        else
            places = combine(places, counts);
    }
}

void takeTile(uint tile, inout State sum)
{
    uint buckets[kRows];
    uint words[kRows][kVector];
    uint pairs[kBucketPairs];
    loadBuckets(tile, false, buckets, words);
    countPairs(buckets, pairs);
    [[unroll]] for (uint pair = 0; pair < kBucketPairs; ++pair)
        addPair(pair, pairs[pair], sum);
}

State aggregateTile(uint tile)
{
    State sum = emptyState();
    takeTile(tile, sum);
    return workgroupReduce(sum);
}

// Where buckets begin, the first at 0: words with the tag 0, as in slots.
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
        if (kTest == kTestDigit && push.totalAddress != 0ul)
            ElementAt(push.totalAddress + bucket * kElementBytes).words = start;
        start += total.parts[bucket];
    }
    const uint count = kTest == kTestDigit ? start : total.parts[0];
    if (push.totalAddress != 0ul)
        ElementAt(push.totalAddress + (kTest == kTestDigit ? kBuckets * kElementBytes : 0)).words = count;
    if (push.indirectAddress != 0ul)
        storeIndirectCount(push.indirectAddress, min(count, push.capacity), push.divisor, push.roundUp != 0);
}
#endif
