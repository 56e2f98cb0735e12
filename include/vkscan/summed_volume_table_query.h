// Box queries on summed-area tables of volumes and stacks on the host: the twin of summed_volume_table.glsl.
//
//     const auto entryAt = [&](int32_t x, int32_t y, int32_t z) { return entries[(z * height + y) * width + x]; };
//     const vkscan::VolumeTableView<float, decltype(entryAt)> table = {entryAt, regionExtent};
//     const float mean = vkscan::boxMean(table, VkOffset3D{10, 20, 5}, VkOffset3D{30, 40, 9});
//
// Boxes are half-open, from texel `begin` to before texel `end`, and clamped to the region. A box without texels has
// the sum, mean and variance 0. F. C. Crow, "Summed-area tables for texture mapping", 1984.
#ifndef VKSCAN_SUMMED_VOLUME_TABLE_QUERY_H
#define VKSCAN_SUMMED_VOLUME_TABLE_QUERY_H

#include <vkscan/summed_area_table_query.h>
#include <vkscan/summed_volume_table.h>

#include <algorithm>
#include <type_traits>

namespace vkscan {

// Value: float, double, or uint32_t, whose sums are exact modulo 2^32.
template <class Value, class Fetch>
struct VolumeTableView {
    // A callable: fetch(int32_t x, int32_t y, int32_t z) returns an entry.
    Fetch fetch;
    // Texels of the summed region, not of the table.
    VkExtent3D extent = {0, 0, 0};
    TableLayout layout = TableLayout::Inclusive;
    // The bias that was subtracted from each texel.
    Value bias = Value(0);
    // See SummedVolumeTableDesc. In a stack, boxes have one slice: begin.z, and end.z is ignored.
    bool separateSlices = false;
};

// A point: texel (x, y, z) covers the points from (x, y, z) to (x + 1, y + 1, z + 1).
struct VolumePoint {
    double x = 0;
    double y = 0;
    double z = 0;
};

namespace detail {

struct VolumeBox {
    VkOffset3D begin;
    VkOffset3D end;

    [[nodiscard]] int64_t texels() const noexcept
    {
        return int64_t{end.x - begin.x} * (end.y - begin.y) * (end.z - begin.z);
    }
};

inline VolumeBox clampBox(VkOffset3D begin, VkOffset3D end, VkExtent3D extent, bool separateSlices) noexcept
{
    if (separateSlices)
        end.z = begin.z + 1;
    const auto clamped = [&](VkOffset3D texel, VkOffset3D low) {
        return VkOffset3D{std::clamp(texel.x, low.x, static_cast<int32_t>(extent.width)),
                          std::clamp(texel.y, low.y, static_cast<int32_t>(extent.height)),
                          std::clamp(texel.z, low.z, static_cast<int32_t>(extent.depth))};
    };
    VolumeBox box;
    box.begin = clamped(begin, {0, 0, 0});
    box.end = clamped(end, box.begin);
    if (separateSlices && box.end.z == box.begin.z) // no slice: an empty box in one that exists
        box = {{box.begin.x, box.begin.y, 0}, {box.begin.x, box.begin.y, 1}};
    return box;
}

// The sum of all texels before column x, row y and slice z; in a stack, only those in slice z.
template <class Value, class Fetch>
Value volumeBefore(const Fetch& fetch, TableLayout layout, bool separateSlices, int32_t x, int32_t y, int32_t z)
{
    if (layout == TableLayout::ZeroBorder)
        return static_cast<Value>(fetch(x, y, z));
    const int32_t slice = separateSlices ? z : z - 1;
    return x == 0 || y == 0 || slice < 0 ? Value(0) : static_cast<Value>(fetch(x - 1, y - 1, slice));
}

// The sum of a box inside the region, without the bias.
template <class Value, class Fetch>
Value volumeDifference(const Fetch& fetch, TableLayout layout, bool separateSlices, const VolumeBox& box)
{
    const auto before = [&](int32_t x, int32_t y, int32_t z) {
        return volumeBefore<Value>(fetch, layout, separateSlices, x, y, z);
    };
    const auto face = [&](int32_t z) {
        return before(box.end.x, box.end.y, z) - before(box.begin.x, box.end.y, z) -
               (before(box.end.x, box.begin.y, z) - before(box.begin.x, box.begin.y, z));
    };
    return separateSlices ? face(box.begin.z) : face(box.end.z) - face(box.begin.z);
}

} // namespace detail

// The sum of the box's texels that are in the region.
template <class Value, class Fetch>
Value boxSum(const VolumeTableView<Value, Fetch>& table, VkOffset3D begin, VkOffset3D end)
{
    const detail::VolumeBox box = detail::clampBox(begin, end, table.extent, table.separateSlices);
    if (box.texels() == 0) // also among infinities
        return Value(0);
    return detail::volumeDifference<Value>(table.fetch, table.layout, table.separateSlices, box) +
           table.bias * static_cast<Value>(box.texels());
}

// The mean of the box's texels that are in the region.
template <class Value, class Fetch>
TableMean<Value> boxMean(const VolumeTableView<Value, Fetch>& table, VkOffset3D begin, VkOffset3D end)
{
    const detail::VolumeBox box = detail::clampBox(begin, end, table.extent, table.separateSlices);
    return static_cast<TableMean<Value>>(boxSum(table, begin, end)) /
           static_cast<TableMean<Value>>(std::max<int64_t>(box.texels(), 1));
}

// The mean of a box whose faces may lie between texels: a texel counts by the part that is inside, so that the mean
// changes continuously with the box. Not for integers, and not in stacks.
template <class Value, class Fetch>
Value boxMean(const VolumeTableView<Value, Fetch>& table, VolumePoint begin, VolumePoint end)
{
    static_assert(std::is_floating_point_v<Value>, "means of parts of texels need a table of float or double");
    const auto clamped = [](double at, double low, uint32_t size) {
        return static_cast<Value>(std::clamp(at, low, static_cast<double>(size)));
    };
    const Value begins[3] = {clamped(begin.x, 0, table.extent.width), clamped(begin.y, 0, table.extent.height),
                             clamped(begin.z, 0, table.extent.depth)};
    const Value ends[3] = {clamped(end.x, static_cast<double>(begins[0]), table.extent.width),
                           clamped(end.y, static_cast<double>(begins[1]), table.extent.height),
                           clamped(end.z, static_cast<double>(begins[2]), table.extent.depth)};
    const Value size = (ends[0] - begins[0]) * (ends[1] - begins[1]) * (ends[2] - begins[2]);
    if (!(size > Value(0)))
        return Value(0);
    // The sum before a point: trilinear between the sums before the eight texel corners around it.
    const auto beforePoint = [&](Value x, Value y, Value z) {
        const int32_t low[3] = {static_cast<int32_t>(x), static_cast<int32_t>(y), static_cast<int32_t>(z)};
        const int32_t high[3] = {std::min(low[0] + 1, static_cast<int32_t>(table.extent.width)),
                                 std::min(low[1] + 1, static_cast<int32_t>(table.extent.height)),
                                 std::min(low[2] + 1, static_cast<int32_t>(table.extent.depth))};
        const Value parts[3] = {x - static_cast<Value>(low[0]), y - static_cast<Value>(low[1]),
                                z - static_cast<Value>(low[2])};
        const auto plane = [&](int32_t slice) {
            const auto before = [&](int32_t column, int32_t row) {
                return detail::volumeBefore<Value>(table.fetch, table.layout, false, column, row, slice);
            };
            return detail::betweenSums(detail::betweenSums(before(low[0], low[1]), before(high[0], low[1]), parts[0]),
                                       detail::betweenSums(before(low[0], high[1]), before(high[0], high[1]), parts[0]),
                                       parts[1]);
        };
        return detail::betweenSums(plane(low[2]), plane(high[2]), parts[2]);
    };
    const auto face = [&](Value z) {
        return beforePoint(ends[0], ends[1], z) - beforePoint(begins[0], ends[1], z) -
               (beforePoint(ends[0], begins[1], z) - beforePoint(begins[0], begins[1], z));
    };
    return table.bias + (face(ends[2]) - face(begins[2])) / size;
}

// The variance of the box's texels that are in the region. The bias cancels out. `fetchSquares` returns entries of the
// table of squares. For integers, the sum of the squared distances from the rounded mean has to be less than 2^32.
template <class Value, class Fetch, class FetchSquares>
TableMean<Value> boxVariance(const VolumeTableView<Value, Fetch>& table, const FetchSquares& fetchSquares,
                             VkOffset3D begin, VkOffset3D end)
{
    const detail::VolumeBox box = detail::clampBox(begin, end, table.extent, table.separateSlices);
    const auto difference = [&](const auto& fetch) {
        return detail::volumeDifference<Value>(fetch, table.layout, table.separateSlices, box);
    };
    return detail::varianceOf(difference(table.fetch), difference(fetchSquares), box.texels());
}

} // namespace vkscan

#endif
