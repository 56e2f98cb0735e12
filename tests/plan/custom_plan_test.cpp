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

} // namespace
