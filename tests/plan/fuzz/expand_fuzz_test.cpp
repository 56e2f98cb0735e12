// Expansions.
#include "counts.h"
#include "fuzz.h"

#include <vkscan/study.h>

using namespace testing_support;
using namespace vkscan;

namespace {

struct ExpandFuzz : ArrayCase {
    using Operation = Expand;
    using Desc = ExpandDesc;
    using Args = ExpandArgs;

    static Desc describe(Random& random)
    {
        Desc desc;
        desc.fromOffsets = random.oneIn(2);
        desc.strategy = random.strategy();
        desc.assumeForwardProgress = random.oneIn(2);
        return desc;
    }

    static void fill(Random& random, const auto& subject, Args* args)
    {
        fillCounts(random, subject, args);
        for (BufferRange* output : {&args->output, &args->index})
            if (random.oneIn(2))
                *output = {kWanted, random.number() >> random.oneOf({24, 44})};
        args->capacity = random.oneIn(2) ? kMaxCapacity : random.word();
        wantSometimes(random, &args->total);
        wantSometimes(random, &args->indirect.field);
        args->indirect.divisor = std::max(random.word(), 1u);
        args->indirect.rounding = random.oneOf({Rounding::Down, Rounding::Up});
    }

    static ArgumentList list(const auto& subject, Args& args, VkDeviceSize scratchBytes)
    {
        uint64_t written = std::min(args.capacity, kMaxCapacity);
        for (const BufferRange* output : {&args.output, &args.index})
            if (output->address != 0)
                written = std::min(written, output->size / kWord);
        const bool hasSources = args.count > 0;
        const VkDeviceSize offsets = hasSources ? (args.count + 1) * kWord : 0;
        ArgumentList list;
        if (subject.desc.fromOffsets) {
            list.add({"offsets", &args.offsets, offsets, kWord, Use::Read});
        } else {
            list.add({"counts", &args.counts, args.count * kWord, kWord, Use::Read});
            list.add({"offsets", &args.offsets, offsets, kWord, Use::Write, false, &args.counts});
        }
        list.add({"output", &args.output, hasSources ? written * kWord : 0, kWord, Use::Write, true});
        list.add({"index", &args.index, hasSources ? written * kWord : 0, kWord, Use::Write, true});
        list.add(countBufferOf(args));
        list.add({"total", &args.total, kWord, kWord, Use::Write, true});
        list.add({"indirect", &args.indirect.field, kWord, kWord, Use::Write, true});
        if (!subject.desc.fromOffsets)
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
        print("fromOffsets", desc.fromOffsets)("strategy", desc.strategy);
        print("assumeForwardProgress", desc.assumeForwardProgress);
    }
    static void print(Printer& print, const Args& args)
    {
        print("counts", args.counts)("offsets", args.offsets)("output", args.output)("index", args.index);
        print("capacity", args.capacity)("total", args.total)("indirect.field", args.indirect.field);
        print("divisor", args.indirect.divisor)("rounding", args.indirect.rounding)("scratch", args.scratch);
        print("count", args.count)("countBuffer", args.countBuffer);
    }
};

TEST(Fuzz, Expand)
{
    fuzz<ExpandFuzz>();
}

} // namespace
