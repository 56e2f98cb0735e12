#version 460
#extension GL_GOOGLE_include_directive : require
// The second dispatch of ReduceThenScan for summed-area tables: each workgroup sums the edges left of and above its
// span, and writes the tables of the span. With one span, it is the only dispatch.
#include "tables/source.glsl"
#include "core/workgroup.glsl"
#include "core/slots.glsl"
#include "tables/mean.glsl"
#include "tables/tile.glsl"

Element sumSlots(uint first, uint stride, uint count, uint most)
{
    Element sum = identity();
    for (uint i = 0; i < most; ++i)
        if (i < count)
            sum = combine(sum, loadSlot(first + i * stride));
    return sum;
}

#include "tables/edges.glsl"

// Adds the sum of all texels that are both left of and above the span: the corners of preceding spans.
void addCorners(uvec2 span)
{
    [[unroll]] for (uint value = 0; value < kValues; ++value) {
        Element corners = identity();
#if defined(TABLE_FIXED) // along the rows of spans, then down, in sequence
        const uint y = gl_LocalInvocationIndex;
        for (uint x = 0; x < span.x; ++x)
            if (y < span.y)
                corners = combine(corners, loadSlot(bottomSlot(uvec2(x, y)) + cornerWord(value)));
        sharedParts[y] = corners;
        barrier();
        Element corner = identity();
        for (uint above = 0; above < span.y; ++above)
            corner = combine(corner, sharedParts[above]);
        barrier(); // sharedParts may be written again
#else
        for (uint first = 0; first < span.x * span.y; first += kWorkgroupSize) {
            const uint i = first + gl_LocalInvocationIndex;
            if (i < span.x * span.y)
                corners = combine(corners, loadSlot(bottomSlot(uvec2(i % span.x, i / span.x)) + cornerWord(value)));
        }
        const Element corner = workgroupReduce(corners);
#endif
        [[unroll]] for (uint run = 0; run < kBottomRuns; ++run)
            if (wordOf(run) < kBottomWords && valueOfBottomWord(wordOf(run)) == value)
                sharedTop[wordOf(run)] = combine(sharedTop[wordOf(run)], corner);
    }
    barrier();
}

void main()
{
    const uvec2 tiles = tileGrid();
    const uvec2 span = takeSpan(tiles);
    sumAbove(bottomSlot(uvec2(span.x, 0)), tiles.x * kBottomWords, span.y);
    addCorners(span);
    vec4 bias = givenBias();
    if (kBias == kBiasMean) { // mean as in sat_reduce.comp
        bias = meanOfGrid();
        if (gl_WorkGroupID == uvec3(0) && gl_LocalInvocationIndex == 0)
            BiasAt(push.biasAddress).bias = bias;
    }

    for (uint y = span.y * push.spanTiles; y < min(tiles.y, (span.y + 1) * push.spanTiles); ++y) {
        const uvec2 at = uvec2(span.x, y);
        const uvec2 origin = at * uvec2(kTileWidth, kTileHeight);
        Tile tile;
        Edges edges;
        loadTile(origin, bias, tile);
        scanTile(tile, edges);
        sumLeft(rightSlot(uvec2(0, y)), kRightWords, at.x);
        storeTile(origin, tile);
        barrier(); // sharedTop may be written again
        [[unroll]] for (uint run = 0; run < kBottomRuns; ++run)
            if (wordOf(run) < kBottomWords)
                sharedTop[wordOf(run)] = combine(sharedTop[wordOf(run)], bottomWithLeft(edges, run));
        barrier();
    }
}
