// Frames as docs/integration.md describes them: other queues, secondary command buffers, pipeline caches.
#include "operations.h"
#include "scan_check.h"

#include <numeric>

using namespace testing_support;
using namespace vkscan;

namespace {

constexpr uint64_t kIntegrationCount = 50'021;
constexpr VkDeviceSize kArrayBytes = kIntegrationCount * sizeof(uint32_t);

std::vector<uint32_t> onesSummed()
{
    std::vector<uint32_t> sums(kIntegrationCount);
    std::iota(sums.begin(), sums.end(), 1);
    return sums;
}

// One command buffer of a pool of its own.
class Commands {
public:
    Commands(const gpu::Device& device, uint32_t family, VkCommandBufferLevel level = VK_COMMAND_BUFFER_LEVEL_PRIMARY)
        : m_device(device)
    {
        auto poolInfo = gpu::structure<VkCommandPoolCreateInfo>(VK_STRUCTURE_TYPE_COMMAND_POOL_CREATE_INFO);
        poolInfo.queueFamilyIndex = family;
        gpu::check(vk().vkCreateCommandPool(device.handle(), &poolInfo, nullptr, &m_pool), "vkCreateCommandPool");
        auto info = gpu::structure<VkCommandBufferAllocateInfo>(VK_STRUCTURE_TYPE_COMMAND_BUFFER_ALLOCATE_INFO);
        info.commandPool = m_pool;
        info.level = level;
        info.commandBufferCount = 1;
        gpu::check(vk().vkAllocateCommandBuffers(device.handle(), &info, &m_handle), "vkAllocateCommandBuffers");
        const auto inheritance =
            gpu::structure<VkCommandBufferInheritanceInfo>(VK_STRUCTURE_TYPE_COMMAND_BUFFER_INHERITANCE_INFO);
        auto beginInfo = gpu::structure<VkCommandBufferBeginInfo>(VK_STRUCTURE_TYPE_COMMAND_BUFFER_BEGIN_INFO);
        beginInfo.pInheritanceInfo = &inheritance;
        gpu::check(vk().vkBeginCommandBuffer(m_handle, &beginInfo), "vkBeginCommandBuffer");
    }
    Commands(const Commands&) = delete;
    ~Commands() { vk().vkDestroyCommandPool(m_device.handle(), m_pool, nullptr); }

    [[nodiscard]] VkCommandBuffer handle() const { return m_handle; }
    [[nodiscard]] const VolkDeviceTable& vk() const { return m_device.vk(); }

    void end() const { gpu::check(vk().vkEndCommandBuffer(m_handle), "vkEndCommandBuffer"); }

    // Hands buffers over to or, in the other family's command buffer, takes them from it.
    void transfer(std::initializer_list<VkBuffer> buffers, uint32_t from, uint32_t to, VkAccessFlags before,
                  VkAccessFlags after) const
    {
        std::vector<VkBufferMemoryBarrier> barriers;
        for (VkBuffer buffer : buffers) {
            auto barrier = gpu::structure<VkBufferMemoryBarrier>(VK_STRUCTURE_TYPE_BUFFER_MEMORY_BARRIER);
            barrier.srcAccessMask = before;
            barrier.dstAccessMask = after;
            barrier.srcQueueFamilyIndex = from;
            barrier.dstQueueFamilyIndex = to;
            barrier.buffer = buffer;
            barrier.size = VK_WHOLE_SIZE;
            barriers.push_back(barrier);
        }
        constexpr VkPipelineStageFlags kStages = VK_PIPELINE_STAGE_COMPUTE_SHADER_BIT | VK_PIPELINE_STAGE_TRANSFER_BIT;
        vk().vkCmdPipelineBarrier(m_handle, kStages, kStages, 0, 0, nullptr, static_cast<uint32_t>(barriers.size()),
                                  barriers.data(), 0, nullptr);
    }

    void submit(VkQueue queue, VkSemaphore waitFor, VkSemaphore signal) const
    {
        end();
        const VkPipelineStageFlags stage = VK_PIPELINE_STAGE_ALL_COMMANDS_BIT;
        auto info = gpu::structure<VkSubmitInfo>(VK_STRUCTURE_TYPE_SUBMIT_INFO);
        info.waitSemaphoreCount = waitFor != VK_NULL_HANDLE ? 1 : 0;
        info.pWaitSemaphores = &waitFor;
        info.pWaitDstStageMask = &stage;
        info.commandBufferCount = 1;
        info.pCommandBuffers = &m_handle;
        info.signalSemaphoreCount = signal != VK_NULL_HANDLE ? 1 : 0;
        info.pSignalSemaphores = &signal;
        gpu::check(vk().vkQueueSubmit(queue, 1, &info, VK_NULL_HANDLE), "vkQueueSubmit");
    }

private:
    const gpu::Device& m_device;
    VkCommandPool m_pool = VK_NULL_HANDLE;
    VkCommandBuffer m_handle = VK_NULL_HANDLE;
};

TEST(IntegrationTest, SecondaryCommandBuffersRunOften)
{
    const Scan scan = createScan({});
    TestArray array(kArrayBytes);
    TestArray scratch(scan.scratchSize(kIntegrationCount));
    scratch.fill(0);
    std::vector<uint32_t> values(kIntegrationCount, 1);
    array.write(values.data(), kArrayBytes);
    ScanArgs args;
    args.input = args.output = array.range();
    args.scratch = scratch.range();
    args.count = kIntegrationCount;
    args.barrierBefore = args.barrierAfter = true;
    const Commands secondary(device(), device().queueFamily(), VK_COMMAND_BUFFER_LEVEL_SECONDARY);
    ASSERT_EQ(scan.record(secondary.handle(), args), Status::Success);
    secondary.end();
    for (unsigned run = 0; run < 2; ++run)
        device().run([&](VkCommandBuffer primary) {
            const VkCommandBuffer commands = secondary.handle();
            device().vk().vkCmdExecuteCommands(primary, 1, &commands);
        });
    std::vector<uint32_t> expected = onesSummed();
    std::partial_sum(expected.begin(), expected.end(), expected.begin());
    array.read(values.data(), kArrayBytes);
    EXPECT_EQ(values, expected);
}

// Where the device has one family with compute, its queue hands over to itself.
TEST(IntegrationTest, AnotherQueueScansWhatItIsHanded)
{
    gpu::DeviceOptions options;
    const char* validate = std::getenv("VKSCAN_VALIDATE");
    options.validation = validate != nullptr && validate[0] == '1';
    options.asyncQueue = true;
    gpu::Device host(options);
    const VolkDeviceTable& vk = host.vk();
    Context context;
    ASSERT_EQ(Status::Success, Context::create(host.contextDesc(), &context));
    Scan scan;
    ASSERT_EQ(Status::Success, study::create(context, {}, &scan));
    const gpu::Buffer input = host.createBuffer(kArrayBytes);
    const gpu::Buffer output = host.createBuffer(kArrayBytes);
    const gpu::Buffer scratch = host.createBuffer(scan.scratchSize(kIntegrationCount));
    const gpu::Buffer readBack = host.createBuffer(kArrayBytes, gpu::Memory::Host);
    VkSemaphore semaphores[2] = {};
    const auto semaphoreInfo = gpu::structure<VkSemaphoreCreateInfo>(VK_STRUCTURE_TYPE_SEMAPHORE_CREATE_INFO);
    for (VkSemaphore& semaphore : semaphores)
        gpu::check(vk.vkCreateSemaphore(host.handle(), &semaphoreInfo, nullptr, &semaphore), "vkCreateSemaphore");

    constexpr VkAccessFlags kShader = VK_ACCESS_SHADER_READ_BIT | VK_ACCESS_SHADER_WRITE_BIT;
    const uint32_t main = host.queueFamily();
    const uint32_t async = host.asyncQueueFamily();
    const Commands before(host, main);
    vk.vkCmdFillBuffer(before.handle(), input.handle(), 0, VK_WHOLE_SIZE, 1);
    before.transfer({input.handle()}, main, async, VK_ACCESS_TRANSFER_WRITE_BIT, kShader);

    // Output and scratch hold nothing yet, so their first use here takes no transfer.
    const Commands commands(host, async);
    commands.transfer({input.handle()}, main, async, VK_ACCESS_TRANSFER_WRITE_BIT, kShader);
    vk.vkCmdFillBuffer(commands.handle(), scratch.handle(), 0, VK_WHOLE_SIZE, 0);
    commands.transfer({scratch.handle()}, async, async, VK_ACCESS_TRANSFER_WRITE_BIT, kShader);
    ScanArgs args;
    args.input = input.range();
    args.output = output.range();
    args.scratch = scratch.range();
    args.count = kIntegrationCount;
    ASSERT_EQ(scan.record(commands.handle(), args), Status::Success);
    commands.transfer({output.handle()}, async, main, VK_ACCESS_SHADER_WRITE_BIT, VK_ACCESS_TRANSFER_READ_BIT);

    const Commands after(host, main);
    after.transfer({output.handle()}, async, main, VK_ACCESS_SHADER_WRITE_BIT, VK_ACCESS_TRANSFER_READ_BIT);
    const VkBufferCopy whole = {0, 0, kArrayBytes};
    vk.vkCmdCopyBuffer(after.handle(), output.handle(), readBack.handle(), 1, &whole);
    auto toHost = gpu::structure<VkMemoryBarrier>(VK_STRUCTURE_TYPE_MEMORY_BARRIER);
    toHost.srcAccessMask = VK_ACCESS_TRANSFER_WRITE_BIT;
    toHost.dstAccessMask = VK_ACCESS_HOST_READ_BIT;
    vk.vkCmdPipelineBarrier(after.handle(), VK_PIPELINE_STAGE_TRANSFER_BIT, VK_PIPELINE_STAGE_HOST_BIT, 0, 1, &toHost,
                            0, nullptr, 0, nullptr);

    before.submit(host.queue(), VK_NULL_HANDLE, semaphores[0]);
    commands.submit(host.asyncQueue(), semaphores[0], semaphores[1]);
    after.submit(host.queue(), semaphores[1], VK_NULL_HANDLE);
    gpu::check(vk.vkDeviceWaitIdle(host.handle()), "vkDeviceWaitIdle");
    const auto sums = readBack.as<uint32_t>();
    EXPECT_EQ(std::vector(sums.begin(), sums.end()), onesSummed());
    EXPECT_EQ(host.validationMessageCount(), 0u);
    for (VkSemaphore semaphore : semaphores)
        vk.vkDestroySemaphore(host.handle(), semaphore, nullptr);
}

// A cache that was stored serves the next start. EveryOperation, among the plan tests, tells that pipelines use it.
TEST(IntegrationTest, PipelineCachesAreUsed)
{
    const VolkDeviceTable& vk = device().vk();
    std::vector<char> stored;
    for (unsigned start = 0; start < 2; ++start) {
        auto info = gpu::structure<VkPipelineCacheCreateInfo>(VK_STRUCTURE_TYPE_PIPELINE_CACHE_CREATE_INFO);
        info.initialDataSize = stored.size();
        info.pInitialData = stored.data();
        VkPipelineCache cache = VK_NULL_HANDLE;
        gpu::check(vk.vkCreatePipelineCache(device().handle(), &info, nullptr, &cache), "vkCreatePipelineCache");

        ContextDesc desc = device().contextDesc();
        desc.pipelineCache = cache;
        Context cached;
        ASSERT_EQ(Status::Success, Context::create(desc, &cached));
        study::ScanDesc scanDesc;
        scanDesc.strategy = Strategy::SingleWorkgroup;
        Scan scan;
        ASSERT_EQ(Status::Success, study::create(cached, scanDesc, &scan));
        ScanCase scanCase;
        scanCase.count = 1337;
        checkScan<uint32_t>(scan, scanDesc, scanCase);

        std::size_t size = 0;
        gpu::check(vk.vkGetPipelineCacheData(device().handle(), cache, &size, nullptr), "vkGetPipelineCacheData");
        stored.resize(size);
        gpu::check(vk.vkGetPipelineCacheData(device().handle(), cache, &size, stored.data()), "vkGetPipelineCacheData");
        vk.vkDestroyPipelineCache(device().handle(), cache, nullptr);
    }
}

// What the driver compiles, and validation layers see, of operations that few tests have there.
TEST(IntegrationTest, EveryOperationIsCreated)
{
    forEachOperation([]<class Operation>() {
        Operation operation;
        EXPECT_EQ(Operation::create(context(), validDesc<Operation>(), &operation), Status::Success)
            << nameOf<Operation>();
    });
}

// The driver's own label functions, where the instance has them: with VKSCAN_VALIDATE=1.
TEST(IntegrationTest, LabelsLeaveResultsAlone)
{
    ContextDesc desc = device().contextDesc();
    desc.debugLabels = vkGetInstanceProcAddr(desc.instance, "vkCmdBeginDebugUtilsLabelEXT") != nullptr;
    Context labelled;
    ASSERT_EQ(Status::Success, Context::create(desc, &labelled));
    const study::ScanDesc scanDesc = {{}, Strategy::ReduceThenScan};
    Scan scan;
    ASSERT_EQ(Status::Success, study::create(labelled, scanDesc, &scan));
    ScanCase scanCase;
    scanCase.count = 12345;
    checkScan<uint32_t>(scan, scanDesc, scanCase);
}

} // namespace
