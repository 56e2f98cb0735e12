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
        const Kernel& its = operation->operation->kernels().items[index];
        known.constantCount = its.constantCount;
        known.name = its.name;
        known.code = its.code;
        known.codeBytes = its.codeBytes;
        known.entryPoint = its.entryPoint;
        known.constants = its.constants;
        std::copy(std::begin(its.workgroupSize), std::end(its.workgroupSize), known.workgroupSize);
        known.pushConstantBytes = its.pushConstantBytes;
        known.requiresFullSubgroups = its.requiresFullSubgroups ? VK_TRUE : VK_FALSE;
        known.requiredSubgroupSize = its.requiredSubgroupSize;
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
    if (const Dispatch* const its = dispatchOf(plan, index)) {
        known.kernel = its->kernel;
        known.barrierBefore = its->barrierBefore ? VK_TRUE : VK_FALSE;
        std::copy(std::begin(its->groupCount), std::end(its->groupCount), known.groupCount);
        known.pushConstants = its->pushConstants;
        known.pushConstantBytes = its->pushConstantBytes;
        known.accessCount = its->accessCount;
    }
    if (dispatch != nullptr)
        write(known, dispatch);
}

void vkscanGetAccess(const VkscanPlan* plan, uint32_t dispatch, uint32_t access, VkscanBufferRange* range,
                     VkBool32* write)
{
    const Dispatch* const its = dispatchOf(plan, dispatch);
    const Access found = its != nullptr && access < its->accessCount ? its->accesses[access] : Access();
    if (range != nullptr)
        *range = {found.range.address, found.range.size};
    if (write != nullptr)
        *write = found.write ? VK_TRUE : VK_FALSE;
}
