// Box queries on summed-area tables on the host: the twin of summed_area_table.glsl, function by function.
//
//     const auto entryAt = [&](int32_t x, int32_t y) { return entries[y * pitch + x]; };
//     const vkscan::TableView<float, decltype(entryAt)> table = {entryAt, regionExtent};
//     const float mean = vkscan::boxMean(table, VkOffset2D{10, 20}, VkOffset2D{30, 40});
//
// Boxes are half-open, from texel `begin` to before texel `end`, and clamped to the region. A box without texels has
// the sum, mean and variance 0. F. C. Crow, "Summed-area tables for texture mapping", 1984.
#ifndef VKSCAN_SUMMED_AREA_TABLE_QUERY_H
#define VKSCAN_SUMMED_AREA_TABLE_QUERY_H

#include <vkscan/summed_area_table.h>

#include <algorithm>
#include <cstdint>
#include <type_traits>

namespace vkscan {

// One channel of a table. Value: float, double, or uint32_t, whose sums are exact modulo 2^32.
template <class Value, class Fetch>
struct TableView {
    // A callable: fetch(int32_t x, int32_t y) returns the entry in column x, row y.
    Fetch fetch;
    // Texels of the summed region, not of the table.
    VkExtent2D extent = {0, 0};
    TableLayout layout = TableLayout::Inclusive;
    // The bias that was subtracted from each texel.
    Value bias = Value(0);
};

// The type of means and variances: Value, or double for integers.
template <class Value>
using TableMean = std::conditional_t<std::is_integral_v<Value>, double, Value>;

// A point: texel (x, y) covers the points from (x, y) to (x + 1, y + 1).
struct TablePoint {
    double x = 0;
    double y = 0;
};

namespace detail {

inline VkOffset2D clampToTable(VkOffset2D texel, VkOffset2D low, VkExtent2D extent) noexcept
{
    return {std::clamp(texel.x, low.x, static_cast<int32_t>(extent.width)),
            std::clamp(texel.y, low.y, static_cast<int32_t>(extent.height))};
}

// The sum of all texels before column x and row y.
template <class Value, class Fetch>
Value tableBefore(const Fetch& fetch, TableLayout layout, int32_t x, int32_t y)
{
    if (layout == TableLayout::ZeroBorder)
        return static_cast<Value>(fetch(x, y));
    return x == 0 || y == 0 ? Value(0) : static_cast<Value>(fetch(x - 1, y - 1));
}

// The sum of a box inside the region, without the bias.
template <class Value, class Fetch>
Value tableDifference(const Fetch& fetch, TableLayout layout, VkOffset2D begin, VkOffset2D end)
{
    const auto before = [&](int32_t x, int32_t y) { return tableBefore<Value>(fetch, layout, x, y); };
    return before(end.x, end.y) - before(begin.x, end.y) - (before(end.x, begin.y) - before(begin.x, begin.y));
}

// Interpolates between two sums. A part of 0 leaves out `high`, which may be infinite.
template <class Value>
Value betweenSums(Value low, Value high, Value part)
{
    return part > Value(0) ? low * (Value(1) - part) + high * part : low;
}

// The variance of `texels` texels with this sum and this sum of squares.
template <class Value>
TableMean<Value> varianceOf(Value sum, Value squares, int64_t texels)
{
    using Mean = TableMean<Value>;
    if (texels == 0) // also among infinities
        return Mean(0);
    const auto divisor = static_cast<Mean>(texels);
    Mean mean = static_cast<Mean>(sum) / divisor;
    if constexpr (std::is_integral_v<Value>) {
        // Squares of distances from an integer: squares of the texels would wrap around sooner.
        const auto middle = static_cast<Value>(mean + Mean(0.5));
        squares += middle * (middle * static_cast<Value>(texels) - sum - sum);
        mean -= static_cast<Mean>(middle);
    }
    const Mean variance = static_cast<Mean>(squares) / divisor - mean * mean;
    return std::max(variance, Mean(0)); // 0 if rounding made it less; NaN stays NaN
}

// The sum before a point: bilinear between the sums before the four texel corners around it.
template <class Value, class Fetch>
Value tableBeforePoint(const TableView<Value, Fetch>& table, Value x, Value y)
{
    const VkOffset2D low = {static_cast<int32_t>(x), static_cast<int32_t>(y)};
    const VkOffset2D high = clampToTable({low.x + 1, low.y + 1}, low, table.extent);
    const auto before = [&](int32_t column, int32_t row) {
        return tableBefore<Value>(table.fetch, table.layout, column, row);
    };
    const Value partX = x - static_cast<Value>(low.x);
    return betweenSums(betweenSums(before(low.x, low.y), before(high.x, low.y), partX),
                       betweenSums(before(low.x, high.y), before(high.x, high.y), partX),
                       y - static_cast<Value>(low.y));
}

} // namespace detail

// The sum of the box's texels that are in the region.
template <class Value, class Fetch>
Value boxSum(const TableView<Value, Fetch>& table, VkOffset2D begin, VkOffset2D end)
{
    begin = detail::clampToTable(begin, {0, 0}, table.extent);
    end = detail::clampToTable(end, begin, table.extent);
    const int32_t texels = (end.x - begin.x) * (end.y - begin.y);
    if (texels == 0) // also among infinities
        return Value(0);
    return detail::tableDifference<Value>(table.fetch, table.layout, begin, end) +
           table.bias * static_cast<Value>(texels);
}

// The mean of the box's texels that are in the region.
template <class Value, class Fetch>
TableMean<Value> boxMean(const TableView<Value, Fetch>& table, VkOffset2D begin, VkOffset2D end)
{
    begin = detail::clampToTable(begin, {0, 0}, table.extent);
    end = detail::clampToTable(end, begin, table.extent);
    const int32_t texels = std::max((end.x - begin.x) * (end.y - begin.y), 1);
    return static_cast<TableMean<Value>>(boxSum(table, begin, end)) / static_cast<TableMean<Value>>(texels);
}

// The mean of a box whose edges may lie between texels: a texel counts by the part that is inside, so that the mean
// changes continuously with the box. Not for integers.
template <class Value, class Fetch>
Value boxMean(const TableView<Value, Fetch>& table, TablePoint begin, TablePoint end)
{
    static_assert(std::is_floating_point_v<Value>, "means of parts of texels need a table of float or double");
    const Value width = static_cast<Value>(table.extent.width);
    const Value height = static_cast<Value>(table.extent.height);
    const Value left = std::clamp(static_cast<Value>(begin.x), Value(0), width);
    const Value top = std::clamp(static_cast<Value>(begin.y), Value(0), height);
    const Value right = std::clamp(static_cast<Value>(end.x), left, width);
    const Value bottom = std::clamp(static_cast<Value>(end.y), top, height);
    const Value area = (right - left) * (bottom - top);
    if (!(area > Value(0)))
        return Value(0);
    const auto before = [&](Value x, Value y) { return detail::tableBeforePoint(table, x, y); };
    const Value sum = before(right, bottom) - before(left, bottom) - (before(right, top) - before(left, top));
    return table.bias + sum / area;
}

// The variance of the box's texels that are in the region. The bias cancels out. `fetchSquares` returns entries of the
// table of squares. For integers, the sum of the squared distances from the rounded mean has to be less than 2^32.
template <class Value, class Fetch, class FetchSquares>
TableMean<Value> boxVariance(const TableView<Value, Fetch>& table, const FetchSquares& fetchSquares, VkOffset2D begin,
                             VkOffset2D end)
{
    begin = detail::clampToTable(begin, {0, 0}, table.extent);
    end = detail::clampToTable(end, begin, table.extent);
    return detail::varianceOf(detail::tableDifference<Value>(table.fetch, table.layout, begin, end),
                              detail::tableDifference<Value>(fetchSquares, table.layout, begin, end),
                              int64_t{end.x - begin.x} * (end.y - begin.y));
}

} // namespace vkscan

#endif
