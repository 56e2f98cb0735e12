// Segmented scans and reductions.
#include "counts.h"
#include "custom_kernels.h"
#include "fuzz.h"

using namespace testing_support;
using namespace vkscan;

namespace {

// Segments, as scans and reductions of them have in common.
template <class Operation>
struct SegmentedCase : ArrayCase<Operation> {
    // Now and then kernels of the user's, which may tell heads by themselves.
    static void describeKernels(Random& random, auto* desc)
    {
        if (!random.oneIn(4))
            return;
        desc->type = ElementType::U32;
        desc->op = Op::Add;
        constexpr uint32_t kSegments = vkscan::abi::kStampSegments;
        const bool hasHeads = random.oneIn(4);
        desc->kernels =
            hasHeads ? anyKernels<kSegments | vkscan::abi::kStampHeads>(random) : anyKernels<kSegments>(random);
        if (hasHeads != random.oneIn(16))
            desc->segments = Segments::Kernels;
    }

    static void fill(Random& random, const auto& subject, auto* args)
    {
        if (subject.desc.kernels.count > 0)
            args->parameters = anyParameters(random);
        fillCounts(random, subject, args);
        args->rowLength = std::max(random.word(), 1u);
        if (random.oneIn(2))
            args->rowPitch = args->rowLength + std::min(random.word(), ~0u - args->rowLength);
        args->segmentCount = random.oneIn(8) ? kMaxSegmentCount - random.below(2) : random.word() % kMaxSegmentCount;
    }

    static void mutate(Random& random, const auto& subject, auto* args)
    {
        if (random.oneIn(6)) {
            args->parameters = hostileParameters(random);
            return;
        }
        switch (random.below(5)) {
        case 0: args->rowLength = random.oneOf({0u, 1u, ~0u, args->rowPitch + 1}); break;
        case 1: args->rowPitch = random.oneOf({0u, 1u, ~0u, args->rowLength - 1}); break;
        case 2: args->segmentCount = random.oneOf({0u, 1u, kMaxSegmentCount, kMaxSegmentCount + 1, ~0u}); break;
        default: args->count = hostileCount(random, subject.maxCount);
        }
    }

    static const char* faultOf(const auto& subject, const auto& args)
    {
        const Segments segments = subject.desc.segments;
        if (segments == Segments::Rows &&
            (args.rowLength == 0 || (args.rowPitch != 0 && args.rowPitch < args.rowLength)))
            return "rows without elements, or overlapping";
        return segments == Segments::Offsets && args.segmentCount > kMaxSegmentCount
                   ? "too many segments"
                   : faultOfParameters(subject.desc, args.parameters);
    }
};

struct SegmentedScanFuzz : SegmentedCase<SegmentedScan> {
    static Desc describe(Random& random)
    {
        Desc desc;
        desc.type = random.of(kElementTypes);
        desc.op = random.of(vkscan::kOps);
        desc.kind = random.of(kKinds);
        desc.direction = random.of(kDirections);
        desc.segments = random.of(kSegmentForms);
        desc.waiting = random.waiting();
        desc.reproducible = random.oneIn(4);
        describeKernels(random, &desc);
        if (desc.kernels.count == 0 || random.oneIn(16)) {
            desc.input = anyStored(random, desc.type);
            desc.output = anyStored(random, desc.type);
        }
        return desc;
    }
};

struct SegmentedReduceFuzz : SegmentedCase<SegmentedReduce> {
    static Desc describe(Random& random)
    {
        Desc desc;
        desc.type = random.of(kElementTypes);
        desc.op = random.of(vkscan::kOps);
        desc.segments = random.oneIn(8) ? random.of(kSegmentForms) : random.oneOf({Segments::Rows, Segments::Offsets});
        desc.waiting = random.waiting();
        desc.reproducible = random.oneIn(4);
        describeKernels(random, &desc);
        if (desc.kernels.count == 0 || random.oneIn(16)) {
            desc.input = anyStored(random, desc.type);
            desc.output = anyStored(random, desc.type);
        }
        return desc;
    }
};

TEST(Fuzz, SegmentedScan)
{
    fuzz<SegmentedScanFuzz>();
}

TEST(Fuzz, SegmentedReduce)
{
    fuzz<SegmentedReduceFuzz>();
}

} // namespace
