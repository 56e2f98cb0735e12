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

struct ExpandFuzz : ArrayCase {
    using Operation = Expand;
    using Desc = ExpandDesc;
    using Args = ExpandArgs;

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
        wantSometimes(random, &args->indirect.field);
        args->indirect.divisor = std::max(random.word(), 1u);
        args->indirect.rounding = random.oneOf({Rounding::Down, Rounding::Up});
        args->indirect.dispatch = random.oneIn(3);
    }

    static void mutate(Random& random, const auto& subject, Args* args)
    {
        switch (random.below(4)) {
        case 0: args->indirect.divisor = random.oneOf({0u, 1u, ~0u}); break;
        case 1: args->indirect.rounding = static_cast<Rounding>(random.word()); break;
        default: args->count = hostileCount(random, subject.maxCount);
        }
        if (random.oneIn(8))
            args->parameters = hostileParameters(random);
    }

    static const char* faultOf(const auto& subject, const Args& args)
    {
        const bool rounds = args.indirect.rounding == Rounding::Down || args.indirect.rounding == Rounding::Up;
        return args.indirect.divisor == 0 || !rounds
                   ? "a divisor of 0, or no rounding"
                   : faultOfParameters(subject.desc, args.parameters, kMaxSortParameterBytes);
    }

    static void print(Printer& print, const Desc& desc)
    {
        print("fromOffsets", desc.fromOffsets)("kernels", desc.kernels.count);
        print("loads", does(desc, kLoads))("stores", does(desc, kStores))("waiting", desc.waiting);
    }
    static void print(Printer& print, const Args& args)
    {
        print("counts", args.counts)("offsets", args.offsets)("output", args.output)("index", args.index);
        print("capacity", args.capacity)("total", args.total)("indirect.field", args.indirect.field);
        print("divisor", args.indirect.divisor)("rounding", args.indirect.rounding)("scratch", args.scratch);
        print("count", args.count)("countBuffer", args.countBuffer)("parameters", args.parameters.bytes);
    }
};

TEST(Fuzz, Expand)
{
    fuzz<ExpandFuzz>();
}

} // namespace
