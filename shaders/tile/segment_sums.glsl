// The reduction of a span's segments, without waiting for another workgroup. Each subgroup takes a share of the span, part by
// part: as many elements as its invocations hold in rows. Rows are read from memory side by side, the next part's while one
// is reduced, and exchanged through shared memory, so that each lane has consecutive elements. It combines these one after
// the other and leaves, in the place of a segment's last element, what it has combined since the segment before. One scan of
// the subgroup a part completes the first of these of each lane. Then the lanes take the segments that end in the part, one
// each, and store their results.
//
// What precedes the first end in a share is not known to it. That segment waits until the workgroup's shares are combined,
// or spans are (tile/segment_ends.glsl).
//
// Operands are in the order of memory, so operators need not commute.
#ifndef VKSCAN_TILE_SEGMENT_SUMS
#define VKSCAN_TILE_SEGMENT_SUMS
#include "core/spans.glsl"
#include "core/subgroup_order.glsl"
#include "tile/heads.glsl"
#if defined(TILE_CUSTOM)
#include "tile/custom_memory.glsl"
#else
#include "tile/memory.glsl"
#endif

// Subgroups leave loops one by one. lavapipe loses those that stay longer, so there they leave together.
layout(constant_id = kIdLeaveAlone) const bool kLeaveAlone = true;

const uint kItems = kRows * kVector; // consecutive elements of a lane, a bit each in a word
const uint kItemsMask = ~0u >> (32 - kItems);

// Lanes' items lie an odd number of vectors apart, so that neither rows nor items meet in the same banks, unless vectors are
// large states.
const uint kItemsStride = kRows | 1;
shared Vector sharedItems[kWorkgroupSize * kItemsStride];
shared uint sharedEnds[kHasOffsets ? kWorkgroupSize : 1]; // where segments end among each lane's items
shared State sharedFirsts[kMostSubgroups];                // of the shares, and of the span: see SpanSums
shared State sharedFirst;

uint ownIndex() { return gl_SubgroupID * gl_SubgroupSize + gl_SubgroupInvocationID; }
uint partVectors() { return gl_SubgroupSize * kRows; }
uint partElements() { return gl_SubgroupSize * kItems; }

#if defined(TILE_CUSTOM)
void setItem(uint at, uint i, Element value) { sharedItems[at] = toWords(value); }
#elif ELEMENT_WORDS == 2
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

// Of a lane of this subgroup.
uint firstItem(uint lane) { return (gl_SubgroupID * gl_SubgroupSize + lane) * kItemsStride; }

Element itemAt(uint place)
{
    const uint item = place % kItems;
    return fromWords(wordsOf(sharedItems[firstItem(place / kItems) + item / kVector], item % kVector));
}

#if defined(STORE)
void storeResult(uint64_t segment, Element value) { store(segment, identity(), value); }
#else
void storeResult(uint64_t segment, Element value) { storeElement(push.outputAddress, segment, value); }
#endif

// Opens the array. Returns the number of tiles: one without elements, too, since its segments have results.
uint openSegments() { return max(openArray(), 1); }

// Offsets that are looked at at once, as they are in memory.
const uint kOffsetsOfLane = 2;
struct Round {
    uint offsets[kOffsetsOfLane];
};

// The way through a share. The same in all lanes, but for the places.
struct Walk {
    uint64_t vector; // the part's first
    State running;   // since the last end, and whether there was one
    uint next;       // with offsets: the first that may lie in the part
    uint64_t row;    // with rows: the first that may end in the part
    uint64_t rowEnd; // elements from the part's first to the end of that row
    uint ownEnd;     // elements from this lane's first to the next last one of a row
    uint ownPadding; // and to the next last one of padding
    uint pattern;    // every rowPitch-th bit
    Vector rows[kRows]; // the part's, loaded ahead
    Round round;       // and the offsets from `next` on
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

// Which of a part's places hold elements.
Bounds boundsOfPart(uint64_t vector)
{
    const uint64_t position = vector * kVector;
    const uint64_t end = push.head + elementCount;
    return Bounds(position == 0ul ? push.head : 0, end > position ? uint(min(end - position, uint64_t(partElements()))) : 0);
}

int64_t firstIndexOf(Walk walk) { return int64_t(walk.vector * kVector) - int64_t(push.head); }

Round loadRound(uint k)
{
    Round round;
    [[unroll]] for (uint i = 0; i < kOffsetsOfLane; ++i)
        round.offsets[i] = loadOffset(min(k + i * gl_SubgroupSize + gl_SubgroupInvocationID, segmentCount()));
    return round;
}

// The first of an invocation's elements of a row.
uint vectorInPart(uint row) { return row * gl_SubgroupSize + gl_SubgroupInvocationID; }

#if defined(TILE_CUSTOM)
void loadPart(uint64_t vector, inout Vector rows[kRows])
{
    const uint count = boundsOfPart(vector).end;
    const uint64_t first = vector + gl_SubgroupInvocationID;
    if (count == partElements()) {
        [[unroll]] for (uint row = 0; row < kRows; ++row)
            rows[row] = toWords(load(first + row * gl_SubgroupSize));
    } else {
        [[unroll]] for (uint row = 0; row < kRows; ++row) {
            Element value = identity();
            if (vectorInPart(row) < count)
                value = load(first + row * gl_SubgroupSize);
            rows[row] = toWords(value);
        }
    }
}
#else
void loadPart(uint64_t vector, inout Vector rows[kRows])
{
    const Bounds bounds = boundsOfPart(vector);
    const uint64_t address = push.inputAddress + (vector + gl_SubgroupInvocationID) * kVectorBytes;
    const uint rowBytes = gl_SubgroupSize * kVectorBytes;
    if (bounds.begin == 0 && bounds.end == partElements()) {
        [[unroll]] for (uint row = 0; row < kRows; ++row)
            rows[row] = VectorAt(address + row * rowBytes).words;
    } else {
        [[unroll]] for (uint row = 0; row < kRows; ++row) {
            [[unroll]] for (uint i = 0; i < kVector; ++i) {
                Element value = identity();
                if (vectorInPart(row) * kVector + i - bounds.begin < bounds.end - bounds.begin)
                    value = fromWords(ElementAt(address + row * rowBytes + i * kElementBytes).words);
                setWords(rows[row], i, toWords(value));
            }
        }
    }
}
#endif

void beginWalk(uint64_t vector, out Walk walk)
{
    walk.vector = vector;
    walk.running = emptyState();
    loadPart(vector, walk.rows);
    if (kHasOffsets) {
        sharedEnds[ownIndex()] = 0;
        const uint before = offsetsBefore(firstIndexOf(walk) + 1l);
        walk.next = vector == 0ul ? 0 : before; // those at the array's beginning end segments without elements
        walk.round = loadRound(walk.next);
    } else {
        const uint64_t position = vector * kVector;
        const RowEnd end = rowEndBehind(position);
        walk.row = end.row;
        walk.rowEnd = end.distance;
        // Where rows would end before the array begins, nobody's do.
        const uint64_t own = rowEndBehind(position + gl_SubgroupInvocationID * kItems).distance - 1ul;
        walk.ownEnd = uint(own < push.rowPitch ? own : own % push.rowPitch);
        const uint padding = push.rowPitch - push.rowLength;
        walk.ownPadding = walk.ownEnd >= push.rowLength ? walk.ownEnd - push.rowLength : walk.ownEnd + padding;
        walk.pattern = 0;
        for (uint i = 0; i < kItems; i += push.rowPitch)
            walk.pattern |= 1u << i;
    }
    if (gl_SubgroupInvocationID == 0)
        sharedFirsts[gl_SubgroupID] = emptyState();
    if (gl_LocalInvocationIndex == 0)
        sharedFirst = emptyState();
}

void sharePart(Vector rows[kRows])
{
    [[unroll]] for (uint row = 0; row < kRows; ++row) {
        const uint vector = vectorInPart(row);
        sharedItems[firstItem(vector / kRows) + vector % kRows] = rows[row];
    }
}

// A segment ends at a place in the part, the first in the share, or one that is complete.
void closeSegment(bool isFirst, uint64_t segment, Element value)
{
    if (isFirst)
        sharedFirsts[gl_SubgroupID] = State(value, kHasOffsets ? uint(segment) + 1 : 1);
    else
        storeResult(segment, value);
}

// Whether any of the subgroups that leave loops together wants to stay.
bool anyStays(bool stays)
{
    if (kLeaveAlone)
        return stays;
    return !workgroupAll(!stays);
}

const uint kEmptyRun = 256; // segments, at multiples of which some are left out

// Looks at the offsets that lie in a part, of which `round` has the first. Marks the places before them as ends; or, with
// `stores`, stores the results of the segments before them, of which all but the first at a place are empty. Leaves long
// runs of equal offsets to storeEmptySegments. Returns the first offset behind the part.
uint visitOffsets(uint first, Round round, int64_t firstInPart, bool stores, uint firstPlace)
{
    const uint size = kOffsetsOfLane * gl_SubgroupSize;
    const uint patience = kEmptyRun / size + 4; // rounds of equal offsets
    uint equalRounds = 0;
    uint latest = 0; // the last place of the round before
    bool isActive = true;
    uint step = 0;
    uint end = first + 1; // beyond k while a subgroup stays
    uint k = first;
    for (; k < end; k += step) {
        if (k != first)
            round = loadRound(k);
        uint places[kOffsetsOfLane];
        uint placesBefore[kOffsetsOfLane];
        step = 0;
        uint last = latest;
        [[unroll]] for (uint i = 0; i < kOffsetsOfLane; ++i) {
            const uint own = k + i * gl_SubgroupSize + gl_SubgroupInvocationID;
            places[i] = isActive ? placeOf(own, round.offsets[i], firstInPart) : ~0u;
            step += subgroupBallotBitCount(subgroupBallot(places[i] <= partElements()));
            const uint before = subgroupShuffleUp(places[i], 1);
            placesBefore[i] = gl_SubgroupInvocationID == 0 ? last : before;
            last = subgroupShuffle(places[i], gl_SubgroupSize - 1);
        }
        [[unroll]] for (uint i = 0; i < kOffsetsOfLane; ++i) {
            const uint own = k + i * gl_SubgroupSize + gl_SubgroupInvocationID;
            const uint place = places[i] - 1;
            if (stores) {
                if (places[i] <= partElements() && own > 0) {
                    if (placesBefore[i] == places[i])
                        storeResult(own - 1, identity());
                    else if (place < partElements())
                        closeSegment(place == firstPlace, own - 1, itemAt(min(place, partElements() - 1)));
                }
            } else if (place < partElements()) {
                atomicOr(sharedEnds[gl_SubgroupID * gl_SubgroupSize + place / kItems], 1u << place % kItems,
                         gl_ScopeWorkgroup, gl_StorageSemanticsNone, gl_SemanticsRelaxed);
            }
        }
        isActive = step >= size;
        orderSubgroup();
        equalRounds = last == latest ? equalRounds + 1 : 0;
        latest = last;
        const bool leavesOut = isActive && equalRounds > patience;
        if (anyStays(leavesOut)) {
            const uint lastEqual = max(offsetsBefore(firstInPart + int64_t(last) + 1l), 1) - 1;
            if (leavesOut) {
                step = max(k + step, lastEqual - lastEqual % kEmptyRun) - k;
                equalRounds = 0;
            }
        }
        end = k + step + (anyStays(isActive) ? 1 : 0);
    }
    return k;
}

// Where segments end among this lane's items.
uint endsOfRows(Walk walk, Bounds bounds)
{
    uint ends = walk.ownEnd < kItems ? walk.pattern << walk.ownEnd : 0;
    if (push.rowPitch > push.rowLength)
        ends |= walk.ownPadding < kItems ? walk.pattern << walk.ownPadding : 0;
    if (bounds.end < partElements()) { // the array's end does not end a row
        const uint before = gl_SubgroupInvocationID * kItems;
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
State sumItems(uint ends, bool subgroupHasEnds)
{
    const uint first = ownIndex() * kItemsStride;
    Element sum = identity();
    if (subgroupHasEnds) {
        [[unroll]] for (uint row = 0; row < kRows; ++row) {
            const Vector words = sharedItems[first + row];
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
            const Vector words = sharedItems[first + row];
            [[unroll]] for (uint i = 0; i < kVector; ++i)
                sum = combine(sum, fromWords(wordsOf(words, i)));
        }
    }
    return State(sum, ends != 0 ? 1 : 0);
}

void storeRowResults(inout Walk walk, Bounds bounds, uint firstPlace)
{
    // A row that the array cuts off may end where the next part begins, or before it: at 0 or less, which wraps around.
    const bool holdsEnd = walk.rowEnd - 1ul < uint64_t(bounds.end);
    const uint firstEnd = uint(walk.rowEnd);
    const uint rows = holdsEnd ? (bounds.end - firstEnd) / push.rowPitch + 1 : 0;
    const uint most = kLeaveAlone ? rows : divideRoundingUp(partElements(), push.rowPitch) + 1;
    for (uint begin = 0; begin < most; begin += gl_SubgroupSize) {
        const uint row = begin + gl_SubgroupInvocationID;
        const uint place = row < rows ? firstEnd + row * push.rowPitch - 1 : 0; // drivers may load before they branch
        if (row < rows)
            closeSegment(place == firstPlace, walk.row + row, itemAt(place));
    }
    walk.row += rows;
    walk.rowEnd += uint64_t(rows) * push.rowPitch - partElements();
    const uint step = partElements() % push.rowPitch;
    walk.ownEnd = walk.ownEnd >= step ? walk.ownEnd - step : walk.ownEnd + (push.rowPitch - step);
    walk.ownPadding = walk.ownPadding >= step ? walk.ownPadding - step : walk.ownPadding + (push.rowPitch - step);
}

// Reduces the part that is loaded, and loads the next.
void takePart(bool hasNext, inout Walk walk)
{
    const Bounds bounds = boundsOfPart(walk.vector);
    const int64_t firstInPart = firstIndexOf(walk);
    const uint firstOffset = walk.next;
    const Round round = walk.round;
    sharePart(walk.rows);
    walk.vector += partVectors();
    if (hasNext)
        loadPart(walk.vector, walk.rows);
    bool holdsOffsets = false;
    if (kHasOffsets) {
        const uint place = placeOf(firstOffset + gl_SubgroupInvocationID, round.offsets[0], firstInPart);
        holdsOffsets = anyStays(subgroupBallot(place <= partElements()) != uvec4(0));
    }
    if (holdsOffsets) {
        walk.next = visitOffsets(firstOffset, round, firstInPart, false, 0);
        walk.round = loadRound(walk.next);
    }
    orderSubgroup();

    const uint ends = kHasOffsets ? endsOfOffsets() : endsOfRows(walk, bounds);
    const uvec4 lanesWithEnds = subgroupBallot(ends != 0);
    const bool hasEnds = lanesWithEnds != uvec4(0);
    const State inclusive = subgroupScanInclusive(sumItems(ends, hasEnds));
    const State before = combine(walk.running, subgroupShiftUp(inclusive));
    const uint item = ends != 0 ? uint(findLSB(ends)) : 0; // that the lane's first end is behind
    const uint place = gl_SubgroupInvocationID * kItems + item;
    if (ends != 0)
        setItem(firstItem(gl_SubgroupInvocationID) + item / kVector, item % kVector, combine(before.value, itemAt(place)));
    const bool hasFirst = walk.running.head == 0 && hasEnds;
    const uint firstPlace = subgroupShuffle(place, hasEnds ? subgroupBallotFindLSB(lanesWithEnds) : 0);
    walk.running = combine(walk.running, subgroupLast(inclusive));
    orderSubgroup();

    const uint unknown = hasFirst ? firstPlace : partElements();
    if (!kHasOffsets)
        storeRowResults(walk, bounds, unknown);
    else if (holdsOffsets)
        visitOffsets(firstOffset, round, firstInPart, true, unknown);
    orderSubgroup();
}

// What a span comes to, the same in all invocations.
struct SpanSums {
    State sum;   // what follows its last end; and whether it has one
    State first; // what precedes its first end; and 0 if that is of no segment, else, of offsets, the segment plus 1
};

// Reduces a span. Passes a barrier.
SpanSums reduceSpan(Span span)
{
    const uint parts = span.endTile - span.firstTile; // of each subgroup
    Walk walk;
    beginWalk(uint64_t(span.firstTile) * kTileVectors + uint64_t(gl_SubgroupID * partVectors()) * parts, walk);
    const uint64_t firstRow = walk.row;
    orderSubgroup();
    for (uint part = 0; part < parts; ++part)
        takePart(part + 1 < parts, walk);

    State before;
    const State sum = workgroupScan(walk.running, before);
    if (gl_SubgroupInvocationID == 0 && walk.running.head != 0) {
        State first = sharedFirsts[gl_SubgroupID];
        first.value = combine(before.value, first.value);
        if (before.head == 0)
            sharedFirst = first;
        else if (first.head != 0)
            storeResult(kHasOffsets ? uint64_t(first.head - 1) : firstRow, first.value);
    }
    barrier();
    return SpanSums(sum, sharedFirst);
}
#endif
