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
    if constexpr (requires { strategyFor(operation, 1); }) {
        EXPECT_EQ(strategyFor(operation, 1), Strategy::Auto);
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

// Kernels whose workgroups wait for others, by their names in labels.
bool waitsForOthers(const Kernel& kernel)
{
    const std::string name = kernel.name;
    return std::ranges::any_of(
        std::initializer_list<const char*>{"Spine", "FlatSum", "SortPass", "SegmentsOnce", "Recovery"},
        [&](const char* part) { return name.find(part) != std::string::npos; });
}

// Never takes no kernel that waits; Auto has one wherever a single pass is offered.
TEST(EveryOperation, WaitsOnlyWhereItMay)
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
            if constexpr (requires { Desc().waiting; }) {
                SCOPED_TRACE(nameOf<Operation>());
                auto desc = validDesc<Operation>();
                for (const Waiting waiting : valuesOf(kWaitings)) {
                    desc.waiting = waiting;
                    Operation operation;
                    ASSERT_EQ(Operation::create(context, desc, &operation), Status::Success);
                    const KernelList kernels = operation.kernels();
                    const bool waits = std::any_of(kernels.begin(), kernels.end(), waitsForOthers);
                    EXPECT_TRUE(waiting == Waiting::Auto || !waits);
                    const bool isOffered = context.hasForwardProgress() && device.int64Atomics;
                    EXPECT_TRUE(waiting == Waiting::Never || !isOffered || waits);
                }
                for (const int none : {-1, 2, 1000}) {
                    desc.waiting = static_cast<Waiting>(none);
                    Operation operation;
                    EXPECT_EQ(Operation::create(context, desc, &operation), Status(Argument::Waiting, Rule::Invalid));
                    expectNone(operation);
                }
            }
        });
    }
}

} // namespace
