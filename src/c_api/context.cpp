#include "c_api/c_api.h"

using namespace vkscan;
using namespace vkscan::c_api;

uint32_t vkscanVersion(void)
{
    return static_cast<uint32_t>(version());
}

const char* vkscanStatusSentence(VkscanStatus status)
{
    return toString(fromC(status));
}

const char* vkscanStatusArgument(VkscanStatus status)
{
    return toString(fromC(status).argument);
}

void vkscanQueryDeviceSupport(VkInstance instance, VkPhysicalDevice physicalDevice,
                              PFN_vkGetInstanceProcAddr getInstanceProcAddr, VkscanDeviceSupport* support)
{
    const DeviceSupport found = queryDeviceSupport(instance, physicalDevice, getInstanceProcAddr);
    if (support == nullptr)
        return;
    VkscanDeviceSupport known = {};
    Fields<DeviceSupport>::each([&](auto to, auto from) { known.*to = found.*from; });
    write(known, support);
}

const char* vkscanMergeFeatures(const VkscanDeviceSupport* support, VkPhysicalDeviceFeatures2* chain)
{
    DeviceSupport converted;
    Reading reading;
    read(support, &converted, &reading);
    return reading.status == Status::Success ? converted.mergeInto(chain) : toString(reading.status);
}

VkscanStatus vkscanCreateContext(const VkscanContextDesc* desc, VkscanContext** context)
{
    ContextDesc converted;
    Reading reading;
    read(desc, &converted, &reading);
    if (reading.status != Status::Success)
        return toC(reading.status);
    if (context == nullptr)
        return toC({Argument::OutputPointer, Rule::Null});
    std::unique_ptr<VkscanContext> created(new (std::nothrow) VkscanContext);
    if (created == nullptr)
        return toC(kOutOfMemory);
    const Status status = Context::create(converted, &created->context);
    if (status == Status::Success)
        *context = created.release();
    return toC(status);
}

void vkscanDestroyContext(VkscanContext* context)
{
    delete context;
}

VkBool32 vkscanHasForwardProgress(const VkscanContext* context)
{
    return context != nullptr && context->context.hasForwardProgress() ? VK_TRUE : VK_FALSE;
}

void vkscanDestroyOperation(VkscanOperation* operation)
{
    delete operation;
}
