#include "tables/table_model.h"

#include "schedule/carry_strategy.h"

#include <algorithm>
#include <bit>
#include <cstdio>

namespace vkscan {

namespace {

constexpr uint32_t kMaxSpans = 32; // maximum, one above the other
// Workgroups of a recovery pass seldom have anything to do, so they are few. If the grid allows, each has at most that
// many tiles.
constexpr uint32_t kTableRecoveryGroups = 256;
constexpr uint32_t kRecoveryTiles = 16;
constexpr uint32_t kDepthLanes = 32; // half a kilobyte of a row

Status checkInput(const TableDesc& desc, VkFormatFeatureFlags support) noexcept
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

Status checkOutput(const TableDesc& desc, const Capabilities& capabilities, VkFormatFeatureFlags support) noexcept
{
    if (desc.output != Resource::Buffer && desc.output != Resource::StorageImage)
        return {Argument::Output, Rule::Invalid};
    const FormatInfo format = formatInfo(desc.outputFormat);
    const bool isWide = desc.output == Resource::Buffer && desc.accumulation == Accumulation::F64;
    const Numeric numeric = desc.accumulation == Accumulation::U32 ? Numeric::Uint : Numeric::Sfloat;
    if (format.numeric != numeric || !(format.componentBytes == 4 || (format.componentBytes == 8 && isWide)))
        return {Argument::OutputFormat, Rule::Unsupported};
    if (desc.toImage() && ((support & VK_FORMAT_FEATURE_STORAGE_IMAGE_BIT) == 0 || !capabilities.storageImageWrite))
        return {Argument::OutputFormat, Rule::Unsupported};
    // The sums along z read the table with a format qualifier; those of two channels are extended formats.
    if (desc.toImage() && desc.kind == TableKind::Volume && format.channels == 2 &&
        !capabilities.storageImageExtendedFormats)
        return {Argument::OutputFormat, Rule::Unsupported};
    return Status::Success;
}

Status checkFixedOrder(const TableDesc& desc) noexcept
{
    const bool isOffered = desc.accumulation == Accumulation::F32 && desc.bias != Bias::Mean;
    return isOffered || !hasFixedOrder(desc) ? Status::Success : Status(Argument::Reproducible, Rule::Incompatible);
}

} // namespace

Status checkTableDesc(const TableDesc& desc, const Capabilities& capabilities, const FormatSupport& support) noexcept
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
    const bool isWide = (desc.accumulation == Accumulation::F64 && desc.toImage()) ||
                        (desc.accumulation > Accumulation::F32 && desc.kind != TableKind::Image &&
                         (desc.fromImage() || desc.toImage()));
    if (isRounded || isWide)
        return {Argument::Accumulation, Rule::Incompatible};
    if (desc.bias < Bias::None || desc.bias > Bias::Mean)
        return {Argument::Bias, Rule::Invalid};
    if (desc.bias != Bias::None && desc.accumulation == Accumulation::U32)
        return {Argument::Bias, Rule::Incompatible};
    if (desc.layout != TableLayout::Inclusive && desc.layout != TableLayout::ZeroBorder)
        return {Argument::Layout, Rule::Invalid};
    const Status waiting = checkWaiting(desc.waiting);
    return waiting == Status::Success ? checkFixedOrder(desc) : waiting;
}

namespace {

// Reproducible tiles have kFixedTileWords, and are as wide as high or twice as wide. Invocations hold about `words`
// words; fewer for buffers, where more invocations were a sixth faster on an H100. Rows with few lanes limit the
// invocations, since the tile's height does.
TableGeometry fixedGeometryOf(const TableModel& model, uint32_t words) noexcept
{
    const bool toImage = model.desc.toImage();
    if (!toImage)
        words = std::min(words, 32u);
    const uint32_t texels = kFixedTileWords / (model.values() * model.elementWords());
    uint32_t width = 1;
    while (width * width < texels)
        width *= 2;
    const uint32_t height = texels / width;
    TableGeometry geometry;
    geometry.subgroupSize = model.capabilities.subgroupSize;
    geometry.workgroupSize = std::clamp(kFixedTileWords / words, 256u, 1024u);
    while (geometry.workgroupSize > model.capabilities.maxWorkgroupInvocations)
        geometry.workgroupSize /= 2;
    geometry.vector = !toImage ? 4 / model.outputFormat().channels : model.gathers ? 2 : 1;
    geometry.laneColumns = geometry.subgroupSize;
    if (toImage) // otherwise narrow subgroups would have many grids in a row, which compilers cannot unroll
        geometry.laneColumns = model.gathers || geometry.subgroupSize < 32 ? 8 : geometry.subgroupSize / 8;
    const uint32_t most = std::min(geometry.subgroupSize, width / geometry.vector);
    geometry.laneColumns = std::clamp(geometry.laneColumns, std::min(4u, most), most);
    while (geometry.workgroupSize / geometry.laneColumns > height && geometry.laneColumns < most)
        geometry.laneColumns *= 2;
    // The bottom rows of all subgroups, with a column for each lane, must fit in shared memory.
    constexpr uint32_t kSharedWords = 4096;
    const uint32_t bottom = geometry.laneColumns * geometry.vector * model.values();
    while (geometry.workgroupSize / geometry.laneColumns > height ||
           geometry.workgroupSize / geometry.subgroupSize * bottom > kSharedWords)
        geometry.workgroupSize /= 2;
    geometry.columns = width / (geometry.laneColumns * geometry.vector);
    geometry.rows = height / (geometry.workgroupSize / geometry.laneColumns);
    return geometry;
}

// The tile if invocations hold `words` 32-bit words, and workgroups have 1/`parts` of the tuning's invocations.
TableGeometry tileOf(const TableModel& model, uint32_t words, uint32_t parts) noexcept
{
    if (hasFixedOrder(model.desc))
        return fixedGeometryOf(model, words);
    TableGeometry geometry;
    geometry.workgroupSize = model.tuning.table.workgroupSize / parts;
    geometry.subgroupSize = model.capabilities.subgroupSize;
    const uint32_t entryWords = model.values() * model.elementWords();
    const bool toImage = model.desc.toImage();
    uint32_t rows = 1; // minimum rows of a lane
    if (toImage) {
        // Images are laid out in blocks, so a subgroup's lanes form some rows. With one channel, lanes hold the 2 x 2
        // texels that a fetch gathers, and eight in a row store whole sectors; otherwise, they hold a texel.
        geometry.vector = model.gathers ? 2 : 1;
        rows = geometry.vector;
        geometry.laneColumns =
            model.gathers ? std::min(8u, geometry.subgroupSize) : std::max(4u, geometry.subgroupSize / 8);
    } else {
        // Each lane writes 16 bytes of a buffer's row.
        geometry.laneColumns = geometry.subgroupSize;
        geometry.vector = 4 / model.outputFormat().channels;
    }
    // Vectors of an invocation; the tile is not higher than wide.
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

// A lane's columns: 16 bytes of a row in buffers, an entry in images.
DepthGeometry depthGeometryOf(const TableModel& model) noexcept
{
    const TableTuning& tuning = model.tuning.table;
    const FormatInfo format = model.outputFormat();
    const uint32_t vectorItems = abi::kVectorBytes / format.componentBytes;
    DepthGeometry geometry;
    geometry.workgroupSize = tuning.workgroupSize;
    geometry.lanes = std::min(kDepthLanes, tuning.workgroupSize);
    geometry.items = model.desc.toImage() ? format.channels : vectorItems;
    geometry.rows = std::max(tuning.depthWords / (vectorItems * model.elementWords()), 1u);
    return geometry;
}

} // namespace

TableGrid gridOf(const TableModel& model, Strategy strategy, VkExtent3D extent) noexcept
{
    const TableGeometry geometry = geometryOf(model, strategy);
    TableGrid grid;
    grid.tiles[0] = divideRoundingUp(extent.width + model.border(), geometry.tileWidth());
    grid.tiles[1] = divideRoundingUp(extent.height + model.border(), geometry.tileHeight());
    // The spans of all slices are rows of one grid.
    const uint32_t mostSpans = std::clamp(model.capabilities.maxGroupCount[1] / extent.depth, 1u, kMaxSpans);
    grid.spanTiles = divideRoundingUp(grid.tiles[1], mostSpans);
    return grid;
}

namespace {

// Whether reading the texels twice costs more than the recovery pass's dispatches.
bool isFallbackWorthwhile(const TableModel& model, VkExtent3D extent) noexcept
{
    const uint64_t texels = uint64_t{extent.width} * extent.height * extent.depth;
    return model.capabilities.bufferInt64Atomics &&
           texels * model.inputFormat().texelBytes() >= model.tuning.fallbackBytes;
}

} // namespace

Strategy strategyOf(const TableModel& model, VkExtent3D extent) noexcept
{
    const Strategy wanted = model.tuning.strategy;
    const bool isAuto = wanted == Strategy::Auto;
    if (hasFixedOrder(model.desc) || (isAuto && model.desc.waiting == Waiting::Never) ||
        (wanted == Strategy::SpineWithFallback && !model.capabilities.bufferInt64Atomics))
        return Strategy::ReduceThenScan;
    if (!isAuto)
        return wanted;
    if (!passesOnce(model.desc.waiting, model.capabilities))
        return isFallbackWorthwhile(model, extent) ? Strategy::SpineWithFallback : Strategy::ReduceThenScan;
    // Rows of tiles are short in slices, and rows of many slices run at once, so that flat sums suffice.
    const bool isFlat = model.desc.kind != TableKind::Image ||
                        gridOf(model, Strategy::FlatSum, extent).tileCount() <= model.tuning.table.flatTiles;
    return isFlat ? Strategy::FlatSum : Strategy::Spine;
}

uint32_t recoveryGroups(const TableModel& model, uint32_t tiles) noexcept
{
    const uint32_t groups = std::max(std::min(tiles, kTableRecoveryGroups), divideRoundingUp(tiles, kRecoveryTiles));
    return std::min(groups, model.gridWidth);
}

Strategy chooseStrategy(const TableModel& model, VkExtent3D extent) noexcept
{
    return tableScratchSize(model, extent) != 0 ? strategyOf(model, extent) : Strategy::Auto;
}

namespace {

// Whether plans of any extent or bias include the stage.
bool mayTake(const TableModel& model, TableStage stage) noexcept
{
    const bool isAuto = model.tuning.strategy == Strategy::Auto && !hasFixedOrder(model.desc);
    const bool onePass = passesOnce(model.desc.waiting, model.capabilities);
    const Strategy ofLargest = strategyOf(model, model.desc.maxExtent);
    switch (stage) {
    case TableStage::Reduce:
    case TableStage::Scan: return isAuto ? !onePass : ofLargest == Strategy::ReduceThenScan;
    case TableStage::FlatSum: return isAuto ? onePass : model.tuning.strategy == Strategy::FlatSum;
    case TableStage::Spine:
    case TableStage::SpineWithFallback:
    case TableStage::Recovery: return ofLargest == kTableStages[static_cast<uint32_t>(stage)].strategy;
    case TableStage::Depth: return model.desc.kind == TableKind::Volume;
    }
    return false;
}

} // namespace

TableModel::TableModel(const TableDesc& of, const Tuning& by, const Capabilities& on) noexcept
    : desc(of),
      tuning(by),
      capabilities(on),
      formats{formatInfo(of.inputFormat), formatInfo(of.outputFormat)},
      gridWidth(std::min(on.maxGroupCount[0], by.maxGridWidth)),
      gathers(desc.input == Resource::SampledImage && !desc.is3D() && outputFormat().channels == 1)
{
    if (desc.kind != TableKind::Image)
        tuning.waits.inOrder = false; // tiles wait within a slice only, so none knows when the run ends
    tile = tileOf(*this, by.table.words, gathers ? by.table.gatherParts : 1);
    flatTile = tileOf(*this, values() * elementWords() == 1 ? by.table.flatWords : by.table.words, 1);
    depth = depthGeometryOf(*this);
    for (const TableStageRow& row : kTableStages)
        stages |= mayTake(*this, row.value) ? 1u << static_cast<uint32_t>(row.value) : 0;
}

bool usesStage(const TableModel& model, TableStage stage) noexcept
{
    return (model.stages >> static_cast<uint32_t>(stage) & 1) != 0;
}

uint32_t stageIndex(const TableModel& model, TableStage stage) noexcept
{
    return static_cast<uint32_t>(std::popcount(model.stages & ((1u << static_cast<uint32_t>(stage)) - 1)));
}

VkDeviceSize tableScratchSize(const TableModel& model, VkExtent3D extent) noexcept
{
    const VkExtent3D& most = model.desc.maxExtent;
    if (extent.width == 0 || extent.height == 0 || extent.depth == 0 || extent.width > most.width ||
        extent.height > most.height || extent.depth > most.depth)
        return 0;
    // Smaller extents may take another strategy, with smaller tiles.
    VkDeviceSize entries = 0; // entries of a slice's edges
    for (const TableStageRow& stage : kTableStages) {
        const Strategy strategy = stage.strategy;
        if (!usesStage(model, stage.value) || strategy == Strategy::Auto)
            continue;
        const TableGeometry geometry = geometryOf(model, strategy);
        const TableGrid grid = gridOf(model, strategy, extent);
        const VkDeviceSize right = VkDeviceSize{grid.tileCount()} * geometry.tileHeight();
        // Spans do not count: some greater heights have fewer.
        const VkDeviceSize spans =
            strategy == Strategy::ReduceThenScan ? std::min(grid.tiles[1], kMaxSpans) : grid.tiles[1];
        // The marks of tiles, a slot each.
        const VkDeviceSize marks =
            strategy == Strategy::SpineWithFallback ? divideRoundingUp(grid.tileCount(), model.values()) : 0;
        entries = std::max(entries, right + grid.tiles[0] * spans * geometry.tileWidth() + marks);
    }
    const VkDeviceSize words = entries * extent.depth * model.values() * model.elementWords();
    const VkDeviceSize bytes = abi::kScratchHeaderBytes + words * abi::kScratchWordBytes;
    return bytes <= kMaxVolumeScratch ? bytes : 0; // slots have 32-bit numbers
}

namespace {

constexpr uint32_t kWholeRow = 1u << 30; // tiles

const char* sumsOf(const TableDesc& desc) noexcept
{
    switch (desc.accumulation) {
    case Accumulation::F32x2: return "f32x2";
    case Accumulation::F64: return "f64";
    default: return "b32";
    }
}

// Whether a stage's kernel writes the table to images.
bool storesImages(TableStage stage, const TableDesc& desc) noexcept
{
    return desc.toImage() && stage != TableStage::Reduce;
}

const char* sinkOf(TableStage stage, const TableDesc& desc) noexcept
{
    if (storesImages(stage, desc))
        return desc.accumulation == Accumulation::U32 ? "_uint_image" : "_float_image";
    return stage == TableStage::Reduce || stage == TableStage::Depth ? "" : "_buffer";
}

const char* sourceOf(TableStage stage, const TableDesc& desc) noexcept
{
    if (!desc.fromImage() || stage == TableStage::Depth) // the sums along z read only the table
        return "buffer";
    return formatInfo(desc.inputFormat).numeric == Numeric::Uint ? "uint_texture" : "float_texture";
}

// The shape of a stage's images of slices.
const char* shapeOf(TableStage stage, const TableDesc& desc) noexcept
{
    const bool readsImages = desc.fromImage() && stage != TableStage::Depth;
    if (desc.kind == TableKind::Image || (!readsImages && !storesImages(stage, desc)))
        return "";
    return desc.arrayImages ? "_array" : "_3d";
}

// The format by which the sums along z read images.
const char* formatOf(TableStage stage, const TableDesc& desc) noexcept
{
    constexpr const char* kFormats[] = {"_r32", "_rg32", "", "_rgba32"};
    const bool reads = stage == TableStage::Depth && desc.toImage();
    return reads ? kFormats[formatInfo(desc.outputFormat).channels - 1] : "";
}

uint32_t sourceKind(const TableModel& model) noexcept
{
    const FormatInfo format = model.inputFormat();
    switch (format.numeric) {
    case Numeric::Sfloat: return abi::kSourceFloat;
    case Numeric::Unorm: return format.componentBytes == 1 ? abi::kSourceUnorm8 : abi::kSourceUnorm16;
    case Numeric::Uint: break;
    }
    return model.desc.input == Resource::Buffer && format.componentBytes == 1 ? abi::kSourceUint8 : abi::kSourceUint;
}

// Later dispatches of a single pass take the mean that the first one found.
uint32_t biasCode(const TableModel& model, const TableStageRow& stage) noexcept
{
    const bool isFound = model.desc.bias == Bias::Mean && stage.value == TableStage::Recovery;
    return isFound ? abi::kBiasGiven : static_cast<uint32_t>(model.desc.bias);
}

// On devices that bound loops, all polls are in rounds: such devices lose invocations that leave a loop before others
// (shaders/kernels/sat_single_pass.comp).
Waits waitsOf(const TableModel& model, const TableStageRow& stage) noexcept
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

PackedCode kernelCode(KernelFamilies families, const TableStageRow& stage, const TableDesc& desc) noexcept
{
    char name[64] = "";
    std::snprintf(name, sizeof(name), "%s_%s_%s%s%s%s%s", stage.kernel, sumsOf(desc), sourceOf(stage.value, desc),
                  sinkOf(stage.value, desc), formatOf(stage.value, desc), shapeOf(stage.value, desc),
                  hasFixedOrder(desc) ? "_fixed" : "");
    return findKernel(families, name);
}

SpecConstants constantsOf(const TableModel& model, const TableStageRow& stage) noexcept
{
    const TableTuning& tuning = model.tuning.table;
    const TableGeometry geometry = geometryOf(model, stage.strategy);
    SpecConstants constants;
    constants[abi::kIdWorkgroupSize] = geometry.workgroupSize;
    constants[abi::kIdRows] = geometry.rows;
    constants[abi::kIdOperator] = abi::kOpAdd;
    constants[abi::kIdType] = model.desc.accumulation == Accumulation::U32 ? abi::kTypeU32 : abi::kTypeF32;
    const Waits waits = waitsOf(model, stage);
    constants[abi::kIdPolls] = waits.polls;
    constants[abi::kIdRounds] = waits.rounds;
    // Measured: wide entries are faster with tickets; RGBA32F on an H100 by 3%.
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
    constants[abi::kIdLayered] = model.desc.kind != TableKind::Image ? VK_TRUE : VK_FALSE;
    const bool isWindowed = stage.value == TableStage::Spine || stage.value == TableStage::SpineWithFallback;
    constants[abi::kIdDiagonals] = isWindowed ? VK_TRUE : VK_FALSE;
    if (stage.strategy == Strategy::SpineWithFallback)
        constants[abi::kIdFallback] = stage.value == TableStage::Recovery ? abi::kFallbackAgain : abi::kFallbackPass;
    if (stage.value == TableStage::Depth) {
        constants[abi::kIdWorkgroupSize] = model.depth.workgroupSize;
        constants[abi::kIdRows] = model.depth.rows;
        constants[abi::kIdLaneColumns] = model.depth.lanes;
    }
    return constants;
}

} // namespace vkscan
