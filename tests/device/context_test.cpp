// Contexts and objects: several side by side, recorded by many threads, and what they refuse.
#include "kept_pipelines.h"
#include "scan_check.h"
#include "sort_check.h"

#include <cstdlib>
#include <thread>

using namespace testing_support;
using namespace vkscan;

namespace {

TEST(ContextTest, TwoContextsAndEightRecordingThreads)
{
    Context second;
    ASSERT_EQ(Status::Success, Context::create(device().contextDesc(), &second));
    Scan scans[2];
    scans[0] = createScan({});
    ASSERT_EQ(Status::Success, study::create(second, {}, &scans[1]));

    constexpr unsigned kThreads = 8;
    constexpr uint64_t kCount = 12345;
    const VolkDeviceTable& vk = device().vk();
    struct Work {
        VkCommandPool pool = VK_NULL_HANDLE;
        VkCommandBuffer commandBuffer = VK_NULL_HANDLE;
        std::unique_ptr<TestArray> input, output, scratch;
        Status status = Status(Argument::Operation, Rule::NotCreated);
    };
    Work works[kThreads];
    std::vector<uint32_t> values(kCount);
    for (unsigned t = 0; t < kThreads; ++t) {
        Work& work = works[t];
        work.input = std::make_unique<TestArray>(kCount * 4);
        work.output = std::make_unique<TestArray>(kCount * 4);
        work.scratch = std::make_unique<TestArray>(scans[t % 2].scratchSize(kCount));
        std::fill(values.begin(), values.end(), t + 1);
        work.input->write(values.data(), kCount * 4);
        work.scratch->fill(0);
        auto poolInfo = gpu::structure<VkCommandPoolCreateInfo>(VK_STRUCTURE_TYPE_COMMAND_POOL_CREATE_INFO);
        poolInfo.queueFamilyIndex = device().queueFamily();
        gpu::check(vk.vkCreateCommandPool(device().handle(), &poolInfo, nullptr, &work.pool), "vkCreateCommandPool");
        auto allocateInfo = gpu::structure<VkCommandBufferAllocateInfo>(VK_STRUCTURE_TYPE_COMMAND_BUFFER_ALLOCATE_INFO);
        allocateInfo.commandPool = work.pool;
        allocateInfo.commandBufferCount = 1;
        gpu::check(vk.vkAllocateCommandBuffers(device().handle(), &allocateInfo, &work.commandBuffer),
                   "vkAllocateCommandBuffers");
    }
    std::vector<std::thread> threads;
    for (unsigned t = 0; t < kThreads; ++t)
        threads.emplace_back([&, t] {
            Work& work = works[t];
            ScanArgs args;
            args.input = work.input->range();
            args.output = work.output->range();
            args.scratch = work.scratch->range();
            args.count = kCount;
            args.barrierBefore = args.barrierAfter = true;
            auto beginInfo = gpu::structure<VkCommandBufferBeginInfo>(VK_STRUCTURE_TYPE_COMMAND_BUFFER_BEGIN_INFO);
            vk.vkBeginCommandBuffer(work.commandBuffer, &beginInfo);
            for (unsigned repeat = 0; repeat < 100; ++repeat)
                work.status = scans[t % 2].record(work.commandBuffer, args);
            vk.vkEndCommandBuffer(work.commandBuffer);
        });
    for (std::thread& thread : threads)
        thread.join();
    for (unsigned t = 0; t < kThreads; ++t) {
        Work& work = works[t];
        ASSERT_EQ(work.status, Status::Success);
        auto submitInfo = gpu::structure<VkSubmitInfo>(VK_STRUCTURE_TYPE_SUBMIT_INFO);
        submitInfo.commandBufferCount = 1;
        submitInfo.pCommandBuffers = &work.commandBuffer;
        gpu::check(vk.vkQueueSubmit(device().queue(), 1, &submitInfo, VK_NULL_HANDLE), "vkQueueSubmit");
        gpu::check(vk.vkQueueWaitIdle(device().queue()), "vkQueueWaitIdle");
        work.output->read(values.data(), kCount * 4);
        for (uint64_t i = 0; i < kCount; ++i)
            ASSERT_EQ(values[i], (i + 1) * (t + 1));
        vk.vkDestroyCommandPool(device().handle(), work.pool, nullptr);
    }
}

// A scan keeps using pipelines that another has compiled, when that one is gone.
TEST(ContextTest, OperationsShareWhatIsCompiled)
{
    const study::ScanDesc desc = {{.op = Op::Max, .maxCount = 1000}};
    ScanCase scanCase;
    scanCase.count = 1000;
    auto first = std::make_unique<Scan>(createScan(desc));
    checkScan<uint32_t>(*first, desc, scanCase);
    const Scan second = createScan(desc);
    first.reset();
    checkScan<uint32_t>(second, desc, scanCase);
}

// Programs of tests compile each kernel once, but for validated ones, whose layer sees how long pipelines live.
TEST(KeptPipelinesTest, LaterOperationsFindThem)
{
    if (std::getenv("VKSCAN_VALIDATE") != nullptr)
        GTEST_SKIP() << "pipelines are not kept";
    const study::ScanDesc desc = {{.op = Op::Max, .maxCount = 1000}};
    ScanCase scanCase;
    scanCase.count = 1000;
    checkScan<uint32_t>(createScan(desc), desc, scanCase);
    const KeptPipelineCounts before = keptPipelineCounts();
    checkScan<uint32_t>(createScan(desc), desc, scanCase);
    const KeptPipelineCounts after = keptPipelineCounts();
    EXPECT_EQ(after.compiled, before.compiled);
    EXPECT_GT(after.reused, before.reused);
}

TEST(ContextTest, OperationsComeAndGoInManyThreads)
{
    const study::ScanDesc desc = {{.op = Op::Min, .maxCount = 1000}};
    constexpr unsigned kThreads = 4;
    Scan scans[kThreads];
    std::vector<std::thread> threads;
    for (Scan& scan : scans)
        threads.emplace_back([&scan, desc] {
            for (unsigned i = 0; i < 3; ++i)
                ASSERT_EQ(Status::Success, study::create(context(), desc, &scan));
        });
    for (std::thread& thread : threads)
        thread.join();
    ScanCase scanCase;
    scanCase.count = 1000;
    for (Scan& scan : scans) {
        checkScan<uint32_t>(scan, desc, scanCase);
        scan = {};
    }
}

// Without 64-bit atomics, Auto takes passes that wait for nobody.
TEST(ContextTest, ScansAndSortsWithoutInt64Atomics)
{
    const Context limited =
        createContext([](auto&, auto& features12) { features12.shaderBufferInt64Atomics = VK_FALSE; });
    constexpr uint64_t kCount = 100'000;
    for (const Strategy strategy : {Strategy::Auto, Strategy::SpineWithFallback}) {
        study::ScanDesc desc;
        desc.strategy = strategy;
        Scan scan;
        ASSERT_EQ(study::create(limited, desc, &scan), Status::Success);
        EXPECT_EQ(strategyFor(scan, kCount), Strategy::ReduceThenScan);
        ScanCase scanCase;
        scanCase.count = kCount;
        checkScan<uint32_t>(scan, desc, scanCase);

        const Forced<RadixSortDesc> sortDesc = {{.withIndex = true}, strategy};
        RadixSort sort;
        ASSERT_EQ(createForced(limited, sortDesc, &sort), Status::Success);
        EXPECT_EQ(strategyFor(sort, kCount), Strategy::ReduceThenScan);
        checkSort(sort, sortDesc, {}, randomKeys<uint32_t>(kCount));
    }
}

} // namespace
