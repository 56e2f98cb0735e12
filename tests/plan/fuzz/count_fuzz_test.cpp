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

// Changes an image, its extent to one of these among others, or the set.
void mutateImage(Random& random, std::initializer_list<uint32_t> extents, Surface* image, VkDescriptorSet* set)
{
    const auto extent = [&] { return random.oneIn(4) ? random.word() : random.oneOf(extents); };
    switch (random.below(7)) {
    case 0: image->view = VK_NULL_HANDLE; break;
    case 1: image->usage = random.word(); break;
    case 2: image->imageLayout = static_cast<VkImageLayout>(random.below(12)); break;
    case 3: image->extent.width = extent(); break;
    case 4: image->extent.height = extent(); break;
    case 5: image->heapOffset = random.word(); break;
    default: *set = VK_NULL_HANDLE; break;
    }
}

// A valid image, except for its extent, and a set.
void fillImage(Random& random, Surface* image, VkDescriptorSet* set)
{
    image->view = reinterpret_cast<VkImageView>(uintptr_t{1});
    image->heapOffset = 64;
    image->usage = VK_IMAGE_USAGE_SAMPLED_BIT;
    if (random.oneIn(2))
        image->imageLayout = VK_IMAGE_LAYOUT_SHADER_READ_ONLY_OPTIMAL;
    *set = reinterpret_cast<VkDescriptorSet>(uintptr_t{1});
}

// Operations whose input is an image.
template <class Class>
struct ImageCase : ArrayCase<Class> {
    using Args = ArgsOf<Class>;

    static VkDeviceSize scratchSize(const auto&, const Args&) { return 0; }
    static bool isCounted(const auto& subject, const Args& args)
    {
        return uint64_t{args.image.extent.width} * args.image.extent.height <= subject.maxCount;
    }
    static Status recordStatus(const auto& subject, const Args& args)
    {
        const bool takesSet = !subject.pushDescriptors && !subject.descriptorHeaps;
        return takesSet && args.descriptorSet == VK_NULL_HANDLE ? Status(Argument::DescriptorSet, Rule::Null)
                                                                : Status::Success;
    }
    static unsigned descriptorBindings(const auto& subject) { return subject.descriptorHeaps ? 0 : 1; }
};

struct ImageHistogramFuzz : ImageCase<Histogram> {
    static Desc describe(Random& random)
    {
        Desc desc;
        desc.type = random.oneIn(8) ? random.of(kElementTypes) : ElementType::F32;
        desc.binCount = random.oneOf({1u, 256u, kMaxImageBinCount, kMaxImageBinCount + 1, 1 + random.below(1024)});
        desc.input = random.oneIn(8) ? anyStored(random, desc.type) : StoredType::Same;
        desc.inputFormat = random.oneOf({VK_FORMAT_R32_SFLOAT, VK_FORMAT_R16G16B16A16_SFLOAT, VK_FORMAT_R8_UNORM,
                                         VK_FORMAT_R8G8B8A8_UNORM, VK_FORMAT_R32_UINT, VK_FORMAT_R32G32_SFLOAT});
        desc.clampEnds = random.oneIn(2);
        return desc;
    }

    static void fill(Random& random, const auto& subject, Args* args)
    {
        const uint64_t most = std::min<uint64_t>(subject.maxCount, (1 << 25) - 1); // with weights
        const auto columns =
            static_cast<uint32_t>(std::min<uint64_t>(most, 1 + (random.word() >> (18 + random.below(14)))));
        const auto rows = static_cast<uint32_t>(std::min<uint64_t>(kMaxHistogramExtent, most / columns));
        args->image.extent = {columns, 1 + (random.word() >> random.below(32)) % rows};
        fillImage(random, &args->image, &args->descriptorSet);
        args->count = random.number(); // ignored
        args->lower = -16.0f + static_cast<float>(random.below(100)) / 7;
        if (random.oneIn(2))
            args->width = 0.01f + static_cast<float>(random.below(100)) / 1100;
        else
            args->width = 0x1p-22f;
        wantSometimes(random, &args->mean);
        args->meanFrom = static_cast<float>(random.below(100)) / 200;
        args->meanTo = 1 - static_cast<float>(random.below(100)) / 201;
        args->weightExtent = {1 + random.below(kMaxHistogramExtent), 1 + random.below(100)};
        wantSometimes(random, &args->weights);
    }

    static void mutate(Random& random, const auto&, Args* args)
    {
        constexpr float kInfinity = std::numeric_limits<float>::infinity();
        const auto number = [&] {
            return random.oneOf({-1.0f, 0.0f, 1.0f, 1.1f, 0.5f, kInfinity, std::nanf(""), 0x1p-23f, -97.0f, 128.0f,
                                 std::bit_cast<float>(random.word())});
        };
        switch (random.below(6)) {
        case 0:
            mutateImage(random, {0, 1, kMaxHistogramExtent, kMaxHistogramExtent + 1}, &args->image,
                        &args->descriptorSet);
            break;
        case 1: args->lower = random.oneIn(4) ? random.scalar() : Scalar(number()); break;
        case 2: args->width = random.oneIn(4) ? random.scalar() : Scalar(number()); break;
        case 3: args->meanFrom = number(); break;
        case 4: args->meanTo = number(); break;
        default:
            (random.oneIn(2) ? args->weightExtent.width : args->weightExtent.height) =
                random.oneOf({0u, 1u, kMaxHistogramExtent + 1, random.word()});
        }
    }

    static const char* faultOf(const auto& subject, const Args& args)
    {
        const auto [width, height] = args.image.extent;
        if (width == 0 || height == 0 || std::max(width, height) > kMaxHistogramExtent)
            return "an image that is empty or too large";
        const auto [columns, rows] = args.weightExtent;
        if (args.weights.address != 0 &&
            (columns == 0 || rows == 0 || std::max(columns, rows) > kMaxHistogramExtent || width * height >= 1 << 25))
            return "weights that are none, or too many texels";
        if ((args.lower.hasValue() && args.lower.type() != ElementType::F32) ||
            (args.width.hasValue() && args.width.type() != ElementType::F32))
            return "the bins are of another type";
        const auto lower = std::bit_cast<float>(static_cast<uint32_t>(args.lower.bits()));
        const float wide = args.width.hasValue() ? std::bit_cast<float>(static_cast<uint32_t>(args.width.bits())) : 1;
        if (!(lower >= -96 && wide >= 0x1p-22f && double{lower} + double{wide} * subject.desc.binCount <= 128))
            return "bins that logarithms do not reach";
        if (!(args.meanFrom >= 0 && args.meanTo <= 1 &&
              std::lround(args.meanFrom * 65536) < std::lround(args.meanTo * 65536)))
            return "a mean of nothing";
        return imageFault(subject, Resource::SampledImage, args.image);
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

struct ImageDistributionFuzz : ImageCase<Distribution> {
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

    static void fill(Random& random, const auto& subject, Args* args)
    {
        const auto columns =
            static_cast<uint32_t>(std::min<uint64_t>(subject.maxCount, 1 + (random.word() >> (16 + random.below(16)))));
        const auto most = static_cast<uint32_t>(std::min<uint64_t>(kMaxDistributionRows, subject.maxCount / columns));
        args->image.extent = {columns, 1 + (random.word() >> random.below(32)) % most};
        fillImage(random, &args->image, &args->descriptorSet);
        args->count = random.number(); // ignored, as the next
        args->rowLength = random.word();
        if (subject.desc.withAlias)
            wantSometimes(random, &args->alias);
    }

    static void mutate(Random& random, const auto&, Args* args)
    {
        mutateImage(random, {0, 1, kMaxDistributionRowLength + 1, kMaxDistributionRows + 1}, &args->image,
                    &args->descriptorSet);
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

TEST(Fuzz, ImageHistogram)
{
    fuzz<ImageHistogramFuzz>();
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
