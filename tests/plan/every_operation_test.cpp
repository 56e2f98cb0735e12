// Rules of every operation: before it is created, without a context, an object or a command buffer, and with
// strategies that it or the device does not offer.
#include "axis_values.h"
#include "mock_device.h"
#include "operations.h"
#include "statuses.h"

#include <gtest/gtest.h>

#include <type_traits>

using namespace testing_support;
using namespace vkscan;

namespace {

const auto kCommandBuffer = reinterpret_cast<VkCommandBuffer>(uintptr_t{64});

// Nothing that has been created.
template <class Operation>
void expectNone(const Operation& operation)
{
    using Args = ArgsOf<Operation>;
    SCOPED_TRACE(nameOf<Operation>());
    DispatchList list;
    EXPECT_EQ(operation.plan(Args(), &list), Status(Argument::Operation, Rule::NotCreated));
    EXPECT_EQ(operation.record(kCommandBuffer, Args()), Status(Argument::Operation, Rule::NotCreated));
    EXPECT_EQ(operation.kernels().count, 0u);
    if constexpr (requires { operation.maxCount(); }) {
        EXPECT_EQ(operation.maxCount(), 0u);
    }
    if constexpr (requires { operation.scratchSize(1000); }) {
        EXPECT_EQ(operation.scratchSize(1000), 0u);
    }
    if constexpr (requires { operation.temporarySize(1000); }) {
        EXPECT_EQ(operation.temporarySize(1000), 0u);
    }
    if constexpr (requires { operation.strategyFor(1); }) {
        EXPECT_EQ(operation.strategyFor(1), Strategy::Auto);
    }
}

TEST(EveryOperation, NeedsAContextAnObjectAndACommandBuffer)
{
    Context context;
    ASSERT_EQ(Context::create(mockContextDesc({}), &context), Status::Success);
    forEachOperation([&]<class Operation>() {
        using Args = ArgsOf<Operation>;
        const auto desc = validDesc<Operation>();
        Operation operation;
        expectNone(operation);
        EXPECT_EQ(Operation::create(context, desc, nullptr), Status(Argument::OutputPointer, Rule::Null));
        EXPECT_EQ(Operation::create(Context(), desc, nullptr), Status(Argument::OutputPointer, Rule::Null));
        EXPECT_EQ(Operation::create(Context(), desc, &operation), Status(Argument::Context, Rule::NotCreated));
        expectNone(operation);
        ASSERT_EQ(Operation::create(context, desc, &operation), Status::Success) << nameOf<Operation>();
        EXPECT_EQ(operation.record(VK_NULL_HANDLE, Args()), Status(Argument::CommandBuffer, Rule::Null));
        EXPECT_EQ(operation.plan(Args(), nullptr), Status(Argument::OutputPointer, Rule::Null));
        if constexpr (requires { operation.maxCount(); }) {
            EXPECT_GE(operation.maxCount(), uint64_t{1} << 28);
        }
    });
}

template <class Desc>
bool offers(const StrategyRow& strategy)
{
    return std::is_same_v<Desc, RadixSortDesc>           ? strategy.sorts
           : std::is_same_v<Desc, SummedAreaTableDesc>   ? strategy.tables
           : std::is_same_v<Desc, SummedVolumeTableDesc> ? strategy.tables && strategy.value != Strategy::Spine
                                                         : strategy.scans;
}

TEST(EveryOperation, TakesItsStrategiesWhereTheyAreOffered)
{
    MockDevice others; // whose workgroups need not progress
    others.driver = VK_DRIVER_ID_INTEL_OPEN_SOURCE_MESA;
    MockDevice withoutAtomics;
    withoutAtomics.int64Atomics = false;
    for (const MockDevice& device : {MockDevice(), others, withoutAtomics}) {
        Context context;
        ASSERT_EQ(Context::create(mockContextDesc(device), &context), Status::Success);
        forEachOperation([&]<class Operation>() {
            using Desc = DescOf<Operation>;
            if constexpr (requires { Desc().strategy; }) {
                SCOPED_TRACE(nameOf<Operation>());
                for (const bool assumes : {false, true}) {
                    auto desc = validDesc<Operation>();
                    desc.assumeForwardProgress = assumes;
                    const auto create = [&](Strategy strategy) {
                        desc.strategy = strategy;
                        Operation operation;
                        const Status status = Operation::create(context, desc, &operation);
                        if (status != Status::Success)
                            expectNone(operation);
                        return status;
                    };
                    for (const StrategyRow& row : kStrategies) {
                        const Rule rule = !offers<Desc>(row)                  ? Rule::NotOffered
                                          : row.waits && !device.int64Atomics ? Rule::Unsupported
                                          : row.waits && !assumes && !context.hasForwardProgress()
                                              ? Rule::NeedsForwardProgress
                                              : Rule::None;
                        const Status expected =
                            rule == Rule::None ? Status(Status::Success) : Status(Argument::Strategy, rule);
                        EXPECT_EQ(create(row.value), expected) << row.name;
                    }
                    for (const StrategyRow& row : study::kStrategies)
                        EXPECT_EQ(create(row.value), Status(Argument::Strategy, Rule::Invalid)) << row.name;
                    for (const int none : {-1, 99, 1000})
                        EXPECT_EQ(create(static_cast<Strategy>(none)), Status(Argument::Strategy, Rule::Invalid));
                }
            }
        });
    }
}

} // namespace
