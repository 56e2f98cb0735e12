// Run-length encodings.
#include "counts.h"
#include "fuzz.h"

using namespace testing_support;
using namespace vkscan;

namespace {

struct RunLengthEncodeFuzz : ArrayCase {
    using Operation = RunLengthEncode;
    using Desc = RunLengthEncodeDesc;
    using Args = RunLengthEncodeArgs;

    static Desc describe(Random& random)
    {
        Desc desc;
        desc.elementSize = random.oneIn(8) ? random.word() : random.oneOf({4u, 8u});
        desc.strategy = random.strategy();
        desc.assumeForwardProgress = random.oneIn(2);
        return desc;
    }

    static void fill(Random& random, const auto& subject, Args* args)
    {
        fillCounts(random, subject, args);
        for (BufferRange* output : {&args->unique, &args->lengths, &args->starts}) {
            const VkDeviceSize bytes = args->count * (output == &args->unique ? subject.desc.elementSize : kWord);
            if (random.oneIn(2))
                *output = {kWanted, random.oneIn(2) ? bytes : random.number() >> 24};
        }
        wantSometimes(random, &args->runCount);
        wantSometimes(random, &args->indirect.field);
        args->indirect.divisor = std::max(random.word(), 1u);
        args->indirect.rounding = random.oneOf({Rounding::Down, Rounding::Up});
    }

    static ArgumentList list(const auto& subject, Args& args, VkDeviceSize scratchBytes)
    {
        const VkDeviceSize element = subject.desc.elementSize;
        uint64_t written = args.count;
        for (const BufferRange* output : {&args.unique, &args.lengths, &args.starts})
            if (output->address != 0)
                written = std::min(written, output->size / (output == &args.unique ? element : kWord));
        ArgumentList list;
        list.add({"input", &args.input, args.count * element, element, Use::Read});
        list.add({"unique", &args.unique, written * element, element, Use::Write, true});
        list.add({"lengths", &args.lengths, written * kWord, kWord, Use::Write, true});
        list.add({"starts", &args.starts, written * kWord, kWord, Use::Write, true});
        list.add({"runCount", &args.runCount, kWord, kWord, Use::Write, true});
        list.add({"indirect", &args.indirect.field, kWord, kWord, Use::Write, true});
        list.add(countBufferOf(args));
        list.add(scratchOf(args, scratchBytes));
        return list;
    }

    static void mutate(Random& random, const auto& subject, Args* args)
    {
        switch (random.below(4)) {
        case 0: args->indirect.divisor = random.oneOf({0u, 1u, ~0u}); break;
        case 1: args->indirect.rounding = static_cast<Rounding>(random.word()); break;
        default: args->count = hostileCount(random, subject.maxCount);
        }
    }

    static const char* faultOf(const auto&, const Args& args)
    {
        const bool rounds = args.indirect.rounding == Rounding::Down || args.indirect.rounding == Rounding::Up;
        return args.indirect.divisor == 0 || !rounds ? "a divisor of 0, or no rounding" : nullptr;
    }

    static void print(Printer& print, const Desc& desc)
    {
        print("elementSize", desc.elementSize)("strategy", desc.strategy);
        print("assumeForwardProgress", desc.assumeForwardProgress);
    }
    static void print(Printer& print, const Args& args)
    {
        print("input", args.input)("unique", args.unique)("lengths", args.lengths)("starts", args.starts);
        print("runCount", args.runCount)("indirect.field", args.indirect.field)("divisor", args.indirect.divisor);
        print("rounding", args.indirect.rounding)("scratch", args.scratch)("count", args.count);
        print("countBuffer", args.countBuffer);
    }
};

TEST(Fuzz, RunLengthEncode)
{
    fuzz<RunLengthEncodeFuzz>();
}

} // namespace
