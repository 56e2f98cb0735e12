#include "operations/histogram.h"

#include "histogram_abi.h"
#include "operations/elements.h"
#include "operations/light.h"
#include "plan/buffers.h"
#include "plan/images.h"
#include "schedule/record.h"

#include <algorithm>
#include <bit>
#include <cmath>
#include <limits>

namespace vkscan {

namespace families {
extern const KernelFamily fill, histogram;
}

namespace {

constexpr const KernelFamily* kHistogramFamilies[] = {&families::histogram, &families::fill};

constexpr uint32_t kInfinityBits = 0x7f800000; // an infinite float
constexpr uint32_t kSignBit = 0x80000000;

// The bins of floats. Kernels compute (x * factor - lower * factor) * (1 / (width * factor)), each operation rounded.
// With these factors, no value that ends in a bin overflows, and no number whose bits matter is subnormal: differences
// are at least 2^-126, or 0, or less than any width. If 1 / width would overflow, differences other than 0 are far
// beyond the last bin.
void scaleFloats(float lower, float width, abi::HistogramPush* push) noexcept
{
    const float magnitude = std::fabs(lower);
    const bool raises = width < 0x1p-100f && magnitude < 0x1p-60f;
    const bool reduces = width >= 0x1p100f || magnitude >= 0x1p100f;
    const double factor = raises ? std::ldexp(1.0, abi::kRaisedExponent) : reduces ? 0x1p-32 : 1.0;
    const double inverse = std::min<double>(1 / (width * factor), std::numeric_limits<float>::max());
    const auto scaled = std::bit_cast<uint32_t>(static_cast<float>(lower * factor));
    const uint32_t edge = raises ? scaled : std::bit_cast<uint32_t>(lower);
    push->initialBits = scaled;
    push->scale = std::bit_cast<uint32_t>(static_cast<float>(inverse));
    push->factor = std::bit_cast<uint32_t>(static_cast<float>(raises ? 1.0 : factor));
    push->raises = raises ? 1 : 0;
    push->firstBits = lower > 0 ? edge : 0;
    push->lastBits = lower > 0 ? kInfinityBits : edge | kSignBit; // 0 and -0 are equal
}

// Writes the divisor of integers in the kernels' form: a reciprocal and shifts.
Status divideByWidth(ElementType type, uint32_t bits, abi::HistogramPush* push) noexcept
{
    if (bits == 0 || (type == ElementType::I32 && static_cast<int32_t>(bits) < 0))
        return {Argument::Width, Rule::Invalid};
    const auto log2 = static_cast<uint32_t>(std::bit_width(bits - 1)); // rounded up
    push->scale = static_cast<uint32_t>((((uint64_t{1} << log2) - bits) << 32) / bits + 1);
    push->firstShift = std::min(log2, 1u);
    push->secondShift = std::max(log2, 1u) - 1;
    return Status::Success;
}

// Number of bins that a workgroup counts in shared memory: all, or a part of them. The parts are as few as possible.
uint32_t partBinsOf(uint32_t binCount, const Capabilities& capabilities) noexcept
{
    const uint32_t most = capabilities.maxSharedBytes / sizeof(uint32_t);
    return divideRoundingUp(binCount, divideRoundingUp(binCount, most));
}

// Number of workgroups that run at once, limited by a multiprocessor's invocations and shared memory, so that none
// waits for a second turn. A multiprocessor has the shared memory that one workgroup may use.
uint32_t workgroupsOf(uint32_t partBins, Geometry geometry, const Tuning& tuning,
                      const Capabilities& capabilities) noexcept
{
    if (capabilities.multiprocessors == 0)
        return tuning.scanSpans;
    constexpr uint32_t kInvocations = 2048; // per multiprocessor
    const auto bytes = static_cast<uint32_t>(partBins * sizeof(uint32_t));
    const uint32_t held = std::min(kInvocations / geometry.workgroupSize, capabilities.maxSharedBytes / bytes);
    return capabilities.multiprocessors * std::max(held, 1u);
}

Status checkTypes(ElementType type, const HistogramArgs& args) noexcept
{
    if (args.lower.hasValue() && args.lower.type() != type)
        return {Argument::Lower, Rule::WrongType};
    return args.width.hasValue() && args.width.type() != type ? Status(Argument::Width, Rule::WrongType)
                                                              : Status::Success;
}

Status fillBins(const HistogramModel& model, const HistogramArgs& args, abi::HistogramPush* push) noexcept
{
    const ElementType type = model.desc.type;
    const Status typed = checkTypes(type, args);
    if (typed != Status::Success)
        return typed;
    push->initialBits = args.lower.bits();
    push->hasInitial = 1;
    push->binCount = model.binCount;
    const Scalar one = type == ElementType::F32 ? Scalar(1.0f) : Scalar(1u);
    const auto width = static_cast<uint32_t>((args.width.hasValue() ? args.width : one).bits());
    if (type != ElementType::F32)
        return divideByWidth(type, width, push);
    const auto lower = std::bit_cast<float>(static_cast<uint32_t>(args.lower.bits()));
    const auto asFloat = std::bit_cast<float>(width);
    if (!std::isfinite(lower))
        return {Argument::Lower, Rule::Invalid};
    if (!std::isfinite(asFloat) || asFloat <= 0)
        return {Argument::Width, Rule::Invalid};
    scaleFloats(lower, asFloat, push);
    return Status::Success;
}

// A fraction in the kernel's units; a number beyond those of fractions if it is none.
uint32_t fractionOf(float given) noexcept
{
    constexpr float kOne = 1 << abi::kFractionBits;
    return given >= 0 && given <= 1 ? static_cast<uint32_t>(std::lround(given * kOne)) : ~0u;
}

// Bins of logarithms, and the part of the counts that the mean is of.
Status fillBins(const HistogramModel& model, const HistogramArgs& args, abi::HistogramImagePush* push) noexcept
{
    constexpr double kOne = 1 << abi::kLogBits;
    constexpr double kLeast = -96; // the logarithm of 0 is less
    constexpr double kMost = 128;  // differences are less than 2^31 units
    const Status typed = checkTypes(ElementType::F32, args);
    if (typed != Status::Success)
        return typed;
    push->lowerBits = static_cast<uint32_t>(args.lower.bits());
    push->widthBits = static_cast<uint32_t>((args.width.hasValue() ? args.width : Scalar(1.0f)).bits());
    const auto lower = std::bit_cast<float>(push->lowerBits);
    const auto width = std::bit_cast<float>(push->widthBits);
    if (!(lower >= kLeast && lower < kMost))
        return {Argument::Lower, Rule::Invalid};
    if (!(width >= 2 / kOne && lower + double{width} * model.binCount <= kMost))
        return {Argument::Width, Rule::Invalid};
    push->lower = static_cast<uint32_t>(std::lround(lower * kOne));
    const auto divisor = static_cast<uint64_t>(std::llround(width * kOne));
    const auto log2 = static_cast<uint32_t>(std::bit_width(divisor - 1)); // rounded up
    push->scale = static_cast<uint32_t>(divideRoundingUp(uint64_t{1} << (31 + log2), divisor));
    push->shift = log2 - 1;
    push->meanFrom = fractionOf(args.meanFrom);
    push->meanTo = fractionOf(args.meanTo);
    if (push->meanTo == ~0u || push->meanFrom >= push->meanTo)
        return {Argument::MeanRange, Rule::Invalid};
    return Status::Success;
}

Status checkImageDesc(const HistogramDesc& desc) noexcept
{
    if (lightChannels(desc.inputFormat) == 0)
        return {Argument::InputFormat, Rule::Unsupported};
    if (desc.type != ElementType::F32)
        return {Argument::Type, Rule::NotOffered};
    if (desc.binCount > kMaxImageBinCount)
        return {Argument::BinCount, Rule::TooLarge};
    return desc.input == StoredType::Same ? Status::Success : Status(Argument::Input, Rule::Incompatible);
}

// Copies of each bin, so that lanes with weighted texels of one colour do not queue.
uint32_t binCopies(uint32_t binCount) noexcept
{
    constexpr uint32_t kWords = 256;
    constexpr uint32_t kLanes = 32;
    return std::clamp(std::bit_floor(kWords / binCount), 1u, kLanes);
}

// Makes the model of images. Logarithms are integers.
void makeImageModel(const HistogramDesc& desc, const Tuning& tuning, const Capabilities& capabilities,
                    HistogramModel* model) noexcept
{
    constexpr uint64_t kMostTexels = uint64_t{kMaxHistogramExtent} * kMaxHistogramExtent;
    ScheduleDesc schedule;
    schedule.isShifted = false;
    schedule.maxCount = desc.maxCount != 0 ? std::min(desc.maxCount, kMostTexels) : kMostTexels;
    schedule.constants.set(abi::kIdPartBins, desc.binCount);
    schedule.constants.set(abi::kIdBinCopies, binCopies(desc.binCount));
    schedule.constants.set(abi::kIdLightChannels, lightChannels(desc.inputFormat));
    const bool isWide = desc.inputFormat == VK_FORMAT_R32_SFLOAT || desc.inputFormat == VK_FORMAT_R32G32B32A32_SFLOAT;
    schedule.constants.set(abi::kIdWideChannels, isWide ? VK_TRUE : VK_FALSE);
    schedule.constants.set(abi::kIdClampEnds, desc.clampEnds ? VK_TRUE : VK_FALSE);
    *model = {{schedule, tuning, capabilities}, desc.binCount, desc.binCount, desc.inputFormat};
    const TileForm form;
    StageList stages(model, form);
    stages.choose(Strategy::Auto, {.name = "HistogramImage",
                                   .kernel = "histogram_image",
                                   .geometry = tuning.histogramImage,
                                   .grid = Grid::Fixed,
                                   .maxTiles = kMaxTiles,
                                   .groups = tuning.imageGroups});
    stages.add(fillStage());
}

} // namespace

Status makeModel(const HistogramDesc& desc, const Tuning& tuning, const Capabilities& capabilities,
                 HistogramModel* model) noexcept
{
    if (sizeOf(desc.type) == 0)
        return {Argument::Type, Rule::Invalid};
    if (sizeOf(desc.type) != sizeof(uint32_t))
        return {Argument::Type, Rule::NotOffered};
    if (desc.binCount == 0 || desc.binCount > kMaxBinCount)
        return {Argument::BinCount, Rule::Invalid};
    const Status stored = checkStored(desc.input, desc.type, Argument::Input);
    if (stored != Status::Success)
        return stored;
    if (desc.inputFormat != VK_FORMAT_UNDEFINED) {
        const Status checked = checkImageDesc(desc);
        if (checked == Status::Success)
            makeImageModel(desc, tuning, capabilities, model);
        return checked;
    }
    const uint32_t partBins = partBinsOf(desc.binCount, capabilities);
    ScheduleDesc schedule;
    schedule.type = desc.type;
    takeStored(desc.input, StoredType::Same, &schedule);
    schedule.maxCount = desc.maxCount;
    schedule.constants.set(abi::kIdPartBins, partBins);
    *model = {{schedule, tuning, capabilities}, desc.binCount, partBins};
    const TileForm form;
    StageList stages(model, form);
    const Geometry geometry = model->parts() > 1 ? tuning.histogramPart : tuning.histogram;
    const uint32_t workgroups = workgroupsOf(partBins, geometry, tuning, capabilities);
    stages.choose(Strategy::Auto, {.name = "Histogram",
                                   .kernel = "histogram",
                                   .geometry = geometry,
                                   .grid = Grid::Spans,
                                   .maxTiles = stages.maxSpanTiles(),
                                   .groups = std::max(workgroups / model->parts(), 1u)});
    stages.add(fillStage());
    return Status::Success;
}

namespace {

struct HistogramBuffers {
    Access input;
    Access counts;
    Access countBuffer;
    Access mean;
    Access weights;
};

HistogramBuffers listHistogram(const HistogramModel& model, const HistogramArgs& args, BufferList* list) noexcept
{
    const VkDeviceSize element = storedBytes(model, model.desc.input);
    HistogramBuffers buffers;
    if (!model.hasImage())
        buffers.input = list->read(Argument::Input, args.input, args.count * element, element);
    buffers.counts = list->write(Argument::Counts, args.counts, model.binCount * kWordBytes, kWordBytes);
    if (model.hasImage()) {
        const VkDeviceSize weights = VkDeviceSize{args.weightExtent.width} * args.weightExtent.height;
        list->refuse(Argument::CountBuffer, args.countBuffer);
        buffers.mean = list->write(Argument::Mean, args.mean, kWordBytes, kWordBytes, Presence::Optional);
        buffers.weights =
            list->read(Argument::Weights, args.weights, weights * kWordBytes, kWordBytes, Presence::Optional);
        return buffers;
    }
    list->refuse(Argument::Mean, args.mean);
    list->refuse(Argument::Weights, args.weights);
    buffers.countBuffer = list->read(Argument::CountBuffer, args.countBuffer, args.count > 0 ? kWordBytes : 0,
                                     kWordBytes, Presence::Optional);
    return buffers;
}

} // namespace

Status checkImage(const HistogramModel& model, const HistogramArgs& args) noexcept
{
    const auto [width, height] = args.image.extent;
    const bool isWeighed = args.weights.address != 0;
    if (width == 0 || height == 0)
        return {Argument::Image, Rule::Zero};
    const uint64_t most =
        isWeighed ? (uint64_t{1} << 32) / kHistogramWeightUnits - 1 : model.maxCount; // counts do not wrap around
    if (std::max(width, height) > kMaxHistogramExtent ||
        uint64_t{width} * height > std::min<uint64_t>(most, model.maxCount))
        return {Argument::Image, Rule::TooLarge};
    const auto [columns, rows] = args.weightExtent;
    if (isWeighed && (columns == 0 || rows == 0 || std::max(columns, rows) > kMaxHistogramExtent))
        return {Argument::WeightExtent, Rule::Invalid};
    BufferList list;
    requireImage(model.capabilities, Resource::SampledImage, Image(args.image), Argument::Image, &list);
    return list.fault();
}

namespace {

// The fraction of weights / texels in units of 2^-32, rounded up. Its multiples by less than 2^16 have the whole parts
// of exact products.
uint32_t fractionOf(uint32_t weights, uint32_t texels) noexcept
{
    return static_cast<uint32_t>(divideRoundingUp<uint64_t>(uint64_t{weights % texels} << 32, texels));
}

Status planImage(const HistogramModel& model, const HistogramArgs& args, Plan* plan) noexcept
{
    Status status = checkImage(model, args);
    if (status != Status::Success)
        return status;
    BufferList list;
    const HistogramBuffers buffers = listHistogram(model, args, &list);
    const Access& counts = buffers.counts;
    const Access& mean = buffers.mean;
    abi::HistogramImagePush push = {};
    status = list.check();
    if (status == Status::Success)
        status = fillBins(model, args, &push);
    if (status != Status::Success)
        return status;

    const bool isWeighed = buffers.weights.range.size > 0;
    const bool hasMean = mean.range.size > 0;
    push.outputAddress = args.counts.address;
    // Drivers may load before they branch.
    push.meanAddress = hasMean ? args.mean.address | abi::kPresent : push.outputAddress;
    push.weightsAddress = isWeighed ? args.weights.address | abi::kPresent : push.outputAddress;
    push.width = args.image.extent.width;
    push.height = args.image.extent.height;
    if (isWeighed) {
        push.weightColumns = args.weightExtent.width;
        push.columnStep = args.weightExtent.width / push.width;
        push.rowStep = args.weightExtent.height / push.height;
        push.columnFraction = fractionOf(args.weightExtent.width, push.width);
        push.rowFraction = fractionOf(args.weightExtent.height, push.height);
    }
    const uint32_t stage = 0;
    const Geometry geometry = model[stage].geometry;
    const uint32_t tileWidth = geometry.workgroupSize * 2 / abi::kTexelBlock;
    push.tileColumns = divideRoundingUp(push.width, tileWidth);
    push.tileCount = push.tileColumns * divideRoundingUp(push.height, abi::kTexelBlock / 2 * geometry.rows);

    plan->stepCount = 0;
    const bool follows = hasMean && args.mean.address == args.counts.address + counts.range.size;
    appendFill(plan, model, stage + 1, args.counts.address, model.binCount + (follows ? 1 : 0),
               {counts, follows ? mean : Access()});
    if (hasMean && !follows)
        appendFill(plan, model, stage + 1, args.mean.address, 1, {mean});
    const uint32_t groups = std::min({push.tileCount, model[stage].groups, model.gridWidth});
    plan->append(stage, groups, groups, push, {buffers.weights, counts, mean});
    placeBarriers(plan);
    return Status::Success;
}

} // namespace

Status planHistogram(const HistogramModel& model, const HistogramArgs& args, Plan* plan) noexcept
{
    if (model.hasImage())
        return planImage(model, args, plan);
    if (args.count > model.maxCount)
        return {Argument::Count, Rule::TooLarge};
    BufferList list;
    const auto [input, counts, countBuffer, mean, weights] = listHistogram(model, args, &list);
    const auto [head, positions, stage] = placeArray(model, args.input.address, args.count, model.desc.input);
    auto push = pushOf<abi::HistogramPush>(args, head);
    Status status = list.check();
    if (status == Status::Success)
        status = fillBins(model, args, &push);
    if (status != Status::Success)
        return status;

    push.inputAddress = args.input.address - head * storedBytes(model, model.desc.input);
    push.outputAddress = args.counts.address;
    plan->stepCount = 0;
    appendFill(plan, model, stage + 1, push.outputAddress, model.binCount, {counts});
    if (args.count > 0) { // a column of workgroups for each span
        const uint64_t spans = workgroupCount(model, model[stage], positions);
        plan->append(stage, spans * model.parts(), static_cast<uint32_t>(spans), push, {input, countBuffer, counts});
    }
    placeBarriers(plan);
    return Status::Success;
}

template <>
struct Record<HistogramArgs> {
    static constexpr auto kList = listHistogram;
    static constexpr auto kPlan = planHistogram;
    static OperationKernels kernels(const HistogramDesc& desc) noexcept
    {
        return {"Histogram", toString(desc.type), nullptr, abi::kOpAdd, kHistogramFamilies};
    }
};
template class ArrayOperationOf<HistogramDesc, HistogramArgs>;

VkDescriptorSetLayout Histogram::descriptorSetLayout() const noexcept
{
    return imageLayout<HistogramArgs>(m_impl);
}

Status Histogram::writeDescriptors(VkDescriptorSet set, const HistogramArgs& args) const noexcept
{
    return writeImage(m_impl, set, args);
}

} // namespace vkscan
