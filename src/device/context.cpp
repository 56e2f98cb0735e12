#include "device/context_impl.h"

#include "device/device_support.h"

#include <memory>
#include <new>
#include <utility>

namespace vkscan {

Context::Impl::~Impl()
{
    if (pipelineLayout != VK_NULL_HANDLE)
        vk.destroyPipelineLayout(device, pipelineLayout, allocator());
}

Status Context::Impl::enableFeatures(const FeatureSet& offered, const VkPhysicalDeviceFeatures2* chain) noexcept
{
    FeatureSet enabled;
    if (chain != nullptr) {
        enabled = featuresIn(*chain);
        for (const Feature feature : {Feature::ShaderInt64, Feature::BufferDeviceAddress, Feature::VulkanMemoryModel,
                                      Feature::VulkanMemoryModelDeviceScope})
            if (!enabled.has(feature))
                return {Argument::Features, Rule::Missing};
    }
    const auto has = [&](Feature feature) { return offered.has(feature) && enabled.has(feature); };
    capabilities.float64 = has(Feature::ShaderFloat64);
    capabilities.bufferInt64Atomics = has(Feature::BufferInt64Atomics);
    capabilities.smallStorage = has(Feature::StorageBuffer8BitAccess) && has(Feature::StorageBuffer16BitAccess);
    capabilities.storageImageWrite = has(Feature::StorageImageWriteWithoutFormat);
    capabilities.storageImageExtendedFormats = has(Feature::StorageImageExtendedFormats);
    capabilities.fullSubgroups = has(Feature::ComputeFullSubgroups);
    const bool keepsSize = has(Feature::SubgroupSizeControl) && capabilities.fullSubgroups;
    return capabilities.subgroupSizeVaries && !keepsSize ? Status(Argument::Features, Rule::Unsupported)
                                                         : Status::Success;
}

Status Context::Impl::prepareDevice(const ContextDesc& desc) noexcept
{
    if (!vk.load(desc.device, desc.getDeviceProcAddr))
        return {Argument::ProcAddr, Rule::Missing};
    if (desc.pushDescriptorEnabled && !vk.loadPushDescriptor(desc.device, desc.getDeviceProcAddr))
        return {Argument::PushDescriptorEnabled, Rule::Unsupported};
    if (desc.descriptorHeaps && !vk.loadPushData(desc.device, desc.getDeviceProcAddr))
        return {Argument::DescriptorHeaps, Rule::Unsupported};
    if (desc.debugLabels &&
        !vk.loadDebugLabels(desc.instance, desc.getInstanceProcAddr, desc.device, desc.getDeviceProcAddr))
        return {Argument::DebugLabels, Rule::Unsupported};
    return desc.descriptorHeaps ? Status::Success : createPipelineLayout(VK_NULL_HANDLE, &pipelineLayout);
}

Status Context::Impl::createPipelineLayout(VkDescriptorSetLayout setLayout, VkPipelineLayout* layout) const noexcept
{
    VkPushConstantRange pushRange = {};
    pushRange.stageFlags = VK_SHADER_STAGE_COMPUTE_BIT;
    pushRange.size = kPushConstantBytes;
    VkPipelineLayoutCreateInfo layoutInfo = {};
    layoutInfo.sType = VK_STRUCTURE_TYPE_PIPELINE_LAYOUT_CREATE_INFO;
    layoutInfo.setLayoutCount = setLayout != VK_NULL_HANDLE ? 1 : 0;
    layoutInfo.pSetLayouts = &setLayout;
    layoutInfo.pushConstantRangeCount = 1;
    layoutInfo.pPushConstantRanges = &pushRange;
    return statusOf(vk.createPipelineLayout(device, &layoutInfo, allocator(), layout), layout);
}

Context::Context(Context&& other) noexcept : m_impl(std::exchange(other.m_impl, nullptr)) {}

Context& Context::operator=(Context&& other) noexcept
{
    std::swap(m_impl, other.m_impl);
    return *this;
}

Context::~Context()
{
    Impl::release(m_impl);
}

Status Context::create(const ContextDesc& desc, Context* context) noexcept
{
    if (context == nullptr)
        return {Argument::OutputPointer, Rule::Null};
    if (desc.instance == VK_NULL_HANDLE)
        return {Argument::Instance, Rule::Null};
    if (desc.physicalDevice == VK_NULL_HANDLE)
        return {Argument::PhysicalDevice, Rule::Null};
    if (desc.device == VK_NULL_HANDLE && !desc.plansOnly)
        return {Argument::Device, Rule::Null};
    if (desc.getInstanceProcAddr == nullptr || (desc.getDeviceProcAddr == nullptr && !desc.plansOnly))
        return {Argument::ProcAddr, Rule::Null};

    const DeviceQuery query = queryDevice(desc.instance, desc.physicalDevice, desc.getInstanceProcAddr);
    if (!query.support.supported)
        return {Argument::PhysicalDevice, Rule::Unsupported};

    std::unique_ptr<Impl> impl(new (std::nothrow) Impl);
    if (impl == nullptr)
        return {Argument::None, Rule::OutOfHostMemory};
    if (impl->instanceVk.load(desc.instance, desc.getInstanceProcAddr) != nullptr)
        return {Argument::ProcAddr, Rule::Missing};
    impl->physicalDevice = desc.physicalDevice;
    impl->device = desc.device;
    impl->pipelineCache = desc.pipelineCache;
    impl->hasAllocationCallbacks = desc.allocationCallbacks != nullptr;
    if (desc.allocationCallbacks != nullptr)
        impl->allocationCallbacks = *desc.allocationCallbacks;
    impl->capabilities = query.capabilities;
    impl->capabilities.forwardProgress &= !desc.takeAsUnlisted;
    const Status enabled = impl->enableFeatures(query.features, desc.features);
    if (enabled != Status::Success)
        return enabled;
    if (desc.descriptorHeaps && impl->capabilities.imageDescriptorAlignment == 0)
        return {Argument::DescriptorHeaps, Rule::Unsupported};
    impl->capabilities.descriptorHeaps = desc.descriptorHeaps;
    impl->capabilities.pushDescriptor = desc.pushDescriptorEnabled && !desc.descriptorHeaps;

    impl->plansOnly = desc.plansOnly;
    const Status status = desc.plansOnly ? Status::Success : impl->prepareDevice(desc);
    if (status != Status::Success)
        return status;

    Context created;
    created.m_impl = impl.release();
    *context = std::move(created);
    return Status::Success;
}

bool Context::hasForwardProgress() const noexcept
{
    return m_impl != nullptr && m_impl->capabilities.forwardProgress;
}

} // namespace vkscan
