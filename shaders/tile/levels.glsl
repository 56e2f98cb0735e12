// A level of ScanThenPropagate: an array whose tiles are scanned each on its own, and their aggregates, an array of
// elements that is the next level. Those of tiles beyond a count read on the device are the identity.
//
// Harris, Sengupta & Owens, "Parallel Prefix Sum (Scan) with CUDA", GPU Gems 3, 2007.
#ifndef VKSCAN_TILE_LEVELS
#define VKSCAN_TILE_LEVELS
#include "tile/memory.glsl"

bool isTopLevel() { return push.scratchAddress == 0ul; }

// Whether the array may be so long that there is such a tile; a folded grid has more workgroups.
bool mayExist(uint tile) { return uint64_t(tile) * kTileElements < push.head + push.maxCount; }

uint64_t aggregateAddress(uint tile) { return push.scratchAddress + uint64_t(tile) * kElementBytes; }
#endif
