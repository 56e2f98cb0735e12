// Summed-area tables of volumes and stacks.
#include "fuzz.h"
#include "images.h"
#include "tables/format.h"

using namespace testing_support;
using namespace vkscan;

namespace {

struct VolumeFuzz : ArrayCase {
    using Operation = SummedVolumeTable;
    using Desc = SummedVolumeTableDesc;
    using Args = SummedVolumeTableArgs;

    static Desc describe(Random& random)
    {
        Desc desc;
        desc.separateSlices = random.oneIn(2);
        desc.arrayImages = random.oneIn(2);
        if (random.oneIn(2)) {
            desc.input = random.oneIn(8) ? random.of(kResources) : Resource::SampledImage;
            desc.output =
                random.oneIn(8) ? random.of(kResources) : random.oneOf({Resource::Buffer, Resource::StorageImage});
        }
        desc.inputFormat = random.oneIn(8)
                               ? static_cast<VkFormat>(random.below(200))
                               : random.oneOf({VK_FORMAT_R8_UINT, VK_FORMAT_R32_UINT, VK_FORMAT_R32_SFLOAT});
        desc.accumulation = hasImages(desc) && !random.oneIn(8) ? random.oneOf({Accumulation::U32, Accumulation::F32})
                                                                : random.of(kAccumulations);
        desc.outputFormat = random.oneIn(8)                          ? static_cast<VkFormat>(random.below(200))
                            : desc.accumulation == Accumulation::U32 ? VK_FORMAT_R32_UINT
                            : desc.accumulation == Accumulation::F64
                                ? random.oneOf({VK_FORMAT_R32_SFLOAT, VK_FORMAT_R64_SFLOAT})
                                : VK_FORMAT_R32_SFLOAT;
        if (desc.accumulation != Accumulation::U32 || random.oneIn(8))
            desc.bias = random.of(kBiases);
        desc.layout = random.of(kTableLayouts);
        desc.squares = random.oneIn(3);
        desc.waiting = random.waiting();
        return desc;
    }

    static uint32_t anySize(Random& random, uint32_t most)
    {
        switch (random.below(4)) {
        case 0: return most - random.below(std::min(most, 3u));
        case 1: return 1 + random.below(std::min(most, 5u));
        case 2: return std::min((1u << random.below(12)) + random.below(2), most);
        default: return 1 + random.below(most);
        }
    }

    static bool hasImages(const Desc& desc)
    {
        return desc.input != Resource::Buffer || desc.output != Resource::Buffer;
    }

    static void fillSurface(Random& random, uint64_t view, Resource resource, VkFormat format, VkExtent3D extent,
                            VolumeSurface* surface)
    {
        const FormatInfo info = formatInfo(format);
        surface->extent = extent;
        surface->view = reinterpret_cast<VkImageView>(static_cast<uintptr_t>(view));
        surface->heapOffset = static_cast<uint32_t>(32 * view);
        const bool sampled = resource == Resource::SampledImage;
        surface->usage = sampled ? VK_IMAGE_USAGE_SAMPLED_BIT : VK_IMAGE_USAGE_STORAGE_BIT;
        if (sampled && random.oneIn(2))
            surface->imageLayout = VK_IMAGE_LAYOUT_SHADER_READ_ONLY_OPTIMAL;
        const auto rounded = [&](VkDeviceSize bytes) { return bytes / info.componentBytes * info.componentBytes; };
        if (random.oneIn(2))
            surface->rowPitch = rounded(extent.width * info.texelBytes() + random.below(1 << 12));
        if (random.oneIn(2))
            surface->slicePitch = rounded(extent.height * rowPitchOf(*surface, format) + random.below(1 << 20));
    }

    static VkDeviceSize rowPitchOf(const VolumeSurface& surface, VkFormat format)
    {
        return surface.rowPitch != 0 ? surface.rowPitch : surface.extent.width * formatInfo(format).texelBytes();
    }
    static VkDeviceSize slicePitchOf(const VolumeSurface& surface, VkFormat format)
    {
        return surface.slicePitch != 0 ? surface.slicePitch : surface.extent.height * rowPitchOf(surface, format);
    }

    static bool isWhole(const Args& args)
    {
        const VkExtent3D& region = args.region.extent;
        return region.width == 0 && region.height == 0 && region.depth == 0;
    }
    static VkExtent3D regionExtent(const Args& args) { return isWhole(args) ? args.input.extent : args.region.extent; }
    static VkExtent3D tableExtent(const Desc& desc, const Args& args)
    {
        const VkExtent3D region = regionExtent(args);
        const uint32_t border = desc.layout == TableLayout::ZeroBorder ? 1 : 0;
        return {region.width + border, region.height + border, region.depth + (desc.separateSlices ? 0 : border)};
    }

    static void fill(Random& random, const auto& subject, Args* args)
    {
        const Desc& desc = subject.desc;
        VkExtent3D input = {anySize(random, kMaxVolumeExtent), anySize(random, kMaxVolumeExtent),
                            anySize(random, kMaxVolumeExtent)};
        if (hasImages(desc) && desc.arrayImages) // with a border, within the mock device's layers
            input.depth = std::min(input.depth, kMaxVolumeExtent - 1);
        while (subject.operation.scratchSize(input) == 0) // beyond kMaxVolumeScratch
            input.depth /= 2;
        if (random.oneIn(2)) {
            VolumeRegion& region = args->region;
            region.extent = {anySize(random, input.width), anySize(random, input.height), anySize(random, input.depth)};
            region.offset = {static_cast<int32_t>(random.below(input.width - region.extent.width + 1)),
                             static_cast<int32_t>(random.below(input.height - region.extent.height + 1)),
                             static_cast<int32_t>(random.below(input.depth - region.extent.depth + 1))};
        }
        fillSurface(random, 1, desc.input, desc.inputFormat, input, &args->input);
        fillSurface(random, 2, desc.output, desc.outputFormat, tableExtent(desc, *args), &args->output);
        fillSurface(random, 3, desc.output, desc.outputFormat, tableExtent(desc, *args), &args->squares);
        args->descriptorSet = reinterpret_cast<VkDescriptorSet>(uintptr_t{1});
    }

    static VkDeviceSize scratchSize(const auto& subject, const Args& args)
    {
        return subject.operation.scratchSize(regionExtent(args));
    }
    static bool isCounted(const auto& subject, const Args& args)
    {
        const VkExtent3D region = regionExtent(args);
        const bool isEmpty = region.width == 0 || region.height == 0 || region.depth == 0;
        return isEmpty || subject.operation.scratchSize(region) > 0;
    }

    static MemoryArgument bufferOf(const char* name, Resource resource, VkFormat format, VolumeSurface* surface,
                                   VkExtent3D reached, Use use)
    {
        const FormatInfo info = formatInfo(format);
        const bool isTouched = resource == Resource::Buffer && reached.height > 0 && reached.depth > 0;
        const VkDeviceSize bytes = (VkDeviceSize{reached.depth} - 1) * slicePitchOf(*surface, format) +
                                   (VkDeviceSize{reached.height} - 1) * rowPitchOf(*surface, format) +
                                   reached.width * info.texelBytes();
        return {name, &surface->buffer, isTouched ? bytes : 0, info.componentBytes, use};
    }

    static ArgumentList list(const auto& subject, Args& args, VkDeviceSize scratchBytes)
    {
        const Desc& desc = subject.desc;
        const VkExtent3D table = tableExtent(desc, args);
        ArgumentList list;
        list.add(bufferOf("input", desc.input, desc.inputFormat, &args.input, args.input.extent, Use::Read));
        list.add(bufferOf("output", desc.output, desc.outputFormat, &args.output, table, Use::Write));
        if (desc.squares)
            list.add(bufferOf("squares", desc.output, desc.outputFormat, &args.squares, table, Use::Write));
        if (desc.bias != Bias::None)
            list.add({"bias", &args.bias, 16, 16, desc.bias == Bias::Mean ? Use::Write : Use::Read});
        list.add({"scratch", &args.scratch, scratchBytes, 16, Use::Scratch});
        return list;
    }

    static void mutate(Random& random, const auto&, Args* args)
    {
        VolumeSurface& surface = *random.oneOf({&args->input, &args->output, &args->squares});
        const VkDeviceSize step = random.oneOf<VkDeviceSize>({~VkDeviceSize{0}, 1, 4, 1ull << 31, 1ull << 63});
        VkOffset3D& offset = args->region.offset;
        const auto place = static_cast<int32_t>(random.oneOf({1u, ~0u, 1u << 31, random.word()}));
        switch (random.below(13)) {
        case 8: surface.view = random.oneOf({VkImageView(VK_NULL_HANDLE), args->input.view, args->output.view}); break;
        case 9: surface.usage = random.word(); break;
        case 10: surface.imageLayout = static_cast<VkImageLayout>(random.below(12)); break;
        case 11:
            surface.heapOffset = random.oneOf({random.word(), args->input.heapOffset, args->output.heapOffset});
            break;
        case 12: args->descriptorSet = VK_NULL_HANDLE; break;
        case 0: surface.rowPitch += step; break;
        case 1: surface.slicePitch += step; break;
        case 2: surface.extent.width += random.oneOf({~0u, 1u, random.word()}); break;
        case 3: surface.extent.height += random.oneOf({~0u, 1u, random.word()}); break;
        case 4: surface.extent.depth += random.oneOf({~0u, 1u, random.word()}); break;
        case 5: offset.x = place; break;
        case 6: offset.z = place; break;
        default: args->region.extent = {random.word(), random.below(3000), random.below(3000)}; break;
        }
    }

    static const char* volumeImageFault(const auto& subject, Resource resource, const VolumeSurface& surface)
    {
        const bool isArray = subject.desc.arrayImages;
        constexpr uint32_t kMostTexels = 16384; // the mock device's
        constexpr uint32_t kMostLayers = 2048;
        const VkExtent3D& extent = surface.extent;
        if (extent.width > kMostTexels || extent.height > kMostTexels ||
            extent.depth > (isArray ? kMostLayers : kMostTexels))
            return "an image that is too large";
        return imageFault(subject, resource, surface);
    }

    static const char* surfaceFault(const auto& subject, Resource resource, VkFormat format,
                                    const VolumeSurface& surface)
    {
        if (resource != Resource::Buffer)
            return volumeImageFault(subject, resource, surface);
        const FormatInfo info = formatInfo(format);
        const VkDeviceSize row = rowPitchOf(surface, format);
        const VkDeviceSize slice = slicePitchOf(surface, format);
        const VkDeviceSize rowBytes = surface.extent.width * info.texelBytes();
        constexpr VkDeviceSize kMost = VkDeviceSize{1} << 31;
        if (row < rowBytes || row % info.componentBytes != 0 || row > kMost)
            return "rows that overlap, are misaligned or too long";
        const VkDeviceSize rowsBefore = surface.extent.height > 0 ? surface.extent.height - 1 : 0;
        return slice < rowsBefore * row + rowBytes || slice % info.componentBytes != 0 || slice > kMost
                   ? "slices that overlap, are misaligned or too long"
                   : nullptr;
    }

    static bool fits(int64_t offset, uint32_t size, uint32_t whole)
    {
        return offset >= 0 && size > 0 && offset + size <= whole;
    }

    static const char* faultOf(const auto& subject, const Args& args)
    {
        const Desc& desc = subject.desc;
        const VkExtent3D region = regionExtent(args);
        const VkExtent3D& input = args.input.extent;
        const VkOffset3D offset = isWhole(args) ? VkOffset3D{} : args.region.offset;
        if (!fits(offset.x, region.width, input.width) || !fits(offset.y, region.height, input.height) ||
            !fits(offset.z, region.depth, input.depth))
            return "a region that is empty or outside";
        if (const char* fault = surfaceFault(subject, desc.input, desc.inputFormat, args.input))
            return fault;
        const VkExtent3D table = tableExtent(desc, args);
        for (const VolumeSurface* output : {&args.output, desc.squares ? &args.squares : &args.output}) {
            if (output->extent.width < table.width || output->extent.height < table.height ||
                output->extent.depth < table.depth)
                return "a table that is too small";
            if (const char* fault = surfaceFault(subject, desc.output, desc.outputFormat, *output))
                return fault;
            if (desc.input != Resource::Buffer && desc.output != Resource::Buffer &&
                isOneImage(subject, *output, args.input))
                return "a table that is the input";
        }
        const bool areOne =
            desc.squares && desc.output != Resource::Buffer && isOneImage(subject, args.squares, args.output);
        return areOne ? "two tables in one image" : nullptr;
    }

    static Status recordStatus(const auto& subject, const Args& args)
    {
        const bool takesSet = hasImages(subject.desc) && !subject.pushDescriptors && !subject.descriptorHeaps;
        return takesSet && args.descriptorSet == VK_NULL_HANDLE
                   ? Status(vkscan::Argument::DescriptorSet, vkscan::Rule::Null)
                   : Status::Success;
    }
    static unsigned descriptorBindings(const auto& subject)
    {
        return hasImages(subject.desc) && !subject.descriptorHeaps ? 1 : 0;
    }
    static bool ordersImages(const auto& subject) { return subject.desc.output != Resource::Buffer; }

    static void print(Printer& print, const Desc& desc)
    {
        print("separateSlices", desc.separateSlices)("arrayImages", desc.arrayImages)("input", desc.input);
        print("output", desc.output)("inputFormat", desc.inputFormat);
        print("outputFormat", desc.outputFormat)("accumulation", desc.accumulation)("bias", desc.bias);
        print("layout", desc.layout)("squares", desc.squares)("waiting", desc.waiting);
    }
    static void printSurface(Printer& print, const char* name, const VolumeSurface& surface)
    {
        print(name, surface.buffer)("  rowPitch", surface.rowPitch)("  slicePitch", surface.slicePitch);
        print("  view", surface.view)("  heapOffset", surface.heapOffset)("  usage", surface.usage);
        print("  imageLayout", surface.imageLayout);
        print("  width", surface.extent.width)("  height", surface.extent.height)("  depth", surface.extent.depth);
    }
    static void print(Printer& print, const Args& args)
    {
        printSurface(print, "input", args.input);
        printSurface(print, "output", args.output);
        printSurface(print, "squares", args.squares);
        print("region.offset.x", args.region.offset.x)("region.offset.y", args.region.offset.y);
        print("region.offset.z", args.region.offset.z)("region.extent.width", args.region.extent.width);
        print("region.extent.height", args.region.extent.height)("region.extent.depth", args.region.extent.depth);
        print("scratch", args.scratch)("bias", args.bias)("descriptorSet", args.descriptorSet);
    }
};

TEST(Fuzz, SummedVolumeTable)
{
    fuzz<VolumeFuzz>();
}

} // namespace
