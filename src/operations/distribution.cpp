#include "operations/distribution.h"

#include "distribution_abi.h"
#include "plan/buffers.h"
#include "schedule/array_operation.h"

#include <algorithm>

namespace vkscan {

namespace families {
extern const KernelFamily distribution;
}

namespace {

constexpr const KernelFamily* kDistributionFamilies[] = {&families::distribution};

// As many weights of at most 2^96 add up to less than the largest float, 2^128, however sums are rounded.
constexpr uint64_t kMostWeights = uint64_t{1} << 31;
constexpr uint32_t kMaxWeight = (127 + 96) << 23; // bits of 2^96
constexpr uint32_t kMaxTotal = 0x7f7fffff;        // bits of the largest float: totals are summed as they are

constexpr OverlapRules kDistributionOverlaps = {.claims = {{Argument::CountBuffer, {Argument::Output}}}};

// Appends the dispatch that sums rows, as many workgroups as rows up to a grid's width.
void appendRows(Plan* plan, const Schedule& schedule, const abi::DistributionPush& push, const AccessList& accesses)
{
    const uint32_t groups = std::min(push.rowCount, schedule.gridWidth);
    appendStep(plan, schedule, chooseStage(schedule, push.rowLength), groups, push, accesses);
}

} // namespace

Status makeModel(const DistributionDesc& desc, const Tuning& tuning, const Capabilities& capabilities,
                 Schedule* model) noexcept
{
    ScheduleDesc schedule;
    schedule.type = ElementType::F32;
    schedule.isShifted = false;
    schedule.maxCount = desc.maxCount != 0 ? std::min(desc.maxCount, kMostWeights) : kMostWeights;
    *model = {schedule, tuning, capabilities};
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
    return Status::Success;
}

Status planDistribution(const Schedule& schedule, const DistributionArgs& args, Plan* plan) noexcept
{
    if (args.count > schedule.maxCount)
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
    appendRows(plan, schedule, push, {input, countBuffer, output});

    abi::DistributionPush totals = {};
    totals.inputAddress = totals.outputAddress = args.output.address;
    totals.maxCount = rows;
    totals.rowLength = static_cast<uint32_t>(rows);
    totals.rowCount = 1;
    totals.maxWeight = kMaxTotal;
    appendRows(plan, schedule, totals, {{{args.output.address, rows * kWordBytes}, true}});
    placeBarriers(plan);
    return Status::Success;
}

Status createTuned(const Context& context, const DistributionDesc& desc, const Tuning& tuning,
                   Distribution* distribution) noexcept
{
    return createOperation<Schedule>(
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
