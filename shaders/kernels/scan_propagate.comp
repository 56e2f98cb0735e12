#version 460
#extension GL_GOOGLE_include_directive : require
// The way down of ScanThenPropagate: each workgroup adds its tile's carry, which the level above has for it by now. It
// zeroes the carry in scratch, since no later run of any strategy may take the element for a word with its tag.
#include "tile/interface.glsl"
#include "tile/levels.glsl"

void main()
{
    const uint tiles = openArray();
    const uint index = workgroupIndex();
    if (!mayExist(index))
        return;
    Element carry = identity();
    if (gl_LocalInvocationIndex == 0) {
        carry = fromWords(ElementAt(aggregateAddress(index)).words);
        ElementAt(aggregateAddress(index)).words = Words(0);
    }
    if (index >= tiles)
        return;
    Tile tile;
    loadTile(index, tile);
    tile.subgroupPrefix = identity();
    storeTile(index, tile, workgroupBroadcast(carry));
}
