// Summed-area tables of volumes and stacks entry by entry: every format, accumulation, strategy and layout.
#include "axis_values.h"
#include "environment.h"
#include "sample.h"
#include "sat_reference.h"
#include "volume_check.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <random>

using namespace testing_support;
using namespace vkscan;

namespace {

class VolumeExactTest : public testing::TestWithParam<Accumulation> {
protected:
    // Description number `index` of those of the accumulation.
    [[nodiscard]] static Forced<SummedVolumeTableDesc> descOf(unsigned index)
    {
        const Accumulation accumulation = GetParam();
        const bool isInteger = accumulation == Accumulation::U32;
        constexpr VkFormat kInputs[] = {VK_FORMAT_R32_SFLOAT, VK_FORMAT_R8_UINT, VK_FORMAT_R32_UINT};
        Forced<SummedVolumeTableDesc> desc;
        desc.separateSlices = index % 2 == 1;
        desc.inputFormat = isInteger ? kInputs[1 + index / 2 % 2] : kInputs[index / 2 % 3];
        const bool isWide = accumulation == Accumulation::F64 && index / 2 % 2 == 0;
        desc.outputFormat = isInteger ? VK_FORMAT_R32_UINT : (isWide ? VK_FORMAT_R64_SFLOAT : VK_FORMAT_R32_SFLOAT);
        desc.accumulation = accumulation;
        desc.bias = isInteger ? Bias::None : static_cast<Bias>(index / 4 % 3);
        desc.layout = index / 3 % 2 == 0 ? TableLayout::Inclusive : TableLayout::ZeroBorder;
        desc.squares = index / 5 % 2 == 1;
        const std::vector<Strategy> strategies = volumeStrategies(WithAuto::Yes);
        desc.strategy = strategies.at((index + index / 4) % strategies.size());
        return desc;
    }

    // Mostly apart from vectors.
    VolumePlacement randomPlacement(VkFormat format)
    {
        const VkDeviceSize component = texelFormat(format).componentBytes;
        VolumePlacement placement;
        placement.rowPadding = m_random() % 3 * component * (1 + m_random() % 7);
        placement.slicePadding = m_random() % 3 * component * (1 + m_random() % 9);
        placement.misalignment = m_random() % 2 * component * (m_random() % 4) % 16;
        if (m_random() % 2 == 0)
            placement.margin = {static_cast<uint32_t>(m_random() % 5), static_cast<uint32_t>(m_random() % 3),
                                static_cast<uint32_t>(m_random() % 3)};
        placement.fence = m_random() % 2 == 0 ? Fence::Behind : Fence::Before;
        return placement;
    }

    // Rows and slices at multiples of 16 bytes.
    static VolumePlacement alignedPlacement(VkFormat format, uint32_t width, uint32_t height)
    {
        const VkDeviceSize row = VkDeviceSize{width} * texelFormat(format).texelBytes();
        VolumePlacement placement;
        placement.rowPadding = (16 - row % 16) % 16;
        placement.slicePadding = 16 * (height % 2);
        return placement;
    }

    void check(const SummedVolumeTable& table, const SummedVolumeTableDesc& desc, VkExtent3D extent, bool aligned)
    {
        VolumeCase volumeCase;
        volumeCase.extent = extent;
        if (aligned) {
            const uint32_t border = desc.layout == TableLayout::ZeroBorder ? 1 : 0;
            volumeCase.input = alignedPlacement(desc.inputFormat, extent.width, extent.height);
            volumeCase.output = alignedPlacement(desc.outputFormat, extent.width + border, extent.height + border);
            volumeCase.wholeInput = true;
        } else {
            volumeCase.input = randomPlacement(desc.inputFormat);
            volumeCase.output = randomPlacement(desc.outputFormat);
            volumeCase.offset = {static_cast<int32_t>(m_random() % 9), static_cast<int32_t>(m_random() % 5),
                                 static_cast<int32_t>(m_random() % 4)};
        }
        volumeCase.ownScratch = m_random() % 3 == 0;
        checkVolume(table, desc, volumeCase);
    }

    std::mt19937 m_random{static_cast<unsigned>(GetParam()) + 1};
};

// Around the edges of vectors, tiles and blocks of slices, with small ones.
TEST_P(VolumeExactTest, EveryExtent)
{
    Sample sample(static_cast<unsigned>(GetParam()), 3);
    for (unsigned index = 0; index < 24; ++index) {
        const Forced<SummedVolumeTableDesc> desc = descOf(index);
        if (!sample.takes())
            continue;
        const Tuning tuning = smallVolumeTuning(desc);
        const VolumeModel model = {desc, tuning, capabilities()};
        const SatGeometry tile = satGeometry(model.slices, model.slices.tuning.strategy);
        const uint32_t w = tile.tileWidth();
        const uint32_t h = tile.tileHeight();
        const uint32_t d = model.depth.blockSlices();
        const VkExtent3D kExtents[] = {{1, 1, 1},
                                       {1, 1, 2 * d + 3},
                                       {2 * w + 5, 1, d - 1},
                                       {7, 5, d},
                                       {w - 1, h + 1, d + 1},
                                       {w, h, 2},
                                       {w + 1, 2 * h - 1, 3},
                                       {3 * w + 3, 3 * h + 1, 5},
                                       {1, 2 * h + 3, 2 * d}};
        const SummedVolumeTable table = createVolume(desc, tuning);
        for (const VkExtent3D& extent : kExtents) {
            check(table, desc, extent, m_random() % 2 == 0);
            if (HasFailure())
                return;
        }
    }
}

// The library's own tiles and blocks.
TEST_P(VolumeExactTest, OwnVolumeTuning)
{
    for (const unsigned index : {0u, 1u, 10u, 9u}) {
        const Forced<SummedVolumeTableDesc> desc = descOf(index);
        const SummedVolumeTable table = createVolume(desc);
        check(table, desc, {67, 61, 67}, index % 4 < 2);
        check(table, desc, {131, 70, 9}, index % 4 >= 2);
        if (HasFailure())
            return;
    }
}

std::string volumeAccumulationName(const testing::TestParamInfo<Accumulation>& info)
{
    constexpr const char* kNames[] = {"u32", "f32", "f32x2", "f64"};
    return kNames[static_cast<int>(info.param)];
}

INSTANTIATE_TEST_SUITE_P(Matrix, VolumeExactTest, testing::ValuesIn(valuesOf(kAccumulations)), volumeAccumulationName);

// The largest extents, one at a time.
TEST(VolumeTest, LargestExtents)
{
    Forced<SummedVolumeTableDesc> desc;
    desc.inputFormat = VK_FORMAT_R8_UINT;
    desc.outputFormat = VK_FORMAT_R32_UINT;
    desc.accumulation = Accumulation::U32;
    for (const Strategy strategy : volumeStrategies(WithAuto::Yes)) {
        desc.strategy = strategy;
        const SummedVolumeTable table = createVolume(desc, smallVolumeTuning(desc));
        for (const VkExtent3D extent : {VkExtent3D{3, 2, kMaxVolumeExtent}, VkExtent3D{kMaxVolumeExtent, 3, 4},
                                        VkExtent3D{2, kMaxVolumeExtent, 3}}) {
            VolumeCase volumeCase;
            volumeCase.extent = extent;
            checkVolume(table, desc, volumeCase);
        }
    }
}

} // namespace
