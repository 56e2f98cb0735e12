// Plans of operations on elements of fewer bytes in memory: descriptions, and what is in place. Forms of the
// catalogue have their plans.
#include "plan_models.h"
#include "stored_values.h"

#include "operations/compact.h"
#include "operations/histogram.h"
#include "operations/segmented_scan.h"
#include "study/create.h"

#include <vkscan/study.h>

#include <gtest/gtest.h>

using namespace testing_support;
using namespace vkscan;

namespace {

constexpr uint64_t kCount = 100003;

ScanModel storedScan(StoredType input, StoredType output)
{
    ScanCase scan = modelOf(listedDevice(), widenedType(input), Strategy::Auto);
    scan.desc.input = input;
    scan.desc.output = output;
    return scan;
}

// Arguments of exact sizes.
ScanArgs storedArgs(const ScanModel& model)
{
    ScanArgs args = validArgs(model, kCount);
    args.input.size = kCount * bytesOf<uint32_t>(model.desc.input);
    args.output.size = kCount * bytesOf<uint32_t>(model.desc.output);
    return args;
}

TEST(StoredPlan, ScansInPlaceIfElementsTakeAsManyBytes)
{
    Plan plan;
    ScanModel model = storedScan(StoredType::I16, StoredType::I16);
    ScanArgs args = storedArgs(model);
    args.output = args.input;
    EXPECT_EQ(planScan(model, args, &plan), Status::Success);
    model = storedScan(StoredType::I16, StoredType::I8);
    args = storedArgs(model);
    args.output.address = args.input.address;
    EXPECT_EQ(planScan(model, args, &plan), Status(Argument::Output, Rule::Overlaps));
    args.output.address = args.input.address + args.input.size; // they may share a word
    EXPECT_EQ(planScan(model, args, &plan), Status::Success);
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
    desc.input = static_cast<StoredType>(9);
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
    expectDesc(desc, {study::kStrategy, Rule::NotOffered});
    desc.strategy = Strategy::Auto;
    desc.network.network = study::Network::KoggeStone;
    expectDesc(desc, {study::kNetwork, Rule::NotOffered});
}

TEST(StoredPlan, OthersRefuseWrongDescriptions)
{
    const auto check = []<class Model>(Model model, const auto& desc) {
        return makeModel(desc, {}, portableDevice(), &model);
    };
    constexpr Status kInput = Status(Argument::Input, Rule::Incompatible);
    for (const study::ReduceMethodRow& method : study::kReduceMethods)
        EXPECT_EQ(check(ReduceModel(), study::ReduceDesc{{.input = StoredType::U16}, method.value}),
                  method.isTree ? Status(study::kMethod, Rule::NotOffered) : Status::Success);
    EXPECT_EQ(check(ReduceModel(), study::ReduceDesc{{.input = StoredType::F16}}), kInput);
    EXPECT_EQ(check(SegmentedModel(), SegmentedScanDesc{.input = StoredType::I8}), kInput);
    EXPECT_EQ(check(SegmentedModel(), SegmentedScanDesc{.output = StoredType::F16}),
              Status(Argument::Output, Rule::Incompatible));
    EXPECT_EQ(check(HistogramModel(), HistogramDesc{.input = StoredType::I8}), kInput);
    EXPECT_EQ(check(HistogramModel(), HistogramDesc{.input = StoredType::U32}), kInput);
    Capabilities withoutDoubles = portableDevice();
    withoutDoubles.float64 = false;
    ReduceModel reduce;
    EXPECT_EQ(makeModel(ReduceDesc{.type = ElementType::F64, .input = StoredType::F32}, {}, withoutDoubles, &reduce),
              Status(Argument::Type, Rule::Unsupported));
    EXPECT_EQ(check(CompactModel(), CompactDesc{.elementSize = 3}), Status(Argument::ElementSize, Rule::Invalid));
}

} // namespace
