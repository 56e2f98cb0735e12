// How the tiles of one dispatch hand on their edges. A tile publishes its right edge, waits for the sums left of it,
// publishes its bottom edge with them, and waits for the sums above it.
//
// Edges are summed over windows of tiles, in rows and in columns. The last tile of a window, its leader, publishes the
// sum of all edges up to its own instead of its edge. If one window holds all tiles this is a flat sum.
//
// With several windows tiles are taken diagonal by diagonal, so that the neighbours that a tile waits for began long
// before it. Row by row, a whole row would wait for its slowest tile.
//
// The including file defines storeEdgeWord, which stores a word of an edge, beside what edges.glsl needs.
#ifndef VKSCAN_TABLES_WINDOWS
#define VKSCAN_TABLES_WINDOWS
#include "tables/edges.glsl"
#include "tables/mean.glsl"

layout(constant_id = kIdRowWindow) const uint kRowWindow = 32; // tiles
layout(constant_id = kIdColumnWindow) const uint kColumnWindow = 32;

bool leadsRow(uvec2 at) { return at.x % kRowWindow == kRowWindow - 1; }
bool leadsColumn(uvec2 at) { return at.y % kColumnWindow == kColumnWindow - 1; }

// The first edge that a tile sums: the leader of the window before its own, or the first tile.
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
            storeEdgeWord(rightSlot(at) + wordOf(run), sum);
        }
    }
}

// Publishes the bottom edge with the sums left of it.
void publishBottom(uvec2 at, Edges edges, bool withAbove)
{
    [[unroll]] for (uint run = 0; run < kBottomRuns; ++run) {
        if (wordOf(run) < kBottomWords) {
            Element sum = bottomWithLeft(edges, run);
            if (withAbove)
                sum = combine(sharedTop[wordOf(run)], sum);
            storeEdgeWord(bottomSlot(at) + wordOf(run), sum);
        }
    }
}

// The bias of all tiles; one that is found is also stored, by the tile that `stores`. Each workgroup finds the mean by
// itself: few texels, in caches, take less time than waiting for another workgroup. Beside those of a tile they would
// take registers.
vec4 biasOfTiles(bool stores)
{
    vec4 bias = givenBias();
    if (kBias == kBiasMean) {
        bias = meanOfGrid();
        if (stores && gl_LocalInvocationIndex == 0)
            BiasAt(push.biasAddress).bias = bias;
    }
    return bias;
}

// The tile of an index if tiles are counted diagonal by diagonal.
uvec2 tileOnDiagonals(uint index, uvec2 tiles)
{
    const uint side = min(tiles.x, tiles.y);
    const uint triangle = side * (side - 1) / 2; // tiles before the first diagonal of full length
    const uint all = tiles.x * tiles.y;
    const bool isLate = index >= all - triangle; // diagonals shorten: the beginning, mirrored
    const uint i = isLate ? all - 1 - index : index;
    uint diagonal;
    uint place;
    if (i < triangle) {
        diagonal = uint((sqrt(8.0 * float(i) + 1.0) - 1.0) * 0.5); // or one beside it
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
