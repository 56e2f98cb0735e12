// Plans of cascades: workgroups, steps, and how often they access memory.
#include "hazards.h"
#include "plan_models.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <vector>

using namespace testing_support;
using namespace vkscan;

namespace {

Plan plannedCascade(const ScanModel& model, const ScanArgs& args)
{
    Plan plan;
    EXPECT_EQ(planScan(model, args, &plan), Status::Success) << describe(model, args.count);
    return plan;
}

// One dispatch reduces spans, an odd number of steps doubles distances after one that sets out, and the last scans.
TEST(CascadePlan, OfRecursiveDoublingTakesAStepForEachDistance)
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
            const Plan plan = plannedCascade(model, args);
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

TEST(CascadePlan, HasTheWorkgroupsThatWereAskedFor)
{
    for (const Strategy strategy : {study::kCascade, study::kTruncatedCascade}) {
        ScanCase model = modelOf(portableDevice(), ElementType::U32, strategy);
        for (const uint32_t workgroups : {0u, 1u, 77u, 65535u}) {
            if (workgroups == 1 && strategy == study::kTruncatedCascade)
                continue; // refused
            model.desc.cascadeWorkgroups = workgroups;
            for (const uint64_t count : {uint64_t{1}, uint64_t{1000000}, maxScanCount(model)}) {
                const Plan plan = plannedCascade(model, validArgs(model, count));
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
    const Plan plan = plannedCascade(model, args);
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
TEST(CascadePlan, AccessesMemoryAsOftenAsPublished)
{
    for (const Direction direction : {Direction::Forward, Direction::Backward}) {
        for (const uint32_t c : {2u, 3u, 64u, 1000u}) {
            ScanCase cascade = modelOf(portableDevice(), ElementType::U32, study::kCascade);
            cascade.desc.direction = direction;
            cascade.desc.cascadeWorkgroups = c;
            ScanCase truncated = cascade;
            truncated.desc.strategy = study::kTruncatedCascade;
            for (const uint64_t spanTiles : {1u, 7u}) {
                const uint64_t n = c * spanTiles * cascade.tuning.spans.tileElements(ElementType::U32);
                EXPECT_EQ(accessesOfCascade(cascade, n), 3 * n + 3 * c) << describe(cascade, n);
                EXPECT_EQ(accessesOfCascade(truncated, n), 3 * n + 3 * c - (2 * n / c + 3)) << describe(truncated, n);
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
TEST(CascadePlan, OfATruncatedOneTouchesTheSpansThatItScans)
{
    constexpr uint64_t kSpans = 5;
    for (const Direction direction : {Direction::Forward, Direction::Backward}) {
        ScanCase model = modelOf(portableDevice(), ElementType::U32, study::kTruncatedCascade);
        model.desc.direction = direction;
        model.desc.cascadeWorkgroups = kSpans;
        model.tuning.spans = {64, 1};
        const VkDeviceSize size = sizeof(uint32_t);
        const uint64_t vector = 16 / size;
        const uint64_t tile = 64 * vector;
        for (const uint64_t count : {uint64_t{1}, tile - 1, tile, 3 * tile, 5 * tile, 5 * tile + 1, 13 * tile + 3}) {
            for (uint64_t head = 0; head < vector; ++head) {
                SCOPED_TRACE(describe(model, count) + ", head " + std::to_string(head));
                ScanArgs args = validArgs(model, count);
                args.output.address += head * size;
                const Plan plan = plannedCascade(model, args);
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

} // namespace
