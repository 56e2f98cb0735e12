// Boxes on a small table.
#ifndef VKSCAN_TESTS_SAT_BOXES_H
#define VKSCAN_TESTS_SAT_BOXES_H

#include <vkscan/summed_area_table_query.h>

#include <cmath>
#include <vector>

namespace testing_support {

inline constexpr VkExtent2D kBoxExtent = {7, 5};
inline constexpr vkscan::TableLayout kLayouts[] = {vkscan::TableLayout::Inclusive, vkscan::TableLayout::ZeroBorder};

struct Box {
    VkOffset2D begin;
    VkOffset2D end;
};

// Every box that begins and ends at most one texel outside, including empty and inverted ones.
[[nodiscard]] inline std::vector<Box> allBoxes()
{
    const int width = static_cast<int>(kBoxExtent.width);
    const int height = static_cast<int>(kBoxExtent.height);
    std::vector<Box> boxes;
    for (int y0 = -1; y0 <= height + 1; ++y0)
        for (int x0 = -1; x0 <= width + 1; ++x0)
            for (int y1 = -1; y1 <= height + 1; ++y1)
                for (int x1 = -1; x1 <= width + 1; ++x1)
                    boxes.push_back({{x0, y0}, {x1, y1}});
    return boxes;
}

// Whether a value is as expected: infinite or NaN, or close.
[[nodiscard]] inline bool agrees(double actual, double expected, double tolerance)
{
    return std::isfinite(expected) ? std::fabs(actual - expected) <= tolerance : !std::isfinite(actual);
}

// One channel of a table as tightly packed entries.
template <class T>
auto viewOf(const std::vector<T>& entries, vkscan::TableLayout layout, uint32_t channels = 1, uint32_t channel = 0,
            T bias = T(0))
{
    const int32_t pitch = static_cast<int32_t>(kBoxExtent.width) + (layout == vkscan::TableLayout::ZeroBorder ? 1 : 0);
    const auto fetch = [&entries, pitch, channels, channel](int32_t x, int32_t y) {
        return entries.at(static_cast<std::size_t>(y * pitch + x) * channels + channel);
    };
    return vkscan::TableView<T, decltype(fetch)>{fetch, kBoxExtent, layout, bias};
}

} // namespace testing_support

#endif
