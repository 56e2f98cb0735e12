// What recording promises: any count, any alignment, any order of operators, again and again, from many threads.
#include "scan_check.h"

#include <cmath>
#include <thread>

using namespace testing_support;
using namespace vkscan;

namespace {

constexpr Strategy kStrategies[] = {Strategy::Auto,  Strategy::SingleWorkgroup,   Strategy::FlatSum,
                                    Strategy::Spine, Strategy::DecoupledLookback, Strategy::ReduceThenScan};

class RecordTest : public testing::TestWithParam<Strategy> {
protected:
    ScanDesc desc() const
    {
        ScanDesc desc;
        desc.strategy = GetParam();
        desc.assumeForwardProgress = true;
        return desc;
    }
};

// The library's own tuning, around every edge it has.
TEST_P(RecordTest, AnyCountAndAlignment)
{
    for (const Type type : {Type::U32, Type::F64}) {
        ScanDesc described = desc();
        described.type = type;
        described.kind = type == Type::U32 ? Kind::Inclusive : Kind::Exclusive;
        described.direction = type == Type::U32 ? Direction::Forward : Direction::Backward;
        const Scan scan = createScan(described);
        const uint64_t width = capabilities().subgroupSize;
        const uint64_t tile = tuningFor(capabilities()).spine.tileElements(type);
        unsigned variation = 0;
        for (const uint64_t count :
             {uint64_t{0}, uint64_t{1}, uint64_t{2}, uint64_t{3}, width - 1, width, width + 1, uint64_t{1337}, tile - 1,
              tile, tile + 1, uint64_t{65521}, 37 * tile + 5, uint64_t{1000003}}) {
            ScanCase scanCase;
            scanCase.count = std::min(count, scan.maxCount());
            scanCase.inputMisalignment = variation % 4;
            scanCase.outputMisalignment = variation / 2 % 4;
            scanCase.withInitial = variation % 3 == 0;
            ++variation;
            withType(type, [&]<class T>() { checkScan<T>(scan, described, scanCase); });
            if (HasFatalFailure())
                return;
        }
    }
}

// Arrays that begin anywhere in a vector of 16 bytes, the input somewhere else than the output.
TEST_P(RecordTest, EveryAlignment)
{
    for (const Type type : {Type::U32, Type::I64}) {
        for (const Direction direction : {Direction::Forward, Direction::Backward}) {
            ScanDesc described = desc();
            described.type = type;
            described.kind = direction == Direction::Forward ? Kind::Inclusive : Kind::Exclusive;
            described.direction = direction;
            const Scan scan = createScan(described, smallTuning());
            const uint64_t tile = smallTuning().spine.tileElements(type);
            const VkDeviceSize places = 16 / sizeOf(type);
            for (VkDeviceSize place = 0; place < places * places; ++place) {
                for (const uint64_t count : {uint64_t{1}, uint64_t{6}, tile - 1, tile, 9 * tile - 2}) {
                    ScanCase scanCase;
                    scanCase.count = std::min(count, scan.maxCount());
                    scanCase.inputMisalignment = place % places;
                    scanCase.outputMisalignment = place / places;
                    scanCase.withInitial = place % 2 == 1;
                    if (place % 3 == 1)
                        scanCase.gpuCount = static_cast<uint32_t>(scanCase.count - scanCase.count / 3);
                    scanCase.ownScratch = true;
                    withType(type, [&]<class T>() { checkScan<T>(scan, described, scanCase); });
                    if (HasFatalFailure())
                        return;
                }
            }
        }
    }
}

TEST_P(RecordTest, FoldedGrids)
{
    Tuning tuning = smallTuning();
    tuning.maxGridWidth = 5; // ReduceThenScan takes no more spans than that
    const Scan scan = createScan(desc(), tuning);
    for (const uint64_t tiles : {4u, 5u, 6u, 11u, 23u}) {
        ScanCase scanCase;
        scanCase.count = std::min(tiles * 256 - 7, scan.maxCount());
        checkScan<uint32_t>(scan, desc(), scanCase);
    }
}

TEST_P(RecordTest, CountsReadOnTheDevice)
{
    for (const Direction direction : {Direction::Forward, Direction::Backward}) {
        ScanDesc described = desc();
        described.direction = direction;
        const Scan scan = createScan(described, smallTuning());
        const uint64_t maximum = std::min<uint64_t>(21 * 256 + 9, scan.maxCount());
        for (const uint64_t count : {uint64_t{0}, uint64_t{1}, maximum / 100, maximum / 2 + 3, maximum - 1, maximum,
                                     maximum + 1, uint64_t{0xffffffff}}) {
            ScanCase scanCase;
            scanCase.count = maximum;
            scanCase.gpuCount = static_cast<uint32_t>(count);
            scanCase.withInitial = count % 2 == 1;
            scanCase.inPlace = count % 3 == 1;
            scanCase.ownScratch = true;
            checkScan<uint32_t>(scan, described, scanCase);
            if (HasFatalFailure())
                return;
        }
    }
}

TEST_P(RecordTest, RecordedOnceSubmittedAThousandTimes)
{
    ScanCase scanCase;
    const Scan scan = createScan(desc(), smallTuning());
    scanCase.count = std::min<uint64_t>(19 * 256 + 1, scan.maxCount());
    scanCase.submissions = 1000;
    checkScan<uint32_t>(scan, desc(), scanCase);
}

// Where workgroups start in the order of their indices they take no tickets, and the last tile opens the next epoch. A
// device that starts several rows of workgroups at once does as well, where each waits for earlier ones alone.
TEST_P(RecordTest, EpochsWithoutTickets)
{
    Tuning tuning = smallTuning();
    tuning.inOrder = true;
    if (!context().hasForwardProgress())
        tuning.spineSubgroups = 0;
    for (const uint64_t tiles : {1u, 3u, 23u, 22u, 64u, 63u, 62u}) {
        for (const Op op : {Op::Add, Op::Max}) { // whose words an epoch that does not move would mix up
            ScanDesc described = desc();
            described.op = op;
            const Scan scan = createScan(described, tuning);
            ScanCase scanCase;
            scanCase.count = std::min<uint64_t>(tiles * 256 - 5, scan.maxCount());
            checkScan<uint32_t>(scan, described, scanCase);
            scanCase.gpuCount = static_cast<uint32_t>(scanCase.count / 2);
            checkScan<uint32_t>(scan, described, scanCase);
        }
    }
}

// Composition of affine maps modulo 2^16: order matters to it.
TEST_P(RecordTest, OperatorsThatDoNotCommute)
{
    const auto compose = [](uint32_t earlier, uint32_t later) {
        const uint32_t m = (later & 0xffff) * (earlier & 0xffff);
        const uint32_t b = (later & 0xffff) * (earlier >> 16) + (later >> 16);
        return (m & 0xffff) | b << 16;
    };
    for (const Direction direction : {Direction::Forward, Direction::Backward}) {
        ScanDesc described = desc();
        described.direction = direction;
        described.kind = direction == Direction::Forward ? Kind::Inclusive : Kind::Exclusive;
        Scan scan;
        ASSERT_EQ(Status::Success,
                  Scan::Impl::createTuned(context(), described, smallTuning(), vkscan::abi::kOpTestAffine, &scan));
        for (const uint64_t count : {uint64_t{255}, uint64_t{1027}, uint64_t{30 * 256 + 77}}) {
            ScanCase scanCase;
            scanCase.count = std::min(count, scan.maxCount());
            scanCase.withInitial = count % 2 == 1;
            const std::vector<uint32_t> values = randomValues<uint32_t>(Op::Multiply, scanCase.count, 5);
            checkScan<uint32_t>(scan, described, scanCase, values, 1, compose);
            if (HasFatalFailure())
                return;
        }
    }
}

// Real numbers: deterministic but for look-back, and within the error of a sum in log-depth groups of serial runs.
TEST_P(RecordTest, FloatsAreCloseAndDeterministic)
{
    ScanDesc described = desc();
    described.type = Type::F32;
    const Scan scan = createScan(described, smallTuning());
    const uint64_t count = std::min<uint64_t>(57 * 256 + 11, scan.maxCount());
    std::minstd_rand random(7);
    std::vector<float> values(count);
    for (float& value : values)
        value = std::uniform_real_distribution<float>(-1, 2)(random);
    TestArray input(count * sizeof(float));
    TestArray output(count * sizeof(float));
    TestArray scratch(scan.scratchSize(count));
    input.write(values.data(), count * sizeof(float));
    scratch.fill(0);
    ScanArgs args;
    args.input = input.range();
    args.output = output.range();
    args.scratch = scratch.range();
    args.count = count;

    std::vector<float> first(count), actual(count);
    for (unsigned run = 0; run < 50; ++run) {
        output.fill(0xcc);
        submit(scan, args, 1);
        output.read(actual.data(), count * sizeof(float));
        if (run == 0)
            first = actual;
        const bool same = std::memcmp(first.data(), actual.data(), count * sizeof(float)) == 0;
        ASSERT_TRUE(same || GetParam() == Strategy::DecoupledLookback) << "run " << run;
    }
    // A value passes some 30 additions within tiles and windows, and one a tile or window after that.
    const double rounding = (30 + 57) * std::numeric_limits<float>::epsilon() / 2;
    double exact = 0, magnitude = 0;
    for (uint64_t i = 0; i < count; ++i) {
        exact += values[i];
        magnitude += std::fabs(values[i]);
        ASSERT_NEAR(actual[i], exact, rounding * magnitude) << "at " << i;
    }
}

std::string strategyName(const testing::TestParamInfo<Strategy>& info)
{
    std::string name = toString(info.param);
    std::replace(name.begin(), name.end(), '-', '_');
    return name;
}

INSTANTIATE_TEST_SUITE_P(Strategies, RecordTest, testing::ValuesIn(kStrategies), strategyName);

TEST(ContextTest, TwoContextsAndEightRecordingThreads)
{
    Context second;
    ASSERT_EQ(Status::Success, Context::create(device().contextDesc(), &second));
    Scan scans[2];
    scans[0] = createScan({});
    ASSERT_EQ(Status::Success, Scan::create(second, {}, &scans[1]));

    constexpr unsigned kThreads = 8;
    constexpr uint64_t kCount = 12345;
    const VolkDeviceTable& vk = device().vk();
    struct Work {
        VkCommandPool pool = VK_NULL_HANDLE;
        VkCommandBuffer commandBuffer = VK_NULL_HANDLE;
        std::unique_ptr<TestArray> input, output, scratch;
        Status status = Status::OperationInvalid;
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

TEST(ContextTest, RefusesWhatItCannotDo)
{
    const Scan scan = createScan({});
    EXPECT_EQ(scan.record(VK_NULL_HANDLE, {}), Status::CommandBufferNull);

    ContextDesc lesser = device().contextDesc();
    lesser.shaderFloat64Enabled = false;
    lesser.shaderBufferInt64AtomicsEnabled = false;
    Context limited;
    ASSERT_EQ(Status::Success, Context::create(lesser, &limited));
    Scan refused;
    ScanDesc desc;
    desc.type = Type::F64;
    EXPECT_EQ(Scan::create(limited, desc, &refused), Status::TypeUnsupported);
    desc.type = Type::U64;
    desc.strategy = Strategy::DecoupledLookback;
    EXPECT_EQ(Scan::create(limited, desc, &refused), Status::StrategyUnsupported);
    desc.strategy = Strategy::Auto;
    EXPECT_EQ(Scan::create(limited, desc, &refused), Status::Success);
    EXPECT_EQ(refused.strategyFor(1 << 24), Strategy::ReduceThenScan);
    if (!context().hasForwardProgress()) {
        desc.strategy = Strategy::Spine;
        EXPECT_EQ(Scan::create(context(), desc, &refused), Status::StrategyNeedsForwardProgress);
    }
    EXPECT_EQ(Scan::create(context(), {}, nullptr), Status::OutputPointerNull);
    EXPECT_EQ(Scan::create(Context(), {}, &refused), Status::ContextInvalid);
}

// A refused call leaves the command buffer as it was: what it recorded before still runs, and nothing else does.
TEST(ContextTest, RefusedArgumentsRecordNothing)
{
    const Scan scan = createScan({});
    TestArray input(400);
    TestArray output(400);
    input.fill(1);
    output.fill(0xcc);
    ScanArgs args;
    args.input = input.range();
    args.output = {output.range().address, 396};
    args.count = 100;
    args.scratch = sharedScratch(scan.scratchSize(100));
    args.barrierBefore = true;
    device().run([&](VkCommandBuffer commandBuffer) {
        EXPECT_EQ(scan.record(commandBuffer, args), Status::OutputTooSmall);
        EXPECT_EQ(scan.record(VK_NULL_HANDLE, args), Status::CommandBufferNull);
    });
    uint32_t word = 0;
    output.read(&word, sizeof(word));
    EXPECT_EQ(word, 0xccccccccu);
}

} // namespace
