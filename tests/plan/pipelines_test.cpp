// Pipelines of equal kernels are shared by the operations of a context, compiled in one call and destroyed once. On a
// device that is only described.
#include "command_log.h"
#include "mock_device.h"

#include "plan/pipelines.h"
#include "study/create.h"

#include <vkscan/vkscan.h>

#include <gtest/gtest.h>

#include <functional>
#include <memory>
#include <thread>

using namespace testing_support;
using namespace vkscan;

namespace {

class PipelinesTest : public testing::Test {
protected:
    PipelinesTest() { start({}); }
    ~PipelinesTest() override
    {
        context = {};
        EXPECT_TRUE(mockDevice().objects.empty());
        EXPECT_EQ(mockDevice().wrongDestroys, 0u);
    }

    void start(const MockDevice& device)
    {
        context = {};
        ASSERT_EQ(Context::create(mockContextDesc(device), &context), Status::Success);
    }

    template <class Operation, class Desc>
    Operation create(const Desc& desc)
    {
        Operation operation;
        EXPECT_EQ(study::createAny(context, desc, &operation), Status::Success);
        return operation;
    }

    // Pipelines that creating one more operation compiles.
    template <class Operation, class Desc>
    std::size_t compiledBy(const Desc& desc)
    {
        const std::size_t before = mockDevice().pipelines.size();
        create<Operation>(desc);
        return mockDevice().pipelines.size() - before;
    }

    Context context;
};

std::size_t compiled()
{
    return mockDevice().pipelines.size();
}

// Whether the operation binds a pipeline that lives.
bool bindsWhatLives(const Scan& scan)
{
    commandLog().clear();
    ScanArgs args;
    args.input = {1 << 20, 400};
    args.output = {1 << 21, 400};
    args.count = 100;
    EXPECT_EQ(scan.record(reinterpret_cast<VkCommandBuffer>(uintptr_t{1}), args), Status::Success);
    return mockDevice().objects.count(reinterpret_cast<uintptr_t>(commandLog().dispatches.at(0).pipeline)) == 1;
}

TEST_F(PipelinesTest, AreCompiledInOneCallWithAModuleForAllOfTheSameCode)
{
    const unsigned before = mockDevice().createCalls;
    const auto scan = create<Scan>(ScanDesc{});
    EXPECT_EQ(compiled(), 5u);
    EXPECT_EQ(mockDevice().pipelineCalls, 1u);
    EXPECT_EQ(mockDevice().createCalls - before, 5u + 2u);
}

TEST_F(PipelinesTest, AreSharedByEqualDescriptions)
{
    auto first = create<Scan>(ScanDesc{});
    const unsigned calls = mockDevice().createCalls;
    auto second = create<Scan>(ScanDesc{});
    EXPECT_EQ(mockDevice().createCalls, calls);
    EXPECT_EQ(mockDevice().pipelineCalls, 1u);
    first = {};
    EXPECT_TRUE(bindsWhatLives(second));
    EXPECT_EQ(compiledBy<Scan>(ScanDesc{}), 0u);
    second = {};
    EXPECT_EQ(compiledBy<Scan>(ScanDesc{}), 5u) << "kept although nobody uses them";
}

TEST_F(PipelinesTest, AreSharedAsFarAsKernelsAreEqual)
{
    auto few = create<Scan>(ScanDesc{.maxCount = 4096});
    EXPECT_EQ(compiled(), 2u);
    auto all = create<Scan>(ScanDesc{});
    EXPECT_EQ(compiled(), 5u);
    few = {};
    EXPECT_TRUE(bindsWhatLives(all));
    EXPECT_EQ(compiledBy<Scan>(ScanDesc{.maxCount = 4096}), 0u);
    EXPECT_EQ(compiledBy<Scan>(ScanDesc{.type = ElementType::F32}), 5u);
    EXPECT_EQ(compiledBy<Scan>(ScanDesc{.op = Op::Max}), 5u);
    EXPECT_EQ(compiledBy<Scan>(ScanDesc{.kind = Kind::Exclusive}), 5u);
}

TEST_F(PipelinesTest, AreSharedByDifferentOperations)
{
    const auto reduce = create<SegmentedReduce>(Forced<SegmentedReduceDesc>{{}, Strategy::ReduceThenScan});
    EXPECT_EQ(compiled(), 2u);
    EXPECT_EQ(compiledBy<SegmentedReduce>(Forced<SegmentedReduceDesc>{{}, Strategy::SingleWorkgroup}), 0u)
        << "one span is reduced as one of many is";
    const auto histogram = create<Histogram>(HistogramDesc{.type = ElementType::U32});
    EXPECT_EQ(compiledBy<Histogram>(HistogramDesc{.type = ElementType::F32}), 1u) << "both clear in the same way";
}

TEST_F(PipelinesTest, AreSharedByTablesOfBuffersAndNotByThoseOfImages)
{
    SummedAreaTableDesc desc;
    desc.input = desc.output = Resource::Buffer;
    desc.inputFormat = VK_FORMAT_R32_SFLOAT;
    desc.outputFormat = VK_FORMAT_R32_SFLOAT;
    const auto ofBuffers = create<SummedAreaTable>(desc);
    EXPECT_EQ(compiledBy<SummedAreaTable>(desc), 0u);
    desc.output = Resource::StorageImage;
    const auto ofImages = create<SummedAreaTable>(desc);
    EXPECT_EQ(compiledBy<SummedAreaTable>(desc), ofImages.kernels().count) << "layouts of their own";
}

TEST_F(PipelinesTest, AreNotSharedByContexts)
{
    Context other;
    ASSERT_EQ(Context::create(mockContextDesc(mockDevice()), &other), Status::Success);
    const auto scan = create<Scan>(ScanDesc{});
    Scan inOther;
    ASSERT_EQ(Scan::create(other, ScanDesc{}, &inOther), Status::Success);
    EXPECT_EQ(compiled(), 10u);
}

TEST_F(PipelinesTest, OutliveTheOperationThatTheyReplace)
{
    auto scan = create<Scan>(ScanDesc{});
    ASSERT_EQ(Scan::create(context, ScanDesc{.maxCount = 100}, &scan), Status::Success);
    EXPECT_EQ(compiled(), 5u);
    EXPECT_TRUE(bindsWhatLives(scan));
    ASSERT_EQ(Scan::create(context, ScanDesc{}, &scan), Status::Success);
    EXPECT_EQ(compiled(), 9u);
}

// Each call fails in turn while another operation has some of the pipelines.
TEST_F(PipelinesTest, AreLeftToOthersWhereCreationFails)
{
    unsigned calls = 0;
    for (unsigned failing = 0; failing <= calls; ++failing) {
        SCOPED_TRACE(failing);
        start({});
        auto few = create<Scan>(ScanDesc{.maxCount = 4096});
        const std::set<uint64_t> objects = mockDevice().objects;
        const unsigned before = mockDevice().createCalls;
        mockDevice().failingCall = failing == 0 ? 0 : before + failing;
        Scan all;
        const Status status = Scan::create(context, ScanDesc{}, &all);
        if (failing == 0) {
            ASSERT_EQ(status, Status::Success);
            calls = mockDevice().createCalls - before;
            ASSERT_EQ(calls, 3u + 1u);
            continue;
        }
        ASSERT_EQ(status, Status(Argument::None, Rule::OutOfDeviceMemory));
        EXPECT_EQ(mockDevice().objects, objects);
        EXPECT_TRUE(bindsWhatLives(few));
        EXPECT_EQ(compiledBy<Scan>(ScanDesc{}), 3u);
    }
}

// Vulkan allows it only for workgroups of whole subgroups.
TEST(Kernels, RequireFullSubgroupsIfTheyDivideTheWorkgroup)
{
    const Capabilities capabilities = {.subgroupSize = 128, .fullSubgroups = true};
    for (const uint32_t workgroupSize : {64u, 128u, 192u}) {
        SpecConstants constants;
        constants[vkscan::abi::kIdWorkgroupSize] = workgroupSize;
        Pipelines pipelines;
        pipelines.add(capabilities, "", {}, constants);
        EXPECT_EQ(pipelines.kernels[0].requiresFullSubgroups, workgroupSize == 128);
    }
}

// For the thread sanitizer, too: operations come and go while others find their pipelines.
TEST_F(PipelinesTest, AreSharedByThreads)
{
    constexpr unsigned kThreads = 4;
    const auto work = [&](unsigned thread) {
        Scan scans[3];
        for (unsigned i = 0; i < 300; ++i) {
            ScanDesc desc;
            desc.op = i % 3 == 0 ? Op::Min : Op::Max;
            desc.maxCount = (i + thread) % 2 == 0 ? 4096 : 0;
            ASSERT_EQ(Scan::create(context, desc, &scans[(i + thread) % 3]), Status::Success);
        }
    };
    std::vector<std::thread> threads;
    for (unsigned i = 0; i < kThreads; ++i)
        threads.emplace_back(work, i);
    for (std::thread& thread : threads)
        thread.join();
}

} // namespace
