// What a form of tiles provides, so that entry points can be strategies and no more: they include this file, which takes
// the form that a macro asks for. A new form is a file here, its State in core/state.glsl, a line below, and its push
// constants in core/common.glsl where ScanPush is not enough.
//
//     struct Tile           what one invocation holds of a tile, in registers: kRows vectors of kVector elements, and
//                           what the form has to know of them. Not a global: where functions are called, globals live in
//                           memory.
//     State                 what tiles carry on (core/state.glsl)
//
// A tile is what one workgroup scans at a time: kTileElements positions (tile/positions.glsl), in scan order. Tiles are
// indexed from 0 up to openArray(), which an entry point calls first: before it, elementCount and vectorCount, on which
// all functions below depend, are not valid.
//
// All but initialState and storeTotal are called by the whole workgroup, in uniform control flow, since all but takeTile
// may pass barriers. A workgroup holds one tile at a time, from loadTile to storeTile: shared memory is one tile's.
//
// Variables through which functions know more than their arguments, which would cost copies:
//     elementCount, vectorCount  of the array, since openArray (tile/positions.glsl)
//     totalsBegin                the half of sharedTotals that is written next (core/workgroup.glsl)
//     sharedTag                  the run's tag, valid a barrier after shareTag: scanTile passes one (core/single_pass.glsl)
//     runTag                     the same, or a lap's, which an entry point sets before it publishes or waits
//     roundsSpent                by all waits of the workgroup together
#ifndef VKSCAN_TILE_INTERFACE
#define VKSCAN_TILE_INTERFACE
#if defined(ELEMENT_CUSTOM)
#include "core/common.glsl" // a user's kernel, which defines the macro by itself
#endif

#if defined(TILE_BLOCKS) // orders above 1, and tuples
#include "tile/blocks.glsl"
#elif defined(TILE_CUSTOM) // of a user's kernel, whose elements are loaded and stored one by one
#include "tile/custom.glsl"
#elif defined(TILE_CUSTOM_SELECT)
#include "tile/custom_selection.glsl"
#elif defined(TILE_SEGMENTS)
#include "tile/segments.glsl"
#elif defined(TILE_INDICES) // reductions alone
#include "tile/indices.glsl"
#elif defined(TILE_SELECT)
#include "tile/selections.glsl"
#elif defined(TILE_REQUESTS) // of allocations
#include "tile/requests.glsl"
#elif defined(TILE_RUNS) // of equal elements
#include "tile/runs.glsl"
#elif defined(TILE_NETWORK)
#include "tile/network.glsl"
#else
#include "tile/plain.glsl"
#endif

// Prototypes behind the definitions: the compiler compares parameters and results, and a function that is called but
// missing has no body.

#if !defined(TILE_INDICES)
// Loads the tile from memory. Loads are in flight when it returns, so entry points do what needs no element next.
void loadTile(uint index, out Tile tile);

// Scans the loaded tile on its own. Returns its aggregate, the same in all invocations. Passes at least one barrier.
State scanTile(inout Tile tile);

// Stores the scanned tile's results. The carry, the same in all invocations, is what all tiles before and the initial
// value add up to. In place, it overwrites what loadTile read.
void storeTile(uint index, Tile tile, State carry);
#endif

// The aggregate of a tile that is not loaded, the same in all invocations: the bits that scanTile returns, also for
// floats. Of reductions, which never scan the tile, those of takeTile.
State aggregateTile(uint index);

// Combines what this invocation loads of a tile with `sum`, in no particular order: operators commute. Has no barrier.
// workgroupReduce(sum) is then the aggregate of all tiles taken. Plain tiles, indices and selections alone have it.
void takeTile(uint index, inout State sum);

// What precedes the first tile. Any invocation may ask for it, at any time.
State initialState();

// Stores what follows the last tile, such as the scan's total, and what the host or later commands read of it. One
// invocation of the grid calls it, once; where there are no elements, with initialState().
void storeTotal(State total);
#endif
