// Reductions by every method on the device, in one dispatch and in two.
#include "reduce_check.h"

using namespace testing_support;
using namespace vkscan;

namespace {

class ReduceMethodTest : public ReduceTest {};

// Every way to combine values across a workgroup, of one subgroup or more.
TEST_P(ReduceMethodTest, EveryTypeAndCount)
{
    constexpr Op kSomeOps[] = {Op::Add, Op::Multiply, Op::Min, Op::Xor, Op::Add, Op::Max};
    unsigned variation = 0;
    for (const study::ReduceMethodRow& method : study::kReduceMethods) {
        SCOPED_TRACE(method.name);
        for (const ElementType type : kTypes) {
            if (method.isTree && sizeOf(type) != 4)
                continue;
            const Op op = isFloat(type) ? kSomeOps[variation % 3] : kSomeOps[variation % std::size(kSomeOps)];
            study::ReduceDesc desc;
            desc.type = type;
            desc.op = op;
            desc.method = method.value;
            auto tuning = smallTuning();
            if (type == ElementType::I32)
                tuning.reduce = tuning.spans = {256, 2};
            if (isFloat(type)) // one subgroup, where they are of 16
                tuning.reduce = tuning.spans = {std::max(16u, capabilities().subgroupSize), 1};
            const Reduce reduce = createReduce(desc, tuning);
            const uint64_t tile = tuning.reduce.tileElements(type);
            for (const uint64_t count :
                 {uint64_t{0}, uint64_t{1}, tile - 1, 5 * tile + 1, 70 * tile, 1100 * tile + 7}) {
                checkVariation(reduce, type, op, count, variation++);
            }
        }
    }
}

INSTANTIATE_TEST_SUITE_P(Dispatches, ReduceMethodTest, testing::Bool(), dispatchesName);

TEST(CreateReduceMethodTest, RefusesWhatIsNoMethodAndIndicesByTrees)
{
    Reduce reduce;
    study::ReduceDesc desc;
    for (const int method : {-1, 5}) {
        desc = {};
        desc.method = static_cast<study::ReduceMethod>(method);
        EXPECT_EQ(study::create(context(), desc, &reduce), Status(study::kMethod, Rule::Invalid));
    }
    for (const study::ReduceMethodRow& row : study::kReduceMethods) {
        if (!row.isTree)
            continue;
        desc = {{.type = ElementType::U32, .op = Op::Min, .withIndex = true}, row.value};
        EXPECT_EQ(study::create(context(), desc, &reduce), Status(study::kMethod, Rule::Incompatible));
    }
}

} // namespace
