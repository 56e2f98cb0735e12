// Values of descriptions' axes, from the rows of their tables (vkscan/types.h).
#ifndef VKSCAN_SUPPORT_AXIS_H
#define VKSCAN_SUPPORT_AXIS_H

#include <vkscan/types.h>

#include <algorithm>
#include <array>
#include <functional>
#include <vector>

namespace support {

// Values of the rows that `takes` accepts: a function of a row, or one of its flags.
template <class Row, std::size_t count, class Takes>
[[nodiscard]] auto valuesOf(const Row (&rows)[count], const Takes& takes)
{
    std::vector<decltype(Row::value)> values;
    for (const Row& row : rows)
        if (std::invoke(takes, row))
            values.push_back(row.value);
    return values;
}

template <class Row, std::size_t count>
[[nodiscard]] auto valuesOf(const Row (&rows)[count])
{
    return valuesOf(rows, [](const Row&) { return true; });
}

// Types of elements that are scanned.
inline constexpr auto kTypes = [] {
    constexpr auto isScanned = [](const vkscan::ElementTypeRow& row) { return row.isScanned; };
    std::array<vkscan::ElementType, std::ranges::count_if(vkscan::kElementTypes, isScanned)> types = {};
    auto* next = types.begin();
    for (const vkscan::ElementTypeRow& row : vkscan::kElementTypes)
        if (row.isScanned)
            *next++ = row.value;
    return types;
}();

// Types of elements and keys with `bytes` bytes.
[[nodiscard]] inline std::vector<vkscan::ElementType> typesOfBytes(uint32_t bytes)
{
    return valuesOf(vkscan::kElementTypes, [&](const vkscan::ElementTypeRow& row) { return row.bytes == bytes; });
}

[[nodiscard]] constexpr bool isFloat(vkscan::ElementType type)
{
    return vkscan::findRow(vkscan::kElementTypes, type)->isFloat;
}

} // namespace support

#endif
