#include "timer.h"

#include <algorithm>
#include <array>
#include <condition_variable>
#include <mutex>
#include <thread>
#include <vector>

namespace bench {

namespace {

constexpr unsigned kCpuPairs = 3;
constexpr unsigned kMaxBatch = 2048; // repetitions

constexpr unsigned kProbes = 4; // the shortest counts
constexpr VkDeviceSize kBusyBytes = VkDeviceSize{1} << 20;
constexpr unsigned kBusyCopies = 2000; // a submission: about five milliseconds

PairedTimes timePairs(gpu::Device& device, unsigned pairs, unsigned batch, const gpu::Device::Record& first,
                      const gpu::Device::Record& second)
{
    // The first pair warms up caches.
    bool isFirst = false;
    const std::vector<double> times = device.timeMicroseconds(2 * (pairs + 1), [&](VkCommandBuffer commandBuffer) {
        isFirst = !isFirst;
        for (unsigned i = 0; i < batch; ++i) {
            isFirst ? first(commandBuffer) : second(commandBuffer);
            gpu::recordComputeBarrier(device, commandBuffer);
        }
    });
    return pairedTimes({times.begin() + 2, times.end()}, batch);
}

} // namespace

// Copies submitted by a thread of their own, two submissions at a time so that the device never waits for the host.
class Timer::BusyWork {
public:
    BusyWork(gpu::Device& device, const Copy& copy, const gpu::Buffer& source, const gpu::Buffer& destination)
        : m_device(device)
    {
        auto poolInfo = gpu::structure<VkCommandPoolCreateInfo>(VK_STRUCTURE_TYPE_COMMAND_POOL_CREATE_INFO);
        poolInfo.queueFamilyIndex = device.queueFamily();
        gpu::check(device.vk().vkCreateCommandPool(device.handle(), &poolInfo, nullptr, &m_pool),
                   "vkCreateCommandPool");
        std::array<VkCommandBuffer, kSlots> commandBuffers = {};
        auto allocateInfo = gpu::structure<VkCommandBufferAllocateInfo>(VK_STRUCTURE_TYPE_COMMAND_BUFFER_ALLOCATE_INFO);
        allocateInfo.commandPool = m_pool;
        allocateInfo.level = VK_COMMAND_BUFFER_LEVEL_PRIMARY;
        allocateInfo.commandBufferCount = kSlots;
        gpu::check(device.vk().vkAllocateCommandBuffers(device.handle(), &allocateInfo, commandBuffers.data()),
                   "vkAllocateCommandBuffers");
        const auto beginInfo = gpu::structure<VkCommandBufferBeginInfo>(VK_STRUCTURE_TYPE_COMMAND_BUFFER_BEGIN_INFO);
        const auto fenceInfo = gpu::structure<VkFenceCreateInfo>(VK_STRUCTURE_TYPE_FENCE_CREATE_INFO);
        for (unsigned i = 0; i < kSlots; ++i) {
            m_slots[i].commandBuffer = commandBuffers[i];
            gpu::check(device.vk().vkBeginCommandBuffer(commandBuffers[i], &beginInfo), "vkBeginCommandBuffer");
            for (unsigned n = 0; n < kBusyCopies; ++n) {
                copy.record(commandBuffers[i], source.address(), destination.address(), kBusyBytes);
                gpu::recordComputeBarrier(device, commandBuffers[i]);
            }
            gpu::check(device.vk().vkEndCommandBuffer(commandBuffers[i]), "vkEndCommandBuffer");
            gpu::check(device.vk().vkCreateFence(device.handle(), &fenceInfo, nullptr, &m_slots[i].fence),
                       "vkCreateFence");
        }
        m_thread = std::thread([this] { run(); });
    }

    ~BusyWork()
    {
        {
            const std::lock_guard lock(m_mutex);
            m_state = State::Ending;
        }
        m_changed.notify_all();
        m_thread.join();
        for (const Slot& slot : m_slots)
            m_device.vk().vkDestroyFence(m_device.handle(), slot.fence, nullptr);
        m_device.vk().vkDestroyCommandPool(m_device.handle(), m_pool, nullptr);
    }

    // Returns when the device is idle.
    void pause()
    {
        std::unique_lock lock(m_mutex);
        m_state = State::Pausing;
        m_changed.wait(lock, [this] { return m_isIdle; });
    }

    void resume()
    {
        {
            const std::lock_guard lock(m_mutex);
            m_state = State::Working;
        }
        m_changed.notify_all();
    }

private:
    enum class State { Working, Pausing, Ending };
    static constexpr unsigned kSlots = 2;

    struct Slot {
        VkCommandBuffer commandBuffer = VK_NULL_HANDLE;
        VkFence fence = VK_NULL_HANDLE;
        bool isSubmitted = false;
    };

    // False where the device is lost, which the next row reports.
    bool submit(Slot& slot)
    {
        auto info = gpu::structure<VkSubmitInfo>(VK_STRUCTURE_TYPE_SUBMIT_INFO);
        info.commandBufferCount = 1;
        info.pCommandBuffers = &slot.commandBuffer;
        const std::lock_guard lock(m_device.queueMutex());
        slot.isSubmitted = m_device.vk().vkQueueSubmit(m_device.queue(), 1, &info, slot.fence) == VK_SUCCESS;
        return slot.isSubmitted;
    }

    void wait(Slot& slot)
    {
        if (!slot.isSubmitted)
            return;
        (void)m_device.vk().vkWaitForFences(m_device.handle(), 1, &slot.fence, VK_TRUE, UINT64_MAX);
        (void)m_device.vk().vkResetFences(m_device.handle(), 1, &slot.fence);
        slot.isSubmitted = false;
    }

    void run()
    {
        unsigned turn = 0;
        for (;;) {
            {
                std::unique_lock lock(m_mutex);
                if (m_state != State::Working) {
                    for (Slot& slot : m_slots)
                        wait(slot);
                    m_isIdle = true;
                    m_changed.notify_all();
                    m_changed.wait(lock, [this] { return m_state != State::Pausing; });
                    m_isIdle = false;
                    if (m_state == State::Ending)
                        return;
                }
            }
            Slot& slot = m_slots[turn++ % kSlots];
            wait(slot);
            if (!submit(slot)) {
                const std::lock_guard lock(m_mutex);
                m_state = m_state == State::Working ? State::Pausing : m_state;
            }
        }
    }

    gpu::Device& m_device;
    VkCommandPool m_pool = VK_NULL_HANDLE;
    std::array<Slot, kSlots> m_slots;
    std::mutex m_mutex;
    std::condition_variable m_changed;
    State m_state = State::Working;
    bool m_isIdle = false;
    std::thread m_thread;
};

Timer::Timer(gpu::Device& device)
    : m_device(device),
      m_spin(device),
      m_copy(device),
      m_source(device.createBuffer(kBusyBytes)),
      m_destination(device.createBuffer(kBusyBytes)),
      m_clocks([this] {
          const std::vector<double> times =
              m_device.timeMicroseconds(kProbes, [&](VkCommandBuffer commandBuffer) { m_spin.record(commandBuffer); });
          return *std::min_element(times.begin(), times.end());
      })
{
    if (!device.isCpu())
        m_busyWork = std::make_unique<BusyWork>(device, m_copy, m_source, m_destination);
}

Timer::~Timer() = default;

Timer::Pause::Pause(Timer& timer) : m_timer(timer)
{
    if (m_timer.m_busyWork)
        m_timer.m_busyWork->pause();
}

Timer::Pause::~Pause()
{
    if (m_timer.m_busyWork)
        m_timer.m_busyWork->resume();
}

PairedTimes Timer::timeBeside(const gpu::Device::Record& yardstick, const gpu::Device::Record& operation, Effort effort)
{
    const Pause pause(*this);
    const TimePairs pairs = [&](unsigned count, unsigned batch) {
        return timePairs(m_device, count, batch, yardstick, operation);
    };
    const auto time = [&] {
        const Batches found = findBatches(kMaxBatch, effort, pairs);
        if (m_device.isCpu())
            return pairs(effort == Effort::Full ? kCpuPairs : 1, found.batch);
        return fastestTimes(found.series.count, [&] { return pairs(found.series.pairs, found.batch); });
    };
    return m_busyWork ? m_clocks.time(time) : time();
}

} // namespace bench
