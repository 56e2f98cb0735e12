// Plans: grids, push constants, and the memory each step declares.
#include "hazards.h"
#include "plan_models.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <limits>
#include <tuple>

using namespace testing_support;
using namespace vkscan;

namespace {

Plan planned(const ScanModel& model, const ScanArgs& args)
{
    Plan plan;
    EXPECT_EQ(planScan(model, args, &plan), Status::Success) << describe(model, args.count);
    return plan;
}

TEST(Grid, CoversTheWorkgroupsWithinTheLimitsOfEachAxis)
{
    for (const ScanCase& scan : allModels()) {
        const ScanModel model = scan;
        for (const uint64_t count : interestingCounts(model)) {
            if (count == 0)
                continue;
            SCOPED_TRACE(describe(model, count));
            const std::string stage = chosenStage(model, count);
            const Plan plan = planned(model, validArgs(model, count));
            ASSERT_EQ(plan.stepCount, stepsOf(model, stage, count));
            for (uint32_t i = 0; i < plan.stepCount; ++i) {
                const Step& step = plan.steps[i];
                if (nameOf(model, step) == "DoublingStep")
                    continue; // has an invocation for each span
                const auto push = step.push.get<vkscan::abi::ScanPush>();
                const uint64_t positions = push.maxCount; // of arrays that begin with a whole vector
                ASSERT_EQ(push.head, 0);
                const bool isOfSlots = nameOf(model, step) == "DoublingStep";
                ASSERT_TRUE(positions == count || isOfSlots || nameOf(model, step) == "ScanAggregates" ||
                            nameOf(model, step) == "PropagateAggregates");
                const uint64_t needed =
                    isOfSlots ? divideRoundingUp<uint64_t>(positions, model[step.stage].geometry.workgroupSize)
                              : groupsOf(model, step, positions);
                for (const uint32_t axis : {0u, 1u}) {
                    ASSERT_GE(step.groupCount[axis], 1);
                    ASSERT_LE(step.groupCount[axis], model.capabilities.maxGroupCount[axis]);
                }
                ASSERT_LE(step.groupCount[0], scan.tuning.maxGridWidth);
                ASSERT_GE(dispatchedBy(step), needed);
                ASSERT_LT(dispatchedBy(step) - needed, step.groupCount[0]) << "a whole row too many";
                ASSERT_EQ(push.gridWidth, step.groupCount[0]);
                // Spans are numbered along the first axis.
                ASSERT_TRUE(model[step.stage].grid == Grid::Tiles || model[step.stage].grid == Grid::One ||
                            step.groupCount[1] == 1);
            }
        }
    }
}

TEST(Grid, HasAWorkgroupForEachTile)
{
    for (const ScanCase& scan : allModels()) {
        const ScanModel model = scan;
        for (const uint64_t count : interestingCounts(model)) {
            SCOPED_TRACE(describe(model, count));
            const std::string stage = chosenStage(model, count);
            const uint64_t tiles = std::max<uint64_t>(tilesOf(model, stage, count), 1);
            const uint64_t groups = groupsOf(model, stage, count);
            if (stage == "SingleWorkgroupSmall" || stage == "SingleWorkgroup") {
                ASSERT_EQ(groups, 1);
            } else if (stage == "ScanSpans") {
                ASSERT_LE(groups, tiles);
            } else if (stage == "CascadeScan" || stage == "TruncatedScan" || stage == "DoublingScan") {
                ASSERT_EQ(groups, scan.tuning.cascadeWorkgroups);
            } else if (stage == "Spine") {
                ASSERT_GE(groups, tiles);
                ASSERT_LE(groups, tiles + 1);
            } else {
                ASSERT_EQ(groups, stage == "Sam" ? std::min<uint64_t>(tiles, windowOf(model, stage)) : tiles);
            }
        }
    }
}

// A tuning of known numbers: 4096 elements of u32 a tile.
ScanCase modelOfKnownTiles(Strategy strategy, uint32_t spineSubgroups)
{
    ScanCase model = modelOf(listedDevice(), ElementType::U32, strategy);
    model.tuning = {};
    model.tuning.spans = model.tuning.flatSum = model.tuning.lookBack = {256, 4};
    model.tuning.spine = {256, 4, spineSubgroups};
    model.tuning.window = 256;
    return model;
}

TEST(Grid, FoldsBeyondAnAxis)
{
    constexpr uint64_t kTile = 4096;
    struct Case {
        Strategy strategy;
        uint32_t spineSubgroups;
        uint64_t count;
        uint32_t x;
        uint32_t y;
    };
    constexpr Case kCases[] = {
        {Strategy::Spine, 0, 1, 1, 1},
        {Strategy::Spine, 0, 65535 * kTile, 65535, 1},
        {Strategy::Spine, 0, 65535 * kTile + 1, 65535, 2},
        {Strategy::Spine, 4, 256 * kTile, 257, 1}, // one more, the spine's
        {Strategy::Spine, 4, 65534 * kTile, 65535, 1},
        {Strategy::Spine, 4, 65535 * kTile, 65535, 2},
        {study::kDecoupledLookback, 0, 2 * 65535 * kTile, 65535, 2},
        {study::kDecoupledLookback, 0, 2 * 65535 * kTile + 1, 65535, 3},
        {Strategy::ReduceThenScan, 0, kTile + 1, 2, 1},
        {Strategy::ReduceThenScan, 0, 1024 * kTile, 1024, 1},
        {Strategy::ReduceThenScan, 0, 1024 * 256 * kTile, 1024, 1},
        {Strategy::ReduceThenScan, 0, 1024 * 256 * kTile + 1, 1025, 1},
    };
    for (const Case& expected : kCases) {
        const ScanCase model = modelOfKnownTiles(expected.strategy, expected.spineSubgroups);
        SCOPED_TRACE(describe(model, expected.count));
        const Plan plan = planned(model, validArgs(model, expected.count));
        for (uint32_t i = 0; i < plan.stepCount; ++i) {
            EXPECT_EQ(plan.steps[i].groupCount[0], expected.x);
            EXPECT_EQ(plan.steps[i].groupCount[1], expected.y);
        }
    }
}

// Models whose steps all work on the array: level_plan_test.cpp has those of kScanThenPropagate, and a test below that
// of kRecursiveDoubling.
std::vector<ScanCase> modelsOfOneLevel()
{
    std::vector<ScanCase> models = allModels();
    std::erase_if(models, [](const ScanCase& scan) {
        return scan.desc.strategy == study::kScanThenPropagate || scan.desc.strategy == study::kRecursiveDoubling;
    });
    return models;
}

// One dispatch reduces spans, an odd number of steps doubles distances after one that sets out, and the last scans.
TEST(Plan, OfRecursiveDoublingTakesAStepForEachDistance)
{
    struct Case {
        uint32_t workgroups;
        std::vector<uint32_t> distances;
    };
    const Case cases[] = {{1, {0, 1}},
                          {2, {0, 1}},
                          {3, {0, 1, 2, 4}},
                          {8, {0, 1, 2, 4}},
                          {9, {0, 1, 2, 4, 8, 16}},
                          {1000, {0, 1, 2, 4, 8, 16, 32, 64, 128, 256, 512, 1024}}};
    for (const Case& expected : cases) {
        ScanCase scan = modelOf(portableDevice(), ElementType::U32, study::kRecursiveDoubling);
        scan.desc.cascadeWorkgroups = expected.workgroups;
        const ScanModel model = scan;
        for (const uint64_t count : {uint64_t{1}, uint64_t{1000000}, maxScanCount(model)}) {
            SCOPED_TRACE(describe(model, count) + ", workgroups " + std::to_string(expected.workgroups));
            ScanArgs args = validArgs(model, count);
            args.countBuffer = validCountBuffer();
            args.total = validTotal(model);
            const Plan plan = planned(model, args);
            std::vector<uint32_t> distances;
            for (uint32_t i = 0; i < plan.stepCount; ++i) {
                const Step& step = plan.steps[i];
                const auto push = step.push.get<vkscan::abi::ScanPush>();
                const bool isStep = nameOf(model, step) == "DoublingStep";
                ASSERT_EQ(isStep, i > 0 && i + 1 < plan.stepCount);
                ASSERT_TRUE(pushesCount(step, isStep ? BufferRange{} : args.countBuffer));
                ASSERT_EQ(touches(step, args.scratch, i + 1 < plan.stepCount), true);
                ASSERT_EQ(touches(step, args.input, false), !isStep);
                ASSERT_EQ(touches(step, args.output, true), i + 1 == plan.stepCount);
                ASSERT_EQ(push.maxCount, isStep ? expected.workgroups : count);
                if (isStep) {
                    distances.push_back(push.spans);
                    ASSERT_GE(dispatchedBy(step) * model[step.stage].geometry.workgroupSize, expected.workgroups);
                } else {
                    ASSERT_EQ(dispatchedBy(step), expected.workgroups);
                }
            }
            EXPECT_EQ(distances, expected.distances);
            EXPECT_EQ(plan.stepCount, stepsOf(model, "DoublingScan", count));
            EXPECT_EQ(checkBarriers(plan), plan.stepCount - 1);
        }
    }
}

TEST(Plan, PushesWhatTheCallerGave)
{
    for (const ScanModel model : modelsOfOneLevel()) {
        ScanArgs args = validArgs(model, maxScanCount(model));
        const auto check = [&](uint64_t totalAddress, uint64_t bits, uint32_t hasInitial) {
            const Plan plan = planned(model, args);
            for (uint32_t i = 0; i < plan.stepCount; ++i) {
                const auto push = plan.steps[i].push.get<vkscan::abi::ScanPush>();
                EXPECT_EQ(push.inputAddress, args.input.address);
                EXPECT_EQ(push.outputAddress, args.output.address);
                EXPECT_EQ(push.scratchAddress, args.scratch.address);
                EXPECT_EQ(push.maxCount, args.count);
                EXPECT_TRUE(pushesCount(plan.steps[i], args.countBuffer));
                EXPECT_EQ(push.totalAddress, totalAddress);
                EXPECT_EQ(push.initialBits, bits);
                EXPECT_EQ(push.hasInitial, hasInitial);
            }
        };
        SCOPED_TRACE(describe(model, args.count));
        check(0, 0, 0);
        args.countBuffer = validCountBuffer();
        args.total = validTotal(model);
        switch (model.desc.type) {
        case ElementType::U32: args.initial = uint32_t{7}; break;
        case ElementType::I32: args.initial = int32_t{-7}; break;
        case ElementType::F32: args.initial = 7.0f; break;
        case ElementType::U64: args.initial = uint64_t{7} << 40; break;
        case ElementType::I64: args.initial = int64_t{-7}; break;
        case ElementType::F64: args.initial = -7.0; break;
        case ElementType::U16: break; // of sorts alone
        }
        check(args.total.address, args.initial.bits(), 1);
    }
}

TEST(Plan, OfACascadeHasTheWorkgroupsThatWereAskedFor)
{
    for (const Strategy strategy : {study::kCascade, study::kTruncatedCascade}) {
        ScanCase model = modelOf(portableDevice(), ElementType::U32, strategy);
        for (const uint32_t workgroups : {0u, 1u, 77u, 65535u}) {
            if (workgroups == 1 && strategy == study::kTruncatedCascade)
                continue; // refused
            model.desc.cascadeWorkgroups = workgroups;
            for (const uint64_t count : {uint64_t{1}, uint64_t{1000000}, maxScanCount(model)}) {
                const Plan plan = planned(model, validArgs(model, count));
                const uint32_t expected = workgroups > 0 ? workgroups : model.tuning.cascadeWorkgroups;
                ASSERT_EQ(plan.stepCount, 3);
                EXPECT_EQ(dispatchedBy(plan.steps[0]), expected);
                EXPECT_EQ(dispatchedBy(plan.steps[1]), 1);
                EXPECT_EQ(dispatchedBy(plan.steps[2]), expected);
            }
        }
    }
}

// Elements of the buffer that a step accesses, or slots behind a header, by the ranges that the plan declares.
uint64_t accessesOf(const Step& step, BufferRange buffer, VkDeviceSize bytes, VkDeviceSize header = 0)
{
    uint64_t accesses = 0;
    for (uint32_t i = 0; i < step.accesses.count; ++i)
        if (overlaps(step.accesses.items[i].range, buffer))
            accesses += (step.accesses.items[i].range.size - header) / bytes;
    return accesses;
}

// As published, aggregates are written and read, and carries written; that spans read theirs is left out.
uint64_t accessesOfCascade(const ScanModel& model, uint64_t count)
{
    const ScanArgs args = validArgs(model, count);
    const Plan plan = planned(model, args);
    EXPECT_EQ(plan.stepCount, 3);
    const auto ofArrays = [&](const Step& step) {
        return accessesOf(step, args.input, sizeOf(model.desc.type)) +
               accessesOf(step, args.output, sizeOf(model.desc.type));
    };
    const auto ofSlots = [&](const Step& step) {
        return accessesOf(step, args.scratch, model.slotBytes, vkscan::abi::kScratchHeaderBytes);
    };
    return ofArrays(plan.steps[0]) + ofSlots(plan.steps[0]) + 2 * ofSlots(plan.steps[1]) + ofArrays(plan.steps[2]);
}

// Diéguez, Amor & Doallo 2014, of Ha & Han's truncated one, too.
TEST(Plan, OfACascadeAccessesMemoryAsOftenAsPublished)
{
    for (const ElementType type : kTypes) {
        for (const Direction direction : {Direction::Forward, Direction::Backward}) {
            for (const uint32_t c : {2u, 3u, 64u, 1000u}) {
                ScanCase cascade = modelOf(portableDevice(), type, study::kCascade);
                cascade.desc.direction = direction;
                cascade.desc.cascadeWorkgroups = c;
                ScanCase truncated = cascade;
                truncated.desc.strategy = study::kTruncatedCascade;
                for (const uint64_t spanTiles : {1u, 7u}) {
                    const uint64_t n = c * spanTiles * cascade.tuning.spans.tileElements(type);
                    EXPECT_EQ(accessesOfCascade(cascade, n), 3 * n + 3 * c) << describe(cascade, n);
                    EXPECT_EQ(accessesOfCascade(truncated, n), 3 * n + 3 * c - (2 * n / c + 3))
                        << describe(truncated, n);
                }
            }
        }
    }
}

bool accesses(const Step& step, VkDeviceAddress address, bool write)
{
    return std::any_of(step.accesses.items, step.accesses.items + step.accesses.count, [&](const Access& access) {
        return access.write == write && overlaps(access.range, {address, 1});
    });
}

// Element by element, as tile/memory.glsl and core/spans.glsl in shaders/ place them.
TEST(Plan, OfATruncatedCascadeTouchesTheSpansThatItScans)
{
    constexpr uint64_t kSpans = 5;
    for (const ElementType type : {ElementType::U32, ElementType::F64}) {
        for (const Direction direction : {Direction::Forward, Direction::Backward}) {
            ScanCase model = modelOf(portableDevice(), type, study::kTruncatedCascade);
            model.desc.direction = direction;
            model.desc.cascadeWorkgroups = kSpans;
            model.tuning.spans = {64, 1};
            const VkDeviceSize size = sizeOf(type);
            const uint64_t vector = 16 / size;
            const uint64_t tile = 64 * vector;
            for (const uint64_t count :
                 {uint64_t{1}, tile - 1, tile, 3 * tile, 5 * tile, 5 * tile + 1, 13 * tile + 3}) {
                for (uint64_t head = 0; head < vector; ++head) {
                    SCOPED_TRACE(describe(model, count) + ", head " + std::to_string(head));
                    ScanArgs args = validArgs(model, count);
                    args.output.address += head * size;
                    const Plan plan = planned(model, args);
                    const uint64_t positions = (head + count + vector - 1) / vector * vector;
                    const uint64_t tiles = (positions + tile - 1) / tile;
                    const uint64_t spanTiles = (tiles + kSpans - 1) / kSpans;
                    for (uint64_t i = 0; i < count; ++i) {
                        const uint64_t position = direction == Direction::Forward ? head + i : positions - 1 - head - i;
                        const uint64_t span = position / tile / spanTiles;
                        const VkDeviceAddress input = args.input.address + i * size;
                        const VkDeviceAddress output = args.output.address + i * size;
                        ASSERT_EQ(accesses(plan.steps[0], input, false), span < kSpans - 1) << i;
                        ASSERT_EQ(accesses(plan.steps[0], output, true), span == 0) << i;
                        ASSERT_EQ(accesses(plan.steps[2], input, false), span > 0) << i;
                        ASSERT_EQ(accesses(plan.steps[2], output, true), span > 0) << i;
                    }
                }
            }
        }
    }
}

// The output's first vector is pushed whole, and the input as far before its own beginning.
TEST(Plan, BeginsWithAVectorOfTheOutput)
{
    for (const ScanModel model : modelsOfOneLevel()) {
        const VkDeviceSize size = sizeOf(model.desc.type);
        for (const uint64_t count : interestingCounts(model)) {
            if (count == 0)
                continue;
            for (VkDeviceSize head = 0; head < 16 / size; ++head) {
                SCOPED_TRACE(describe(model, count) + ", head " + std::to_string(head));
                ScanArgs args = validArgs(model, count);
                args.output.address += head * size;
                args.input.address += 3 * size;
                const Plan plan = planned(model, args);
                const std::string stage = chosenStage(model, head + count);
                for (uint32_t i = 0; i < plan.stepCount; ++i) {
                    const auto push = plan.steps[i].push.get<vkscan::abi::ScanPush>();
                    ASSERT_EQ(push.head, head);
                    ASSERT_EQ(push.outputAddress, args.output.address - head * size);
                    ASSERT_EQ(push.inputAddress, args.input.address - head * size);
                    ASSERT_EQ(push.maxCount, count);
                    ASSERT_GE(dispatchedBy(plan.steps[i]), groupsOf(model, plan.steps[i], head + count));
                }
                ASSERT_EQ(nameOf(model, plan.steps[plan.stepCount - 1]), stage);
            }
        }
    }
}

TEST(Plan, OfNoElementsWritesTheTotalOrNothing)
{
    for (const ScanModel model : allModels()) {
        SCOPED_TRACE(describe(model, 0));
        ScanArgs args = validArgs(model, 0);
        args.input = args.output = {}; // not looked at
        EXPECT_EQ(planned(model, args).stepCount, 0);
        args.countBuffer = validCountBuffer();
        EXPECT_EQ(planned(model, args).stepCount, 0);
        args.total = validTotal(model);
        const Plan plan = planned(model, args);
        ASSERT_GE(plan.stepCount, 1);
        for (uint32_t i = 0; i < plan.stepCount; ++i) {
            if (nameOf(model, plan.steps[i]) == "DoublingStep")
                continue; // works on spans
            EXPECT_EQ(dispatchedBy(plan.steps[i]), groupsOf(model, plan.steps[i], 0));
            const auto push = plan.steps[i].push.get<vkscan::abi::ScanPush>();
            if (nameOf(model, plan.steps[i]) != "DoublingStep") { // of slots, however few elements there are
                EXPECT_EQ(dispatchedBy(plan.steps[i]), groupsOf(model, plan.steps[i], 0));
            }
            EXPECT_EQ(push.inputAddress, 0);
            EXPECT_EQ(push.outputAddress, 0);
        }
        EXPECT_EQ(plan.steps[plan.stepCount - 1].push.get<vkscan::abi::ScanPush>().totalAddress, args.total.address);
    }
}

TEST(Plan, ForgetsWhatThePlanHeldBefore)
{
    const ScanCase twoSteps = modelOf(portableDevice(), ElementType::U32, Strategy::ReduceThenScan);
    const ScanCase oneStep = modelOf(portableDevice(), ElementType::U32, Strategy::SingleWorkgroup);
    Plan plan = planned(twoSteps, validArgs(twoSteps, 1000));
    ASSERT_EQ(plan.stepCount, 2);
    ASSERT_EQ(planScan(oneStep, validArgs(oneStep, 1000), &plan), Status::Success);
    ASSERT_EQ(plan.stepCount, 1);
    EXPECT_EQ(nameOf(oneStep, plan.steps[0]), "SingleWorkgroup");
    EXPECT_EQ(plan.steps[0].accesses.count, 2);
    ASSERT_EQ(planScan(oneStep, validArgs(oneStep, 0), &plan), Status::Success);
    EXPECT_EQ(plan.stepCount, 0);
}

using AccessKey = std::tuple<VkDeviceAddress, VkDeviceSize, bool>;

std::vector<AccessKey> keysOf(const AccessList& list)
{
    std::vector<AccessKey> keys;
    for (uint32_t i = 0; i < list.count; ++i)
        keys.emplace_back(list.items[i].range.address, list.items[i].range.size, list.items[i].write);
    std::sort(keys.begin(), keys.end());
    return keys;
}

// The caller's ranges may be larger than what a scan touches: a plan declares only what it does touch.
TEST(Plan, DeclaresExactlyTheBytesItTouches)
{
    for (const ScanModel model : modelsOfOneLevel()) {
        for (const uint64_t count : {uint64_t{0}, uint64_t{1}, maxScanCount(model)}) {
            SCOPED_TRACE(describe(model, count));
            ScanArgs args = validArgs(model, count);
            args.countBuffer = validCountBuffer();
            args.total = validTotal(model);
            for (BufferRange* range : {&args.input, &args.output, &args.scratch, &args.countBuffer, &args.total})
                range->size += 4096;

            const std::string stage = chosenStage(model, count);
            const VkDeviceSize bytes = count * sizeOf(model.desc.type);
            const VkDeviceSize scratchBytes = scratchOf(model, stage, count);
            const uint32_t steps = stepsOf(model, stage, count);
            std::vector<AccessKey> scan = {{args.countBuffer.address, 4, false},
                                           {args.total.address, validTotal(model).size, true}};
            std::vector<AccessKey> reduce = {{args.countBuffer.address, 4, false},
                                             {args.scratch.address, scratchBytes, true}};
            if (count > 0) {
                scan.emplace_back(args.input.address, bytes, false);
                scan.emplace_back(args.output.address, bytes, true);
                reduce.emplace_back(args.input.address, bytes, false);
            }
            if (scratchBytes > 0)
                scan.emplace_back(args.scratch.address, scratchBytes, steps == 1);
            if (count > 0 && stage == "TruncatedScan")
                reduce.emplace_back(args.output.address, bytes, true); // any part of it, by the device's count
            std::sort(scan.begin(), scan.end());
            std::sort(reduce.begin(), reduce.end());

            const Plan plan = planned(model, args);
            ASSERT_EQ(plan.stepCount, steps);
            EXPECT_EQ(keysOf(plan.steps[steps - 1].accesses), scan);
            EXPECT_EQ(nameOf(model, plan.steps[steps - 1]), stage);
            if (steps > 1) {
                EXPECT_EQ(keysOf(plan.steps[0].accesses), reduce);
                EXPECT_EQ(nameOf(model, plan.steps[0]), stage == "TruncatedScan" ? "TruncatedReduce"
                                                        : stage == "CascadeScan" ? "CascadeReduce"
                                                                                 : "ReduceSpans");
            }
            if (steps == 3) {
                EXPECT_EQ(keysOf(plan.steps[1].accesses),
                          std::vector<AccessKey>{AccessKey(args.scratch.address, scratchBytes, true)});
                const bool isTruncated = stage == "TruncatedScan";
                EXPECT_EQ(nameOf(model, plan.steps[1]), isTruncated ? "TruncatedCarries" : "CascadeCarries");
                for (const uint32_t i : {1u, 2u})
                    EXPECT_EQ(plan.steps[i].push.get<vkscan::abi::ScanPush>().spans,
                              plan.steps[0].groupCount[0] - (isTruncated ? 1 : 0));
            }
        }
    }
}

} // namespace
