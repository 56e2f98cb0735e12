#include "tables/table_model.h"

#include "schedule/carry_strategy.h"

#include <vkscan/axes.h>

#include <algorithm>
#include <bit>
#include <cstdio>

namespace vkscan {

namespace {

constexpr uint32_t kMaxSpans = 32; // one above the other
// Workgroups that make a table again seldom have anything to do, so they are few; and a workgroup has so many tiles at
// most, as long as the grid allows.
constexpr uint32_t kGroupsAgain = 256;
constexpr uint32_t kTilesAgain = 16;

Status checkInput(const SummedAreaTableDesc& desc, VkFormatFeatureFlags support) noexcept
{
    if (desc.input < Resource::Buffer || desc.input > Resource::StorageImage)
        return {Argument::Input, Rule::Invalid};
    if (desc.input == Resource::StorageImage)
        return {Argument::Input, Rule::NotOffered};
    const FormatInfo format = formatInfo(desc.inputFormat);
    if (desc.input == Resource::SampledImage) {
        if (format.channels == 0 || format.componentBytes > 4 || (support & VK_FORMAT_FEATURE_SAMPLED_IMAGE_BIT) == 0)
            return {Argument::InputFormat, Rule::Unsupported};
    } else if (desc.inputFormat != VK_FORMAT_R8_UINT && desc.inputFormat != VK_FORMAT_R32_UINT &&
               desc.inputFormat != VK_FORMAT_R32_SFLOAT) {
        return {Argument::InputFormat, Rule::Unsupported};
    }
    return format.channels >= formatInfo(desc.outputFormat).channels ? Status::Success
                                                                     : Status(Argument::InputFormat, Rule::Unsupported);
}

Status checkOutput(const SummedAreaTableDesc& desc, const Capabilities& capabilities,
                   VkFormatFeatureFlags support) noexcept
{
    if (desc.output != Resource::Buffer && desc.output != Resource::StorageImage)
        return {Argument::Output, Rule::Invalid};
    const FormatInfo format = formatInfo(desc.outputFormat);
    const bool isWide = desc.output == Resource::Buffer && desc.accumulation == Accumulation::F64;
    const Numeric numeric = desc.accumulation == Accumulation::U32 ? Numeric::Uint : Numeric::Sfloat;
    if (format.numeric != numeric || !(format.componentBytes == 4 || (format.componentBytes == 8 && isWide)))
        return {Argument::OutputFormat, Rule::Unsupported};
    if (desc.output == Resource::StorageImage &&
        ((support & VK_FORMAT_FEATURE_STORAGE_IMAGE_BIT) == 0 || !capabilities.storageImageWrite))
        return {Argument::OutputFormat, Rule::Unsupported};
    return Status::Success;
}

Status checkTableStrategy(const SummedAreaTableDesc& desc, const Capabilities& capabilities) noexcept
{
    const StrategyRow* const strategy = findRow(kStrategies, desc.strategy);
    if (strategy == nullptr || !strategy->tables)
        return {Argument::Strategy, strategy == nullptr ? Rule::Invalid : Rule::NotOffered};
    return checkNeeds(strategy->waits, strategy->waits, desc.assumeForwardProgress, capabilities);
}

Status checkFixedOrder(const SummedAreaTableDesc& desc) noexcept
{
    const bool isOffered = desc.accumulation == Accumulation::F32 && desc.bias != Bias::Mean &&
                           (desc.strategy == Strategy::Auto || desc.strategy == Strategy::ReduceThenScan);
    return isOffered || !hasFixedOrder(desc) ? Status::Success : Status(Argument::Reproducible, Rule::Incompatible);
}

} // namespace

Status checkSatDesc(const SummedAreaTableDesc& desc, const Capabilities& capabilities,
                    const FormatSupport& support) noexcept
{
    if (desc.accumulation < Accumulation::U32 || desc.accumulation > Accumulation::F64)
        return {Argument::Accumulation, Rule::Invalid};
    if (desc.accumulation == Accumulation::F64 && !capabilities.float64)
        return {Argument::Accumulation, Rule::Unsupported};
    Status status = checkOutput(desc, capabilities, support.output);
    if (status == Status::Success)
        status = checkInput(desc, support.input);
    if (status != Status::Success)
        return status;
    const bool isRounded =
        desc.accumulation == Accumulation::U32 && formatInfo(desc.inputFormat).numeric == Numeric::Sfloat;
    const bool isWideImage = desc.accumulation == Accumulation::F64 && desc.output != Resource::Buffer;
    if (isRounded || isWideImage)
        return {Argument::Accumulation, Rule::Incompatible};
    if (desc.bias < Bias::None || desc.bias > Bias::Mean)
        return {Argument::Bias, Rule::Invalid};
    if (desc.bias != Bias::None && desc.accumulation == Accumulation::U32)
        return {Argument::Bias, Rule::Incompatible};
    if (desc.layout != TableLayout::Inclusive && desc.layout != TableLayout::ZeroBorder)
        return {Argument::Layout, Rule::Invalid};
    const Status strategy = checkTableStrategy(desc, capabilities);
    return strategy == Status::Success ? checkFixedOrder(desc) : strategy;
}

namespace {

// Tiles of a fixed order have kFixedTileWords, and are as wide as high or twice as wide. Invocations hold about so many
// words; fewer for buffers, where more invocations were a sixth faster on an H100. If the lanes of a row are few, so
// are the invocations that a tile is high enough for.
SatGeometry fixedGeometryOf(const SatModel& model, uint32_t words) noexcept
{
    const bool toImage = model.desc.output == Resource::StorageImage;
    if (!toImage)
        words = std::min(words, 32u);
    const uint32_t texels = kFixedTileWords / (model.values() * model.elementWords());
    uint32_t width = 1;
    while (width * width < texels)
        width *= 2;
    const uint32_t height = texels / width;
    SatGeometry geometry;
    geometry.subgroupSize = model.capabilities.subgroupSize;
    geometry.workgroupSize = std::clamp(kFixedTileWords / words, 256u, 1024u);
    while (geometry.workgroupSize > model.capabilities.maxWorkgroupInvocations)
        geometry.workgroupSize /= 2;
    geometry.vector = !toImage ? 4 / model.outputFormat().channels : model.gathers ? 2 : 1;
    geometry.laneColumns = geometry.subgroupSize;
    if (toImage) // narrow subgroups would have many grids in a row otherwise, which compilers cannot unroll
        geometry.laneColumns = model.gathers || geometry.subgroupSize < 32 ? 8 : geometry.subgroupSize / 8;
    const uint32_t most = std::min(geometry.subgroupSize, width / geometry.vector);
    geometry.laneColumns = std::clamp(geometry.laneColumns, std::min(4u, most), most);
    while (geometry.workgroupSize / geometry.laneColumns > height && geometry.laneColumns < most)
        geometry.laneColumns *= 2;
    // The bottoms of all subgroups, in as many columns as their lanes have, must fit in shared memory.
    constexpr uint32_t kSharedWords = 4096;
    const uint32_t bottom = geometry.laneColumns * geometry.vector * model.values();
    while (geometry.workgroupSize / geometry.laneColumns > height ||
           geometry.workgroupSize / geometry.subgroupSize * bottom > kSharedWords)
        geometry.workgroupSize /= 2;
    geometry.columns = width / (geometry.laneColumns * geometry.vector);
    geometry.rows = height / (geometry.workgroupSize / geometry.laneColumns);
    return geometry;
}

// The tile of invocations that hold so many 32-bit words.
SatGeometry geometryOf(const SatModel& model, uint32_t words) noexcept
{
    if (hasFixedOrder(model.desc))
        return fixedGeometryOf(model, words);
    SatGeometry geometry;
    geometry.workgroupSize = model.tuning.table.workgroupSize;
    geometry.subgroupSize = model.capabilities.subgroupSize;
    const uint32_t entryWords = model.values() * model.elementWords();
    const bool toImage = model.desc.output == Resource::StorageImage;
    uint32_t rows = 1; // of a lane, at least
    if (toImage) {
        // Images are laid out in blocks, so a subgroup's lanes form some rows. Of one channel, lanes hold the 2 x 2
        // texels that a fetch gathers, and eight in a row store whole sectors; of others, they hold a texel.
        geometry.vector = model.gathers ? 2 : 1;
        rows = geometry.vector;
        geometry.laneColumns =
            model.gathers ? std::min(8u, geometry.subgroupSize) : std::max(4u, geometry.subgroupSize / 8);
    } else {
        // Rows of a buffer are written in 16 bytes a lane.
        geometry.laneColumns = geometry.subgroupSize;
        geometry.vector = 4 / model.outputFormat().channels;
    }
    // Vectors of an invocation, and a tile of them that is not higher than wide.
    const uint32_t vectorWords = entryWords * geometry.vector;
    const uint32_t vectors = std::max(words / vectorWords, rows);
    const uint32_t texels = geometry.workgroupSize * geometry.vector * vectors;
    uint32_t width = 1;
    while (width * width < texels)
        width *= 2;
    // The subgroups' bottom rows must fit in shared memory.
    constexpr uint32_t kSharedWords = 4096;
    const uint32_t subgroups = geometry.workgroupSize / geometry.subgroupSize;
    const uint32_t most = kSharedWords / (subgroups * geometry.laneColumns * vectorWords);
    geometry.columns = std::clamp(width / (geometry.laneColumns * geometry.vector), 1u, std::min(most, vectors / rows));
    geometry.rows = vectors / geometry.columns;
    return geometry;
}

} // namespace

SatGrid satGrid(const SatModel& model, Strategy strategy, VkExtent2D extent) noexcept
{
    const SatGeometry geometry = satGeometry(model, strategy);
    SatGrid grid;
    grid.tiles[0] = divideRoundingUp(extent.width + model.border(), geometry.tileWidth());
    grid.tiles[1] = divideRoundingUp(extent.height + model.border(), geometry.tileHeight());
    grid.spanTiles = divideRoundingUp(grid.tiles[1], kMaxSpans);
    return grid;
}

bool takesFallback(const SummedAreaTableDesc& desc, const Capabilities& capabilities) noexcept
{
    // As shaders/variants.txt lists modules of sat_with_fallback.
    return desc.accumulation <= Accumulation::F32 && capabilities.bufferInt64Atomics;
}

namespace {

bool takesOnePass(const Capabilities& capabilities) noexcept
{
    return capabilities.forwardProgress && capabilities.bufferInt64Atomics;
}

// Whether reading the texels twice costs more than the dispatches behind a single pass that may be given up.
bool isFallbackWorthwhile(const SatModel& model, VkExtent2D extent) noexcept
{
    const uint64_t bytes = uint64_t{extent.width} * extent.height * model.inputFormat().texelBytes();
    return takesFallback(model.desc, model.capabilities) && bytes >= model.tuning.fallbackBytes;
}

} // namespace

uint32_t groupsAgain(const SatModel& model, uint32_t tiles) noexcept
{
    const uint32_t groups = std::max(std::min(tiles, kGroupsAgain), divideRoundingUp(tiles, kTilesAgain));
    return std::min(groups, model.gridWidth);
}

Strategy chooseStrategy(const SatModel& model, VkExtent2D extent) noexcept
{
    const VkExtent2D most = model.maxExtent();
    if (extent.width == 0 || extent.height == 0 || extent.width > most.width || extent.height > most.height)
        return Strategy::Auto;
    const Strategy wanted = model.desc.strategy;
    if (hasFixedOrder(model.desc) ||
        (wanted == Strategy::SpineWithFallback && !takesFallback(model.desc, model.capabilities)))
        return Strategy::ReduceThenScan;
    if (wanted != Strategy::Auto)
        return wanted;
    if (!takesOnePass(model.capabilities))
        return isFallbackWorthwhile(model, extent) ? Strategy::SpineWithFallback : Strategy::ReduceThenScan;
    const bool isFlat = satGrid(model, Strategy::FlatSum, extent).tileCount() <= model.tuning.table.flatTiles;
    return isFlat ? Strategy::FlatSum : Strategy::Spine;
}

namespace {

// Whether plans of some extent or bias take the stage.
bool mayTake(const SatModel& model, TableStage stage) noexcept
{
    const bool isAuto = model.desc.strategy == Strategy::Auto && !hasFixedOrder(model.desc);
    const bool onePass = takesOnePass(model.capabilities);
    switch (stage) {
    case TableStage::Mean: return model.desc.bias == Bias::Mean && mayTake(model, TableStage::Reduce);
    case TableStage::Reduce:
    case TableStage::Scan:
        return isAuto ? !onePass : chooseStrategy(model, model.maxExtent()) == Strategy::ReduceThenScan;
    case TableStage::FlatSum: return isAuto ? onePass : model.desc.strategy == Strategy::FlatSum;
    case TableStage::Spine: return chooseStrategy(model, model.maxExtent()) == Strategy::Spine;
    case TableStage::SpineWithFallback:
    case TableStage::Again: return chooseStrategy(model, model.maxExtent()) == Strategy::SpineWithFallback;
    }
    return false;
}

} // namespace

SatModel::SatModel(const SummedAreaTableDesc& of, const Tuning& by, const Capabilities& on, bool canGather) noexcept
    : desc(of),
      tuning(by),
      capabilities(on),
      formats{formatInfo(of.inputFormat), formatInfo(of.outputFormat)},
      gridWidth(std::min(on.maxGroupCount[0], by.maxGridWidth))
{
    gathers = canGather && desc.input == Resource::SampledImage && outputFormat().channels == 1;
    tile = geometryOf(*this, by.table.words);
    flatTile = values() * elementWords() == 1 ? geometryOf(*this, by.table.flatWords) : tile;
    for (const TableStageRow& row : kTableStages)
        stages |= mayTake(*this, row.value) ? 1u << static_cast<uint32_t>(row.value) : 0;
}

bool usesStage(const SatModel& model, TableStage stage) noexcept
{
    return (model.stages >> static_cast<uint32_t>(stage) & 1) != 0;
}

uint32_t stageIndex(const SatModel& model, TableStage stage) noexcept
{
    return static_cast<uint32_t>(std::popcount(model.stages & ((1u << static_cast<uint32_t>(stage)) - 1)));
}

VkDeviceSize satScratchSize(const SatModel& model, VkExtent2D extent) noexcept
{
    if (chooseStrategy(model, extent) == Strategy::Auto)
        return 0;
    // Smaller extents may take another strategy, whose tiles are smaller.
    VkDeviceSize most = 0;
    for (const TableStageRow& stage : kTableStages) {
        if (!usesStage(model, stage.value))
            continue;
        const Strategy strategy = stage.strategy;
        const SatGeometry geometry = satGeometry(model, strategy);
        const SatGrid grid = satGrid(model, strategy, extent);
        const VkDeviceSize right = VkDeviceSize{grid.tileCount()} * geometry.tileHeight();
        // Not the spans, which are fewer for some greater heights.
        const VkDeviceSize spans =
            strategy == Strategy::ReduceThenScan ? std::min(grid.tiles[1], kMaxSpans) : grid.tiles[1];
        // And the marks of tiles, a slot each.
        const VkDeviceSize marks = strategy == Strategy::SpineWithFallback
                                       ? divideRoundingUp(grid.tileCount(), model.values() * model.elementWords())
                                       : 0;
        most = std::max(most, right + grid.tiles[0] * spans * geometry.tileWidth() + marks);
    }
    return abi::kScratchHeaderBytes + most * model.values() * model.elementWords() * abi::kScratchWordBytes;
}

namespace {

constexpr uint32_t kWholeRow = 1u << 30; // tiles

const char* sumsOf(TableStage stage, const SummedAreaTableDesc& desc) noexcept
{
    if (stage == TableStage::Mean)
        return "b32";
    switch (desc.accumulation) {
    case Accumulation::F32x2: return "f32x2";
    case Accumulation::F64: return "f64";
    default: return "b32";
    }
}

const char* sinkOf(TableStage stage, const SummedAreaTableDesc& desc) noexcept
{
    if (stage == TableStage::Mean || stage == TableStage::Reduce)
        return "";
    if (desc.output == Resource::Buffer)
        return "_buffer";
    return desc.accumulation == Accumulation::U32 ? "_uint_image" : "_float_image";
}

const char* sourceOf(const SummedAreaTableDesc& desc) noexcept
{
    if (desc.input == Resource::Buffer)
        return "buffer";
    return formatInfo(desc.inputFormat).numeric == Numeric::Uint ? "uint_texture" : "float_texture";
}

uint32_t sourceKind(const SatModel& model) noexcept
{
    const FormatInfo format = model.inputFormat();
    switch (format.numeric) {
    case Numeric::Sfloat: return abi::kSourceFloat;
    case Numeric::Unorm: return format.componentBytes == 1 ? abi::kSourceUnorm8 : abi::kSourceUnorm16;
    case Numeric::Uint: break;
    }
    return model.desc.input == Resource::Buffer && format.componentBytes == 1 ? abi::kSourceUint8 : abi::kSourceUint;
}

uint32_t biasCode(const SatModel& model, const TableStageRow& stage) noexcept
{
    const bool hasBefore = stage.strategy == Strategy::ReduceThenScan || stage.value == TableStage::Again;
    const bool isFound = model.desc.bias == Bias::Mean && hasBefore; // by a dispatch before
    return isFound ? abi::kBiasGiven : static_cast<uint32_t>(model.desc.bias);
}

// Where loops are bounded, all polls are in rounds: devices of this kind lose invocations that leave a loop before
// others (shaders/kernels/sat_single_pass.comp).
Waits waitsOf(const SatModel& model, const TableStageRow& stage) noexcept
{
    if (stage.strategy != Strategy::SpineWithFallback)
        return model.tuning.waits;
    Waits waits = model.tuning.shortWaits;
    if (model.capabilities.boundedLoops) {
        waits.rounds += waits.polls;
        waits.polls = 1;
    }
    return waits;
}

} // namespace

PackedCode kernelCode(KernelFamilies families, const TableStageRow& stage, const SummedAreaTableDesc& desc,
                      const char* suffix) noexcept
{
    char name[64] = "";
    std::snprintf(name, sizeof(name), "%s_%s_%s%s%s", stage.kernel, sumsOf(stage.value, desc), sourceOf(desc),
                  sinkOf(stage.value, desc), suffix);
    return findKernel(families, name);
}

SpecConstants constantsOf(const SatModel& model, const TableStageRow& stage) noexcept
{
    const TableTuning& tuning = model.tuning.table;
    const SatGeometry geometry = satGeometry(model, stage.strategy);
    SpecConstants constants;
    constants[abi::kIdWorkgroupSize] = geometry.workgroupSize;
    constants[abi::kIdRows] = geometry.rows;
    constants[abi::kIdOperator] = abi::kOpAdd;
    const bool sumsIntegers = model.desc.accumulation == Accumulation::U32 && stage.value != TableStage::Mean;
    constants[abi::kIdType] = sumsIntegers ? abi::kTypeU32 : abi::kTypeF32;
    const Waits waits = waitsOf(model, stage);
    constants[abi::kIdPolls] = waits.polls;
    constants[abi::kIdRounds] = waits.rounds;
    // Wide entries are faster with tickets, measured; RGBA32F on an H100 by 3%.
    const bool inOrder = waits.inOrder && model.values() * model.elementWords() == 1;
    constants[abi::kIdInOrder] = inOrder ? VK_TRUE : VK_FALSE;
    constants[abi::kIdTestHooks] = model.tuning.testHooks;
    constants[abi::kIdSubgroupSize] = geometry.subgroupSize;
    constants[abi::kIdLaneColumns] = geometry.laneColumns;
    constants[abi::kIdColumns] = geometry.columns;
    constants[abi::kIdVector] = geometry.vector;
    constants[abi::kIdChannels] = model.outputFormat().channels;
    constants[abi::kIdSquares] = model.desc.squares ? VK_TRUE : VK_FALSE;
    constants[abi::kIdBias] = biasCode(model, stage);
    constants[abi::kIdBorder] = model.border();
    constants[abi::kIdSource] = sourceKind(model);
    constants[abi::kIdWideEntries] = model.outputFormat().componentBytes == 8 ? VK_TRUE : VK_FALSE;
    constants[abi::kIdRowWindow] = stage.value == TableStage::FlatSum ? kWholeRow : tuning.rowWindow;
    constants[abi::kIdColumnWindow] = stage.value == TableStage::FlatSum ? kWholeRow : tuning.columnWindow;
    const bool isWindowed = stage.value == TableStage::Spine || stage.value == TableStage::SpineWithFallback;
    constants[abi::kIdDiagonals] = isWindowed ? VK_TRUE : VK_FALSE;
    if (stage.strategy == Strategy::SpineWithFallback)
        constants[abi::kIdFallback] = stage.value == TableStage::Again ? abi::kFallbackAgain : abi::kFallbackPass;
    return constants;
}

} // namespace vkscan
