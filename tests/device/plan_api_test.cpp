// Kernels and plans as hosts get them that record by themselves: what a context compiles and records, word for word.
#include "call_log.h"
#include "scan_check.h"

#include "study/create.h"

#include <cstring>
#include <functional>
#include <set>

using namespace testing_support;
using namespace vkscan;

namespace {

constexpr VkDeviceAddress kApart = VkDeviceAddress{1} << 40; // of arrays that nobody reads
constexpr VkDeviceSize kBytes = kApart / 2;
constexpr uint64_t kCounts[] = {0, 1, 1000, 100'003, 2'000'003};

template <class Args>
Args argsOf(uint64_t count)
{
    Args args;
    args.count = count;
    args.input = {1 * kApart, kBytes};
    if constexpr (requires { args.scratch; })
        args.scratch = {2 * kApart, kBytes};
    if constexpr (requires { args.output; })
        args.output = {3 * kApart, kBytes};
    if constexpr (requires { args.result; })
        args.result = {3 * kApart, kBytes};
    if constexpr (requires { args.rowLength; })
        args.rowLength = 77;
    if constexpr (requires { args.tested; })
        args.tested = {5 * kApart, kBytes};
    if constexpr (requires { args.rest; })
        args.rest = {6 * kApart, kBytes};
    if constexpr (requires { args.selectedCount; } &&
                  !std::is_same_v<Args, RadixSortArgs>) // it takes kernels of a user
        args.selectedCount = {7 * kApart, kBytes};
    if constexpr (requires { args.bucketOffsets; })
        args.bucketOffsets = {9 * kApart, kBytes};
    if constexpr (requires { args.temporary; })
        args.temporary = {7 * kApart, kBytes};
    if constexpr (requires { args.sortedValues; })
        args.sortedValues = {8 * kApart, kBytes};
    if constexpr (requires { args.reduced; })
        args.values = {5 * kApart, kBytes};
    if constexpr (requires { args.lengths; })
        args.lengths = {7 * kApart, kBytes};
    return args;
}

SummedAreaTableDesc tableDesc(Resource resource)
{
    SummedAreaTableDesc desc;
    desc.input = resource == Resource::Buffer ? resource : Resource::SampledImage;
    desc.output = resource;
    desc.inputFormat = desc.outputFormat = VK_FORMAT_R32_SFLOAT;
    desc.accumulation = Accumulation::F32;
    desc.bias = Bias::Mean;
    return desc;
}

SummedAreaTableArgs tableArgs(Resource resource, uint32_t side)
{
    SummedAreaTableArgs args;
    for (Surface* surface : {&args.input, &args.output}) {
        surface->extent = {side, side};
        if (resource == Resource::Buffer)
            surface->buffer = {surface == &args.input ? kApart : 3 * kApart, kBytes};
        else
            surface->view =
                reinterpret_cast<VkImageView>(uintptr_t{surface == &args.input ? 64u : 128u}); // never looked into
    }
    args.input.usage = VK_IMAGE_USAGE_SAMPLED_BIT;
    args.output.usage = VK_IMAGE_USAGE_STORAGE_BIT;
    args.scratch = {2 * kApart, kBytes};
    args.bias = {4 * kApart, 16};
    args.descriptorSet = reinterpret_cast<VkDescriptorSet>(uintptr_t{64});
    return args;
}

template <class Operation, class Desc>
Operation create(const Context& context, const Desc& desc)
{
    Operation operation;
    const Status status = study::createAny(context, desc, &operation);
    EXPECT_EQ(status, Status::Success) << toString(status);
    return operation;
}

// Calls check(create, args), with create(context) making an operation, for every class and arguments of it.
template <class Check>
void forEachOperation(const Check& check)
{
    const auto ofArrays = [&]<class Operation, class Args>(const Operation&, const Args&, const auto& desc) {
        const uint64_t most = create<Operation>(context(), desc).maxCount();
        for (const uint64_t count : kCounts) {
            Args args = argsOf<Args>(std::min(count, most));
            if constexpr (requires { desc.runValue; })
                if (desc.runValue == RunValue::None)
                    args.values = args.reduced = {};
            if constexpr (requires { desc.withRest; })
                if (!desc.withRest)
                    args.rest = {};
            if constexpr (requires { desc.endBit; })
                if (desc.endBit > kMaxBucketBits)
                    args.bucketOffsets = {};
            check([&](const Context& context) { return create<Operation>(context, desc); }, args);
        }
    };
    for (const Strategy strategy : scanStrategies(WithAuto::Yes))
        ofArrays(Scan(), ScanArgs(), study::ScanDesc{{}, strategy, true});
    ofArrays(Scan(), ScanArgs(), study::ScanDesc{{.type = ElementType::F32, .order = 16}, Strategy::ReduceThenScan});
    ofArrays(SegmentedScan(), SegmentedScanArgs(), SegmentedScanDesc{.segments = Segments::Rows});
    ofArrays(SegmentedReduce(), SegmentedReduceArgs(), SegmentedReduceDesc{.segments = Segments::Rows});
    ofArrays(Reduce(), ReduceArgs(), study::ReduceDesc{});
    ofArrays(Reduce(), ReduceArgs(), study::ReduceDesc{{.op = Op::Max}, study::ReduceMethod::Decomposed});
    ofArrays(Distribution(), DistributionArgs(), DistributionDesc{});
    ofArrays(Compact(), CompactArgs(), CompactDesc{});
    ofArrays(Compact(), CompactArgs(), CompactDesc{.withRest = true});
    ofArrays(RadixSort(), RadixSortArgs(), RadixSortDesc{.endBit = 4});
    ofArrays(RadixSort(), RadixSortArgs(), RadixSortDesc{.endBit = 8});
    for (const RunValue runValue : {RunValue::Reduced, RunValue::First, RunValue::None})
        ofArrays(ReduceByKey(), ReduceByKeyArgs(), ReduceByKeyDesc{.runValue = runValue});
    for (const Strategy strategy : strategiesOfSorts(WithAuto::Yes))
        ofArrays(RadixSort(), RadixSortArgs(), Forced<RadixSortDesc>{{.withIndex = true}, strategy});
    for (const Resource resource : {Resource::Buffer, Resource::StorageImage})
        for (const uint32_t side : {1u, 1000u})
            check([&](const Context& context) { return create<SummedAreaTable>(context, tableDesc(resource)); },
                  tableArgs(resource, side));
    for (const bool separateSlices : {false, true}) {
        SummedVolumeTableDesc desc;
        desc.separateSlices = separateSlices;
        desc.inputFormat = desc.outputFormat = VK_FORMAT_R32_SFLOAT;
        desc.bias = Bias::Mean;
        SummedVolumeTableArgs args;
        args.input = {.buffer = {kApart, kBytes}, .extent = {100, 100, 30}};
        args.output = {.buffer = {3 * kApart, kBytes}, .extent = {100, 100, 30}};
        args.scratch = {2 * kApart, kBytes};
        args.bias = {4 * kApart, 16};
        check([&](const Context& context) { return create<SummedVolumeTable>(context, desc); }, args);
    }
}

testing::AssertionResult succeeds(Status status)
{
    return status == Status::Success ? testing::AssertionSuccess() : testing::AssertionFailure() << toString(status);
}

Context loggedContext(bool labels = false, LabelSource source = LabelSource::Nobody)
{
    ContextDesc desc = loggedContextDesc(source);
    desc.debugLabels = labels;
    Context context;
    EXPECT_EQ(Status::Success, Context::create(desc, &context));
    return context;
}

Context plansOnlyContext()
{
    ContextDesc desc = device().contextDesc();
    desc.plansOnly = true;
    desc.device = VK_NULL_HANDLE;
    desc.getDeviceProcAddr = nullptr;
    Context context;
    EXPECT_EQ(Status::Success, Context::create(desc, &context));
    return context;
}

TEST(PlanApiTest, PlansAreWhatIsRecorded)
{
    unsigned barriers = 0;
    forEachOperation([&](const auto& createIn, auto args) {
        const Context logged = loggedContext();
        const auto operation = createIn(logged);
        DispatchList list;
        ASSERT_TRUE(succeeds(operation.plan(args, &list)));
        ASSERT_TRUE(succeeds(operation.record(loggedCommandBuffer(), args)));
        const std::vector<RecordedDispatch>& recorded = commandLog().dispatches;
        ASSERT_EQ(list.count, recorded.size());
        for (uint32_t i = 0; i < list.count; ++i) {
            const Dispatch& planned = list.items[i];
            EXPECT_EQ(planned.kernel, compiledKernel(recorded[i]));
            EXPECT_TRUE(isRecordedAs(planned, recorded[i]));
            ASSERT_LT(planned.kernel, operation.kernels().count);
            EXPECT_GE(operation.kernels().items[planned.kernel].pushConstantBytes, planned.pushConstantBytes);
            EXPECT_GT(planned.accessCount, 0u);
            barriers += planned.barrierBefore ? 1 : 0;
        }
        EXPECT_EQ(commandLog().otherBarriers, 0u);
        args.barrierBefore = args.barrierAfter = true;
        ASSERT_TRUE(succeeds(operation.record(loggedCommandBuffer(), args)));
        EXPECT_EQ(commandLog().otherBarriers, 2u);
    });
    EXPECT_GT(barriers, 16u);
}

// A host that knows only the accesses places the same barriers.
TEST(PlanApiTest, AccessesTellTheBarriers)
{
    forEachOperation([](const auto& createIn, const auto& args) {
        const auto operation = createIn(plansOnlyContext());
        DispatchList list;
        ASSERT_TRUE(succeeds(operation.plan(args, &list)));
        std::vector<Access> sinceBarrier;
        for (const Dispatch& dispatch : list) {
            bool conflict = false;
            for (uint32_t i = 0; i < dispatch.accessCount; ++i)
                for (const Access& earlier : sinceBarrier) {
                    const Access& access = dispatch.accesses[i];
                    conflict |= (access.write || earlier.write) &&
                                access.range.address < earlier.range.address + earlier.range.size &&
                                earlier.range.address < access.range.address + access.range.size;
                }
            EXPECT_EQ(dispatch.barrierBefore, conflict);
            if (conflict)
                sinceBarrier.clear();
            sinceBarrier.insert(sinceBarrier.end(), dispatch.accesses, dispatch.accesses + dispatch.accessCount);
        }
    });
}

TEST(PlanApiTest, KernelsAreWhatIsCompiled)
{
    forEachOperation([](const auto& createIn, const auto&) {
        const Context logged = loggedContext();
        const auto operation = createIn(logged);
        const auto uncompiled = createIn(plansOnlyContext());
        const std::vector<CompiledKernel>& compiled = callLog().kernels;
        ASSERT_EQ(operation.kernels().count, compiled.size());
        ASSERT_EQ(uncompiled.kernels().count, compiled.size());
        std::set<std::string> names;
        for (std::size_t i = 0; i < compiled.size(); ++i) {
            const Kernel& kernel = operation.kernels().items[i];
            EXPECT_EQ(kernel.code, compiled[i].code);
            EXPECT_EQ(kernel.codeBytes, compiled[i].codeBytes);
            EXPECT_EQ(kernel.entryPoint, compiled[i].entryPoint);
            EXPECT_EQ(std::vector(kernel.constants, kernel.constants + kernel.constantCount), compiled[i].constants);
            EXPECT_EQ(kernel.workgroupSize[0], kernel.constants[0]);
            EXPECT_LE(kernel.pushConstantBytes, kMaxPushConstantBytes);
            EXPECT_TRUE(names.insert(kernel.name).second) << kernel.name;
            EXPECT_LT(std::strlen(kernel.name) + 1, sizeof(kernel.name)) << "cut off: " << kernel.name;
            const Kernel& other = uncompiled.kernels().items[i];
            ASSERT_EQ(kernel.codeBytes, other.codeBytes);
            EXPECT_EQ(0, std::memcmp(kernel.code, other.code, kernel.codeBytes));
            EXPECT_EQ(0, std::memcmp(kernel.constants, other.constants, sizeof(kernel.constants)));
        }
    });
}

// Without a device or a Vulkan function of it.
TEST(PlanApiTest, PlansOnlyRefusesToRecord)
{
    forEachOperation([](const auto& createIn, const auto& args) {
        const auto operation = createIn(plansOnlyContext());
        EXPECT_EQ(operation.record(loggedCommandBuffer(), args), Status(Argument::Pipelines, Rule::Missing));
        if constexpr (requires { operation.descriptorSetLayout(); }) {
            EXPECT_EQ(operation.descriptorSetLayout(), VkDescriptorSetLayout{VK_NULL_HANDLE});
            EXPECT_EQ(operation.writeDescriptors(args.descriptorSet, args), Status(Argument::Pipelines, Rule::Missing));
        }
    });
}

TEST(PlanApiTest, RefusesWhatRecordRefuses)
{
    const Context plansOnly = plansOnlyContext();
    const auto scan = create<Scan>(plansOnly, study::ScanDesc{});
    DispatchList list;
    auto args = argsOf<ScanArgs>(1000);
    EXPECT_EQ(scan.plan(args, nullptr), Status(Argument::OutputPointer, Rule::Null));
    args.output.size = 100;
    EXPECT_EQ(scan.plan(args, &list), Status(Argument::Output, Rule::TooSmall));
    EXPECT_EQ(list.count, 0u);
    EXPECT_EQ(Scan().plan(args, &list), Status(Argument::Operation, Rule::NotCreated));
    EXPECT_EQ(Scan().kernels().count, 0u);
    EXPECT_EQ(SummedAreaTable().plan({}, &list), Status(Argument::Operation, Rule::NotCreated));
    EXPECT_EQ(SummedAreaTable().kernels().count, 0u);
}

TEST(DebugLabelTest, NameEachDispatch)
{
    for (const LabelSource source : {LabelSource::Device, LabelSource::Instance}) {
        unsigned labelled = 0;
        forEachOperation([&](const auto& createIn, const auto& args) {
            const Context logged = loggedContext(true, source);
            const auto operation = createIn(logged);
            ASSERT_TRUE(succeeds(operation.record(loggedCommandBuffer(), args)));
            for (const RecordedDispatch& dispatch : commandLog().dispatches) {
                EXPECT_EQ(dispatch.label, operation.kernels().items[compiledKernel(dispatch)].name);
                ++labelled;
            }
            EXPECT_EQ(commandLog().openLabels, 0u);
        });
        EXPECT_GT(labelled, 0u);
    }
}

TEST(DebugLabelTest, SayWhatTheDispatchDoes)
{
    const Context logged = loggedContext(true, LabelSource::Device);
    const auto scan = create<Scan>(logged, study::ScanDesc{{}, Strategy::Spine, true});
    ASSERT_TRUE(succeeds(scan.record(loggedCommandBuffer(), argsOf<ScanArgs>(1000))));
    ASSERT_EQ(commandLog().dispatches.size(), 1u);
    EXPECT_EQ(commandLog().dispatches[0].label, "vkscan Scan u32 add: Spine");
}

// The driver's own label functions, where the instance has them: with VKSCAN_VALIDATE=1.
TEST(DebugLabelTest, LeaveResultsAlone)
{
    ContextDesc desc = device().contextDesc();
    desc.debugLabels = vkGetInstanceProcAddr(desc.instance, "vkCmdBeginDebugUtilsLabelEXT") != nullptr;
    Context labelled;
    ASSERT_EQ(Status::Success, Context::create(desc, &labelled));
    const study::ScanDesc scanDesc = {{}, Strategy::ReduceThenScan};
    const auto scan = create<Scan>(labelled, scanDesc);
    ScanCase scanCase;
    scanCase.count = 12345;
    checkScan<uint32_t>(scan, scanDesc, scanCase);
}

TEST(DebugLabelTest, AreOffByDefaultAndRefusedWhereMissing)
{
    const Context unlabelled = loggedContext(false, LabelSource::Device);
    const auto scan = create<Scan>(unlabelled, study::ScanDesc{});
    ASSERT_TRUE(succeeds(scan.record(loggedCommandBuffer(), argsOf<ScanArgs>(1000))));
    EXPECT_EQ(commandLog().dispatches.at(0).label, "");

    ContextDesc desc = loggedContextDesc(LabelSource::Nobody);
    desc.debugLabels = true;
    Context refused;
    EXPECT_EQ(Context::create(desc, &refused), Status(Argument::DebugLabels, Rule::Unsupported));
}

} // namespace
