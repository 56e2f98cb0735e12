#include "context_impl.h"

#include "abi.h"
#include "device_support.h"
#include "result.h"

#include <memory>
#include <new>
#include <utility>

namespace vkscan {

Context::Impl::~Impl()
{
    if (pipelineLayout != VK_NULL_HANDLE)
        vk.destroyPipelineLayout(device, pipelineLayout, allocator());
}

Context::Context(Context&& other) noexcept : m_impl(std::exchange(other.m_impl, nullptr)) {}

Context& Context::operator=(Context&& other) noexcept
{
    std::swap(m_impl, other.m_impl);
    return *this;
}

Context::~Context()
{
    delete m_impl;
}

Status Context::create(const ContextDesc& desc, Context* context) noexcept
{
    if (context == nullptr)
        return Status::OutputPointerNull;
    if (desc.instance == VK_NULL_HANDLE)
        return Status::InstanceNull;
    if (desc.physicalDevice == VK_NULL_HANDLE)
        return Status::PhysicalDeviceNull;
    if (desc.device == VK_NULL_HANDLE)
        return Status::DeviceNull;
    if (desc.getInstanceProcAddr == nullptr || desc.getDeviceProcAddr == nullptr)
        return Status::ProcAddrNull;

    const DeviceQuery query = queryDevice(desc.instance, desc.physicalDevice, desc.getInstanceProcAddr);
    if (!query.support.supported)
        return Status::DeviceUnsupported;

    std::unique_ptr<Impl> impl(new (std::nothrow) Impl);
    if (impl == nullptr)
        return Status::OutOfHostMemory;
    if (!impl->vk.load(desc.device, desc.getDeviceProcAddr))
        return Status::FunctionMissing;
    impl->device = desc.device;
    impl->pipelineCache = desc.pipelineCache;
    impl->hasAllocationCallbacks = desc.allocationCallbacks != nullptr;
    if (desc.allocationCallbacks != nullptr)
        impl->allocationCallbacks = *desc.allocationCallbacks;
    impl->capabilities = query.capabilities;
    impl->capabilities.float64 &= desc.shaderFloat64Enabled;
    impl->capabilities.bufferInt64Atomics &= desc.shaderBufferInt64AtomicsEnabled;

    VkPushConstantRange pushRange = {};
    pushRange.stageFlags = VK_SHADER_STAGE_COMPUTE_BIT;
    pushRange.size = sizeof(abi::ScanPush);
    VkPipelineLayoutCreateInfo layoutInfo = {};
    layoutInfo.sType = VK_STRUCTURE_TYPE_PIPELINE_LAYOUT_CREATE_INFO;
    layoutInfo.pushConstantRangeCount = 1;
    layoutInfo.pPushConstantRanges = &pushRange;
    const VkResult result =
        impl->vk.createPipelineLayout(desc.device, &layoutInfo, impl->allocator(), &impl->pipelineLayout);
    if (result != VK_SUCCESS)
        return statusOf(result);

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
