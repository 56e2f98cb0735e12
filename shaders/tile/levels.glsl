// A level of ScanThenPropagate: an array whose tiles are scanned each on its own. Their aggregates are the array of the
// next level. Aggregates of tiles behind a count that the device reads are the identity.
//
// Harris, Sengupta & Owens, "Parallel Prefix Sum (Scan) with CUDA", GPU Gems 3, 2007.
#ifndef VKSCAN_TILE_LEVELS
#define VKSCAN_TILE_LEVELS
#include "tile/memory.glsl"

bool isTopLevel() { return push.scratchAddress == 0ul; }

// Whether the array may have such a tile. A folded grid has more workgroups than tiles.
bool mayExist(uint tile) { return uint64_t(tile) * kTileElements < push.head + push.maxCount; }

uint64_t aggregateAddress(uint tile) { return push.scratchAddress + uint64_t(tile) * kElementBytes; }
#endif
