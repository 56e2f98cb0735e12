// The reduction of the segments of a span, without waiting for another workgroup. Each subgroup takes a share of the
// span, part by part; a part is the rows that its invocations hold. The next part is loaded while one is reduced. Parts
// are exchanged through shared memory, so that each lane has consecutive elements. A lane combines these in sequence
// and leaves the sum of each segment in the place of its last element. One scan of the subgroup for each part completes
// the first sum of each lane. Then each lane takes a segment that ends in the part and stores its result.
//
// The sum before a share's first end is not known. The segment that ends there waits until the shares of the workgroup,
// or spans (tile/segment_ends.glsl), are combined.
//
// Operands are in the order of memory, so operators need not commute.
#ifndef VKSCAN_TILE_SEGMENT_SUMS
#define VKSCAN_TILE_SEGMENT_SUMS
#include "tile/segment_state.glsl"
#include "core/spans.glsl"
#include "core/subgroup_order.glsl"
#include "tile/heads.glsl"
#include "tile/segment_items.glsl"

// Whether subgroups leave loops one by one. lavapipe loses the ones that stay longer, so there they leave together.
layout(constant_id = kIdLeaveAlone) const bool kLeaveAlone = true;

shared uint sharedEnds[kHasOffsets ? kWorkgroupSize : 1]; // for each lane, a bit for each item that ends a segment
shared State sharedFirsts[kMostSubgroups];                // sums before the first end of each share
shared State sharedFirst;

#if defined(STORE)
void storeResult(uint64_t segment, Element value) { store(segment, identity(), value); }
#else
void storeResult(uint64_t segment, Element value) { storeElement(push.outputAddress, segment, value); }
#endif

// Opens the array. Returns the number of tiles, at least one: empty segments also have results.
uint openSegments() { return max(openArray(), 1); }

// The state of a walk through a share. All members except ownEnd, ownPadding, rows and offset are the same in all
// lanes.
struct Walk {
    uint64_t vector; // first vector of the part
    State running;   // sum since the last end, and whether there was one
    uint next;       // offsets: first one that may lie in the part
    uint64_t row;    // rows: first one that may end in the part
    uint64_t rowEnd; // elements from the first of the part to the end of that row
    uint ownEnd;     // elements from the first of this lane to the next end of a row
    uint ownPadding; // elements from the first of this lane to the next end of padding
    uint pattern;    // every rowPitch-th bit
    Vector rows[kRows]; // elements of the part, loaded ahead
    uint offset;       // offset of this lane from `next` on, as in memory, loaded ahead
};

// The first row that ends after a position, and the elements up to its end.
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

int64_t firstIndexOf(Walk walk) { return int64_t(walk.vector * kVector) - int64_t(push.head); }

// Loads the offset of this lane: lanes look at consecutive ones.
uint loadOwnOffset(uint k) { return loadOffset(min(k + gl_SubgroupInvocationID, segmentsGiven())); }

void beginWalk(uint64_t vector, out Walk walk)
{
    walk.vector = vector;
    walk.running = emptyState();
    loadPart(vector, walk.rows);
    if (kHasOffsets) {
        sharedEnds[ownIndex()] = 0;
        const uint before = offsetsBefore(firstIndexOf(walk) + 1l);
        walk.next = vector == 0ul ? 0 : before; // offsets at the beginning of the array end empty segments
        walk.offset = loadOwnOffset(walk.next);
    } else {
        const uint64_t position = vector * kVector;
        const RowEnd end = rowEndBehind(position);
        walk.row = end.row;
        walk.rowEnd = end.distance;
        // Ends of rows are a pitch apart, and the first is at most some elements more than a pitch away.
        const uint own = gl_SubgroupInvocationID * kItems;
        const uint64_t last = end.distance - 1;
        if (last < own)
            walk.ownEnd = push.rowPitch - 1 - (own - uint(last) - 1) % push.rowPitch;
        else
            walk.ownEnd = uint(last - own < push.rowPitch ? last - own : last - own - push.rowPitch) % push.rowPitch;
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

// Closes a segment with its sum. The first of the share is kept; other segments are complete and stored.
void closeSegment(bool isFirst, uint64_t segment, Element value)
{
    if (isFirst)
        sharedFirsts[gl_SubgroupID] = State(value, kHasOffsets ? uint(segment) + 1 : 1);
    else
        storeResult(segment, value);
}

// Whether any of the subgroups that leave loops together needs another round.
bool anyStays(bool stays)
{
    if (kLeaveAlone)
        return stays;
    return !workgroupAll(!stays);
}

const uint kEmptyRun = 256; // segments; longer runs of empty ones are left out from multiples of this on

// The places in a part of the lanes' offsets.
struct OffsetPlace {
    uint own;    // place of the offset of this lane; 0: at the beginning of the part or before it
    uint before; // place of the offset before
    uint last;   // place of the offset of the last lane
    uint count;  // lanes whose offsets are not beyond the part
};

// Finds the places of offsets from k on. `latest` is the last place of the previous round.
OffsetPlace placeOfOffset(uint k, uint offset, int64_t firstInPart, bool isActive, uint latest)
{
    const uint own = isActive ? placeOf(k + gl_SubgroupInvocationID, offset, firstInPart) : ~0u;
    const uint before = subgroupShuffleUp(own, 1);
    return OffsetPlace(own, gl_SubgroupInvocationID == 0 ? latest : before, subgroupShuffle(own, gl_SubgroupSize - 1),
                       subgroupBallotBitCount(subgroupBallot(own <= partElements())));
}

// Visits the offsets in a part, given the first round. Marks the places before them as ends or, with `stores`, stores
// the results of the segments before them. All but the first segment that ends at a place are empty. Leaves long runs
// of equal offsets to storeEmptySegments. Returns the first offset beyond the part.
uint visitOffsets(uint first, OffsetPlace place, int64_t firstInPart, bool stores, uint firstPlace)
{
    const uint patience = kEmptyRun / gl_SubgroupSize + 4; // rounds of equal offsets before the rest is left out
    uint equalRounds = 0;
    uint latest = 0;
    bool isActive = true;
    uint step = 0;
    uint end = first + 1; // greater than k while a subgroup stays
    uint k = first;
    for (; k < end; k += step) {
        if (k != first)
            place = placeOfOffset(k, loadOwnOffset(k), firstInPart, isActive, latest);
        step = place.count;
        const uint own = k + gl_SubgroupInvocationID;
        const uint last = place.own - 1; // place of the element before the offset
        if (stores) {
            if (place.own <= partElements() && own > 0) {
                if (place.before == place.own)
                    storeResult(own - 1, identity());
                else if (last < partElements())
                    closeSegment(last == firstPlace, own - 1, itemAt(min(last, partElements() - 1)));
            }
        } else if (last < partElements()) {
            atomicOr(sharedEnds[gl_SubgroupID * gl_SubgroupSize + last / kItems], 1u << last % kItems, gl_ScopeWorkgroup,
                     gl_StorageSemanticsNone, gl_SemanticsRelaxed);
        }
        isActive = step >= gl_SubgroupSize;
        orderSubgroup();
        equalRounds = place.last == latest ? equalRounds + 1 : 0;
        latest = place.last;
        const bool leavesOut = isActive && equalRounds > patience;
        if (anyStays(leavesOut)) {
            const uint lastEqual = max(offsetsBefore(firstInPart + int64_t(latest) + 1l), 1) - 1;
            if (leavesOut) {
                step = max(k + step, lastEqual - lastEqual % kEmptyRun) - k;
                equalRounds = 0;
            }
        }
        end = k + step + (anyStays(isActive) ? 1 : 0);
    }
    return k;
}

// A bit for each item of this lane that ends a row.
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

// Combines the items since the last end. Leaves the sum at each end in its item.
State sumItems(uint ends, bool subgroupHasEnds)
{
    const uint first = ownIndex() * kItemsStride;
    Element sum = identity();
    if (subgroupHasEnds) {
        [[unroll]] for (uint row = 0; row < kRows; ++row) {
            const Vector words = sharedItems[first + row];
            [[unroll]] for (uint i = 0; i < kVector; ++i) {
                sum = combine(sum, asOperand(fromWords(wordsOf(words, i))));
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
                sum = combine(sum, asOperand(fromWords(wordsOf(words, i))));
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

// Reduces the loaded part, and loads the next.
void takePart(bool hasNext, inout Walk walk)
{
    const Bounds bounds = boundsOfPart(walk.vector);
    const int64_t firstInPart = firstIndexOf(walk);
    const uint firstOffset = walk.next;
    sharePart(walk.rows);
    walk.vector += partVectors();
    if (hasNext)
        loadPart(walk.vector, walk.rows);
    OffsetPlace offset;
    bool holdsOffsets = false;
    if (kHasOffsets) {
        offset = placeOfOffset(firstOffset, walk.offset, firstInPart, true, 0);
        holdsOffsets = anyStays(offset.count > 0);
    }
    if (holdsOffsets) {
        walk.next = visitOffsets(firstOffset, offset, firstInPart, false, 0);
        walk.offset = loadOwnOffset(walk.next);
    }
    orderSubgroup();

    const uint ends = kHasOffsets ? endsOfOffsets() : endsOfRows(walk, bounds);
    const uvec4 lanesWithEnds = subgroupBallot(ends != 0);
    const bool hasEnds = lanesWithEnds != uvec4(0);
    const State inclusive = subgroupScanInclusive(sumItems(ends, hasEnds));
    const State before = combine(walk.running, subgroupShiftUp(inclusive));
    const uint item = ends != 0 ? uint(findLSB(ends)) : 0; // item of the first end of the lane
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
        visitOffsets(firstOffset, offset, firstInPart, true, unknown);
    orderSubgroup();
}

// The sums of a span, the same in all invocations.
struct SpanSums {
    State sum;   // sum after its last end; head: whether it has an end
    State first; // sum before its first end; head: 0 without an end; otherwise, with offsets, the segment plus 1
};

// Reduces a span. Passes a barrier.
SpanSums reduceSpan(Span span)
{
    const uint parts = span.endTile - span.firstTile; // parts of each subgroup
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
