#include "operations/distribution.h"

#include "distribution_abi.h"
#include "operations/light.h"
#include "plan/buffers.h"
#include "plan/images.h"
#include "schedule/record.h"

#include <algorithm>
#include <bit>
#include <cmath>

namespace vkscan {

namespace families {
extern const KernelFamily distribution;
extern const KernelFamily distribution_alias;
} // namespace families

namespace {

constexpr const KernelFamily* kDistributionFamilies[] = {&families::distribution, &families::distribution_alias};

// Maximum weights: that many of at most 2^96 sum to less than the largest float, 2^128, however sums are rounded.
constexpr uint64_t kMostWeights = uint64_t{1} << 31;
constexpr uint32_t kMaxWeight = (127 + 96) << 23; // bits of 2^96
constexpr uint32_t kMaxTotal = 0x7f7fffff;        // bits of the largest float: totals are summed unclamped

constexpr VkDeviceSize kAliasBytes = 8; // bytes of an entry

constexpr double kPi = 3.14159265358979323846;

// Appends the dispatch that sums rows: a workgroup for each row, up to a grid's width.
void appendRows(Plan* plan, const Schedule& schedule, const abi::DistributionPush& push, const AccessList& accesses)
{
    const uint32_t groups = std::min(push.rowCount, schedule.gridWidth);
    appendStep(plan, schedule, chooseStage(schedule, push.rowLength), groups, push, accesses);
}

// Weights in rows: the call's array or image.
struct Weights {
    uint64_t count;
    uint32_t rowLength;

    Weights(const DistributionModel& model, const DistributionArgs& args) noexcept
        : count(args.count),
          rowLength(args.rowLength)
    {
        if (model.hasImage()) {
            count = uint64_t{args.image.extent.width} * args.image.extent.height;
            rowLength = args.image.extent.width;
        }
    }
};

// The solid angle of an equirectangular map's texel, over the sine of the polar angle at its middle. A row from angle a
// to b has the solid angle 2 pi (cos a - cos b) = 4 pi sin((a + b) / 2) sin((b - a) / 2).
float texelScale(VkExtent2D map) noexcept
{
    return static_cast<float>(4 * kPi / map.width * std::sin(kPi / (2.0 * map.height)));
}

struct AliasAccesses {
    Access table;
    Access temporary;
    Access alias;
};

// Appends the dispatches that make an alias table. `push` belongs to the dispatch that sums rows.
void appendAlias(Plan* plan, const DistributionModel& model, abi::DistributionPush push, const DistributionArgs& args,
                 const AliasAccesses& accesses)
{
    push.countAddress = 0; // weights beyond the count are 0 in the table
    push.texelScale = 0;
    push.isSphere = 0;
    push.inputAddress = push.outputAddress;
    push.outputAddress = args.temporary.address;
    const uint64_t lists = uint64_t{push.rowCount} + 1;
    appendStep(plan, model, model.aliasSums, std::min<uint64_t>(lists, model.gridWidth), push,
               {accesses.table, accesses.temporary});
    push.inputAddress = args.temporary.address;
    push.outputAddress = args.alias.address;
    push.totalAddress = 0;
    const uint64_t groups =
        divideRoundingUp<uint64_t>(push.rowCount + push.maxCount, model[model.alias].geometry.workgroupSize);
    appendStep(plan, model, model.alias, std::min<uint64_t>(groups, model.gridWidth), push,
               {readOnly(accesses.temporary), accesses.alias});
}

} // namespace

Status makeModel(const DistributionDesc& desc, const Tuning& tuning, const Capabilities& capabilities,
                 DistributionModel* model) noexcept
{
    if (desc.input < Resource::Buffer || desc.input > Resource::StorageImage)
        return {Argument::Input, Rule::Invalid};
    if (desc.input == Resource::StorageImage)
        return {Argument::Input, Rule::NotOffered};
    const bool hasImage = desc.input != Resource::Buffer;
    if (hasImage && lightChannels(desc.inputFormat) == 0)
        return {Argument::InputFormat, Rule::Unsupported};
    ScheduleDesc schedule;
    if (hasImage) {
        schedule.form = "_image";
        schedule.constants.set(abi::kIdWeighedChannels, lightChannels(desc.inputFormat));
    }
    schedule.type = ElementType::F32;
    schedule.isShifted = false;
    schedule.maxCount = desc.maxCount != 0 ? std::min(desc.maxCount, kMostWeights) : kMostWeights;
    *model = {{schedule, tuning, capabilities}};
    if (hasImage)
        model->imageFormat = desc.inputFormat;
    model->isEquirectangular = desc.equirectangular;
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

Status checkImage(const DistributionModel& model, const DistributionArgs& args) noexcept
{
    const VkExtent2D extent = args.image.extent;
    if (extent.width == 0 || extent.height == 0)
        return {Argument::Image, Rule::Zero};
    if (extent.width > kMaxDistributionRowLength || extent.height > kMaxDistributionRows ||
        Weights(model, args).count > model.maxCount)
        return {Argument::Image, Rule::TooLarge};
    BufferList list;
    requireImage(model.capabilities, Resource::SampledImage, Image(args.image), Argument::Image, &list);
    return list.fault();
}

namespace {

Status checkRows(const DistributionModel& model, const DistributionArgs& args) noexcept
{
    if (args.count > model.maxCount)
        return {Argument::Count, Rule::TooLarge};
    if (args.rowLength == 0 || args.rowLength > kMaxDistributionRowLength)
        return {Argument::RowLength, Rule::Invalid};
    return distributionRows(args.count, args.rowLength) > kMaxDistributionRows
               ? Status(Argument::RowLength, Rule::TooSmall)
               : Status::Success;
}

} // namespace

namespace {

struct DistributionBuffers {
    Access input;
    Access output;
    Access countBuffer;
    Access alias;
    Access temporary;
};

DistributionBuffers listDistribution(const DistributionModel& model, const DistributionArgs& args,
                                     BufferList* list) noexcept
{
    const bool hasImage = model.hasImage();
    const bool hasAlias = !isAbsent(args.alias);
    const auto [count, rowLength] = Weights(model, args);
    const uint64_t aliasEntries = count == 0 ? 0 : distributionAliasEntries(count, rowLength);
    const uint64_t temporaryBytes = hasAlias && count > 0 ? distributionTemporaryBytes(count, rowLength) : 0;
    DistributionBuffers buffers;
    if (!hasImage)
        buffers.input = list->read(Argument::Input, args.input, count * kWordBytes, kWordBytes);
    buffers.output =
        list->write(Argument::Output, args.output, distributionEntries(count, rowLength) * kWordBytes, kWordBytes);
    buffers.countBuffer =
        hasImage ? list->refuse(Argument::CountBuffer, args.countBuffer) : list->countBuffer(args.countBuffer);
    buffers.alias = model.alias == kNoStage ? list->refuse(Argument::Alias, args.alias)
                                            : list->write(Argument::Alias, args.alias, aliasEntries * kAliasBytes,
                                                          kAliasBytes, Presence::Optional);
    buffers.temporary = list->write(Argument::Temporary, args.temporary, temporaryBytes, abi::kVectorBytes);
    return buffers;
}

} // namespace

Status planDistribution(const DistributionModel& model, const DistributionArgs& args, Plan* plan) noexcept
{
    const bool hasImage = model.hasImage();
    const Status sized = hasImage ? checkImage(model, args) : checkRows(model, args);
    if (sized != Status::Success)
        return sized;
    const auto [count, rowLength] = Weights(model, args);
    const uint64_t rows = distributionRows(count, rowLength);
    const uint64_t entries = distributionEntries(count, rowLength);
    BufferList list;
    const auto [input, output, countBuffer, alias, temporary] = listDistribution(model, args, &list);
    const Status checked = list.check();
    if (checked != Status::Success)
        return checked;

    plan->stepCount = 0;
    if (count == 0)
        return Status::Success;
    auto push = pushOf<abi::DistributionPush>(args, 0);
    push.outputAddress = args.output.address + (entries - count) * kWordBytes;
    // Drivers may load weights before they branch to the code for images.
    push.inputAddress = hasImage ? push.outputAddress : args.input.address;
    push.maxCount = count;
    if (hasImage) {
        push.isSphere = model.isEquirectangular ? 1 : 0;
        push.texelScale = std::bit_cast<uint32_t>(model.isEquirectangular ? texelScale(args.image.extent) : 1.0F);
    }
    push.totalAddress = args.output.address;
    push.rowLength = static_cast<uint32_t>(std::min<uint64_t>(rowLength, count));
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
    if (alias.range.size > 0)
        appendAlias(plan, model, push, args, {readOnly(output), temporary, alias});
    placeBarriers(plan);
    return Status::Success;
}

template <>
struct Record<DistributionArgs> {
    static constexpr auto kList = listDistribution;
    static constexpr auto kPlan = planDistribution;
    static OperationKernels kernels(const DistributionDesc&) noexcept
    {
        return {"Distribution", nullptr, nullptr, abi::kOpAdd, kDistributionFamilies};
    }
};

template class ArrayOperationOf<DistributionDesc, DistributionArgs>;

VkDescriptorSetLayout Distribution::descriptorSetLayout() const noexcept
{
    return imageLayout<DistributionArgs>(m_impl);
}

Status Distribution::writeDescriptors(VkDescriptorSet set, const DistributionArgs& args) const noexcept
{
    return writeImage(m_impl, set, args);
}

} // namespace vkscan
