// Box queries on summed-area tables, for your shaders. Include this once a table, behind these definitions:
//
//     #define SAT_NAME(function) colour##function                  // the functions become colourBoxMean, ...
//     #define SAT_VALUE vec4                                       // type of an entry, or of its first channels
//     #define SAT_FETCH(column, row) texelFetch(colourTable, ivec2(column, row), 0)
//     #define SAT_EXTENT textureSize(colourTable, 0)               // ivec2: extent of the summed region, not of the table
//
// If colourTable is a texture2D without a sampler, enable GL_EXT_samplerless_texture_functions.
//
// Optional definitions:
//
//     #define SAT_ZERO_BORDER                  // TableLayout::ZeroBorder
//     #define SAT_BIAS bias                    // bias subtracted from each texel, a SAT_VALUE
//     #define SAT_FETCH_SQUARES(column, row) ...      // fetches from the table of squares
//     #define SAT_MEAN vec4                    // type of means; needed if SAT_VALUE is uint or uvec
//
// The file undefines all of them at its end. Boxes are half-open, from texel `begin` to before texel `end`, and clamped to
// the region. A box without texels has the sum, mean and variance 0. F. C. Crow, "Summed-area tables for texture
// mapping", 1984.
//
// This is GLSL; HLSL and Slang include summed_area_table.hlsl.
#ifndef SAT_AS // the types and functions of GLSL
#define SAT_INT2 ivec2
#define SAT_FLOAT2 vec2
#define SAT_MIX mix
#define SAT_AS(type, value) type(value)
#endif
#ifdef SAT_MEAN
#define SAT_IS_INTEGER
#else
#define SAT_MEAN SAT_VALUE
#endif
#ifndef SAT_BIAS
#define SAT_BIAS SAT_AS(SAT_VALUE, 0)
#endif

// The sum of all texels before column x and row y.
SAT_VALUE SAT_NAME(Before)(int x, int y)
{
#ifdef SAT_ZERO_BORDER
    return SAT_AS(SAT_VALUE, SAT_FETCH(x, y));
#else
    return x == 0 || y == 0 ? SAT_AS(SAT_VALUE, 0) : SAT_AS(SAT_VALUE, SAT_FETCH(max(x - 1, 0), max(y - 1, 0)));
#endif
}

SAT_VALUE SAT_NAME(BoxSum)(SAT_INT2 begin, SAT_INT2 end)
{
    begin = clamp(begin, SAT_INT2(0, 0), SAT_EXTENT);
    end = clamp(end, begin, SAT_EXTENT);
    const SAT_VALUE sum = SAT_NAME(Before)(end.x, end.y) - SAT_NAME(Before)(begin.x, end.y) -
                          (SAT_NAME(Before)(end.x, begin.y) - SAT_NAME(Before)(begin.x, begin.y));
    return sum + (SAT_BIAS) * SAT_AS(SAT_VALUE, (end.x - begin.x) * (end.y - begin.y));
}

// The mean of the texels of the box that are in the region.
SAT_MEAN SAT_NAME(BoxMean)(SAT_INT2 begin, SAT_INT2 end)
{
    const SAT_INT2 size = clamp(end, SAT_INT2(0, 0), SAT_EXTENT) - clamp(begin, SAT_INT2(0, 0), SAT_EXTENT);
    return SAT_AS(SAT_MEAN, SAT_NAME(BoxSum)(begin, end)) / SAT_AS(SAT_MEAN, max(size.x, 1) * max(size.y, 1));
}

// The mean of a box with edges between texels, which counts parts of texels: it changes continuously with the size of
// the box.
#ifdef SAT_IS_INTEGER
// Sums wrap around, and only their differences are exact, so parts are taken of differences.
void SAT_NAME(Across)(SAT_INT2 first, SAT_INT2 last, int y, out SAT_VALUE begin, out SAT_VALUE inner,
                      out SAT_VALUE end)
{
    const SAT_VALUE left = SAT_NAME(Before)(first.y, y);
    const SAT_VALUE right = SAT_NAME(Before)(last.x, y);
    begin = left - SAT_NAME(Before)(first.x, y);
    inner = right - left;
    end = SAT_NAME(Before)(last.y, y) - right;
}

SAT_MEAN SAT_NAME(BoxMean)(SAT_FLOAT2 begin, SAT_FLOAT2 end)
{
    begin = clamp(begin, SAT_FLOAT2(0, 0), SAT_FLOAT2(SAT_EXTENT));
    end = clamp(end, begin, SAT_FLOAT2(SAT_EXTENT));
    const float area = (end.x - begin.x) * (end.y - begin.y);
    if (area <= 0.0)
        return SAT_AS(SAT_MEAN, 0);
    // The first column and row, those in between, and the last. A box within a texel has the first alone.
    const SAT_INT2 low = SAT_INT2(begin);
    const SAT_INT2 next = min(low + 1, SAT_EXTENT);
    const SAT_INT2 high = max(SAT_INT2(end), next);
    const SAT_INT2 past = min(high + 1, SAT_EXTENT);
    const SAT_FLOAT2 first = min(SAT_FLOAT2(next), end) - begin;
    const SAT_FLOAT2 last = max(end - SAT_FLOAT2(high), SAT_FLOAT2(0, 0));
    const SAT_INT2 columns = SAT_INT2(low.x, next.x);
    const SAT_INT2 lastColumns = SAT_INT2(high.x, past.x);
    SAT_VALUE begin0, inner0, end0, begin1, inner1, end1, begin2, inner2, end2, begin3, inner3, end3;
    SAT_NAME(Across)(columns, lastColumns, low.y, begin0, inner0, end0);
    SAT_NAME(Across)(columns, lastColumns, next.y, begin1, inner1, end1);
    SAT_NAME(Across)(columns, lastColumns, high.y, begin2, inner2, end2);
    SAT_NAME(Across)(columns, lastColumns, past.y, begin3, inner3, end3);
#define SAT_ROWS(low, high)                                                                                            \
    (first.x * SAT_AS(SAT_MEAN, begin##high - begin##low) + SAT_AS(SAT_MEAN, inner##high - inner##low) +              \
     last.x * SAT_AS(SAT_MEAN, end##high - end##low))
    const SAT_MEAN sum = first.y * SAT_ROWS(0, 1) + SAT_ROWS(1, 2) + last.y * SAT_ROWS(2, 3);
#undef SAT_ROWS
    return sum / area + SAT_AS(SAT_MEAN, SAT_BIAS);
}
#else
SAT_VALUE SAT_NAME(BeforePoint)(SAT_FLOAT2 at)
{
    const SAT_INT2 low = SAT_INT2(at);
    const SAT_INT2 high = min(low + 1, SAT_EXTENT);
    const SAT_FLOAT2 part = at - SAT_FLOAT2(low);
    return SAT_MIX(SAT_MIX(SAT_NAME(Before)(low.x, low.y), SAT_NAME(Before)(high.x, low.y), part.x),
                   SAT_MIX(SAT_NAME(Before)(low.x, high.y), SAT_NAME(Before)(high.x, high.y), part.x), part.y);
}

SAT_MEAN SAT_NAME(BoxMean)(SAT_FLOAT2 begin, SAT_FLOAT2 end)
{
    begin = clamp(begin, SAT_FLOAT2(0, 0), SAT_FLOAT2(SAT_EXTENT));
    end = clamp(end, begin, SAT_FLOAT2(SAT_EXTENT));
    const float area = (end.x - begin.x) * (end.y - begin.y);
    if (area <= 0.0)
        return SAT_AS(SAT_MEAN, 0);
    const SAT_VALUE sum = SAT_NAME(BeforePoint)(end) - SAT_NAME(BeforePoint)(SAT_FLOAT2(begin.x, end.y)) -
                          (SAT_NAME(BeforePoint)(SAT_FLOAT2(end.x, begin.y)) - SAT_NAME(BeforePoint)(begin));
    return (SAT_BIAS) + sum / area;
}
#endif

#ifdef SAT_FETCH_SQUARES
SAT_VALUE SAT_NAME(SquaresBefore)(int x, int y)
{
#ifdef SAT_ZERO_BORDER
    return SAT_AS(SAT_VALUE, SAT_FETCH_SQUARES(x, y));
#else
    return x == 0 || y == 0 ? SAT_AS(SAT_VALUE, 0)
                            : SAT_AS(SAT_VALUE, SAT_FETCH_SQUARES(max(x - 1, 0), max(y - 1, 0)));
#endif
}

// The variance of the texels of the box that are in the region. The bias cancels out.
SAT_MEAN SAT_NAME(BoxVariance)(SAT_INT2 begin, SAT_INT2 end)
{
    begin = clamp(begin, SAT_INT2(0, 0), SAT_EXTENT);
    end = clamp(end, begin, SAT_EXTENT);
    const SAT_INT2 size = end - begin;
    const float texels = float(max(size.x * size.y, 1));
    const SAT_MEAN mean = SAT_NAME(BoxMean)(begin, end) -
                          (size.x * size.y == 0 ? SAT_AS(SAT_MEAN, 0) : SAT_AS(SAT_MEAN, SAT_BIAS));
    const SAT_VALUE squares = SAT_NAME(SquaresBefore)(end.x, end.y) - SAT_NAME(SquaresBefore)(begin.x, end.y) -
                              (SAT_NAME(SquaresBefore)(end.x, begin.y) - SAT_NAME(SquaresBefore)(begin.x, begin.y));
    return max(SAT_AS(SAT_MEAN, squares) / texels - mean * mean, SAT_AS(SAT_MEAN, 0));
}
#endif

#undef SAT_NAME
#undef SAT_VALUE
#undef SAT_FETCH
#undef SAT_EXTENT
#undef SAT_ZERO_BORDER
#undef SAT_BIAS
#undef SAT_FETCH_SQUARES
#undef SAT_MEAN
#undef SAT_IS_INTEGER
#undef SAT_INT2
#undef SAT_FLOAT2
#undef SAT_MIX
#undef SAT_AS
