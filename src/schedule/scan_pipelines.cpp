#include "schedule/scan_pipelines.h"

#include "study/network.h"
#include "study/study.h"

#include <algorithm>
#include <iterator>

namespace vkscan {

namespace {

bool isExclusive(const Schedule& schedule, Stage stage) noexcept
{
    switch (stage) {
    case Stage::CascadeCarries:
    case Stage::ScanAggregates:
    case Stage::PropagateAggregates: return true;
    case Stage::TruncatedCarries: return false;
    default: return schedule.desc.kind == Kind::Exclusive;
    }
}

void addScanKernel(const Schedule& schedule, Stage stage, uint32_t operatorCode, KernelFamilies families,
                   Pipelines* pipelines) noexcept
{
    const Geometry geometry = geometryOf(schedule, stage);
    SpecConstants constants;
    constants[abi::kIdWorkgroupSize] = geometry.workgroupSize;
    constants[abi::kIdRows] = geometry.rows;
    constants[abi::kIdType] = static_cast<uint32_t>(schedule.desc.type);
    constants[abi::kIdOperator] = operatorCode;
    constants[abi::kIdExclusive] = isExclusive(schedule, stage) ? VK_TRUE : VK_FALSE;
    const bool ofAggregates = stage == Stage::ScanAggregates || stage == Stage::PropagateAggregates;
    constants[abi::kIdBackward] = schedule.desc.direction == Direction::Backward && !ofAggregates ? VK_TRUE : VK_FALSE;
    constants[abi::kIdWindow] = windowOf(schedule, stage);
    constants[abi::kIdPolls] = schedule.tuning.polls;
    constants[abi::kIdRounds] = schedule.tuning.rounds;
    constants[abi::kIdFallbacks] = schedule.tuning.fallbacks;
    if (usesNetwork(schedule.desc) && schedule.capabilities.boundedLoops)
        constants[abi::kIdFallbacks] = std::min(schedule.tuning.fallbacks, kBoundedNetworkTiles);
    // A tile that others recompute may start when the run is over, so a look-back counts tickets.
    constants[abi::kIdInOrder] = schedule.tuning.inOrder && stage != Stage::LookBack ? VK_TRUE : VK_FALSE;
    if (stage == Stage::Spine)
        constants[abi::kIdSpineSubgroups] =
            std::min(geometry.spineSubgroups, geometry.workgroupSize / schedule.capabilities.subgroupSize);
    constants[abi::kIdSubgroupSize] = schedule.capabilities.subgroupSize;
    constants[abi::kIdOrder] = passOrder(schedule);
    constants[abi::kIdBlockVectors] = blockVectors(schedule, stage);
    constants[abi::kIdTupleSize] = schedule.desc.tupleSize;
    constants[abi::kIdSegments] = static_cast<uint32_t>(schedule.segments.value_or(Segments::HeadBits));
    constants[abi::kIdReduces] = schedule.reduces && stage != Stage::ReduceSpans ? VK_TRUE : VK_FALSE;
    constants[abi::kIdMethod] = static_cast<uint32_t>(schedule.method);
    constants[abi::kIdTestHooks] = schedule.tuning.testHooks;
    const WorkgroupNetworkDesc& network = schedule.desc.network;
    constants[abi::kIdNetwork] = static_cast<uint32_t>(network.network);
    constants[abi::kIdShuffles] = network.shuffles ? VK_TRUE : VK_FALSE;
    constants[abi::kIdRadix] = network.radix;
    constants[abi::kIdPadding] = network.padding ? VK_TRUE : VK_FALSE;
    constants[abi::kIdVectorLoads] = network.vectorLoads ? VK_TRUE : VK_FALSE;
    constants[abi::kIdSharedValues] = networkSharedValues(schedule.desc, geometry.workgroupSize);
    if (schedule.selection) {
        constants[abi::kIdTest] = schedule.selection->test;
        constants[abi::kIdTestType] = static_cast<uint32_t>(schedule.selection->testType);
        constants[abi::kIdPayloadWords] = schedule.selection->payloadWords;
    }
    pipelines->add(schedule.capabilities, stage,
                   kernelCode(families, stage, schedule.desc.type, kernelFormOf(schedule)), constants);
}

} // namespace

Status createScanPipelines(const Context::Impl& context, const Schedule& schedule, uint32_t operatorCode,
                           KernelFamilies families, bool (*uses)(const Schedule&, Stage), Pipelines* pipelines) noexcept
{
    const KernelFamily* all[8] = {};
    const KernelFamily** end = std::copy(families.begin(), families.end(), all);
    if (context.study != nullptr)
        end = std::copy(std::begin(context.study->families), std::end(context.study->families), end);
    for (uint32_t i = 0; i < kStageCount; ++i) {
        const auto stage = static_cast<Stage>(i);
        if (uses(schedule, stage))
            addScanKernel(schedule, stage, operatorCode, {all, end}, pipelines);
    }
    return pipelines->compile(context, context.pipelineLayout);
}

} // namespace vkscan
