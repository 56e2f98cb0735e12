// Plans of summed-area tables: tiles, grids, steps, and scratch.
#include "hazards.h"
#include "sat_models.h"
#include "statuses.h"

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

TEST(SatTile, FitsTheWorkgroup)
{
    for (const SatModel& model : allTableModels())
        for (const Strategy strategy : ownStrategies(WithAuto::No, &StrategyRow::tables)) {
            SCOPED_TRACE(describe(model, {0, 0}));
            const SatGeometry tile = satGeometry(model, strategy);
            ASSERT_EQ(tile.subgroupSize, model.capabilities.subgroupSize);
            ASSERT_LE(tile.workgroupSize, model.capabilities.maxWorkgroupInvocations);
            ASSERT_GE(tile.rows, 1);
            ASSERT_GE(tile.columns, 1);
            if (hasFixedOrder(model.desc))
                continue; // SatTile.OfAFixedOrderIsTheSameEverywhere
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

// reference.h has these numbers, and the kernels sum the bottoms of subgroups in chunks of columns.
TEST(SatTile, OfAFixedOrderIsTheSameEverywhere)
{
    for (SatModel model : allTableModels()) {
        if (!hasFixedOrder(model.desc))
            continue;
        for (const uint32_t words : {0u, 16u, 32u, 64u}) {
            Tuning tuning = model.tuning;
            if (words > 0)
                tuning.table.words = words;
            model = SatModel(model.desc, tuning, model.capabilities);
            SCOPED_TRACE(describe(model, {0, 0}));
            const SatGeometry tile = satGeometry(model, Strategy::ReduceThenScan);
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
            for (const VkExtent2D extent : {VkExtent2D{1, 1}, VkExtent2D{5000, 5000}})
                ASSERT_EQ(chooseStrategy(model, extent), Strategy::ReduceThenScan);
        }
    }
}

TEST(SatPlan, HasTheStepsOfItsStrategy)
{
    forEachTablePlan([](const SatModel& model, const SummedAreaTableArgs& args, const Plan& plan) {
        const Strategy strategy = chooseStrategy(model, args.region.extent);
        const uint32_t tiles = satGrid(model, strategy, args.region.extent).tileCount();
        const uint32_t first = model.desc.bias == Bias::Mean && strategy == Strategy::ReduceThenScan ? 1 : 0;
        const bool reduces = strategy == Strategy::ReduceThenScan && tiles > 1;
        const uint32_t again = strategy == Strategy::SpineWithFallback ? vkscan::abi::kPhases : 0;
        ASSERT_EQ(plan.stepCount, first + (reduces ? 2 : 1) + again);
        ASSERT_TRUE(first == 0 || stageOfStep(model, plan.steps[0]) == TableStage::Mean);
        ASSERT_TRUE(!reduces || stageOfStep(model, plan.steps[first]) == TableStage::Reduce);
        const TableStage last = strategy == Strategy::ReduceThenScan ? TableStage::Scan
                                : strategy == Strategy::FlatSum      ? TableStage::FlatSum
                                : strategy == Strategy::Spine        ? TableStage::Spine
                                                                     : TableStage::SpineWithFallback;
        ASSERT_TRUE(usesStage(model, last)) << "a pipeline that is never made";
        ASSERT_EQ(plan.steps[plan.stepCount - 1 - again].stage, stageIndex(model, last));
        for (uint32_t phase = 0; phase < again; ++phase) {
            const Step& step = plan.steps[plan.stepCount - again + phase];
            ASSERT_EQ(step.stage, stageIndex(model, TableStage::Again));
            ASSERT_EQ(step.push.get<vkscan::abi::SatPush>().phase, phase);
        }
        // Auto relies on other workgroups on listed drivers only.
        ASSERT_TRUE(model.desc.strategy != Strategy::Auto || model.capabilities.forwardProgress ||
                    strategy == Strategy::ReduceThenScan || strategy == Strategy::SpineWithFallback);
    });
}

TEST(SatPlan, CoversTheTableWithinTheLimitsOfEachAxis)
{
    forEachTablePlan([](const SatModel& model, const SummedAreaTableArgs& args, const Plan& plan) {
        const Strategy strategy = chooseStrategy(model, args.region.extent);
        const SatGeometry tile = satGeometry(model, strategy);
        const uint64_t width = args.region.extent.width + model.border();
        const uint64_t height = args.region.extent.height + model.border();
        const SatGrid grid = satGrid(model, strategy, args.region.extent);
        ASSERT_GE(uint64_t{grid.tiles[0]} * tile.tileWidth(), width);
        ASSERT_GE(uint64_t{grid.tiles[1]} * tile.tileHeight(), height);
        ASSERT_LT(uint64_t{grid.tiles[0] - 1} * tile.tileWidth(), width);
        ASSERT_LT(uint64_t{grid.tiles[1] - 1} * tile.tileHeight(), height);
        for (uint32_t i = 0; i < plan.stepCount; ++i) {
            const Step& step = plan.steps[i];
            for (const uint32_t axis : {0u, 1u})
                ASSERT_LE(step.groupCount[axis], model.capabilities.maxGroupCount[axis]);
            const uint64_t groups = uint64_t{step.groupCount[0]} * step.groupCount[1];
            const uint64_t spanTiles = step.push.get<vkscan::abi::SatPush>().spanTiles;
            switch (stageOfStep(model, step)) {
            case TableStage::Mean: ASSERT_EQ(groups, 1); break;
            case TableStage::Reduce:
            case TableStage::Scan:
                ASSERT_EQ(step.groupCount[0], grid.tiles[0]);
                ASSERT_GE(step.groupCount[1] * spanTiles, grid.tiles[1]);
                ASSERT_LT((step.groupCount[1] - 1) * spanTiles, grid.tiles[1]);
                break;
            case TableStage::Again: // each workgroup takes every gridWidth-th tile
                ASSERT_EQ(step.groupCount[1], 1);
                ASSERT_EQ(step.push.get<vkscan::abi::SatPush>().gridWidth, groups);
                ASSERT_LE(groups, grid.tileCount());
                break;
            default:
                ASSERT_GE(groups, grid.tileCount());
                ASSERT_LT(groups - grid.tileCount(), step.groupCount[0]) << "a whole row too many";
            }
        }
    });
}

// Each tile's right edge and each span's bottom edge has a place of its own.
TEST(SatPlan, KeepsEdgesInsideTheScratch)
{
    forEachTablePlan([](const SatModel& model, const SummedAreaTableArgs& args, const Plan& plan) {
        const Strategy strategy = chooseStrategy(model, args.region.extent);
        const SatGeometry tile = satGeometry(model, strategy);
        const SatGrid grid = satGrid(model, strategy, args.region.extent);
        const Step& last = plan.steps[plan.stepCount - 1];
        const uint64_t spans = stageOfStep(model, last) == TableStage::Scan ? last.groupCount[1] : grid.tiles[1];
        const uint64_t edges =
            uint64_t{grid.tileCount()} * tile.tileHeight() + grid.tiles[0] * spans * tile.tileWidth();
        const uint64_t words = edges * model.values() * model.elementWords();
        ASSERT_LE(vkscan::abi::kScratchHeaderBytes + words * vkscan::abi::kScratchWordBytes, args.scratch.size);
        ASSERT_LT(edges * model.values(), uint64_t{1} << 32) << "slots are numbered by 32 bits";
    });
}

TEST(SatPlan, PushesWhatTheCallerGave)
{
    SummedAreaTableDesc desc = fullBufferDesc();
    const SatModel model = satModelOf(desc);
    SummedAreaTableArgs args = validTableArgs(model, {1000, 700}, 5);
    args.region.offset = {3, 4};
    args.output.rowPitch = 0;
    args.output.buffer.size = 1001 * 701 * 4;
    Plan plan;
    ASSERT_EQ(planTables(model, args, &plan), Status::Success);
    for (uint32_t i = 0; i < plan.stepCount; ++i) {
        const auto push = plan.steps[i].push.get<vkscan::abi::SatPush>();
        EXPECT_EQ(push.inputAddress, args.input.buffer.address);
        EXPECT_EQ(push.outputAddress, args.output.buffer.address);
        EXPECT_EQ(push.squaresAddress, args.squares.buffer.address);
        EXPECT_EQ(push.scratchAddress, args.scratch.address);
        EXPECT_EQ(push.biasAddress, args.bias.address);
        EXPECT_EQ(push.inputPitch, args.input.rowPitch);
        EXPECT_EQ(push.outputPitch, 1001 * 4);
        EXPECT_EQ(push.squaresPitch, args.squares.rowPitch);
        EXPECT_EQ(push.regionX, 3);
        EXPECT_EQ(push.regionY, 4);
        EXPECT_EQ(push.regionWidth, 1000);
        EXPECT_EQ(push.regionHeight, 700);
    }
}

// Vectors only where every row's first one is aligned.
TEST(SatPlan, AccessesVectorsWhereTheyAreAligned)
{
    SummedAreaTableDesc desc = fullBufferDesc();
    desc.layout = TableLayout::Inclusive;
    desc.inputFormat = VK_FORMAT_R32_SFLOAT;
    const SatModel model = satModelOf(desc);
    const auto accessOf = [&](const std::function<void(SummedAreaTableArgs&)>& change) {
        SummedAreaTableArgs args = validTableArgs(model, {64, 8}, 0);
        for (Surface* surface : {&args.input, &args.output, &args.squares}) {
            surface->rowPitch = 64 * 4 + 16;
            surface->buffer.size += 4096;
        }
        change(args);
        Plan plan;
        EXPECT_EQ(planTables(model, args, &plan), Status::Success);
        return plan.steps[0].push.get<vkscan::abi::SatPush>().vectorAccess;
    };
    constexpr uint32_t kAll = vkscan::abi::kVectorInput | vkscan::abi::kVectorOutput | vkscan::abi::kVectorSquares;
    EXPECT_EQ(accessOf([](SummedAreaTableArgs&) {}), kAll);
    EXPECT_EQ(accessOf([](SummedAreaTableArgs& a) { a.input.buffer.address += 4; }), kAll & ~vkscan::abi::kVectorInput);
    EXPECT_EQ(accessOf([](SummedAreaTableArgs& a) { a.input.rowPitch += 8; }), kAll & ~vkscan::abi::kVectorInput);
    EXPECT_EQ(accessOf([](SummedAreaTableArgs& a) {
                  a.region = {{1, 0}, {60, 8}};
              }),
              kAll & ~vkscan::abi::kVectorInput);
    EXPECT_EQ(accessOf([](SummedAreaTableArgs& a) { a.region = {{4, 1}, {60, 7}}; }), kAll);
    EXPECT_EQ(accessOf([](SummedAreaTableArgs& a) { a.output.buffer.address += 8; }),
              kAll & ~vkscan::abi::kVectorOutput);
    EXPECT_EQ(accessOf([](SummedAreaTableArgs& a) { a.squares.rowPitch += 4; }), kAll & ~vkscan::abi::kVectorSquares);
}

// Auto waits where a second look at the texels costs more than the dispatches that make a table again.
TEST(SatPlan, AutoFallsBackForManyBytesOnDriversThatAreNotListed)
{
    SummedAreaTableDesc desc = fullBufferDesc();
    desc.strategy = Strategy::Auto;
    desc.assumeForwardProgress = false;
    Capabilities device = portableDevice();
    const SatModel model = satModelOf(desc, device);
    const uint32_t height = model.tuning.fallbackBytes / sizeof(float) / 4096;
    EXPECT_EQ(chooseStrategy(model, {4096, height}), Strategy::SpineWithFallback);
    EXPECT_EQ(chooseStrategy(model, {4095, height}), Strategy::ReduceThenScan);

    desc.maxExtent = {4095, height};
    const SatModel small = satModelOf(desc, device);
    EXPECT_FALSE(usesStage(small, TableStage::SpineWithFallback) || usesStage(small, TableStage::Again));

    desc.maxExtent = {};
    desc.inputFormat = VK_FORMAT_R8_UINT;
    const SatModel bytes = satModelOf(desc, device);
    EXPECT_EQ(chooseStrategy(bytes, {4096, height}), Strategy::ReduceThenScan);
    EXPECT_EQ(chooseStrategy(bytes, {4096, 4 * height}), Strategy::SpineWithFallback);

    for (const Accumulation accumulation : {Accumulation::F32x2, Accumulation::F64})
        for (const Strategy strategy : {Strategy::Auto, Strategy::SpineWithFallback}) {
            desc.accumulation = accumulation;
            desc.strategy = strategy;
            EXPECT_EQ(chooseStrategy(satModelOf(desc, device), {4096, 4 * height}), Strategy::ReduceThenScan);
        }
    desc.accumulation = Accumulation::F32;

    device.bufferInt64Atomics = false;
    for (const Strategy strategy : {Strategy::Auto, Strategy::SpineWithFallback}) {
        desc.strategy = strategy;
        EXPECT_EQ(checkSatDesc(desc, withImages(device), kAllFormats), Status::Success);
        const SatModel withoutAtomics = satModelOf(desc, device);
        EXPECT_EQ(chooseStrategy(withoutAtomics, {4096, 4 * height}), Strategy::ReduceThenScan);
        EXPECT_FALSE(usesStage(withoutAtomics, TableStage::SpineWithFallback) ||
                     usesStage(withoutAtomics, TableStage::Again));
    }
}

// Workgroups that make a table again are few, and none has many tiles.
TEST(SatPlan, SharesOutTilesThatAreMadeAgain)
{
    SummedAreaTableDesc desc = fullBufferDesc();
    desc.strategy = Strategy::SpineWithFallback;
    const SatModel model = satModelOf(desc);
    EXPECT_EQ(groupsAgain(model, 2), 2);
    EXPECT_EQ(groupsAgain(model, 257), 256);
    EXPECT_EQ(groupsAgain(model, 16 * 256 + 1), 257);
    EXPECT_EQ(groupsAgain(model, ~0u / 2), model.gridWidth);
}

// One kernel for as large tables as it takes, which are the same as without a limit.
TEST(SatPlan, LimitedExtentsSpareTheSpine)
{
    SummedAreaTableDesc desc = fullImageDesc();
    desc.strategy = Strategy::Auto;
    const SatModel any = satModelOf(desc, listedLargeDevice());
    VkExtent2D flat = {kMaxTableExtent, 1}; // the highest of that width
    while (chooseStrategy(any, {flat.width, flat.height + 1}) == Strategy::FlatSum)
        ++flat.height;
    for (const VkExtent2D most : {VkExtent2D{1, 1}, flat, VkExtent2D{flat.width, flat.height + 1}, VkExtent2D{0, 0},
                                  VkExtent2D{0, 1}, VkExtent2D{kMaxTableExtent, kMaxTableExtent + 1}}) {
        desc.maxExtent = most;
        const SatModel limited = satModelOf(desc, listedLargeDevice());
        const VkExtent2D largest = limited.maxExtent();
        SCOPED_TRACE(describe(limited, largest));
        EXPECT_TRUE(usesStage(limited, TableStage::FlatSum));
        EXPECT_EQ(usesStage(limited, TableStage::Spine), chooseStrategy(any, largest) == Strategy::Spine);
        EXPECT_EQ(chooseStrategy(limited, largest), chooseStrategy(any, largest));
        EXPECT_LE(satScratchSize(limited, largest), satScratchSize(any, largest));
        Plan plan;
        EXPECT_EQ(planTables(limited, validTableArgs(limited, largest), &plan), Status::Success);
        for (const VkExtent2D beyond :
             {VkExtent2D{largest.width + 1, largest.height}, VkExtent2D{largest.width, largest.height + 1}}) {
            EXPECT_EQ(chooseStrategy(limited, beyond), Strategy::Auto);
            EXPECT_EQ(satScratchSize(limited, beyond), 0);
            EXPECT_EQ(planTables(limited, validTableArgs(limited, beyond), &plan),
                      Status(Argument::Region, Rule::TooLarge));
        }
    }
}

TEST(SatPlan, ScratchIsMonotone)
{
    for (const SatModel& model : allTableModels()) {
        const SatGeometry tile = satGeometry(model, model.desc.strategy);
        const auto sizeOf = [&](uint64_t width, uint64_t height) {
            return satScratchSize(model, {static_cast<uint32_t>(std::min<uint64_t>(width, kMaxTableExtent)),
                                          static_cast<uint32_t>(std::min<uint64_t>(height, kMaxTableExtent))});
        };
        for (uint32_t tiles = 1; tiles < 300; tiles += tiles < 70 ? 1 : 13) {
            const uint64_t w = uint64_t{tiles} * tile.tileWidth() - model.border();
            const uint64_t h = uint64_t{tiles} * tile.tileHeight() - model.border();
            ASSERT_LE(sizeOf(w, 1000), sizeOf(w + 1, 1000)) << describe(model, {0, 0});
            ASSERT_LE(sizeOf(w + 1, 1000), sizeOf(w + tile.tileWidth(), 1000)) << describe(model, {0, 0});
            ASSERT_LE(sizeOf(1000, h), sizeOf(1000, h + 1)) << describe(model, {0, 0});
            ASSERT_LE(sizeOf(1000, h + 1), sizeOf(1000, h + tile.tileHeight())) << describe(model, {0, 0});
        }
    }
}

// A batch has the steps of its tables, stage by stage.
TEST(SatBatch, HasTheStepsOfItsTables)
{
    for (const SatModel& model : allTableModels()) {
        const VkExtent2D extents[] = {{500, 300}, {1, 1}, {300, 700}};
        std::vector<SummedAreaTableArgs> tables;
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
            const auto push = step.push.get<vkscan::abi::SatPush>();
            ASSERT_EQ(push.scratchAddress, tables[step.set].scratch.address);
            ASSERT_EQ(push.regionWidth, extents[step.set].width);
        }
    }
}

TEST(SatBatch, IsNoLongerThanAPlan)
{
    SummedAreaTableDesc desc = fullBufferDesc();
    desc.strategy = Strategy::ReduceThenScan;
    const SatModel model = satModelOf(desc);
    std::vector<SummedAreaTableArgs> tables;
    for (uint32_t i = 0; i <= kMaxTableBatch; ++i)
        tables.push_back(validTableArgs(model, {500, 300}, 0, i));
    Plan plan;
    EXPECT_EQ(planTables(model, {tables.data(), 0}, &plan), Status(Argument::Count, Rule::Zero));
    EXPECT_EQ(planTables(model, {tables.data(), kMaxTableBatch + 1}, &plan), Status(Argument::Count, Rule::TooLarge));
    EXPECT_TRUE(hasSentence({Argument::Count, Rule::Zero}) && hasSentence({Argument::Count, Rule::TooLarge}));
    EXPECT_EQ(planTables(model, {tables.data(), kMaxTableBatch}, &plan), Status::Success);
    EXPECT_EQ(plan.stepCount, 3 * kMaxTableBatch);
    EXPECT_EQ(checkBarriers(plan), 2);
    desc.strategy = Strategy::SpineWithFallback;
    const SatModel fallingBack = satModelOf(desc);
    for (uint32_t i = 0; i < kMaxTableBatch; ++i)
        tables[i] = validTableArgs(fallingBack, {500, 300}, 0, i);
    EXPECT_EQ(planTables(fallingBack, {tables.data(), kMaxTableBatch}, &plan), Status::Success);
    EXPECT_EQ(plan.stepCount, 3 * kMaxTableBatch);
    EXPECT_EQ(checkBarriers(plan), 2);
}

// Tables may read the same; what one writes, no other touches.
TEST(SatBatch, RefusesTablesThatMeet)
{
    SummedAreaTableDesc desc = fullBufferDesc();
    const SatModel buffers = satModelOf(desc);
    const SatModel images = satModelOf(fullImageDesc());
    using Change = void (*)(SummedAreaTableArgs & second, const SummedAreaTableArgs& first);
    const auto statusOf = [](const SatModel& model, Change change) {
        SummedAreaTableArgs tables[2] = {validTableArgs(model, {500, 300}, 3, 0),
                                         validTableArgs(model, {500, 300}, 3, 1)};
        change(tables[1], tables[0]);
        Plan plan;
        return planTables(model, {tables, 2}, &plan);
    };
    using Args = SummedAreaTableArgs;
    const std::tuple<const SatModel*, Status, Change> kCases[] = {
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
    EXPECT_EQ(statusOf(satModelOf(desc), [](Args& b, const Args& a) { b.bias = a.bias; }), Status::Success);
}

} // namespace
