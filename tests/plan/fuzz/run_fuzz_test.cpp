// Reductions by key.
#include "counts.h"
#include "fuzz.h"

using namespace testing_support;
using namespace vkscan;

namespace {

struct ReduceByKeyFuzz : ArrayCase<ReduceByKey> {
    struct Output {
        const char* name;
        BufferRange* range;
        VkDeviceSize bytes; // each run
    };

    static bool hasValues(const Desc& desc) { return desc.runValue != RunValue::None; }

    static std::vector<Output> outputsOf(const Desc& desc, Args& args)
    {
        std::vector<Output> outputs = {{"unique", &args.unique, desc.keySize}};
        if (hasValues(desc))
            outputs.push_back({"reduced", &args.reduced, sizeOf(desc.type)});
        outputs.push_back({"lengths", &args.lengths, kWord});
        outputs.push_back({"starts", &args.starts, kWord});
        return outputs;
    }

    static Desc describe(Random& random)
    {
        Desc desc;
        desc.keySize = random.oneIn(8) ? random.word() : random.oneOf({4u, 8u});
        desc.runValue = static_cast<RunValue>(random.oneIn(16) ? random.word() : random.below(3));
        desc.type = random.of(kElementTypes);
        desc.op = random.of(kOps);
        desc.waiting = random.waiting();
        return desc;
    }

    static void fill(Random& random, const auto& subject, Args* args)
    {
        fillCounts(random, subject, args);
        for (const Output& output : outputsOf(subject.desc, *args))
            if (random.oneIn(2))
                *output.range = {kWanted, random.oneIn(2) ? args->count * output.bytes : random.number() >> 24};
        wantSometimes(random, &args->runCount);
        fillIndirect(random, &args->indirect);
    }

    static void mutate(Random& random, const auto& subject, Args* args)
    {
        switch (random.below(5)) {
        case 0:
        case 1: mutateIndirect(random, &args->indirect); break;
        case 2: (random.oneIn(2) ? args->values : args->reduced) = BufferRange{random.number(), random.number()}; break;
        default: args->count = hostileCount(random, subject.maxCount);
        }
    }

    static const char* faultOf(const auto& subject, const Args& args)
    {
        if (!hasValues(subject.desc))
            for (const BufferRange& range : {args.values, args.reduced})
                if (range.address != 0 || range.size != 0)
                    return "values where there are none";
        return faultOfIndirect(args.indirect);
    }
};

TEST(Fuzz, ReduceByKey)
{
    fuzz<ReduceByKeyFuzz>();
}

} // namespace
