#include "study/scan.h"

#include "operations/elements.h"
#include "schedule/array_operation.h"
#include "study/network.h"
#include "study/strategy.h"

#include <algorithm>

namespace vkscan::families {
extern const KernelFamily scan, span, block, fixed_order, comparison, network;
}

namespace vkscan::study {

// The build lists the files of strategies/, each of which defines the strategy of its name.
namespace strategies {
#define VKSCAN_STRATEGY(name) extern const StudyStrategy name;
#include "study_strategies.inc"
#undef VKSCAN_STRATEGY
} // namespace strategies

namespace {

constexpr const StudyStrategy* kAll[] = {
#define VKSCAN_STRATEGY(name) &strategies::name,
#include "study_strategies.inc"
#undef VKSCAN_STRATEGY
};

constexpr const KernelFamily* kScanFamilies[] = {&families::scan, &families::span, &families::block,
                                                 &families::fixed_order};
constexpr const KernelFamily* kScanStudyFamilies[] = {&families::comparison, &families::network};

const StudyStrategy* findStudyStrategy(Strategy value) noexcept
{
    const auto* const found = std::find_if(std::begin(kAll), std::end(kAll),
                                           [&](const StudyStrategy* its) { return its->carries.value == value; });
    return found != std::end(kAll) ? *found : nullptr;
}

// The checks take the strategy of the literature that the description names; null for the library's.
Status checkWorkgroups(const ScanDesc& desc, const StudyStrategy* strategy, const Capabilities& capabilities) noexcept
{
    const uint32_t least = strategy != nullptr ? strategy->leastWorkgroups : 0;
    if (desc.cascadeWorkgroups > capabilities.maxGroupCount[0])
        return {kCascadeWorkgroups, Rule::TooLarge};
    if (desc.cascadeWorkgroups > 0 && least == 0)
        return {kCascadeWorkgroups, Rule::Incompatible};
    return desc.cascadeWorkgroups > 0 && desc.cascadeWorkgroups < least ? Status(kCascadeWorkgroups, Rule::Invalid)
                                                                        : Status::Success;
}

Status checkStrategy(const ScanDesc& desc, const StudyStrategy* strategy, const Capabilities& capabilities) noexcept
{
    const CarryStrategy* const carries = strategy != nullptr ? &strategy->carries : findStrategy(desc.strategy);
    if (carries == nullptr)
        return desc.strategy == Strategy::Auto ? Status::Success : Status(kStrategy, Rule::Invalid);
    if (strategy != nullptr && ((desc.kernels.count > 0 && !strategy->takesUserKernels) ||
                                (!strategy->takesOrders && (desc.order > 1 || desc.tupleSize > 1))))
        return {kStrategy, Rule::Incompatible};
    if (carries->needsProgress && !capabilities.forwardProgress && !desc.assumeForwardProgress)
        return {kStrategy, Rule::NeedsForwardProgress};
    return carries->needsAtomics && !capabilities.bufferInt64Atomics ? Status(kStrategy, Rule::Unsupported)
                                                                     : Status::Success;
}

} // namespace

Status makeModel(const ScanDesc& desc, const Tuning& tuning, const Capabilities& capabilities,
                 ScanModel* model) noexcept
{
    ScheduleDesc schedule;
    const StudyStrategy* const strategy = findStudyStrategy(desc.strategy);
    const bool isOfStudy = strategy != nullptr || usesNetwork(desc);
    Status checked = describeScan(desc, capabilities, &schedule);
    if (checked == Status::Success && isOfStudy &&
        (schedule.hasFixedOrder || !hasKernels(desc.type, desc.input, desc.output)))
        checked = {strategy != nullptr ? kStrategy : kNetwork, Rule::NotOffered};
    if (checked == Status::Success)
        checked = checkWorkgroups(desc, strategy, capabilities);
    if (checked == Status::Success)
        checked = checkNetwork(desc, capabilities);
    if (checked == Status::Success && desc.kernels.count > 0 && usesNetwork(desc))
        checked = {Argument::Kernels, Rule::Incompatible};
    if (checked == Status::Success)
        checked = checkStrategy(desc, strategy, capabilities);
    if (checked != Status::Success)
        return checked;
    Tuning own = tuning;
    own.strategy = desc.strategy;
    if (desc.cascadeWorkgroups > 0)
        own.cascadeWorkgroups = desc.cascadeWorkgroups;
    const CarryStrategy* const carries = strategy != nullptr ? &strategy->carries : nullptr;
    if (usesNetwork(desc)) {
        if (capabilities.boundedLoops)
            own.fallbacks = std::min(own.fallbacks, kBoundedNetworkTiles);
        describeNetwork(desc.network, &schedule);
        const NetworkForm form(desc.network);
        *model = scanModel(desc, schedule, &form, carries, own, capabilities);
    } else {
        *model = scanModel(desc, schedule, nullptr, carries, own, capabilities);
    }
    model->refusesInPlace = strategy != nullptr && strategy->needsProgressInPlace && !capabilities.forwardProgress &&
                            !desc.assumeForwardProgress;
    return Status::Success;
}

Status createTuned(const Context& context, const ScanDesc& desc, const Tuning& tuning, uint32_t operatorCode,
                   Scan* scan) noexcept
{
    return createOperation<ScanModel>(context, desc, tuning,
                                      {"Scan", vkscan::toString(desc.type), vkscan::toString(desc.op), operatorCode,
                                       kScanFamilies, desc.kernels, kScanStudyFamilies},
                                      scan);
}

Status create(const Context& context, const ScanDesc& desc, Scan* scan) noexcept
{
    return createTuned(context, desc, tuningFor(context), static_cast<uint32_t>(desc.op), scan);
}

const char* toString(Strategy strategy) noexcept
{
    const StrategyRow* const row = findRow(kStrategies, strategy);
    return row != nullptr ? row->name : "not a strategy of study.h";
}

const char* toString(Network network) noexcept
{
    const NetworkRow* const row = findRow(kNetworks, network);
    return row != nullptr ? row->name : "not a vkscan::study::Network";
}

} // namespace vkscan::study
