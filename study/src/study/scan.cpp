#include "study/create.h"

#include "operations/elements.h"
#include "study/network.h"

#include <algorithm>

namespace vkscan::families {
extern const KernelFamily comparison, network;
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

constexpr const KernelFamily* kFurtherScanFamilies[] = {&families::comparison, &families::network};

const StudyStrategy* findStudyStrategy(Strategy value) noexcept
{
    const auto* const found =
        std::find_if(std::begin(kAll), std::end(kAll), [&](const StudyStrategy* one) { return one->value == value; });
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
    const StrategyRow* const row = findRow(kStrategies, desc.strategy);
    if (row == nullptr)
        return {kStrategy, Rule::Invalid};
    if (strategy != nullptr && ((desc.kernels.count > 0 && !strategy->takesUserKernels) ||
                                (!strategy->takesOrders && (desc.order > 1 || desc.tupleSize > 1))))
        return {kStrategy, Rule::Incompatible};
    if (row->waits && !capabilities.forwardProgress && !desc.assumeForwardProgress)
        return {kStrategy, Rule::NeedsForwardProgress};
    const bool needsAtomics = row->waits || (strategy != nullptr && strategy->needsProgressInPlace);
    return needsAtomics && !capabilities.bufferInt64Atomics ? Status(kStrategy, Rule::Unsupported) : Status::Success;
}

// The stages of a strategy of the literature; of the library's without one.
struct StudyStages final : ScanStages {
    const StudyStrategy* strategy;
    const Tuning& own;

    StudyStages(const StudyStrategy* chosen, const Tuning& tuning) noexcept : strategy(chosen), own(tuning) {}
    void add(const vkscan::Tuning& tuning, StageList* stages) const noexcept override
    {
        strategy != nullptr ? strategy->addStages(*strategy, own, stages) : addStages(tuning, stages);
    }
};

} // namespace

Tuning::Tuning(const vkscan::Tuning& product, const Capabilities& capabilities) noexcept : vkscan::Tuning(product)
{
    if (capabilities.forwardProgress && capabilities.subgroupSize == 32 &&
        capabilities.maxWorkgroupInvocations >= 1024) {
        chained = sam = lookBack = {1024, 4};
        cascadeWorkgroups = 1024;
        if (capabilities.multiprocessors > 0) // each can run at least one workgroup of any size
            samWorkgroups = capabilities.multiprocessors;
    }
    if (capabilities.fewRegisters)
        tiles.rows = 2;
    if (capabilities.boundedLoops)
        fallbacks = 128; // a recomputed tile takes some hundred iterations
}

Status makeModel(const ScanDesc& desc, const Tuning& tuning, const Capabilities& capabilities,
                 ScanModel* model) noexcept
{
    ScheduleDesc schedule;
    const StudyStrategy* const strategy = findStudyStrategy(desc.strategy);
    const bool isOfStudy = strategy != nullptr || usesNetwork(desc);
    const auto refuse = [](bool breaks, Status otherwise) { return breaks ? otherwise : Status::Success; };
    for (const Status checked :
         {describeScan(desc, capabilities, &schedule),
          refuse(isOfStudy && (schedule.hasFixedOrder || !hasKernels(desc.type, desc.input, desc.output)),
                 {strategy != nullptr ? kStrategy : kNetwork, Rule::NotOffered}),
          checkWorkgroups(desc, strategy, capabilities), checkNetwork(desc, capabilities),
          refuse(desc.kernels.count > 0 && usesNetwork(desc), {Argument::Kernels, Rule::Incompatible}),
          checkStrategy(desc, strategy, capabilities)})
        if (checked != Status::Success)
            return checked;
    Tuning own = tuning;
    own.strategy = desc.strategy;
    if (desc.cascadeWorkgroups > 0)
        own.cascadeWorkgroups = desc.cascadeWorkgroups;
    if (usesNetwork(desc) && capabilities.boundedLoops)
        own.fallbacks = std::min(own.fallbacks, kBoundedNetworkTiles);
    const StudyStages source(strategy, own);
    const NetworkForm form(desc.network);
    if (usesNetwork(desc))
        describeNetwork(desc.network, &schedule);
    *model = scanModel(desc, schedule, usesNetwork(desc) ? &form : nullptr, source, own, capabilities);
    model->refusesInPlace = strategy != nullptr && strategy->needsProgressInPlace && !capabilities.forwardProgress &&
                            !desc.assumeForwardProgress;
    return Status::Success;
}

Status createTuned(const Context& context, const ScanDesc& desc, const Tuning& tuning, uint32_t operatorCode,
                   Scan* scan) noexcept
{
    OperationKernels kernels = Scan::Tuned::kernels(desc);
    kernels.operatorCode = operatorCode;
    kernels.further = kFurtherScanFamilies;
    return createOperation<ScanModel>(context, desc, tuning, kernels, scan);
}

Status create(const Context& context, const ScanDesc& desc, Scan* scan) noexcept
{
    const Tuning tuning(context.impl() != nullptr ? context.impl()->capabilities : Capabilities());
    return createTuned(context, desc, tuning, static_cast<uint32_t>(desc.op), scan);
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
