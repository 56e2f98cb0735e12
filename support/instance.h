// The part of gpu.h that does not need a device.
#ifndef VKSCAN_SUPPORT_INSTANCE_H
#define VKSCAN_SUPPORT_INSTANCE_H

#include "gpu.h"

#include <atomic>

namespace gpu {

class Instance {
public:
    explicit Instance(bool validation, std::span<const char* const> extensions = {});
    Instance(const Instance&) = delete;
    Instance& operator=(const Instance&) = delete;
    ~Instance();

    [[nodiscard]] VkInstance handle() const noexcept { return m_handle; }
    [[nodiscard]] unsigned messageCount() const noexcept { return m_messageCount; }

    // Throws if there are none.
    [[nodiscard]] std::vector<VkPhysicalDevice> physicalDevices() const;

private:
    VkInstance m_handle = VK_NULL_HANDLE;
    VkDebugUtilsMessengerEXT m_messenger = VK_NULL_HANDLE;
    std::atomic<unsigned> m_messageCount = 0;
};

struct DeviceProperties {
    VkPhysicalDeviceProperties core = {};
    VkPhysicalDeviceDriverProperties driver = {};
};

DeviceProperties queryProperties(VkPhysicalDevice physicalDevice);

// Chooses by DeviceOptions::device; throws if that names no device or one that vkscan does not support.
VkPhysicalDevice chooseDevice(const Instance& instance, std::string wanted);

} // namespace gpu

#endif
