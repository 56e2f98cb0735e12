// Times summed-area tables of volumes and stacks beside a copy of as many bytes as input and table have, of images
// beside a copy of the input's image to the table's.
#include "operation_rows.h"

#include <support/image.h>
#include <vkscan/summed_volume_table.h>

#include <bit>
#include <cmath>

namespace bench {

namespace {

// Extents of 2^log2 texels: a cube, or one that is twice as long or high.
VkExtent3D extentOf(unsigned log2)
{
    return {1u << (log2 + 2) / 3, 1u << (log2 + 1) / 3, 1u << log2 / 3};
}

// Compares every entry with sums of the input, along one axis after the other.
template <class T, class Sum>
void requireEntries(Harness& harness, VkExtent3D extent, bool ofVolume)
{
    const std::size_t width = extent.width;
    const std::size_t slice = width * extent.height;
    std::vector<T> texels(slice * extent.depth);
    std::vector<T> entries(texels.size());
    harness.device().download(harness.arrays().input(), texels);
    harness.device().download(harness.arrays().output(), entries);
    std::vector<Sum> sums(texels.begin(), texels.end());
    double magnitude = 0;
    for (const T texel : texels)
        magnitude += std::abs(static_cast<double>(texel));
    for (std::size_t i = 0; i < sums.size(); ++i)
        sums[i] += i % width > 0 ? sums[i - 1] : Sum(0);
    for (std::size_t i = 0; i < sums.size(); ++i)
        sums[i] += i % slice >= width ? sums[i - width] : Sum(0);
    for (std::size_t i = slice; i < sums.size() && ofVolume; ++i)
        sums[i] += sums[i - slice];
    for (std::size_t i = 0; i < sums.size(); ++i) {
        const double error = std::abs(static_cast<double>(entries[i]) - static_cast<double>(sums[i]));
        if (!(error <= (std::is_integral_v<T> ? 0 : 1e-5 * magnitude)))
            throw std::runtime_error("entry " + std::to_string(i) + " is wrong");
    }
}

// Copies between images in layout GENERAL, and orders the copies.
void copyImage(const gpu::Device& device, VkCommandBuffer commandBuffer, const gpu::Image& from, const gpu::Image& to)
{
    constexpr VkImageLayout kLayout = VK_IMAGE_LAYOUT_GENERAL;
    const gpu::ImageDesc& desc = from.desc();
    VkImageCopy region = {};
    region.srcSubresource = region.dstSubresource = {VK_IMAGE_ASPECT_COLOR_BIT, 0, 0, desc.layers};
    region.extent = {desc.extent.width, desc.extent.height, std::max(desc.depth, 1u)};
    device.vk().vkCmdCopyImage(commandBuffer, from.handle(), kLayout, to.handle(), kLayout, 1, &region);
    const gpu::ImageState any = {VK_PIPELINE_STAGE_ALL_COMMANDS_BIT,
                                 VK_ACCESS_MEMORY_READ_BIT | VK_ACCESS_MEMORY_WRITE_BIT, kLayout};
    gpu::transition(device, commandBuffer, to, any, any);
}

// Copies the slices of an image, tightly packed, from or to a buffer.
void uploadSlices(gpu::Device& device, const gpu::Image& image, const gpu::Buffer& texels)
{
    const gpu::ImageDesc& desc = image.desc();
    const gpu::ImageState before = {};
    const gpu::ImageState during = {VK_PIPELINE_STAGE_TRANSFER_BIT, VK_ACCESS_TRANSFER_WRITE_BIT,
                                    VK_IMAGE_LAYOUT_GENERAL};
    const gpu::ImageState after = {VK_PIPELINE_STAGE_ALL_COMMANDS_BIT,
                                   VK_ACCESS_MEMORY_READ_BIT | VK_ACCESS_MEMORY_WRITE_BIT, VK_IMAGE_LAYOUT_GENERAL};
    VkBufferImageCopy region = {};
    region.imageSubresource = {VK_IMAGE_ASPECT_COLOR_BIT, 0, 0, desc.layers};
    region.imageExtent = {desc.extent.width, desc.extent.height, std::max(desc.depth, 1u)};
    device.run([&](VkCommandBuffer commandBuffer) {
        gpu::transition(device, commandBuffer, image, before, during);
        device.vk().vkCmdCopyBufferToImage(commandBuffer, texels.handle(), image.handle(), during.layout, 1, &region);
        gpu::transition(device, commandBuffer, image, during, after);
    });
}

void downloadSlices(gpu::Device& device, const gpu::Image& image, const gpu::Buffer& texels)
{
    const gpu::ImageDesc& desc = image.desc();
    VkBufferImageCopy region = {};
    region.imageSubresource = {VK_IMAGE_ASPECT_COLOR_BIT, 0, 0, desc.layers};
    region.imageExtent = {desc.extent.width, desc.extent.height, std::max(desc.depth, 1u)};
    const gpu::ImageState any = {VK_PIPELINE_STAGE_ALL_COMMANDS_BIT,
                                 VK_ACCESS_MEMORY_READ_BIT | VK_ACCESS_MEMORY_WRITE_BIT, VK_IMAGE_LAYOUT_GENERAL};
    device.run([&](VkCommandBuffer commandBuffer) {
        gpu::transition(device, commandBuffer, image, any, any);
        device.vk().vkCmdCopyImageToBuffer(commandBuffer, image.handle(), any.layout, texels.handle(), 1, &region);
    });
}

// From a sampled image to a storage image.
Result measureImages(Harness& harness, const vkscan::SummedVolumeTable& table, bool isArray, bool ofVolume,
                     unsigned log2)
{
    const VkExtent3D extent = extentOf(log2);
    const uint64_t count = uint64_t{1} << log2;
    gpu::Device& device = harness.device();
    Arrays& arrays = harness.arrays();
    gpu::ImageDesc desc = {.extent = {extent.width, extent.height}, .format = VK_FORMAT_R32_SFLOAT};
    (isArray ? desc.layers : desc.depth) = extent.depth;
    desc.usage = VK_IMAGE_USAGE_SAMPLED_BIT;
    const gpu::Image input(device, desc);
    desc.usage = VK_IMAGE_USAGE_STORAGE_BIT;
    const gpu::Image output(device, desc);
    arrays.fillInput({.kind = kSmallFloats, .bytes = 4}, count);
    uploadSlices(device, input, arrays.input());
    device.fill(arrays.output(), kWrong);
    uploadSlices(device, output, arrays.output());
    vkscan::SummedVolumeTableArgs args;
    args.input = input.volume(VK_IMAGE_LAYOUT_GENERAL);
    args.output = output.volume(VK_IMAGE_LAYOUT_GENERAL);
    args.scratch = harness.scratch().atLeast(table.scratchSize(extent));
    return measureVerified(
        harness, count, [&](VkCommandBuffer commandBuffer) { copyImage(device, commandBuffer, input, output); },
        [&](VkCommandBuffer commandBuffer) { require(table.record(commandBuffer, args), "record"); },
        [&] {
            downloadSlices(device, output, arrays.output());
            requireEntries<float, double>(harness, extent, ofVolume);
        });
}

// Whether the device has images of so many slices.
bool offersImages(const gpu::Device& device, bool isArray, unsigned log2)
{
    const VkPhysicalDeviceLimits limits = device.properties().limits;
    const VkExtent3D extent = extentOf(log2);
    const uint32_t side = std::max(extent.width, extent.height);
    const bool fits = isArray ? side <= limits.maxImageDimension2D && extent.depth <= limits.maxImageArrayLayers
                              : std::max(side, extent.depth) <= limits.maxImageDimension3D;
    return fits && device.features().shaderStorageImageWriteWithoutFormat == VK_TRUE &&
           gpu::supportsFormat(device, VK_FORMAT_R32_SFLOAT,
                               VK_FORMAT_FEATURE_SAMPLED_IMAGE_BIT | VK_FORMAT_FEATURE_STORAGE_IMAGE_BIT);
}

void addImageRows(Program& program, Harness& harness, unsigned maxLog2)
{
    for (const bool ofVolume : {true, false})
        for (const bool isArray : {false, true})
            for (const vkscan::Strategy strategy : {vkscan::Strategy::Auto, vkscan::Strategy::ReduceThenScan}) {
                vkscan::Forced<vkscan::SummedVolumeTableDesc> desc;
                desc.separateSlices = !ofVolume;
                desc.arrayImages = isArray;
                desc.input = vkscan::Resource::SampledImage;
                desc.output = vkscan::Resource::StorageImage;
                desc.inputFormat = desc.outputFormat = VK_FORMAT_R32_SFLOAT;
                desc.strategy = strategy;
                const std::string key = std::string(ofVolume ? "volume" : "stack") +
                                        (isArray ? "/array_r32f/" : "/image_r32f/") + vkscan::study::toString(strategy);
                std::vector<unsigned> log2s = {18, 24};
                std::erase_if(log2s, [&](unsigned log2) { return !offersImages(harness.device(), isArray, log2); });
                addRows<vkscan::SummedVolumeTable>(
                    program, harness, maxLog2, key, desc, log2s,
                    [&harness, isArray, ofVolume](const vkscan::SummedVolumeTable& table, uint64_t count) {
                        return measureImages(harness, table, isArray, ofVolume,
                                             static_cast<unsigned>(std::countr_zero(count)));
                    });
            }
}

Result measure(Harness& harness, const vkscan::SummedVolumeTable& table, bool ofFloats, bool ofVolume, unsigned log2)
{
    const VkExtent3D extent = extentOf(log2);
    const uint64_t count = uint64_t{1} << log2;
    const VkDeviceSize bytes = count * sizeof(uint32_t);
    Arrays& arrays = harness.arrays();
    arrays.fillInput({.kind = ofFloats ? kSmallFloats : kAnyBits, .bytes = 4}, count);
    vkscan::SummedVolumeTableArgs args;
    args.input = {.buffer = arrays.input(bytes), .extent = extent};
    args.output = {.buffer = arrays.output(bytes), .extent = extent};
    args.scratch = harness.scratch().atLeast(table.scratchSize(extent));
    harness.device().fill(arrays.output(), kWrong);
    Result result = measureVerified(
        harness, count, arrays.copying(bytes),
        [&](VkCommandBuffer commandBuffer) { require(table.record(commandBuffer, args), "record"); },
        [&] {
            if (ofFloats)
                requireEntries<float, double>(harness, extent, ofVolume);
            else
                requireEntries<uint32_t, uint32_t>(harness, extent, ofVolume);
        });
    result.bytes = 2 * bytes;
    return result;
}

// {volume,stack}/{f32,u32}/{auto,reduce-then-scan}/<texels>: tables of cubes, or of such slices apart. The yardstick
// copies as many bytes as the input has; a volume's table is read and written once more. And
// {volume,stack}/{image,array}_r32f/{auto,reduce-then-scan}/<texels>, in 3D images or arrays of layers; the yardstick
// copies the input's image to the table's.
void addVolumeRows(Program& program, Harness& harness, unsigned maxLog2)
{
    for (const bool ofVolume : {true, false})
        for (const bool ofFloats : {true, false})
            for (const vkscan::Strategy strategy : {vkscan::Strategy::Auto, vkscan::Strategy::ReduceThenScan}) {
                vkscan::Forced<vkscan::SummedVolumeTableDesc> desc;
                desc.separateSlices = !ofVolume;
                desc.inputFormat = ofFloats ? VK_FORMAT_R32_SFLOAT : VK_FORMAT_R32_UINT;
                desc.outputFormat = desc.inputFormat;
                desc.accumulation = ofFloats ? vkscan::Accumulation::F32 : vkscan::Accumulation::U32;
                desc.strategy = strategy;
                const std::string key = std::string(ofVolume ? "volume" : "stack") + (ofFloats ? "/f32/" : "/u32/") +
                                        vkscan::study::toString(strategy);
                addRows<vkscan::SummedVolumeTable>(
                    program, harness, maxLog2, key, desc, {18, 21, 24, 27},
                    [&harness, ofFloats, ofVolume](const vkscan::SummedVolumeTable& table, uint64_t count) {
                        return measure(harness, table, ofFloats, ofVolume,
                                       static_cast<unsigned>(std::countr_zero(count)));
                    });
            }
    addImageRows(program, harness, maxLog2);
}

const OperationRows kVolumeRows("volume", addVolumeRows);

} // namespace

} // namespace bench
