#include "operations/compact.h"

#include "schedule/array_operation.h"
#include "schedule/scan_pipelines.h"

namespace vkscan {

Status compactModel(const CompactDesc& desc, const Tuning& tuning, const Capabilities& capabilities,
                    ScanModel* model) noexcept
{
    return predicateModel(desc, 1, tuning, capabilities, model);
}

Status planCompact(const Schedule& schedule, const CompactArgs& args, Plan* plan) noexcept
{
    const Status checked = checkOperand(schedule, args.operand);
    return checked == Status::Success ? planSelection(schedule, selectionArgsOf(args), plan) : checked;
}

namespace {

constexpr ArrayRules kRules = {"Compact", maxSelectionCount, selectionScratchSize, true};
constexpr const KernelFamily* kFamilies[] = {&families::select};

} // namespace

Status createTuned(const Context& context, const CompactDesc& desc, const Tuning& tuning, Compact* compact) noexcept
{
    const auto prepare = [&](const Capabilities& capabilities, ScanModel* model) {
        return compactModel(desc, tuning, capabilities, model);
    };
    const auto compile = [&](const Context::Impl& owner, const Schedule& schedule, Pipelines* pipelines) {
        return createScanPipelines(owner, schedule, abi::kOpAdd, kFamilies, usesSelectionStage, pipelines);
    };
    return createOperation(context, kRules, desc.maxCount, prepare, compile, compact);
}

Status Compact::create(const Context& context, const CompactDesc& desc, Compact* compact) noexcept
{
    return createTuned(context, desc, tuningFor(context), compact);
}

Status Compact::plan(const CompactArgs& args, DispatchList* list) const noexcept
{
    return planOperation(m_impl, args, list, planCompact);
}

Status Compact::record(VkCommandBuffer commandBuffer, const CompactArgs& args) const noexcept
{
    return recordOperation(m_impl, commandBuffer, args, planCompact);
}

} // namespace vkscan
