#include "study/scan.h"

#include "operations/elements.h"
#include "schedule/array_operation.h"
#include "study/network.h"

#include <algorithm>

namespace vkscan::families {
extern const KernelFamily scan, span, block, fixed_order, comparison, network;
}

namespace vkscan::study {

// The build lists the files of strategies/, each of which defines the strategy of its name.
namespace strategies {
#define VKSCAN_STRATEGY(name) extern const CarryStrategy name;
#include "study_strategies.inc"
#undef VKSCAN_STRATEGY
} // namespace strategies

namespace {

constexpr const CarryStrategy* kAll[] = {
#define VKSCAN_STRATEGY(name) &strategies::name,
#include "study_strategies.inc"
#undef VKSCAN_STRATEGY
};

constexpr const KernelFamily* kScanFamilies[] = {&families::scan, &families::span, &families::block,
                                                 &families::fixed_order};
constexpr const KernelFamily* kScanStudyFamilies[] = {&families::comparison, &families::network};

const CarryStrategy* findStrategy(Strategy value) noexcept
{
    const auto* const found =
        std::find_if(std::begin(kAll), std::end(kAll), [&](const CarryStrategy* its) { return its->value == value; });
    return found != std::end(kAll) ? *found : nullptr;
}

// The checks take the strategy for study that the description names; null for the library's.
Status checkWorkgroups(const ScanDesc& desc, const CarryStrategy* strategy, const Capabilities& capabilities) noexcept
{
    const uint32_t least = strategy != nullptr ? strategy->leastWorkgroups : 0;
    if (desc.cascadeWorkgroups > capabilities.maxGroupCount[0])
        return {kCascadeWorkgroups, Rule::TooLarge};
    if (desc.cascadeWorkgroups > 0 && least == 0)
        return {kCascadeWorkgroups, Rule::Incompatible};
    return desc.cascadeWorkgroups > 0 && desc.cascadeWorkgroups < least ? Status(kCascadeWorkgroups, Rule::Invalid)
                                                                        : Status::Success;
}

// Checks a strategy for study, or takes one of the library.
Status takeOwnStrategy(const ScanDesc& desc, const Capabilities& capabilities, ScheduleDesc* schedule) noexcept
{
    const CarryStrategy* const strategy = schedule->carries;
    if (strategy == nullptr)
        return takeStrategy(desc, capabilities, schedule);
    schedule->strategy = desc.strategy;
    schedule->maxCount = desc.maxCount;
    if (desc.kernels.count > 0 && !strategy->takesUserKernels)
        return {Argument::Strategy, Rule::Incompatible};
    if (!strategy->takesOrders && (desc.order > 1 || desc.tupleSize > 1))
        return {Argument::Strategy, Rule::Incompatible};
    return checkStrategy(*strategy, desc.assumeForwardProgress, capabilities);
}

} // namespace

Status makeModel(const ScanDesc& desc, const Tuning& tuning, const Capabilities& capabilities,
                 ScanModel* model) noexcept
{
    ScheduleDesc schedule;
    schedule.carries = findStrategy(desc.strategy);
    Status checked = describeScan(desc, capabilities, &schedule);
    if (checked == Status::Success)
        checked = checkWorkgroups(desc, schedule.carries, capabilities);
    if (checked == Status::Success)
        checked = checkNetwork(desc, capabilities);
    if (checked == Status::Success && schedule.hasFixedOrder && (schedule.carries != nullptr || usesNetwork(desc)))
        checked = {Argument::Reproducible, Rule::Incompatible};
    if (checked == Status::Success && desc.kernels.count > 0 && usesNetwork(desc))
        checked = {Argument::Kernels, Rule::Incompatible};
    if (checked == Status::Success && (schedule.carries != nullptr || usesNetwork(desc)))
        checked = checkNotStored(desc.input, desc.output);
    if (checked == Status::Success)
        checked = takeOwnStrategy(desc, capabilities, &schedule);
    if (checked != Status::Success)
        return checked;
    Tuning own = tuning;
    if (desc.cascadeWorkgroups > 0)
        own.cascadeWorkgroups = desc.cascadeWorkgroups;
    if (!usesNetwork(desc)) {
        *model = scanModel(desc, schedule, nullptr, own, capabilities);
        return Status::Success;
    }
    if (capabilities.boundedLoops)
        own.fallbacks = std::min(own.fallbacks, kBoundedNetworkTiles);
    describeNetwork(desc.network, &schedule);
    const NetworkForm form(desc.network);
    *model = scanModel(desc, schedule, &form, own, capabilities);
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
    return row != nullptr ? row->name : vkscan::toString(strategy);
}

const char* toString(Network network) noexcept
{
    const NetworkRow* const row = findRow(kNetworks, network);
    return row != nullptr ? row->name : "not a vkscan::study::Network";
}

} // namespace vkscan::study
