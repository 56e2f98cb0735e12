// The reduction of a span's segments, tile by tile, without waiting for another workgroup. Rows are read from memory side by
// side, and exchanged through shared memory, so that each invocation has consecutive elements. It combines these one after
// the other and leaves, in the place of a segment's last element, what it has combined since the segment before. One scan
// of the workgroup a tile completes the first of these of each invocation. Then the invocations take the segments that end
// in the tile, one each, and store their results.
//
// What precedes the first end in a span is not known to it: that segment waits until spans are combined
// (tile/segment_ends.glsl).
//
// Operands are in the order of memory, so operators need not commute.
#ifndef VKSCAN_TILE_SEGMENT_SUMS
#define VKSCAN_TILE_SEGMENT_SUMS
#include "core/spans.glsl"
#include "tile/heads.glsl"

const uint kItems = kRows * kVector; // consecutive elements of an invocation, a bit each in a word
const uint kItemsMask = ~0u >> (32 - kItems);

// Invocations' items lie an odd number of vectors apart, so that neither rows nor items meet in the same banks.
const uint kItemsStride = kRows | 1;
shared uvec4 sharedItems[kWorkgroupSize * kItemsStride];
shared uint sharedEnds[kHasOffsets ? kWorkgroupSize : 1]; // where segments end among each invocation's items
shared uint sharedNext;                                   // the first offset that may lie behind the tile's first element
shared uint sharedFirstPlace;                             // where the span's first segment ends in the tile
shared State sharedFirst;                                 // of the span: see SpanSums

uint ownIndex() { return gl_SubgroupID * gl_SubgroupSize + gl_SubgroupInvocationID; }

#if ELEMENT_WORDS == 2
void setItem(uint at, uint i, Element value)
{
    if (i == 0)
        sharedItems[at].xy = toWords(value);
    else
        sharedItems[at].zw = toWords(value);
}
#else
void setItem(uint at, uint i, Element value) { sharedItems[at][i] = toWords(value); }
#endif

Element itemAt(uint place)
{
    const uint item = place % kItems;
    return fromWords(wordsOf(sharedItems[place / kItems * kItemsStride + item / kVector], item % kVector));
}

void storeResult(uint64_t segment, Element value)
{
    ElementAt(push.outputAddress + segment * kElementBytes).words = toWords(value);
}

// Opens the array. Returns the number of tiles: one without elements, too, since its segments have results.
uint openSegments()
{
    const uint tiles = openArray();
    return max(tiles, 1);
}

// The way through a span. The same in all invocations, but for the places.
struct Walk {
    State running;   // since the last end, and whether there was one
    uint next;       // with offsets: the first that may lie in the tile
    uint64_t row;    // with rows: the first that may end in the tile
    uint64_t rowEnd; // elements from the tile's first to the end of that row
    uint ownEnd;     // elements from this invocation's first to the next last one of a row
    uint ownPadding; // and to the next last one of padding
    uint pattern;    // every rowPitch-th bit
};

// The first row that ends behind a position, and the elements up to its end.
struct RowEnd {
    uint64_t row;
    uint64_t distance;
};

RowEnd rowEndBehind(uint64_t position)
{
    if (position < push.head)
        return RowEnd(0, push.head - position + push.rowLength);
    const RowPlace place = rowPlaceOf(position - push.head);
    const bool inPadding = place.element >= push.rowLength;
    return RowEnd(place.row + (inPadding ? 1 : 0),
                  uint64_t(push.rowLength) - place.element + (inPadding ? push.rowPitch : 0));
}

int64_t firstIndexOf(uint tile) { return int64_t(uint64_t(tile) * kTileElements) - int64_t(push.head); }

Walk beginWalk(uint tile)
{
    Walk walk;
    walk.running = emptyState();
    if (kHasOffsets) {
        sharedEnds[ownIndex()] = 0;
        const uint before = offsetsBefore(firstIndexOf(tile) + 1l);
        walk.next = tile == 0 ? 0 : before; // those at the array's beginning end segments without elements
    } else {
        const uint64_t position = uint64_t(tile) * kTileElements;
        const RowEnd end = rowEndBehind(position);
        walk.row = end.row;
        walk.rowEnd = end.distance;
        // Where rows would end before the array begins, nobody's do.
        const uint64_t own = rowEndBehind(position + ownIndex() * kItems).distance - 1ul;
        walk.ownEnd = uint(own < push.rowPitch ? own : own % push.rowPitch);
        const uint padding = push.rowPitch - push.rowLength;
        walk.ownPadding = walk.ownEnd >= push.rowLength ? walk.ownEnd - push.rowLength : walk.ownEnd + padding;
        walk.pattern = 0;
        for (uint i = 0; i < kItems; i += push.rowPitch)
            walk.pattern |= 1u << i;
    }
    if (gl_LocalInvocationIndex == 0) {
        sharedNext = walk.next;
        sharedFirst = emptyState();
    }
    return walk;
}

// A subgroup's rows lie behind each other, and so do the items of its invocations.
void shareRows(Element rows[kRows][kVector])
{
    [[unroll]] for (uint row = 0; row < kRows; ++row) {
        uvec4 words;
        [[unroll]] for (uint i = 0; i < kVector; ++i)
            setWords(words, i, toWords(rows[row][i]));
        const uint vector = vectorInTile(row);
        sharedItems[vector / kRows * kItemsStride + vector % kRows] = words;
    }
}

// A segment ends at a place in the tile, the first in the span, or one that is complete.
void closeSegment(bool isFirst, uint64_t segment, Element value)
{
    if (isFirst)
        sharedFirst = State(value, kHasOffsets ? uint(segment) + 1 : 1);
    else
        storeResult(segment, value);
}

const uint kOffsetsOfRound = 2 * kWorkgroupSize; // looked at at once
const uint kEmptyRun = 256;                      // segments, at multiples of which some are left out
const uint kPatience = kEmptyRun / kOffsetsOfRound + 4; // rounds of equal offsets before that

// Looks at the offsets that lie in a tile, from `first` on. Marks the places before them as ends; or, with `stores`, stores
// the results of the segments before them, of which all but the first at a place are empty. Leaves long runs of equal
// offsets to storeEmptySegments. All subgroups leave the loop together, since lavapipe loses those that do not.
void visitOffsets(uint first, uint tile, bool stores, uint firstPlace)
{
    const int64_t firstInTile = firstIndexOf(tile);
    uint equalRounds = 0;
    uint latest = ~0u; // the last place of the round before
    uint end = first + 1; // beyond k while there may be more in the tile
    uint step = kOffsetsOfRound;
    for (uint k = first; k < end; k += step) {
        const uint last = placeOf(k + kOffsetsOfRound - 1, firstInTile);
        uint places[2];
        [[unroll]] for (uint i = 0; i < 2; ++i)
            places[i] = placeOf(k + i * kWorkgroupSize + ownIndex(), firstInTile);
        [[unroll]] for (uint i = 0; i < 2; ++i) {
            const uint begin = k + i * kWorkgroupSize + gl_SubgroupID * gl_SubgroupSize; // of the subgroup
            const uint own = begin + gl_SubgroupInvocationID;
            const uint place = places[i] - 1;
            if (stores) {
                if (places[i] <= kTileElements && own > 0) {
                    if (placeOf(own - 1, firstInTile) == places[i])
                        storeResult(own - 1, identity());
                    else if (place < kTileElements)
                        closeSegment(place == firstPlace, own - 1, itemAt(place));
                }
            } else {
                if (place < kTileElements)
                    atomicOr(sharedEnds[place / kItems], 1u << place % kItems, gl_ScopeWorkgroup, gl_StorageSemanticsNone,
                             gl_SemanticsRelaxed);
                const uint count = subgroupBallotBitCount(subgroupBallot(places[i] <= kTileElements));
                if (count > 0 && gl_SubgroupInvocationID == 0)
                    atomicMax(sharedNext, begin + count, gl_ScopeWorkgroup, gl_StorageSemanticsNone,
                              gl_SemanticsRelaxed);
            }
        }
        step = kOffsetsOfRound;
        equalRounds = last == latest ? equalRounds + 1 : 0;
        latest = last;
        if (equalRounds > kPatience && last <= kTileElements) {
            const uint lastEqual = max(offsetsBefore(firstInTile + int64_t(last) + 1l), 1) - 1;
            step = max(k + step, lastEqual - lastEqual % kEmptyRun) - k;
            equalRounds = 0;
        }
        end = last <= kTileElements ? k + step + 1 : k;
    }
}

// Where segments end among this invocation's items.
uint endsOfRows(Walk walk, Bounds bounds)
{
    uint ends = walk.ownEnd < kItems ? walk.pattern << walk.ownEnd : 0;
    if (push.rowPitch > push.rowLength)
        ends |= walk.ownPadding < kItems ? walk.pattern << walk.ownPadding : 0;
    if (bounds.end < kTileElements) { // the array's end does not end a row
        const uint before = ownIndex() * kItems;
        const uint items = bounds.end > before ? min(bounds.end - before, kItems) : 0;
        ends &= items > 0 ? ~0u >> (32 - items) : 0;
    }
    return ends & kItemsMask;
}

uint endsOfOffsets()
{
    const uint ends = sharedEnds[ownIndex()];
    sharedEnds[ownIndex()] = 0;
    return ends;
}

// Combines the items since the last end. Leaves what is combined at each end in its item.
State sumItems(uint ends)
{
    const uint first = ownIndex() * kItemsStride;
    Element sum = identity();
    if (subgroupBallot(ends != 0) != uvec4(0)) {
        [[unroll]] for (uint row = 0; row < kRows; ++row) {
            const uvec4 words = sharedItems[first + row];
            [[unroll]] for (uint i = 0; i < kVector; ++i) {
                sum = combine(sum, fromWords(wordsOf(words, i)));
                if ((ends & 1u << (row * kVector + i)) != 0) {
                    setItem(first + row, i, sum);
                    sum = identity();
                }
            }
        }
    } else {
        [[unroll]] for (uint row = 0; row < kRows; ++row) {
            const uvec4 words = sharedItems[first + row];
            [[unroll]] for (uint i = 0; i < kVector; ++i)
                sum = combine(sum, fromWords(wordsOf(words, i)));
        }
    }
    return State(sum, ends != 0 ? 1 : 0);
}

void storeRowResults(inout Walk walk, Bounds bounds, uint firstPlace)
{
    if (walk.rowEnd <= uint64_t(bounds.end)) {
        const uint firstEnd = uint(walk.rowEnd);
        const uint rows = (bounds.end - firstEnd) / push.rowPitch + 1;
        for (uint begin = 0; begin < rows; begin += kWorkgroupSize) {
            const uint row = begin + ownIndex();
            const uint place = firstEnd + row * push.rowPitch - 1;
            if (row < rows)
                closeSegment(place == firstPlace, walk.row + row, itemAt(place));
        }
        walk.row += rows;
        walk.rowEnd += uint64_t(rows) * push.rowPitch;
    }
    walk.rowEnd -= kTileElements;
    const uint step = kTileElements % push.rowPitch;
    walk.ownEnd = walk.ownEnd >= step ? walk.ownEnd - step : walk.ownEnd + (push.rowPitch - step);
    walk.ownPadding = walk.ownPadding >= step ? walk.ownPadding - step : walk.ownPadding + (push.rowPitch - step);
}

void takeSegments(uint tile, inout Walk walk)
{
    const Bounds bounds = boundsOf(tile);
    Element rows[kRows][kVector];
    loadRows(push.inputAddress, tile, rows);
    const uint firstOffset = walk.next;
    if (kHasOffsets)
        visitOffsets(firstOffset, tile, false, 0);
    barrier(); // the results of the tile before are stored
    shareRows(rows);
    barrier();
    walk.next = sharedNext;

    const uint ends = kHasOffsets ? endsOfOffsets() : endsOfRows(walk, bounds);
    const State inclusive = subgroupScanInclusive(sumItems(ends));
    State before; // what precedes the subgroup; then, the invocation
    const State total = workgroupScan(subgroupLast(inclusive), before);
    before = combine(walk.running, combine(before, subgroupShiftUp(inclusive)));
    if (ends != 0) {
        const uint item = uint(findLSB(ends));
        const uint place = ownIndex() * kItems + item;
        setItem(ownIndex() * kItemsStride + item / kVector, item % kVector, combine(before.value, itemAt(place)));
        if (before.head == 0)
            sharedFirstPlace = place;
    }
    const bool hasFirst = walk.running.head == 0 && total.head != 0;
    walk.running = combine(walk.running, total);
    barrier();

    const uint firstPlace = hasFirst ? sharedFirstPlace : kTileElements;
    if (!kHasOffsets)
        storeRowResults(walk, bounds, firstPlace);
    else if (walk.next > firstOffset)
        visitOffsets(firstOffset, tile, true, firstPlace);
}

// What a span comes to, the same in all invocations.
struct SpanSums {
    State sum;   // what follows its last end; and whether it has one
    State first; // what precedes its first end; and 0 if that is of no segment, else, of offsets, the segment plus 1
};

// Reduces a span. Passes a barrier.
SpanSums reduceSpan(Span span)
{
    Walk walk = beginWalk(span.firstTile);
    barrier();
    for (uint tile = span.firstTile; tile < span.endTile; ++tile)
        takeSegments(tile, walk);
    barrier();
    return SpanSums(walk.running, sharedFirst);
}

// Stores the result of the segment that ends first in a span, of which `before` is what precedes the span.
void storeFirst(uint firstTile, State before, State first)
{
    if (first.head == 0)
        return;
    const uint64_t segment =
        kHasOffsets ? uint64_t(first.head - 1) : rowEndBehind(uint64_t(firstTile) * kTileElements).row;
    storeResult(segment, combine(before.value, first.value));
}

// Stores the result of the row that the array ends in, if it does: what follows the last end.
void storeLast(State last)
{
    if (kHasOffsets || elementCount == 0ul)
        return;
    const RowPlace place = rowPlaceOf(elementCount);
    if (place.element > 0 && place.element < push.rowLength)
        storeResult(place.row, last.value);
}

// Stores the results of segments without elements: of the rows behind a count that the device has read; and of the long
// runs that visitOffsets leaves out, each workgroup its share.
void storeEmptySegments()
{
    if (kHasOffsets) {
        const uint runs = segmentCount() / kEmptyRun;
        const uint share = divideRoundingUp(runs, push.gridWidth);
        const uint first = min(runs, gl_WorkGroupID.x * share);
        const uint end = min(runs, first + share);
        for (uint begin = first; begin < end; begin += kWorkgroupSize) {
            const uint own = min(begin + ownIndex(), end - 1) * kEmptyRun;
            if (workgroupAll(offsetAt(own) != offsetAt(own + kEmptyRun)))
                continue;
            for (uint run = begin; run < min(end, begin + kWorkgroupSize); ++run)
                if (offsetAt(run * kEmptyRun) == offsetAt((run + 1) * kEmptyRun))
                    for (uint i = 0; i < kEmptyRun; i += kWorkgroupSize)
                        if (i + ownIndex() < kEmptyRun)
                            storeResult(run * kEmptyRun + i + ownIndex(), identity());
        }
    } else if (elementCount < push.maxCount) {
        const uint64_t rows = (push.maxCount + push.rowPitch - 1) / push.rowPitch;
        const uint64_t empty = (elementCount + push.rowPitch - 1) / push.rowPitch;
        const uint64_t share = (rows - empty + push.gridWidth - 1) / push.gridWidth;
        const uint64_t first = min(rows, empty + gl_WorkGroupID.x * share);
        const uint64_t end = min(rows, first + share);
        for (uint64_t begin = first; begin < end; begin += kWorkgroupSize)
            if (begin + ownIndex() < end)
                storeResult(begin + ownIndex(), identity());
    }
}
#endif
