// Scans by kernels of the user's without a device: what is refused, what is planned, and what becomes of the modules.
#include "custom_modules.h"
#include "mock_device.h"
#include "plan_models.h"

#include "operations/compact.h"
#include "operations/expand.h"
#include "operations/radix_sort.h"
#include "operations/segmented_scan.h"
#include "operations/top_k.h"
#include "study/create.h"

#include "custom_abi.h"

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

// Expects that creation needs each of these modules, and no other: `create` is called with all of them, and without one
// in turn, beside a module of another name.
void expectNeeded(const CustomModules& modules, const std::vector<std::string>& needed, std::size_t beside,
                  const std::function<Status(const CustomKernels&)>& create)
{
    const CustomKernels all = modules.kernels();
    for (std::size_t missing = 0; missing <= needed.size(); ++missing) {
        std::vector<CustomKernel> some = {all.items[beside]};
        for (uint32_t i = 0; i < all.count; ++i)
            for (std::size_t k = 0; k < needed.size(); ++k)
                if (k != missing && needed[k] == all.items[i].name)
                    some.push_back(all.items[i]);
        EXPECT_EQ(create({some.data(), static_cast<uint32_t>(some.size())}),
                  missing < needed.size() ? Status(Argument::Kernels, Rule::Missing) : Status::Success)
            << missing;
    }
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

TEST(CustomReduce, RefusesOperatorsAndMethods)
{
    const CustomModules modules(customStamp(6));
    ReduceDesc desc;
    desc.kernels = modules.kernels();
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

std::vector<std::string> sortModulesOf(const Forced<RadixSortDesc>& desc)
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
        SCOPED_TRACE(study::toString(desc.strategy));
        expectNeeded(modules, sortModulesOf(desc), 0, [&](const CustomKernels& kernels) {
            Forced<RadixSortDesc> with = desc;
            with.kernels = kernels;
            RadixSort sort;
            return createForced(context, with, &sort);
        });
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
        std::vector<std::string> needed = {"top_k_sample", "top_k_collect", "top_k_merge", "top_k_rows"};
        if (maxK > 1024)
            needed.insert(needed.end(), {"top_k_count", "top_k_filter"});
        SCOPED_TRACE(maxK);
        expectNeeded(modules, needed, 0, [&](const CustomKernels& kernels) {
            TopK topK;
            return TopK::create(context, {.maxK = maxK, .kernels = kernels}, &topK);
        });
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
        SCOPED_TRACE(testing::Message() << flags << ' ' << study::toString(desc.strategy));
        expectNeeded(modules, needed, 3, [&, &given = desc](const CustomKernels& kernels) { // beside reduce_slots
            Forced<ExpandDesc> with = given;
            with.kernels = kernels;
            Expand expand;
            return createForced(context, with, &expand);
        });
    }
    const CustomModules wide(customStamp(2, kExpands | kLoad));
    Expand expand;
    EXPECT_EQ(Expand::create(context, {.kernels = wide.kernels()}, &expand), Status(Argument::Kernels, Rule::Invalid));
}

} // namespace
