// Plans of operations on elements of 8 and 16 bits in memory: where vectors begin, what is accessed, and what is
// refused.
#include "hazards.h"
#include "misuse.h"
#include "plan_models.h"
#include "stored_values.h"

#include "histogram_abi.h"
#include "operations/compact.h"
#include "operations/histogram.h"
#include "operations/segmented_scan.h"
#include "select_abi.h"
#include "study/reduce.h"

#include <vkscan/study.h>

#include <gtest/gtest.h>

using namespace testing_support;
using namespace vkscan;

namespace {

constexpr uint64_t kCount = 100003;

uint32_t bytesOfStored(StoredType stored)
{
    return static_cast<uint32_t>(bytesOf<uint32_t>(stored));
}

std::vector<ScanCase> storedScans()
{
    std::vector<ScanCase> models;
    for (const StoredType small : smallTypes()) {
        for (const StoredPair stored : storedPairs(small)) {
            for (const Strategy strategy : ownStrategies(WithAuto::Yes)) {
                for (const Capabilities& capabilities :
                     {portableDevice(), listedLargeDevice(), boundedLoopsDevice(), fewRegistersDevice()}) {
                    models.push_back(modelOf(capabilities, widenedType(small), strategy));
                    models.back().desc.input = stored.input;
                    models.back().desc.output = stored.output;
                }
            }
        }
    }
    return models;
}

// Arguments of exact sizes.
ScanArgs storedArgs(const ScanModel& model, uint64_t count)
{
    ScanArgs args = validArgs(model, count);
    args.input.size = count * bytesOfStored(model.desc.input);
    args.output.size = count * bytesOfStored(model.desc.output);
    return args;
}

TEST(StoredPlan, ScansAccessTheirBytesInOrder)
{
    for (const ScanModel model : storedScans()) {
        for (const uint64_t count : interestingCounts(model)) {
            SCOPED_TRACE(describe(model, count));
            ScanArgs args = storedArgs(model, count);
            args.countBuffer = validCountBuffer();
            args.total = validTotal(model);
            Plan plan;
            ASSERT_EQ(planScan(model, args, &plan), Status::Success);
            checkBarriers(plan);
            const Step& last = plan.steps[plan.stepCount - 1];
            ASSERT_TRUE(count == 0 || touches(last, args.input, false));
            ASSERT_TRUE(count == 0 || touches(last, args.output, true));
            ASSERT_TRUE(touches(last, args.total, true));
            ASSERT_TRUE(pushesCount(last, args.countBuffer));
        }
    }
}

// Tiles begin with four elements of the output, so that no two of them share a word of it.
TEST(StoredPlan, ScansBeginWithAVectorOfTheOutput)
{
    for (const ScanModel model : storedScans()) {
        const uint32_t inputBytes = bytesOfStored(model.desc.input);
        const uint32_t outputBytes = bytesOfStored(model.desc.output);
        for (VkDeviceSize place = 0; place < 9; ++place) {
            ScanArgs args = storedArgs(model, 1000);
            args.output.address += place * outputBytes;
            args.input.address += (9 - place) * inputBytes;
            Plan plan;
            ASSERT_EQ(planScan(model, args, &plan), Status::Success);
            const auto push = plan.steps[0].push.get<vkscan::abi::ScanPush>();
            EXPECT_EQ(push.head, place % 4);
            EXPECT_EQ(push.outputAddress, args.output.address - place % 4 * outputBytes);
            EXPECT_EQ(push.inputAddress, args.input.address - place % 4 * inputBytes);
        }
    }
}

TEST(StoredPlan, ScansHaveTheScratchOfWords)
{
    for (const ScanCase& scan : storedScans()) {
        ScanCase wide = scan;
        wide.desc.input = wide.desc.output = StoredType::Same;
        const ScanModel model = scan;
        VkDeviceSize size = 0;
        for (const uint64_t count : interestingCounts(model)) {
            ASSERT_EQ(scratchSize(model, count), scratchSize(ScanModel(wide), count)) << describe(model, count);
            ASSERT_LE(size, scratchSize(model, count));
            size = scratchSize(model, count);
        }
        EXPECT_EQ(model.maxCount, ScanModel(wide).maxCount);
    }
}

ScanModel storedScan(StoredType input, StoredType output)
{
    ScanCase scan = modelOf(listedDevice(), widenedType(input), Strategy::Auto);
    scan.desc.input = input;
    scan.desc.output = output;
    return scan;
}

TEST(StoredPlan, ScansInPlaceIfElementsTakeAsManyBytes)
{
    Plan plan;
    ScanModel model = storedScan(StoredType::I16, StoredType::I16);
    ScanArgs args = storedArgs(model, kCount);
    args.output = args.input;
    EXPECT_EQ(planScan(model, args, &plan), Status::Success);
    model = storedScan(StoredType::I16, StoredType::I8);
    args = storedArgs(model, kCount);
    args.output.address = args.input.address;
    EXPECT_EQ(planScan(model, args, &plan), Status(Argument::Output, Rule::Overlaps));
    args.output.address = args.input.address + args.input.size; // they may share a word
    EXPECT_EQ(planScan(model, args, &plan), Status::Success);
}

TEST(StoredPlan, ScansRefuseWrongRanges)
{
    const ScanModel model = storedScan(StoredType::I16, StoredType::I8);
    ScanArgs odd = storedArgs(model, kCount);
    odd.output.address += 1;
    expectRefused(model, odd, planScan,
                  {{Status(Argument::Input, Rule::Misaligned), [](ScanArgs& a) { a.input.address += 1; }},
                   {Status(Argument::Input, Rule::TooSmall), [](ScanArgs& a) { --a.input.size; }},
                   {Status(Argument::Output, Rule::TooSmall), [](ScanArgs& a) { --a.output.size; }},
                   {Status(Argument::Total, Rule::Misaligned),
                    [](ScanArgs& a) {
                        a.total = {(VkDeviceAddress{5} << 50) + 2, 4};
                    }},
                   {Status(Argument::Initial, Rule::WrongType), [](ScanArgs& a) { a.initial = 1u; }}});
}

TEST(StoredPlan, ScansRefuseWrongDescriptions)
{
    const auto expectDesc = [](const study::ScanDesc& desc, Status status) {
        EXPECT_EQ(checkScanDesc(desc, listedDevice()), status)
            << toString(desc.input) << " to " << toString(desc.output);
    };
    for (const StoredTypeRow& row : kStoredTypes) {
        for (const ElementType type : kTypes) {
            const bool isTaken = row.bytes == 0 || row.type == type;
            study::ScanDesc desc;
            desc.type = type;
            desc.input = row.value;
            expectDesc(desc, isTaken ? Status::Success : Status(Argument::Input, Rule::Incompatible));
            desc.input = StoredType::Same;
            desc.output = row.value;
            expectDesc(desc, isTaken ? Status::Success : Status(Argument::Output, Rule::Incompatible));
        }
    }
    study::ScanDesc desc;
    desc.input = static_cast<StoredType>(6);
    expectDesc(desc, {Argument::Input, Rule::Invalid});
    desc.input = StoredType::Same;
    desc.output = static_cast<StoredType>(-1);
    expectDesc(desc, {Argument::Output, Rule::Invalid});
    desc.output = StoredType::U8;
    desc.order = 2;
    expectDesc(desc, {Argument::Output, Rule::Incompatible});
    desc.order = 1;
    desc.tupleSize = 2;
    desc.input = StoredType::U8;
    expectDesc(desc, {Argument::Input, Rule::Incompatible});
    desc.tupleSize = 1;
    expectDesc(desc, Status::Success);
    desc.strategy = study::kDecoupledLookback;
    expectDesc(desc, {Argument::Input, Rule::Incompatible});
    desc.strategy = Strategy::Auto;
    desc.network.network = study::Network::KoggeStone;
    expectDesc(desc, {Argument::Input, Rule::Incompatible});
}

TEST(StoredPlan, ReductionsBeginWithAVectorOfTheInput)
{
    for (const StoredType small : smallTypes()) {
        for (const bool withIndex : {false, true}) {
            for (const bool atomics : {false, true}) {
                Capabilities capabilities = portableDevice();
                capabilities.bufferInt64Atomics = atomics;
                study::ReduceDesc desc;
                desc.type = widenedType(small);
                desc.op = Op::Min;
                desc.withIndex = withIndex;
                desc.input = small;
                const auto model = modelFor<ReduceModel>(desc, tuningFor(capabilities), capabilities);
                const uint32_t bytes = bytesOfStored(small);
                for (VkDeviceSize place = 0; place < 9; ++place) {
                    ReduceArgs args;
                    args.count = kCount;
                    args.input = {kApart + place * bytes, kCount * bytes};
                    args.result = {2 * kApart, 4};
                    if (withIndex)
                        args.index = {3 * kApart, 4};
                    args.scratch = {4 * kApart, scratchSize(model, kCount)};
                    Plan plan;
                    ASSERT_EQ(planReduce(model, args, &plan), Status::Success);
                    EXPECT_EQ(checkBarriers(plan), atomics ? 0 : 1);
                    const auto push = plan.steps[0].push.get<vkscan::abi::ScanPush>();
                    EXPECT_EQ(push.head, place % 4);
                    EXPECT_EQ(push.inputAddress, args.input.address - place % 4 * bytes);
                    EXPECT_TRUE(touches(plan.steps[0], args.input, false));
                    --args.input.size;
                    EXPECT_EQ(planReduce(model, args, &plan), Status(Argument::Input, Rule::TooSmall));
                }
            }
        }
    }
    study::ReduceDesc desc;
    desc.input = StoredType::U16;
    ReduceModel model;
    for (const study::ReduceMethodRow& method : study::kReduceMethods) {
        desc.method = method.value;
        EXPECT_EQ(makeModel(desc, {}, portableDevice(), &model),
                  method.isTree ? Status(Argument::Input, Rule::Incompatible) : Status::Success);
    }
    desc = {};
    desc.input = StoredType::F16;
    EXPECT_EQ(makeModel(desc, {}, portableDevice(), &model), Status(Argument::Input, Rule::Incompatible));
}

TEST(StoredPlan, SegmentedScansBeginWithAVectorOfTheOutput)
{
    for (const StoredType small : smallTypes()) {
        for (const StoredPair stored : storedPairs(small)) {
            SegmentedScanDesc desc;
            desc.type = widenedType(small);
            desc.input = stored.input;
            desc.output = stored.output;
            const auto model = modelFor<SegmentedModel>(desc, tuningFor(listedDevice()), listedDevice());
            const uint32_t inputBytes = bytesOfStored(stored.input);
            const uint32_t outputBytes = bytesOfStored(stored.output);
            for (VkDeviceSize place = 0; place < 9; ++place) {
                SegmentedScanArgs args;
                args.count = kCount;
                args.input = {kApart + inputBytes, kCount * inputBytes};
                args.output = {2 * kApart + place * outputBytes, kCount * outputBytes};
                args.segments = {3 * kApart, kCount * 4};
                args.scratch = {4 * kApart, scratchSize(model, kCount)};
                Plan plan;
                ASSERT_EQ(planSegmentedScan(model, args, &plan), Status::Success);
                const auto push = plan.steps[0].push.get<vkscan::abi::ScanPush>();
                EXPECT_EQ(push.head, place % 4);
                EXPECT_EQ(push.outputAddress, args.output.address - place % 4 * outputBytes);
                EXPECT_EQ(push.inputAddress, args.input.address - place % 4 * inputBytes);
                args.output.address = args.input.address = kApart;
                EXPECT_EQ(planSegmentedScan(model, args, &plan),
                          inputBytes == outputBytes ? Status::Success : Status(Argument::Output, Rule::Overlaps));
            }
        }
    }
    SegmentedModel model;
    EXPECT_EQ(makeModel(SegmentedScanDesc{.input = StoredType::I8}, {}, portableDevice(), &model),
              Status(Argument::Input, Rule::Incompatible));
    EXPECT_EQ(makeModel(SegmentedScanDesc{.output = StoredType::F16}, {}, portableDevice(), &model),
              Status(Argument::Output, Rule::Incompatible));
}

TEST(StoredPlan, SegmentedReductionsTakeResultsOfAnyPlace)
{
    for (const StoredType small : smallTypes()) {
        for (const StoredPair stored : storedPairs(small)) {
            SegmentedReduceDesc desc;
            desc.type = widenedType(small);
            desc.input = stored.input;
            desc.output = stored.output;
            const auto model = modelFor<SegmentedModel>(desc, tuningFor(portableDevice()), portableDevice());
            const uint32_t bytes = bytesOfStored(stored.input);
            SegmentedReduceArgs args;
            args.count = kCount;
            args.input = {kApart + 3 * bytes, kCount * bytes};
            args.result = {2 * kApart + bytesOfStored(stored.output), uint64_t{17} * bytesOfStored(stored.output)};
            args.segments = {3 * kApart, 18 * 4};
            args.segmentCount = 17;
            args.scratch = {4 * kApart, scratchSize(model, kCount)};
            Plan plan;
            ASSERT_EQ(planSegmentedReduce(model, args, &plan), Status::Success);
            EXPECT_EQ(plan.steps[0].push.get<vkscan::abi::ScanPush>().head, 3);
            EXPECT_EQ(plan.steps[0].push.get<vkscan::abi::ScanPush>().inputAddress, kApart);
            EXPECT_TRUE(touches(plan.steps[plan.stepCount - 1], args.result, true));
            --args.result.size;
            EXPECT_EQ(planSegmentedReduce(model, args, &plan), Status(Argument::Result, Rule::TooSmall));
        }
    }
}

TEST(StoredPlan, HistogramsBeginWithAVectorOfTheInput)
{
    for (const StoredType small : smallTypes()) {
        const HistogramDesc desc = {.type = widenedType(small), .input = small};
        const auto model = modelFor<HistogramModel>(desc, tuningFor(portableDevice()), portableDevice());
        const uint32_t bytes = bytesOfStored(small);
        for (VkDeviceSize place = 0; place < 9; ++place) {
            HistogramArgs args;
            args.count = kCount;
            args.input = {kApart + place * bytes, kCount * bytes};
            args.counts = {2 * kApart, 256 * 4};
            Plan plan;
            ASSERT_EQ(planHistogram(model, args, &plan), Status::Success);
            const auto push = plan.steps[1].push.get<vkscan::abi::HistogramPush>();
            EXPECT_EQ(push.head, place % 4);
            EXPECT_EQ(push.inputAddress, args.input.address - place % 4 * bytes);
            EXPECT_TRUE(touches(plan.steps[1], args.input, false));
            --args.input.size;
            EXPECT_EQ(planHistogram(model, args, &plan), Status(Argument::Input, Rule::TooSmall));
        }
    }
    HistogramModel model;
    EXPECT_EQ(makeModel(HistogramDesc{.input = StoredType::I8}, {}, portableDevice(), &model),
              Status(Argument::Input, Rule::Incompatible));
}

TEST(StoredPlan, CompactionsOfFewBytesWriteAnyPlace)
{
    for (const uint32_t bytes : {1u, 2u}) {
        const auto model = modelFor<CompactModel>(CompactDesc{.predicate = {Condition::FlagBits}, .elementSize = bytes},
                                                  tuningFor(portableDevice()), portableDevice());
        CompactArgs args;
        args.count = kCount;
        args.input = {kApart + bytes, kCount * bytes};
        args.output = {2 * kApart + 3 * bytes, 1001 * bytes};
        args.tested = {3 * kApart, (kCount + 31) / 32 * 4};
        args.scratch = {4 * kApart, scratchSize(model, kCount)};
        Plan plan;
        ASSERT_EQ(planCompact(model, args, &plan), Status::Success);
        checkBarriers(plan);
        const Step& last = plan.steps[plan.stepCount - 1];
        EXPECT_EQ(last.push.get<vkscan::abi::SelectPush>().capacity, 1001);
        EXPECT_TRUE(touches(last, args.input, false));
        EXPECT_TRUE(touches(last, args.output, true));
        args.tested = {};
        EXPECT_EQ(planCompact(model, args, &plan), Status(Argument::Tested, Rule::Null)) << "bytes are not tested";
    }
    CompactModel model;
    EXPECT_EQ(makeModel(CompactDesc{.elementSize = 3}, {}, portableDevice(), &model),
              Status(Argument::ElementSize, Rule::Invalid));
}

} // namespace
