// Scans by kernels of the user's without a device: what is refused, what is planned, and what becomes of the modules.
#include "custom_modules.h"
#include "hazards.h"
#include "mock_device.h"
#include "plan_models.h"

#include "operations/compact.h"
#include "operations/expand.h"
#include "operations/radix_sort.h"
#include "operations/segmented_scan.h"
#include "operations/top_k.h"
#include "study/reduce.h"

#include "custom_abi.h"
#include "expand_abi.h"
#include "radix_sort_abi.h"
#include "suballocate_abi.h"
#include "top_k_abi.h"

#include <vkscan/vkscan.h>

#include <cstring>
#include <functional>
#include <string>

using namespace testing_support;
using namespace vkscan;

namespace {

constexpr uint32_t kStates[] = {1, 2, 3, 6, 8, 16};

study::ScanDesc customDesc(const CustomModules& modules, Strategy strategy = Strategy::Auto)
{
    study::ScanDesc desc;
    desc.kernels = modules.kernels();
    desc.strategy = strategy;
    desc.assumeForwardProgress = true;
    return desc;
}

Status create(const study::ScanDesc& desc, Scan* scan, const MockDevice& device = {})
{
    Context context;
    EXPECT_EQ(Context::create(mockContextDesc(device), &context), Status::Success);
    return study::create(context, desc, scan);
}

bool contains(const AccessList& accesses, BufferRange range, bool write)
{
    return std::any_of(accesses.items, accesses.items + accesses.count, [&](const Access& access) {
        return access.range.address == range.address && access.range.size == range.size && access.write == write;
    });
}

TEST(CustomDescription, IsTakenWithTheStrategiesOfBuiltInKernels)
{
    const CustomModules modules(customStamp(2));
    const std::vector<Strategy> taken = customStrategies(WithAuto::Yes);
    for (const Strategy strategy : scanStrategies(WithAuto::Yes)) {
        const bool isTaken = std::ranges::find(taken, strategy) != taken.end();
        Scan scan;
        EXPECT_EQ(create(customDesc(modules, strategy), &scan),
                  isTaken ? Status::Success : Status(study::kStrategy, Rule::Incompatible))
            << study::toString(strategy);
    }
}

TEST(CustomDescription, IsRefusedByName)
{
    struct Misuse {
        const char* what;
        Rule rule;
        std::function<void(CustomModules&, study::ScanDesc&)> breakIt;
    };
    const auto setStamp = [](CustomModules& modules, uint32_t stamp) {
        for (uint32_t i = 0; i < CustomModules::kCount; ++i) {
            uint32_t& own = modules.words(i)[kModuleStamp];
            own = stamp | (own >> vkscan::abi::kStampEntryPointShift << vkscan::abi::kStampEntryPointShift) |
                  (own & vkscan::abi::kStampEntryPointHigh);
        }
    };
    const Misuse misuses[] = {
        {"no modules", Rule::Invalid, [](CustomModules&, study::ScanDesc& d) { d.kernels.items = nullptr; }},
        {"a null module", Rule::Invalid, [](CustomModules& m, study::ScanDesc&) { m[1].code = nullptr; }},
        {"a null name", Rule::Invalid, [](CustomModules& m, study::ScanDesc&) { m[1].name = nullptr; }},
        {"a part of a word", Rule::Invalid, [](CustomModules& m, study::ScanDesc&) { m[0].codeBytes -= 1; }},
        {"a header alone", Rule::Invalid, [](CustomModules& m, study::ScanDesc&) { m[0].codeBytes = 20; }},
        {"no header", Rule::Invalid, [](CustomModules& m, study::ScanDesc&) { m[0].codeBytes = 16; }},
        {"nothing", Rule::Invalid, [](CustomModules& m, study::ScanDesc&) { m[0].codeBytes = 0; }},
        {"cut off", Rule::Invalid, [](CustomModules& m, study::ScanDesc&) { m[0].codeBytes -= 4; }},
        {"no SPIR-V", Rule::Invalid, [](CustomModules& m, study::ScanDesc&) { m.words()[0] = 0x03022307; }},
        {"an instruction of no words", Rule::Invalid, [](CustomModules& m, study::ScanDesc&) { m.words()[5] = 15; }},
        {"an instruction beyond the end", Rule::Invalid,
         [](CustomModules& m, study::ScanDesc&) { m.words()[5] = 99u << 16 | 15; }},
        {"a built-in kernel", Rule::Invalid, [](CustomModules& m, study::ScanDesc&) { m.words()[kDecoration] = 7; }},
        {"no constant", Rule::Invalid, [](CustomModules& m, study::ScanDesc&) { m.words()[kConstantId] = 7; }},
        {"an older version", Rule::WrongVersion,
         [&](CustomModules& m, study::ScanDesc&) {
             setStamp(m, customStamp(2) - (1u << vkscan::abi::kStampVersionShift));
         }},
        {"a newer version", Rule::WrongVersion,
         [&](CustomModules& m, study::ScanDesc&) {
             setStamp(m, customStamp(2) + (1u << vkscan::abi::kStampVersionShift));
         }},
        {"no state", Rule::TooLarge, [&](CustomModules& m, study::ScanDesc&) { setStamp(m, customStamp(0)); }},
        {"17 words", Rule::TooLarge, [&](CustomModules& m, study::ScanDesc&) { setStamp(m, customStamp(17)); }},
        {"52 bytes of parameters", Rule::TooLarge,
         [&](CustomModules& m, study::ScanDesc&) { setStamp(m, customStamp(2, 0, 13)); }},
        {"a type", Rule::Incompatible, [](CustomModules&, study::ScanDesc& d) { d.type = ElementType::F32; }},
        {"an operator", Rule::Incompatible, [](CustomModules&, study::ScanDesc& d) { d.op = Op::Max; }},
        {"an order", Rule::Incompatible, [](CustomModules&, study::ScanDesc& d) { d.order = 2; }},
        {"tuples", Rule::Incompatible, [](CustomModules&, study::ScanDesc& d) { d.tupleSize = 2; }},
        {"a network", Rule::Incompatible,
         [](CustomModules&, study::ScanDesc& d) { d.network.network = study::Network::KoggeStone; }},
        {"a module that the strategy lacks", Rule::Missing,
         [](CustomModules& m, study::ScanDesc&) { m[2].name = "scan_spines"; }},
        {"one alone", Rule::Missing, [](CustomModules&, study::ScanDesc& d) { d.kernels.count = 1; }},
    };
    for (const Misuse& misuse : misuses) {
        CustomModules modules(customStamp(2));
        study::ScanDesc desc = customDesc(modules);
        misuse.breakIt(modules, desc);
        Scan scan;
        const Status status = create(desc, &scan);
        EXPECT_EQ(status, Status(Argument::Kernels, misuse.rule)) << misuse.what;
        EXPECT_EQ(std::string(toString(status)).rfind("kernels: ", 0), 0) << toString(status);
        EXPECT_EQ(scan.kernels().count, 0u) << misuse.what;
    }
    CustomModules modules(customStamp(2));
    const CustomModules others(customStamp(2, vkscan::abi::kStampLoads));
    modules[1].code = others.kernels().items[1].code;
    Scan scan;
    EXPECT_EQ(create(customDesc(modules), &scan), Status(Argument::Kernels, Rule::WrongType));
}

// Auto takes the spine where workgroups make progress and there are atomics, and elsewhere two passes for short arrays,
// too.
TEST(CustomDescription, NeedsTheModulesOfItsStrategyAlone)
{
    const CustomModules modules(customStamp(3));
    study::ScanDesc desc = customDesc(modules);
    desc.assumeForwardProgress = false;
    for (const bool isListed : {true, false}) {
        MockDevice device;
        if (!isListed)
            device.driver = VK_DRIVER_ID_MESA_RADV;
        for (uint32_t missing = 0; missing < 3; ++missing) {
            std::vector<CustomKernel> some(desc.kernels.items, desc.kernels.items + 3);
            some.erase(some.begin() + missing);
            study::ScanDesc with = desc;
            with.kernels = {some.data(), 2};
            const bool isNeeded = !isListed || missing != 1;
            Scan scan;
            EXPECT_EQ(create(with, &scan, device),
                      isNeeded ? Status(Argument::Kernels, Rule::Missing) : Status::Success)
                << isListed << missing;
        }
    }
}

TEST(CustomKernelsTest, AreCopiedAndSharedByNobody)
{
    Context context;
    ASSERT_EQ(Context::create(mockContextDesc({}), &context), Status::Success);
    Scan scans[2];
    const std::vector<uint32_t> words = customModule(customStamp(4));
    for (Scan& scan : scans) {
        const CustomModules modules(customStamp(4)); // which end before the scan
        ASSERT_EQ(study::create(context, customDesc(modules), &scan), Status::Success);
    }
    ASSERT_GT(scans[0].kernels().count, 2u);
    for (const Kernel& kernel : scans[0].kernels()) {
        ASSERT_EQ(kernel.codeBytes, words.size() * sizeof(uint32_t));
        std::vector<uint32_t> copy(kernel.code, kernel.code + words.size());
        copy[kModuleStamp] &= (1u << vkscan::abi::kStampEntryPointShift) - 1;
        EXPECT_EQ(copy, words);
        EXPECT_EQ(std::string(kernel.name).rfind("vkscan Scan custom: ", 0), 0) << kernel.name;
        for (const Kernel& other : scans[1].kernels())
            EXPECT_NE(kernel.code, other.code);
    }
}

TEST(CustomPlan, TouchesWhatElementsTakeAndPassesParameters)
{
    unsigned char parameters[kMaxParameterBytes];
    for (std::size_t i = 0; i < sizeof(parameters); ++i)
        parameters[i] = static_cast<unsigned char>(i + 1);
    for (const uint32_t words : kStates) {
        for (const Strategy strategy : customStrategies(WithAuto::Yes)) {
            const CustomModules modules(customStamp(words));
            const ScanModel model =
                modelFor<ScanModel>(customDesc(modules, strategy), tuningFor(listedDevice()), listedDevice());
            const VkDeviceSize element = words * 4;
            for (const uint64_t most : {uint64_t{0}, uint64_t{1}, uint64_t{100003}, ~uint64_t{0}}) {
                const uint64_t count = std::min(most, model.maxCount);
                SCOPED_TRACE(testing::Message() << words << " words, " << study::toString(strategy) << ", " << count);
                ScanArgs args;
                args.input = {VkDeviceAddress{1} << 52, count * element};
                args.output = {VkDeviceAddress{2} << 52, count * element};
                args.total = {VkDeviceAddress{3} << 52, element};
                args.scratch = {VkDeviceAddress{4} << 52, scratchSize(model, count)};
                args.count = count;
                args.parameters = {parameters, sizeof(parameters)};
                Plan plan;
                ASSERT_EQ(planScan(model, args, &plan), Status::Success);
                ASSERT_GT(plan.stepCount, 0u);
                const std::string first = nameOf(model, plan.steps[0]);
                const uint32_t steps = first == "SpineWithFallback" || first == "ReduceSpans" ? 2 : 1;
                EXPECT_EQ(plan.stepCount, steps);
                EXPECT_EQ(checkBarriers(plan), steps - 1);
                for (uint32_t i = 0; i < plan.stepCount; ++i) {
                    const Step& step = plan.steps[i];
                    const auto push = step.push.get<vkscan::abi::CustomPush>();
                    EXPECT_EQ(push.inputAddress, count > 0 ? args.input.address : 0);
                    EXPECT_EQ(push.outputAddress, count > 0 ? args.output.address : 0);
                    EXPECT_EQ(push.scratchAddress, args.scratch.address);
                    EXPECT_EQ(push.maxCount, count);
                    EXPECT_EQ(push.totalAddress, args.total.address);
                    EXPECT_EQ(push.gridWidth, step.groupCount[0]);
                    EXPECT_NE(push.countAddress, 0u); // of something that can be read
                    EXPECT_EQ(push.countAddress & vkscan::abi::kPresent, 0u);
                    EXPECT_EQ(push.head, 0u);
                    EXPECT_EQ(
                        std::memcmp(step.push.bytes + vkscan::abi::kParametersOffset, parameters, sizeof(parameters)),
                        0);
                    EXPECT_TRUE(count == 0 || contains(step.accesses, args.input, false));
                }
                EXPECT_TRUE(count == 0 || contains(plan.steps[plan.stepCount - 1].accesses, args.output, true));
                EXPECT_TRUE(contains(plan.steps[plan.stepCount - 1].accesses, args.total, true));
            }
        }
    }
}

// The memory of their own loads and stores is what the call names, if anything.
TEST(CustomPlan, NamesTheMemoryOfOwnLoadsAndStores)
{
    const CustomModules modules(customStamp(2, vkscan::abi::kStampLoads | vkscan::abi::kStampStores));
    const ScanModel model = modelFor<ScanModel>(customDesc(modules), tuningFor(portableDevice()), portableDevice());
    ScanArgs args;
    args.count = 1000;
    args.scratch = {VkDeviceAddress{4} << 52, scratchSize(model, args.count)};
    Plan plan;
    ASSERT_EQ(planScan(model, args, &plan), Status::Success);
    for (uint32_t i = 0; i < plan.stepCount; ++i) {
        EXPECT_EQ(plan.steps[i].accesses.count, 1u);
        EXPECT_EQ(plan.steps[i].push.get<vkscan::abi::CustomPush>().countAddress, args.scratch.address);
    }
    args.input = {VkDeviceAddress{1} << 52 | 4, 36};
    args.output = {VkDeviceAddress{2} << 52 | 4, 7};
    ASSERT_EQ(planScan(model, args, &plan), Status::Success);
    EXPECT_TRUE(contains(plan.steps[0].accesses, args.input, false));
    EXPECT_TRUE(contains(plan.steps[plan.stepCount - 1].accesses, args.output, true));
    args.output.address = args.input.address + 8;
    EXPECT_EQ(planScan(model, args, &plan), Status(Argument::Output, Rule::Overlaps));
}

TEST(CustomReducePlan, TakesTwoDispatchesInOrder)
{
    const CustomModules modules(customStamp(6));
    ReduceDesc desc;
    desc.kernels = modules.kernels();
    const auto model = modelFor<ReduceModel>(desc, tuningFor(listedDevice()), listedDevice());
    static const uint32_t kData[2] = {5, 7};
    ReduceArgs args;
    args.input = {VkDeviceAddress{1} << 52, 24000000};
    args.result = {VkDeviceAddress{3} << 52, 24};
    args.count = 1000000;
    args.scratch = {VkDeviceAddress{4} << 52, scratchSize(model, args.count)};
    args.parameters = {kData, sizeof(kData)};
    Plan plan;
    ASSERT_EQ(planReduce(model, args, &plan), Status::Success);
    ASSERT_EQ(plan.stepCount, 2u);
    EXPECT_EQ(checkBarriers(plan), 1u);
    EXPECT_EQ(nameOf(model, plan.steps[0]), "ReduceSpans");
    EXPECT_EQ(nameOf(model, plan.steps[1]), "ReduceSlots");
    EXPECT_TRUE(contains(plan.steps[0].accesses, args.input, false));
    EXPECT_TRUE(contains(plan.steps[1].accesses, args.result, true));
    for (uint32_t i = 0; i < 2; ++i) {
        EXPECT_EQ(plan.steps[i].push.get<vkscan::abi::CustomPush>().inputAddress, args.input.address);
        EXPECT_EQ(plan.steps[i].push.get<vkscan::abi::CustomPush>().totalAddress, args.result.address);
        EXPECT_EQ(std::memcmp(plan.steps[i].push.bytes + vkscan::abi::kParametersOffset, kData, sizeof(kData)), 0);
    }
    EXPECT_EQ(plan.steps[1].push.get<vkscan::abi::CustomPush>().spans, plan.steps[0].groupCount[0]);

    const ReduceArgs valid = args;
    --args.result.size;
    EXPECT_EQ(planReduce(model, args, &plan), Status(Argument::Result, Rule::TooSmall));
    args = valid;
    args.result.address += 4;
    EXPECT_EQ(planReduce(model, args, &plan), Status(Argument::Result, Rule::Misaligned));
    args = valid;
    args.initial = uint32_t{1};
    EXPECT_EQ(planReduce(model, args, &plan), Status(Argument::Initial, Rule::Incompatible));
    args = valid;
    args.parameters.bytes = 60;
    EXPECT_EQ(planReduce(model, args, &plan), Status(Argument::Parameters, Rule::TooLarge));
    ReduceModel refused;
    for (const ReduceDesc& wrong : {ReduceDesc{.op = Op::Max, .kernels = desc.kernels},
                                    ReduceDesc{.op = Op::Max, .withIndex = true, .kernels = desc.kernels}})
        EXPECT_EQ(makeModel(wrong, tuningFor(listedDevice()), listedDevice(), &refused).argument, Argument::Kernels);
    for (const study::ReduceMethodRow& row : study::kReduceMethods)
        EXPECT_EQ(makeModel(study::ReduceDesc{desc, row.value}, tuningFor(listedDevice()), listedDevice(), &refused),
                  row.value == study::ReduceMethod::Auto ? Status::Success
                                                         : Status(Argument::Kernels, Rule::Incompatible))
            << row.name;
}

TEST(CustomPlan, RefusesWrongArguments)
{
    const CustomModules modules(customStamp(6));
    const ScanModel model = modelFor<ScanModel>(customDesc(modules), tuningFor(listedDevice()), listedDevice());
    static const uint32_t kData[16] = {};
    const struct {
        Status status;
        std::function<void(ScanArgs&)> breakIt;
    } misuses[] = {
        {Status(Argument::Input, Rule::TooSmall), [](ScanArgs& a) { --a.input.size; }},
        {Status(Argument::Input, Rule::Misaligned), [](ScanArgs& a) { a.input.address += 4; }},
        {Status(Argument::Output, Rule::TooSmall), [](ScanArgs& a) { --a.output.size; }},
        {Status(Argument::Output, Rule::Misaligned), [](ScanArgs& a) { a.output.address += 4; }},
        {Status(Argument::Output, Rule::Overlaps), [](ScanArgs& a) { a.output.address = a.input.address + 24; }},
        {Status(Argument::Total, Rule::TooSmall),
         [](ScanArgs& a) {
             a.total = {VkDeviceAddress{3} << 52, 23};
         }},
        {Status(Argument::Scratch, Rule::TooSmall), [](ScanArgs& a) { --a.scratch.size; }},
        {Status(Argument::Count, Rule::TooLarge), [](ScanArgs& a) { a.count = ~uint64_t{0}; }},
        {Status(Argument::Initial, Rule::Incompatible), [](ScanArgs& a) { a.initial = uint32_t{1}; }},
        {Status(Argument::Initial, Rule::Incompatible), [](ScanArgs& a) { a.initial = 1.0; }},
        {Status(Argument::Parameters, Rule::Null),
         [](ScanArgs& a) {
             a.parameters = {nullptr, 4};
         }},
        {Status(Argument::Parameters, Rule::Invalid),
         [](ScanArgs& a) {
             a.parameters = {kData, 6};
         }},
        {Status(Argument::Parameters, Rule::TooLarge),
         [](ScanArgs& a) {
             a.parameters = {kData, 60};
         }},
    };
    ScanArgs valid;
    valid.count = 1000;
    valid.input = {VkDeviceAddress{1} << 52, 24000};
    valid.output = {VkDeviceAddress{2} << 52, 24000};
    valid.scratch = {VkDeviceAddress{4} << 52, scratchOf(model, chosenStage(model, valid.count), valid.count)};
    Plan plan;
    ASSERT_EQ(planScan(model, valid, &plan), Status::Success);
    for (const auto& [status, breakIt] : misuses) {
        ScanArgs args = valid;
        breakIt(args);
        EXPECT_EQ(planScan(model, args, &plan), status) << toString(status);
    }
    const ScanModel builtIn = modelOf(listedDevice(), ElementType::U32, Strategy::Auto);
    valid.parameters = {kData, 4};
    EXPECT_EQ(planScan(builtIn, valid, &plan), Status(Argument::Parameters, Rule::Incompatible));
}

// Kernels of each use, and the operations that take them.
TEST(CustomUse, IsThatOfTheOperation)
{
    const uint32_t flags[] = {0, vkscan::abi::kStampSegments, vkscan::abi::kStampSelects, vkscan::abi::kStampSorts,
                              vkscan::abi::kStampExpands};
    for (std::size_t use = 0; use < std::size(flags); ++use) {
        const CustomModules modules(customStamp(2, flags[use]));
        Context context;
        ASSERT_EQ(Context::create(mockContextDesc({}), &context), Status::Success);
        const auto expected = [&](std::size_t taken) {
            return use == taken ? Status::Success : Status(Argument::Kernels, Rule::NotOffered);
        };
        Scan scan;
        EXPECT_EQ(Scan::create(context, {.kernels = modules.kernels()}, &scan), expected(0));
        Reduce reduce;
        EXPECT_EQ(Reduce::create(context, {.kernels = modules.kernels()}, &reduce), expected(0));
        SegmentedScan segmented;
        EXPECT_EQ(SegmentedScan::create(context, {.kernels = modules.kernels()}, &segmented), expected(1));
        SegmentedReduce sums;
        EXPECT_EQ(SegmentedReduce::create(context, {.kernels = modules.kernels()}, &sums), expected(1));
        Compact compact;
        EXPECT_EQ(Compact::create(context, {.kernels = modules.kernels()}, &compact), expected(2));
        RadixSort sort;
        EXPECT_EQ(RadixSort::create(context, {.type = ElementType::F64, .kernels = modules.kernels()}, &sort),
                  expected(3));
        const CustomModules words(customStamp(1, flags[use]));
        Expand expand;
        EXPECT_EQ(Expand::create(context, {.kernels = words.kernels()}, &expand), expected(4));
        EXPECT_EQ(Compact::create(context, {.withRest = true, .kernels = modules.kernels()}, &compact),
                  Status(Argument::Kernels, Rule::Incompatible));
    }
}

TEST(CustomSegments, AreToldByArgumentsOrKernels)
{
    const CustomModules modules(customStamp(3, vkscan::abi::kStampSegments));
    const CustomModules withHeads(customStamp(3, vkscan::abi::kStampSegments | vkscan::abi::kStampHeads));
    SegmentedModel model;
    for (const SegmentsRow& row : kSegmentForms) {
        const Segments segments = row.value;
        const bool byKernels = segments == Segments::Kernels;
        const Status refused(Argument::Segments, Rule::Incompatible);
        const auto made = [&](const CustomKernels& kernels) {
            return makeModel(SegmentedScanDesc{.segments = segments, .kernels = kernels}, tuningFor(listedDevice()),
                             listedDevice(), &model);
        };
        EXPECT_EQ(made(modules.kernels()), byKernels ? refused : Status::Success);
        EXPECT_EQ(made(withHeads.kernels()), byKernels ? Status::Success : refused);
        EXPECT_EQ(made({}), byKernels ? refused : Status::Success);
    }
}

TEST(CustomSegmentedPlan, TellsKernelsWhereSegmentsAre)
{
    const CustomModules modules(customStamp(3, vkscan::abi::kStampSegments));
    static const uint32_t kData[2] = {5, 7};
    SegmentedScanArgs args;
    args.count = 1000;
    args.input = args.output = {VkDeviceAddress{1} << 52, 12000};
    args.segments = {VkDeviceAddress{2} << 52, 404};
    args.segmentCount = 100;
    args.rowLength = 7;
    args.rowPitch = 9;
    args.parameters = {kData, sizeof(kData)};
    for (const Segments segments : {Segments::Offsets, Segments::Rows}) {
        const auto model =
            modelFor<SegmentedModel>(SegmentedScanDesc{.segments = segments, .kernels = modules.kernels()},
                                     tuningFor(listedDevice()), listedDevice());
        args.scratch = {VkDeviceAddress{4} << 52, scratchSize(model, args.count)};
        Plan plan;
        ASSERT_EQ(planSegmentedScan(model, args, &plan), Status::Success);
        const auto push = plan.steps[plan.stepCount - 1].push.get<vkscan::abi::CustomPush>();
        EXPECT_EQ(push.segmentsAddress, segments == Segments::Offsets ? args.segments.address : 0);
        EXPECT_EQ(push.segmentCount, 100u);
        EXPECT_EQ(push.rowLength, 7u);
        EXPECT_EQ(push.rowPitch, 9u);
        EXPECT_EQ(std::memcmp(plan.steps[0].push.bytes + vkscan::abi::kParametersOffset, kData, sizeof(kData)), 0);
    }
}

TEST(CustomSegmentedReducePlan, StoresAStateForEachSegment)
{
    const CustomModules modules(customStamp(3, vkscan::abi::kStampSegments));
    static const uint32_t kData[2] = {5, 7};
    for (const Capabilities& capabilities : {listedDevice(), portableDevice()}) {
        const auto model = modelFor<SegmentedModel>(SegmentedReduceDesc{.kernels = modules.kernels()},
                                                    tuningFor(capabilities), capabilities);
        SegmentedReduceArgs args;
        args.count = 1000000;
        args.input = {VkDeviceAddress{1} << 52, 12000000};
        args.result = {VkDeviceAddress{2} << 52, 1200};
        args.segments = {VkDeviceAddress{3} << 52, 404};
        args.segmentCount = 100;
        args.parameters = {kData, sizeof(kData)};
        args.scratch = {VkDeviceAddress{4} << 52, scratchSize(model, args.count)};
        Plan plan;
        ASSERT_EQ(planSegmentedReduce(model, args, &plan), Status::Success);
        EXPECT_EQ(plan.stepCount, capabilities.forwardProgress ? 1u : 2u);
        EXPECT_EQ(plan.steps[0].push.get<vkscan::abi::CustomPush>().inputAddress, args.input.address);
        for (uint32_t i = 0; i < plan.stepCount; ++i) {
            const auto push = plan.steps[i].push.get<vkscan::abi::CustomPush>();
            EXPECT_EQ(push.outputAddress, args.result.address);
            EXPECT_EQ(push.segmentCount, 100u);
            EXPECT_EQ(std::memcmp(plan.steps[i].push.bytes + vkscan::abi::kParametersOffset, kData, sizeof(kData)), 0);
        }
        args.result.size -= 1;
        EXPECT_EQ(planSegmentedReduce(model, args, &plan), Status(Argument::Result, Rule::TooSmall));
        args.result.size += 1;
        args.input.address += 2;
        EXPECT_EQ(planSegmentedReduce(model, args, &plan), Status(Argument::Input, Rule::Misaligned));
        args.input.address -= 2;
        args.parameters.bytes = 3;
        EXPECT_EQ(planSegmentedReduce(model, args, &plan), Status(Argument::Parameters, Rule::Invalid));
    }
}

TEST(CustomCompactPlan, CountsFirstWhereNobodyMayWait)
{
    const CustomModules modules(customStamp(8, vkscan::abi::kStampSelects));
    static const uint32_t kData[2] = {5, 7};
    for (const bool isListed : {true, false}) {
        const Capabilities device = isListed ? listedDevice() : portableDevice();
        const auto model = modelFor<CompactModel>(CompactDesc{.kernels = modules.kernels()}, tuningFor(device), device);
        CompactArgs args;
        args.count = 1000000;
        args.input = {VkDeviceAddress{1} << 52, args.count * 32};
        args.output = {VkDeviceAddress{2} << 52, 3200};
        args.selectedCount = {VkDeviceAddress{3} << 52, 4};
        args.indirect.field = {VkDeviceAddress{3} << 52 | 16, 8};
        args.indirect.dispatch = true;
        args.indirect.divisor = 64;
        args.parameters = {kData, sizeof(kData)};
        args.scratch = {VkDeviceAddress{4} << 52, scratchSize(model, args.count)};
        Plan plan;
        ASSERT_EQ(planCompact(model, args, &plan), Status::Success);
        ASSERT_EQ(plan.stepCount, isListed ? 1u : 2u);
        EXPECT_EQ(checkBarriers(plan), plan.stepCount - 1);
        const Step& last = plan.steps[plan.stepCount - 1];
        EXPECT_TRUE(contains(last.accesses, args.input, false));
        EXPECT_TRUE(contains(last.accesses, args.output, true));
        EXPECT_TRUE(contains(last.accesses, args.selectedCount, true));
        EXPECT_TRUE(contains(last.accesses, args.indirect.field, true));
        const auto push = last.push.get<vkscan::abi::CustomSelectPush>();
        EXPECT_EQ(push.capacity, 100u);
        EXPECT_EQ(push.divisor, 64u);
        EXPECT_EQ(push.rounding, 3u); // up, and folded
        EXPECT_EQ(push.gridWidth, last.groupCount[0]);
        EXPECT_NE(push.countAddress, 0u);
        EXPECT_EQ(std::memcmp(last.push.bytes + vkscan::abi::kParametersOffset, kData, sizeof(kData)), 0);

        const CompactArgs valid = args;
        args.tested = args.input;
        EXPECT_EQ(planCompact(model, args, &plan), Status(Argument::Tested, Rule::Incompatible));
        args = valid;
        args.operand = 3u;
        EXPECT_EQ(planCompact(model, args, &plan), Status(Argument::Operand, Rule::Incompatible));
        args = valid;
        args.output.address = args.input.address;
        EXPECT_EQ(planCompact(model, args, &plan), Status(Argument::Output, Rule::Overlaps));
        args = valid;
        args.output.address = 0;
        EXPECT_EQ(planCompact(model, args, &plan), Status(Argument::Output, Rule::Null));
        args.output = {}; // counting only
        ASSERT_EQ(planCompact(model, args, &plan), Status::Success);
        EXPECT_EQ(plan.steps[plan.stepCount - 1].push.get<vkscan::abi::CustomSelectPush>().capacity, 0u);
        args.selectedCount = args.indirect.field = {};
        ASSERT_EQ(planCompact(model, args, &plan), Status::Success);
        EXPECT_EQ(plan.stepCount, 0u);
    }
    // Kernels that store may do so anywhere.
    const CustomModules storing(customStamp(8, vkscan::abi::kStampSelects | vkscan::abi::kStampStores));
    const auto own = modelFor<CompactModel>(CompactDesc{.kernels = storing.kernels()}, tuningFor(portableDevice()),
                                            portableDevice());
    CompactArgs args;
    args.count = 1000;
    args.input = {VkDeviceAddress{1} << 52, args.count * 32};
    args.scratch = {VkDeviceAddress{4} << 52, scratchSize(own, args.count)};
    Plan plan;
    ASSERT_EQ(planCompact(own, args, &plan), Status::Success);
    EXPECT_GT(plan.stepCount, 0u);
    CompactModel model;
    EXPECT_EQ(makeModel(CompactDesc{.elementSize = 8, .kernels = modules.kernels()}, tuningFor(listedDevice()),
                        listedDevice(), &model),
              Status(Argument::Kernels, Rule::Incompatible));
}

constexpr uint32_t kSorts = vkscan::abi::kStampSorts | vkscan::abi::kStampVectors;

TEST(CustomSort, TakesKeysOfItsTypeAndSmallValues)
{
    const auto made = [](const RadixSortDesc& desc) {
        RadixSortModel model;
        return makeModel(desc, tuningFor(listedDevice()), listedDevice(), &model);
    };
    for (const uint32_t words : {1u, 2u, 3u}) {
        const CustomModules modules(customStamp(words, kSorts));
        for (const ElementType type : valuesOf(kElementTypes))
            EXPECT_EQ(made({.type = type, .kernels = modules.kernels()}),
                      sizeOf(type) == words * 4 ? Status::Success : Status(Argument::Type, Rule::Incompatible))
                << words << toString(type);
    }
    const CustomModules loads(customStamp(1, kSorts | vkscan::abi::kStampLoads));
    const CustomModules stores(customStamp(1, kSorts | vkscan::abi::kStampStores));
    for (const uint32_t valueSize : {0u, 4u, 8u, 16u}) {
        EXPECT_EQ(made({.valueSize = valueSize, .kernels = loads.kernels()}), Status::Success);
        EXPECT_EQ(made({.valueSize = valueSize, .kernels = stores.kernels()}),
                  valueSize <= 4 ? Status::Success : Status(Argument::ValueSize, Rule::Incompatible));
    }
    EXPECT_EQ(made({.withIndex = true, .kernels = stores.kernels()}), Status::Success);
    EXPECT_STREQ(toString(Status(Argument::Type, Rule::Incompatible)),
                 "type: must be as large as the keys of the kernels: 32 bits, or 64 with KEYS_64");
    EXPECT_STREQ(toString(Status(Argument::ValueSize, Rule::Incompatible)),
                 "valueSize: must be 0 or 4 with kernels of your own that store");
}

std::vector<const char*> sortModulesOf(const Forced<RadixSortDesc>& desc)
{
    if (desc.segmented)
        return {"radix_sort_count", "radix_sort_scatter", "radix_sort_segments", "radix_sort_short"};
    switch (desc.strategy) {
    case Strategy::Auto: return {"radix_sort_single", "radix_sort_count", "radix_sort_pass"};
    case Strategy::SingleWorkgroup: return {"radix_sort_single"};
    case Strategy::Spine:
    case Strategy::SpineWithFallback: return {"radix_sort_count", "radix_sort_pass"};
    case Strategy::ReduceThenScan: return {"radix_sort_count", "radix_sort_scatter"};
    case Strategy::FlatSum: break; // no strategy of sorts
    }
    return {};
}

// The library's own kernel clears counts, since that calls nothing of the user's.
TEST(CustomSort, NeedsTheModulesOfItsStrategyAlone)
{
    const CustomModules modules(customStamp(1, kSorts));
    Context context;
    ASSERT_EQ(Context::create(mockContextDesc({}), &context), Status::Success);
    std::vector<Forced<RadixSortDesc>> descs = {{{.segmented = true}}};
    for (const Strategy strategy : strategiesOfSorts(WithAuto::Yes))
        descs.push_back({{}, strategy});
    for (const Forced<RadixSortDesc>& desc : descs) {
        const std::vector<const char*> needed = sortModulesOf(desc);
        for (std::size_t missing = 0; missing <= needed.size(); ++missing) {
            std::vector<CustomKernel> some;
            for (const CustomKernel& kernel :
                 std::vector(modules.kernels().items, modules.kernels().items + CustomModules::kCount))
                for (std::size_t i = 0; i < needed.size(); ++i)
                    if (i != missing && std::strcmp(kernel.name, needed[i]) == 0)
                        some.push_back(kernel);
            some.push_back(modules.kernels().items[0]); // of scans
            Forced<RadixSortDesc> with = desc;
            with.kernels = {some.data(), static_cast<uint32_t>(some.size())};
            RadixSort sort;
            EXPECT_EQ(createForced(context, with, &sort),
                      missing < needed.size() ? Status(Argument::Kernels, Rule::Missing) : Status::Success)
                << study::toString(desc.strategy) << missing;
        }
    }
}

constexpr uint32_t kLoadsKeys = kSorts | vkscan::abi::kStampLoads;

TEST(CustomTopK, TakesKernelsThatLoadKeysOfItsType)
{
    const auto made = [](const TopKDesc& desc) {
        TopKModel model;
        return makeModel(desc, tuningFor(listedDevice()), listedDevice(), &model);
    };
    for (const uint32_t words : {1u, 2u, 3u}) {
        const CustomModules modules(customStamp(words, kLoadsKeys));
        for (const ElementType type : kTypes)
            EXPECT_EQ(made({.type = type, .kernels = modules.kernels()}),
                      sizeOf(type) == words * 4 ? Status::Success : Status(Argument::Type, Rule::Incompatible))
                << words << toString(type);
    }
    for (const uint32_t flags : {kSorts | vkscan::abi::kStampStores, kLoadsKeys | vkscan::abi::kStampStores,
                                 vkscan::abi::kStampLoads, vkscan::abi::kStampExpands | vkscan::abi::kStampLoads}) {
        const CustomModules modules(customStamp(1, flags));
        EXPECT_EQ(made({.kernels = modules.kernels()}), Status(Argument::Kernels, Rule::NotOffered)) << flags;
    }
}

// The library's own kernels clear, sort and rank, since that calls nothing of the user's.
TEST(CustomTopK, NeedsTheModulesOfItsLargestKAlone)
{
    const CustomModules modules(customStamp(1, kLoadsKeys));
    Context context;
    ASSERT_EQ(Context::create(mockContextDesc({}), &context), Status::Success);
    for (const uint32_t maxK : {1u, 1024u, 1025u, kMaxTopK}) {
        std::vector<const char*> needed = {"top_k_sample", "top_k_collect", "top_k_merge"};
        if (maxK > 1024)
            needed.insert(needed.end(), {"top_k_count", "top_k_filter"});
        for (std::size_t missing = 0; missing <= needed.size(); ++missing) {
            std::vector<CustomKernel> some = {modules.kernels().items[0]}; // of scans
            for (const CustomKernel& kernel :
                 std::vector(modules.kernels().items, modules.kernels().items + CustomModules::kCount))
                for (std::size_t i = 0; i < needed.size(); ++i)
                    if (i != missing && std::strcmp(kernel.name, needed[i]) == 0)
                        some.push_back(kernel);
            TopK topK;
            EXPECT_EQ(TopK::create(context,
                                   {.maxK = maxK, .kernels = {some.data(), static_cast<uint32_t>(some.size())}}, &topK),
                      missing < needed.size() ? Status(Argument::Kernels, Rule::Missing) : Status::Success)
                << maxK << ", " << missing;
        }
    }
}

// Push constants of the library's kernels, in fewer bytes. `readable`: the address without temporary memory.
void expectSamePush(const Step& step, const vkscan::abi::TopKPush& wanted, const TopKArgs& args,
                    VkDeviceAddress readable)
{
    const auto push = step.push.get<vkscan::abi::CustomTopKPush>();
    const auto addressOf = [&](uint32_t offset) {
        return offset != 0 ? push.temporaryAddress + VkDeviceAddress{offset} * 16 : 0;
    };
    EXPECT_EQ(push.temporaryAddress, args.temporary.size > 0 ? args.temporary.address : readable);
    EXPECT_EQ(addressOf(push.nextOffset), wanted.nextAddress);
    EXPECT_EQ(addressOf(push.entriesOffset),
              wanted.entriesAddress != args.temporary.address ? wanted.entriesAddress : 0);
    EXPECT_EQ(push.maxCount, wanted.maxCount);
    EXPECT_EQ(push.indexAddress, wanted.indexAddress);
    EXPECT_EQ(push.outputAddress, wanted.outputAddress);
    EXPECT_EQ(push.sortedValuesAddress, wanted.sortedValuesAddress);
    EXPECT_EQ(push.k, wanted.k);
    EXPECT_EQ(push.rowLength, wanted.rowLength);
    EXPECT_EQ(push.rowPitch, wanted.rowPitch);
    EXPECT_EQ(push.resultPitch, wanted.resultPitch);
    EXPECT_EQ(push.step, wanted.step);
    EXPECT_EQ(push.gridWidth, wanted.gridWidth);
    EXPECT_EQ(push.entryCapacity, wanted.entryCapacity);
    EXPECT_EQ(push.nextCapacity, wanted.nextCapacity);
    EXPECT_EQ(push.flags >> vkscan::abi::kTopKSharesShift, wanted.shares);
    EXPECT_NE(push.countAddress, 0u); // of something that can be read
    EXPECT_EQ(push.countAddress & vkscan::abi::kPresent, 0u);
    EXPECT_EQ(
        std::memcmp(step.push.bytes + vkscan::abi::kTopKParametersOffset, args.parameters.data, args.parameters.bytes),
        0);
}

void expectPlanOfBuiltInKernels(const TopKModel& model, const TopKModel& builtIn, const TopKArgs& given)
{
    TopKArgs args = given;
    const VkDeviceSize inputBytes = args.count * model.elementBytes;
    args.input = {VkDeviceAddress{1} << 52, inputBytes};
    Plan expected;
    ASSERT_EQ(planTopK(builtIn, args, &expected), Status::Success);
    unsigned char parameters[kMaxSortParameterBytes];
    for (std::size_t i = 0; i < sizeof(parameters); ++i)
        parameters[i] = static_cast<unsigned char>(i + 1);
    args.input = {};
    args.parameters = {parameters, sizeof(parameters)};
    Plan plan;
    ASSERT_EQ(planTopK(model, args, &plan), Status::Success);
    ASSERT_EQ(plan.stepCount, expected.stepCount);
    ASSERT_EQ(checkBarriers(plan), plan.stepCount - 1);
    for (uint32_t i = 0; i < plan.stepCount; ++i) {
        const Step& step = plan.steps[i];
        const auto wanted = expected.steps[i].push.get<vkscan::abi::TopKPush>();
        ASSERT_EQ(step.stage, expected.steps[i].stage);
        ASSERT_EQ(step.groupCount[0], expected.steps[i].groupCount[0]);
        if (model[step.stage].callsUser) {
            expectSamePush(step, wanted, args, args.index.address / 16 * 16);
            const auto push = step.push.get<vkscan::abi::CustomTopKPush>();
            const uint64_t sign =
                (push.flags & vkscan::abi::kTopKFlipsSign) != 0 ? uint64_t{1} << (8 * model.elementBytes - 1) : 0;
            EXPECT_EQ(sign ^ ((push.flags & vkscan::abi::kTopKInverts) != 0 ? ~uint64_t{0} : 0), wanted.flip);
        } else {
            const auto push = step.push.get<vkscan::abi::TopKPush>();
            EXPECT_EQ(push.entriesAddress, wanted.entriesAddress);
            EXPECT_EQ(push.nextAddress, wanted.nextAddress);
            EXPECT_EQ(push.flip, wanted.flip);
            EXPECT_EQ(push.valuesAddress, args.temporary.address) << "a word that can be read";
            EXPECT_EQ(nameOf(model, step) == "TopKRank", push.maxCount == 1 && args.count > 1);
        }
    }
    args.input = {VkDeviceAddress{1} << 52 | 1, 37};
    ASSERT_EQ(planTopK(model, args, &plan), Status::Success);
    for (uint32_t i = 0; i < plan.stepCount; ++i)
        EXPECT_EQ(contains(plan.steps[i].accesses, args.input, false), model[plan.steps[i].stage].callsUser);
    args.input.address = args.index.address;
    EXPECT_EQ(planTopK(model, args, &plan), Status(Argument::Index, Rule::Overlaps));
    args.input = {};
    args.parameters.bytes += 4;
    EXPECT_EQ(planTopK(model, args, &plan), Status(Argument::Parameters, Rule::TooLarge));
    args.input = {VkDeviceAddress{1} << 52, inputBytes};
    args.parameters.bytes = 4;
    EXPECT_EQ(planTopK(builtIn, args, &plan), Status(Argument::Parameters, Rule::Incompatible));
}

TEST(CustomTopKPlan, IsThatOfBuiltInKernels)
{
    for (const auto& [type, smallest] : {std::pair{ElementType::U32, false}, {ElementType::F64, true}}) {
        const CustomModules modules(customStamp(static_cast<uint32_t>(sizeOf(type) / 4), kLoadsKeys));
        for (const Capabilities& device : {listedDevice(), portableDevice(), boundedLoopsDevice()}) {
            TopKDesc desc = {.type = type, .smallest = smallest};
            const auto builtIn = modelFor<TopKModel>(desc, tuningFor(device), device);
            desc.kernels = modules.kernels();
            const auto model = modelFor<TopKModel>(desc, tuningFor(device), device);
            for (const uint64_t count : {uint64_t{1}, uint64_t{1000}, uint64_t{100003}, uint64_t{10'000'001}}) {
                TopKArgs args;
                args.count = count;
                args.index = {(VkDeviceAddress{2} << 52) + 4, std::max<uint64_t>(kMaxTopK, count) * 4};
                args.temporary = {VkDeviceAddress{5} << 52, temporarySize(model, count)};
                ASSERT_EQ(temporarySize(model, count), temporarySize(builtIn, count));
                for (const uint32_t k : {1u, 100u, 5000u, kMaxTopK}) {
                    SCOPED_TRACE(testing::Message() << toString(type) << ", " << k << " of " << count);
                    args.k = k;
                    expectPlanOfBuiltInKernels(model, builtIn, args);
                }
                args.k = 100;
                args.rowLength = 300;
                args.rowPitch = 301;
                args.temporary = {};
                expectPlanOfBuiltInKernels(model, builtIn, args);
            }
        }
    }
}

// Passes leave keys and values in temporary memory where a kernel stores what they are sorted to.
TEST(CustomSortPlan, NamesTheMemoryOfOwnLoadsAndStores)
{
    unsigned char parameters[kMaxSortParameterBytes];
    for (std::size_t i = 0; i < sizeof(parameters); ++i)
        parameters[i] = static_cast<unsigned char>(i + 1);
    const CustomModules modules(customStamp(2, kSorts | vkscan::abi::kStampLoads | vkscan::abi::kStampStores));
    for (const Capabilities& device : {listedDevice(), portableDevice()}) {
        for (const bool segmented : {false, true}) {
            for (const uint32_t endBit : {0u, 9u, 17u, 64u}) {
                const auto model = modelFor<RadixSortModel>(RadixSortDesc{.type = ElementType::I64,
                                                                          .withIndex = true,
                                                                          .endBit = endBit,
                                                                          .segmented = segmented,
                                                                          .kernels = modules.kernels()},
                                                            tuningFor(device), device);
                for (const uint64_t count : {uint64_t{1}, uint64_t{1000}, uint64_t{100003}, uint64_t{10'000'001}}) {
                    SCOPED_TRACE(testing::Message() << segmented << ' ' << endBit << ' ' << count);
                    const VkDeviceSize keys = (count * 8 + 15) / 16 * 16;
                    const VkDeviceSize values = (count * 4 + 15) / 16 * 16;
                    RadixSortArgs args;
                    args.count = count;
                    args.scratch = {VkDeviceAddress{4} << 52, scratchSize(model, count)};
                    args.temporary = {VkDeviceAddress{5} << 52, temporarySize(model, count)};
                    args.parameters = {parameters, sizeof(parameters)};
                    if (segmented)
                        args.segments = {VkDeviceAddress{6} << 52, 4};
                    Plan plan;
                    ASSERT_EQ(planRadixSort(model, args, &plan), Status::Success);
                    ASSERT_EQ(checkBarriers(plan), plan.stepCount - 1);
                    const bool hasPasses = args.temporary.size > 0;
                    if (hasPasses) {
                        ASSERT_EQ(args.temporary.size, std::min(model.passes - 1, 2u) * (keys + values));
                    }
                    for (uint32_t i = 0; i < plan.stepCount; ++i) {
                        const Step& step = plan.steps[i];
                        const auto push = step.push.get<vkscan::abi::RadixSortPush>();
                        EXPECT_NE(push.countAddress, 0u); // of something that can be read
                        EXPECT_EQ(push.countAddress & vkscan::abi::kPresent, 0u);
                        EXPECT_EQ(push.flags & vkscan::abi::kSortWritesKeys, 0u);
                        EXPECT_EQ(std::memcmp(step.push.bytes + vkscan::abi::kSortParametersOffset, parameters,
                                              sizeof(parameters)),
                                  0);
                        if (hasPasses) {
                            EXPECT_EQ(push.temporaryAddress, args.temporary.address);
                            EXPECT_EQ(push.outputAddress, args.temporary.address + values + keys);
                            EXPECT_EQ(push.movedAddress, args.temporary.address + values + 2 * keys);
                        }
                    }
                    args.input = {VkDeviceAddress{1} << 52 | 4, 36};
                    args.output = {VkDeviceAddress{2} << 52 | 4, 7};
                    args.sortedValues = {VkDeviceAddress{3} << 52 | 1, 9};
                    ASSERT_EQ(planRadixSort(model, args, &plan), Status::Success);
                    const AccessList& last = plan.steps[plan.stepCount - 1].accesses;
                    EXPECT_TRUE(contains(last, args.input, false));
                    EXPECT_TRUE(contains(last, args.output, true));
                    EXPECT_TRUE(contains(last, args.sortedValues, true));
                    args.output.address = args.input.address + 8;
                    EXPECT_EQ(planRadixSort(model, args, &plan), Status(Argument::Output, Rule::Overlaps));
                    args.output = {};
                    args.parameters.bytes += 4;
                    EXPECT_EQ(planRadixSort(model, args, &plan), Status(Argument::Parameters, Rule::TooLarge));
                }
            }
        }
    }
    const auto builtIn = modelFor<RadixSortModel>(RadixSortDesc{}, tuningFor(listedDevice()), listedDevice());
    RadixSortArgs args;
    args.parameters = {parameters, 4};
    Plan plan;
    EXPECT_EQ(planRadixSort(builtIn, args, &plan), Status(Argument::Parameters, Rule::Incompatible));
}

constexpr uint32_t kExpands = vkscan::abi::kStampExpands | vkscan::abi::kStampVectors;

// Kernels that the file does not define are the library's.
TEST(CustomExpand, NeedsTheModulesOfWhatItDefines)
{
    Context context;
    ASSERT_EQ(Context::create(mockContextDesc({}), &context), Status::Success);
    constexpr uint32_t kLoad = vkscan::abi::kStampLoads;
    constexpr uint32_t kStore = vkscan::abi::kStampStores;
    const struct {
        uint32_t flags;
        Forced<ExpandDesc> desc;
        std::vector<std::string> needed;
    } cases[] = {
        {kStore, {}, {"expand"}},
        {kStore, {{.fromOffsets = true}}, {"expand"}},
        {kLoad, {{.fromOffsets = true}}, {"expand"}},
        {kLoad | kStore, {{.fromOffsets = true}}, {"expand"}},
        {kLoad, {{}, Strategy::Spine}, {"scan_spine"}},
        {kLoad, {{}, Strategy::ReduceThenScan}, {"reduce_spans", "scan_spans"}},
        {kLoad | kStore, {{}, Strategy::ReduceThenScan}, {"reduce_spans", "scan_spans", "expand"}},
        {kLoad | kStore, {}, {"scan_spans", "scan_spine", "expand"}},
    };
    for (const auto& [flags, desc, needed] : cases) {
        const CustomModules modules(customStamp(1, kExpands | flags));
        const CustomKernels all = modules.kernels();
        for (std::size_t missing = 0; missing <= needed.size(); ++missing) {
            std::vector<CustomKernel> some;
            for (uint32_t i = 0; i < all.count; ++i) {
                const auto found = std::find(needed.begin(), needed.end(), all.items[i].name);
                if (found == needed.end() ? i == 3 : found != needed.begin() + static_cast<std::ptrdiff_t>(missing))
                    some.push_back(all.items[i]); // reduce_slots, which is never needed, is there always
            }
            Forced<ExpandDesc> with = desc;
            with.kernels = {some.data(), static_cast<uint32_t>(some.size())};
            Expand expand;
            EXPECT_EQ(createForced(context, with, &expand),
                      missing < needed.size() ? Status(Argument::Kernels, Rule::Missing) : Status::Success)
                << flags << ' ' << study::toString(desc.strategy) << ' ' << missing;
        }
    }
    const CustomModules wide(customStamp(2, kExpands | kLoad));
    Expand expand;
    EXPECT_EQ(Expand::create(context, {.kernels = wide.kernels()}, &expand), Status(Argument::Kernels, Rule::Invalid));
}

TEST(CustomExpandPlan, PassesParametersAndListsWhatIsGiven)
{
    unsigned char parameters[kMaxSortParameterBytes];
    for (std::size_t i = 0; i < sizeof(parameters); ++i)
        parameters[i] = static_cast<unsigned char>(i + 1);
    const auto hasParameters = [&](const Step& step) {
        return std::memcmp(step.push.bytes + vkscan::abi::kExpandParametersOffset, parameters, sizeof(parameters)) == 0;
    };
    const CustomModules modules(customStamp(1, kExpands | vkscan::abi::kStampLoads | vkscan::abi::kStampStores));
    for (const Capabilities& device : {listedDevice(), portableDevice()}) {
        for (const bool fromOffsets : {false, true}) {
            SCOPED_TRACE(fromOffsets);
            const auto model = modelFor<ExpandModel>(
                ExpandDesc{.fromOffsets = fromOffsets, .kernels = modules.kernels()}, tuningFor(device), device);
            ExpandArgs args;
            args.count = 1000003;
            args.capacity = 5000000;
            args.parameters = {parameters, sizeof(parameters)};
            args.scratch = {VkDeviceAddress{4} << 52, scratchSize(model, args.count)};
            if (!fromOffsets)
                args.offsets = {VkDeviceAddress{1} << 52 | 4, (args.count + 1) * 4};
            Plan plan;
            ASSERT_EQ(planExpand(model, args, &plan), Status::Success);
            ASSERT_EQ(checkBarriers(plan), plan.stepCount - 1);
            ASSERT_EQ(plan.stepCount, fromOffsets ? 1u : device.forwardProgress ? 2u : 3u);
            const Step& last = plan.steps[plan.stepCount - 1];
            const auto push = last.push.get<vkscan::abi::ExpandPush>();
            EXPECT_EQ(push.capacity, 5000000u);
            EXPECT_EQ(push.head, 0u);
            EXPECT_EQ(push.inputAddress, args.offsets.address);
            for (uint32_t i = 0; i < plan.stepCount; ++i) {
                EXPECT_TRUE(hasParameters(plan.steps[i]));
                const auto common = plan.steps[i].push.get<CommonPush>();
                EXPECT_NE(common.countAddress, 0u); // of something that can be read
                EXPECT_EQ(common.countAddress & vkscan::abi::kPresent, 0u);
            }
            // Ranges that are given anyway have any size, limit nothing, and are listed.
            BufferRange& read = fromOffsets ? args.offsets : args.counts;
            read = {VkDeviceAddress{6} << 52 | 1, 9};
            args.output = {VkDeviceAddress{2} << 52 | 1, 7};
            args.index = {VkDeviceAddress{3} << 52 | 1, 9};
            ASSERT_EQ(planExpand(model, args, &plan), Status::Success);
            const Step& listed = plan.steps[plan.stepCount - 1];
            EXPECT_TRUE(contains(plan.steps[0].accesses, read, false));
            EXPECT_TRUE(contains(listed.accesses, args.output, true));
            EXPECT_TRUE(contains(listed.accesses, args.index, true));
            EXPECT_EQ(listed.push.get<vkscan::abi::ExpandPush>().capacity, 5000000u);
            const ExpandArgs valid = args;
            args.output.address = read.address + 4;
            EXPECT_EQ(planExpand(model, args, &plan), Status(Argument::Output, Rule::Overlaps));
            args = valid;
            args.parameters.bytes += 4;
            EXPECT_EQ(planExpand(model, args, &plan), Status(Argument::Parameters, Rule::TooLarge));
            args = valid;
            args.scratch = {};
            EXPECT_EQ(planExpand(model, args, &plan), Status(Argument::Scratch, Rule::Null));
            args = valid;
            args.capacity = 0;
            ASSERT_EQ(planExpand(model, args, &plan), Status::Success);
            EXPECT_EQ(plan.stepCount, fromOffsets ? 0u : device.forwardProgress ? 1u : 2u);
        }
    }
    const auto builtIn = modelFor<ExpandModel>(ExpandDesc{}, tuningFor(listedDevice()), listedDevice());
    ExpandArgs args;
    args.parameters = {parameters, 4};
    Plan plan;
    EXPECT_EQ(planExpand(builtIn, args, &plan), Status(Argument::Parameters, Rule::Incompatible));
}

} // namespace
