// Rules of every operation: before it is created, without a context, an object or a command buffer, and with
// strategies that it or the device does not offer.
#include "axis_values.h"
#include "mock_device.h"
#include "operations.h"
#include "statuses.h"

#include <gtest/gtest.h>

#include <type_traits>
#include <typeinfo>

using namespace testing_support;
using namespace vkscan;

namespace {

const auto kCommandBuffer = reinterpret_cast<VkCommandBuffer>(uintptr_t{64});

// Calls check.operator()<Operation, Desc, Args>() for every operation, also on tables.
template <class Check>
void forEachOperation(const Check& check)
{
    forEachArrayOperation(check);
    check.template operator()<SummedAreaTable, SummedAreaTableDesc, SummedAreaTableArgs>();
    check.template operator()<SummedVolumeTable, SummedVolumeTableDesc, SummedVolumeTableArgs>();
}

template <class Desc>
Desc validDesc()
{
    Desc desc;
    if constexpr (std::is_same_v<Desc, SummedAreaTableDesc> || std::is_same_v<Desc, SummedVolumeTableDesc>)
        desc.inputFormat = desc.outputFormat = VK_FORMAT_R32_SFLOAT;
    return desc;
}

// Nothing that has been created.
template <class Operation, class Args>
void expectNone(const Operation& operation)
{
    SCOPED_TRACE(typeid(Operation).name());
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
    forEachOperation([&]<class Operation, class Desc, class Args>() {
        const auto desc = validDesc<Desc>();
        Operation operation;
        expectNone<Operation, Args>(operation);
        EXPECT_EQ(Operation::create(context, desc, nullptr), Status(Argument::OutputPointer, Rule::Null));
        EXPECT_EQ(Operation::create(Context(), desc, nullptr), Status(Argument::OutputPointer, Rule::Null));
        EXPECT_EQ(Operation::create(Context(), desc, &operation), Status(Argument::Context, Rule::NotCreated));
        expectNone<Operation, Args>(operation);
        ASSERT_EQ(Operation::create(context, desc, &operation), Status::Success) << typeid(Operation).name();
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
        forEachOperation([&]<class Operation, class Desc, class Args>() {
            if constexpr (requires { Desc().strategy; }) {
                SCOPED_TRACE(typeid(Operation).name());
                for (const bool assumes : {false, true}) {
                    auto desc = validDesc<Desc>();
                    desc.assumeForwardProgress = assumes;
                    const auto create = [&](Strategy strategy) {
                        desc.strategy = strategy;
                        Operation operation;
                        const Status status = Operation::create(context, desc, &operation);
                        if (status != Status::Success)
                            expectNone<Operation, Args>(operation);
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
