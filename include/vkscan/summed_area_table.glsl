// Box queries on summed-area tables, for your shaders. Include this file once for each table, after these definitions:
//
//     #define TABLE_NAME(function) colour##function          // the functions become colourBoxMean, ...
//     #define TABLE_VALUE vec4                               // type of an entry, or of its first components
//     #define TABLE_FETCH(column, row) texelFetch(colourTable, ivec2(column, row), 0)
//     #define TABLE_EXTENT textureSize(colourTable, 0)       // ivec2: texels of the summed region, not of the table
//
// A colourTable that is a texture2D, without a sampler, needs GL_EXT_samplerless_texture_functions. Optional definitions:
//
//     #define TABLE_ZERO_BORDER                              // for TableLayout::ZeroBorder
//     #define TABLE_BIAS bias                                // TABLE_VALUE: the bias that was subtracted from each texel
//     #define TABLE_FETCH_SQUARES(column, row) ...           // an entry of the table of squares
//     #define TABLE_MEAN vec4                                // type of means; required if TABLE_VALUE is uint or uvec
//
// The end of this file undefines them all. Boxes are half-open, from texel `begin` to before texel `end`, and clamped to
// the region. A box without texels has the sum, mean and variance 0. F. C. Crow, "Summed-area tables for texture
// mapping", 1984.
//
// This file is GLSL. HLSL and Slang include summed_area_table.hlsl.
#ifndef TABLE_AS // types and functions of GLSL
#define TABLE_INT2 ivec2
#define TABLE_FLOAT2 vec2
#define TABLE_MIX mix
#define TABLE_AS(type, value) type(value)
#endif
#ifdef TABLE_MEAN
#define TABLE_IS_INTEGER
#else
#define TABLE_MEAN TABLE_VALUE
#endif
#ifndef TABLE_BIAS
#define TABLE_BIAS TABLE_AS(TABLE_VALUE, 0)
#endif

// The sum of all texels before column x and row y.
TABLE_VALUE TABLE_NAME(Before)(int x, int y)
{
#ifdef TABLE_ZERO_BORDER
    return TABLE_AS(TABLE_VALUE, TABLE_FETCH(x, y));
#else
    return x == 0 || y == 0 ? TABLE_AS(TABLE_VALUE, 0)
                            : TABLE_AS(TABLE_VALUE, TABLE_FETCH(max(x - 1, 0), max(y - 1, 0)));
#endif
}

// The sum of a box that is clamped, without the bias.
#define TABLE_DIFFERENCE(function)                                                                                     \
    (TABLE_NAME(function)(end.x, end.y) - TABLE_NAME(function)(begin.x, end.y) -                                       \
     (TABLE_NAME(function)(end.x, begin.y) - TABLE_NAME(function)(begin.x, begin.y)))

// The sum of the box's texels that are in the region.
TABLE_VALUE TABLE_NAME(BoxSum)(TABLE_INT2 begin, TABLE_INT2 end)
{
    begin = clamp(begin, TABLE_INT2(0, 0), TABLE_EXTENT);
    end = clamp(end, begin, TABLE_EXTENT);
    const int texels = (end.x - begin.x) * (end.y - begin.y);
    const TABLE_VALUE sum = TABLE_DIFFERENCE(Before) + (TABLE_BIAS) * TABLE_AS(TABLE_VALUE, texels);
    return texels == 0 ? TABLE_AS(TABLE_VALUE, 0) : sum; // also among infinities
}

// The mean of the box's texels that are in the region.
TABLE_MEAN TABLE_NAME(BoxMean)(TABLE_INT2 begin, TABLE_INT2 end)
{
    const TABLE_INT2 size = clamp(end, TABLE_INT2(0, 0), TABLE_EXTENT) - clamp(begin, TABLE_INT2(0, 0), TABLE_EXTENT);
    return TABLE_AS(TABLE_MEAN, TABLE_NAME(BoxSum)(begin, end)) / TABLE_AS(TABLE_MEAN, max(size.x, 1) * max(size.y, 1));
}

// The mean of a box whose edges may lie between texels: a texel counts by the part that is inside, so that the mean
// changes continuously with the box.
#ifdef TABLE_IS_INTEGER
// Sums of all texels before row y: of the box's first column, its inner columns and its last column. Integer entries
// wrap around and only their differences are exact, so only differences are multiplied by a part.
void TABLE_NAME(Across)(TABLE_INT2 first, TABLE_INT2 last, int y, out TABLE_VALUE begin, out TABLE_VALUE inner,
                      out TABLE_VALUE end)
{
    const TABLE_VALUE left = TABLE_NAME(Before)(first.y, y);
    const TABLE_VALUE right = TABLE_NAME(Before)(last.x, y);
    begin = left - TABLE_NAME(Before)(first.x, y);
    inner = right - left;
    end = TABLE_NAME(Before)(last.y, y) - right;
}

TABLE_MEAN TABLE_NAME(BoxMean)(TABLE_FLOAT2 begin, TABLE_FLOAT2 end)
{
    begin = clamp(begin, TABLE_FLOAT2(0, 0), TABLE_FLOAT2(TABLE_EXTENT));
    end = clamp(end, begin, TABLE_FLOAT2(TABLE_EXTENT));
    const float area = (end.x - begin.x) * (end.y - begin.y);
    if (!(area > 0.0))
        return TABLE_AS(TABLE_MEAN, 0);
    // The first column and row, the inner ones, and the last. A box within a texel has only the first.
    const TABLE_INT2 low = TABLE_INT2(begin);
    const TABLE_INT2 next = min(low + 1, TABLE_EXTENT);
    const TABLE_INT2 high = max(TABLE_INT2(end), next);
    const TABLE_INT2 past = min(high + 1, TABLE_EXTENT);
    const TABLE_FLOAT2 first = min(TABLE_FLOAT2(next), end) - begin;
    const TABLE_FLOAT2 last = max(end - TABLE_FLOAT2(high), TABLE_FLOAT2(0, 0));
    const TABLE_INT2 columns = TABLE_INT2(low.x, next.x);
    const TABLE_INT2 lastColumns = TABLE_INT2(high.x, past.x);
    TABLE_VALUE begin0, inner0, end0, begin1, inner1, end1, begin2, inner2, end2, begin3, inner3, end3;
    TABLE_NAME(Across)(columns, lastColumns, low.y, begin0, inner0, end0);
    TABLE_NAME(Across)(columns, lastColumns, next.y, begin1, inner1, end1);
    TABLE_NAME(Across)(columns, lastColumns, high.y, begin2, inner2, end2);
    TABLE_NAME(Across)(columns, lastColumns, past.y, begin3, inner3, end3);
#define TABLE_ROWS(low, high)                                                                                          \
    (first.x * TABLE_AS(TABLE_MEAN, begin##high - begin##low) + TABLE_AS(TABLE_MEAN, inner##high - inner##low) +       \
     last.x * TABLE_AS(TABLE_MEAN, end##high - end##low))
    const TABLE_MEAN sum = first.y * TABLE_ROWS(0, 1) + TABLE_ROWS(1, 2) + last.y * TABLE_ROWS(2, 3);
#undef TABLE_ROWS
    return sum / area + TABLE_AS(TABLE_MEAN, TABLE_BIAS);
}
#else
// Interpolates between two sums. A part of 0 leaves out `high`, which may be infinite.
TABLE_VALUE TABLE_NAME(Between)(TABLE_VALUE low, TABLE_VALUE high, float part)
{
    return part > 0.0 ? TABLE_MIX(low, high, part) : low;
}

TABLE_VALUE TABLE_NAME(BeforePoint)(TABLE_FLOAT2 at)
{
    const TABLE_INT2 low = TABLE_INT2(at);
    const TABLE_INT2 high = min(low + 1, TABLE_EXTENT);
    const TABLE_FLOAT2 part = at - TABLE_FLOAT2(low);
    return TABLE_NAME(Between)(
        TABLE_NAME(Between)(TABLE_NAME(Before)(low.x, low.y), TABLE_NAME(Before)(high.x, low.y), part.x),
        TABLE_NAME(Between)(TABLE_NAME(Before)(low.x, high.y), TABLE_NAME(Before)(high.x, high.y), part.x), part.y);
}

TABLE_MEAN TABLE_NAME(BoxMean)(TABLE_FLOAT2 begin, TABLE_FLOAT2 end)
{
    begin = clamp(begin, TABLE_FLOAT2(0, 0), TABLE_FLOAT2(TABLE_EXTENT));
    end = clamp(end, begin, TABLE_FLOAT2(TABLE_EXTENT));
    const float area = (end.x - begin.x) * (end.y - begin.y);
    if (!(area > 0.0))
        return TABLE_AS(TABLE_MEAN, 0);
    const TABLE_VALUE sum = TABLE_NAME(BeforePoint)(end) - TABLE_NAME(BeforePoint)(TABLE_FLOAT2(begin.x, end.y)) -
                            (TABLE_NAME(BeforePoint)(TABLE_FLOAT2(end.x, begin.y)) - TABLE_NAME(BeforePoint)(begin));
    return (TABLE_BIAS) + sum / area;
}
#endif

#ifdef TABLE_FETCH_SQUARES
TABLE_VALUE TABLE_NAME(SquaresBefore)(int x, int y)
{
#ifdef TABLE_ZERO_BORDER
    return TABLE_AS(TABLE_VALUE, TABLE_FETCH_SQUARES(x, y));
#else
    return x == 0 || y == 0 ? TABLE_AS(TABLE_VALUE, 0)
                            : TABLE_AS(TABLE_VALUE, TABLE_FETCH_SQUARES(max(x - 1, 0), max(y - 1, 0)));
#endif
}

// The variance of the box's texels that are in the region. The bias cancels out. For integers, the sum of the squared
// distances from the rounded mean has to be less than 2^32.
TABLE_MEAN TABLE_NAME(BoxVariance)(TABLE_INT2 begin, TABLE_INT2 end)
{
    begin = clamp(begin, TABLE_INT2(0, 0), TABLE_EXTENT);
    end = clamp(end, begin, TABLE_EXTENT);
    const int texels = (end.x - begin.x) * (end.y - begin.y);
    const TABLE_VALUE sum = TABLE_DIFFERENCE(Before);
    TABLE_VALUE squares = TABLE_DIFFERENCE(SquaresBefore);
    TABLE_MEAN mean = TABLE_AS(TABLE_MEAN, sum) / float(max(texels, 1));
#ifdef TABLE_IS_INTEGER // squares of distances from an integer: squares of the texels would wrap around sooner
    const TABLE_VALUE middle = TABLE_AS(TABLE_VALUE, mean + 0.5);
    squares += middle * (middle * TABLE_AS(TABLE_VALUE, texels) - sum - sum);
    mean -= TABLE_AS(TABLE_MEAN, middle);
#endif
    TABLE_MEAN variance = TABLE_AS(TABLE_MEAN, squares) / float(max(texels, 1)) - mean * mean;
    variance -= min(variance, TABLE_AS(TABLE_MEAN, 0)); // 0 if rounding made it less; NaN stays NaN
    return texels == 0 ? TABLE_AS(TABLE_MEAN, 0) : variance;
}
#endif

#undef TABLE_NAME
#undef TABLE_VALUE
#undef TABLE_FETCH
#undef TABLE_EXTENT
#undef TABLE_ZERO_BORDER
#undef TABLE_BIAS
#undef TABLE_FETCH_SQUARES
#undef TABLE_MEAN
#undef TABLE_IS_INTEGER
#undef TABLE_DIFFERENCE
#undef TABLE_INT2
#undef TABLE_FLOAT2
#undef TABLE_MIX
#undef TABLE_AS
