// Expansions.
#include "counts.h"
#include "custom_kernels.h"
#include "fuzz.h"

#include <vkscan/study.h>

using namespace testing_support;
using namespace vkscan;

namespace {

// Kernels of the user's. Now and then, modules are missing, or a state is no word.
CustomKernels anyExpandKernels(Random& random)
{
    constexpr uint32_t kFlags = vkscan::abi::kStampExpands | vkscan::abi::kStampVectors;
    static const CustomModules all[] = {
        CustomModules(customStamp(1, kFlags | kLoads)), CustomModules(customStamp(1, kFlags | kStores)),
        CustomModules(customStamp(1, kFlags | kLoads | kStores)), CustomModules(customStamp(2, kFlags | kLoads))};
    CustomKernels kernels = all[random.oneIn(16) ? 3 : random.below(3)].kernels();
    if (random.oneIn(8))
        kernels.count = random.below(kernels.count);
    return kernels;
}

struct ExpandFuzz : ArrayCase<Expand> {
    static Desc describe(Random& random)
    {
        Desc desc;
        desc.fromOffsets = random.oneIn(2);
        if (random.oneIn(3))
            desc.kernels = anyExpandKernels(random);
        desc.waiting = random.waiting();
        return desc;
    }

    static void fill(Random& random, const auto& subject, Args* args)
    {
        fillCounts(random, subject, args);
        for (BufferRange* output : {&args->output, &args->index})
            if (random.oneIn(2))
                *output = {kWanted, random.number() >> random.oneOf({24, 44})};
        if (args->count == 0 && !subject.desc.fromOffsets)
            wantSometimes(random, &args->offsets);
        if (does(subject.desc, kLoads))
            wantSometimes(random, subject.desc.fromOffsets ? &args->offsets : &args->counts);
        if (subject.desc.kernels.count > 0)
            args->parameters = anyParameters(random, kMaxSortParameterBytes);
        args->capacity = random.oneIn(2) ? kMaxCapacity : random.word();
        wantSometimes(random, &args->total);
        fillIndirect(random, &args->indirect);
    }

    static void mutate(Random& random, const auto& subject, Args* args)
    {
        switch (random.below(4)) {
        case 0:
        case 1: mutateIndirect(random, &args->indirect); break;
        default: args->count = hostileCount(random, subject.maxCount);
        }
        if (random.oneIn(8))
            args->parameters = hostileParameters(random);
    }

    static const char* faultOf(const auto& subject, const Args& args)
    {
        const char* const fault = faultOfIndirect(args.indirect);
        return fault != nullptr ? fault : faultOfParameters(subject.desc, args.parameters, kMaxSortParameterBytes);
    }
};

TEST(Fuzz, Expand)
{
    fuzz<ExpandFuzz>();
}

} // namespace
