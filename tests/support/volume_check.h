// Runs one summed-area table of a volume or stack on the device and holds every entry against the serial reference.
#ifndef VKSCAN_TESTS_VOLUME_CHECK_H
#define VKSCAN_TESTS_VOLUME_CHECK_H

#include "axis_values.h"
#include "environment.h"
#include "test_array.h"

#include "tables/volume_model.h"
#include "tuning/tuning.h"

#include <vkscan/summed_volume_table.h>

#include <optional>
#include <string>
#include <vector>

namespace testing_support {

// Where a surface lies in memory; of an image, the margin alone counts.
struct VolumePlacement {
    VkDeviceSize rowPadding = 0;   // bytes from the end of a row to the next
    VkDeviceSize slicePadding = 0; // bytes from the end of a slice's last row, with its padding, to the next slice
    VkDeviceSize misalignment = 0; // bytes modulo 16
    VkExtent3D margin = {0, 0, 0}; // texels beyond the region, or entries beyond the table
    Fence fence = Fence::Behind;
};

// Parameters of one run of an operation.
struct VolumeCase {
    VkExtent3D extent = {1, 1, 1}; // of the region
    VkOffset3D offset = {0, 0, 0}; // of the region
    VolumePlacement input;
    VolumePlacement output;
    bool wholeInput = false;    // the region is left to the default
    bool ownScratch = false;    // fenced and freshly zeroed; else one that all cases share and none clears
    bool descriptorSet = false; // of one's own, as the table's context needs it
};

// Strategies of tables, without the spine.
[[nodiscard]] inline std::vector<vkscan::Strategy> volumeStrategies(WithAuto withAuto)
{
    std::vector<vkscan::Strategy> all = tableStrategies(withAuto);
    std::erase(all, vkscan::Strategy::Spine);
    return all;
}

[[nodiscard]] std::string describe(const vkscan::SummedVolumeTableDesc& desc, const VolumeCase& volumeCase);

// With `tuning`, or the library's own.
[[nodiscard]] vkscan::SummedVolumeTable createTunedVolume(const vkscan::SummedVolumeTableDesc& desc,
                                                          const std::optional<vkscan::Tuning>& tuning,
                                                          const vkscan::Context& inContext);
template <class Desc = vkscan::SummedVolumeTableDesc>
[[nodiscard]] vkscan::SummedVolumeTable createVolume(const Desc& desc,
                                                     std::optional<vkscan::Tuning> tuning = std::nullopt,
                                                     const vkscan::Context& inContext = context())
{
    if constexpr (requires { desc.strategy; })
        tuning = tuningOf(desc, tuning.value_or(tuningFor(inContext)));
    return createTunedVolume(desc, tuning, inContext);
}

// Tiles of 64 invocations with two vectors each, and blocks of few slices: many of both for few texels.
[[nodiscard]] vkscan::Tuning smallVolumeTuning(const vkscan::SummedVolumeTableDesc& desc, const vkscan::Tuning& tuning);
template <class Desc>
[[nodiscard]] vkscan::Tuning smallVolumeTuning(const Desc& desc)
{
    return smallVolumeTuning(desc, tuningOf(desc, smallTuning()));
}

// Runs the case twice and checks everything: entries, squares, bias, bit-identical results, and what must not change.
void checkVolume(const vkscan::SummedVolumeTable& table, const vkscan::SummedVolumeTableDesc& desc,
                 const VolumeCase& volumeCase);

} // namespace testing_support

#endif
