// The interface of a form of tiles, which reduces an entry point to its strategy. The entry point includes this file,
// which includes the form that a macro selects. A new form is a file in this folder and a line below.
//
//     struct Tile           what one invocation holds of a tile in registers: kRows vectors of kVector elements, and
//                           what else the form knows of them. No global: where functions are called, globals are in
//                           memory.
//     State                 what tiles carry on (core/state.glsl): an element, or a struct whose fields the form lists
//     PUSH_CONSTANTS        defined by a form that pushes other constants than ScanPush
//
// A tile is what one workgroup scans at a time: kTileElements positions (tile/memory.glsl), in scan order. Tiles have
// the indices from 0 to openArray(). An entry point calls that first: before, elementCount and vectorCount, which all
// functions below use, are not valid.
//
// The whole workgroup calls these functions, in uniform control flow, since they may pass barriers; except
// initialState, storeTotal and takeTile. A workgroup holds one tile at a time, from loadTile to storeTile: shared
// memory is that of one tile.
//
// Globals that functions use, because copies would cost:
// - elementCount, vectorCount: sizes of the array, valid after openArray (tile/memory.glsl)
// - totalsBegin: the half of sharedTotals that is written next (core/workgroup.glsl)
// - sharedTag: tag of the run, valid a barrier after shareTag; scanTile passes one (core/single_pass.glsl)
// - runTag: the same tag, or that of a lap; an entry point sets it before it publishes or waits
// - roundsSpent: rounds of all waits of the workgroup
#ifndef VKSCAN_TILE_INTERFACE
#define VKSCAN_TILE_INTERFACE
#if defined(ELEMENT_CUSTOM)
#include "core/common.glsl" // a user's kernel, which selects its form
#endif

#if defined(TILE_BLOCKS) // orders above 1, and tuples
#include "tile/blocks.glsl"
#elif defined(TILE_CUSTOM) // a user's kernel: elements are loaded and stored one by one
#include "tile/custom.glsl"
#elif defined(TILE_CUSTOM_SELECT)
#include "tile/custom_selection.glsl"
#elif defined(TILE_SEGMENTS)
#include "tile/segments.glsl"
#elif defined(TILE_INDICES) // reductions only
#include "tile/indices.glsl"
#elif defined(TILE_SELECT)
#include "tile/selections.glsl"
#elif defined(TILE_REQUESTS) // allocations
#include "tile/requests.glsl"
#elif defined(TILE_RUNS) || defined(TILE_RUN_VALUES) // runs of equal keys
#include "tile/runs.glsl"
#elif defined(FIXED_SEGMENTS) || defined(FIXED_RESULTS) // reproducible segments of floats
#include "tile/fixed_segments.glsl"
#elif defined(TILE_FIXED_ORDER) // reproducible floats
#include "tile/fixed_order.glsl"
#elif defined(TILE_FURTHER) // a form that does not lie here: the build has its folder among those of includes
#include "tile/further.glsl"
#else
#include "tile/plain.glsl"
#endif

// Prototypes follow the definitions: the compiler compares parameters and results, and a function that is called but
// missing has no body.

#if !defined(TILE_INDICES)
// Loads the tile from memory. Loads are in flight when it returns, so entry points first do work that needs no element.
void loadTile(uint index, out Tile tile);

// Scans the loaded tile on its own. Returns its aggregate, the same in all invocations. Passes at least one barrier.
State scanTile(inout Tile tile);

// Stores the results of the scanned tile. `carry`, the same in all invocations, is the sum of the initial value and of
// all preceding tiles. In place, it overwrites what loadTile read.
void storeTile(uint index, Tile tile, State carry);
#endif

// The aggregate of a tile that is not loaded, the same in all invocations. It has the bits of scanTile's result, also
// for floats; in reductions, which never scan the tile, those of takeTile's.
State aggregateTile(uint index);

// Combines this invocation's elements of a tile with `sum`, in no particular order: operators commute. Passes no
// barrier. workgroupReduce(sum) is then the aggregate of all tiles taken. Only plain tiles, indices and selections
// provide it.
void takeTile(uint index, inout State sum);

// The state before the first tile. Any invocation may call it, at any time.
State initialState();

// Stores the state after the last tile, such as the total of a scan, and counts for the host or later commands. One
// invocation of the grid calls it, once; if there are no elements, with initialState().
void storeTotal(State total);
#endif
