// Elements drawn from a Distribution's table on the host: the twin of distribution.glsl, function by function.
//
//     const auto fetch = [&](uint32_t entry) { return table[entry]; };
//     const vkscan::DistributionView<decltype(fetch)> sky = {fetch, 2048 * 1024, 2048};
//     const vkscan::DistributionElement element = sky.sample(vkscan::DistributionPoint{0.25f, 0.75f});
//     const float probability = sky.probability(element);
//
// `probability` returns the probability with which an element is drawn: in proportion to its weight, but for rounding.
// An element whose weight counts as 0 is never drawn, unless all do: then all elements are equally likely.
#ifndef VKSCAN_DISTRIBUTION_QUERY_H
#define VKSCAN_DISTRIBUTION_QUERY_H

#include <vkscan/distribution.h>

#include <algorithm>
#include <cmath>

namespace vkscan {

struct DistributionElement {
    uint32_t x = 0; // column
    uint32_t y = 0; // row
};

// Two random numbers from [0, 1), or their position in an element's interval.
struct DistributionPoint {
    float x = 0;
    float y = 0;
};

// An entry of an alias table.
struct DistributionAlias {
    float threshold = 0;
    uint32_t item = 0;
};

template <class Fetch>
struct DistributionView {
    // A callable: fetch(uint32_t entry) returns the entry of the table.
    Fetch fetch;
    // count and rowLength of the call.
    uint32_t count = 0;
    uint32_t rowLength = 2048;
    // The count that the device read, where the call had a countBuffer.
    uint32_t used = count;

    // The sum of all weights; 0 if they all count as 0.
    [[nodiscard]] float total() const { return lastOf(rowSums()); }

    // Draws an element: u.y chooses the row, u.x the column. `within` receives the position of u in the element's
    // interval, in [0, 1).
    [[nodiscard]] DistributionElement sample(DistributionPoint u, DistributionPoint* within = nullptr) const
    {
        DistributionPoint inside;
        DistributionElement element;
        if (!(total() > 0)) {
            element = drawAny(u, &inside);
        } else {
            element.y = draw(u.y, rowSums(), &inside.y);
            element.x = draw(u.x, sumsIn(element.y), &inside.x);
        }
        if (within != nullptr)
            *within = inside;
        return element;
    }

    // Draws an element by one random number.
    [[nodiscard]] uint32_t sample(float u, float* within = nullptr) const
    {
        float inside = 0;
        uint32_t element = 0;
        if (!(total() > 0)) {
            const float all = static_cast<float>(used);
            const float place = below(u * all, all);
            element = static_cast<uint32_t>(place);
            inside = place - static_cast<float>(element);
        } else {
            float down = 0;
            const uint32_t row = draw(u, rowSums(), &down);
            element = row * rowLength + draw(down, sumsIn(row), &inside);
        }
        if (within != nullptr)
            *within = inside;
        return element;
    }

    // Draws an element from the alias table: u.y and v.y choose the row, u.x and v.x the column. fetchAlias(uint32_t
    // entry) returns the entry, a DistributionAlias.
    template <class FetchAlias>
    [[nodiscard]] DistributionElement aliasSample(const FetchAlias& fetchAlias, DistributionPoint u,
                                                  DistributionPoint v) const
    {
        if (!(total() > 0))
            return sample(u);
        const auto rows = static_cast<uint32_t>(distributionRows(count, rowLength));
        const auto drawItem = [&](float first, float second, uint32_t begin, uint32_t items) {
            const auto all = static_cast<float>(items);
            const auto item = static_cast<uint32_t>(below(first * all, all));
            const DistributionAlias entry = fetchAlias(begin + item);
            return below(second, 1) < entry.threshold ? item : entry.item;
        };
        const uint32_t row = drawItem(u.y, v.y, 0, rows);
        return {drawItem(u.x, v.x, rows + row * rowLength, elements(row, count)), row};
    }

    // The probability that an element is drawn.
    [[nodiscard]] float probability(DistributionElement element) const
    {
        if (!(total() > 0))
            return 1 / static_cast<float>(used);
        const List list = sumsIn(element.y);
        const Sums row = sumsOf(rowSums(), element.y);
        const Sums sums = sumsOf(list, element.x);
        const float ofRow = (row.upTo - row.before) / total();
        return row.upTo > row.before ? ofRow * ((sums.upTo - sums.before) / lastOf(list)) : 0;
    }
    [[nodiscard]] float probability(uint32_t element) const { return probability(placeOf(element)); }

    // The inverse of sample: the random numbers by which it draws the element and returns `within`. If the element is
    // never drawn, the numbers at which it would be.
    [[nodiscard]] DistributionPoint inverse(DistributionElement element, DistributionPoint within) const
    {
        if (!(total() > 0)) {
            const float before = static_cast<float>(element.y * rowLength);
            const float ofRow = static_cast<float>(elements(element.y, used));
            return {(static_cast<float>(element.x) + within.x) / ofRow,
                    (before + within.y * ofRow) / static_cast<float>(used)};
        }
        const List list = sumsIn(element.y);
        const Sums row = sumsOf(rowSums(), element.y);
        const Sums sums = sumsOf(list, element.x);
        const float across = sums.before + within.x * (sums.upTo - sums.before);
        const float down = row.before + within.y * (row.upTo - row.before);
        return {lastOf(list) > 0 ? across / lastOf(list) : 0, down / total()};
    }
    [[nodiscard]] float inverse(uint32_t element, float within) const
    {
        if (!(total() > 0))
            return (static_cast<float>(element) + within) / static_cast<float>(used);
        const DistributionElement place = placeOf(element);
        return inverse(place, {0, inverse(place, {within, 0}).x}).y;
    }

private:
    // A list of sums: the rows' sums, or the sums in a row.
    struct List {
        uint32_t begin;
        uint32_t count;
    };
    struct Sums {
        float before;
        float upTo;
    };

    [[nodiscard]] uint32_t elements(uint32_t row, uint32_t all) const noexcept
    {
        return std::min(all - row * rowLength, rowLength);
    }
    [[nodiscard]] DistributionElement placeOf(uint32_t element) const noexcept
    {
        return {element % rowLength, element / rowLength};
    }
    [[nodiscard]] List rowSums() const noexcept
    {
        return {0, static_cast<uint32_t>(distributionRows(count, rowLength))};
    }
    [[nodiscard]] List sumsIn(uint32_t row) const noexcept
    {
        const auto first = static_cast<uint32_t>(distributionEntries(count, rowLength)) - count; // the first row's
                                                                                                 // first entry
        return {first + row * rowLength, elements(row, count)};
    }
    [[nodiscard]] float lastOf(List list) const { return fetch(list.begin + list.count - 1); }
    [[nodiscard]] Sums sumsOf(List list, uint32_t item) const
    {
        return {item == 0 ? 0 : fetch(list.begin + item - 1), fetch(list.begin + item)};
    }

    // Clamps the value to [0, limit). The limit is positive.
    [[nodiscard]] static float below(float value, float limit) noexcept
    {
        return std::min(std::max(value, 0.0f), std::nextafter(limit, 0.0f));
    }

    // Draws an item of a list whose last sum is positive.
    [[nodiscard]] uint32_t draw(float u, List list, float* within) const
    {
        const float sum = below(u * lastOf(list), lastOf(list));
        uint32_t drawn = 0; // the first item whose sum exceeds `sum` is one of `left` from here on
        for (uint32_t left = list.count; left > 1; left -= left / 2)
            if (fetch(list.begin + drawn + left / 2 - 1) <= sum)
                drawn += left / 2;
        const Sums sums = sumsOf(list, drawn);
        *within = below((sum - sums.before) / (sums.upTo - sums.before), 1);
        return drawn;
    }

    // Draws an element where all weights count as 0.
    [[nodiscard]] DistributionElement drawAny(DistributionPoint u, DistributionPoint* within) const
    {
        const float all = static_cast<float>(used);
        const float length = static_cast<float>(rowLength);
        const float y = below(u.y * all, all) / length;
        const uint32_t lastRow = static_cast<uint32_t>(distributionRows(used, rowLength)) - 1;
        const uint32_t row = std::min(static_cast<uint32_t>(y), lastRow);
        const float ofRow = static_cast<float>(elements(row, used));
        const float x = below(u.x * ofRow, ofRow);
        const auto column = static_cast<uint32_t>(x);
        *within = {x - static_cast<float>(column), below((y - static_cast<float>(row)) * (length / ofRow), 1)};
        return {column, row};
    }
};

} // namespace vkscan

#endif
