// Compactions.
#include "counts.h"
#include "custom_kernels.h"
#include "fuzz.h"

using namespace testing_support;
using namespace vkscan;

namespace {

uint32_t anyElementSize(Random& random)
{
    if (random.oneIn(16))
        return random.oneOf({3u, 6u, 68u, ~0u, 1u << 31, random.word()});
    if (random.oneIn(4))
        return 1 + random.below(2);
    return random.oneIn(2) ? random.oneOf({4u, kIndicesOnly}) : random.below(kMaxElementSize / 4 + 1) * 4;
}

// Bytes of an element that is written: an index has 4.
VkDeviceSize elementBytes(uint32_t elementSize)
{
    return elementSize == kIndicesOnly ? kWord : elementSize;
}

// Whether flags select, or words of 32 bits that are tested.
bool hasFlags(Condition condition)
{
    return condition < Condition::AnyBit;
}

// Elements that are tested themselves are words.
bool needsTested(uint32_t elementSize)
{
    return elementBytes(elementSize) != kWord;
}

// Outputs for `bytes` of elements, or less, or none; and their counts.
void fillResults(Random& random, VkDeviceSize bytes, auto* args)
{
    if (!random.oneIn(4))
        args->output = {kWanted, random.oneIn(2) ? bytes : bytes - std::min<VkDeviceSize>(bytes, random.number())};
    wantSometimes(random, &args->selectedCount);
    wantSometimes(random, &args->indirect.field);
    args->indirect.divisor = std::max(random.word(), 1u);
    args->indirect.rounding = random.oneOf({Rounding::Down, Rounding::Up});
    args->indirect.dispatch = random.oneIn(3);
}

const char* faultOfIndirect(const IndirectCount& indirect)
{
    const bool rounds = indirect.rounding == Rounding::Down || indirect.rounding == Rounding::Up;
    return indirect.divisor == 0 || !rounds ? "a divisor of 0, or no rounding" : nullptr;
}

struct CompactFuzz : ArrayCase {
    using Operation = Compact;
    using Desc = CompactDesc;
    using Args = CompactArgs;

    static Desc describe(Random& random)
    {
        Desc desc;
        desc.predicate.condition = random.of(kConditions);
        if (desc.predicate.condition > Condition::AnyBit || random.oneIn(8))
            desc.predicate.type = random.oneIn(8) ? random.of(kElementTypes) : random.oneOf(support::typesOfBytes(4));
        desc.elementSize = anyElementSize(random);
        desc.withRest = random.oneIn(2);
        desc.waiting = random.waiting();
        return desc;
    }

    static void fill(Random& random, const auto& subject, Args* args)
    {
        fillCounts(random, subject, args);
        const Predicate& predicate = subject.desc.predicate;
        const bool flags = hasFlags(predicate.condition);
        if (flags || needsTested(subject.desc.elementSize) || random.oneIn(2))
            args->tested.address = kWanted;
        if (!flags)
            args->operand = random.scalar(predicate.type);
        const VkDeviceSize bytes = args->count * elementBytes(subject.desc.elementSize);
        if (subject.desc.withRest && random.oneIn(2))
            args->rest = {kWanted, random.oneIn(2) ? bytes : random.number() >> 24};
        fillResults(random, bytes, args);
    }

    static void mutate(Random& random, const auto& subject, Args* args)
    {
        switch (random.below(7)) {
        case 0: args->indirect.divisor = random.oneOf({0u, 1u, ~0u}); break;
        case 1: args->indirect.rounding = static_cast<Rounding>(random.word()); break;
        case 2: args->operand = random.oneIn(4) ? Scalar() : random.scalar(); break;
        case 3: args->rest.address = random.word(); break;
        default: args->count = hostileCount(random, subject.maxCount);
        }
    }

    static const char* faultOf(const auto& subject, const Args& args)
    {
        const Predicate& predicate = subject.desc.predicate;
        const bool flags = hasFlags(predicate.condition);
        if (args.count > 0 && args.tested.address == 0 && (flags || needsTested(subject.desc.elementSize)))
            return "nothing is tested";
        if (args.operand.hasValue() == flags || (!flags && args.operand.type() != predicate.type))
            return "an operand of flags, or of another type";
        if (!subject.desc.withRest && args.rest.address != 0)
            return "a rest that is not offered";
        return faultOfIndirect(args.indirect);
    }

    static void print(Printer& print, const Desc& desc)
    {
        print("condition", desc.predicate.condition)("type", desc.predicate.type)("elementSize", desc.elementSize)(
            "withRest", desc.withRest);
        print("waiting", desc.waiting);
    }
    static void print(Printer& print, const Args& args)
    {
        print("input", args.input)("output", args.output)("tested", args.tested)("operand", args.operand);
        print("rest", args.rest);
        print("selectedCount", args.selectedCount)("indirect.field", args.indirect.field);
        print("divisor", args.indirect.divisor)("rounding", args.indirect.rounding)("scratch", args.scratch);
        print("count", args.count)("countBuffer", args.countBuffer);
    }
};

// Compact by kernels of the user's.
struct CustomCompactFuzz : ArrayCase {
    using Operation = Compact;
    using Desc = CompactDesc;
    using Args = CompactArgs;

    static Desc describe(Random& random)
    {
        Desc desc;
        desc.kernels = anyKernels<vkscan::abi::kStampSelects>(random);
        if (desc.kernels.count == 0 || random.oneIn(16))
            desc.kernels = anyKernels<vkscan::abi::kStampSegments>(random);
        if (desc.kernels.count == 0)
            desc.kernels.count = 1;
        if (random.oneIn(8))
            desc.elementSize = anyElementSize(random);
        desc.withRest = random.oneIn(16);
        desc.waiting = random.waiting();
        return desc;
    }

    static void fill(Random& random, const auto& subject, Args* args)
    {
        fillCounts(random, subject, args);
        const VkDeviceSize bytes = args->count * stateBytesOf(subject.desc.kernels);
        args->parameters = anyParameters(random);
        fillResults(random, bytes, args);
    }

    static void mutate(Random& random, const auto& subject, Args* args)
    {
        switch (random.below(8)) {
        case 0: args->indirect.divisor = random.oneOf({0u, 1u, ~0u}); break;
        case 1: args->indirect.rounding = static_cast<Rounding>(random.word()); break;
        case 2: args->operand = random.scalar(); break;
        case 3: args->tested.address = random.word(); break;
        case 4: args->rest.address = random.word(); break;
        case 5: args->parameters = hostileParameters(random); break;
        default: args->count = hostileCount(random, subject.maxCount);
        }
    }

    static const char* faultOf(const auto& subject, const Args& args)
    {
        if (args.operand.hasValue() || args.tested.address != 0 || args.rest.address != 0)
            return "kernels of one's own test by themselves";
        if (const char* fault = faultOfParameters(subject.desc, args.parameters))
            return fault;
        return faultOfIndirect(args.indirect);
    }

    static void print(Printer& print, const Desc& desc)
    {
        print("elementBytes", stateBytesOf(desc.kernels))("kernels", desc.kernels.count)("waiting", desc.waiting);
        print("elementSize", desc.elementSize)("withRest", desc.withRest);
    }
    static void print(Printer& print, const Args& args)
    {
        CompactFuzz::print(print, args);
        print("parameters", args.parameters.bytes);
    }
};

TEST(Fuzz, Compact)
{
    fuzz<CompactFuzz>();
}

TEST(Fuzz, CustomCompact)
{
    fuzz<CustomCompactFuzz>();
}

} // namespace
