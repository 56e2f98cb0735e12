// The values beside the keys of a tile of runs (tile/runs.glsl): their sums from head to head, or the values at heads.
// Keys are compared when a tile is loaded, and loaded again at the heads when runs are stored, so that no register
// keeps them.
#ifndef VKSCAN_TILE_RUN_VALUES
#define VKSCAN_TILE_RUN_VALUES
#include "tile/segmented_subgroup.glsl"

void loadRowKeys(uint tile, uint row, Bounds bounds, bool asVector, out uvec2 keys[kVector])
{
    const uint64_t first = uint64_t(tile) * kTileVectors + vectorInTile(0);
    const uint64_t address =
        push.inputAddress + first * (kVector * kKeyBytes) + row * (PART_WIDTH * kVector * kKeyBytes);
    if (asVector) {
        loadKeys(address, keys);
        return;
    }
    const uint position = vectorInTile(row) * kVector;
    [[unroll]] for (uint i = 0; i < kVector; ++i) {
        keys[i] = uvec2(0);
        if (position + i - bounds.begin < bounds.end - bounds.begin)
            keys[i] = loadKey(address + i * kKeyBytes);
    }
}

// The key before the subgroup's part of the tile, valid in the first lane. If there is none, 0, the value of missing
// keys.
uvec2 keyBefore(uint tile, Bounds bounds)
{
    const uint position = vectorInTile(0) * kVector;
    uvec2 before = uvec2(0);
    if (gl_SubgroupInvocationID == 0 && (tile > 0 || position > bounds.begin) && position < bounds.end)
        before = loadKey(push.inputAddress + (uint64_t(tile) * kTileElements + position - 1ul) * kKeyBytes);
    return before;
}

void loadHeads(uint index, Bounds bounds, out uint heads[kRows])
{
    uvec2 keys[kRows][kVector];
    if (vectorAccess(push.inputAddress, bounds)) {
        [[unroll]] for (uint row = 0; row < kRows; ++row)
            loadRowKeys(index, row, bounds, true, keys[row]);
    } else {
        [[unroll]] for (uint row = 0; row < kRows; ++row)
            loadRowKeys(index, row, bounds, false, keys[row]);
    }
    uvec2 before = keyBefore(index, bounds);
    [[unroll]] for (uint row = 0; row < kRows; ++row) {
        const uvec2 last = keys[row][kVector - 1];
        const uvec2 beside = subgroupShuffleUp(last, 1);
        const uint position = vectorInTile(row) * kVector;
        const uint existing = min(max(bounds.end, position) - position, kVector);
        heads[row] = headsOf(keys[row], gl_SubgroupInvocationID == 0 ? before : beside, existing);
        if (index == 0 && position == 0)
            heads[row] |= 1u << bounds.begin;
        before = subgroupShuffle(last, gl_SubgroupSize - 1);
    }
}

// Loads the vectors of values that have heads.
void loadFirstValues(uint index, Bounds bounds, inout Tile tile)
{
    const bool asVector = vectorAccess(push.valuesAddress, bounds);
    [[unroll]] for (uint row = 0; row < kRows; ++row)
        if (tile.heads[row] != 0)
            loadRow(push.valuesAddress, index, row, bounds, asVector, tile.items[row]);
}

void loadTile(uint index, out Tile tile)
{
    const Bounds bounds = boundsOf(index);
    tile.first = index * kTileElements - push.head;
    if (!kKeepsFirst)
        loadRows(push.valuesAddress, index, tile.items);
    loadHeads(index, bounds, tile.heads);
    if (kKeepsFirst)
        loadFirstValues(index, bounds, tile);
}

// Sums a vector from head to head. Leaves at each head the sum since the preceding head or, at the first, since the
// vector's beginning. Returns the sum since the last head.
Element sumVector(inout Element items[kVector], uint heads)
{
    Element sum = items[0];
    items[0] = identity();
    [[unroll]] for (uint i = 1; i < kVector; ++i) {
        const Element item = items[i];
        items[i] = sum;
        sum = combine(sum, item);
        if ((heads & 1u << i) != 0)
            sum = item;
    }
    return sum;
}

// Sums the part of this subgroup from head to head. Returns the sum since its last head.
Element sumRows(inout Tile tile)
{
    Element running = identity();
    [[unroll]] for (uint row = 0; row < kRows; ++row) {
        const uint heads = tile.heads[row];
        const uvec4 lanesWithHeads = subgroupBallot(heads != 0);
        const Element inclusive = subgroupScanSegments(sumVector(tile.items[row], heads), lanesWithHeads);
        Element before = subgroupShiftUp(inclusive);
        if ((lanesWithHeads & gl_SubgroupLtMask) == uvec4(0))
            before = combine(running, before);
        [[unroll]] for (uint i = 0; i < kVector; ++i)
            if (heads != 0 && i == findLSB(heads))
                tile.items[row][i] = combine(before, tile.items[row][i]);
        const Element total = subgroupLast(inclusive);
        running = combine(running, total);
        if (lanesWithHeads != uvec4(0))
            running = total;
    }
    return running;
}

State scanTile(inout Tile tile)
{
    State part = subgroupReduce(runsOf(tile));
    if (!kKeepsFirst)
        part.sum = sumRows(tile);
    return workgroupScan(part, tile.prefix);
}

State aggregateTile(uint index)
{
    Tile tile;
    loadTile(index, tile);
    return scanTile(tile);
}

// Stores the start and key of a run, each if there is room.
void storeBegin(uint run, uint start)
{
    if (run < push.startsCapacity)
        CountAt(push.startsAddress + uint64_t(run) * 4).count = start;
    if (run >= push.capacity)
        return;
    // An element's index always: drivers may load before they branch.
    const uint64_t index = min(start, uint(elementCount) - 1);
    if (push.outputAddress != 0ul) {
        const uvec2 key = loadKey(push.inputAddress + (push.head + index) * kKeyBytes);
        const uint64_t address = push.outputAddress + uint64_t(run) * kKeyBytes;
        if (kKeyWords == 2)
            KeyAt(address).key = key;
        else
            FlagAt(address).flag = key.x;
    }
}

// Stores the sum or the first value of a run, if there is room.
void storeValue(uint run, Element value)
{
    if (run < push.capacity && push.reducedAddress != 0ul)
        storeElement(push.reducedAddress, run, value);
}

void storeTile(uint index, Tile tile, State carry)
{
    State earlier = combine(carry, tile.prefix);
    bool isFirst = true; // no preceding row has a head
    [[unroll]] for (uint row = 0; row < kRows; ++row) {
        const bool isEmpty = subgroupAll(tile.heads[row] == 0);
        if (kLeaveAlone && isEmpty)
            continue;
        const uint count = stageRow(tile, row, earlier.start);
        [[unroll]] for (uint k = 0; k < kVector; ++k) {
            const uint staged = k * gl_SubgroupSize + gl_SubgroupInvocationID;
            if (staged < count) {
                const uint run = earlier.runs + staged;
                const uint at = stagedBegin() + 1 + staged;
                storeBegin(run, sharedStarts[at]);
                storeLength(run - 1, sharedStarts[at - 1], sharedStarts[at]);
                Element value = sharedItems[at];
                if (!kKeepsFirst && isFirst && staged == 0)
                    value = combine(earlier.sum, value);
                storeValue(kKeepsFirst ? run : run - 1, value);
            }
        }
        isFirst = isFirst && count == 0;
        earlier.runs += count;
        earlier.start = sharedStarts[stagedBegin() + count];
        orderSubgroup();
    }
}
#endif
