// The scan of a tile, of plain elements or in the form that a macro asks for. All have the same functions; of indices,
// those of reductions.
#if defined(TILE_BLOCKS)
#include "block_scan.glsl"
#elif defined(TILE_SEGMENTS)
#include "segment_scan.glsl"
#elif defined(TILE_INDICES)
#include "index_tile.glsl"
#elif defined(TILE_SELECT)
#include "select_tile.glsl"
#elif defined(TILE_RUNS)
#include "run_tile.glsl"
#elif defined(TILE_NETWORK)
#include "network_scan.glsl"
#else
#include "tile_scan.glsl"
#endif
