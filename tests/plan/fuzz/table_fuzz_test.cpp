// Summed-area tables.
#include "fuzz.h"
#include "images.h"
#include "tables/format.h"

#include <array>

using namespace testing_support;
using namespace vkscan;

namespace {

struct TableFuzz : ArrayCase {
    using Operation = SummedAreaTable;
    using Desc = SummedAreaTableDesc;
    using Args = SummedAreaTableArgs;

    static VkFormat anyFormat(Random& random)
    {
        if (random.oneIn(30))
            return static_cast<VkFormat>(random.word() >> 1); // C++ has no enumerators beyond VK_FORMAT_MAX_ENUM
        return random.oneOf({VK_FORMAT_R8_UNORM, VK_FORMAT_R8G8B8A8_UNORM, VK_FORMAT_R8_UINT, VK_FORMAT_R16G16_UINT,
                             VK_FORMAT_R16_SFLOAT, VK_FORMAT_R16G16B16A16_SFLOAT, VK_FORMAT_R32_UINT,
                             VK_FORMAT_R32G32B32A32_UINT, VK_FORMAT_R32_SFLOAT, VK_FORMAT_R32G32_SFLOAT,
                             VK_FORMAT_R32G32B32A32_SFLOAT});
    }

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

    static uint32_t anySize(Random& random, uint32_t most)
    {
        switch (random.below(4)) {
        case 0: return most - random.below(std::min(most, 3u));
        case 1: return 1 + random.below(std::min(most, 5u));
        case 2: return std::min((1u << random.below(15)) + random.below(2), most);
        default: return 1 + random.below(most);
        }
    }

    static void fillSurface(Random& random, uint64_t view, Resource resource, VkFormat format, VkExtent2D extent,
                            Surface* surface)
    {
        const FormatInfo info = formatInfo(format);
        surface->extent = extent;
        if (random.oneIn(2))
            surface->rowPitch =
                (extent.width * info.texelBytes() + random.below(1 << 20)) / info.componentBytes * info.componentBytes;
        surface->view = reinterpret_cast<VkImageView>(static_cast<uintptr_t>(view));
        surface->heapOffset = static_cast<uint32_t>(32 * view);
        const bool sampled = resource == Resource::SampledImage;
        surface->usage = sampled ? VK_IMAGE_USAGE_SAMPLED_BIT : VK_IMAGE_USAGE_STORAGE_BIT;
        if (sampled && random.oneIn(2))
            surface->imageLayout = VK_IMAGE_LAYOUT_SHADER_READ_ONLY_OPTIMAL;
    }

    static VkExtent2D maxExtent(const Desc& desc)
    {
        const auto most = [](uint32_t size) { return size != 0 ? size : kMaxTableExtent; };
        return {most(desc.maxExtent.width), most(desc.maxExtent.height)};
    }
    static VkExtent2D regionExtent(const Args& args)
    {
        const VkExtent2D region = args.region.extent;
        return region.width == 0 && region.height == 0 ? args.input.extent : region;
    }
    static VkExtent2D tableExtent(const Desc& desc, const Args& args)
    {
        const VkExtent2D region = regionExtent(args);
        const uint32_t border = desc.layout == TableLayout::ZeroBorder ? 1 : 0;
        return {region.width + border, region.height + border};
    }

    static void fill(Random& random, const auto& subject, Args* args)
    {
        const Desc& desc = subject.desc;
        const bool isHuge = random.oneIn(16);
        const VkExtent2D most = maxExtent(desc);
        VkExtent2D input = {anySize(random, most.width), anySize(random, most.height)};
        if (random.oneIn(2)) {
            args->region.extent = {anySize(random, input.width), anySize(random, input.height)};
            args->region.offset = {static_cast<int32_t>(random.below(input.width - args->region.extent.width + 1)),
                                   static_cast<int32_t>(random.below(input.height - args->region.extent.height + 1))};
            if (isHuge)
                input.height += random.word() >> 4;
        }
        fillSurface(random, 1, desc.input, desc.inputFormat, input, &args->input);
        VkExtent2D table = tableExtent(desc, *args);
        fillSurface(random, 2, desc.output, desc.outputFormat, table, &args->output);
        fillSurface(random, 3, desc.output, desc.outputFormat, table, &args->squares);
        args->descriptorSet = reinterpret_cast<VkDescriptorSet>(uintptr_t{1});
    }

    static VkDeviceSize scratchSize(const auto& subject, const Args& args)
    {
        return subject.operation.scratchSize(regionExtent(args));
    }
    static bool isCounted(const auto& subject, const Args& args)
    {
        const VkExtent2D region = regionExtent(args);
        const VkExtent2D most = maxExtent(subject.desc);
        return region.width <= most.width && region.height <= most.height;
    }

    static VkDeviceSize pitchOf(const Surface& surface, VkFormat format)
    {
        return surface.rowPitch != 0 ? surface.rowPitch : surface.extent.width * formatInfo(format).texelBytes();
    }

    static MemoryArgument bufferOf(const char* name, Resource resource, VkFormat format, Surface* surface,
                                   VkExtent2D reached, Use use)
    {
        const FormatInfo info = formatInfo(format);
        const bool isTouched = resource == Resource::Buffer && reached.height > 0;
        const VkDeviceSize bytes =
            (VkDeviceSize{reached.height} - 1) * pitchOf(*surface, format) + reached.width * info.texelBytes();
        return {name, &surface->buffer, isTouched ? bytes : 0, info.componentBytes, use};
    }

    static ArgumentList list(const auto& subject, Args& args, VkDeviceSize scratchBytes)
    {
        const Desc& desc = subject.desc;
        const VkExtent2D table = tableExtent(desc, args);
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
        Surface& surface = *random.oneOf({&args->input, &args->output, &args->squares});
        switch (random.below(10)) {
        case 0: surface.view = random.oneOf({VkImageView(VK_NULL_HANDLE), args->input.view, args->output.view}); break;
        case 1: surface.usage = random.word(); break;
        case 2: surface.imageLayout = static_cast<VkImageLayout>(random.below(12)); break;
        case 3: surface.rowPitch += random.oneOf<VkDeviceSize>({~VkDeviceSize{0}, 1, 4, 1ull << 31, 1ull << 63}); break;
        case 4: surface.extent.width += random.oneOf({~0u, 1u, random.word()}); break;
        case 5: surface.extent.height += random.oneOf({~0u, 1u, random.word()}); break;
        case 6: args->region.offset.x = static_cast<int32_t>(random.oneOf({1u, ~0u, 1u << 31, random.word()})); break;
        case 7: args->region.extent = {random.word(), random.word()}; break;
        case 8:
            surface.heapOffset = random.oneOf({random.word(), args->input.heapOffset, args->output.heapOffset});
            break;
        default: args->descriptorSet = VK_NULL_HANDLE; break;
        }
    }

    static const char* surfaceFault(const auto& subject, Resource resource, VkFormat format, const Surface& surface)
    {
        const FormatInfo info = formatInfo(format);
        const VkDeviceSize pitch = pitchOf(surface, format);
        if (resource == Resource::Buffer)
            return pitch < surface.extent.width * info.texelBytes() || pitch % info.componentBytes != 0 ||
                           pitch > VkDeviceSize{1} << 31
                       ? "rows that overlap, are misaligned or too long"
                       : nullptr;
        return imageFault(subject, resource, surface);
    }

    static bool fits(int64_t offset, uint32_t size, uint32_t whole)
    {
        return offset >= 0 && size > 0 && offset + size <= whole;
    }

    static const char* faultOf(const auto& subject, const Args& args)
    {
        const Desc& desc = subject.desc;
        const VkExtent2D region = regionExtent(args);
        const bool isWhole = args.region.extent.width == 0 && args.region.extent.height == 0;
        const VkOffset2D offset = isWhole ? VkOffset2D{} : args.region.offset;
        if (!fits(offset.x, region.width, args.input.extent.width) ||
            !fits(offset.y, region.height, args.input.extent.height))
            return "a region that is empty or outside";
        if (const char* fault = surfaceFault(subject, desc.input, desc.inputFormat, args.input))
            return fault;
        const VkExtent2D table = tableExtent(desc, args);
        for (const Surface* output : {&args.output, desc.squares ? &args.squares : &args.output}) {
            if (output->extent.width < table.width || output->extent.height < table.height)
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

    static bool hasImages(const Desc& desc)
    {
        return desc.input != Resource::Buffer || desc.output != Resource::Buffer;
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

    static void print(Printer& print, const Desc& desc)
    {
        print("input", desc.input)("inputFormat", desc.inputFormat)("output", desc.output);
        print("outputFormat", desc.outputFormat)("accumulation", desc.accumulation)("bias", desc.bias);
        print("layout", desc.layout)("squares", desc.squares)("waiting", desc.waiting);
        print("maxExtent", desc.maxExtent);
        print("reproducible", desc.reproducible);
    }
    static void printSurface(Printer& print, const char* name, const Surface& surface)
    {
        print(name, surface.buffer)("  rowPitch", surface.rowPitch)("  view", surface.view != VK_NULL_HANDLE);
        print("  heapOffset", surface.heapOffset);
        print("  imageLayout", surface.imageLayout)("  usage", surface.usage)("  extent", surface.extent);
    }
    static void print(Printer& print, const Args& args)
    {
        printSurface(print, "input", args.input);
        printSurface(print, "output", args.output);
        printSurface(print, "squares", args.squares);
        print("region", args.region)("scratch", args.scratch)("bias", args.bias);
        print("descriptorSet", args.descriptorSet != VK_NULL_HANDLE);
    }
};

TEST(Fuzz, SummedAreaTable)
{
    fuzz<TableFuzz>();
}

} // namespace
