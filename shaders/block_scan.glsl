// The scan of a tile in registers for orders and tuples. Each invocation holds blocks of consecutive elements, which are
// whole tuples, so that it knows the place of each element, and can carry partial sums of any order from one to the next. A
// row of blocks, one an invocation of the subgroup, is scanned at a time.
//
// The sums of a state lie behind each other, so it is not enough to add up states: those of higher order depend on how
// many elements follow. States of different places can be added once each has been led back to one place: blocks' to where
// their row begins, subgroups' to where the tile does, and tiles' to the beginning of the array, so that all strategies
// see plain sums.
//
// Orders and tuples: Maleki, Yang & Burtscher, "Higher-Order and Tuple-Based Massively-Parallel Prefix Sums", 2016.
#include "exchange.glsl"

const uint kBlockItems = kBlockVectors * kVector;
const uint kBlockSteps = kBlockItems / kTupleSize; // of each member's scan
const uint kBlocks = kRows / kBlockVectors;        // of an invocation

struct Tile {
    Element items[kRows][kVector]; // the elements, block by block; after scanTile, their scan from where the subgroup's begin
    State subgroupPrefix;          // what precedes these in the tile, at the tile's beginning
};

#if defined(ELEMENT_IS_FLOAT) // whose states are of order 1
void coefficients(int n, out Element values[kOrder]) { values[0] = Element(1); }
const uint kOwnTile = 0;
const uint kOtherTile = 0;
void shareCoefficients(uint tile, uint whose) {}
State fromBeginningToTile(State state) { return state; }
State fromTileToBeginning(State state, uint whose) { return state; }
State advance(State state, Element values[kOrder]) { return state; }
State advance(State state, int64_t n) { return state; }
State advance(State state, int n) { return state; }
#else
#include "binomial.glsl"
#endif

int stepsOfSubgroups(uint subgroups) { return int(subgroups * gl_SubgroupSize * kBlocks * kBlockSteps); }

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

// The next result of elements that are zero, or of order 1 none at all.
Element passOver(inout State state, uint member)
{
    return kOrder == 1 ? state.parts[member] : take(state, member, Element(0));
}

uint memberOf(uint vector, uint i) { return (vector * kVector + i) % kTupleSize; }

void loadBlocks(uint index, uint whose, out Tile tile)
{
    loadRows(index, tile.items);
    rowsToBlocks(tile.items);
    if (kOrder > 1)
        barrier(); // sharedCoefficients may be written again
    shareCoefficients(index, whose);
}

// Scans the loaded tile. Returns its aggregate, at the beginning of the array.
State scanBlocks(uint whose, inout Tile tile)
{
    Element toRow[kOrder];
    Element toBlock[kOrder];
    Element toNextRow[kOrder];
    coefficients(-int((gl_SubgroupInvocationID + 1) * kBlockSteps), toRow);
    coefficients(int(gl_SubgroupInvocationID * kBlockSteps), toBlock);
    coefficients(int(gl_SubgroupSize * kBlockSteps), toNextRow);
    State running = emptyState();
    [[unroll]] for (uint block = 0; block < kRows; block += kBlockVectors) {
        State state = emptyState();
        [[unroll]] for (uint vector = 0; vector < kBlockVectors; ++vector)
            [[unroll]] for (uint i = 0; i < kVector; ++i)
                take(state, memberOf(vector, i), tile.items[block + vector][i]);
        const State inclusive = subgroupScanInclusive(advance(state, toRow));
        state = advance(combine(running, subgroupShiftUp(inclusive)), toBlock);
        running = advance(combine(running, subgroupLast(inclusive)), toNextRow);
        [[unroll]] for (uint vector = 0; vector < kBlockVectors; ++vector)
            [[unroll]] for (uint i = 0; i < kVector; ++i)
                tile.items[block + vector][i] = take(state, memberOf(vector, i), tile.items[block + vector][i]);
    }
    running = advance(running, -stepsOfSubgroups(gl_SubgroupID + 1));
    return fromTileToBeginning(workgroupScan(running, tile.subgroupPrefix), whose);
}

void loadTile(uint index, out Tile tile) { loadBlocks(index, kOwnTile, tile); }

State scanTile(inout Tile tile) { return scanBlocks(kOwnTile, tile); }

State aggregateTile(uint index)
{
    Tile tile;
    loadBlocks(index, kOtherTile, tile);
    return scanBlocks(kOtherTile, tile);
}

// Stores the scanned tile behind its carry.
void storeTile(uint index, Tile tile, State carry)
{
    Element toBlock[kOrder];
    Element toNextRow[kOrder];
    coefficients(int(gl_SubgroupInvocationID * kBlockSteps), toBlock);
    coefficients(int(gl_SubgroupSize * kBlockSteps), toNextRow);
    State earlier = combine(fromBeginningToTile(carry), tile.subgroupPrefix);
    earlier = advance(earlier, stepsOfSubgroups(gl_SubgroupID));
    [[unroll]] for (uint block = 0; block < kRows; block += kBlockVectors) {
        State state = advance(earlier, toBlock);
        earlier = advance(earlier, toNextRow);
        [[unroll]] for (uint vector = 0; vector < kBlockVectors; ++vector)
            [[unroll]] for (uint i = 0; i < kVector; ++i)
                tile.items[block + vector][i] =
                    combine(passOver(state, memberOf(vector, i)), tile.items[block + vector][i]);
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

// Called by the one invocation that knows the scan's total. Places of the tuple are counted from the first vector of 16
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
