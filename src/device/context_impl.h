#ifndef VKSCAN_DEVICE_CONTEXT_IMPL_H
#define VKSCAN_DEVICE_CONTEXT_IMPL_H

#include "device/capabilities.h"
#include "device/device_features.h"
#include "device/functions.h"
#include "device/shared_lists.h"

#include <vkscan/context.h>

#include <atomic>
#include <utility>

namespace vkscan {

inline constexpr uint32_t kPushConstantBytes = 128; // bytes for every pipeline

struct Context::Impl {
    VkPhysicalDevice physicalDevice = VK_NULL_HANDLE;
    VkDevice device = VK_NULL_HANDLE;
    VkPipelineCache pipelineCache = VK_NULL_HANDLE;
    VkAllocationCallbacks allocationCallbacks = {};
    bool hasAllocationCallbacks = false;
    InstanceFunctions instanceVk;
    DeviceFunctions vk;
    Capabilities capabilities;
    bool plansOnly = false;                           // all device functions are null
    VkPipelineLayout pipelineLayout = VK_NULL_HANDLE; // only push constants; null with plansOnly or descriptor heaps
    mutable PipelineList pipelines;                   // live operations' pipelines
    mutable ModuleList modules;                       // modules that operations have needed

    Impl() = default;
    Impl(const Impl&) = delete;
    Impl& operator=(const Impl&) = delete;
    ~Impl();

    // Keeps the features that the device offers and the host enabled.
    [[nodiscard]] Status enableFeatures(const FeatureSet& offered, const VkPhysicalDeviceFeatures2* chain) noexcept;

    // Loads the device's functions and creates the objects that all operations share.
    [[nodiscard]] Status prepareDevice(const ContextDesc& desc) noexcept;

    // A layout with push constants and, unless it is null, one descriptor set.
    [[nodiscard]] Status createPipelineLayout(VkDescriptorSetLayout setLayout, VkPipelineLayout* layout) const noexcept;

    [[nodiscard]] const VkAllocationCallbacks* allocator() const noexcept
    {
        return hasAllocationCallbacks ? &allocationCallbacks : nullptr;
    }

    // The context and its operations share ownership.
    static void retain(const Impl* impl) noexcept
    {
        if (impl != nullptr)
            impl->m_owners.fetch_add(1, std::memory_order_relaxed);
    }
    static void release(const Impl* impl) noexcept
    {
        if (impl != nullptr && impl->m_owners.fetch_sub(1, std::memory_order_acq_rel) == 1)
            delete impl;
    }

private:
    mutable std::atomic<uint32_t> m_owners = 1;
};

// A reference that keeps an operation's context alive.
class SharedContext {
public:
    SharedContext() noexcept = default;
    explicit SharedContext(const Context::Impl* impl) noexcept : m_impl(impl) { Context::Impl::retain(impl); }
    SharedContext(SharedContext&& other) noexcept : m_impl(std::exchange(other.m_impl, nullptr)) {}
    SharedContext& operator=(SharedContext&& other) noexcept
    {
        std::swap(m_impl, other.m_impl);
        return *this;
    }
    SharedContext(const SharedContext&) = delete;
    SharedContext& operator=(const SharedContext&) = delete;
    ~SharedContext() { Context::Impl::release(m_impl); }

    [[nodiscard]] const Context::Impl* operator->() const noexcept { return m_impl; }
    [[nodiscard]] const Context::Impl& operator*() const noexcept { return *m_impl; }

private:
    const Context::Impl* m_impl = nullptr;
};

} // namespace vkscan

#endif
