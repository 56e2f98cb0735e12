// What a selection writes; and its tiles where they are only counted.
#include "indirect_count.glsl"
#include "slots.glsl"

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

// Counts this invocation's elements of a tile.
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

// Called by the one invocation that knows how many elements each bucket has.
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
