#include "operations/distribution.h"

#include "distribution_abi.h"
#include "plan/buffers.h"
#include "schedule/array_operation.h"

#include <algorithm>

namespace vkscan {

namespace families {
extern const KernelFamily distribution;
extern const KernelFamily distribution_alias;
} // namespace families

namespace {

constexpr const KernelFamily* kDistributionFamilies[] = {&families::distribution, &families::distribution_alias};

// As many weights of at most 2^96 add up to less than the largest float, 2^128, however sums are rounded.
constexpr uint64_t kMostWeights = uint64_t{1} << 31;
constexpr uint32_t kMaxWeight = (127 + 96) << 23; // bits of 2^96
constexpr uint32_t kMaxTotal = 0x7f7fffff;        // bits of the largest float: totals are summed as they are

constexpr VkDeviceSize kAliasBytes = 8; // of an entry

constexpr OverlapRules kDistributionOverlaps = {.claims = {{Argument::CountBuffer, {Argument::Output}}}};

// Appends the dispatch that sums rows, as many workgroups as rows up to a grid's width.
void appendRows(Plan* plan, const Schedule& schedule, const abi::DistributionPush& push, const AccessList& accesses)
{
    const uint32_t groups = std::min(push.rowCount, schedule.gridWidth);
    appendStep(plan, schedule, chooseStage(schedule, push.rowLength), groups, push, accesses);
}

struct AliasAccesses {
    Access table;
    Access temporary;
    Access alias;
};

// Appends the dispatches that make an alias table. `push` is that of the dispatch that sums rows.
void appendAlias(Plan* plan, const DistributionModel& model, abi::DistributionPush push, const DistributionArgs& args,
                 const AliasAccesses& accesses)
{
    push.countAddress = 0; // weights behind the count are 0 in the table
    push.inputAddress = push.outputAddress;
    push.outputAddress = args.temporary.address;
    const uint64_t lists = uint64_t{push.rowCount} + 1;
    appendStep(plan, model, model.aliasSums, std::min<uint64_t>(lists, model.gridWidth), push,
               {accesses.table, accesses.temporary});
    push.inputAddress = args.temporary.address;
    push.outputAddress = args.alias.address;
    push.totalAddress = 0;
    const uint64_t groups =
        divideRoundingUp<uint64_t>(push.rowCount + args.count, model[model.alias].geometry.workgroupSize);
    appendStep(plan, model, model.alias, std::min<uint64_t>(groups, model.gridWidth), push,
               {readOnly(accesses.temporary), accesses.alias});
}

} // namespace

Status makeModel(const DistributionDesc& desc, const Tuning& tuning, const Capabilities& capabilities,
                 DistributionModel* model) noexcept
{
    ScheduleDesc schedule;
    schedule.type = ElementType::F32;
    schedule.isShifted = false;
    schedule.maxCount = desc.maxCount != 0 ? std::min(desc.maxCount, kMostWeights) : kMostWeights;
    *model = {{schedule, tuning, capabilities}};
    const TileForm form;
    StageList stages(model, form);
    StageDesc stage = {.name = "DistributionShort",
                       .kernel = "distribution",
                       .geometry = tuning.distributionShort,
                       .grid = Grid::Fixed};
    stages.choose(Strategy::Auto, stage);
    stage.name = "Distribution";
    stage.geometry = tuning.distribution;
    stages.choose(Strategy::Auto, stage);
    stage.name = "DistributionLong";
    stage.geometry = tuning.distributionLong;
    stage.maxTiles = kMaxTiles;
    stages.choose(Strategy::Auto, stage);
    if (desc.withAlias) {
        model->aliasSums = stages.add({.name = "DistributionAliasSums",
                                       .kernel = "distribution_alias_sums",
                                       .geometry = tuning.distributionAlias,
                                       .grid = Grid::Fixed});
        model->alias = stages.add({.name = "DistributionAlias",
                                   .kernel = "distribution_alias",
                                   .geometry = tuning.distributionAlias,
                                   .grid = Grid::Fixed});
    }
    return Status::Success;
}

Status planDistribution(const DistributionModel& model, const DistributionArgs& args, Plan* plan) noexcept
{
    if (args.count > model.maxCount)
        return {Argument::Count, Rule::TooLarge};
    if (args.rowLength == 0 || args.rowLength > kMaxDistributionRowLength)
        return {Argument::RowLength, Rule::Invalid};
    const uint64_t rows = distributionRows(args.count, args.rowLength);
    if (rows > kMaxDistributionRows)
        return {Argument::RowLength, Rule::TooSmall};
    const uint64_t entries = distributionEntries(args.count, args.rowLength);
    BufferList list(kDistributionOverlaps);
    const Access input = list.read(Argument::Input, args.input, args.count * kWordBytes, kWordBytes);
    const Access output = list.write(Argument::Output, args.output, entries * kWordBytes, kWordBytes);
    const Access countBuffer = list.countBuffer(args.countBuffer);
    const bool hasAlias = !isAbsent(args.alias);
    list.require(!hasAlias || model.alias != kNoStage, {Argument::Alias, Rule::Incompatible});
    const uint64_t aliasEntries = args.count == 0 ? 0 : distributionAliasEntries(args.count, args.rowLength);
    const uint64_t temporaryBytes =
        hasAlias && args.count > 0 ? distributionTemporaryBytes(args.count, args.rowLength) : 0;
    const Access alias =
        list.write(Argument::Alias, args.alias, aliasEntries * kAliasBytes, kAliasBytes, Presence::Optional);
    const Access temporary = list.write(Argument::Temporary, args.temporary, temporaryBytes, abi::kVectorBytes);
    const Status checked = list.check();
    if (checked != Status::Success)
        return checked;

    plan->stepCount = 0;
    if (args.count == 0)
        return Status::Success;
    auto push = pushOf<abi::DistributionPush>(args, 0);
    push.inputAddress = args.input.address;
    push.outputAddress = args.output.address + (entries - args.count) * kWordBytes;
    push.totalAddress = args.output.address;
    push.rowLength = static_cast<uint32_t>(std::min<uint64_t>(args.rowLength, args.count));
    push.rowCount = static_cast<uint32_t>(rows);
    push.maxWeight = kMaxWeight;
    appendRows(plan, model, push, {input, countBuffer, output});

    abi::DistributionPush totals = {};
    totals.inputAddress = totals.outputAddress = args.output.address;
    totals.maxCount = rows;
    totals.rowLength = static_cast<uint32_t>(rows);
    totals.rowCount = 1;
    totals.maxWeight = kMaxTotal;
    appendRows(plan, model, totals, {{{args.output.address, rows * kWordBytes}, true}});
    if (hasAlias)
        appendAlias(plan, model, push, args, {readOnly(output), temporary, alias});
    placeBarriers(plan);
    return Status::Success;
}

Status createTuned(const Context& context, const DistributionDesc& desc, const Tuning& tuning,
                   Distribution* distribution) noexcept
{
    return createOperation<DistributionModel>(
        context, desc, tuning, {"Distribution", nullptr, nullptr, abi::kOpAdd, kDistributionFamilies}, distribution);
}

Status Distribution::create(const Context& context, const DistributionDesc& desc, Distribution* distribution) noexcept
{
    return createTuned(context, desc, tuningFor(context), distribution);
}

Status Distribution::plan(const DistributionArgs& args, DispatchList* list) const noexcept
{
    return planOperation(m_impl, args, list, planDistribution);
}

Status Distribution::record(VkCommandBuffer commandBuffer, const DistributionArgs& args) const noexcept
{
    return recordOperation(m_impl, commandBuffer, args, planDistribution);
}

} // namespace vkscan
