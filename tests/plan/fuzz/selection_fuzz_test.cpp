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
    fillIndirect(random, &args->indirect);
}

struct CompactFuzz : ArrayCase<Compact> {
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
        case 0:
        case 1: mutateIndirect(random, &args->indirect); break;
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
};

// Compact by kernels of the user's.
struct CustomCompactFuzz : ArrayCase<Compact> {
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
        case 0:
        case 1: mutateIndirect(random, &args->indirect); break;
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
