// Run-length encodings and reductions by key.
#include "counts.h"
#include "fuzz.h"

using namespace testing_support;
using namespace vkscan;

namespace {

// The arguments that both operations have. `sizesOf` a description are the bytes of a key and of a value.
template <class Case, class Args>
struct RunFuzz : ArrayCase {
    static constexpr bool kHasValues = requires(Args args) { args.values; };

    struct Output {
        const char* name;
        BufferRange* range;
        VkDeviceSize bytes; // of a run
    };

    static std::vector<Output> outputsOf(const auto& desc, Args& args)
    {
        const auto [key, value] = Case::sizesOf(desc);
        std::vector<Output> outputs = {{"unique", &args.unique, key}};
        if constexpr (kHasValues)
            outputs.push_back({"reduced", &args.reduced, value});
        outputs.push_back({"lengths", &args.lengths, kWord});
        outputs.push_back({"starts", &args.starts, kWord});
        return outputs;
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

    static ArgumentList list(const auto& subject, Args& args, VkDeviceSize scratchBytes)
    {
        const auto [key, value] = Case::sizesOf(subject.desc);
        uint64_t written = args.count;
        for (const Output& output : outputsOf(subject.desc, args))
            if (output.range->address != 0)
                written = std::min(written, output.range->size / output.bytes);
        const uint64_t starts = std::min({args.starts.size / kWord, args.count + 1, uint64_t{~uint32_t{0}}});
        ArgumentList list;
        list.add({"input", &args.input, args.count * key, key, Use::Read});
        if constexpr (kHasValues)
            list.add({"values", &args.values, args.count * value, value, Use::Read});
        for (const Output& output : outputsOf(subject.desc, args))
            list.add({output.name, output.range, output.range == &args.starts ? starts * kWord : written * output.bytes,
                      output.bytes, Use::Write, true});
        list.add({"runCount", &args.runCount, kWord, kWord, Use::Write, true});
        list.add(indirectOf(args.indirect));
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

    static void print(Printer& print, const Args& args)
    {
        print("input", args.input)("unique", args.unique)("lengths", args.lengths)("starts", args.starts);
        if constexpr (kHasValues)
            print("values", args.values)("reduced", args.reduced);
        print("runCount", args.runCount)("indirect.field", args.indirect.field)("divisor", args.indirect.divisor);
        print("rounding", args.indirect.rounding)("scratch", args.scratch)("count", args.count);
        print("countBuffer", args.countBuffer);
    }
};

struct RunSizes {
    VkDeviceSize key;
    VkDeviceSize value;
};

struct RunLengthEncodeFuzz : RunFuzz<RunLengthEncodeFuzz, RunLengthEncodeArgs> {
    using Operation = RunLengthEncode;
    using Desc = RunLengthEncodeDesc;
    using Args = RunLengthEncodeArgs;
    using RunFuzz::print;

    static RunSizes sizesOf(const Desc& desc) { return {desc.elementSize, 0}; }

    static Desc describe(Random& random)
    {
        Desc desc;
        desc.elementSize = random.oneIn(8) ? random.word() : random.oneOf({4u, 8u});
        desc.waiting = random.waiting();
        return desc;
    }

    static void print(Printer& print, const Desc& desc)
    {
        print("elementSize", desc.elementSize)("waiting", desc.waiting);
    }
};

struct ReduceByKeyFuzz : RunFuzz<ReduceByKeyFuzz, ReduceByKeyArgs> {
    using Operation = ReduceByKey;
    using Desc = ReduceByKeyDesc;
    using Args = ReduceByKeyArgs;
    using RunFuzz::print;

    static RunSizes sizesOf(const Desc& desc) { return {desc.keySize, sizeOf(desc.type)}; }

    static Desc describe(Random& random)
    {
        Desc desc;
        desc.keySize = random.oneIn(8) ? random.word() : random.oneOf({4u, 8u});
        desc.type = random.of(kElementTypes);
        desc.op = random.of(kOps);
        desc.keepsFirst = random.oneIn(3);
        desc.waiting = random.waiting();
        return desc;
    }

    static void print(Printer& print, const Desc& desc)
    {
        print("keySize", desc.keySize)("type", desc.type)("op", desc.op)("keepsFirst", desc.keepsFirst);
        print("waiting", desc.waiting);
    }
};

TEST(Fuzz, RunLengthEncode)
{
    fuzz<RunLengthEncodeFuzz>();
}

TEST(Fuzz, ReduceByKey)
{
    fuzz<ReduceByKeyFuzz>();
}

} // namespace
