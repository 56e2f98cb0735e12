// Scans and reductions.
#include "counts.h"
#include "custom_kernels.h"
#include "fuzz.h"

#include <numeric>

using namespace testing_support;
using namespace vkscan;

namespace {

study::NetworkDesc anyNetwork(Random& random)
{
    study::NetworkDesc network;
    network.network = random.of(study::kNetworks);
    network.shuffles = random.oneIn(3);
    network.padding = random.oneIn(6);
    network.radix = random.oneOf({2u, 2u, 2u, 4u, 0u, random.word()});
    network.vectorLoads = !random.oneIn(4);
    network.workgroupSize = random.oneOf({0u, 0u, 64u, 256u, 1024u, 2048u, random.word()});
    network.elements = random.oneOf({0u, 0u, 4u, 8u, 16u, 32u, 64u, random.word()});
    return network;
}

// Initial values of operations that start from one.
template <class Operation, class Desc>
struct InitialCase : ArrayCase<Operation, Desc> {
    static void mutate(Random& random, const auto& subject, auto* args)
    {
        if (random.oneIn(2))
            args->count = hostileCount(random, subject.maxCount);
        else
            args->initial = random.scalar();
    }
};

struct ScanFuzz : InitialCase<Scan, study::ScanDesc> {
    static Desc describe(Random& random)
    {
        Desc desc;
        desc.type = random.of(kElementTypes);
        desc.op = random.of(vkscan::kOps);
        desc.kind = random.of(kKinds);
        desc.direction = random.of(kDirections);
        desc.strategy = random.of(study::kStrategies);
        desc.assumeForwardProgress = random.oneIn(2);
        desc.waiting = random.waiting();
        if (random.oneIn(4))
            desc.op = Op::Add;
        if (random.oneIn(4))
            desc.order = random.oneIn(8) ? random.word() : 1 + random.below(kMaxOrder);
        if (random.oneIn(4))
            desc.tupleSize = random.oneIn(8) ? random.word() : 1 + random.below(kMaxTupleSize);
        const bool cascades = desc.strategy == study::kCascade || desc.strategy == study::kTruncatedCascade;
        if (random.oneIn(cascades ? 2 : 30))
            desc.cascadeWorkgroups = random.word();
        if (random.oneIn(4))
            desc.network = anyNetwork(random);
        desc.reproducible = random.oneIn(4);
        if (random.oneIn(2)) {
            desc.input = anyStored(random, desc.type);
            desc.output = anyStored(random, desc.type);
            if (desc.input != StoredType::Same || desc.output != StoredType::Same)
                desc.strategy = random.oneIn(8) ? desc.strategy : Strategy::Auto;
        }
        if (random.oneIn(6)) {
            if (!random.oneIn(8))
                desc = {{.kind = desc.kind, .direction = desc.direction}};
            desc.kernels = anyKernels<0>(random);
            desc.strategy = random.of(study::kStrategies);
            desc.assumeForwardProgress = random.oneIn(2);
        }
        return desc;
    }

    static void fill(Random& random, const auto& subject, Args* args)
    {
        fillCounts(random, subject, args);
        wantSometimes(random, &args->total);
        if (isCustom(subject.desc)) {
            args->parameters = anyParameters(random);
        } else if (subject.desc.order == 1 && random.oneIn(4)) {
            args->initial = random.scalar(subject.desc.type);
        }
    }

    static void mutate(Random& random, const auto& subject, Args* args)
    {
        if (random.oneIn(4))
            args->parameters = hostileParameters(random);
        else
            InitialCase::mutate(random, subject, args);
    }

    static bool isCustom(const Desc& desc) { return desc.kernels.count > 0; }

    // Look-backs in place, and of several passes, need progress, which only some devices make.
    static bool mayRefuse(const auto& subject, const Args&)
    {
        return subject.desc.strategy == study::kDecoupledLookback && !subject.context.hasForwardProgress() &&
               !subject.desc.assumeForwardProgress;
    }

    static const char* faultOf(const auto& subject, const Args& args)
    {
        if (const char* fault = faultOfParameters(subject.desc, args.parameters))
            return fault;
        if (args.initial.hasValue() && isCustom(subject.desc))
            return "kernels of one's own take no initial value";
        if (args.initial.hasValue() && (args.initial.type() != subject.desc.type || subject.desc.order > 1))
            return "the initial value is of another type, or of an order";
        if (mayRefuse(subject, args) && args.count > 0 && args.input.address == args.output.address)
            return "a look-back in place needs progress";
        return nullptr;
    }
};

struct ReduceFuzz : InitialCase<Reduce, study::ReduceDesc> {
    static Desc describe(Random& random)
    {
        Desc desc;
        desc.type = random.of(kElementTypes);
        desc.op = random.of(vkscan::kOps);
        desc.withIndex = random.oneIn(3);
        if (random.oneIn(2))
            desc.method = random.of(study::kReduceMethods);
        desc.reproducible = random.oneIn(4);
        desc.input = anyStored(random, desc.type);
        return desc;
    }

    static void fill(Random& random, const auto& subject, Args* args)
    {
        fillCounts(random, subject, args);
        if (subject.desc.withIndex)
            args->index.address = kWanted;
        if (random.oneIn(4))
            args->initial = random.scalar(subject.desc.type);
    }

    static const char* faultOf(const auto& subject, const Args& args)
    {
        if (args.index.address != 0 && !subject.desc.withIndex)
            return "an index that is not asked for";
        const bool matches = !args.initial.hasValue() || args.initial.type() == subject.desc.type;
        return matches ? nullptr : "the initial value is of another type";
    }
};

TEST(Fuzz, Scan)
{
    fuzz<ScanFuzz>();
}

TEST(Fuzz, Reduce)
{
    fuzz<ReduceFuzz>();
}

} // namespace
