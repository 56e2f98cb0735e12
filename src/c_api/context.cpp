#include "c_api/c_api.h"

#include <vkscan/custom.h>
#include <vkscan/radix_sort.h>
#include <vkscan/reduce.h>
#include <vkscan/scan.h>
#include <vkscan/select.h>
#include <vkscan/status.h>
#include <vkscan/summed_area_table.h>
#include <vkscan/types.h>
#include <vkscan/version.h>

using namespace vkscan;
using namespace vkscan::c_api;

template <class C, class Cxx>
static constexpr bool isValue(C value, Cxx expected)
{
    return static_cast<int>(value) == static_cast<int>(expected);
}
static_assert(isValue(VKSCAN_RULE_OUT_OF_HOST_MEMORY, Rule::OutOfHostMemory) &&
              isValue(VKSCAN_RULE_OUT_OF_DEVICE_MEMORY, Rule::OutOfDeviceMemory) &&
              isValue(VKSCAN_RULE_CREATION_FAILED, Rule::CreationFailed) &&
              isValue(VKSCAN_RULE_UNSUPPORTED, Rule::Unsupported) &&
              isValue(VKSCAN_RULE_NEEDS_FORWARD_PROGRESS, Rule::NeedsForwardProgress));
// The last of each enumeration, and strategies one by one: C has none of those behind.
static_assert(isValue(VKSCAN_TYPE_U16, ElementType::U16) && isValue(VKSCAN_STORED_F16, StoredType::F16) &&
              isValue(VKSCAN_OP_XOR, Op::Xor) && isValue(VKSCAN_KIND_EXCLUSIVE, Kind::Exclusive) &&
              isValue(VKSCAN_DIRECTION_BACKWARD, Direction::Backward) &&
              isValue(VKSCAN_STRATEGY_SINGLE_WORKGROUP, Strategy::SingleWorkgroup) &&
              isValue(VKSCAN_STRATEGY_FLAT_SUM, Strategy::FlatSum) && isValue(VKSCAN_STRATEGY_SPINE, Strategy::Spine) &&
              isValue(VKSCAN_STRATEGY_REDUCE_THEN_SCAN, Strategy::ReduceThenScan) &&
              isValue(VKSCAN_STRATEGY_SPINE_WITH_FALLBACK, Strategy::SpineWithFallback) &&
              isValue(VKSCAN_CONDITION_GREATER_EQUAL, Condition::GreaterEqual) &&
              isValue(VKSCAN_RESOURCE_STORAGE_IMAGE, Resource::StorageImage) &&
              isValue(VKSCAN_ACCUMULATION_F64, Accumulation::F64) && isValue(VKSCAN_BIAS_MEAN, Bias::Mean) &&
              isValue(VKSCAN_LAYOUT_ZERO_BORDER, TableLayout::ZeroBorder) &&
              isValue(VKSCAN_SCRATCH_GAVE_UP_AND_NOT_A_MONOID, ScratchStatus::GaveUpAndNotAMonoid));
static_assert(VKSCAN_SCRATCH_STATUS_OFFSET == kScratchStatusOffset && VKSCAN_NO_INDEX == kNoIndex);

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
    const DeviceSupport its = queryDeviceSupport(instance, physicalDevice, getInstanceProcAddr);
    if (support == nullptr)
        return;
    VkscanDeviceSupport known = {};
    known.supported = its.supported ? VK_TRUE : VK_FALSE;
    known.reason = its.reason;
    known.extension = its.extension;
    known.features = its.features;
    known.features12 = its.features12;
    known.subgroupSizeControl = its.subgroupSizeControl;
    known.needsSubgroupSizeControl = its.needsSubgroupSizeControl ? VK_TRUE : VK_FALSE;
    write(known, support);
}

const char* vkscanMergeFeatures(const VkscanDeviceSupport* support, VkPhysicalDeviceFeatures2* chain)
{
    VkscanDeviceSupport known = {};
    if (const Status status = read(support, &known); status != Status::Success)
        return toString(status);
    DeviceSupport its;
    its.supported = known.supported != VK_FALSE;
    its.reason = known.reason;
    its.extension = known.extension;
    its.features = known.features;
    its.features12 = known.features12;
    its.subgroupSizeControl = known.subgroupSizeControl;
    its.needsSubgroupSizeControl = known.needsSubgroupSizeControl != VK_FALSE;
    return its.mergeInto(chain);
}

VkscanStatus vkscanCreateContext(const VkscanContextDesc* desc, VkscanContext** context)
{
    VkscanContextDesc known;
    if (const Status status = read(desc, &known); status != Status::Success)
        return toC(status);
    if (context == nullptr)
        return toC({Argument::OutputPointer, Rule::Null});
    ContextDesc its;
    its.instance = known.instance;
    its.physicalDevice = known.physicalDevice;
    its.device = known.device;
    its.getInstanceProcAddr = known.getInstanceProcAddr;
    its.getDeviceProcAddr = known.getDeviceProcAddr;
    its.features = known.features;
    its.pipelineCache = known.pipelineCache;
    its.allocationCallbacks = known.allocationCallbacks;
    its.pushDescriptorEnabled = known.pushDescriptorEnabled != VK_FALSE;
    its.descriptorHeaps = known.descriptorHeaps != VK_FALSE;
    its.takeAsUnlisted = known.takeAsUnlisted != VK_FALSE;
    its.debugLabels = known.debugLabels != VK_FALSE;
    its.plansOnly = known.plansOnly != VK_FALSE;
    std::unique_ptr<VkscanContext> created(new (std::nothrow) VkscanContext);
    if (created == nullptr)
        return toC(kOutOfMemory);
    const Status status = Context::create(its, &created->context);
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

VkDeviceSize vkscanScratchSize(const VkscanOperation* operation, uint64_t maxCount)
{
    return operation != nullptr && operation->array != nullptr ? operation->array->scratchSize(maxCount) : 0;
}

uint64_t vkscanMaxCount(const VkscanOperation* operation)
{
    return operation != nullptr && operation->array != nullptr ? operation->array->maxCount() : 0;
}

VkscanStrategy vkscanStrategyFor(const VkscanOperation* operation, uint64_t count)
{
    return operation != nullptr && operation->array != nullptr
               ? static_cast<VkscanStrategy>(operation->array->strategyFor(count))
               : VKSCAN_STRATEGY_AUTO;
}
