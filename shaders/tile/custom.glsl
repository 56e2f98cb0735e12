// The scan of a tile by a user's kernel (vkscan/kernel.glsl) that defines LOAD or STORE, or whose states are large. An
// invocation has one element in a row and neighbouring lanes have neighbouring elements, so that load and store access
// neighbouring memory in any layout. Each row is one subgroup scan. Scans begin again at each head, like those of
// built-in elements.
#ifndef VKSCAN_TILE_CUSTOM
#define VKSCAN_TILE_CUSTOM
#include "core/common.glsl" // the user's kernel, which defines TILE_SEGMENTS if it scans segments
#if defined(TILE_SEGMENTS)
#include "tile/segment_state.glsl"
#endif
#include "tile/custom_checks.glsl"
#include "core/slots.glsl"
#include "core/workgroup.glsl"

// Differences between scans of elements and of segments.
#if defined(TILE_SEGMENTS)
#include "tile/custom_segments.glsl"
#else
State stateOfElement(Element element, bool head) { return element; }
Element elementIn(State state) { return state; }
uint headsIn(uint tile) { return 0; }
uint paddingIn(uint tile) { return 0; }

void storeTotal(State total)
{
    if (push.totalAddress != 0ul)
        storeWords(push.totalAddress, 0ul, wordsOfState(total));
}
#endif

#if !defined(STORE)
void store(uint64_t index, Element before, Element through)
{
    StateWords words = wordsOfState(through);
    if (kExclusive)
        words = wordsOfState(before);
    storeWords(push.outputAddress, index, words);
}
#endif

struct Tile {
    State items[kRows];   // elements; after scanTile, their inclusive scan from subgroupPrefix on
    State subgroupPrefix; // sum before the part of this subgroup in the tile
    uint heads;           // a bit for each row
};

void loadTile(uint index, out Tile tile)
{
    const Places places = placesIn(index);
    tile.heads = headsIn(index);
    if (boundsOf(index).end == kTileElements) {
        [[unroll]] for (uint row = 0; row < kRows; ++row)
            tile.items[row] = stateOfElement(asOperand(load(indexOf(places, row))), (tile.heads >> row & 1) != 0);
    } else {
        [[unroll]] for (uint row = 0; row < kRows; ++row) {
            Element element = identity();
            if (exists(places, row))
                element = asOperand(load(indexOf(places, row)));
            tile.items[row] = stateOfElement(element, (tile.heads >> row & 1) != 0);
        }
    }
    CHECK_ROWS(exists(places, row), indexOf(places, row))
}

State scanTile(inout Tile tile)
{
    State running = emptyState();
    [[unroll]] for (uint row = 0; row < kRows; ++row) {
        tile.items[row] = combine(running, subgroupScanInclusive(tile.items[row]));
        running = subgroupLast(tile.items[row]);
    }
    return workgroupScan(running, tile.subgroupPrefix);
}

State aggregateTile(uint index)
{
    Tile tile;
    loadTile(index, tile);
    return scanTile(tile);
}

void storeTile(uint index, Tile tile, State carry)
{
    const Places places = placesIn(index);
    const State earlier = combine(carry, tile.subgroupPrefix);
    const uint padding = paddingIn(index);
    State last = earlier; // sum before the row
    [[unroll]] for (uint row = 0; row < kRows; ++row) {
        const State through = combine(earlier, tile.items[row]);
        State before = subgroupShiftUp(through);
        if (gl_SubgroupInvocationID == 0)
            before = last;
        last = subgroupLast(through);
        Element preceding = elementIn(before);
        if ((tile.heads >> row & 1) != 0)
            preceding = identity();
        if (exists(places, row) && (padding >> row & 1) == 0)
            store(indexOf(places, row), preceding, elementIn(through));
    }
}

State initialState() { return emptyState(); }
#endif
