// Runs one summed-area table operation on the device and holds every entry against the serial reference.
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
    VkExtent3D inputMargin = {0, 0, 0};  // texels behind the region
    VkExtent3D outputMargin = {0, 0, 0}; // entries behind the table
    Placement input;
    Placement output;
    bool wholeInput = false;              // the region is left to the default
    bool ownScratch = false;              // fenced and freshly zeroed; else one that all cases share and none clears
    bool descriptorSet = false;           // of one's own, as the table's context needs it
    std::optional<vkscan::Tuning> tuning; // that the table was created with, if it is not the library's own
};

// Strategies of tables; of slices, without the spine.
[[nodiscard]] std::vector<vkscan::Strategy> sliceStrategies(WithAuto withAuto);

[[nodiscard]] std::string describe(const vkscan::TableDesc& desc, const TableCase& tableCase);

// With `tuning`, or the library's own, and the strategy that the description forces.
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
// few texels, and kernels that are compiled soon.
[[nodiscard]] vkscan::Tuning smallTableTuning(const vkscan::TableDesc& desc, const vkscan::Tuning& forced);
template <class Desc>
[[nodiscard]] vkscan::Tuning smallTableTuning(const Desc& desc)
{
    return smallTableTuning(desc, tuningOf(desc, smallTuning()));
}

// How the operation cuts tables into tiles.
[[nodiscard]] vkscan::TableGeometry tableGeometry(const vkscan::TableDesc& desc, const vkscan::Tuning& tuning);

// Extents around the edges of vectors, tiles, windows and blocks of slices.
[[nodiscard]] std::vector<VkExtent3D> interestingExtents(const vkscan::TableDesc& desc, const vkscan::Tuning& tuning);

// Where the surfaces of a case lie: mostly apart from vectors, with texels and entries beyond.
[[nodiscard]] TableCase randomTableCase(const vkscan::TableDesc& desc, VkExtent3D extent, std::mt19937* random);

// Runs the case twice and checks everything: entries, squares, bias, bit-identical results, and what must not change.
void checkTable(const vkscan::SummedAreaTable& table, const vkscan::SummedAreaTableDesc& desc,
                const TableCase& tableCase);
void checkTable(const vkscan::SummedVolumeTable& table, const vkscan::SummedVolumeTableDesc& desc,
                const TableCase& tableCase);

} // namespace testing_support

#endif
