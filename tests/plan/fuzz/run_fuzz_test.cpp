// Reductions by key.
#include "counts.h"
#include "fuzz.h"

using namespace testing_support;
using namespace vkscan;

namespace {

struct ReduceByKeyFuzz : ArrayCase {
    using Operation = ReduceByKey;
    using Desc = ReduceByKeyDesc;
    using Args = ReduceByKeyArgs;

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
        wantSometimes(random, &args->indirect.field);
        args->indirect.divisor = std::max(random.word(), 1u);
        args->indirect.rounding = random.oneOf({Rounding::Down, Rounding::Up});
        args->indirect.dispatch = random.oneIn(3);
    }

    static void mutate(Random& random, const auto& subject, Args* args)
    {
        switch (random.below(5)) {
        case 0: args->indirect.divisor = random.oneOf({0u, 1u, ~0u}); break;
        case 1: args->indirect.rounding = static_cast<Rounding>(random.word()); break;
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
        const bool rounds = args.indirect.rounding == Rounding::Down || args.indirect.rounding == Rounding::Up;
        return args.indirect.divisor == 0 || !rounds ? "a divisor of 0, or no rounding" : nullptr;
    }

    static void print(Printer& print, const Args& args)
    {
        print("input", args.input)("unique", args.unique)("lengths", args.lengths)("starts", args.starts);
        print("values", args.values)("reduced", args.reduced);
        print("runCount", args.runCount)("indirect.field", args.indirect.field)("divisor", args.indirect.divisor);
        print("rounding", args.indirect.rounding)("scratch", args.scratch)("count", args.count);
        print("countBuffer", args.countBuffer);
    }

    static void print(Printer& print, const Desc& desc)
    {
        print("keySize", desc.keySize)("runValue", desc.runValue)("type", desc.type)("op", desc.op);
        print("waiting", desc.waiting);
    }
};

TEST(Fuzz, ReduceByKey)
{
    fuzz<ReduceByKeyFuzz>();
}

} // namespace
