// Radix sorts.
#include "counts.h"
#include "custom_kernels.h"
#include "fuzz.h"

using namespace testing_support;
using namespace vkscan;

namespace {

// Kernels of the user's, mostly for keys of the type. Now and then, modules are missing.
CustomKernels anySortKernels(Random& random, ElementType type)
{
    constexpr uint32_t kFlags = vkscan::abi::kStampSorts | vkscan::abi::kStampVectors;
    static const CustomModules all[] = {CustomModules(customStamp(1, kFlags | kLoads)),
                                        CustomModules(customStamp(2, kFlags | kLoads)),
                                        CustomModules(customStamp(1, kFlags | kStores)),
                                        CustomModules(customStamp(2, kFlags | kStores)),
                                        CustomModules(customStamp(1, kFlags | kLoads | kStores)),
                                        CustomModules(customStamp(2, kFlags | kLoads | kStores))};
    const uint32_t isWide = random.oneIn(16) ? random.below(2) : sizeOf(type) == 8 ? 1 : 0;
    CustomKernels kernels = all[2 * random.below(3) + isWide].kernels();
    if (random.oneIn(8))
        kernels.count = random.below(kernels.count);
    return kernels;
}

struct RadixSortFuzz : ArrayCase<RadixSort> {
    static Desc describe(Random& random)
    {
        Desc desc;
        desc.type = random.of(kElementTypes);
        desc.descending = random.oneIn(2);
        desc.valueSize = random.oneIn(8)   ? random.word()
                         : random.oneIn(4) ? random.below(kMaxElementSize / 4 + 2) * 4
                                           : random.oneOf({0u, 4u, 8u, 16u});
        desc.withIndex = random.oneIn(2) && (desc.valueSize == 0 || random.oneIn(8));
        desc.firstBit = random.oneIn(2) ? 0 : random.below(40);
        desc.endBit = random.oneIn(2) ? kAllBits : random.below(70);
        if (random.oneIn(3)) { // a split, unless something else makes it none
            desc.type = ElementType::U32;
            desc.descending = random.oneIn(8);
            desc.endBit = desc.firstBit + random.below(kMaxBucketBits + 2);
        }
        const ElementTypeRow* const type = findRow(kElementTypes, desc.type);
        if ((type != nullptr && type->isFloat) || random.oneIn(32)) {
            desc.equalZeros = random.oneIn(2);
            desc.nansLast = random.oneIn(2);
        }
        desc.segmented = random.oneIn(3);
        if (random.oneIn(3))
            desc.kernels = anySortKernels(random, desc.type);
        desc.waiting = random.waiting();
        return desc;
    }

    static bool hasBuckets(const Desc& desc)
    {
        const auto keyBits = static_cast<uint32_t>(sizeOf(desc.type) * 8);
        return std::min(desc.endBit, keyBits) - desc.firstBit <= kMaxBucketBits && !desc.segmented &&
               desc.kernels.count == 0;
    }

    static bool isSplit(const Desc& desc)
    {
        const uint32_t endBit = std::min(desc.endBit, 32u);
        return desc.type == ElementType::U32 && !desc.descending && !desc.segmented && desc.kernels.count == 0 &&
               endBit > desc.firstBit && endBit - desc.firstBit <= kMaxSplitBits;
    }

    static void fill(Random& random, const auto& subject, Args* args)
    {
        fillCounts(random, subject, args);
        const bool mayOmitKeys = subject.desc.withIndex || does(subject.desc, kStores) ||
                                 (isSplit(subject.desc) && subject.desc.valueSize > 0);
        if (!mayOmitKeys || random.oneIn(2))
            args->output.address = kWanted;
        if (hasBuckets(subject.desc))
            wantSometimes(random, &args->bucketOffsets);
        if (does(subject.desc, kLoads))
            wantSometimes(random, &args->input);
        if (does(subject.desc, kStores))
            wantSometimes(random, &args->sortedValues);
        if (subject.desc.kernels.count > 0)
            args->parameters = anyParameters(random, kMaxSortParameterBytes);
        args->segmentCount = random.oneIn(3) ? 0 : random.below(100000);
    }

    static void mutate(Random& random, const auto& subject, Args* args)
    {
        args->count = hostileCount(random, subject.maxCount);
        if (random.oneIn(3))
            args->segmentCount = random.oneIn(2) ? random.word() : kMaxSegmentCount + 1;
        if (random.oneIn(8))
            args->bucketOffsets.address = random.word();
        if (random.oneIn(8))
            args->parameters = hostileParameters(random);
    }

    static const char* faultOf(const auto& subject, const Args& args)
    {
        if (args.bucketOffsets.address != 0 && !hasBuckets(subject.desc))
            return "offsets of buckets of a sort that has none";
        return subject.desc.segmented && args.segmentCount > kMaxSegmentCount
                   ? "segmentCount"
                   : faultOfParameters(subject.desc, args.parameters, kMaxSortParameterBytes);
    }
};

TEST(Fuzz, RadixSort)
{
    fuzz<RadixSortFuzz>();
}

} // namespace
