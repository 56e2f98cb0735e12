// The scan of a tile in blocks: each invocation holds consecutive elements, so that it knows the place of each in its tuple,
// and can carry partial sums of any order from one to the next. Shared memory turns the rows in which memory is read and
// written into blocks and back.
//
// The sums of a state lie behind each other, so it is not enough to add up states: those of higher order depend on how
// many elements follow. States of different places can be added once each has been led back to where the array begins;
// so tiles publish, and carry, states at the beginning of the array, and all strategies see plain sums.
//
// Orders and tuples: Maleki, Yang & Burtscher, "Higher-Order and Tuple-Based Massively-Parallel Prefix Sums", 2016.
const uint kItems = kRows * kVector;
const uint kSteps = kItems / kTupleSize; // of each member's scan in one invocation

// Padded, so that neither rows nor blocks meet in the same banks.
const uint kBanks = 32 / kWords;
shared Element sharedItems[kTileElements + kTileElements / kBanks];
uint sharedIndex(uint position) { return position + position / kBanks; }

struct Tile {
    uint index;
    Element items[kItems]; // consecutive ones
    State before;          // what precedes them in the tile, at its beginning
};

// The place of this invocation's block in the tile.
uint blockIndex() { return gl_SubgroupID * gl_SubgroupSize + gl_SubgroupInvocationID; }

#if defined(ELEMENT_IS_FLOAT)
State advance(State state, int64_t n) { return state; }
#else
#include "binomial.glsl"
#endif

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

void loadTile(uint index, out Tile tile)
{
    tile.index = index;
    const Bounds bounds = boundsOf(index);
    const bool asVector = vectorAccess(push.inputAddress, bounds);
    Element rows[kRows][kVector];
    [[unroll]] for (uint row = 0; row < kRows; ++row)
        loadRow(index, row, bounds, asVector, rows[row]);
    barrier(); // sharedItems may be written again
    [[unroll]] for (uint row = 0; row < kRows; ++row)
        [[unroll]] for (uint i = 0; i < kVector; ++i)
            sharedItems[sharedIndex(vectorInTile(row) * kVector + i)] = rows[row][i];
    barrier();
    [[unroll]] for (uint i = 0; i < kItems; ++i)
        tile.items[i] = sharedItems[sharedIndex(blockIndex() * kItems + i)];
}

// Scans the loaded tile's blocks. Returns its aggregate, at the beginning of the array.
State scanTile(inout Tile tile)
{
    State state = emptyState();
    [[unroll]] for (uint i = 0; i < kItems; ++i)
        take(state, i % kTupleSize, tile.items[i]);
    state = advance(state, -int64_t((blockIndex() + 1) * kSteps));
    const State inclusive = subgroupScanInclusive(state);
    State prefix;
    const State aggregate = workgroupScan(subgroupLast(inclusive), prefix);
    tile.before = combine(prefix, subgroupShiftUp(inclusive));
    return advance(aggregate, -int64_t(tile.index) * int64_t(kWorkgroupSize * kSteps));
}

State aggregateTile(uint index)
{
    Tile tile;
    loadTile(index, tile);
    return scanTile(tile);
}

// Stores the tile's results, behind its carry.
void storeTile(uint index, Tile tile, State carry)
{
    const State atTile = advance(carry, int64_t(index) * int64_t(kWorkgroupSize * kSteps));
    State state = advance(combine(atTile, tile.before), int64_t(blockIndex() * kSteps));
    [[unroll]] for (uint i = 0; i < kItems; ++i)
        sharedItems[sharedIndex(blockIndex() * kItems + i)] = take(state, i % kTupleSize, tile.items[i]);
    barrier();
    const Bounds bounds = boundsOf(index);
    const bool asVector = vectorAccess(push.outputAddress, bounds);
    [[unroll]] for (uint row = 0; row < kRows; ++row) {
        Element values[kVector];
        [[unroll]] for (uint i = 0; i < kVector; ++i)
            values[i] = sharedItems[sharedIndex(vectorInTile(row) * kVector + i)];
        storeRow(index, row, bounds, asVector, values);
    }
}

State initialState()
{
    State state;
    [[unroll]] for (uint i = 0; i < kParts; ++i)
        state.parts[i] = initialValue();
    return state;
}

// Called by the one invocation that knows the scan's total. Places of the tuple are counted from the first vector of 16
// bytes on, in scan order; the array's from its first element on.
void storeTotal(State total)
{
    if (push.totalAddress == 0ul)
        return;
    const uint64_t end = boundsOf(0).begin + elementCount;
    [[unroll]] for (uint member = 0; member < kTupleSize; ++member) {
        const State atEnd = advance(total, int64_t(end + kTupleSize - 1 - member) / int64_t(kTupleSize));
        const uint64_t place = kBackward ? end - 1 - member + kTupleSize : member + kTupleSize - push.head % kTupleSize;
        ElementAt(push.totalAddress + uint(place % kTupleSize) * kElementBytes).words =
            toWords(atEnd.parts[(member + 1) * kOrder - 1]);
    }
}
