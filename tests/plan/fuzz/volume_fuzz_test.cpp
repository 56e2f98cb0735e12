// Summed-area tables of volumes and stacks.
#include "fuzz.h"
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
        desc.inputFormat = random.oneIn(8)
                               ? static_cast<VkFormat>(random.below(200))
                               : random.oneOf({VK_FORMAT_R8_UINT, VK_FORMAT_R32_UINT, VK_FORMAT_R32_SFLOAT});
        desc.accumulation = random.of(kAccumulations);
        desc.outputFormat = random.oneIn(8)                          ? static_cast<VkFormat>(random.below(200))
                            : desc.accumulation == Accumulation::U32 ? VK_FORMAT_R32_UINT
                            : desc.accumulation == Accumulation::F64
                                ? random.oneOf({VK_FORMAT_R32_SFLOAT, VK_FORMAT_R64_SFLOAT})
                                : VK_FORMAT_R32_SFLOAT;
        if (desc.accumulation != Accumulation::U32 || random.oneIn(8))
            desc.bias = random.of(kBiases);
        desc.layout = random.of(kTableLayouts);
        desc.squares = random.oneIn(3);
        desc.strategy =
            random.oneIn(8) ? random.strategy() : random.oneOf(support::valuesOf(kStrategies, &StrategyRow::tables));
        desc.assumeForwardProgress = random.oneIn(2);
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

    static void fillSurface(Random& random, VkFormat format, VkExtent3D extent, VolumeSurface* surface)
    {
        const FormatInfo info = formatInfo(format);
        surface->extent = extent;
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
        while (subject.operation.scratchSize(input) == 0) // beyond kMaxVolumeScratch
            input.depth /= 2;
        if (random.oneIn(2)) {
            VolumeRegion& region = args->region;
            region.extent = {anySize(random, input.width), anySize(random, input.height), anySize(random, input.depth)};
            region.offset = {static_cast<int32_t>(random.below(input.width - region.extent.width + 1)),
                             static_cast<int32_t>(random.below(input.height - region.extent.height + 1)),
                             static_cast<int32_t>(random.below(input.depth - region.extent.depth + 1))};
        }
        fillSurface(random, desc.inputFormat, input, &args->input);
        fillSurface(random, desc.outputFormat, tableExtent(desc, *args), &args->output);
        fillSurface(random, desc.outputFormat, tableExtent(desc, *args), &args->squares);
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

    static MemoryArgument bufferOf(const char* name, VkFormat format, VolumeSurface* surface, VkExtent3D reached,
                                   Use use)
    {
        const FormatInfo info = formatInfo(format);
        const bool isTouched = reached.height > 0 && reached.depth > 0;
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
        list.add(bufferOf("input", desc.inputFormat, &args.input, args.input.extent, Use::Read));
        list.add(bufferOf("output", desc.outputFormat, &args.output, table, Use::Write));
        if (desc.squares)
            list.add(bufferOf("squares", desc.outputFormat, &args.squares, table, Use::Write));
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
        switch (random.below(8)) {
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

    static const char* surfaceFault(VkFormat format, const VolumeSurface& surface)
    {
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
        if (const char* fault = surfaceFault(desc.inputFormat, args.input))
            return fault;
        const VkExtent3D table = tableExtent(desc, args);
        for (const VolumeSurface* output : {&args.output, desc.squares ? &args.squares : &args.output}) {
            if (output->extent.width < table.width || output->extent.height < table.height ||
                output->extent.depth < table.depth)
                return "a table that is too small";
            if (const char* fault = surfaceFault(desc.outputFormat, *output))
                return fault;
        }
        return nullptr;
    }

    static void print(Printer& print, const Desc& desc)
    {
        print("separateSlices", desc.separateSlices)("inputFormat", desc.inputFormat);
        print("outputFormat", desc.outputFormat)("accumulation", desc.accumulation)("bias", desc.bias);
        print("layout", desc.layout)("squares", desc.squares)("strategy", desc.strategy);
        print("assumeForwardProgress", desc.assumeForwardProgress);
    }
    static void printSurface(Printer& print, const char* name, const VolumeSurface& surface)
    {
        print(name, surface.buffer)("  rowPitch", surface.rowPitch)("  slicePitch", surface.slicePitch);
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
        print("scratch", args.scratch)("bias", args.bias);
    }
};

TEST(Fuzz, SummedVolumeTable)
{
    fuzz<VolumeFuzz>();
}

} // namespace
