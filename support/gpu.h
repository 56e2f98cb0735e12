// A small Vulkan host for samples, tests and benchmarks: a device, buffers with addresses, and run-and-wait. It is
// short rather than fast; applications have their own. All errors throw std::runtime_error with a sentence.
#ifndef VKSCAN_SUPPORT_GPU_H
#define VKSCAN_SUPPORT_GPU_H

#include <volk.h>

#include <vkscan/context.h>
#include <vkscan/types.h>

#include <cstddef>
#include <functional>
#include <memory>
#include <mutex>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace gpu {

// Throws with the sentence "<what> failed: <result>" unless the result is VK_SUCCESS.
void check(VkResult result, const char* what);

// A Vulkan structure; its other members are zero.
template <class T>
[[nodiscard]] T structure(VkStructureType type, void* next = nullptr)
{
    T result = {};
    result.sType = type;
    result.pNext = next;
    return result;
}

struct DeviceInfo {
    std::string name;
    std::string driver;
    bool supported = false;
    std::string reason; // why it is not supported; otherwise empty
};

// The Vulkan devices in the order of their indices. Throws if there are none.
std::vector<DeviceInfo> listDevices();

struct DeviceOptions {
    // An index, or a part of the name in upper or lower case. Empty: the value of the environment variable
    // VKSCAN_DEVICE; if that is empty too, the first supported device, discrete before integrated before virtual before
    // CPU.
    std::string device;
    // Enables the Khronos validation layer with synchronisation validation; throws if it is not installed.
    bool validation = false;
    // Enables the features that vkscan can use but does not need (vkscan::DeviceSupport).
    bool optionalFeatures = true;
    // Contexts treat the driver as unlisted.
    bool takeAsUnlisted = false;
    // Creates a second queue, of another family with compute, if the device has one.
    bool asyncQueue = false;
    // Nothing is ever submitted, so the device may only be able to compile, such as Mesa's RADV without a GPU.
    bool onlyCompiles = false;
    // For windows: extensions of the window system, and VK_KHR_swapchain. Throws if they are missing.
    std::vector<const char*> instanceExtensions = {};
    std::vector<const char*> deviceExtensions = {};
    // Structures of features of such extensions, which are also enabled; only read by the constructor.
    VkBaseOutStructure* features = nullptr;
};

enum class Memory {
    Device, // the fastest for the GPU
    Host,   // visible to both without flushing, mapped as long as the buffer lives
};

// A storage, index and indirect buffer with memory of its own and a device address. Must not outlive its device.
class Buffer {
public:
    Buffer() noexcept = default;
    Buffer(Buffer&& other) noexcept { swap(other); }
    Buffer& operator=(Buffer&& other) noexcept
    {
        Buffer(std::move(other)).swap(*this);
        return *this;
    }
    ~Buffer();

    [[nodiscard]] VkBuffer handle() const noexcept { return m_handle; }
    [[nodiscard]] VkDeviceAddress address() const noexcept { return m_address; }
    [[nodiscard]] VkDeviceSize size() const noexcept { return m_size; }
    [[nodiscard]] vkscan::BufferRange range() const noexcept { return {m_address, m_size}; }

    // Null unless the memory is Memory::Host.
    [[nodiscard]] void* data() const noexcept { return m_data; }
    template <class T>
    [[nodiscard]] std::span<T> as() const
    {
        return {static_cast<T*>(m_data), m_data == nullptr ? 0 : static_cast<std::size_t>(m_size) / sizeof(T)};
    }

private:
    friend class Device;
    void swap(Buffer& other) noexcept;

    VkDevice m_device = VK_NULL_HANDLE;
    const VolkDeviceTable* m_vk = nullptr;
    VkBuffer m_handle = VK_NULL_HANDLE;
    VkDeviceMemory m_memory = VK_NULL_HANDLE;
    VkDeviceAddress m_address = 0;
    VkDeviceSize m_size = 0;
    void* m_data = nullptr;
};

// An instance, a device of Vulkan 1.2 with one compute queue, and a command pool. Several may live in one process. Each
// is for one thread at a time, except its const functions that only return members.
class Device {
public:
    using Record = std::function<void(VkCommandBuffer)>;

    explicit Device(const DeviceOptions& options = {});
    Device(Device&&) noexcept;
    Device& operator=(Device&&) noexcept;
    ~Device();

    [[nodiscard]] VkInstance instance() const noexcept;
    [[nodiscard]] VkPhysicalDevice physicalDevice() const noexcept;
    [[nodiscard]] VkDevice handle() const noexcept;
    [[nodiscard]] VkQueue queue() const noexcept;
    // Locked while this class submits to its queue. Other threads that submit must lock it.
    [[nodiscard]] std::mutex& queueMutex() const noexcept;
    [[nodiscard]] uint32_t queueFamily() const noexcept;
    // The queue and family of DeviceOptions::asyncQueue; without it, those of queue() and queueFamily().
    [[nodiscard]] VkQueue asyncQueue() const noexcept;
    [[nodiscard]] uint32_t asyncQueueFamily() const noexcept;
    [[nodiscard]] VkCommandPool commandPool() const noexcept;
    // The device's own functions: device.vk().vkCmdDispatch(...).
    [[nodiscard]] const VolkDeviceTable& vk() const noexcept;

    [[nodiscard]] const VkPhysicalDeviceProperties& properties() const noexcept;
    // True: the device is a processor, whose times are meaningless.
    [[nodiscard]] bool isCpu() const noexcept { return properties().deviceType == VK_PHYSICAL_DEVICE_TYPE_CPU; }
    [[nodiscard]] const VkPhysicalDeviceDriverProperties& driver() const noexcept;
    [[nodiscard]] const VkPhysicalDeviceMemoryProperties& memoryProperties() const noexcept;
    // The features the device was created with.
    [[nodiscard]] const VkPhysicalDeviceFeatures& features() const noexcept;
    [[nodiscard]] const VkPhysicalDeviceVulkan12Features& features12() const noexcept;
    // True: buffers may hold 16-bit values. Enabled if it is offered.
    [[nodiscard]] bool hasHalfStorage() const noexcept;
    // Whether the extension is enabled; for VK_KHR_pipeline_executable_properties, also its feature.
    [[nodiscard]] bool hasExtension(std::string_view name) const noexcept;

    // Warnings and errors of the validation layer so far; each is also printed to standard error.
    [[nodiscard]] unsigned validationMessageCount() const noexcept;

    // Includes the device's pipeline cache, so that kernels are compiled once.
    [[nodiscard]] vkscan::ContextDesc contextDesc() const noexcept;

    // `size` bytes, of undefined content. A buffer of 0 bytes has a valid address.
    [[nodiscard]] Buffer createBuffer(VkDeviceSize size, Memory memory = Memory::Device) const;

    // Allocates memory of the best type that has room; `next` extends the allocation. Throws "<what> failed: ...".
    [[nodiscard]] VkDeviceMemory allocate(const VkMemoryRequirements& requirements, Memory memory, const void* next,
                                          const std::string& what) const;

    // Records commands, submits them after all earlier ones, and waits. Their writes are then visible to later runs and
    // to the host.
    void run(const Record& record);

    // Copies between host memory and any buffer, through a staging buffer if the memory is not the host's.
    void upload(const Buffer& to, std::span<const std::byte> bytes, VkDeviceSize offset = 0);
    void download(const Buffer& from, std::span<std::byte> bytes, VkDeviceSize offset = 0);
    template <class Range>
    void upload(const Buffer& to, const Range& values, VkDeviceSize offset = 0)
    {
        upload(to, std::span<const std::byte>(std::as_bytes(std::span(values))), offset);
    }
    template <class Range>
    void download(const Buffer& from, Range&& values, VkDeviceSize offset = 0)
    {
        download(from, std::span<std::byte>(std::as_writable_bytes(std::span(values))), offset);
    }

    // Sets every whole 32-bit word of the buffer.
    void fill(const Buffer& buffer, uint32_t value);

    // Records the commands `repeats` times in one submission. Returns the microseconds of each.
    [[nodiscard]] std::vector<double> timeMicroseconds(unsigned repeats, const Record& record);
    // True: the queue has timestamps. Otherwise timeMicroseconds throws.
    [[nodiscard]] bool hasTimestamps() const noexcept;
    // Writes the time at which all earlier commands have ended. Call outside a render pass. The difference of two is
    // the time of the commands between them.
    void writeTimestamp(VkCommandBuffer commandBuffer, VkQueryPool pool, uint32_t query) const;
    // Nanoseconds between two timestamps of a queue. The counter may wrap once.
    [[nodiscard]] double nanosecondsBetween(uint64_t first, uint64_t second) const;

private:
    // A staging buffer for an upload or download of `bytes`, of bounded size.
    const Buffer& stagingFor(std::size_t bytes);

    struct Impl;
    std::unique_ptr<Impl> m_impl;
};

} // namespace gpu

#endif
