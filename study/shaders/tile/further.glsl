// The forms of tiles that tile/interface.glsl includes for modules with TILE_FURTHER.
#if defined(FURTHER_NETWORK)
#include "tile/network.glsl"
#else
#include "tile/tree.glsl"
#endif
