// Scans along an axis.
#include "counts.h"
#include "fuzz.h"

using namespace testing_support;
using namespace vkscan;

namespace {

struct AxisScanFuzz : ArrayCase<AxisScan> {
    static Desc describe(Random& random)
    {
        Desc desc;
        desc.type = random.of(kElementTypes);
        desc.op = random.of(vkscan::kOps);
        desc.kind = random.of(kKinds);
        desc.direction = random.of(kDirections);
        return desc;
    }

    static void fill(Random& random, const auto& subject, Args* args)
    {
        fillCounts(random, subject, args);
        args->extent = 1 + random.below(random.oneIn(2) ? 100 : 1 << 30);
        args->inner = 1 + random.below(random.oneIn(2) ? 100 : 1 << 30);
        // Lines that every device takes.
        args->count = std::min(args->count, uint64_t{args->inner} << 21);
        args->output.address = kWanted; // also beside totals
        wantSometimes(random, &args->total);
    }

    static void mutate(Random& random, const auto& subject, Args* args)
    {
        switch (random.below(4)) {
        case 0: args->extent = random.oneOf({0u, 1u, (1u << 31) + 1, random.word(), ~0u}); break;
        case 1: args->inner = random.oneOf({0u, 1u, random.word(), ~0u}); break;
        case 2: args->output = {}; break;
        default: args->count = hostileCount(random, subject.maxCount);
        }
    }

    static const char* faultOf(const auto& subject, const Args& args)
    {
        if (args.extent == 0 || args.inner == 0)
            return "no shape";
        const uint64_t rows = std::min<uint64_t>(args.extent, (args.count + args.inner - 1) / args.inner);
        const bool isBounded = subject.device.driver == VK_DRIVER_ID_MESA_LLVMPIPE;
        return rows > uint64_t{1} << (isBounded ? 27 : 31) ? "lines are too long" : nullptr;
    }
};

TEST(Fuzz, AxisScan)
{
    fuzz<AxisScanFuzz>();
}

} // namespace
