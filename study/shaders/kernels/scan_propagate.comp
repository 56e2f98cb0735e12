#version 460
#extension GL_GOOGLE_include_directive : require
// The way down of ScanThenPropagate: each workgroup adds the carry of its tile, which the level above has stored. It
// zeroes the carry in scratch, so that no later run of any strategy takes the element for a word with its tag.
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
