// A level of ScanThenPropagate: an array whose tiles are scanned separately. Their aggregates are the array of the next
// level. Aggregates of tiles beyond a count that the device reads are the identity.
//
// Harris, Sengupta & Owens, "Parallel Prefix Sum (Scan) with CUDA", GPU Gems 3, 2007.
#ifndef VKSCAN_TILE_LEVELS
#define VKSCAN_TILE_LEVELS
#include "tile/memory.glsl"

bool isTopLevel() { return push.scratchAddress == 0ul; }

// Whether the tile may exist. A folded grid has more workgroups than tiles.
bool mayExist(uint tile) { return uint64_t(tile) * kTileElements < push.head + push.maxCount; }

uint64_t aggregateAddress(uint tile) { return push.scratchAddress + uint64_t(tile) * kElementBytes; }
#endif
