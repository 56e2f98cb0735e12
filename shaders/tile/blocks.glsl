// The scan of a tile in registers for orders and tuples, but for tuples that take lanes, which have a section of their
// own below. Each invocation holds blocks of consecutive elements, which are whole tuples, so that it knows the place of
// each element, and can carry partial sums of any order from one to the next. A row of blocks, one an invocation of the
// subgroup, is scanned at a time.
//
// The sums of a state lie behind each other, so it is not enough to add up states: those of higher order depend on how
// many elements follow. States of different places can be added once each has been led back to one place: blocks' to where
// their row or the subgroup's part begins, and subgroups' to the beginning of the array, so that workgroups and strategies
// see plain sums.
//
// Orders and tuples: Maleki, Yang & Burtscher, "Higher-Order and Tuple-Based Massively-Parallel Prefix Sums", 2016.
#ifndef VKSCAN_TILE_BLOCKS
#define VKSCAN_TILE_BLOCKS
#include "tile/parts.glsl"
#include "core/workgroup.glsl"
#include "tile/memory.glsl"
#include "tile/exchange.glsl"
#include "tile/binomial.glsl"

struct Tile {
    Element items[kRows][kVector]; // the elements, block by block
    State blockPrefixes[kBlocks];  // what precedes a block in the part of the tile this subgroup holds, where it was led to
    State subgroupPrefix;          // what precedes that part in the tile, at the array's beginning
    Element ways[kOrder];          // coefficients, each lane its own (see waysOf)
};

// The scan of a tile of tuples that are as many vectors as a power of two, one a lane. A lane then holds the same members
// in every row, so rows are scanned as they are loaded, by shuffles between lanes that hold the same members.
const bool kTuplesTakeLanes = kOrder == 1 && kBlockVectors == 1 && kTupleSize >= kVector;
const uint kTupleLanes = kTuplesTakeLanes ? kTupleSize / kVector : 1;

uint laneInTuple() { return gl_SubgroupInvocationID % kTupleLanes; }

// Kogge & Stone's, as in monoid.glsl.
Element scanMember(Element value)
{
    [[unroll]] for (uint distance = kTupleLanes; distance < gl_SubgroupSize; distance *= 2) {
        const Element earlier = fromWords(subgroupShuffleUp(toWords(value), distance));
        if (gl_SubgroupInvocationID >= distance)
            value = combine(earlier, value);
    }
    return value;
}

Element shiftMember(Element value)
{
    const Element before = fromWords(subgroupShuffleUp(toWords(value), kTupleLanes));
    return gl_SubgroupInvocationID < kTupleLanes ? identity() : before;
}

// Scans the rows of the subgroup's part. Returns the part's aggregate.
State scanTupleRows(inout Element rows[kRows][kVector])
{
    Element running[kVector]; // of this lane's members
    [[unroll]] for (uint i = 0; i < kVector; ++i)
        running[i] = identity();
    [[unroll]] for (uint row = 0; row < kRows; ++row) {
        [[unroll]] for (uint i = 0; i < kVector; ++i) {
            const Element inclusive = scanMember(rows[row][i]);
            rows[row][i] = combine(running[i], kExclusive ? shiftMember(inclusive) : inclusive);
            running[i] = combine(running[i], subgroupAt(inclusive, gl_SubgroupSize - kTupleLanes + laneInTuple()));
        }
    }
    State aggregate;
    [[unroll]] for (uint member = 0; member < kTupleSize; ++member)
        aggregate.parts[member] = subgroupAt(running[member % kVector], member / kVector);
    return aggregate;
}

// Puts the rows behind what precedes the part.
void addToTupleRows(State earlier, inout Element rows[kRows][kVector])
{
    [[unroll]] for (uint i = 0; i < kVector; ++i) {
        Element own = earlier.parts[i];
        [[unroll]] for (uint lane = 1; lane < kTupleLanes; ++lane)
            if (lane == laneInTuple())
                own = earlier.parts[lane * kVector + i];
        [[unroll]] for (uint row = 0; row < kRows; ++row)
            rows[row][i] = combine(own, rows[row][i]);
    }
}

// Blocks' states are led to where the subgroup's part begins, by a set of coefficients for each block; or to where their
// row does, by one set, and the sums of rows by constants. For 64-bit elements the former takes fewer instructions and
// registers.
const bool kLeadsToPart = ELEMENT_WORDS == 2;

// Coefficients that lead, in the first lane, from the beginning of the array to that of the subgroup's part of a tile, and
// in the others back from where the part's states have been led to: its beginning or its end.
void waysOf(uint tile, out Element ways[kOrder])
{
    const int64_t steps = kBlocks * kRowSteps;
    const int64_t begin = int64_t(tile) * int64_t(kTileElements / kTupleSize) + gl_SubgroupID * steps;
    coefficients(gl_SubgroupInvocationID == 0 ? begin : -(begin + (kLeadsToPart ? 0l : steps)), ways);
}

State advanceByLane(State state, Element ways[kOrder], uint lane)
{
    Element values[kOrder];
    [[unroll]] for (uint m = 0; m < kOrder; ++m)
        values[m] = subgroupAt(ways[m], lane);
    return advance(state, values);
}

// Takes the next element into a member's sums. Returns its result.
Element take(inout State state, uint member, Element item)
{
    const uint first = member * kOrder;
    const Element before = state.parts[first + kOrder - 1];
    if (kExclusive) {
        [[unroll]] for (uint k = kOrder - 1; k > 0; --k)
            state.parts[first + k] = combine(state.parts[first + k], state.parts[first + k - 1]);
    }
    state.parts[first] = combine(state.parts[first], item);
    if (!kExclusive) {
        [[unroll]] for (uint k = 1; k < kOrder; ++k)
            state.parts[first + k] = combine(state.parts[first + k], state.parts[first + k - 1]);
    }
    return kExclusive ? before : state.parts[first + kOrder - 1];
}

uint memberOf(uint vector, uint i) { return (vector * kVector + i) % kTupleSize; }

void loadTile(uint index, out Tile tile)
{
    loadRows(push.inputAddress, index, tile.items);
    waysOf(index, tile.ways);
    rowsToBlocks(tile.items);
}

// The aggregate is led back to the beginning of the array.
State scanTile(inout Tile tile)
{
    if (kTuplesTakeLanes)
        return workgroupScan(scanTupleRows(tile.items), tile.subgroupPrefix);
    Element toBegin[kOrder];
    const uint end = (gl_SubgroupInvocationID + 1) * kBlockSteps;
    coefficientsOfFew(-int(end), toBegin);
    State running = emptyState();
    [[unroll]] for (uint block = 0; block < kBlocks; ++block) {
        if (kLeadsToPart)
            coefficientsOfFew(-int(block * kRowSteps + end), toBegin);
        State state = emptyState();
        [[unroll]] for (uint vector = 0; vector < kBlockVectors; ++vector)
            [[unroll]] for (uint i = 0; i < kVector; ++i)
                take(state, memberOf(vector, i), tile.items[block * kBlockVectors + vector][i]);
        const State inclusive = subgroupScanInclusive(advance(state, toBegin));
        tile.blockPrefixes[block] = combine(running, subgroupShiftUp(inclusive));
        running = combine(running, subgroupLast(inclusive));
        if (!kLeadsToPart)
            running = advance(running, kRowSteps);
    }
    return workgroupScan(advanceByLane(running, tile.ways, 1), tile.subgroupPrefix);
}

State aggregateTile(uint index)
{
    Tile tile;
    loadTile(index, tile);
    return scanTile(tile);
}

void storeTile(uint index, Tile tile, State carry)
{
    if (kTuplesTakeLanes) {
        addToTupleRows(combine(carry, tile.subgroupPrefix), tile.items);
        storeRows(index, tile.items);
        return;
    }
    Element toBlock[kOrder];
    const uint begin = gl_SubgroupInvocationID * kBlockSteps;
    coefficientsOfFew(int(begin), toBlock);
    State earlier = advanceByLane(combine(carry, tile.subgroupPrefix), tile.ways, 0);
    [[unroll]] for (uint block = 0; block < kBlocks; ++block) {
        if (kLeadsToPart)
            coefficientsOfFew(int(block * kRowSteps + begin), toBlock);
        State state = advance(combine(earlier, tile.blockPrefixes[block]), toBlock);
        if (!kLeadsToPart)
            earlier = advance(earlier, kRowSteps);
        [[unroll]] for (uint vector = 0; vector < kBlockVectors; ++vector)
            [[unroll]] for (uint i = 0; i < kVector; ++i) {
                const uint row = block * kBlockVectors + vector;
                tile.items[row][i] = take(state, memberOf(vector, i), tile.items[row][i]);
            }
    }
    blocksToRows(tile.items);
    storeRows(index, tile.items);
}

State initialState()
{
    State state;
    [[unroll]] for (uint i = 0; i < kParts; ++i)
        state.parts[i] = initialValue();
    return state;
}

// Places of the tuple are counted from the first vector of 16
// bytes on, in scan order; the array's from its first element on.
void storeTotal(State total)
{
    if (push.totalAddress == 0ul)
        return;
    const uint64_t end = boundsOf(0).begin + elementCount;
    const uint64_t steps = end / kTupleSize;
    const uint rest = uint(end - steps * kTupleSize);
    const uint places = kBackward ? rest + 2 * kTupleSize - 1 : kTupleSize - push.head % kTupleSize;
    [[unroll]] for (uint member = 0; member < kTupleSize; ++member) {
        const State atEnd = advance(total, int64_t(steps) + (member < rest ? 1l : 0l));
        const uint place = (kBackward ? places - member : places + member) % kTupleSize;
        ElementAt(push.totalAddress + place * kElementBytes).words = toWords(atEnd.parts[(member + 1) * kOrder - 1]);
    }
}
#endif
