#include "device_impl.h"

#include <algorithm>
#include <stdexcept>
#include <utility>

namespace gpu {
namespace {

constexpr const char* kExecutableProperties = VK_KHR_PIPELINE_EXECUTABLE_PROPERTIES_EXTENSION_NAME;

std::vector<const char*> availableExtensions(VkPhysicalDevice physicalDevice, std::span<const char* const> wanted)
{
    uint32_t count = 0;
    check(vkEnumerateDeviceExtensionProperties(physicalDevice, nullptr, &count, nullptr),
          "vkEnumerateDeviceExtensionProperties");
    std::vector<VkExtensionProperties> offered(count);
    check(vkEnumerateDeviceExtensionProperties(physicalDevice, nullptr, &count, offered.data()),
          "vkEnumerateDeviceExtensionProperties");
    std::vector<const char*> names;
    for (const char* name : wanted) {
        if (std::any_of(offered.begin(), offered.end(),
                        [&](const auto& extension) { return std::string_view(extension.extensionName) == name; })) {
            names.push_back(name);
        }
    }
    return names;
}

struct QueueChoice {
    uint32_t family;
    uint32_t asyncFamily; // another family with compute, or the same
    uint32_t timestampBits;
};

QueueChoice chooseQueue(VkPhysicalDevice physicalDevice)
{
    uint32_t count = 0;
    vkGetPhysicalDeviceQueueFamilyProperties(physicalDevice, &count, nullptr);
    std::vector<VkQueueFamilyProperties> families(count);
    vkGetPhysicalDeviceQueueFamilyProperties(physicalDevice, &count, families.data());
    // First the queue that frames are drawn on, since applications scan there.
    constexpr VkQueueFlags kByPreference[] = {VK_QUEUE_COMPUTE_BIT | VK_QUEUE_GRAPHICS_BIT, VK_QUEUE_COMPUTE_BIT};
    for (VkQueueFlags flags : kByPreference) {
        for (uint32_t i = 0; i < count; ++i) {
            if ((families[i].queueFlags & flags) == flags) {
                uint32_t other = 0;
                while (other < count && (other == i || (families[other].queueFlags & VK_QUEUE_COMPUTE_BIT) == 0)) {
                    ++other;
                }
                return {i, other < count ? other : i, families[i].timestampValidBits};
            }
        }
    }
    throw std::runtime_error("the Vulkan device has no compute queue");
}

// The widest possible dependency: these helpers must be right, not fast.
void barrier(const VolkDeviceTable& vk, VkCommandBuffer commandBuffer, VkPipelineStageFlags afterStage,
             VkAccessFlags afterAccess)
{
    auto memory = structure<VkMemoryBarrier>(VK_STRUCTURE_TYPE_MEMORY_BARRIER);
    memory.srcAccessMask = VK_ACCESS_MEMORY_WRITE_BIT;
    memory.dstAccessMask = afterAccess;
    vk.vkCmdPipelineBarrier(commandBuffer, VK_PIPELINE_STAGE_ALL_COMMANDS_BIT, afterStage, 0, 1, &memory, 0, nullptr, 0,
                            nullptr);
}

void orderBehindEverything(const VolkDeviceTable& vk, VkCommandBuffer commandBuffer)
{
    barrier(vk, commandBuffer, VK_PIPELINE_STAGE_ALL_COMMANDS_BIT,
            VK_ACCESS_MEMORY_READ_BIT | VK_ACCESS_MEMORY_WRITE_BIT);
}

} // namespace

void check(VkResult result, const char* what)
{
    const auto name = [result]() -> std::string {
        switch (result) {
        case VK_ERROR_OUT_OF_HOST_MEMORY: return "out of host memory";
        case VK_ERROR_OUT_OF_DEVICE_MEMORY: return "out of device memory";
        case VK_ERROR_DEVICE_LOST: return "the device was lost";
        case VK_ERROR_INITIALIZATION_FAILED: return "initialisation failed";
        case VK_ERROR_LAYER_NOT_PRESENT: return "a layer is missing";
        case VK_ERROR_EXTENSION_NOT_PRESENT: return "an extension is missing";
        case VK_ERROR_FEATURE_NOT_PRESENT: return "a feature is missing";
        case VK_ERROR_INCOMPATIBLE_DRIVER: return "no driver is compatible";
        default: return "VkResult " + std::to_string(result);
        }
    };
    if (result != VK_SUCCESS) {
        throw std::runtime_error(std::string(what) + " failed: " + name());
    }
}

Device::Impl::Impl(const DeviceOptions& options)
    : instance(options.validation, options.instanceExtensions),
      physicalDevice(chooseDevice(instance, options.device)),
      takeAsUnlisted(options.takeAsUnlisted),
      properties(queryProperties(physicalDevice))
{
    vkGetPhysicalDeviceMemoryProperties(physicalDevice, &memory);
    const QueueChoice choice = chooseQueue(physicalDevice);
    queueFamily = choice.family;
    asyncQueueFamily = options.asyncQueue ? choice.asyncFamily : choice.family;
    timestampBits = choice.timestampBits;

    constexpr const char* kWanted[] = {VK_EXT_EXTERNAL_MEMORY_HOST_EXTENSION_NAME, kExecutableProperties,
                                       VK_KHR_PUSH_DESCRIPTOR_EXTENSION_NAME};
    extensions = availableExtensions(physicalDevice, kWanted);
    for (const char* name : options.deviceExtensions) {
        if (availableExtensions(physicalDevice, {&name, 1}).empty()) {
            throw std::runtime_error(std::string(properties.core.deviceName) + " does not have the extension " + name);
        }
        extensions.push_back(name);
    }

    auto offered12 = structure<VkPhysicalDeviceVulkan12Features>(VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_VULKAN_1_2_FEATURES);
    auto offered = structure<VkPhysicalDeviceFeatures2>(VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_FEATURES_2, &offered12);
    vkGetPhysicalDeviceFeatures2(physicalDevice, &offered);
    auto executables = structure<VkPhysicalDevicePipelineExecutablePropertiesFeaturesKHR>(
        VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_PIPELINE_EXECUTABLE_PROPERTIES_FEATURES_KHR);
    executables.pipelineExecutableInfo = VK_TRUE;

    features12.hostQueryReset = offered12.hostQueryReset;
    features12.drawIndirectCount = offered12.drawIndirectCount;
    const vkscan::DeviceSupport support =
        vkscan::queryDeviceSupport(instance.handle(), physicalDevice, vkGetInstanceProcAddr);
    if (const char* missing = support.mergeInto(&features))
        throw std::logic_error(std::string("no structure has the feature ") + missing);
    if (support.subgroupSizeControl.subgroupSizeControl == VK_FALSE)
        halves.pNext = nullptr; // the device may not know the next structure
    if (support.extension != nullptr)
        extensions.push_back(support.extension);
    if (!options.optionalFeatures) {
        features.features.shaderFloat64 = VK_FALSE;
        features.features.shaderStorageImageWriteWithoutFormat = VK_FALSE;
        features.features.shaderStorageImageExtendedFormats = VK_FALSE;
        features12.shaderBufferInt64Atomics = VK_FALSE;
    }

    const float priority = 1.0F;
    auto queueInfo = structure<VkDeviceQueueCreateInfo>(VK_STRUCTURE_TYPE_DEVICE_QUEUE_CREATE_INFO);
    queueInfo.queueFamilyIndex = queueFamily;
    queueInfo.queueCount = 1;
    queueInfo.pQueuePriorities = &priority;
    VkDeviceQueueCreateInfo queueInfos[] = {queueInfo, queueInfo};
    queueInfos[1].queueFamilyIndex = asyncQueueFamily;
    executables.pNext = &features;
    const bool tellsExecutables = hasExtension(kExecutableProperties);
    void* chain = tellsExecutables ? static_cast<void*>(&executables) : &features;
    if (options.features != nullptr) {
        VkBaseOutStructure* tail = options.features;
        while (tail->pNext != nullptr)
            tail = tail->pNext;
        tail->pNext = static_cast<VkBaseOutStructure*>(std::exchange(chain, options.features));
    }
    auto info = structure<VkDeviceCreateInfo>(VK_STRUCTURE_TYPE_DEVICE_CREATE_INFO, chain);
    info.queueCreateInfoCount = asyncQueueFamily != queueFamily ? 2 : 1;
    info.pQueueCreateInfos = queueInfos;
    info.enabledExtensionCount = static_cast<uint32_t>(extensions.size());
    info.ppEnabledExtensionNames = extensions.data();
    owner.vk = &vk;
    check(vkCreateDevice(physicalDevice, &info, nullptr, &owner.device), "vkCreateDevice");
    volkLoadDeviceTable(&vk, owner.device);
    vk.vkGetDeviceQueue(owner.device, queueFamily, 0, &queue);
    vk.vkGetDeviceQueue(owner.device, asyncQueueFamily, 0, &asyncQueue);

    auto poolInfo = structure<VkCommandPoolCreateInfo>(VK_STRUCTURE_TYPE_COMMAND_POOL_CREATE_INFO);
    poolInfo.flags = VK_COMMAND_POOL_CREATE_RESET_COMMAND_BUFFER_BIT;
    poolInfo.queueFamilyIndex = queueFamily;
    check(vk.vkCreateCommandPool(owner.device, &poolInfo, nullptr, &owner.commandPool), "vkCreateCommandPool");
    const auto cacheInfo = structure<VkPipelineCacheCreateInfo>(VK_STRUCTURE_TYPE_PIPELINE_CACHE_CREATE_INFO);
    check(vk.vkCreatePipelineCache(owner.device, &cacheInfo, nullptr, &owner.pipelineCache), "vkCreatePipelineCache");
    if (options.onlyCompiles)
        return;
    const auto fenceInfo = structure<VkFenceCreateInfo>(VK_STRUCTURE_TYPE_FENCE_CREATE_INFO);
    check(vk.vkCreateFence(owner.device, &fenceInfo, nullptr, &owner.fence), "vkCreateFence");
}

Device::Impl::Owner::~Owner()
{
    if (device != VK_NULL_HANDLE) {
        if (fence != VK_NULL_HANDLE)
            vk->vkDeviceWaitIdle(device);
        vk->vkDestroyFence(device, fence, nullptr);
        vk->vkDestroyPipelineCache(device, pipelineCache, nullptr);
        vk->vkDestroyCommandPool(device, commandPool, nullptr);
        vk->vkDestroyDevice(device, nullptr);
    }
}

bool Device::Impl::hasExtension(std::string_view name) const noexcept
{
    return std::any_of(extensions.begin(), extensions.end(), [name](const char* other) { return name == other; });
}

Device::Device(const DeviceOptions& options) : m_impl(std::make_unique<Impl>(options)) {}
Device::Device(Device&&) noexcept = default;
Device& Device::operator=(Device&&) noexcept = default;
Device::~Device() = default;

VkInstance Device::instance() const noexcept
{
    return m_impl->instance.handle();
}
VkPhysicalDevice Device::physicalDevice() const noexcept
{
    return m_impl->physicalDevice;
}
VkDevice Device::handle() const noexcept
{
    return m_impl->owner.device;
}
VkQueue Device::queue() const noexcept
{
    return m_impl->queue;
}
std::mutex& Device::queueMutex() const noexcept
{
    return m_impl->queueMutex;
}
uint32_t Device::queueFamily() const noexcept
{
    return m_impl->queueFamily;
}
VkQueue Device::asyncQueue() const noexcept
{
    return m_impl->asyncQueue;
}
uint32_t Device::asyncQueueFamily() const noexcept
{
    return m_impl->asyncQueueFamily;
}
VkCommandPool Device::commandPool() const noexcept
{
    return m_impl->owner.commandPool;
}
const VolkDeviceTable& Device::vk() const noexcept
{
    return m_impl->vk;
}
const VkPhysicalDeviceProperties& Device::properties() const noexcept
{
    return m_impl->properties.core;
}
const VkPhysicalDeviceDriverProperties& Device::driver() const noexcept
{
    return m_impl->properties.driver;
}
const VkPhysicalDeviceMemoryProperties& Device::memoryProperties() const noexcept
{
    return m_impl->memory;
}
const VkPhysicalDeviceFeatures& Device::features() const noexcept
{
    return m_impl->features.features;
}
const VkPhysicalDeviceVulkan12Features& Device::features12() const noexcept
{
    return m_impl->features12;
}
bool Device::hasHalfStorage() const noexcept
{
    return m_impl->halves.storageBuffer16BitAccess != VK_FALSE;
}
bool Device::hasExtension(std::string_view name) const noexcept
{
    return m_impl->hasExtension(name);
}
bool Device::hasTimestamps() const noexcept
{
    return m_impl->timestampBits != 0;
}
unsigned Device::validationMessageCount() const noexcept
{
    return m_impl->instance.messageCount();
}

vkscan::ContextDesc Device::contextDesc() const noexcept
{
    vkscan::ContextDesc desc;
    desc.instance = instance();
    desc.physicalDevice = physicalDevice();
    desc.device = handle();
    desc.getInstanceProcAddr = vkGetInstanceProcAddr;
    desc.getDeviceProcAddr = vkGetDeviceProcAddr;
    desc.pipelineCache = m_impl->owner.pipelineCache;
    desc.features = &m_impl->features;
    desc.takeAsUnlisted = m_impl->takeAsUnlisted;
    desc.pushDescriptorEnabled = hasExtension(VK_KHR_PUSH_DESCRIPTOR_EXTENSION_NAME);
    return desc;
}

void Device::run(const Record& record)
{
    auto allocateInfo = structure<VkCommandBufferAllocateInfo>(VK_STRUCTURE_TYPE_COMMAND_BUFFER_ALLOCATE_INFO);
    allocateInfo.commandPool = commandPool();
    allocateInfo.level = VK_COMMAND_BUFFER_LEVEL_PRIMARY;
    allocateInfo.commandBufferCount = 1;
    VkCommandBuffer commandBuffer = VK_NULL_HANDLE;
    check(vk().vkAllocateCommandBuffers(handle(), &allocateInfo, &commandBuffer), "vkAllocateCommandBuffers");
    const auto release = [this](VkCommandBuffer* used) { vk().vkFreeCommandBuffers(handle(), commandPool(), 1, used); };
    const std::unique_ptr<VkCommandBuffer, decltype(release)> owned(&commandBuffer, release);

    auto beginInfo = structure<VkCommandBufferBeginInfo>(VK_STRUCTURE_TYPE_COMMAND_BUFFER_BEGIN_INFO);
    beginInfo.flags = VK_COMMAND_BUFFER_USAGE_ONE_TIME_SUBMIT_BIT;
    check(vk().vkBeginCommandBuffer(commandBuffer, &beginInfo), "vkBeginCommandBuffer");
    orderBehindEverything(vk(), commandBuffer);
    record(commandBuffer);
    barrier(vk(), commandBuffer, VK_PIPELINE_STAGE_HOST_BIT, VK_ACCESS_HOST_READ_BIT);
    check(vk().vkEndCommandBuffer(commandBuffer), "vkEndCommandBuffer");

    const VkFence fence = m_impl->owner.fence;
    auto submit = structure<VkSubmitInfo>(VK_STRUCTURE_TYPE_SUBMIT_INFO);
    submit.commandBufferCount = 1;
    submit.pCommandBuffers = &commandBuffer;
    check(vk().vkResetFences(handle(), 1, &fence), "vkResetFences");
    {
        const std::lock_guard lock(queueMutex());
        check(vk().vkQueueSubmit(queue(), 1, &submit, fence), "vkQueueSubmit");
    }
    check(vk().vkWaitForFences(handle(), 1, &fence, VK_TRUE, UINT64_MAX), "vkWaitForFences");
}

std::vector<double> Device::timeMicroseconds(unsigned repeats, const Record& record)
{
    if (!hasTimestamps()) {
        throw std::runtime_error("the Vulkan device's queue has no timestamps");
    }
    if (repeats == 0) {
        return {};
    }
    auto poolInfo = structure<VkQueryPoolCreateInfo>(VK_STRUCTURE_TYPE_QUERY_POOL_CREATE_INFO);
    poolInfo.queryType = VK_QUERY_TYPE_TIMESTAMP;
    poolInfo.queryCount = 2 * repeats;
    VkQueryPool pool = VK_NULL_HANDLE;
    check(vk().vkCreateQueryPool(handle(), &poolInfo, nullptr, &pool), "vkCreateQueryPool");
    const auto release = [this](VkQueryPool* used) { vk().vkDestroyQueryPool(handle(), *used, nullptr); };
    const std::unique_ptr<VkQueryPool, decltype(release)> owned(&pool, release);

    run([&](VkCommandBuffer commandBuffer) {
        vk().vkCmdResetQueryPool(commandBuffer, pool, 0, poolInfo.queryCount);
        for (unsigned i = 0; i < repeats; ++i) {
            orderBehindEverything(vk(), commandBuffer);
            writeTimestamp(commandBuffer, pool, 2 * i);
            record(commandBuffer);
            writeTimestamp(commandBuffer, pool, 2 * i + 1);
        }
    });

    std::vector<uint64_t> ticks(poolInfo.queryCount);
    check(vk().vkGetQueryPoolResults(handle(), pool, 0, poolInfo.queryCount, ticks.size() * sizeof(uint64_t),
                                     ticks.data(), sizeof(uint64_t), VK_QUERY_RESULT_64_BIT | VK_QUERY_RESULT_WAIT_BIT),
          "vkGetQueryPoolResults");
    std::vector<double> durations(repeats);
    for (unsigned i = 0; i < repeats; ++i) {
        durations[i] = nanosecondsBetween(ticks[2 * i], ticks[2 * i + 1]) / 1000;
    }
    return durations;
}

void Device::writeTimestamp(VkCommandBuffer commandBuffer, VkQueryPool pool, uint32_t query) const
{
    // Top of pipe would not do: its time may be taken before earlier work has ended.
    vk().vkCmdWriteTimestamp(commandBuffer, VK_PIPELINE_STAGE_BOTTOM_OF_PIPE_BIT, pool, query);
    // lavapipe queues a timestamp like a draw and takes it when it next flushes draws, which may be after subsequent
    // dispatches. Any barrier flushes; one that orders nothing hides no missing barrier from the validation layer.
    if (isCpu()) {
        vk().vkCmdPipelineBarrier(commandBuffer, VK_PIPELINE_STAGE_TOP_OF_PIPE_BIT,
                                  VK_PIPELINE_STAGE_BOTTOM_OF_PIPE_BIT, 0, 0, nullptr, 0, nullptr, 0, nullptr);
    }
}

double Device::nanosecondsBetween(uint64_t first, uint64_t second) const
{
    // The bits above the valid ones are undefined.
    const uint64_t mask = UINT64_MAX >> (64 - m_impl->timestampBits);
    return static_cast<double>((second - first) & mask) * static_cast<double>(properties().limits.timestampPeriod);
}

} // namespace gpu
