// Tables of volumes and stacks in images, of either shape: every format, source and table, entry by entry.
#include "axis_values.h"
#include "environment.h"
#include "sample.h"
#include "sat_reference.h"
#include "submit.h"
#include "volume_check.h"

#include <support/image.h>

#include <gtest/gtest.h>

#include <algorithm>
#include <random>
#include <vector>

using namespace testing_support;
using namespace vkscan;

namespace {

struct ImageInput {
    Resource resource;
    VkFormat format;
};

// All formats of buffers, and those of images that the device samples.
std::vector<ImageInput> volumeInputs()
{
    std::vector<ImageInput> inputs;
    for (const VkFormat format : imageInputFormats())
        if (gpu::supportsFormat(device(), format, VK_FORMAT_FEATURE_SAMPLED_IMAGE_BIT))
            inputs.push_back({Resource::SampledImage, format});
    for (const VkFormat format : {VK_FORMAT_R8_UINT, VK_FORMAT_R32_UINT, VK_FORMAT_R32_SFLOAT})
        inputs.push_back({Resource::Buffer, format});
    return inputs;
}

// The parameter: whether images are arrays.
class VolumeImageTest : public testing::TestWithParam<bool> {
protected:
    // Descriptions of one input, of which `index` chooses the rest.
    static Forced<SummedVolumeTableDesc> descOf(const ImageInput& input, uint32_t channels, Resource output, unsigned index)
    {
        const bool isFloat = texelFormat(input.format).kind == TexelKind::Sfloat;
        const bool isInteger = !isFloat && index % 3 != 0;
        Forced<SummedVolumeTableDesc> desc;
        desc.separateSlices = index % 4 == 3;
        desc.arrayImages = GetParam();
        desc.input = input.resource;
        desc.inputFormat = input.format;
        desc.output = output;
        desc.outputFormat = tableFormat(isInteger ? TexelKind::Uint : TexelKind::Sfloat, 4, channels);
        desc.accumulation = isInteger ? Accumulation::U32 : Accumulation::F32;
        desc.bias = isInteger ? Bias::None : static_cast<Bias>(index / 2 % 3);
        desc.layout = index % 5 < 3 ? TableLayout::Inclusive : TableLayout::ZeroBorder;
        desc.squares = index / 3 % 2 == 1;
        const std::vector<Strategy> strategies = volumeStrategies(WithAuto::Yes);
        desc.strategy = strategies[index / 2 % strategies.size()];
        return desc;
    }

    VkExtent3D smallExtent(uint32_t width, uint32_t height, uint32_t depth)
    {
        return {static_cast<uint32_t>(m_random() % width), static_cast<uint32_t>(m_random() % height),
                static_cast<uint32_t>(m_random() % depth)};
    }

    // Buffers with padding, regions inside, entries beyond.
    VolumeCase caseOf(const SummedVolumeTableDesc& desc, VkExtent3D extent)
    {
        VolumeCase volumeCase;
        volumeCase.extent = extent;
        volumeCase.wholeInput = m_random() % 2 == 0;
        const auto place = [&](VkFormat format) {
            VolumePlacement placement;
            placement.rowPadding = m_random() % 3 * texelFormat(format).componentBytes;
            placement.slicePadding = m_random() % 3 * texelFormat(format).componentBytes;
            return placement;
        };
        volumeCase.input = place(desc.inputFormat);
        volumeCase.output = place(desc.outputFormat);
        volumeCase.output.margin = smallExtent(4, 3, 3);
        if (!volumeCase.wholeInput) {
            volumeCase.input.margin = smallExtent(4, 3, 3);
            volumeCase.offset = {static_cast<int32_t>(m_random() % 6), static_cast<int32_t>(m_random() % 5),
                                 static_cast<int32_t>(m_random() % 4)};
        }
        volumeCase.ownScratch = m_random() % 3 == 0;
        return volumeCase;
    }

    std::mt19937 m_random{GetParam() ? 2u : 1u};
};

// Every format of an input to both kinds of tables, of every number of channels.
TEST_P(VolumeImageTest, EveryFormat)
{
    Sample sample(GetParam() ? 1 : 0, 7);
    unsigned index = 0;
    for (const ImageInput& input : volumeInputs())
        for (const Resource output : {Resource::StorageImage, Resource::Buffer})
            for (const uint32_t channels : {1u, 2u, 4u}) {
                if (channels > texelFormat(input.format).channels ||
                    (input.resource == Resource::Buffer && output == Resource::Buffer))
                    continue;
                const Forced<SummedVolumeTableDesc> desc = descOf(input, channels, output, ++index);
                if (!sample.takes())
                    continue;
                const SummedVolumeTable table = createVolume(desc, smallVolumeTuning(desc));
                checkVolume(table, desc, caseOf(desc, {43, 21, 11}));
                if (HasFailure())
                    return;
            }
}

// Around the edges of vectors, tiles and blocks of slices, with small ones.
TEST_P(VolumeImageTest, EveryExtent)
{
    Sample sample(GetParam() ? 1 : 0, 3);
    for (unsigned index = 0; index < 24; ++index) {
        const VkFormat format = index % 4 == 1 ? VK_FORMAT_R32_UINT : VK_FORMAT_R32_SFLOAT;
        const Resource resource = index % 6 == 5 ? Resource::Buffer : Resource::SampledImage;
        const Forced<SummedVolumeTableDesc> desc =
            descOf({resource, format}, 1, index % 6 == 2 ? Resource::Buffer : Resource::StorageImage, index);
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
            checkVolume(table, desc, caseOf(desc, extent));
            if (HasFailure())
                return;
        }
    }
}

// The library's own tiles and blocks, from image to image.
TEST_P(VolumeImageTest, OwnVolumeTuning)
{
    for (const unsigned index : {1u, 14u}) {
        const Forced<SummedVolumeTableDesc> desc =
            descOf({Resource::SampledImage, VK_FORMAT_R32_SFLOAT}, 1, Resource::StorageImage, index);
        const SummedVolumeTable table = createVolume(desc);
        checkVolume(table, desc, caseOf(desc, {67, 61, 67}));
        checkVolume(table, desc, caseOf(desc, {131, 70, 9}));
        if (HasFailure())
            return;
    }
}

// Without push descriptors, sets of the caller's.
TEST_P(VolumeImageTest, DescriptorSetsOfTheCaller)
{
    ContextDesc contextDesc = device().contextDesc();
    contextDesc.pushDescriptorEnabled = false;
    Context withoutPush;
    ASSERT_EQ(Context::create(contextDesc, &withoutPush), Status::Success);
    for (const Resource input : {Resource::SampledImage, Resource::Buffer})
        for (const Resource output : {Resource::StorageImage, Resource::Buffer}) {
            Forced<SummedVolumeTableDesc> desc = descOf({input, VK_FORMAT_R32_SFLOAT}, 1, output, 3);
            desc.separateSlices = false;
            const SummedVolumeTable table = createVolume(desc, smallVolumeTuning(desc), withoutPush);
            const bool hasImages = input != Resource::Buffer || output != Resource::Buffer;
            EXPECT_EQ(table.descriptorSetLayout() != VK_NULL_HANDLE, hasImages);
            VolumeCase volumeCase = caseOf(desc, {37, 19, 6});
            volumeCase.descriptorSet = hasImages;
            checkVolume(table, desc, volumeCase);
            if (HasFailure())
                return;
            device().run([&](VkCommandBuffer commandBuffer) {
                const Status none =
                    hasImages ? Status(Argument::DescriptorSet, Rule::Null) : Status(Argument::Input, Rule::Zero);
                EXPECT_EQ(table.record(commandBuffer, {}), none);
            });
        }
}

// One recording on shared scratch: each submission has an input of its own, and reads what the last one left of tables.
TEST_P(VolumeImageTest, RecordedOnceSubmittedOften)
{
    constexpr VkExtent3D kExtent = {37, 19, 7};
    constexpr std::size_t kTexels = std::size_t{37} * 19 * 7;
    for (const Strategy strategy : {Strategy::FlatSum, Strategy::ReduceThenScan}) {
        Forced<SummedVolumeTableDesc> desc = descOf({Resource::SampledImage, VK_FORMAT_R32_UINT}, 1, Resource::StorageImage, 1);
        desc.strategy = strategy;
        desc.separateSlices = desc.squares = false;
        desc.layout = TableLayout::Inclusive;
        const SummedVolumeTable table = createVolume(desc, smallVolumeTuning(desc));
        const auto imageOf = [&](VkImageUsageFlags usage) {
            gpu::ImageDesc image;
            image.extent = {kExtent.width, kExtent.height};
            (desc.arrayImages ? image.layers : image.depth) = kExtent.depth;
            image.format = VK_FORMAT_R32_UINT;
            image.usage = usage;
            return gpu::Image(device(), image);
        };
        const gpu::Image input = imageOf(VK_IMAGE_USAGE_SAMPLED_BIT);
        const gpu::Image output = imageOf(VK_IMAGE_USAGE_STORAGE_BIT);
        constexpr VkImageLayout kRead = VK_IMAGE_LAYOUT_SHADER_READ_ONLY_OPTIMAL;
        const auto fill = [&](const gpu::Image& image, VkImageLayout layout, uint32_t texel) {
            const std::vector<uint32_t> texels(kTexels / image.desc().layers, texel);
            for (uint32_t layer = 0; layer < image.desc().layers; ++layer)
                gpu::upload(device(), image, std::as_bytes(std::span(texels)), layout, layer);
        };
        const auto holds = [&](uint32_t texel) {
            std::vector<uint32_t> entries(kTexels);
            const std::span all = std::as_writable_bytes(std::span(entries));
            const std::size_t layerBytes = all.size() / output.desc().layers;
            for (uint32_t layer = 0; layer < output.desc().layers; ++layer)
                gpu::download(device(), output, all.subspan(layer * layerBytes, layerBytes), VK_IMAGE_LAYOUT_GENERAL,
                              layer);
            std::size_t i = 0;
            for (uint32_t z = 1; z <= kExtent.depth; ++z)
                for (uint32_t y = 1; y <= kExtent.height; ++y)
                    for (uint32_t x = 1; x <= kExtent.width; ++x)
                        if (entries[i++] != texel * x * y * z)
                            return false;
            return true;
        };
        fill(input, kRead, 1);
        fill(output, VK_IMAGE_LAYOUT_GENERAL, 0xcccccccc);
        SummedVolumeTableArgs args;
        args.input = input.volume(kRead);
        args.output = output.volume(VK_IMAGE_LAYOUT_GENERAL);
        args.scratch = sharedScratch(table.scratchSize(kExtent));
        args.barrierBefore = args.barrierAfter = true;
        submitRecorded([&](VkCommandBuffer commandBuffer) { return table.record(commandBuffer, args); },
                       {.count = 20, .scratch = {args.scratch}, .afterEach = [&](unsigned submission) {
                            EXPECT_TRUE(holds(submission + 1)) << "submission " << submission;
                            fill(input, kRead, submission + 2);
                        }});
        EXPECT_EQ(sharedScratchStatus(), ScratchStatus::Complete);
    }
}

INSTANTIATE_TEST_SUITE_P(Matrix, VolumeImageTest, testing::Bool(), [](const testing::TestParamInfo<bool>& info) {
    return info.param ? std::string("array") : std::string("volume");
});

} // namespace
