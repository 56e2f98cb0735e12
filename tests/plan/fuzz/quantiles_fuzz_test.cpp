// Order statistics.
#include "counts.h"
#include "fuzz.h"

using namespace testing_support;
using namespace vkscan;

namespace {

struct QuantilesFuzz : ArrayCase<Quantiles> {
    static Desc describe(Random& random) { return {.type = random.of(kElementTypes)}; }

    static void fill(Random& random, const auto& subject, Args* args)
    {
        fillCounts(random, subject, args);
        args->quantileCount = 1 + random.below(kMaxQuantiles);
        args->areRanks = random.oneIn(2);
        if (random.oneIn(3)) {
            args->rowLength = 1 + (random.oneIn(4) ? 0 : random.below(100000));
            args->rowPitch = random.oneIn(2) ? 0 : args->rowLength + random.below(1000);
        }
    }

    static void mutate(Random& random, const auto& subject, Args* args)
    {
        switch (random.below(4)) {
        case 0: args->quantileCount = random.oneOf({0u, kMaxQuantiles, kMaxQuantiles + 1, random.word()}); break;
        case 1: args->rowPitch = random.word(); break;
        case 2: args->rowLength = random.oneOf({0u, 1u, (1u << 20) + 1, random.word(), ~0u}); break;
        default: args->count = hostileCount(random, subject.maxCount);
        }
    }

    static const char* faultOf(const auto& subject, const Args& args)
    {
        if (args.quantileCount == 0 || args.quantileCount > kMaxQuantiles)
            return "no quantiles, or too many";
        if (subject.device.driver == VK_DRIVER_ID_MESA_LLVMPIPE && args.rowLength > 1u << 20)
            return "rows are too long";
        return args.rowPitch != 0 && args.rowPitch < args.rowLength ? "rows overlap" : nullptr;
    }
};

TEST(Fuzz, Quantiles)
{
    fuzz<QuantilesFuzz>();
}

} // namespace
