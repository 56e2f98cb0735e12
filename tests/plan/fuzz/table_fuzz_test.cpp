// Summed-area tables of images, and of volumes and stacks.
#include "fuzz.h"
#include "images.h"
#include "tables/format.h"

#include <array>
#include <type_traits>

using namespace testing_support;
using namespace vkscan;

namespace {

// Extents and offsets of images are those of one slice.
VkExtent3D cubeOf(VkExtent2D extent)
{
    return {extent.width, extent.height, 1};
}
VkExtent3D cubeOf(VkExtent3D extent)
{
    return extent;
}
void give(VkExtent3D from, VkExtent2D* to)
{
    *to = {from.width, from.height};
}
void give(VkExtent3D from, VkExtent3D* to)
{
    *to = from;
}
void give(VkOffset3D from, VkOffset2D* to)
{
    *to = {from.x, from.y};
}
void give(VkOffset3D from, VkOffset3D* to)
{
    *to = from;
}

template <class Desc>
bool hasImages(const Desc& desc)
{
    return desc.input != Resource::Buffer || desc.output != Resource::Buffer;
}

VkFormat anyFormat(Random& random)
{
    if (random.oneIn(30))
        return static_cast<VkFormat>(random.word() >> 1); // C++ has no enumerators beyond VK_FORMAT_MAX_ENUM
    return random.oneOf({VK_FORMAT_R8_UNORM, VK_FORMAT_R8G8B8A8_UNORM, VK_FORMAT_R8_UINT, VK_FORMAT_R16G16_UINT,
                         VK_FORMAT_R16_SFLOAT, VK_FORMAT_R16G16B16A16_SFLOAT, VK_FORMAT_R32_UINT,
                         VK_FORMAT_R32G32B32A32_UINT, VK_FORMAT_R32_SFLOAT, VK_FORMAT_R32G32_SFLOAT,
                         VK_FORMAT_R32G32B32A32_SFLOAT});
}

struct ImageTables {
    using Operation = SummedAreaTable;
    using Desc = SummedAreaTableDesc;
    using Args = SummedAreaTableArgs;
    static constexpr bool kHasSlices = false;

    static Desc describe(Random& random)
    {
        Desc desc;
        desc.input = random.oneIn(8) ? random.of(kResources) : random.oneOf({Resource::Buffer, Resource::SampledImage});
        desc.inputFormat = anyFormat(random);
        if (desc.input == Resource::Buffer && !random.oneIn(8))
            desc.inputFormat = random.oneOf({VK_FORMAT_R8_UINT, VK_FORMAT_R32_UINT, VK_FORMAT_R32_SFLOAT});
        desc.output =
            random.oneIn(8) ? random.of(kResources) : random.oneOf({Resource::Buffer, Resource::StorageImage});
        desc.accumulation = random.of(kAccumulations);
        desc.outputFormat =
            random.oneIn(8) ? anyFormat(random)
            : desc.accumulation == Accumulation::U32
                ? random.oneOf({VK_FORMAT_R32_UINT, VK_FORMAT_R32G32_UINT, VK_FORMAT_R32G32B32A32_UINT})
            : desc.accumulation == Accumulation::F64
                ? random.oneOf({VK_FORMAT_R32_SFLOAT, VK_FORMAT_R64_SFLOAT, VK_FORMAT_R64G64B64A64_SFLOAT})
                : random.oneOf({VK_FORMAT_R32_SFLOAT, VK_FORMAT_R32G32_SFLOAT, VK_FORMAT_R32G32B32A32_SFLOAT});
        if (desc.accumulation != Accumulation::U32 || random.oneIn(8))
            desc.bias = random.of(kBiases);
        desc.layout = random.of(kTableLayouts);
        desc.squares = random.oneIn(3);
        desc.waiting = random.waiting();
        if (random.oneIn(4))
            desc.maxExtent = {random.word() >> 18, random.word() >> 18};
        desc.reproducible = random.oneIn(4);
        return desc;
    }

    static VkExtent3D maxExtent(const Desc& desc)
    {
        // With a border, within the mock device's images.
        const uint32_t largest = kMaxTableExtent - (hasImages(desc) ? 1 : 0);
        const auto most = [&](uint32_t size) { return size != 0 ? std::min(size, largest) : largest; };
        return {most(desc.maxExtent.width), most(desc.maxExtent.height), 1};
    }
    static bool is3D(const Desc&) { return false; }
    static bool addsSlices(const Desc&) { return false; }
};

struct SliceTables {
    using Operation = SummedVolumeTable;
    using Desc = SummedVolumeTableDesc;
    using Args = SummedVolumeTableArgs;
    static constexpr bool kHasSlices = true;

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

    static VkExtent3D maxExtent(const Desc& desc)
    {
        // With a border, within the mock device's layers.
        const uint32_t depth = kMaxVolumeExtent - (hasImages(desc) && desc.arrayImages ? 1 : 0);
        return {kMaxVolumeExtent, kMaxVolumeExtent, depth};
    }
    static bool is3D(const Desc& desc) { return !desc.arrayImages; }
    static bool addsSlices(const Desc& desc) { return !desc.separateSlices; }
};

template <class Kind>
struct TableFuzz : ArrayCase<typename Kind::Operation> {
    using Desc = typename Kind::Desc;
    using Args = typename Kind::Args;
    using Surface = decltype(Args::input);
    static constexpr VkDeviceSize kMaxPitch = VkDeviceSize{1} << 31;

    static Desc describe(Random& random) { return Kind::describe(random); }

    static uint32_t anySize(Random& random, uint32_t most)
    {
        switch (random.below(4)) {
        case 0: return most - random.below(std::min(most, 3u));
        case 1: return 1 + random.below(std::min(most, 5u));
        case 2: return std::min((1u << random.below(Kind::kHasSlices ? 12 : 15)) + random.below(2), most);
        default: return 1 + random.below(most);
        }
    }
    static VkExtent3D anyExtent(Random& random, VkExtent3D most)
    {
        return {anySize(random, most.width), anySize(random, most.height), anySize(random, most.depth)};
    }

    static VkDeviceSize rowPitchOf(const Surface& surface, VkFormat format)
    {
        return surface.rowPitch != 0 ? surface.rowPitch : surface.extent.width * formatInfo(format).texelBytes();
    }
    static VkDeviceSize slicePitchOf(const Surface& surface, VkFormat format)
    {
        VkDeviceSize pitch = 0;
        if constexpr (Kind::kHasSlices)
            pitch = surface.slicePitch;
        return pitch != 0 ? pitch : surface.extent.height * rowPitchOf(surface, format);
    }

    static void fillSurface(Random& random, uint64_t view, Resource resource, VkFormat format, VkExtent3D extent,
                            Surface* surface)
    {
        const FormatInfo info = formatInfo(format);
        give(extent, &surface->extent);
        surface->view = reinterpret_cast<VkImageView>(static_cast<uintptr_t>(view));
        surface->heapOffset = static_cast<uint32_t>(32 * view);
        const bool sampled = resource == Resource::SampledImage;
        surface->usage = sampled ? VK_IMAGE_USAGE_SAMPLED_BIT : VK_IMAGE_USAGE_STORAGE_BIT;
        if (sampled && random.oneIn(2))
            surface->imageLayout = VK_IMAGE_LAYOUT_SHADER_READ_ONLY_OPTIMAL;
        const auto rounded = [&](VkDeviceSize bytes) { return bytes / info.componentBytes * info.componentBytes; };
        if (random.oneIn(2))
            surface->rowPitch = rounded(extent.width * info.texelBytes() + random.below(1 << 12));
        if (!Kind::kHasSlices && random.oneIn(16))
            surface->rowPitch = kMaxPitch;
        if constexpr (Kind::kHasSlices)
            if (random.oneIn(2))
                surface->slicePitch = rounded(extent.height * rowPitchOf(*surface, format) + random.below(1 << 20));
    }

    static bool isWhole(const Args& args)
    {
        const auto& region = args.region.extent;
        bool isEmpty = region.width == 0 && region.height == 0;
        if constexpr (Kind::kHasSlices)
            isEmpty = isEmpty && region.depth == 0;
        return isEmpty;
    }
    static VkExtent3D regionExtent(const Args& args)
    {
        return cubeOf(isWhole(args) ? args.input.extent : args.region.extent);
    }
    static VkExtent3D tableExtent(const Desc& desc, const Args& args)
    {
        const VkExtent3D region = regionExtent(args);
        const uint32_t border = desc.layout == TableLayout::ZeroBorder ? 1 : 0;
        return {region.width + border, region.height + border, region.depth + (Kind::addsSlices(desc) ? border : 0)};
    }

    static void fill(Random& random, const auto& subject, Args* args)
    {
        const Desc& desc = subject.desc;
        VkExtent3D input = anyExtent(random, Kind::maxExtent(desc));
        while (scratchSizeOf(subject, input) == 0) // beyond kMaxVolumeScratch
            input.depth /= 2;
        if (random.oneIn(2)) {
            const VkExtent3D region = anyExtent(random, input);
            give(region, &args->region.extent);
            give(VkOffset3D{static_cast<int32_t>(random.below(input.width - region.width + 1)),
                            static_cast<int32_t>(random.below(input.height - region.height + 1)),
                            static_cast<int32_t>(random.below(input.depth - region.depth + 1))},
                 &args->region.offset);
            if (!Kind::kHasSlices && desc.input == Resource::Buffer && random.oneIn(8))
                input.height += random.word() >> 4;
        }
        fillSurface(random, 1, desc.input, desc.inputFormat, input, &args->input);
        fillSurface(random, 2, desc.output, desc.outputFormat, tableExtent(desc, *args), &args->output);
        fillSurface(random, 3, desc.output, desc.outputFormat, tableExtent(desc, *args), &args->squares);
        args->descriptorSet = reinterpret_cast<VkDescriptorSet>(uintptr_t{1});
    }

    static VkDeviceSize scratchSizeOf(const auto& subject, VkExtent3D extent)
    {
        decltype(Args::input.extent) own;
        give(extent, &own);
        return subject.operation.scratchSize(own);
    }
    static VkDeviceSize scratchSize(const auto& subject, const Args& args)
    {
        return scratchSizeOf(subject, regionExtent(args));
    }
    static bool isCounted(const auto& subject, const Args& args)
    {
        const VkExtent3D region = regionExtent(args);
        const bool isEmpty = region.width == 0 || region.height == 0 || region.depth == 0;
        return isEmpty || scratchSizeOf(subject, region) > 0;
    }

    static MemoryArgument bufferOf(const char* name, Resource resource, VkFormat format, Surface* surface,
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
        const VkExtent3D input = cubeOf(args.input.extent);
        ArgumentList list;
        list.add(bufferOf("input", desc.input, desc.inputFormat, &args.input, input, Use::Read));
        list.add(bufferOf("output", desc.output, desc.outputFormat, &args.output, table, Use::Write));
        if (desc.squares)
            list.add(bufferOf("squares", desc.output, desc.outputFormat, &args.squares, table, Use::Write));
        if (desc.bias != Bias::None)
            list.add({"bias", &args.bias, 16, 16, desc.bias == Bias::Mean ? Use::Write : Use::Read});
        list.add({"scratch", &args.scratch, scratchBytes, 16, Use::Scratch});
        return list;
    }

    static uint32_t anyOrNone(Random& random)
    {
        return random.oneIn(3) ? 0 : random.oneIn(3) ? random.word() : random.below(3000);
    }

    static void mutate(Random& random, const auto&, Args* args)
    {
        Surface& surface = *random.oneOf({&args->input, &args->output, &args->squares});
        const VkDeviceSize step = random.oneOf<VkDeviceSize>({~VkDeviceSize{0}, 1, 4, 1ull << 31, 1ull << 63});
        const uint32_t more = random.oneOf({~0u, 1u, random.word()});
        const auto place = static_cast<int32_t>(random.oneOf({1u, ~0u, 1u << 31, random.word()}));
        switch (random.below(Kind::kHasSlices ? 12 : 9)) {
        case 0: surface.view = random.oneOf({VkImageView(VK_NULL_HANDLE), args->input.view, args->output.view}); break;
        case 1: surface.usage = random.word(); break;
        case 2: surface.imageLayout = static_cast<VkImageLayout>(random.below(12)); break;
        case 3: surface.rowPitch += step; break;
        case 4: surface.extent.width += more; break;
        case 5: surface.extent.height += more; break;
        case 6: args->region.offset.x = place; break;
        case 7:
            surface.heapOffset = random.oneOf({random.word(), args->input.heapOffset, args->output.heapOffset});
            break;
        case 8:
            if (random.oneIn(2))
                args->descriptorSet = VK_NULL_HANDLE;
            else
                give({anyOrNone(random), anyOrNone(random), anyOrNone(random)}, &args->region.extent);
            break;
        default:
            if constexpr (Kind::kHasSlices) {
                switch (random.below(3)) {
                case 0: surface.slicePitch += step; break;
                case 1: surface.extent.depth += more; break;
                default: args->region.offset.z = place; break;
                }
            }
        }
    }

    static const char* surfaceFault(const auto& subject, Resource resource, VkFormat format, const Surface& surface)
    {
        const VkExtent3D extent = cubeOf(surface.extent);
        if (resource != Resource::Buffer) {
            constexpr uint32_t kMostTexels = 16384; // the mock device's
            constexpr uint32_t kMostLayers = 2048;
            if (extent.width > kMostTexels || extent.height > kMostTexels ||
                extent.depth > (Kind::is3D(subject.desc) ? kMostTexels : kMostLayers))
                return "an image that is too large";
            return imageFault(subject, resource, surface);
        }
        const FormatInfo info = formatInfo(format);
        const VkDeviceSize row = rowPitchOf(surface, format);
        const VkDeviceSize rowBytes = extent.width * info.texelBytes();
        if (row < rowBytes || row % info.componentBytes != 0 || row > kMaxPitch)
            return "rows that overlap, are misaligned or too long";
        const VkDeviceSize slice = slicePitchOf(surface, format);
        const VkDeviceSize rowsBefore = extent.height > 0 ? extent.height - 1 : 0;
        return Kind::kHasSlices &&
                       (slice < rowsBefore * row + rowBytes || slice % info.componentBytes != 0 || slice > kMaxPitch)
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
        const VkExtent3D input = cubeOf(args.input.extent);
        VkOffset3D offset = {};
        if (!isWhole(args)) {
            offset.x = args.region.offset.x;
            offset.y = args.region.offset.y;
            if constexpr (Kind::kHasSlices)
                offset.z = args.region.offset.z;
        }
        if (!fits(offset.x, region.width, input.width) || !fits(offset.y, region.height, input.height) ||
            !fits(offset.z, region.depth, input.depth))
            return "a region that is empty or outside";
        if (const char* fault = surfaceFault(subject, desc.input, desc.inputFormat, args.input))
            return fault;
        const VkExtent3D table = tableExtent(desc, args);
        for (const Surface* output : {&args.output, desc.squares ? &args.squares : &args.output}) {
            const VkExtent3D extent = cubeOf(output->extent);
            if (extent.width < table.width || extent.height < table.height || extent.depth < table.depth)
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
    static bool ordersImages(const auto& subject)
    {
        return Kind::kHasSlices && subject.desc.output != Resource::Buffer;
    }
};

TEST(Fuzz, SummedAreaTable)
{
    fuzz<TableFuzz<ImageTables>>();
}

TEST(Fuzz, SummedVolumeTable)
{
    fuzz<TableFuzz<SliceTables>>();
}

} // namespace
