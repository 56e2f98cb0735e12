// Plans of summed-area tables: tiles, grids, steps, what steps touch, barriers, and scratch.
#include "hazards.h"
#include "statuses.h"
#include "table_models.h"

#include <gtest/gtest.h>

#include <vkscan/reference.h>

#include <algorithm>
#include <bit>
#include <functional>
#include <iterator>
#include <tuple>
#include <vector>

using namespace testing_support;
using namespace vkscan;

namespace {

using vkscan::abi::kVectorInput;
using vkscan::abi::kVectorOutput;
using vkscan::abi::kVectorSquares;
using vkscan::abi::TablePush;

constexpr uint32_t kAllVectors = kVectorInput | kVectorOutput | kVectorSquares;
// Images of steps, by binding.
constexpr uint32_t kInputBit = 1;
constexpr uint32_t kSumsBit = 2;
constexpr uint32_t kSquaresBit = 4;

bool isPass(TableStage stage)
{
    return stage == TableStage::FlatSum || stage == TableStage::Spine || stage == TableStage::SpineWithFallback;
}

TEST(TableTile, FitsTheWorkgroup)
{
    for (const TableModel& model : allTableModels())
        for (const Strategy strategy : tableStrategies(WithAuto::No)) {
            SCOPED_TRACE(describe(model, {}));
            const TableGeometry tile = geometryOf(model, strategy);
            ASSERT_EQ(tile.subgroupSize, model.capabilities.subgroupSize);
            ASSERT_LE(tile.workgroupSize, model.capabilities.maxWorkgroupInvocations);
            ASSERT_GE(tile.rows, 1);
            ASSERT_GE(tile.columns, 1);
            if (hasFixedOrder(model.desc))
                continue; // TableTile.OfAFixedOrderIsTheSameEverywhere
            // A lane holds at least a vector, or the block that it gathers.
            const uint32_t least =
                tile.vector * (model.gathers ? tile.vector : 1) * model.values() * model.elementWords();
            ASSERT_LE(tile.rows * tile.columns * tile.vector * model.values() * model.elementWords(),
                      std::max({model.tuning.table.words, model.tuning.table.flatWords, least}));
            // Its edges, those of its subgroups, and what sums go through lie in shared memory: 32 KiB, and of listed
            // drivers, which have their own tuning, 48.
            const uint32_t subgroups = tile.workgroupSize / tile.subgroupSize;
            const uint32_t elements = tile.tileWidth() * model.values() * (subgroups + 1) +
                                      tile.tileHeight() * model.values() + tile.workgroupSize + tile.workgroupSize / 4;
            const uint32_t limit = model.capabilities.forwardProgress ? 49152 : 32768;
            ASSERT_LE(elements * model.elementWords() * 4 + 64, limit);
        }
}

TEST(TableTile, OfGatheredTexelsTakesASmallerWorkgroup)
{
    for (TableModel model : allTableModels()) {
        if (hasFixedOrder(model.desc))
            continue;
        SCOPED_TRACE(describe(model, {}));
        Tuning tuning = model.tuning;
        tuning.table.gatherParts = 2;
        model = TableModel(model.desc, tuning, model.capabilities);
        const uint32_t size = tuning.table.workgroupSize;
        ASSERT_EQ(geometryOf(model, Strategy::FlatSum).workgroupSize, size);
        ASSERT_EQ(geometryOf(model, Strategy::Spine).workgroupSize, model.gathers ? size / 2 : size);
    }
}

// reference.h has these numbers, and the kernels sum the bottoms of subgroups in chunks of columns.
TEST(TableTile, OfAFixedOrderIsTheSameEverywhere)
{
    for (TableModel model : allTableModels()) {
        if (!hasFixedOrder(model.desc))
            continue;
        for (const uint32_t words : {0u, 16u, 32u, 64u}) {
            Tuning tuning = model.tuning;
            if (words > 0)
                tuning.table.words = words;
            model = TableModel(model.desc, tuning, model.capabilities);
            SCOPED_TRACE(describe(model, {}));
            const TableGeometry tile = geometryOf(model, Strategy::ReduceThenScan);
            uint32_t width = 1;
            while (width * width * model.values() < reference::kReproducibleTableValues)
                width *= 2;
            ASSERT_EQ(tile.tileWidth(), width);
            ASSERT_EQ(tile.tileWidth() * tile.tileHeight() * model.values(), reference::kReproducibleTableValues);
            ASSERT_LE(tile.workgroupSize, model.capabilities.maxWorkgroupInvocations);
            ASSERT_GE(tile.workgroupSize, tile.subgroupSize);
            ASSERT_TRUE(std::has_single_bit(tile.rows) && std::has_single_bit(tile.columns));
            ASSERT_EQ(tile.subgroupSize % tile.laneColumns, 0);
            const uint32_t column = tile.laneColumns * tile.vector * model.values();
            const uint32_t bottoms = std::max(column * tile.workgroupSize / tile.subgroupSize, 2048u);
            const uint32_t elements =
                bottoms + tile.tileWidth() * model.values() + tile.tileHeight() * model.values() + tile.workgroupSize;
            ASSERT_LE(elements * 4 + 64, 32768);
            for (const uint32_t side : {1u, 5000u})
                ASSERT_EQ(chooseStrategy(model, {side, side, 1}), Strategy::ReduceThenScan);
        }
    }
}

TEST(TablePlan, HasTheStepsOfItsStrategy)
{
    forEachTablePlan([](const TableModel& model, const TableArgs& args, const Plan& plan) {
        const VkExtent3D& extent = args.region.extent;
        const Strategy strategy = chooseStrategy(model, extent);
        std::vector<TableStage> expected;
        if (strategy == Strategy::ReduceThenScan) {
            if (gridOf(model, strategy, extent).tileCount() > 1)
                expected.push_back(TableStage::Reduce);
            expected.push_back(TableStage::Scan);
        } else {
            expected.push_back(strategy == Strategy::FlatSum ? TableStage::FlatSum
                               : strategy == Strategy::Spine ? TableStage::Spine
                                                             : TableStage::SpineWithFallback);
        }
        if (strategy == Strategy::SpineWithFallback)
            expected.insert(expected.end(), vkscan::abi::kPhases, TableStage::Recovery);
        if (model.desc.kind == TableKind::Volume && extent.depth + model.depthBorder() > 1)
            expected.insert(expected.end(), model.desc.squares ? 2 : 1, TableStage::Depth);
        ASSERT_EQ(plan.stepCount, expected.size());
        uint32_t phase = 0;
        for (uint32_t i = 0; i < plan.stepCount; ++i) {
            ASSERT_TRUE(usesStage(model, expected[i])) << "a pipeline that is never made";
            ASSERT_EQ(stageOfStep(model, plan.steps[i]), expected[i]);
            if (expected[i] == TableStage::Recovery) {
                ASSERT_EQ(plan.steps[i].push.get<TablePush>().phase, phase++);
            }
        }
        // Auto relies on other workgroups on listed drivers only.
        ASSERT_NE(strategy, Strategy::Auto);
        ASSERT_TRUE(model.tuning.strategy != Strategy::Auto || model.capabilities.forwardProgress ||
                    strategy == Strategy::ReduceThenScan || strategy == Strategy::SpineWithFallback);
    });
}

// Where the table ends that a step writes to a buffer.
VkDeviceAddress endOfTable(const TableModel& model, const TablePush& push, VkExtent3D table)
{
    return push.outputAddress + (push.layers - 1) * push.outputSlicePitch + (table.height - 1) * push.outputPitch +
           table.width * model.outputFormat().texelBytes();
}

bool declares(const Step& step, BufferRange range, bool write)
{
    const auto* end = step.accesses.items + step.accesses.count;
    return std::any_of(step.accesses.items, end, [&](const Access& access) {
        return access.write == write && access.range.address <= range.address &&
               access.range.address + access.range.size >= range.address + range.size;
    });
}

// Every column and slice has an invocation of the sums along z, and none reaches beyond the declared range.
void expectDepthCovered(const TableModel& model, const Step& step, VkExtent3D table)
{
    const auto push = step.push.get<TablePush>();
    const uint64_t groups = uint64_t{step.groupCount[0]} * step.groupCount[1];
    ASSERT_EQ(push.layers, table.depth);
    ASSERT_EQ(push.gridWidth, step.groupCount[0]);
    if (model.desc.toImage()) {
        const uint64_t rows = model.depth.lanes / 8; // of the grid of lanes
        ASSERT_GE(groups, uint64_t{(table.width + 7) / 8} * ((table.height + rows - 1) / rows));
        ASSERT_EQ(step.accesses.count, 0);
        return;
    }
    ASSERT_GE(groups * model.depth.lanes * model.depth.items, uint64_t{table.width} * table.height);
    const VkDeviceAddress end = endOfTable(model, push, table);
    ASSERT_TRUE(declares(step, {push.outputAddress, end - push.outputAddress}, true));
    ASSERT_EQ(step.accesses.count, 1);
}

TEST(TablePlan, CoversTheTableWithinTheLimitsOfEachAxis)
{
    forEachTablePlan([](const TableModel& model, const TableArgs& args, const Plan& plan) {
        const VkExtent3D& extent = args.region.extent;
        const Strategy strategy = chooseStrategy(model, extent);
        const TableGeometry tile = geometryOf(model, strategy);
        const VkExtent3D table = model.tableExtent(extent);
        const TableGrid grid = gridOf(model, strategy, extent);
        ASSERT_GE(uint64_t{grid.tiles[0]} * tile.tileWidth(), table.width);
        ASSERT_GE(uint64_t{grid.tiles[1]} * tile.tileHeight(), table.height);
        ASSERT_LT(uint64_t{grid.tiles[0] - 1} * tile.tileWidth(), table.width);
        ASSERT_LT(uint64_t{grid.tiles[1] - 1} * tile.tileHeight(), table.height);
        const uint64_t tiles = uint64_t{grid.tileCount()} * extent.depth;
        for (uint32_t i = 0; i < plan.stepCount; ++i) {
            const Step& step = plan.steps[i];
            for (const uint32_t axis : {0u, 1u}) {
                ASSERT_GE(step.groupCount[axis], 1);
                ASSERT_LE(step.groupCount[axis], model.capabilities.maxGroupCount[axis]);
            }
            const uint64_t groups = uint64_t{step.groupCount[0]} * step.groupCount[1];
            const auto push = step.push.get<TablePush>();
            ASSERT_EQ(push.gridWidth, step.groupCount[0]);
            const TableStage stage = stageOfStep(model, step);
            if (stage == TableStage::Depth) {
                expectDepthCovered(model, step, table);
                continue;
            }
            ASSERT_EQ(push.layers, extent.depth);
            ASSERT_TRUE(model.desc.toImage() ||
                        endOfTable(model, push, table) <= args.output.buffer.address + args.output.buffer.size);
            switch (stage) {
            case TableStage::Reduce:
            case TableStage::Scan: {
                const uint64_t spans = step.groupCount[1] / extent.depth;
                ASSERT_EQ(step.groupCount[0], grid.tiles[0]);
                ASSERT_EQ(step.groupCount[1], spans * extent.depth);
                ASSERT_GE(spans * push.spanTiles, grid.tiles[1]);
                ASSERT_LT((spans - 1) * push.spanTiles, grid.tiles[1]);
                break;
            }
            case TableStage::Recovery: // each workgroup takes every gridWidth-th tile
                ASSERT_EQ(step.groupCount[1], 1);
                ASSERT_LE(groups, tiles);
                break;
            default: ASSERT_GE(groups, tiles); ASSERT_LT(groups - tiles, step.groupCount[0]) << "a whole row too many";
            }
        }
    });
}

// Each slice's edges have a place of their own: the right edge of each tile, and the bottom edge of each span.
TEST(TablePlan, KeepsEdgesInsideTheScratch)
{
    forEachTablePlan([](const TableModel& model, const TableArgs& args, const Plan& plan) {
        const VkExtent3D& extent = args.region.extent;
        const Strategy strategy = chooseStrategy(model, extent);
        const TableGeometry tile = geometryOf(model, strategy);
        const TableGrid grid = gridOf(model, strategy, extent);
        const uint64_t spans = strategy == Strategy::ReduceThenScan ? grid.spans() : grid.tiles[1];
        const uint64_t marks = strategy == Strategy::SpineWithFallback ? grid.tileCount() : 0;
        const uint64_t slots =
            (uint64_t{grid.tileCount()} * tile.tileHeight() + grid.tiles[0] * spans * tile.tileWidth()) *
                model.values() +
            marks;
        ASSERT_EQ(plan.steps[0].push.get<TablePush>().layerSlots, slots);
        const uint64_t all = slots * extent.depth;
        ASSERT_LT(all, uint64_t{1} << 32) << "slots are numbered by 32 bits";
        ASSERT_LE(vkscan::abi::kScratchHeaderBytes + all * model.elementWords() * vkscan::abi::kScratchWordBytes,
                  args.scratch.size);
    });
}

TEST(TablePlan, DeclaresWhatEachStepTouches)
{
    forEachTablePlan([](const TableModel& model, const TableArgs& args, const Plan& plan) {
        const bool hasSlices = model.desc.kind != TableKind::Image;
        bool isStored = false;
        for (uint32_t i = 0; i < plan.stepCount; ++i) {
            const Step& step = plan.steps[i];
            const TableStage stage = stageOfStep(model, step);
            if (stage == TableStage::Depth) {
                const bool ofSquares = stageOfStep(model, plan.steps[i - 1]) == TableStage::Depth;
                const uint32_t image = model.desc.toImage() ? (ofSquares ? kSquaresBit : kSumsBit) : 0;
                ASSERT_TRUE(step.images.reads == image && step.images.writes == image);
                continue;
            }
            ASSERT_TRUE(model.desc.fromImage() || declares(step, args.input.buffer, false));
            ASSERT_EQ(step.images.reads, hasSlices && model.desc.fromImage() ? kInputBit : 0);
            // No step but the last before those along z, and a single pass that may be given up, stores the table.
            const bool isLast = i + 1 == plan.stepCount || stageOfStep(model, plan.steps[i + 1]) == TableStage::Depth;
            const bool stores = isPass(stage) || isLast;
            const bool toImages = model.desc.toImage();
            ASSERT_EQ(declares(step, args.output.buffer, true), stores && !toImages);
            ASSERT_EQ(declares(step, args.squares.buffer, true), stores && !toImages && model.desc.squares);
            const uint32_t images = kSumsBit | (model.desc.squares ? kSquaresBit : 0);
            ASSERT_EQ(step.images.writes, stores && toImages && hasSlices ? images : 0);
            isStored |= stores;
            // A mean is found by each workgroup; a single pass and the last dispatch of two also store it.
            const bool isMean = model.desc.bias == Bias::Mean;
            const bool findsMean = isMean && (stage == TableStage::Scan || isPass(stage));
            ASSERT_TRUE(model.desc.bias == Bias::None || (isMean && stage == TableStage::Reduce) ||
                        declares(step, args.bias, findsMean));
            const BufferRange edge = {args.scratch.address + vkscan::abi::kScratchHeaderBytes,
                                      vkscan::abi::kScratchWordBytes};
            // One tile alone leaves no edges.
            const bool isAlone = isLast && i == 0 && stage == TableStage::Scan;
            const bool readsEdges = stage == TableStage::Scan || (stage == TableStage::Recovery && isLast);
            ASSERT_TRUE(isAlone || declares(step, edge, !readsEdges));
        }
        ASSERT_TRUE(isStored);
    });
}

// All dispatches are ordered, but the sums of squares along z run beside those of the sums.
TEST(TablePlan, OrdersConflictsByBarriersThatAreAllNeeded)
{
    uint32_t barriers = 0;
    forEachTablePlan([&](const TableModel& model, const TableArgs&, const Plan& plan) {
        const bool hasTwoDepths =
            model.desc.squares && stageOfStep(model, plan.steps[plan.stepCount - 1]) == TableStage::Depth;
        const uint32_t found = checkBarriers(plan);
        ASSERT_EQ(found, plan.stepCount - (hasTwoDepths ? 2 : 1));
        barriers += found;
    });
    EXPECT_GT(barriers, 2000);
}

// Vectors only where every row's first one is aligned, in every slice.
TEST(TablePlan, AccessesVectorsWhereTheyAreAligned)
{
    Forced<SummedAreaTableDesc> ofImage = fullBufferDesc();
    Forced<SummedVolumeTableDesc> ofVolume = fullVolumeDesc();
    ofImage.layout = ofVolume.layout = TableLayout::Inclusive;
    for (const AnyTable desc : {AnyTable(ofImage), AnyTable(ofVolume)}) {
        const TableModel model = tableModelOf(desc);
        const bool isVolume = desc.kind == TableKind::Volume;
        const uint32_t depth = isVolume ? 4 : 1;
        const auto expect = [&](uint32_t missing, const std::function<void(TableArgs&)>& change) {
            TableArgs args = validTableArgs(model, {64, 8, depth});
            for (VolumeSurface* surface : {&args.input, &args.output, &args.squares}) {
                surface->rowPitch = 64 * 4 + 16;
                surface->slicePitch = isVolume ? 9 * surface->rowPitch : 0;
                surface->buffer.size += 65536;
            }
            change(args);
            Plan plan;
            EXPECT_EQ(planTables(model, args, &plan), Status::Success);
            EXPECT_EQ(plan.steps[0].push.get<TablePush>().vectorAccess, kAllVectors & ~missing);
            if (!isVolume)
                return;
            // The dispatches along z access the sums, then the squares, as their output.
            const auto accessOf = [&](uint32_t fromEnd) {
                return plan.steps[plan.stepCount - fromEnd].push.get<TablePush>().vectorAccess & kVectorOutput;
            };
            EXPECT_EQ(accessOf(2) == 0, (missing & kVectorOutput) != 0);
            EXPECT_EQ(accessOf(1) == 0, (missing & kVectorSquares) != 0);
        };
        expect(0, [](TableArgs&) {});
        expect(kVectorInput, [](TableArgs& a) { a.input.buffer.address += 4; });
        expect(kVectorInput, [](TableArgs& a) { a.input.rowPitch += 8; });
        expect(kVectorInput, [&](TableArgs& a) { a.region = {{1, 0, 0}, {60, 8, depth}}; });
        expect(0, [&](TableArgs& a) { a.region = {{4, 1, 0}, {60, 7, depth}}; });
        expect(kVectorOutput, [](TableArgs& a) { a.output.buffer.address += 8; });
        expect(kVectorSquares, [](TableArgs& a) { a.squares.rowPitch += 4; });
        if (isVolume) {
            expect(kVectorInput, [](TableArgs& a) { a.input.slicePitch += 8; });
            expect(kVectorOutput, [](TableArgs& a) { a.output.slicePitch += 8; });
            expect(kVectorSquares, [](TableArgs& a) { a.squares.slicePitch += 4; });
        }
    }
}

// Auto waits where a second look at the texels costs more than the recovery pass's dispatches.
TEST(TablePlan, AutoFallsBackForManyBytesOnDriversThatAreNotListed)
{
    Forced<SummedAreaTableDesc> desc = fullBufferDesc();
    desc.strategy = Strategy::Auto;
    Capabilities device = portableDevice();
    const TableModel model = tableModelOf(desc, device);
    const uint32_t height = model.tuning.fallbackBytes / sizeof(float) / 4096;
    EXPECT_EQ(chooseStrategy(model, {4096, height, 1}), Strategy::SpineWithFallback);
    EXPECT_EQ(chooseStrategy(model, {4095, height, 1}), Strategy::ReduceThenScan);
    // Slices: all bytes count.
    Forced<SummedVolumeTableDesc> ofSlices = fullVolumeDesc();
    ofSlices.strategy = Strategy::Auto;
    EXPECT_EQ(chooseStrategy(tableModelOf(ofSlices, device), {1024, height, 4}), Strategy::SpineWithFallback);
    EXPECT_EQ(chooseStrategy(tableModelOf(ofSlices, device), {1023, height, 4}), Strategy::ReduceThenScan);

    desc.maxExtent = {4095, height};
    const TableModel small = tableModelOf(desc, device);
    EXPECT_FALSE(usesStage(small, TableStage::SpineWithFallback) || usesStage(small, TableStage::Recovery));

    desc.maxExtent = {};
    desc.inputFormat = VK_FORMAT_R8_UINT;
    const TableModel bytes = tableModelOf(desc, device);
    EXPECT_EQ(chooseStrategy(bytes, {4096, height, 1}), Strategy::ReduceThenScan);
    EXPECT_EQ(chooseStrategy(bytes, {4096, 4 * height, 1}), Strategy::SpineWithFallback);

    device.bufferInt64Atomics = false;
    for (const Strategy strategy : {Strategy::Auto, Strategy::SpineWithFallback}) {
        desc.strategy = strategy;
        EXPECT_EQ(checkTableDesc(desc, withImages(device), kAllFormats), Status::Success);
        const TableModel withoutAtomics = tableModelOf(desc, device);
        EXPECT_EQ(chooseStrategy(withoutAtomics, {4096, 4 * height, 1}), Strategy::ReduceThenScan);
        EXPECT_FALSE(usesStage(withoutAtomics, TableStage::SpineWithFallback) ||
                     usesStage(withoutAtomics, TableStage::Recovery));
    }
}

// Any sums, in buffers and in images; but none whose order is the same in all geometries.
TEST(TablePlan, AllButReproducibleTablesFallBack)
{
    for (const Accumulation accumulation : support::valuesOf(kAccumulations)) {
        Forced<SummedAreaTableDesc> desc = fullBufferDesc();
        desc.accumulation = accumulation;
        desc.strategy = Strategy::SpineWithFallback;
        EXPECT_EQ(chooseStrategy(tableModelOf(desc), {100, 100, 1}), Strategy::SpineWithFallback);
    }
    Forced<SummedAreaTableDesc> reproducible = fullBufferDesc();
    reproducible.reproducible = true;
    reproducible.strategy = Strategy::SpineWithFallback;
    EXPECT_EQ(chooseStrategy(tableModelOf(reproducible), {100, 100, 1}), Strategy::ReduceThenScan);
    for (const uint32_t images : {0u, 1u, 2u, 3u}) {
        Forced<SummedVolumeTableDesc> desc = fullVolumeDesc();
        desc.strategy = Strategy::SpineWithFallback;
        desc.input = (images & 1) != 0 ? Resource::SampledImage : Resource::Buffer;
        desc.output = (images & 2) != 0 ? Resource::StorageImage : Resource::Buffer;
        EXPECT_EQ(chooseStrategy(tableModelOf(desc), {100, 100, 100}), Strategy::SpineWithFallback);
    }
}

// Workgroups of a recovery pass are few, and none has many tiles.
TEST(TablePlan, SharesOutTilesOfTheRecoveryPass)
{
    Forced<SummedAreaTableDesc> desc = fullBufferDesc();
    desc.strategy = Strategy::SpineWithFallback;
    const TableModel model = tableModelOf(desc);
    EXPECT_EQ(recoveryGroups(model, 2), 2);
    EXPECT_EQ(recoveryGroups(model, 257), 256);
    EXPECT_EQ(recoveryGroups(model, 16 * 256 + 1), 257);
    EXPECT_EQ(recoveryGroups(model, ~0u / 2), model.gridWidth);
}

// One kernel for as large tables as it takes, which are the same as without a limit.
TEST(TablePlan, LimitedExtentsSpareTheSpine)
{
    Forced<SummedAreaTableDesc> desc = fullImageDesc();
    desc.strategy = Strategy::Auto;
    const TableModel any = tableModelOf(desc, listedLargeDevice());
    VkExtent2D flat = {kMaxTableExtent, 1}; // the highest of that width
    while (chooseStrategy(any, {flat.width, flat.height + 1, 1}) == Strategy::FlatSum)
        ++flat.height;
    for (const VkExtent2D most : {VkExtent2D{1, 1}, flat, VkExtent2D{flat.width, flat.height + 1}, VkExtent2D{0, 0},
                                  VkExtent2D{0, 1}, VkExtent2D{kMaxTableExtent, kMaxTableExtent + 1}}) {
        desc.maxExtent = most;
        const TableModel limited = tableModelOf(desc, listedLargeDevice());
        const VkExtent3D& largest = limited.desc.maxExtent;
        SCOPED_TRACE(describe(limited, largest));
        EXPECT_TRUE(usesStage(limited, TableStage::FlatSum));
        EXPECT_EQ(usesStage(limited, TableStage::Spine), chooseStrategy(any, largest) == Strategy::Spine);
        EXPECT_EQ(chooseStrategy(limited, largest), chooseStrategy(any, largest));
        EXPECT_LE(tableScratchSize(limited, largest), tableScratchSize(any, largest));
        Plan plan;
        EXPECT_EQ(planTables(limited, validTableArgs(limited, largest), &plan), Status::Success);
        for (const VkExtent3D beyond :
             {VkExtent3D{largest.width + 1, largest.height, 1}, VkExtent3D{largest.width, largest.height + 1, 1}}) {
            EXPECT_EQ(chooseStrategy(limited, beyond), Strategy::Auto);
            EXPECT_EQ(tableScratchSize(limited, beyond), 0);
            EXPECT_EQ(planTables(limited, validTableArgs(limited, beyond), &plan),
                      Status(Argument::Region, Rule::TooLarge));
        }
    }
}

TEST(TablePlan, ScratchIsMonotone)
{
    constexpr uint32_t kSteps[] = {1, 2, 31, 32, 33, 63, 64, 65, 127, 128, 129, 255, 256, 257, 513, 1000, 1024};
    for (const TableModel& model : allTableModels()) {
        SCOPED_TRACE(describe(model, {}));
        const VkExtent3D& most = model.desc.maxExtent;
        const auto sizeOf = [&](uint64_t width, uint64_t height, uint32_t depth) {
            return tableScratchSize(model, {static_cast<uint32_t>(std::min<uint64_t>(width, most.width)),
                                            static_cast<uint32_t>(std::min<uint64_t>(height, most.height)),
                                            std::min(depth, most.depth)});
        };
        const TableGeometry tile = geometryOf(model, chooseStrategy(model, {1, 1, 1}));
        const bool isImage = model.desc.kind == TableKind::Image;
        for (uint32_t tiles = 1; tiles < (isImage ? 300u : 30u); tiles += tiles < 70 ? 1 : 13) {
            const uint64_t w = uint64_t{tiles} * tile.tileWidth() - model.border();
            const uint64_t h = uint64_t{tiles} * tile.tileHeight() - model.border();
            ASSERT_LE(sizeOf(w, 1000, 1), sizeOf(w + 1, 1000, 1));
            ASSERT_LE(sizeOf(w + 1, 1000, 1), sizeOf(w + tile.tileWidth(), 1000, 1));
            ASSERT_LE(sizeOf(1000, h, 1), sizeOf(1000, h + 1, 1));
            ASSERT_LE(sizeOf(1000, h + 1, 1), sizeOf(1000, h + tile.tileHeight(), 1));
        }
        for (std::size_t i = 1; i < std::size(kSteps); ++i) {
            const uint32_t less = kSteps[i - 1];
            const uint32_t more = kSteps[i];
            for (const uint32_t other : {1u, 65u, 1024u}) {
                ASSERT_GT(sizeOf(less, other, other), 0);
                ASSERT_LE(sizeOf(less, other, other), sizeOf(more, other, other));
                ASSERT_LE(sizeOf(other, less, other), sizeOf(other, more, other));
                ASSERT_LE(sizeOf(other, other, less), sizeOf(other, other, more));
            }
        }
        for (const VkExtent3D refused :
             {VkExtent3D{0, 1, 1}, VkExtent3D{1, 0, 1}, VkExtent3D{1, 1, 0}, VkExtent3D{most.width + 1, 1, 1},
              VkExtent3D{1, most.height + 1, 1}, VkExtent3D{1, 1, most.depth + 1}}) {
            ASSERT_EQ(tableScratchSize(model, refused), 0);
            ASSERT_EQ(chooseStrategy(model, refused), Strategy::Auto);
        }
    }
}

// Pairs of words and squares in flat tiles.
TEST(TablePlan, RefusesMoreScratchThanTheLimit)
{
    Forced<SummedVolumeTableDesc> desc = fullVolumeDesc();
    desc.accumulation = Accumulation::F32x2;
    desc.strategy = Strategy::FlatSum;
    Capabilities wide = portableDevice();
    wide.subgroupSize = 128;
    const TableModel model = tableModelOf(desc, wide);
    VkExtent3D extent = model.desc.maxExtent;
    Plan plan;
    ASSERT_EQ(tableScratchSize(model, extent), 0);
    EXPECT_EQ(chooseStrategy(model, extent), Strategy::Auto);
    EXPECT_EQ(planTables(model, validTableArgs(model, extent), &plan), Status(Argument::Region, Rule::TooLarge));
    while (tableScratchSize(model, extent) == 0)
        --extent.depth;
    EXPECT_GE(extent.depth, 256);
    EXPECT_LE(tableScratchSize(model, extent), kMaxVolumeScratch);
    EXPECT_EQ(planTables(model, validTableArgs(model, extent), &plan), Status::Success);
}

// A batch has the steps of its tables, stage by stage.
TEST(TableBatches, HasTheStepsOfItsTables)
{
    for (const TableModel& model : allTableModels()) {
        if (model.desc.kind != TableKind::Image)
            continue;
        const VkExtent3D extents[] = {{500, 300, 1}, {1, 1, 1}, {300, 700, 1}};
        std::vector<TableArgs> tables;
        uint32_t steps = 0;
        uint32_t barriers = 0; // of the table that has most
        for (uint32_t i = 0; i < std::size(extents); ++i) {
            tables.push_back(validTableArgs(model, extents[i], 3, i));
            Plan alone;
            ASSERT_EQ(planTables(model, tables[i], &alone), Status::Success);
            steps += alone.stepCount;
            barriers = std::max(barriers, checkBarriers(alone));
        }
        SCOPED_TRACE(describe(model, extents[0]));
        Plan plan;
        ASSERT_EQ(planTables(model, {tables.data(), 3}, &plan), Status::Success);
        ASSERT_EQ(plan.stepCount, steps);
        ASSERT_EQ(checkBarriers(plan), barriers);
        for (uint32_t i = 0; i < plan.stepCount; ++i) {
            const Step& step = plan.steps[i];
            ASSERT_TRUE(i == 0 || plan.steps[i - 1].stage <= step.stage);
            ASSERT_LT(step.set, 3);
            const auto push = step.push.get<TablePush>();
            ASSERT_EQ(push.scratchAddress, tables[step.set].scratch.address);
            ASSERT_EQ(push.regionWidth, extents[step.set].width);
        }
    }
}

TEST(TableBatches, IsNoLongerThanAPlan)
{
    Forced<SummedAreaTableDesc> desc = fullBufferDesc();
    desc.strategy = Strategy::ReduceThenScan;
    const TableModel model = tableModelOf(desc);
    std::vector<TableArgs> tables;
    for (uint32_t i = 0; i <= kMaxTableBatch; ++i)
        tables.push_back(validTableArgs(model, {500, 300, 1}, 0, i));
    Plan plan;
    EXPECT_EQ(planTables(model, {tables.data(), 0}, &plan), Status(Argument::Count, Rule::Zero));
    EXPECT_EQ(planTables(model, {tables.data(), kMaxTableBatch + 1}, &plan), Status(Argument::Count, Rule::TooLarge));
    EXPECT_TRUE(hasSentence({Argument::Count, Rule::Zero}) && hasSentence({Argument::Count, Rule::TooLarge}));
    EXPECT_EQ(planTables(model, {tables.data(), kMaxTableBatch}, &plan), Status::Success);
    EXPECT_EQ(plan.stepCount, 2 * kMaxTableBatch);
    EXPECT_EQ(checkBarriers(plan), 1);
    desc.strategy = Strategy::SpineWithFallback;
    const TableModel fallingBack = tableModelOf(desc);
    for (uint32_t i = 0; i < kMaxTableBatch; ++i)
        tables[i] = validTableArgs(fallingBack, {500, 300, 1}, 0, i);
    EXPECT_EQ(planTables(fallingBack, {tables.data(), kMaxTableBatch}, &plan), Status::Success);
    EXPECT_EQ(plan.stepCount, 3 * kMaxTableBatch);
    EXPECT_EQ(checkBarriers(plan), 2);
}

// Tables may read the same; what one writes, no other touches.
TEST(TableBatches, RefusesTablesThatMeet)
{
    Forced<SummedAreaTableDesc> desc = fullBufferDesc();
    const TableModel buffers = tableModelOf(desc);
    const TableModel images = tableModelOf(fullImageDesc());
    using Change = void (*)(TableArgs & second, const TableArgs& first);
    const auto statusOf = [](const TableModel& model, Change change) {
        TableArgs tables[2] = {validTableArgs(model, {500, 300, 1}, 3, 0), validTableArgs(model, {500, 300, 1}, 3, 1)};
        change(tables[1], tables[0]);
        Plan plan;
        return planTables(model, {tables, 2}, &plan);
    };
    using Args = TableArgs;
    const std::tuple<const TableModel*, Status, Change> kCases[] = {
        {&buffers, Status::Success, [](Args& b, const Args& a) { b.input = a.input; }},
        {&buffers,
         {Argument::Input, Rule::Overlaps},
         [](Args& b, const Args& a) {
             b.input.buffer = a.output.buffer;
             b.input.buffer.size = 1 << 30;
         }},
        {&buffers,
         {Argument::Output, Rule::Overlaps},
         [](Args& b, const Args& a) {
             b.output.buffer = a.input.buffer;
             b.output.buffer.size = 1 << 30;
         }},
        {&buffers, {Argument::Output, Rule::Overlaps}, [](Args& b, const Args& a) { b.output = a.output; }},
        {&buffers, {Argument::Output, Rule::Overlaps}, [](Args& b, const Args& a) { b.output = a.squares; }},
        {&buffers, {Argument::Squares, Rule::Overlaps}, [](Args& b, const Args& a) { b.squares = a.squares; }},
        {&buffers, {Argument::Bias, Rule::Overlaps}, [](Args& b, const Args& a) { b.bias = a.bias; }},
        {&buffers, {Argument::Scratch, Rule::Overlaps}, [](Args& b, const Args& a) { b.scratch = a.scratch; }},
        {&images, Status::Success, [](Args& b, const Args& a) { b.input = a.input; }},
        {&images, {Argument::Input, Rule::Overlaps}, [](Args& b, const Args& a) { b.input.view = a.output.view; }},
        {&images, {Argument::Input, Rule::Overlaps}, [](Args& b, const Args& a) { b.input.view = a.squares.view; }},
        {&images, {Argument::Output, Rule::Overlaps}, [](Args& b, const Args& a) { b.output.view = a.input.view; }},
        {&images, {Argument::Output, Rule::Overlaps}, [](Args& b, const Args& a) { b.output.view = a.output.view; }},
        {&images, {Argument::Output, Rule::Overlaps}, [](Args& b, const Args& a) { b.output.view = a.squares.view; }},
        {&images, {Argument::Squares, Rule::Overlaps}, [](Args& b, const Args& a) { b.squares.view = a.output.view; }}};
    int index = 0;
    for (const auto& [model, status, change] : kCases) {
        EXPECT_EQ(statusOf(*model, change), status) << "case " << index++;
        EXPECT_TRUE(hasSentence(status));
    }
    desc.bias = Bias::Given;
    EXPECT_EQ(statusOf(tableModelOf(desc), [](Args& b, const Args& a) { b.bias = a.bias; }), Status::Success);
}

} // namespace
