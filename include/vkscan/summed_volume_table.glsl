// Box queries on summed-area tables of volumes, for your shaders. Include this file once for each table, after these
// definitions:
//
//     #define TABLE_NAME(function) fog##function             // the functions become fogBoxMean, ...
//     #define TABLE_VALUE float                              // type of an entry
//     #define TABLE_FETCH(x, y, z) entries[((z) * height + (y)) * width + (x)]
//     #define TABLE_EXTENT ivec3(256, 256, 256)              // texels of the summed region, not of the table
//
// An entry of a table in an image is texelFetch(fogTable, ivec3(x, y, z), 0).r, where fogTable is a sampler3D or, for
// layers, a sampler2DArray. Optional definitions:
//
//     #define TABLE_STACK                                    // for separateSlices: boxes lie in a slice
//     #define TABLE_ZERO_BORDER                              // for TableLayout::ZeroBorder
//     #define TABLE_BIAS bias                                // TABLE_VALUE: the bias that was subtracted from each texel
//     #define TABLE_FETCH_SQUARES(x, y, z) ...               // an entry of the table of squares
//     #define TABLE_MEAN float                               // type of means; required if TABLE_VALUE is uint
//
// The end of this file undefines them all. Boxes are half-open, from texel `begin` to before texel `end`, and clamped to
// the region. A box without texels has the sum, mean and variance 0. With TABLE_STACK boxes have one slice: begin.z, and
// end.z is ignored; a slice outside the region has no texels. F. C. Crow, "Summed-area tables for texture mapping", 1984.
//
// This file is GLSL. HLSL and Slang include summed_volume_table.hlsl.
#ifndef TABLE_AS // types and functions of GLSL
#define TABLE_INT3 ivec3
#define TABLE_FLOAT3 vec3
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
#ifdef TABLE_STACK
#define TABLE_SLICES_BEFORE 0 // slices of the table before the slice z of a query
#elif defined(TABLE_ZERO_BORDER)
#define TABLE_SLICES_BEFORE 0
#else
#define TABLE_SLICES_BEFORE 1
#endif

// The sum of all texels before column x, row y and slice z; in a stack, only those in slice z, before column x and row
// y.
TABLE_VALUE TABLE_NAME(Before)(int x, int y, int z)
{
#ifdef TABLE_ZERO_BORDER
    return TABLE_AS(TABLE_VALUE, TABLE_FETCH(x, y, z));
#else
    return x == 0 || y == 0 || z < TABLE_SLICES_BEFORE
               ? TABLE_AS(TABLE_VALUE, 0)
               : TABLE_AS(TABLE_VALUE, TABLE_FETCH(max(x - 1, 0), max(y - 1, 0), max(z - TABLE_SLICES_BEFORE, 0)));
#endif
}
#ifdef TABLE_FETCH_SQUARES
TABLE_VALUE TABLE_NAME(SquaresBefore)(int x, int y, int z)
{
#ifdef TABLE_ZERO_BORDER
    return TABLE_AS(TABLE_VALUE, TABLE_FETCH_SQUARES(x, y, z));
#else
    return x == 0 || y == 0 || z < TABLE_SLICES_BEFORE
               ? TABLE_AS(TABLE_VALUE, 0)
               : TABLE_AS(TABLE_VALUE,
                          TABLE_FETCH_SQUARES(max(x - 1, 0), max(y - 1, 0), max(z - TABLE_SLICES_BEFORE, 0)));
#endif
}
#endif

// Clamps a box to the region.
void TABLE_NAME(ClampBox)(inout TABLE_INT3 begin, inout TABLE_INT3 end)
{
#ifdef TABLE_STACK
    end.z = begin.z + 1;
#endif
    begin = clamp(begin, TABLE_INT3(0, 0, 0), TABLE_EXTENT);
    end = clamp(end, begin, TABLE_EXTENT);
#ifdef TABLE_STACK
    if (end.z == begin.z) { // no slice: an empty box in one that exists
        end = TABLE_INT3(begin.x, begin.y, 1);
        begin.z = 0;
    }
#endif
}

// Texels of a clamped box. An int cannot hold all values; a uint holds them modulo 2^32.
#define TABLE_TEXELS(type)                                                                                             \
    (TABLE_AS(type, (end.x - begin.x) * (end.y - begin.y)) * TABLE_AS(type, end.z - begin.z))

// The sum of a clamped box's columns and rows over the slices before z; in a stack, in slice z.
#define TABLE_FACE(function, z)                                                                                        \
    (TABLE_NAME(function)(end.x, end.y, z) - TABLE_NAME(function)(begin.x, end.y, z) -                                 \
     (TABLE_NAME(function)(end.x, begin.y, z) - TABLE_NAME(function)(begin.x, begin.y, z)))
#ifdef TABLE_STACK
#define TABLE_DIFFERENCE(function) TABLE_FACE(function, begin.z)
#else
#define TABLE_DIFFERENCE(function) (TABLE_FACE(function, end.z) - TABLE_FACE(function, begin.z))
#endif

// The sum of the box's texels that are in the region.
TABLE_VALUE TABLE_NAME(BoxSum)(TABLE_INT3 begin, TABLE_INT3 end)
{
    TABLE_NAME(ClampBox)(begin, end);
    const TABLE_VALUE sum = TABLE_DIFFERENCE(Before) + (TABLE_BIAS) * TABLE_TEXELS(TABLE_VALUE);
    return TABLE_TEXELS(float) == 0.0 ? TABLE_AS(TABLE_VALUE, 0) : sum; // also among infinities
}

// The mean of the box's texels that are in the region.
TABLE_MEAN TABLE_NAME(BoxMean)(TABLE_INT3 begin, TABLE_INT3 end)
{
    TABLE_NAME(ClampBox)(begin, end);
    return TABLE_AS(TABLE_MEAN, TABLE_NAME(BoxSum)(begin, end)) /
           max(TABLE_TEXELS(TABLE_MEAN), TABLE_AS(TABLE_MEAN, 1));
}

#if !defined(TABLE_IS_INTEGER) && !defined(TABLE_STACK)
// Interpolates between two sums. A part of 0 leaves out `high`, which may be infinite.
TABLE_VALUE TABLE_NAME(Between)(TABLE_VALUE low, TABLE_VALUE high, float part)
{
    return part > 0.0 ? TABLE_MIX(low, high, part) : low;
}

// The sum before a point: trilinear between the sums before the eight texel corners around it.
TABLE_VALUE TABLE_NAME(BeforePoint)(TABLE_FLOAT3 at)
{
    const TABLE_INT3 low = TABLE_INT3(at);
    const TABLE_INT3 high = min(low + 1, TABLE_EXTENT);
    const TABLE_FLOAT3 part = at - TABLE_FLOAT3(low);
#define TABLE_PLANE(z)                                                                                                 \
    TABLE_NAME(Between)(                                                                                               \
        TABLE_NAME(Between)(TABLE_NAME(Before)(low.x, low.y, z), TABLE_NAME(Before)(high.x, low.y, z), part.x),        \
        TABLE_NAME(Between)(TABLE_NAME(Before)(low.x, high.y, z), TABLE_NAME(Before)(high.x, high.y, z), part.x), part.y)
    return TABLE_NAME(Between)(TABLE_PLANE(low.z), TABLE_PLANE(high.z), part.z);
#undef TABLE_PLANE
}

// The mean of a box whose faces may lie between texels: a texel counts by the part that is inside, so that the mean
// changes continuously with the box. Not for integers, and not in stacks.
TABLE_MEAN TABLE_NAME(BoxMean)(TABLE_FLOAT3 begin, TABLE_FLOAT3 end)
{
    begin = clamp(begin, TABLE_FLOAT3(0, 0, 0), TABLE_FLOAT3(TABLE_EXTENT));
    end = clamp(end, begin, TABLE_FLOAT3(TABLE_EXTENT));
    const float size = (end.x - begin.x) * (end.y - begin.y) * (end.z - begin.z);
    if (!(size > 0.0))
        return TABLE_AS(TABLE_MEAN, 0);
#define TABLE_PLANE(z)                                                                                                 \
    (TABLE_NAME(BeforePoint)(TABLE_FLOAT3(end.x, end.y, z)) - TABLE_NAME(BeforePoint)(TABLE_FLOAT3(begin.x, end.y, z)) - \
     (TABLE_NAME(BeforePoint)(TABLE_FLOAT3(end.x, begin.y, z)) -                                                       \
      TABLE_NAME(BeforePoint)(TABLE_FLOAT3(begin.x, begin.y, z))))
    const TABLE_VALUE sum = TABLE_PLANE(end.z) - TABLE_PLANE(begin.z);
#undef TABLE_PLANE
    return (TABLE_BIAS) + sum / size;
}
#endif

#ifdef TABLE_FETCH_SQUARES
// The variance of the box's texels that are in the region. The bias cancels out. For integers, the sum of the squared
// distances from the rounded mean has to be less than 2^32.
TABLE_MEAN TABLE_NAME(BoxVariance)(TABLE_INT3 begin, TABLE_INT3 end)
{
    TABLE_NAME(ClampBox)(begin, end);
    const float texels = TABLE_TEXELS(float);
    const TABLE_VALUE sum = TABLE_DIFFERENCE(Before);
    TABLE_VALUE squares = TABLE_DIFFERENCE(SquaresBefore);
    TABLE_MEAN mean = TABLE_AS(TABLE_MEAN, sum) / max(texels, 1.0);
#ifdef TABLE_IS_INTEGER // squares of distances from an integer: squares of the texels would wrap around sooner
    const TABLE_VALUE middle = TABLE_AS(TABLE_VALUE, mean + 0.5);
    squares += middle * (middle * TABLE_TEXELS(TABLE_VALUE) - sum - sum);
    mean -= TABLE_AS(TABLE_MEAN, middle);
#endif
    TABLE_MEAN variance = TABLE_AS(TABLE_MEAN, squares) / max(texels, 1.0) - mean * mean;
    variance -= min(variance, TABLE_AS(TABLE_MEAN, 0)); // 0 if rounding made it less; NaN stays NaN
    return texels == 0.0 ? TABLE_AS(TABLE_MEAN, 0) : variance;
}
#endif

#undef TABLE_NAME
#undef TABLE_VALUE
#undef TABLE_FETCH
#undef TABLE_EXTENT
#undef TABLE_STACK
#undef TABLE_ZERO_BORDER
#undef TABLE_BIAS
#undef TABLE_FETCH_SQUARES
#undef TABLE_MEAN
#undef TABLE_IS_INTEGER
#undef TABLE_SLICES_BEFORE
#undef TABLE_FACE
#undef TABLE_DIFFERENCE
#undef TABLE_TEXELS
#undef TABLE_INT3
#undef TABLE_FLOAT3
#undef TABLE_MIX
#undef TABLE_AS
