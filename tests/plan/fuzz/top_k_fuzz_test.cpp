// Top-k selections.
#include "counts.h"
#include "custom_kernels.h"
#include "fuzz.h"

using namespace testing_support;
using namespace vkscan;

namespace {

// The largest k of rows: the entries of a list, beside which kernels keep some 4 KB in shared memory.
uint32_t mostOfRows(const TopKDesc& desc, uint32_t sharedBytes)
{
    uint32_t entries = desc.maxK > 1024 && desc.maxK <= 4096 ? 4096 : 2048;
    while (entries * (std::max<uint64_t>(sizeOf(desc.type), 4) + 4) + 4096 > sharedBytes)
        entries /= 2;
    return entries;
}

// Kernels of the user's. Now and then, modules are missing, keys have another size, or results are stored by the user.
CustomKernels anyTopKKernels(Random& random, ElementType type)
{
    constexpr uint32_t kFlags = vkscan::abi::kStampSorts | vkscan::abi::kStampVectors;
    static const CustomModules all[] = {
        CustomModules(customStamp(1, kFlags | kLoads)), CustomModules(customStamp(2, kFlags | kLoads)),
        CustomModules(customStamp(1, kFlags | kStores)), CustomModules(customStamp(2, kFlags | kLoads | kStores))};
    CustomKernels kernels = all[random.oneIn(16) ? random.below(4) : sizeOf(type) == 8 ? 1 : 0].kernels();
    if (random.oneIn(8))
        kernels.count = random.below(kernels.count);
    return kernels;
}

struct TopKFuzz : ArrayCase<TopK> {
    static Desc describe(Random& random)
    {
        Desc desc;
        desc.type = random.of(kElementTypes);
        desc.smallest = random.oneIn(2);
        if (random.oneIn(3))
            desc.kernels = anyTopKKernels(random, desc.type);
        desc.maxK = random.oneIn(8) ? random.word() : random.oneIn(2) ? kMaxTopK : 1 + random.below(5000);
        return desc;
    }

    static void fill(Random& random, const auto& subject, Args* args)
    {
        fillCounts(random, subject, args);
        args->k = random.oneIn(16) ? 0 : random.below(subject.desc.maxK) + 1;
        if (random.oneIn(3)) {
            args->rowLength = 1 + (random.oneIn(4) ? 0 : random.below(100000));
            args->rowPitch = random.oneIn(2) ? 0 : args->rowLength + random.below(1000);
            args->k = std::min(args->k, 512u);
        }
        if (args->rowLength > 0 && random.oneIn(2))
            args->rowLengths.address = kWanted;
        if (does(subject.desc, kLoads))
            wantSometimes(random, &args->input);
        if (subject.desc.kernels.count > 0)
            args->parameters = anyParameters(random, kMaxSortParameterBytes);
        for (BufferRange* output : {&args->output, &args->index, &args->sortedValues})
            if (random.oneIn(2))
                output->address = kWanted;
    }

    static void mutate(Random& random, const auto& subject, Args* args)
    {
        switch (random.below(4)) {
        case 0: args->k = random.oneIn(2) ? random.word() : subject.desc.maxK + random.below(2); break;
        case 1: args->rowPitch = random.word(); break;
        case 2: args->rowLength = random.oneOf({0u, 1u, random.word(), ~0u}); break;
        default: args->count = hostileCount(random, subject.maxCount);
        }
        if (random.oneIn(8))
            args->parameters = hostileParameters(random);
    }

    static const char* faultOf(const auto& subject, const Args& args)
    {
        if (args.k > subject.desc.maxK)
            return "k is larger than the description's";
        if (args.rowLength > 0 && args.rowPitch != 0 && args.rowPitch < args.rowLength)
            return "rows overlap";
        const uint64_t most = std::min<uint64_t>(std::min(args.k, args.rowLength), args.count);
        return args.rowLength > 0 && most > mostOfRows(subject.desc, subject.device.maxSharedBytes)
                   ? "k is too large for rows"
                   : faultOfParameters(subject.desc, args.parameters, kMaxSortParameterBytes);
    }
};

TEST(Fuzz, TopK)
{
    fuzz<TopKFuzz>();
}

} // namespace
