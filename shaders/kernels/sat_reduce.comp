#version 460
#extension GL_GOOGLE_include_directive : require
// The first dispatch of ReduceThenScan for summed-area tables: stores the right edge of each tile and the bottom edge
// of each span. A span is a column of tiles of one workgroup.
#include "tables/source.glsl"
#include "core/slots.glsl"
#include "tables/mean.glsl"
#include "tables/tile.glsl"

void main()
{
    const uvec2 tiles = tileGrid();
    const uvec2 span = takeSpan(tiles);
    Element bottom[kBottomRuns];
    [[unroll]] for (uint run = 0; run < kBottomRuns; ++run)
        bottom[run] = identity();

    vec4 bias = givenBias();
    if (kBias == kBiasMean) // computed by each workgroup, as in sat_single_pass.comp
        bias = meanOfGrid();
    for (uint y = span.y * push.spanTiles; y < min(tiles.y, (span.y + 1) * push.spanTiles); ++y) {
        const uvec2 at = uvec2(span.x, y);
        Tile tile;
        Edges edges;
        loadTile(at * uvec2(kTileWidth, kTileHeight), bias, tile);
        scanTile(tile, edges);
        [[unroll]] for (uint run = 0; run < kRightRuns; ++run)
            if (wordOf(run) < kRightWords)
                storeSlot(rightSlot(at) + wordOf(run), edges.right[run]);
        [[unroll]] for (uint run = 0; run < kBottomRuns; ++run)
            bottom[run] = combine(bottom[run], edges.bottom[run]);
    }

    [[unroll]] for (uint run = 0; run < kBottomRuns; ++run)
        if (wordOf(run) < kBottomWords)
            storeSlot(bottomSlot(span) + wordOf(run), bottom[run]);
}
