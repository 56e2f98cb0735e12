#include "c_api/c_api.h"

using namespace vkscan;
using namespace vkscan::c_api;

static const Dispatch* dispatchOf(const VkscanPlan* plan, uint32_t index) noexcept
{
    return plan != nullptr && index < plan->list.count ? &plan->list.items[index] : nullptr;
}

uint32_t vkscanKernelCount(const VkscanOperation* operation)
{
    return operation != nullptr ? operation->operation->kernels().count : 0;
}

void vkscanGetKernel(const VkscanOperation* operation, uint32_t index, VkscanKernel* kernel)
{
    VkscanKernel known = {};
    if (index < vkscanKernelCount(operation)) {
        const Kernel& source = operation->operation->kernels().items[index];
        known.constantCount = source.constantCount;
        known.name = source.name;
        known.code = source.code;
        known.codeBytes = source.codeBytes;
        known.entryPoint = source.entryPoint;
        known.constants = source.constants;
        std::copy(std::begin(source.workgroupSize), std::end(source.workgroupSize), known.workgroupSize);
        known.pushConstantBytes = source.pushConstantBytes;
        known.requiresFullSubgroups = source.requiresFullSubgroups ? VK_TRUE : VK_FALSE;
        known.requiredSubgroupSize = source.requiredSubgroupSize;
    }
    if (kernel != nullptr)
        write(known, kernel);
}

VkscanStatus vkscanCreatePlan(VkscanPlan** plan)
{
    if (plan == nullptr)
        return toC({Argument::OutputPointer, Rule::Null});
    auto* const created = new (std::nothrow) VkscanPlan;
    if (created == nullptr)
        return toC(kOutOfMemory);
    *plan = created;
    return VKSCAN_SUCCESS;
}

void vkscanDestroyPlan(VkscanPlan* plan)
{
    delete plan;
}

uint32_t vkscanDispatchCount(const VkscanPlan* plan)
{
    return plan != nullptr ? plan->list.count : 0;
}

void vkscanGetDispatch(const VkscanPlan* plan, uint32_t index, VkscanDispatch* dispatch)
{
    VkscanDispatch known = {};
    if (const Dispatch* const source = dispatchOf(plan, index)) {
        known.kernel = source->kernel;
        known.barrierBefore = source->barrierBefore ? VK_TRUE : VK_FALSE;
        std::copy(std::begin(source->groupCount), std::end(source->groupCount), known.groupCount);
        known.pushConstants = source->pushConstants;
        known.pushConstantBytes = source->pushConstantBytes;
        known.accessCount = source->accessCount;
    }
    if (dispatch != nullptr)
        write(known, dispatch);
}

void vkscanGetAccess(const VkscanPlan* plan, uint32_t dispatch, uint32_t access, VkscanBufferRange* range,
                     VkBool32* write)
{
    const Dispatch* const source = dispatchOf(plan, dispatch);
    const Access found = source != nullptr && access < source->accessCount ? source->accesses[access] : Access();
    if (range != nullptr)
        *range = {found.range.address, found.range.size};
    if (write != nullptr)
        *write = found.write ? VK_TRUE : VK_FALSE;
}
