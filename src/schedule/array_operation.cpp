#include "schedule/array_operation.h"

#include "study/network.h"
#include "study/study.h"

#include <algorithm>
#include <cstdio>
#include <cstring>
#include <iterator>
#include <new>

namespace vkscan {

namespace {

SpecConstants constantsOf(const Schedule& schedule, Stage stage, uint32_t operatorCode) noexcept
{
    const ScheduleDesc& desc = schedule.desc;
    const Tuning& tuning = schedule.tuning;
    const Geometry geometry = schedule[stage].geometry;
    SpecConstants constants;
    constants[abi::kIdWorkgroupSize] = geometry.workgroupSize;
    constants[abi::kIdRows] = geometry.rows;
    // Clearing a histogram is the same for all types.
    constants[abi::kIdType] = stage == Stage::HistogramClear ? 0 : static_cast<uint32_t>(desc.type);
    constants[abi::kIdOperator] = operatorCode;
    const bool ofAggregates = stage == Stage::ScanAggregates || stage == Stage::PropagateAggregates;
    constants[abi::kIdBackward] = desc.direction == Direction::Backward && !ofAggregates ? VK_TRUE : VK_FALSE;
    constants[abi::kIdWindow] = schedule[stage].window;
    constants[abi::kIdLeaveAlone] = schedule.capabilities.boundedLoops ? VK_FALSE : VK_TRUE;
    constants[abi::kIdPolls] = tuning.polls;
    constants[abi::kIdRounds] = tuning.rounds;
    constants[abi::kIdFallbacks] = desc.form == KernelForm::Network && schedule.capabilities.boundedLoops
                                       ? std::min(tuning.fallbacks, kBoundedNetworkTiles)
                                       : tuning.fallbacks;
    // A tile that others recompute may start when the run is over, so a look-back counts tickets.
    constants[abi::kIdInOrder] = tuning.inOrder && stage != Stage::LookBack ? VK_TRUE : VK_FALSE;
    if (stage == Stage::Spine)
        constants[abi::kIdSpineSubgroups] =
            std::min(geometry.spineSubgroups, geometry.workgroupSize / schedule.capabilities.subgroupSize);
    constants[abi::kIdSubgroupSize] = schedule.capabilities.subgroupSize;
    constants[abi::kIdOrder] = desc.order;
    constants[abi::kIdBlockVectors] = blockVectors(schedule, stage);
    constants[abi::kIdTupleSize] = desc.tupleSize;
    constants[abi::kIdTestHooks] = tuning.testHooks;
    constants[abi::kIdNetwork] = static_cast<uint32_t>(desc.network.network);
    constants[abi::kIdShuffles] = desc.network.shuffles ? VK_TRUE : VK_FALSE;
    constants[abi::kIdRadix] = desc.network.radix;
    constants[abi::kIdPadding] = desc.network.padding ? VK_TRUE : VK_FALSE;
    constants[abi::kIdVectorLoads] = desc.network.vectorLoads ? VK_TRUE : VK_FALSE;
    constants[abi::kIdSharedValues] = networkSharedValues(desc.network, desc.type, geometry.workgroupSize);
    for (uint32_t i = 0; i < desc.constants.count; ++i)
        constants[desc.constants.items[i].id] = desc.constants.items[i].value;
    if (ofAggregates || stage == Stage::CascadeCarries)
        constants[abi::kIdExclusive] = VK_TRUE;
    if (stage == Stage::TruncatedCarries)
        constants[abi::kIdExclusive] = VK_FALSE;
    return constants;
}

// Copies the modules of a user's kernels one behind the other. Null if there is no memory.
std::unique_ptr<uint32_t[]> copyCode(const CustomKernels& kernels) noexcept
{
    std::size_t words = 0;
    for (uint32_t i = 0; i < kernels.count; ++i)
        words += kernels.items[i].codeBytes / sizeof(uint32_t);
    std::unique_ptr<uint32_t[]> copy(new (std::nothrow) uint32_t[words]);
    uint32_t* end = copy.get();
    for (uint32_t i = 0; i < kernels.count && end != nullptr; ++i)
        end = std::copy_n(kernels.items[i].code, kernels.items[i].codeBytes / sizeof(uint32_t), end);
    return copy;
}

// The module of a stage in such a copy; null words if there is none.
KernelCode findCopy(const CustomKernels& kernels, const uint32_t* copy, Stage stage) noexcept
{
    for (uint32_t i = 0; i < kernels.count; ++i) {
        const CustomKernel& kernel = kernels.items[i];
        if (std::strcmp(kernel.name, infoOf(stage).kernel) == 0)
            return {copy, kernel.codeBytes};
        copy += kernel.codeBytes / sizeof(uint32_t);
    }
    return {};
}

} // namespace

Status ArrayImpl::compile(const OperationKernels& kernels) noexcept
{
    const ScheduleDesc& desc = schedule().desc;
    const auto wordOf = [](const char* word) { return word != nullptr ? word : ""; };
    const char* const type = isCustom(desc) ? "custom" : wordOf(kernels.type);
    const char* const op = isCustom(desc) ? "" : wordOf(kernels.op);
    std::snprintf(pipelines.operation, sizeof(pipelines.operation), "%s%s%s%s%s", kernels.name, *type != 0 ? " " : "",
                  type, *op != 0 ? " " : "", op);
    if (isCustom(desc) && (pipelines.ownCode = copyCode(kernels.custom)) == nullptr)
        return {Argument::None, Rule::OutOfHostMemory};
    const KernelFamily* all[8] = {};
    const KernelFamily** end = std::copy(kernels.families.begin(), kernels.families.end(), all);
    if (const Study* study = schedule().capabilities.study)
        end = std::copy(std::begin(study->families), std::end(study->families), end);
    for (uint32_t i = 0; i < kStageCount; ++i) {
        const auto stage = static_cast<Stage>(i);
        if (!schedule().stages[i].isUsed)
            continue;
        KernelCode code;
        Status found;
        if (isCustom(desc) && stage != Stage::SortClear) { // which calls nothing of the user's
            code = findCopy(kernels.custom, pipelines.ownCode.get(), stage);
            found = code.words != nullptr ? Status::Success : Status(Argument::Kernels, Rule::Missing);
        } else {
            found = unpack(*context, kernelCode({all, end}, stage, desc.type, desc.form), &code);
        }
        if (found != Status::Success)
            return found;
        pipelines.add(context->capabilities, stage, code, constantsOf(schedule(), stage, kernels.operatorCode));
    }
    return pipelines.compile(*context, context->pipelineLayout);
}

VkDeviceSize ArrayOperation::scratchSize(uint64_t maxCount) const noexcept
{
    return m_impl != nullptr ? static_cast<const ArrayImpl*>(m_impl)->scratchBytes(maxCount) : 0;
}

uint64_t ArrayOperation::maxCount() const noexcept
{
    return m_impl != nullptr ? static_cast<const ArrayImpl*>(m_impl)->schedule().maxCount : 0;
}

Strategy ArrayOperation::strategyFor(uint64_t count) const noexcept
{
    return m_impl != nullptr && count <= maxCount()
               ? infoOf(chooseStage(static_cast<const ArrayImpl*>(m_impl)->schedule(), count)).strategy
               : Strategy::Auto;
}

} // namespace vkscan
