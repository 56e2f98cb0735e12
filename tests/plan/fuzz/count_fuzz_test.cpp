// Histograms, distributions and allocations.
#include "counts.h"
#include "fuzz.h"
#include "images.h"

#include <bit>
#include <cmath>
#include <limits>

using namespace testing_support;
using namespace vkscan;

namespace {

struct HistogramFuzz : ArrayCase<Histogram> {
    static Desc describe(Random& random)
    {
        Desc desc;
        desc.type = random.oneIn(8) ? random.of(kElementTypes) : random.oneOf(support::typesOfBytes(4));
        desc.binCount = random.oneOf({1u, 256u, 4096u, kMaxBinCount, kMaxBinCount + 1, random.word(),
                                      1 + random.below(kMaxBinCount), 1 + random.below(kMaxBinCount)});
        desc.input = anyStored(random, desc.type);
        return desc;
    }

    static void fill(Random& random, const auto& subject, Args* args)
    {
        fillCounts(random, subject, args);
        const ElementType type = subject.desc.type;
        if (random.oneIn(2))
            args->lower = random.scalar(type);
        if (random.oneIn(2) && type != ElementType::F32)
            args->width = type == ElementType::I32 ? Scalar(static_cast<int32_t>(1 + random.word() / 4))
                                                   : Scalar(std::max(random.word(), 1u));
        if (random.oneIn(2) && type == ElementType::F32)
            args->width = std::ldexp(1.0f + static_cast<float>(random.below(1000)), static_cast<int>(random.below(99)));
    }
    static VkDeviceSize scratchSize(const auto&, const Args&) { return 0; }

    static void mutate(Random& random, const auto& subject, Args* args)
    {
        constexpr float kInfinity = std::numeric_limits<float>::infinity();
        switch (random.below(4)) {
        case 0: args->count = hostileCount(random, subject.maxCount); break;
        case 1: args->lower = random.oneIn(2) ? random.scalar() : Scalar(std::bit_cast<float>(random.word())); break;
        case 2: args->width = random.oneIn(2) ? random.scalar() : Scalar(std::bit_cast<float>(random.word())); break;
        default:
            args->width = random.oneOf({Scalar(0.0f), Scalar(-1.0f), Scalar(kInfinity), Scalar(1e-45f), Scalar(0u),
                                        Scalar(0), Scalar(-1), Scalar(~0u), Scalar(std::nanf(""))});
        }
    }

    static const char* faultOf(const auto& subject, const Args& args)
    {
        const ElementType type = subject.desc.type;
        if ((args.lower.hasValue() && args.lower.type() != type) ||
            (args.width.hasValue() && args.width.type() != type))
            return "the bins are of another type";
        if (!args.width.hasValue() && type != ElementType::F32)
            return nullptr;
        const auto lower = static_cast<uint32_t>(args.lower.bits());
        const auto width = static_cast<uint32_t>(args.width.bits());
        if (type != ElementType::F32)
            return width == 0 || (type == ElementType::I32 && width >> 31 != 0) ? "bins of no width" : nullptr;
        const float wide = args.width.hasValue() ? std::bit_cast<float>(width) : 1;
        const bool finite = std::isfinite(std::bit_cast<float>(lower)) && std::isfinite(wide) && wide > 0;
        return finite ? nullptr : "bins that are not finite";
    }
};

struct DistributionFuzz : ArrayCase<Distribution> {
    static Desc describe(Random& random)
    {
        Desc desc;
        desc.withAlias = random.oneIn(2);
        return desc;
    }

    static void fill(Random& random, const auto& subject, Args* args)
    {
        fillCounts(random, subject, args);
        const auto least = static_cast<uint32_t>((args->count + kMaxDistributionRows - 1) / kMaxDistributionRows);
        args->rowLength = std::clamp(random.word() >> random.below(16), std::max(least, 1u), kMaxDistributionRowLength);
        if (subject.desc.withAlias)
            wantSometimes(random, &args->alias);
    }

    static void mutate(Random& random, const auto& subject, Args* args)
    {
        if (random.oneIn(2))
            args->count = hostileCount(random, subject.maxCount);
        else
            args->rowLength =
                random.oneOf({0u, 1u, kMaxDistributionRowLength, kMaxDistributionRowLength + 1, ~0u, random.word()});
    }

    static const char* faultOf(const auto& subject, const Args& args)
    {
        if (args.alias.address != 0 && !subject.desc.withAlias)
            return "an alias table, of which the description knows nothing";
        if (args.rowLength == 0 || args.rowLength > kMaxDistributionRowLength)
            return "rows of no length, or too long";
        return (args.count + args.rowLength - 1) / args.rowLength > kMaxDistributionRows ? "too many rows" : nullptr;
    }
};

struct ImageDistributionFuzz : ArrayCase<Distribution> {
    static Desc describe(Random& random)
    {
        Desc desc;
        desc.withAlias = random.oneIn(2);
        desc.input = random.oneIn(8) ? random.of(kResources) : Resource::SampledImage;
        desc.inputFormat = random.oneOf({VK_FORMAT_R32_SFLOAT, VK_FORMAT_R16G16B16A16_SFLOAT, VK_FORMAT_R8_UNORM,
                                         VK_FORMAT_R8G8B8A8_UNORM, VK_FORMAT_R32_UINT, VK_FORMAT_R32G32_SFLOAT});
        if (desc.input == Resource::Buffer)
            desc.input = static_cast<Resource>(random.word() | 4); // arrays are DistributionFuzz's
        desc.equirectangular = random.oneIn(2);
        return desc;
    }

    static uint64_t texelsOf(const Args& args) { return uint64_t{args.image.extent.width} * args.image.extent.height; }

    static void fill(Random& random, const auto& subject, Args* args)
    {
        const auto columns =
            static_cast<uint32_t>(std::min<uint64_t>(subject.maxCount, 1 + (random.word() >> (16 + random.below(16)))));
        const auto most = static_cast<uint32_t>(std::min<uint64_t>(kMaxDistributionRows, subject.maxCount / columns));
        args->image.extent = {columns, 1 + (random.word() >> random.below(32)) % most};
        args->image.view = reinterpret_cast<VkImageView>(uintptr_t{1});
        args->image.heapOffset = 64;
        args->image.usage = VK_IMAGE_USAGE_SAMPLED_BIT;
        if (random.oneIn(2))
            args->image.imageLayout = VK_IMAGE_LAYOUT_SHADER_READ_ONLY_OPTIMAL;
        args->descriptorSet = reinterpret_cast<VkDescriptorSet>(uintptr_t{1});
        args->count = random.number(); // ignored, as the next
        args->rowLength = random.word();
        if (subject.desc.withAlias)
            wantSometimes(random, &args->alias);
    }
    static VkDeviceSize scratchSize(const auto&, const Args&) { return 0; }
    static bool isCounted(const auto& subject, const Args& args) { return texelsOf(args) <= subject.maxCount; }

    static void mutate(Random& random, const auto&, Args* args)
    {
        switch (random.below(7)) {
        case 0: args->image.view = VK_NULL_HANDLE; break;
        case 1: args->image.usage = random.word(); break;
        case 2: args->image.imageLayout = static_cast<VkImageLayout>(random.below(12)); break;
        case 3: args->image.extent.width = random.oneOf({0u, 1u, kMaxDistributionRowLength + 1, random.word()}); break;
        case 4: args->image.extent.height = random.oneOf({0u, 1u, kMaxDistributionRows + 1, random.word()}); break;
        case 5: args->image.heapOffset = random.word(); break;
        default: args->descriptorSet = VK_NULL_HANDLE; break;
        }
    }

    static const char* faultOf(const auto& subject, const Args& args)
    {
        const Surface& image = args.image;
        if (args.alias.address != 0 && !subject.desc.withAlias)
            return "an alias table, of which the description knows nothing";
        if (image.extent.width == 0 || image.extent.height == 0 || image.extent.width > kMaxDistributionRowLength ||
            image.extent.height > kMaxDistributionRows)
            return "an image that is empty or too large";
        return imageFault(subject, Resource::SampledImage, image);
    }

    static Status recordStatus(const auto& subject, const Args& args)
    {
        const bool takesSet = !subject.pushDescriptors && !subject.descriptorHeaps;
        return takesSet && args.descriptorSet == VK_NULL_HANDLE ? Status(Argument::DescriptorSet, Rule::Null)
                                                                : Status::Success;
    }
    static unsigned descriptorBindings(const auto& subject) { return subject.descriptorHeaps ? 0 : 1; }
};

struct SuballocateFuzz : ArrayCase<Suballocate> {
    static Desc describe(Random& random)
    {
        Desc desc;
        desc.waiting = random.waiting();
        return desc;
    }

    static void fill(Random& random, const auto& subject, Args* args)
    {
        fillCounts(random, subject, args);
        wantSometimes(random, &args->total);
        args->capacity = random.word();
        fillIndirect(random, &args->indirect);
    }

    static void mutate(Random& random, const auto& subject, Args* args)
    {
        switch (random.below(4)) {
        case 0:
        case 1: mutateIndirect(random, &args->indirect); break;
        default: args->count = hostileCount(random, subject.maxCount);
        }
    }

    static const char* faultOf(const auto&, const Args& args) { return faultOfIndirect(args.indirect); }
};

TEST(Fuzz, Histogram)
{
    fuzz<HistogramFuzz>();
}

TEST(Fuzz, Distribution)
{
    fuzz<DistributionFuzz>();
}

TEST(Fuzz, ImageDistribution)
{
    fuzz<ImageDistributionFuzz>();
}

TEST(Fuzz, Suballocate)
{
    fuzz<SuballocateFuzz>();
}

} // namespace
