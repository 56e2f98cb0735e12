// Summed-area tables for planning without a device: descriptions on hand-made devices, and arguments for them.
#ifndef VKSCAN_TESTS_SAT_MODELS_H
#define VKSCAN_TESTS_SAT_MODELS_H

#include "plan_models.h"

#include "schedule/array_operation.h"
#include "tables/table_model.h"

#include <gtest/gtest.h>

#include <string>
#include <vector>

namespace testing_support {

// A device that offers all that summed-area tables can use.
[[nodiscard]] inline vkscan::Capabilities withImages(vkscan::Capabilities capabilities)
{
    capabilities.storageImageWrite = capabilities.pushDescriptor = true;
    capabilities.storageImageExtendedFormats = true;
    capabilities.maxImageDimension2D = capabilities.maxImageDimension3D = 16384;
    capabilities.maxImageArrayLayers = 4096;
    return capabilities;
}

inline constexpr vkscan::FormatSupport kAllFormats = {~VkFormatFeatureFlags{0}, ~VkFormatFeatureFlags{0}};

// Floats from buffer to buffer with all that is optional.
[[nodiscard]] inline vkscan::Forced<vkscan::SummedAreaTableDesc> fullBufferDesc()
{
    vkscan::Forced<vkscan::SummedAreaTableDesc> desc;
    desc.input = desc.output = vkscan::Resource::Buffer;
    desc.inputFormat = desc.outputFormat = VK_FORMAT_R32_SFLOAT;
    desc.bias = vkscan::Bias::Mean;
    desc.layout = vkscan::TableLayout::ZeroBorder;
    desc.squares = true;
    desc.strategy = vkscan::Strategy::Spine;
    return desc;
}

// As above, from image to image.
[[nodiscard]] inline vkscan::Forced<vkscan::SummedAreaTableDesc> fullImageDesc()
{
    vkscan::Forced<vkscan::SummedAreaTableDesc> desc = fullBufferDesc();
    desc.input = vkscan::Resource::SampledImage;
    desc.inputFormat = VK_FORMAT_R16G16B16A16_SFLOAT;
    desc.output = vkscan::Resource::StorageImage;
    desc.outputFormat = VK_FORMAT_R32G32B32A32_SFLOAT;
    return desc;
}

template <class Desc>
[[nodiscard]] vkscan::SatModel satModelOf(const Desc& desc,
                                          const vkscan::Capabilities& capabilities = portableDevice())
{
    const vkscan::Capabilities all = withImages(capabilities);
    return {desc, tuningOf(desc, vkscan::tuningFor(all)), all};
}

// An image as the description wants it, or a buffer at `place` of exactly the bytes.
[[nodiscard]] inline vkscan::Surface validSurface(vkscan::Resource resource, vkscan::FormatInfo format,
                                                  VkExtent2D extent, VkDeviceAddress place)
{
    vkscan::Surface surface;
    surface.extent = extent;
    if (resource == vkscan::Resource::Buffer) {
        surface.rowPitch = extent.width * format.texelBytes() + 2 * format.componentBytes;
        surface.buffer = {place * kApart, (extent.height - 1) * surface.rowPitch + extent.width * format.texelBytes()};
    } else {
        surface.view = reinterpret_cast<VkImageView>(uintptr_t{64} * place); // never looked into
        surface.heapOffset = 64 * static_cast<uint32_t>(place);
        surface.usage =
            resource == vkscan::Resource::SampledImage ? VK_IMAGE_USAGE_SAMPLED_BIT : VK_IMAGE_USAGE_STORAGE_BIT;
    }
    return surface;
}

// Arguments that planTables takes, of exact sizes: the region is all of the input but its first `margin` rows
// and columns.
[[nodiscard]] inline vkscan::SummedAreaTableArgs validTableArgs(const vkscan::SatModel& model, VkExtent2D extent,
                                                                uint32_t margin = 0)
{
    const vkscan::SummedAreaTableDesc& desc = model.desc;
    const VkExtent2D table = {extent.width + model.border(), extent.height + model.border()};
    vkscan::SummedAreaTableArgs args;
    args.input = validSurface(desc.input, model.inputFormat(), {extent.width + margin, extent.height + margin}, 1);
    args.output = validSurface(desc.output, model.outputFormat(), table, 2);
    if (desc.squares)
        args.squares = validSurface(desc.output, model.outputFormat(), table, 3);
    args.region = {{static_cast<int32_t>(margin), static_cast<int32_t>(margin)}, extent};
    args.scratch = {4 * kApart, satScratchSize(model, extent)};
    if (desc.bias != vkscan::Bias::None)
        args.bias = {5 * kApart, 4 * sizeof(float)};
    return args;
}

// Valid arguments for one table of a batch: its buffers and images are apart from those of other indices.
[[nodiscard]] inline vkscan::SummedAreaTableArgs validTableArgs(const vkscan::SatModel& model, VkExtent2D extent,
                                                                uint32_t margin, uint32_t index)
{
    vkscan::SummedAreaTableArgs args = validTableArgs(model, extent, margin);
    const VkDeviceAddress apart = 8 * index * kApart;
    for (vkscan::Surface* surface : {&args.input, &args.output, &args.squares}) {
        if (surface->buffer.address != 0)
            surface->buffer.address += apart;
        if (surface->view != VK_NULL_HANDLE)
            surface->view = reinterpret_cast<VkImageView>(reinterpret_cast<uintptr_t>(surface->view) + 4096 * index);
    }
    args.scratch.address += apart;
    if (args.bias.address != 0)
        args.bias.address += apart;
    return args;
}

// The stage of a step, which must be one that the model uses.
[[nodiscard]] inline vkscan::TableStage stageOfStep(const vkscan::SatModel& model, const vkscan::Step& step)
{
    for (const vkscan::TableStageRow& row : vkscan::kTableStages)
        if (usesStage(model, row.value) && stageIndex(model, row.value) == step.stage)
            return row.value;
    ADD_FAILURE() << "a step of no stage: " << step.stage;
    return vkscan::TableStage::Mean;
}

[[nodiscard]] inline std::string describe(const vkscan::SatModel& model, VkExtent2D extent)
{
    return std::string(vkscan::study::toString(model.tuning.strategy)) + ", accumulation " +
           std::to_string(static_cast<int>(model.desc.accumulation)) + ", channels " +
           std::to_string(model.outputFormat().channels) +
           (model.desc.output == vkscan::Resource::Buffer ? ", buffer" : ", image") +
           (model.desc.squares ? ", squares" : "") + ", border " + std::to_string(model.border()) + ", bias " +
           std::to_string(static_cast<int>(model.desc.bias)) + ", " + std::to_string(extent.width) + "x" +
           std::to_string(extent.height) + ", subgroups of " + std::to_string(model.capabilities.subgroupSize) +
           (model.capabilities.forwardProgress ? ", listed" : ", not listed");
}

// Every strategy, layout, bias, number of values and accumulation on every kind of device.
[[nodiscard]] std::vector<vkscan::SatModel> allTableModels();

// Around the ends of tiles, and the limits.
[[nodiscard]] std::vector<VkExtent2D> interestingTableExtents(const vkscan::SatModel& model);

// Calls check(model, args, plan) for each of these.
template <class Check>
void forEachTablePlan(const Check& check)
{
    for (const vkscan::SatModel& model : allTableModels()) {
        for (const VkExtent2D& extent : interestingTableExtents(model)) {
            SCOPED_TRACE(describe(model, extent));
            const vkscan::SummedAreaTableArgs args = validTableArgs(model, extent, 3);
            vkscan::Plan plan;
            ASSERT_EQ(planTables(model, args, &plan), vkscan::Status::Success);
            check(model, args, plan);
            if (testing::Test::HasFailure())
                return;
        }
    }
}

} // namespace testing_support

#endif
