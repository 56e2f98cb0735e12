// Reproducible segments of floats: tile/fixed_order.glsl, with states that begin again at each head.
//
// With FIXED_RESULTS, segments are reduced: a tile stores the sum at the last element of each segment, in the segment's
// place. It has the bits of the segmented scan.
#ifndef VKSCAN_TILE_FIXED_SEGMENTS
#define VKSCAN_TILE_FIXED_SEGMENTS
#define FIXED_HEADS
#include "tile/heads.glsl"
#include "tile/padded_rows.glsl"

State subgroupXor(State state, uint distance)
{
    return State(fromWords(subgroupShuffleXor(toWords(state.value), distance)),
                 subgroupShuffleXor(state.head, distance));
}

// Whether one of `count` lanes from `first` on, all in one half of a subgroup, has a head.
bool holdsHead(uvec4 heads, uint first, uint count)
{
    const uint lanes = count > 0 ? ~0u >> (32 - count) << first % 32 : 0;
    return ((kSubgroupSize > 32 && first >= 32 ? heads.y : heads.x) & lanes) != 0;
}

// As in core/fixed_order.glsl. One ballot tells which lanes have heads, in place of a shuffle of heads at each step.
void subgroupTree(inout State total, inout State before)
{
    const uvec4 heads = subgroupBallot(total.head != 0);
    const uint lane = gl_SubgroupInvocationID;
    [[unroll]] for (uint step = 0; step < kMostSubgroupSteps; ++step) {
        const uint distance = 1u << step;
        if (distance < kSubgroupSize) {
            const Element other = fromWords(subgroupShuffleXor(toWords(total.value), distance));
            const uint own = lane & ~(distance - 1); // first lane of the own range
            const bool isUpper = (lane & distance) != 0;
            const Element later = isUpper ? total.value : other;
            if (isUpper && !holdsHead(heads, own, lane - own))
                before.value = combine(other, before.value);
            total.value = combine(isUpper ? other : total.value, later);
            if (holdsHead(heads, own | distance, distance))
                total.value = later;
        }
    }
    total.head = heads.xy != uvec2(0) ? 1 : 0;
    before.head |= (heads & gl_SubgroupLtMask) != uvec4(0) ? 1 : 0;
}

#define loadHeadsOf(tile, heads) loadHeads(tile, heads)
#define declareHeads uint heads[kRows];
#define noState() emptyState()
#define takeItem(items, heads, i) \
    if ((heads & 1u << i) == 0) \
        items[i] = combine(items[i - 1], items[i])
#define vectorState(items, heads) State(items[kVector - 1], heads != 0 ? 1 : 0)
#include "tile/fixed_order.glsl"

// A sum, with +0 for -0: whether a device keeps the sign of -0 + 0 is not specified.
Element positiveZero(Element value)
{
#if defined(ELEMENT_F64)
    return kOperator == kOpAdd && toWords(value) == uvec2(0, 0x80000000u) ? identity() : value;
#else
    return kOperator == kOpAdd && value == 0x80000000u ? identity() : value;
#endif
}

// Completes the results of a vector.
void completeVector(inout Tile tile, uint row, State carry)
{
    const Element before = combine(carry, tile.before[row]).value;
    const uint heads = tile.heads[row];
    const uint open = heads == 0 ? kVector : findLSB(heads);
    [[unroll]] for (uint i = 0; i < kVector; ++i)
        if (i < open)
            tile.items[row][i] = combine(before, tile.items[row][i]);
    if (kExclusive) {
        [[unroll]] for (uint k = 1; k < kVector; ++k) {
            const uint i = kVector - k;
            tile.items[row][i] = (heads & 1u << i) != 0 ? identity() : tile.items[row][i - 1];
        }
        tile.items[row][0] = (heads & 1) != 0 ? identity() : before;
    }
    [[unroll]] for (uint i = 0; i < kVector; ++i)
        tile.items[row][i] = positiveZero(tile.items[row][i]);
}

#if defined(FIXED_RESULTS)
uint tilesOfArray() { return max(openArray(), 1); }
#define openArray tilesOfArray // empty segments also have results

// The number of offsets, among the ascending ones from `first` to before `end`, that are at most an index. Includes all
// before `first`. All invocations take the same steps.
uint offsetsUpTo(uint first, uint end, uint64_t index)
{
    uint count = first;
    for (uint range = end > first ? 1u << findMSB(end - first) : 0; range > 0; range >>= 1) {
        const uint next = count + range;
        if (next <= end && offsetAt(min(next, segmentsGiven() + 1) - 1) <= index)
            count = next;
    }
    return count;
}

// Whether subgroups leave loops one by one. lavapipe loses the ones that stay longer, so there they leave together.
layout(constant_id = kIdLeaveAlone) const bool kLeaveAlone = true;

// Stores the results of segments that end in a vector, whose first element has the index `first`. An offset ends the
// segment before it. `offsets` is the number of them before the tile, and up to its end.
void storeEnds(uvec2 offsets, uint64_t first, uint ends, Element items[kVector])
{
    for (uint left = kLeaveAlone ? ends : (1u << kVector) - 1; left > 0; left &= left - 1) {
        const uint end = findLSB(left);
        const bool isEnd = (ends & 1u << end) != 0;
        const uint64_t index = first + end;
        Element value = items[0];
        [[unroll]] for (uint i = 1; i < kVector; ++i)
            value = end == i ? items[i] : value;
        if (kHasOffsets) {
            const uint next = offsetsUpTo(offsets.x, offsets.y, index);
            const bool isGiven = next > 0 && next <= segmentsGiven();
            if (isEnd && isGiven && offsetAt(min(next, segmentsGiven())) == index + 1ul)
                storeElement(push.outputAddress, next - 1, value);
        } else if (isEnd) {
            storeElement(push.outputAddress, rowPlaceOf(index).row, value);
        }
    }
}

// A mask of the elements of a vector that may end segments. With offsets: all before a head, and the last of the tile
// and of the array.
uint endsOfVector(uint row, uint64_t first)
{
    const uint count = elementCount > first ? uint(min(elementCount - first, uint64_t(kVector))) : 0;
    const uint last = first + count == elementCount ? count - 1 : kVector;
    uint ends = 0;
    if (kHasOffsets) {
        const uint behind = vectorInTile(row) * kVector + 1;
        ends = sharedHeads[behind / 32] >> behind % 32;
        if (behind % 32 > 32 - kVector)
            ends |= sharedHeads[behind / 32 + 1] << (32 - behind % 32);
        if (vectorInTile(row) == kTileVectors - 1)
            ends |= 1u << (kVector - 1);
        ends |= 1u << last;
    } else {
        uint element = rowPlaceOf(first).element;
        [[unroll]] for (uint i = 0; i < kVector; ++i) {
            if (element + 1 == push.rowLength || (i == last && element < push.rowLength))
                ends |= 1u << i;
            element = element + 1 == push.rowPitch ? 0 : element + 1;
        }
    }
    return ends & (1u << count) - 1;
}

// Stores the results of empty segments: each tile handles its share of them.
void storeEmpty(uint tile)
{
    uint64_t begin = 0;
    uint64_t all = segmentsGiven();
    if (!kHasOffsets) {
        begin = divideRoundingUp(elementCount, push.rowPitch);
        all = divideRoundingUp(push.maxCount, push.rowPitch);
    }
    const uint tiles = max(uint((vectorCount + kTileVectors - 1) / kTileVectors), 1);
    const uint64_t share = divideRoundingUp(all - begin, tiles);
    const uint64_t first = min(all, begin + tile * share);
    const uint64_t end = min(all, first + share);
    for (uint64_t i = first; i < end; i += kWorkgroupSize) {
        const uint64_t segment = i + gl_LocalInvocationIndex;
        bool isEmpty = segment < end;
        if (kHasOffsets) {
            const uint offset = uint(min(segment, all)); // valid in any case: drivers may load before they branch
            isEmpty = isEmpty && offsetAt(offset) == offsetAt(min(offset + 1, segmentsGiven()));
        }
        if (isEmpty)
            storeElement(push.outputAddress, segment, identity());
    }
}

void storeTile(uint index, Tile tile, State carry)
{
    storeEmpty(index);
    const uint64_t firstInTile = uint64_t(index) * kTileElements;
    uvec2 offsets = uvec2(0);
    if (kHasOffsets)
        offsets = uvec2(offsetsBefore(int64_t(firstInTile)), offsetsBefore(int64_t(firstInTile) + int64_t(kTileElements)));
    [[unroll]] for (uint row = 0; row < kRows; ++row) {
        const uint64_t first = firstInTile + vectorInTile(row) * kVector;
        completeVector(tile, row, carry);
        const uint ends = endsOfVector(row, first);
        if (!kLeaveAlone || ends != 0)
            storeEnds(offsets, first, ends, tile.items[row]);
    }
    if (kHasOffsets)
        barrier(); // the next tile's heads replace this one's
}
#else
void storeTile(uint index, Tile tile, State carry)
{
    [[unroll]] for (uint row = 0; row < kRows; ++row)
        completeVector(tile, row, carry);
    if (kSegments == kSegmentsRows && push.rowPitch > push.rowLength)
        storeInRows(index, tile.items);
    else
        storeRows(index, tile.items);
}
#endif

State initialState() { return emptyState(); }

// Scans and reductions of segments have no total.
void storeTotal(State total) {}
#endif
