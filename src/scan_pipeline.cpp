#include "scan_pipeline.h"

#include "network.h"
#include "study/study.h"

#include <algorithm>
#include <iterator>

namespace vkscan {

namespace {

Status createScanPipeline(const Context::Impl& context, const ScanModel& model, Stage stage, uint32_t operatorCode,
                          KernelFamilies families, Pipelines* pipelines) noexcept
{
    const Geometry geometry = geometryOf(model, stage);
    SpecConstants constants;
    constants[abi::kIdWorkgroupSize] = geometry.workgroupSize;
    constants[abi::kIdRows] = geometry.rows;
    constants[abi::kIdOperator] = operatorCode;
    const bool ofAggregates = stage == Stage::ScanAggregates || stage == Stage::PropagateAggregates;
    constants[abi::kIdExclusive] = model.desc.kind == Kind::Exclusive || ofAggregates ? VK_TRUE : VK_FALSE;
    constants[abi::kIdBackward] = model.desc.direction == Direction::Backward && !ofAggregates ? VK_TRUE : VK_FALSE;
    constants[abi::kIdWindow] = windowOf(model, stage);
    constants[abi::kIdPolls] = model.tuning.polls;
    constants[abi::kIdRounds] = model.tuning.rounds;
    constants[abi::kIdFallbacks] = model.tuning.fallbacks;
    if (usesNetwork(model.desc) && model.capabilities.boundedLoops)
        constants[abi::kIdFallbacks] = std::min(model.tuning.fallbacks, kBoundedNetworkTiles);
    // A tile that others recompute may start when the run is over, so a look-back counts tickets.
    constants[abi::kIdInOrder] = model.tuning.inOrder && stage != Stage::LookBack ? VK_TRUE : VK_FALSE;
    if (stage == Stage::Spine)
        constants[abi::kIdSpineSubgroups] =
            std::min(geometry.spineSubgroups, geometry.workgroupSize / model.capabilities.subgroupSize);
    constants[abi::kIdSubgroupSize] = model.capabilities.subgroupSize;
    constants[abi::kIdOrder] = passOrder(model);
    constants[abi::kIdBlockVectors] = blockVectors(model, stage);
    constants[abi::kIdTupleSize] = model.desc.tupleSize;
    constants[abi::kIdSegments] = static_cast<uint32_t>(model.segments.value_or(Segments::HeadBits));
    constants[abi::kIdReduces] = model.reduces && stage != Stage::ReduceSpans ? VK_TRUE : VK_FALSE;
    constants[abi::kIdMethod] = static_cast<uint32_t>(model.method);
    constants[abi::kIdTestHooks] = model.tuning.testHooks;
    const NetworkDesc& network = model.desc.network;
    constants[abi::kIdNetwork] = static_cast<uint32_t>(network.network);
    constants[abi::kIdShuffles] = network.shuffles ? VK_TRUE : VK_FALSE;
    constants[abi::kIdRadix] = network.radix;
    constants[abi::kIdPadding] = network.padding ? VK_TRUE : VK_FALSE;
    constants[abi::kIdVectorLoads] = network.vectorLoads ? VK_TRUE : VK_FALSE;
    constants[abi::kIdSharedValues] = networkSharedValues(model.desc, geometry.workgroupSize);
    if (model.selection) {
        constants[abi::kIdTest] = model.selection->test;
        constants[abi::kIdTestType] = static_cast<uint32_t>(model.selection->testType);
        constants[abi::kIdPayloadWords] = model.selection->payloadWords;
    }
    return pipelines->add(context, stage, kernelCode(families, stage, model.desc.type, kernelFormOf(model)), constants,
                          context.pipelineLayout);
}

} // namespace

Status createScanPipelines(const Context::Impl& context, const ScanModel& model, uint32_t operatorCode,
                           KernelFamilies families, bool (*uses)(const ScanModel&, Stage),
                           Pipelines* pipelines) noexcept
{
    const KernelFamily* all[8] = {};
    const KernelFamily** end = std::copy(families.begin(), families.end(), all);
    if (context.study != nullptr)
        end = std::copy(std::begin(context.study->families), std::end(context.study->families), end);
    for (uint32_t i = 0; i < kStageCount; ++i) {
        const auto stage = static_cast<Stage>(i);
        if (!uses(model, stage))
            continue;
        const Status created = createScanPipeline(context, model, stage, operatorCode, {all, end}, pipelines);
        if (created != Status::Success)
            return created;
    }
    return Status::Success;
}

} // namespace vkscan
