#include "table_models.h"

using namespace vkscan;

namespace testing_support {

namespace {

std::vector<Capabilities> allDevices()
{
    std::vector<Capabilities> devices = {portableDevice(), listedDevice(), listedLargeDevice(), boundedLoopsDevice(),
                                         fewRegistersDevice()};
    for (const uint32_t width : {4u, 16u, 64u, 128u}) {
        devices.push_back(portableDevice());
        devices.back().subgroupSize = width;
    }
    return devices;
}

template <class Desc>
Forced<Desc> fullDesc(Strategy strategy)
{
    Forced<Desc> desc;
    desc.input = desc.output = Resource::Buffer;
    desc.inputFormat = desc.outputFormat = VK_FORMAT_R32_SFLOAT;
    desc.bias = Bias::Mean;
    desc.layout = TableLayout::ZeroBorder;
    desc.squares = true;
    desc.strategy = strategy;
    return desc;
}

// The options that differ between variants.
template <class Desc>
Desc variantOf(Desc desc, Strategy strategy, Accumulation accumulation, uint32_t variant, uint32_t variants)
{
    desc.strategy = strategy;
    desc.accumulation = accumulation;
    desc.squares = variant % 2 == 1;
    desc.layout = variant < variants / 2 ? TableLayout::Inclusive : TableLayout::ZeroBorder;
    desc.bias = accumulation == Accumulation::U32 ? Bias::None : static_cast<Bias>(variant % 3);
    return desc;
}

void appendImages(const Capabilities& device, Strategy strategy, Accumulation accumulation,
                  std::vector<TableModel>* models)
{
    constexpr uint32_t kVariants = 6;
    const auto add = [&](const AnyTable& desc) { models->push_back(tableModelOf(desc, device)); };
    for (const VkFormat format : {VK_FORMAT_R32_SFLOAT, VK_FORMAT_R32G32_SFLOAT, VK_FORMAT_R32G32B32A32_SFLOAT})
        for (uint32_t variant = 0; variant < kVariants; ++variant) {
            auto desc = variantOf(fullImageDesc(), strategy, accumulation, variant, kVariants);
            desc.inputFormat = VK_FORMAT_R32G32B32A32_SFLOAT;
            desc.outputFormat = format;
            for (const Resource output : {Resource::Buffer, Resource::StorageImage}) {
                if (output != Resource::Buffer && accumulation == Accumulation::F64)
                    continue;
                desc.output = output;
                desc.reproducible = false;
                add(desc);
                desc.reproducible = accumulation == Accumulation::F32 && desc.bias != Bias::Mean &&
                                    (strategy == Strategy::Auto || strategy == Strategy::ReduceThenScan);
                if (desc.reproducible)
                    add(desc);
            }
        }
}

void appendSlices(const Capabilities& device, Strategy strategy, Accumulation accumulation,
                  std::vector<TableModel>* models)
{
    constexpr uint32_t kVariants = 12;
    for (uint32_t variant = 0; variant < kVariants; ++variant) {
        const bool isInteger = accumulation == Accumulation::U32;
        auto desc = variantOf(fullVolumeDesc(), strategy, accumulation, variant, kVariants);
        desc.separateSlices = variant % 4 >= 2;
        desc.inputFormat = isInteger ? VK_FORMAT_R8_UINT : VK_FORMAT_R32_SFLOAT;
        desc.outputFormat = isInteger                                               ? VK_FORMAT_R32_UINT
                            : accumulation == Accumulation::F64 && variant % 2 == 0 ? VK_FORMAT_R64_SFLOAT
                                                                                    : VK_FORMAT_R32_SFLOAT;
        models->push_back(tableModelOf(desc, device));
        if (accumulation > Accumulation::F32)
            continue;
        desc.arrayImages = variant % 3 == 1;
        for (const uint32_t images : {1u, 2u, 3u}) { // sources, tables, both
            desc.input = (images & 1) != 0 ? Resource::SampledImage : Resource::Buffer;
            desc.output = (images & 2) != 0 ? Resource::StorageImage : Resource::Buffer;
            models->push_back(tableModelOf(desc, device));
        }
    }
}

VkExtent3D enlarged(VkExtent3D extent, uint32_t by, uint32_t depthBy)
{
    return {extent.width + by, extent.height + by, extent.depth + depthBy};
}

// An image for the description, or a buffer at `place` of exactly the required bytes.
VolumeSurface validSurface(const TableModel& model, Resource resource, FormatInfo format, VkExtent3D extent,
                           VkDeviceAddress place)
{
    VolumeSurface surface;
    surface.extent = extent;
    if (resource != Resource::Buffer) {
        surface.view = reinterpret_cast<VkImageView>(uintptr_t{64} * place); // never dereferenced
        surface.heapOffset = 64 * static_cast<uint32_t>(place);
        surface.usage = resource == Resource::SampledImage ? VK_IMAGE_USAGE_SAMPLED_BIT : VK_IMAGE_USAGE_STORAGE_BIT;
        return surface;
    }
    surface.rowPitch = extent.width * format.texelBytes() + 2 * format.componentBytes;
    if (model.desc.kind != TableKind::Image)
        surface.slicePitch = extent.height * surface.rowPitch + 3 * format.componentBytes;
    surface.buffer = {place * kApart, (extent.depth - 1) * surface.slicePitch + (extent.height - 1) * surface.rowPitch +
                                          extent.width * format.texelBytes()};
    return surface;
}

} // namespace

Capabilities withImages(Capabilities capabilities)
{
    capabilities.storageImageWrite = capabilities.pushDescriptor = true;
    capabilities.storageImageExtendedFormats = true;
    capabilities.maxImageDimension2D = 32768; // including the border of the largest table
    capabilities.maxImageDimension3D = 16384;
    capabilities.maxImageArrayLayers = 4096;
    return capabilities;
}

Forced<SummedAreaTableDesc> fullBufferDesc()
{
    return fullDesc<SummedAreaTableDesc>(Strategy::Spine);
}

Forced<SummedVolumeTableDesc> fullVolumeDesc()
{
    return fullDesc<SummedVolumeTableDesc>(Strategy::ReduceThenScan);
}

Forced<SummedAreaTableDesc> fullImageDesc()
{
    Forced<SummedAreaTableDesc> desc = fullBufferDesc();
    desc.input = Resource::SampledImage;
    desc.inputFormat = VK_FORMAT_R16G16B16A16_SFLOAT;
    desc.output = Resource::StorageImage;
    desc.outputFormat = VK_FORMAT_R32G32B32A32_SFLOAT;
    return desc;
}

Forced<SummedVolumeTableDesc> fullVolumeImageDesc(bool areArrays)
{
    Forced<SummedVolumeTableDesc> desc = fullVolumeDesc();
    desc.arrayImages = areArrays;
    desc.input = Resource::SampledImage;
    desc.output = Resource::StorageImage;
    return desc;
}

TableModel tableModelOf(const AnyTable& desc, const Capabilities& capabilities)
{
    const Capabilities all = withImages(capabilities);
    return {desc, tuningOf(desc, tuningFor(all)), all};
}

TableArgs validTableArgs(const TableModel& model, VkExtent3D extent, uint32_t margin, uint32_t index)
{
    const TableDesc& desc = model.desc;
    const uint32_t slices = desc.kind == TableKind::Image ? 0 : margin;
    const auto offset = static_cast<int32_t>(margin);
    const VkDeviceAddress place = 8 * index;
    TableArgs args;
    args.input = validSurface(model, desc.input, model.inputFormat(), enlarged(extent, margin, slices), place + 1);
    args.output = validSurface(model, desc.output, model.outputFormat(), model.tableExtent(extent), place + 2);
    if (desc.squares)
        args.squares = validSurface(model, desc.output, model.outputFormat(), model.tableExtent(extent), place + 3);
    args.region = {{offset, offset, static_cast<int32_t>(slices)}, extent};
    args.scratch = {(place + 4) * kApart, tableScratchSize(model, extent)};
    if (desc.bias != Bias::None)
        args.bias = {(place + 5) * kApart, 4 * sizeof(float)};
    return args;
}

TableStage stageOfStep(const TableModel& model, const Step& step)
{
    for (const TableStageRow& row : kTableStages)
        if (usesStage(model, row.value) && stageIndex(model, row.value) == step.stage)
            return row.value;
    ADD_FAILURE() << "a step of no stage: " << step.stage;
    return TableStage::Reduce;
}

std::string describe(const TableModel& model, VkExtent3D extent)
{
    constexpr const char* kKinds[] = {"image", "stack", "volume"};
    return std::string(kKinds[static_cast<int>(model.desc.kind)]) + (model.desc.arrayImages ? " in arrays, " : ", ") +
           vkscan::study::toString(model.tuning.strategy) + ", accumulation " +
           std::to_string(static_cast<int>(model.desc.accumulation)) + ", channels " +
           std::to_string(model.outputFormat().channels) + (model.desc.fromImage() ? ", from image" : "") +
           (model.desc.toImage() ? ", to image" : "") + (model.desc.squares ? ", squares" : "") + ", border " +
           std::to_string(model.border()) + ", bias " + std::to_string(static_cast<int>(model.desc.bias)) + ", " +
           std::to_string(extent.width) + "x" + std::to_string(extent.height) + "x" + std::to_string(extent.depth) +
           ", subgroups of " + std::to_string(model.capabilities.subgroupSize) +
           (model.capabilities.forwardProgress ? ", listed" : ", not listed");
}

std::vector<TableModel> allTableModels()
{
    std::vector<TableModel> models;
    for (const Capabilities& device : allDevices())
        for (const Strategy strategy : tableStrategies(WithAuto::Yes))
            for (const Accumulation accumulation : valuesOf(kAccumulations)) {
                if (accumulation != Accumulation::U32)
                    appendImages(device, strategy, accumulation, &models);
                if (strategy != Strategy::Spine)
                    appendSlices(device, strategy, accumulation, &models);
            }
    return models;
}

std::vector<VkExtent3D> interestingTableExtents(const TableModel& model)
{
    const TableGeometry tile = geometryOf(model, chooseStrategy(model, {1, 1, 1}));
    const uint32_t w = tile.tileWidth() - model.border();
    const uint32_t h = tile.tileHeight() - model.border();
    if (model.desc.kind == TableKind::Image)
        return {{1, 1, 1},
                {w, h, 1},
                {w + 1, h, 1},
                {w, h + 1, 1},
                {1920, 1080, 1},
                {w + 7, 40 * h, 1},
                {kMaxTableExtent, 1, 1},
                {1, kMaxTableExtent, 1},
                {kMaxTableExtent, kMaxTableExtent, 1}};
    return {{1, 1, 1},
            {w, h, 2},
            {w + 1, h, 3},
            {w, h + 1, 64},
            {256, 256, 256},
            {w + 7, 40 * h % kMaxVolumeExtent, kMaxVolumeExtent},
            {1024, 1024, 1024},
            {kMaxVolumeExtent, 1, 1},
            {1, kMaxVolumeExtent, kMaxVolumeExtent},
            {1, 1, kMaxVolumeExtent}};
}

} // namespace testing_support
