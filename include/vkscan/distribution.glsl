// Elements drawn from a Distribution's table (distribution.h), for your shaders. Include this file once for each table,
// after these definitions:
//
//     #define DISTRIBUTION_NAME(function) sky##function      // the functions become skySample, ...
//     #define DISTRIBUTION_FETCH(entry) skyTable[entry]      // float: an entry of the table
//     #define DISTRIBUTION_COUNT (2048u * 1024u)             // uint: DistributionArgs::count
//     #define DISTRIBUTION_ROW_LENGTH 2048u                  // uint: DistributionArgs::rowLength
//
// Optional:
//
//     #define DISTRIBUTION_USED used                         // uint: the count that the device read, at most the above
//     #define DISTRIBUTION_ALIAS_FETCH(entry) skyAlias[entry] // uvec2: an entry of the alias table, for AliasSample
//
// The end of this file undefines them all. An element is (column, row), or column + row * rowLength. Random numbers are
// from [0, 1); others are clamped to that. Probability returns the probability with which an element is drawn: in
// proportion to its weight, but for rounding. An element whose weight counts as 0 is never drawn, unless all do: then
// all elements are equally likely.
//
// A binary search reads log2(rows) + log2(rowLength) entries. Inversion of the marginal and the conditional
// distribution: M. Pharr, W. Jakob & G. Humphreys, "Physically Based Rendering", 4th edition, 2023, A.4 and A.5.
//
// This file is GLSL. HLSL and Slang include distribution.hlsl.
#ifndef DISTRIBUTION_FLOAT2 // types and functions of GLSL
#define DISTRIBUTION_FLOAT2 vec2
#define DISTRIBUTION_UINT2 uvec2
#define DISTRIBUTION_TO_BITS floatBitsToUint
#define DISTRIBUTION_FROM_BITS uintBitsToFloat
#endif
#ifndef DISTRIBUTION_USED
#define DISTRIBUTION_USED DISTRIBUTION_COUNT
#endif

// Definitions are expanded only here, where no local name can hide one of yours.
uint DISTRIBUTION_NAME(Count)() { return DISTRIBUTION_COUNT; }
uint DISTRIBUTION_NAME(RowLength)() { return DISTRIBUTION_ROW_LENGTH; }
uint DISTRIBUTION_NAME(Used)() { return DISTRIBUTION_USED; }
float DISTRIBUTION_NAME(Entry)(uint distributionEntry) { return DISTRIBUTION_FETCH(distributionEntry); }

// Rows of `count` elements.
uint DISTRIBUTION_NAME(Rows)(uint count)
{
    return count / DISTRIBUTION_NAME(RowLength)() + (count % DISTRIBUTION_NAME(RowLength)() != 0u ? 1u : 0u);
}

// Elements in a row of an array of `count`.
uint DISTRIBUTION_NAME(Elements)(uint row, uint count)
{
    return min(count - row * DISTRIBUTION_NAME(RowLength)(), DISTRIBUTION_NAME(RowLength)());
}

// A list of sums: x is its first entry, y their number. The rows' sums are a list, and so are the sums in each row.
DISTRIBUTION_UINT2 DISTRIBUTION_NAME(RowSums)()
{
    return DISTRIBUTION_UINT2(0u, DISTRIBUTION_NAME(Rows)(DISTRIBUTION_NAME(Count)()));
}
DISTRIBUTION_UINT2 DISTRIBUTION_NAME(SumsIn)(uint row)
{
    const uint first = (DISTRIBUTION_NAME(Rows)(DISTRIBUTION_NAME(Count)()) + 3u) / 4u * 4u; // the first row's first
                                                                                             // entry
    return DISTRIBUTION_UINT2(first + row * DISTRIBUTION_NAME(RowLength)(),
                              DISTRIBUTION_NAME(Elements)(row, DISTRIBUTION_NAME(Count)()));
}

float DISTRIBUTION_NAME(LastOf)(DISTRIBUTION_UINT2 list) { return DISTRIBUTION_NAME(Entry)(list.x + list.y - 1u); }

// An item's sum, and the sum before it.
DISTRIBUTION_FLOAT2 DISTRIBUTION_NAME(SumsOf)(DISTRIBUTION_UINT2 list, uint item)
{
    const float before = DISTRIBUTION_NAME(Entry)(list.x + max(item, 1u) - 1u);
    return DISTRIBUTION_FLOAT2(item == 0u ? 0.0 : before, DISTRIBUTION_NAME(Entry)(list.x + item));
}

// The sum of all weights; 0 if they all count as 0.
float DISTRIBUTION_NAME(Total)() { return DISTRIBUTION_NAME(LastOf)(DISTRIBUTION_NAME(RowSums)()); }

// Clamps the value to [0, limit). The limit is positive.
float DISTRIBUTION_NAME(Below)(float value, float limit)
{
    return min(max(value, 0.0), DISTRIBUTION_FROM_BITS(DISTRIBUTION_TO_BITS(limit) - 1u));
}

// Draws an item of a list whose last sum is positive. The random numbers that draw this item form an interval; `within`
// is the position of `u` in it, in [0, 1).
uint DISTRIBUTION_NAME(Draw)(float u, DISTRIBUTION_UINT2 list, out float within)
{
    const float sum = DISTRIBUTION_NAME(Below)(u * DISTRIBUTION_NAME(LastOf)(list), DISTRIBUTION_NAME(LastOf)(list));
    uint drawn = 0u; // the first item whose sum exceeds `sum` is one of `left` from here on
    for (uint left = list.y; left > 1u; left -= left / 2u)
        if (DISTRIBUTION_NAME(Entry)(list.x + drawn + left / 2u - 1u) <= sum)
            drawn += left / 2u;
    const DISTRIBUTION_FLOAT2 sums = DISTRIBUTION_NAME(SumsOf)(list, drawn);
    within = DISTRIBUTION_NAME(Below)((sum - sums.x) / (sums.y - sums.x), 1.0);
    return drawn;
}

// Draws an element where all weights count as 0.
DISTRIBUTION_UINT2 DISTRIBUTION_NAME(DrawAny)(DISTRIBUTION_FLOAT2 u, out DISTRIBUTION_FLOAT2 within)
{
    const float used = float(DISTRIBUTION_NAME(Used)());
    const float y = DISTRIBUTION_NAME(Below)(u.y * used, used) / float(DISTRIBUTION_NAME(RowLength)());
    const uint row = min(uint(y), DISTRIBUTION_NAME(Rows)(DISTRIBUTION_NAME(Used)()) - 1u);
    const float elements = float(DISTRIBUTION_NAME(Elements)(row, DISTRIBUTION_NAME(Used)()));
    const float x = DISTRIBUTION_NAME(Below)(u.x * elements, elements);
    const float inRow = (y - float(row)) * (float(DISTRIBUTION_NAME(RowLength)()) / elements);
    within = DISTRIBUTION_FLOAT2(x - float(uint(x)), DISTRIBUTION_NAME(Below)(inRow, 1.0));
    return DISTRIBUTION_UINT2(uint(x), row);
}

// Draws an element: u.y chooses the row, u.x the column. `within` is the position of u in the element's interval, in
// [0, 1): random numbers again, with fewer digits.
DISTRIBUTION_UINT2 DISTRIBUTION_NAME(Sample)(DISTRIBUTION_FLOAT2 u, out DISTRIBUTION_FLOAT2 within)
{
    if (!(DISTRIBUTION_NAME(Total)() > 0.0))
        return DISTRIBUTION_NAME(DrawAny)(u, within);
    float across, down;
    const uint row = DISTRIBUTION_NAME(Draw)(u.y, DISTRIBUTION_NAME(RowSums)(), down);
    const uint column = DISTRIBUTION_NAME(Draw)(u.x, DISTRIBUTION_NAME(SumsIn)(row), across);
    within = DISTRIBUTION_FLOAT2(across, down);
    return DISTRIBUTION_UINT2(column, row);
}

DISTRIBUTION_UINT2 DISTRIBUTION_NAME(Sample)(DISTRIBUTION_FLOAT2 u)
{
    DISTRIBUTION_FLOAT2 within;
    return DISTRIBUTION_NAME(Sample)(u, within);
}

// Draws an element by one random number: its first log2(rows) binary digits choose the row, later ones the column. A
// float has 24 digits: for more than some 2^16 elements, use two random numbers.
uint DISTRIBUTION_NAME(Sample)(float u, out float within)
{
    if (!(DISTRIBUTION_NAME(Total)() > 0.0)) {
        const float used = float(DISTRIBUTION_NAME(Used)());
        const float place = DISTRIBUTION_NAME(Below)(u * used, used);
        within = place - float(uint(place));
        return uint(place);
    }
    float down;
    const uint row = DISTRIBUTION_NAME(Draw)(u, DISTRIBUTION_NAME(RowSums)(), down);
    return row * DISTRIBUTION_NAME(RowLength)() + DISTRIBUTION_NAME(Draw)(down, DISTRIBUTION_NAME(SumsIn)(row), within);
}

uint DISTRIBUTION_NAME(Sample)(float u)
{
    float within;
    return DISTRIBUTION_NAME(Sample)(u, within);
}

// The probability that an element is drawn.
float DISTRIBUTION_NAME(Probability)(DISTRIBUTION_UINT2 element)
{
    if (!(DISTRIBUTION_NAME(Total)() > 0.0))
        return 1.0 / float(DISTRIBUTION_NAME(Used)());
    const DISTRIBUTION_UINT2 list = DISTRIBUTION_NAME(SumsIn)(element.y);
    const DISTRIBUTION_FLOAT2 row = DISTRIBUTION_NAME(SumsOf)(DISTRIBUTION_NAME(RowSums)(), element.y);
    const DISTRIBUTION_FLOAT2 sums = DISTRIBUTION_NAME(SumsOf)(list, element.x);
    const float ofRow = (row.y - row.x) / DISTRIBUTION_NAME(Total)();
    return row.y > row.x ? ofRow * ((sums.y - sums.x) / DISTRIBUTION_NAME(LastOf)(list)) : 0.0;
}

// The column and row of an element.
DISTRIBUTION_UINT2 DISTRIBUTION_NAME(Place)(uint element)
{
    const uint row = element / DISTRIBUTION_NAME(RowLength)();
    return DISTRIBUTION_UINT2(element - row * DISTRIBUTION_NAME(RowLength)(), row);
}

float DISTRIBUTION_NAME(Probability)(uint element)
{
    return DISTRIBUTION_NAME(Probability)(DISTRIBUTION_NAME(Place)(element));
}

// The inverse of Sample: the random numbers by which it draws the element and returns `within`. If the element is never
// drawn, the numbers at which it would be.
DISTRIBUTION_FLOAT2 DISTRIBUTION_NAME(Inverse)(DISTRIBUTION_UINT2 element, DISTRIBUTION_FLOAT2 within)
{
    if (!(DISTRIBUTION_NAME(Total)() > 0.0)) {
        const float before = float(element.y * DISTRIBUTION_NAME(RowLength)());
        const float elements = float(DISTRIBUTION_NAME(Elements)(element.y, DISTRIBUTION_NAME(Used)()));
        return DISTRIBUTION_FLOAT2((float(element.x) + within.x) / elements,
                                   (before + within.y * elements) / float(DISTRIBUTION_NAME(Used)()));
    }
    const DISTRIBUTION_UINT2 list = DISTRIBUTION_NAME(SumsIn)(element.y);
    const DISTRIBUTION_FLOAT2 row = DISTRIBUTION_NAME(SumsOf)(DISTRIBUTION_NAME(RowSums)(), element.y);
    const DISTRIBUTION_FLOAT2 sums = DISTRIBUTION_NAME(SumsOf)(list, element.x);
    const float across = sums.x + within.x * (sums.y - sums.x);
    const float down = row.x + within.y * (row.y - row.x);
    const float total = DISTRIBUTION_NAME(LastOf)(list);
    return DISTRIBUTION_FLOAT2(total > 0.0 ? across / total : 0.0, down / DISTRIBUTION_NAME(Total)());
}

float DISTRIBUTION_NAME(Inverse)(uint element, float within)
{
    if (!(DISTRIBUTION_NAME(Total)() > 0.0))
        return (float(element) + within) / float(DISTRIBUTION_NAME(Used)());
    const DISTRIBUTION_UINT2 place = DISTRIBUTION_NAME(Place)(element);
    const float inRow = DISTRIBUTION_NAME(Inverse)(place, DISTRIBUTION_FLOAT2(within, 0.0)).x;
    return DISTRIBUTION_NAME(Inverse)(place, DISTRIBUTION_FLOAT2(0.0, inRow)).y;
}

#ifdef DISTRIBUTION_ALIAS_FETCH
DISTRIBUTION_UINT2 DISTRIBUTION_NAME(AliasEntry)(uint distributionEntry)
{
    return DISTRIBUTION_ALIAS_FETCH(distributionEntry);
}

// Draws an item of a list of `count` entries of the alias table: `u` chooses an entry, `v` one of its two items.
uint DISTRIBUTION_NAME(AliasDraw)(float u, float v, uint begin, uint count)
{
    const uint item = uint(DISTRIBUTION_NAME(Below)(u * float(count), float(count)));
    const DISTRIBUTION_UINT2 drawn = DISTRIBUTION_NAME(AliasEntry)(begin + item);
    return DISTRIBUTION_NAME(Below)(v, 1.0) < DISTRIBUTION_FROM_BITS(drawn.x) ? item : drawn.y;
}

// Draws an element from the alias table by four random numbers and three reads: u.y and v.y choose the row, u.x and v.x
// the column.
DISTRIBUTION_UINT2 DISTRIBUTION_NAME(AliasSample)(DISTRIBUTION_FLOAT2 u, DISTRIBUTION_FLOAT2 v)
{
    DISTRIBUTION_FLOAT2 within;
    if (!(DISTRIBUTION_NAME(Total)() > 0.0))
        return DISTRIBUTION_NAME(DrawAny)(u, within);
    const uint rows = DISTRIBUTION_NAME(Rows)(DISTRIBUTION_NAME(Count)());
    const uint row = DISTRIBUTION_NAME(AliasDraw)(u.y, v.y, 0u, rows);
    const uint column =
        DISTRIBUTION_NAME(AliasDraw)(u.x, v.x, rows + row * DISTRIBUTION_NAME(RowLength)(),
                                     DISTRIBUTION_NAME(Elements)(row, DISTRIBUTION_NAME(Count)()));
    return DISTRIBUTION_UINT2(column, row);
}
#undef DISTRIBUTION_ALIAS_FETCH
#endif

#undef DISTRIBUTION_NAME
#undef DISTRIBUTION_FETCH
#undef DISTRIBUTION_COUNT
#undef DISTRIBUTION_ROW_LENGTH
#undef DISTRIBUTION_USED
#undef DISTRIBUTION_FLOAT2
#undef DISTRIBUTION_UINT2
#undef DISTRIBUTION_TO_BITS
#undef DISTRIBUTION_FROM_BITS
