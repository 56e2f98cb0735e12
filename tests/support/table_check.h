// Runs one summed-area table operation on the device and compares every entry with the serial reference.
#ifndef VKSCAN_TESTS_TABLE_CHECK_H
#define VKSCAN_TESTS_TABLE_CHECK_H

#include "axis_values.h"
#include "submit.h"
#include "table_descriptors.h"
#include "table_reference.h"
#include "table_surface.h"

#include "tables/table.h"

#include <gtest/gtest.h>

#include <optional>
#include <random>
#include <string>
#include <vector>

namespace testing_support {

// Parameters of one run of an operation. Images are one slice.
struct TableCase {
    VkExtent3D extent = {1, 1, 1};       // of the region
    VkOffset3D offset = {0, 0, 0};       // of the region
    VkExtent3D inputMargin = {0, 0, 0};  // texels after the region
    VkExtent3D outputMargin = {0, 0, 0}; // entries after the table
    Placement input;
    Placement output;
    bool wholeInput = false;              // the region has its default
    bool ownScratch = false;              // fenced and freshly zeroed; otherwise shared by all cases and never cleared
    bool descriptorSet = false;           // a separate one, for contexts that need it
    std::optional<vkscan::Tuning> tuning; // tuning of the table, if it is not the library's
};

// Strategies of tables; for slices, without the spine.
[[nodiscard]] std::vector<vkscan::Strategy> sliceStrategies(WithAuto withAuto);

[[nodiscard]] std::string describe(const vkscan::TableDesc& desc, const TableCase& tableCase);

// A table with `tuning`, or the library's, and the strategy that the description forces.
[[nodiscard]] vkscan::SummedAreaTable createTunedTable(const vkscan::SummedAreaTableDesc& desc,
                                                       const std::optional<vkscan::Tuning>& tuning,
                                                       const vkscan::Context& inContext);
[[nodiscard]] vkscan::SummedVolumeTable createTunedTable(const vkscan::SummedVolumeTableDesc& desc,
                                                         const std::optional<vkscan::Tuning>& tuning,
                                                         const vkscan::Context& inContext);
template <class Desc>
[[nodiscard]] auto createTable(const Desc& desc, std::optional<vkscan::Tuning> tuning = std::nullopt,
                               const vkscan::Context& inContext = context())
{
    if constexpr (requires { desc.strategy; })
        tuning = tuningOf(desc, tuning.value_or(tuningFor(inContext)));
    return createTunedTable(desc, tuning, inContext);
}

// Tiles of 64 invocations with two vectors each, windows of 3 by 2 tiles, and blocks of few slices: many of each for
// few texels, and kernels that compile fast.
[[nodiscard]] vkscan::Tuning smallTableTuning(const vkscan::TableDesc& desc, const vkscan::Tuning& forced);
template <class Desc>
[[nodiscard]] vkscan::Tuning smallTableTuning(const Desc& desc)
{
    return smallTableTuning(desc, tuningOf(desc, smallTuning()));
}

// The tiles of an operation.
[[nodiscard]] vkscan::TableGeometry tableGeometry(const vkscan::TableDesc& desc, const vkscan::Tuning& tuning);

// Extents around the edges of vectors, tiles, windows and blocks of slices.
[[nodiscard]] std::vector<VkExtent3D> interestingExtents(const vkscan::TableDesc& desc, const vkscan::Tuning& tuning);

// Random surfaces of a case: usually not aligned to vectors, with texels and entries beyond.
[[nodiscard]] TableCase randomTableCase(const vkscan::TableDesc& desc, VkExtent3D extent, std::mt19937* random);

// Runs the case twice and checks everything: entries, squares, bias, equal bits in both runs, and that other memory is
// unchanged.
void checkTable(const vkscan::SummedAreaTable& table, const vkscan::SummedAreaTableDesc& desc,
                const TableCase& tableCase);
void checkTable(const vkscan::SummedVolumeTable& table, const vkscan::SummedVolumeTableDesc& desc,
                const TableCase& tableCase);

} // namespace testing_support

#endif
