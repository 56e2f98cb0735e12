#include "operations/quantiles.h"

#include "operations/elements.h"
#include "plan/buffers.h"
#include "quantiles_abi.h"
#include "schedule/record.h"

#include <algorithm>
#include <bit>

namespace vkscan {

namespace families {
extern const KernelFamily fill, quantiles;
}

namespace {

constexpr const KernelFamily* kQuantileFamilies[] = {&families::quantiles, &families::fill};

// Places of keys missing in a vector or the last tile must not exceed 32 bits.
constexpr uint64_t kMostQuantileKeys = 0xfffe0000;
// Maximum keys that are read by each pass, without a sample.
constexpr uint64_t kUnsampledKeys = 1 << 22;
constexpr uint64_t kKeysOfListed = 8; // a list has room for one of so many keys
// Workgroups of rows of few tiles: smaller ones, of which more run at once, with fewer bins.
constexpr Geometry kShortRows = {128, 2};
constexpr uint64_t kShortRowTiles = 4;
// Limits on devices that bound loops: tiles of a workgroup, and keys of a row.
constexpr uint32_t kBoundedSpanTiles = 32;
constexpr uint32_t kBoundedRow = 1 << 20;
// Maximum tiles of an array that is taken as a row.
constexpr uint64_t kRowTiles = 2;

bool isRow(const QuantilesModel& model, uint64_t count) noexcept
{
    return count <= kRowTiles * model[model.rowsStage].tileElements;
}

bool isSampled(uint64_t count) noexcept
{
    return count > kUnsampledKeys;
}

// Passes that narrow the interval of all keys to one key, for each of the ranks.
uint32_t passesOf(const QuantilesModel& model, uint32_t ranks, uint32_t binBits = abi::kQuantileBinBits) noexcept
{
    const uint32_t bits = binBits - static_cast<uint32_t>(std::bit_width(std::max(ranks, 1u) - 1));
    return divideRoundingUp(static_cast<uint32_t>(model.elementBytes * 8), bits);
}

// The index of the last step, which stores the keys.
uint32_t lastStep(const QuantilesModel& model, uint64_t count, uint32_t ranks) noexcept
{
    return passesOf(model, ranks) + (isSampled(count) ? abi::kSampleSteps + 1 : 0);
}

VkDeviceSize stepBytes(uint32_t lastStep) noexcept
{
    return VkDeviceSize{lastStep} * abi::kQuantileStepBytes + abi::kVectorBytes;
}

} // namespace

Status makeModel(const QuantilesDesc& desc, const Tuning& tuning, const Capabilities& capabilities,
                 QuantilesModel* model) noexcept
{
    const ElementTypeRow* const type = findRow(kElementTypes, desc.type);
    if (type == nullptr)
        return {Argument::Type, Rule::Invalid};
    if (!type->isScanned)
        return {Argument::Type, Rule::NotOffered};
    ScheduleDesc schedule;
    schedule.type = desc.type;
    schedule.isShifted = false;
    schedule.boundedTiles = kBoundedSpanTiles;
    schedule.maxCount = desc.maxCount;
    const ElementType counted = type->bytes == sizeof(uint32_t) ? ElementType::U32 : ElementType::U64;
    schedule.constants.set(abi::kIdType, static_cast<uint32_t>(counted)); // the type of counts, which kernels sum
    schedule.constants.set(abi::kIdFloatCodes, isFloat(desc.type) ? VK_TRUE : VK_FALSE);
    *model = {{schedule, tuning, capabilities}};
    model->flip = type->isSigned ? uint64_t{1} << (type->bytes * 8 - 1) : 0;
    const TileForm form;
    StageList stages(model, form);
    const auto stageOf = [&](const char* name, const char* kernel, Geometry geometry, uint32_t binBits) {
        StageDesc stage = {.name = name, .kernel = kernel, .geometry = geometry};
        stage.constants.set(abi::kIdBinBits, binBits);
        return stage;
    };
    // Tiles as large as registers have room for, since a subgroup lists and counts those of a tile at once.
    const Geometry large = {tuning.topK.workgroupSize, tuning.topK.rows * 3 / 2};
    StageDesc passes = stageOf("Quantiles", "quantiles", large, abi::kQuantileBinBits);
    passes.grid = Grid::Spans;
    passes.maxTiles = stages.maxSpanTiles();
    passes.groups = tuning.topKGroups;
    stages.choose(Strategy::Auto, passes);
    model->rowsStage = stages.add(stageOf("QuantileRows", "quantile_rows", tuning.topK, abi::kQuantileBinBits));
    model->shortRowsStage =
        stages.add(stageOf("QuantileShortRows", "quantile_rows", kShortRows, abi::kShortRowBinBits));
    model->clearStage = stages.add(fillStage());
    model->maxCount = std::min(model->maxCount, kMostQuantileKeys);
    if (capabilities.boundedLoops)
        model->longestRow = kBoundedRow;
    return Status::Success;
}

VkDeviceSize scratchSize(const QuantilesModel& /*model*/, uint64_t /*maxCount*/) noexcept
{
    return 0;
}

VkDeviceSize temporarySize(const QuantilesModel& model, uint64_t maxCount) noexcept
{
    const uint64_t count = std::min(maxCount, model.maxCount);
    if (isRow(model, count))
        return 0;
    const VkDeviceSize listed = isSampled(count) ? count / kKeysOfListed * model.elementBytes : 0;
    return stepBytes(lastStep(model, count, kMaxQuantiles)) + roundUp<VkDeviceSize>(listed, abi::kVectorBytes);
}

namespace {

struct QuantileBuffers {
    Access input;
    Access quantiles;
    Access output;
    Access temporary;
    Access countBuffer;
};

uint64_t pitchOf(const QuantilesArgs& args) noexcept
{
    return args.rowPitch != 0 ? args.rowPitch : args.rowLength;
}

uint64_t rowsOf(const QuantilesArgs& args) noexcept
{
    return args.rowLength > 0 ? divideRoundingUp(args.count, pitchOf(args)) : std::min<uint64_t>(args.count, 1);
}

QuantileBuffers listQuantiles(const QuantilesModel& model, const QuantilesArgs& args, BufferList* list) noexcept
{
    list->require(args.quantileCount > 0 && args.quantileCount <= kMaxQuantiles,
                  {Argument::QuantileCount, Rule::Invalid});
    list->require(args.rowLength <= model.longestRow, {Argument::RowLength, Rule::TooLarge});
    list->require(pitchOf(args) >= args.rowLength, {Argument::RowPitch, Rule::TooSmall});
    const uint64_t words = args.count > 0 ? args.quantileCount : 0;
    const VkDeviceSize temporary = args.rowLength > 0 ? 0 : temporarySize(model, args.count);
    QuantileBuffers buffers;
    buffers.input = listInput(model, Argument::Input, args.input, args.count, list);
    buffers.quantiles = list->read(Argument::Quantiles, args.quantiles, words * kWordBytes, kWordBytes);
    buffers.output = list->write(Argument::Output, args.output, rowsOf(args) * args.quantileCount * model.elementBytes,
                                 model.elementBytes);
    buffers.temporary = list->write(Argument::Temporary, args.temporary, temporary, abi::kVectorBytes);
    buffers.countBuffer = list->countBuffer(args.countBuffer);
    return buffers;
}

// Steps of an array: those of its sample, if it has one, the passes, and the last step.
void appendSteps(Plan* plan, const QuantilesModel& model, const QuantilesArgs& args, abi::TopKPush push,
                 const QuantileBuffers& buffers) noexcept
{
    push.shares |= isSampled(args.count) ? abi::kQuantileSamples : 0;
    push.resultPitch = lastStep(model, args.count, args.quantileCount);
    push.entriesAddress = buffers.temporary.range.address;
    push.nextAddress = push.entriesAddress + stepBytes(push.resultPitch);
    push.nextCapacity = static_cast<uint32_t>(isSampled(args.count) ? args.count / kKeysOfListed : 0);
    appendFill(plan, model, model.clearStage, push.entriesAddress, stepBytes(push.resultPitch) / kWordBytes,
               {buffers.temporary});
    for (push.step = 0; push.step < push.resultPitch; ++push.step) {
        const bool isSample = isSampled(args.count) && push.step < abi::kSampleSteps;
        const uint64_t keys = isSample ? abi::kSampledVectors * model.vectorElements : args.count;
        appendStep(plan, model, 0, workgroupCount(model, model[0], keys), push,
                   {buffers.input, buffers.quantiles, buffers.countBuffer, buffers.temporary});
    }
    appendStep(plan, model, 0, 1, push,
               {buffers.input, buffers.quantiles, buffers.countBuffer, buffers.temporary, buffers.output});
}

} // namespace

Status planQuantiles(const QuantilesModel& model, const QuantilesArgs& args, Plan* plan) noexcept
{
    if (args.count > model.maxCount)
        return {Argument::Count, Rule::TooLarge};
    BufferList list;
    const QuantileBuffers buffers = listQuantiles(model, args, &list);
    const Status checked = list.check();
    if (checked != Status::Success)
        return checked;

    plan->stepCount = 0;
    if (args.count == 0)
        return Status::Success;
    auto push = pushOf<abi::TopKPush>(args, 0);
    push.scratchAddress = args.input.address; // any readable word
    push.inputAddress = args.input.address;
    push.outputAddress = args.output.address;
    push.valuesAddress = args.quantiles.address;
    push.k = args.quantileCount;
    push.shares = args.areRanks ? abi::kQuantileRanks : 0;
    push.flip = model.flip;
    if (args.rowLength > 0 || isRow(model, args.count)) {
        push.rowLength = args.rowLength > 0 ? args.rowLength : static_cast<uint32_t>(args.count);
        push.rowPitch = static_cast<uint32_t>(pitchOf(args));
        const bool isShort =
            args.rowLength > 0 && args.rowLength <= kShortRowTiles * model[model.shortRowsStage].tileElements;
        push.resultPitch = passesOf(model, args.quantileCount, isShort ? abi::kShortRowBinBits : abi::kQuantileBinBits);
        appendStep(plan, model, isShort ? model.shortRowsStage : model.rowsStage, rowsOf(args), push,
                   {buffers.input, buffers.quantiles, buffers.countBuffer, buffers.output});
    } else {
        appendSteps(plan, model, args, push, buffers);
    }
    placeBarriers(plan);
    return Status::Success;
}

template <>
struct Record<QuantilesArgs> {
    static constexpr auto kList = listQuantiles;
    static constexpr auto kPlan = planQuantiles;
    static OperationKernels kernels(const QuantilesDesc& desc) noexcept
    {
        return {"Quantiles", toString(desc.type), nullptr, abi::kOpAdd, kQuantileFamilies};
    }
};
template class ArrayOperationOf<QuantilesDesc, QuantilesArgs>;

VkDeviceSize Quantiles::temporarySize(uint64_t maxCount) const noexcept
{
    return m_impl != nullptr
               ? vkscan::temporarySize(static_cast<const ModelImpl<QuantilesModel>*>(m_impl)->model, maxCount)
               : 0;
}

} // namespace vkscan
