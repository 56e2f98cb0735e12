// Runs one summed-area table operation on the device and holds every entry against the serial reference.
#ifndef VKSCAN_TESTS_SAT_CHECK_H
#define VKSCAN_TESTS_SAT_CHECK_H

#include "axis_values.h"
#include "sat_reference.h"
#include "sat_surface.h"
#include "submit.h"
#include "table_descriptors.h"

#include "tables/table_model.h"

#include <gtest/gtest.h>

#include <optional>

#include <string>

namespace testing_support {

// Parameters of one run of an operation.
struct TableCase {
    VkExtent2D extent = {1, 1}; // of the region
    VkOffset2D offset = {0, 0}; // of the region
    VkExtent2D inputMargin = {0, 0};
    VkExtent2D outputMargin = {0, 0}; // entries right of and below the table
    Placement input;
    Placement output;
    bool wholeInput = false;              // the region is left to the default
    bool ownScratch = false;              // fenced and freshly zeroed; else one that all cases share and none clears
    bool descriptorSet = false;           // of one's own, as the table's context needs it
    std::optional<vkscan::Tuning> tuning; // that the table was created with, if it is not the library's own
};

[[nodiscard]] std::string describe(const vkscan::SummedAreaTableDesc& desc, const TableCase& tableCase);

// With `tuning`, or the library's own.
[[nodiscard]] vkscan::SummedAreaTable createTunedTable(const vkscan::SummedAreaTableDesc& desc,
                                                       const std::optional<vkscan::Tuning>& tuning,
                                                       const vkscan::Context& inContext);
template <class Desc = vkscan::SummedAreaTableDesc>
[[nodiscard]] vkscan::SummedAreaTable createTable(const Desc& desc, std::optional<vkscan::Tuning> tuning = std::nullopt,
                                                  const vkscan::Context& inContext = context())
{
    if constexpr (requires { desc.strategy; })
        tuning = tuningOf(desc, tuning.value_or(tuningFor(inContext)));
    return createTunedTable(desc, tuning, inContext);
}

// Tiles of 64 invocations with two vectors each, windows of 3 by 2 tiles: many tiles and windows for few texels, and
// kernels that are compiled soon.
[[nodiscard]] vkscan::Tuning smallTableTuning(const vkscan::SummedAreaTableDesc& desc, const vkscan::Tuning& tuning);
template <class Desc>
[[nodiscard]] vkscan::Tuning smallTableTuning(const Desc& desc)
{
    return smallTableTuning(desc, tuningOf(desc, smallTuning()));
}

// How the operation cuts tables into tiles.
[[nodiscard]] vkscan::SatGeometry tableGeometry(const vkscan::SummedAreaTableDesc& desc, const vkscan::Tuning& tuning);

// Runs the case twice and checks everything: entries, squares, bias, bit-identical results, and what must not change.
void checkTable(const vkscan::SummedAreaTable& table, const vkscan::SummedAreaTableDesc& desc,
                const TableCase& tableCase);

} // namespace testing_support

#endif
