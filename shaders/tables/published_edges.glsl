// The edges that tiles of a single pass publish, and the order of tiles.
#ifndef VKSCAN_TABLES_PUBLISHED_EDGES
#define VKSCAN_TABLES_PUBLISHED_EDGES
#include "tables/edges.glsl"
#include "tables/windows.glsl"

// The first edge that a tile sums: the previous window's leader, or the first tile.
uint firstEdge(uint index, uint window)
{
    const uint first = index - index % window;
    return first > 0 ? first - 1 : 0;
}

void publishRight(uvec2 at, Edges edges, bool withLeft)
{
    [[unroll]] for (uint run = 0; run < kRightRuns; ++run) {
        if (wordOf(run) < kRightWords) {
            Element sum = edges.right[run];
            if (withLeft)
                sum = combine(sharedRight[wordOf(run)], sum);
            publish(rightSlot(at) + wordOf(run), sum);
        }
    }
}

// Publishes the bottom edge including the sums left of it.
void publishBottom(uvec2 at, Edges edges, bool withAbove)
{
    [[unroll]] for (uint run = 0; run < kBottomRuns; ++run) {
        if (wordOf(run) < kBottomWords) {
            Element sum = bottomWithLeft(edges, run);
            if (withAbove)
                sum = combine(sharedTop[wordOf(run)], sum);
            publish(bottomSlot(at) + wordOf(run), sum);
        }
    }
}

// The tile of an index if tiles are counted diagonal by diagonal.
uvec2 tileOnDiagonals(uint index, uvec2 tiles)
{
    const uint side = min(tiles.x, tiles.y);
    const uint triangle = side * (side - 1) / 2; // tiles before the first diagonal of full length
    const uint all = tiles.x * tiles.y;
    const bool isLate = index >= all - triangle; // shortening diagonals mirror the beginning
    const uint i = isLate ? all - 1 - index : index;
    uint diagonal;
    uint place;
    if (i < triangle) {
        diagonal = uint((sqrt(8.0 * float(i) + 1.0) - 1.0) * 0.5); // this diagonal or one next to it
        diagonal -= diagonal * (diagonal + 1) / 2 > i ? 1 : 0;
        diagonal += (diagonal + 1) * (diagonal + 2) / 2 <= i ? 1 : 0;
        place = i - diagonal * (diagonal + 1) / 2;
    } else {
        diagonal = side - 1 + (i - triangle) / side;
        place = (i - triangle) % side;
    }
    const uvec2 at = tiles.x <= tiles.y ? uvec2(place, diagonal - place) : uvec2(diagonal - place, place);
    return isLate ? tiles - 1 - at : at;
}
#endif
