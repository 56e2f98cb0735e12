// The scan of a tile in registers for orders and tuples. Each invocation holds blocks of consecutive elements, which
// are whole tuples. So it knows the place of each element and carries partial sums of any order from element to
// element. A row of blocks, one for each invocation of the subgroup, is scanned at a time. Tuples that take lanes have
// a section below.
//
// The states of two blocks cannot be added directly: sums of higher order depend on the number of elements that follow.
// They can be added once both have been led back to one place: blocks to the beginning of their row or of the
// subgroup's part, and subgroups to the beginning of the array. Workgroups and strategies then only add sums.
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
    Element items[kRows][kVector]; // elements, block by block
    State blockPrefixes[kBlocks];  // sum before a block in the part of this subgroup, led to its place
    State subgroupPrefix;          // sum before that part in the tile, led to the beginning of the array
    Element ways[kOrder];          // coefficients, different in each lane: see waysOf
};

// The scan of a tile whose tuples are a power of two of vectors, one for each lane. A lane holds the same members in
// every row. So rows are scanned as they are loaded, by shuffles between lanes that hold the same members.
const bool kTuplesTakeLanes = kOrder == 1 && kBlockVectors == 1 && kTupleSize >= kVector;
const uint kTupleLanes = kTuplesTakeLanes ? kTupleSize / kVector : 1;

uint laneInTuple() { return gl_SubgroupInvocationID % kTupleLanes; }

// The network of Kogge & Stone, as in core/monoid.glsl.
Element scanMember(Element value)
{
    [[unroll]] for (uint step = 0; step < kMostSubgroupSteps; ++step) {
        const uint distance = kTupleLanes << step;
        if (distance < kSubgroupSize) {
            const Element earlier = fromWords(subgroupShuffleUp(toWords(value), distance));
            if (gl_SubgroupInvocationID >= distance)
                value = combine(earlier, value);
        }
    }
    return value;
}

Element shiftMember(Element value)
{
    const Element before = fromWords(subgroupShuffleUp(toWords(value), kTupleLanes));
    return gl_SubgroupInvocationID < kTupleLanes ? identity() : before;
}

// Scans the rows of the subgroup's part. Returns the aggregate of the part.
State scanTupleRows(inout Element rows[kRows][kVector])
{
    Element running[kVector]; // sums of the members of this lane
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

// Adds the state that precedes the part to its rows.
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

// Whether the states of blocks are led to the beginning of the subgroup's part, by a set of coefficients for each
// block. Otherwise they are led to the beginning of their row, by one set, and the sums of rows by constants. For
// 64-bit elements the former takes fewer instructions and registers.
const bool kLeadsToPart = ELEMENT_WORDS == 2;

// Coefficients. In the first lane, they lead from the beginning of the array to that of the subgroup's part of a tile;
// in the others, they lead back from the place of the part's states: its beginning or its end.
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

// Adds the next element to the sums of a member. Returns its result.
Element take(inout State state, uint member, Element item)
{
    const uint first = member * kOrder;
    const Element before = state.parts[first + kOrder - 1];
    if (kExclusive) {
        [[unroll]] for (uint i = 1; i < kOrder; ++i) {
            const uint last = first + kOrder - i;
            state.parts[last] = combine(state.parts[last], state.parts[last - 1]);
        }
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

// Scans the tile. The aggregate is led back to the beginning of the array.
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

// Stores the total of each member. Places in a tuple are counted in scan order from the first vector of 16 bytes on;
// the array counts from its first element on.
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
