// The tile of runs of equal keys. An element that differs from the one before is a head: it begins a run and ends the
// run before. Tiles are scanned by the number of heads, and the place of the last one.
//
// Once the carry is known, each subgroup moves the heads of a row side by side in shared memory, and writes them from
// there to consecutive places. The preceding head, which determines the length of a run, is next to it there.
//
// With TILE_RUN_VALUES, elements are values beside the keys (tile/run_values.glsl).
#ifndef VKSCAN_TILE_RUNS
#define VKSCAN_TILE_RUNS
#if defined(TILE_RUN_VALUES)
#include "abi/reduce_by_key_abi.h"
#define PUSH_CONSTANTS ReduceByKeyPush
#define VKSCAN_FORM_STATE(WORD, ELEMENT) WORD(runs) WORD(start) ELEMENT(sum)
#include "core/state.glsl"
#include "tile/keys.glsl"
#define Key uvec2
#define runState(runs, start) State(runs, start, identity())

layout(constant_id = kIdKeepsFirst) const bool kKeepsFirst = false; // otherwise values are summed
// Whether subgroups may diverge. lavapipe loses ones that do, so there they stay together.
layout(constant_id = kIdLeaveAlone) const bool kLeaveAlone = true;
#else
#include "abi/run_abi.h"
#define PUSH_CONSTANTS RunPush
#define VKSCAN_FORM_STATE(WORD, ELEMENT) WORD(runs) WORD(start)
#include "core/state.glsl"
#define Key Element
#define runState State
#endif
#include "core/workgroup.glsl"
#include "tile/memory.glsl"
#include "tile/indirect.glsl"
#include "core/subgroup_order.glsl"

// The state: the number of runs that begin, the index of the first element of the last of them and, with values, the sum
// from there on. Indices ascend, so the last is the largest. The first element of the array always begins a run, so 0
// also stands for none.
State emptyState() { return runState(0, 0); }

State combine(State earlier, State later)
{
    State state = runState(earlier.runs + later.runs, max(earlier.start, later.start));
#if defined(TILE_RUN_VALUES) // operands before a head drop out of the sum
    const Element sum = combine(earlier.sum, later.sum);
    state.sum = later.runs > 0 ? later.sum : sum;
#endif
    return state;
}

// Elements of a row, and a place before those of each subgroup.
const uint kStagedElements = kWorkgroupSize * kVector + kWorkgroupSize / kSubgroupSize;
shared uint sharedStarts[kStagedElements]; // starts of runs: indices of elements
shared Element sharedItems[kStagedElements]; // keys; with values, the first ones or the sums of the preceding runs

struct Tile {
    uint first; // index of the element at position 0; wraps around in the first tile
    Element items[kRows][kVector]; // values become sums in scanTile: at each head, the part's sum since the head before
    uint heads[kRows]; // masks of the vectors
    State prefix;      // after scanTile, the state before the part of this subgroup in the tile
};

// The heads of a vector, given the key before it and the number of elements up to the end of the array. Missing
// elements before the array are no heads, since they are all equal; the first element of the array may equal them.
uint headsOf(Key keys[kVector], Key before, uint existing)
{
    uint heads = 0;
    [[unroll]] for (uint i = 0; i < kVector; ++i) {
        heads |= keys[i] != before ? 1u << i : 0;
        before = keys[i];
    }
    return heads & (1u << existing) - 1u;
}

// The sum of the states of this invocation's elements.
State runsOf(Tile tile)
{
    State sum = emptyState();
    [[unroll]] for (uint row = 0; row < kRows; ++row)
        if (tile.heads[row] != 0)
            sum = runState(sum.runs + bitCount(tile.heads[row]),
                           tile.first + vectorInTile(row) * kVector + findMSB(tile.heads[row]));
    return sum;
}

// Stores the length of a run that ends where the next one starts, if there is room. Before the first run there is none:
// its number, -1, is beyond any capacity.
void storeLength(uint run, uint start, uint next)
{
    if (run < push.capacity && push.lengthsAddress != 0ul)
        CountAt(push.lengthsAddress + uint64_t(run) * 4).count = next - start;
}

// The place in shared memory of the last head before a row, followed by the heads of the row.
uint stagedBegin() { return gl_SubgroupID * (gl_SubgroupSize * kVector + 1); }

// Moves the heads of a row of the subgroup's part side by side. Returns their number.
uint stageRow(Tile tile, uint row, uint startBefore)
{
    uint at = stagedBegin();
    uint count = 0;
    if (gl_SubgroupInvocationID == 0)
        sharedStarts[at] = startBefore;
    [[unroll]] for (uint i = 0; i < kVector; ++i) {
        const uvec4 lanes = subgroupBallot((tile.heads[row] >> i & 1) != 0);
        at += subgroupBallotExclusiveBitCount(lanes);
        count += subgroupBallotBitCount(lanes);
    }
    [[unroll]] for (uint i = 0; i < kVector; ++i)
        if ((tile.heads[row] >> i & 1) != 0) {
            ++at;
            sharedStarts[at] = tile.first + vectorInTile(row) * kVector + i;
            sharedItems[at] = tile.items[row][i];
        }
    orderSubgroup();
    return count;
}

#if defined(TILE_RUN_VALUES)
#include "tile/run_values.glsl"
#else
// The element before the subgroup's part of the tile, valid in the first lane. If there is none, the identity, the
// value of missing elements.
Element elementBefore(uint tile, Bounds bounds)
{
    const uint position = vectorInTile(0) * kVector;
    Element before = identity();
    if (gl_SubgroupInvocationID == 0 && (tile > 0 || position > bounds.begin) && position < bounds.end)
        before = fromWords(LOAD_ELEMENT(LOADED_ROW(push.inputAddress, tile, 0) - LOADED_BYTES));
    return before;
}

void loadTile(uint index, out Tile tile)
{
    const Bounds bounds = boundsOf(index);
    tile.first = index * kTileElements - push.head;
    loadRows(push.inputAddress, index, tile.items);
    Element before = elementBefore(index, bounds);
    [[unroll]] for (uint row = 0; row < kRows; ++row) {
        const Words last = toWords(tile.items[row][kVector - 1]);
        const Element beside = fromWords(subgroupShuffleUp(last, 1));
        const uint position = vectorInTile(row) * kVector;
        const uint existing = min(max(bounds.end, position) - position, kVector);
        tile.heads[row] = headsOf(tile.items[row], gl_SubgroupInvocationID == 0 ? before : beside, existing);
        if (index == 0 && position == 0)
            tile.heads[row] |= 1u << bounds.begin;
        before = subgroupLast(fromWords(last));
    }
}

State scanTile(inout Tile tile) { return workgroupScan(subgroupReduce(runsOf(tile)), tile.prefix); }

State aggregateTile(uint index)
{
    Tile tile;
    loadTile(index, tile);
    return scanTile(tile);
}

// Stores the element and the start of a run, each if there is room.
void storeRun(uint run, uint start, Element item)
{
    if (run < push.capacity && push.outputAddress != 0ul)
        ElementAt(push.outputAddress + uint64_t(run) * kElementBytes).words = toWords(item);
    if (run < push.startsCapacity)
        CountAt(push.startsAddress + uint64_t(run) * 4).count = start;
}

void storeTile(uint index, Tile tile, State carry)
{
    State earlier = combine(carry, tile.prefix);
    [[unroll]] for (uint row = 0; row < kRows; ++row) {
        const uint count = stageRow(tile, row, earlier.start);
        [[unroll]] for (uint k = 0; k < kVector; ++k) {
            const uint staged = k * gl_SubgroupSize + gl_SubgroupInvocationID;
            if (staged < count) {
                const uint run = earlier.runs + staged;
                const uint at = stagedBegin() + 1 + staged;
                storeRun(run, sharedStarts[at], sharedItems[at]);
                storeLength(run - 1, sharedStarts[at - 1], sharedStarts[at]);
            }
        }
        earlier = State(earlier.runs + count, sharedStarts[stagedBegin() + count]);
        orderSubgroup();
    }
}
#endif

State initialState() { return emptyState(); }

// Stores the length of the last run, which ends with the array, and the number of runs.
void storeTotal(State total)
{
    storeLength(total.runs - 1, total.start, uint(elementCount));
#if defined(TILE_RUN_VALUES)
    if (!kKeepsFirst)
        storeValue(total.runs - 1, total.sum);
#endif
    if (push.totalAddress != 0ul)
        CountAt(push.totalAddress).count = total.runs;
    storeIndirectCount(push.indirectAddress, min(total.runs, push.capacity), push.divisor, push.rounding);
}
#endif
