#version 460
#extension GL_GOOGLE_include_directive : require
// The way up of ScanThenPropagate: each workgroup scans its tile and stores its aggregate for the next level. The top
// level is one tile: it starts from the initial value, and stores the total.
#include "tile/interface.glsl"
#include "tile/levels.glsl"

void main()
{
    const uint tiles = openArray();
    const uint index = workgroupIndex();
    Element aggregate = identity();
    if (index < tiles) {
        Tile tile;
        loadTile(index, tile);
        aggregate = scanTile(tile);
        storeTile(index, tile, initialValue());
    }
    if (gl_LocalInvocationIndex > 0)
        return;
    if (isTopLevel())
        storeTotal(combine(initialValue(), aggregate));
    else if (mayExist(index))
        ElementAt(aggregateAddress(index)).words = toWords(aggregate);
}
