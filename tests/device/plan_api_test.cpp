// Kernels and plans as hosts get them that record by themselves: what a context compiles and records, word for word.
#include "call_log.h"
#include "calls.h"
#include "scan_check.h"

#include "study/create.h"

#include <cstring>
#include <functional>
#include <set>

using namespace testing_support;
using namespace vkscan;

namespace {

constexpr uint64_t kCounts[] = {0, 1, 1000, 100'003, 2'000'003};

template <class Operation, class Desc>
Operation create(const Context& context, const Desc& desc)
{
    Operation operation;
    const Status status = study::createAny(context, desc, &operation);
    EXPECT_EQ(status, Status::Success) << toString(status);
    return operation;
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

// A table of images, which are never looked into.
Form<SummedAreaTable> imageTables()
{
    Form<SummedAreaTable> form = {.name = "images"};
    form.desc.input = Resource::SampledImage;
    form.desc.output = Resource::StorageImage;
    form.change = [](SummedAreaTableArgs& args) {
        for (Surface* surface : {&args.input, &args.output}) {
            surface->buffer = {};
            surface->view = reinterpret_cast<VkImageView>(uintptr_t{surface == &args.input ? 64u : 128u});
        }
        args.input.usage = VK_IMAGE_USAGE_SAMPLED_BIT;
        args.output.usage = VK_IMAGE_USAGE_STORAGE_BIT;
        args.descriptorSet = reinterpret_cast<VkDescriptorSet>(uintptr_t{64});
    };
    return form;
}

// Calls check(create, args), with create(context) making an operation, for every form of each operation, strategies for
// study among them, and arguments of it.
template <class Check>
void forEachCall(const Check& check)
{
    const auto checkForm = [&]<class Operation>(const Form<Operation>& form, const auto& desc) {
        const auto operation = create<Operation>(plansOnlyContext(), desc);
        for (uint64_t count : kCounts) {
            if constexpr (requires { operation.maxCount(); })
                count = std::min(count, operation.maxCount());
            else if (count == 0 || count > 1000)
                continue;
            check([&](const Context& context) { return create<Operation>(context, desc); },
                  callOf(operation, form, count, true));
        }
    };
    forEachOperation([&]<class Operation>() {
        for (const Form<Operation>& form : formsOf<Operation>())
            if (!isCustom(form))
                checkForm(form, form.desc);
    });
    for (const Strategy strategy : scanStrategies())
        checkForm(Form<Scan>(), study::ScanDesc{{}, strategy, true});
    checkForm(Form<Reduce>(), study::ReduceDesc{{.op = Op::Max}, study::ReduceMethod::Decomposed});
    for (const Strategy strategy : strategiesOfSorts())
        checkForm(Form<RadixSort>(), Forced<RadixSortDesc>{{}, strategy});
    checkForm(imageTables(), imageTables().desc);
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

TEST(PlanApiTest, PlansAreWhatIsRecorded)
{
    unsigned barriers = 0;
    forEachCall([&](const auto& createIn, auto args) {
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
    forEachCall([](const auto& createIn, const auto& args) {
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
    forEachCall([](const auto& createIn, const auto&) {
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
    forEachCall([](const auto& createIn, const auto& args) {
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
    auto args = callOf(scan, {}, 1000, false);
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
        forEachCall([&](const auto& createIn, const auto& args) {
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
    ASSERT_TRUE(succeeds(scan.record(loggedCommandBuffer(), callOf(scan, {}, 1000, false))));
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
    ASSERT_TRUE(succeeds(scan.record(loggedCommandBuffer(), callOf(scan, {}, 1000, false))));
    EXPECT_EQ(commandLog().dispatches.at(0).label, "");

    ContextDesc desc = loggedContextDesc(LabelSource::Nobody);
    desc.debugLabels = true;
    Context refused;
    EXPECT_EQ(Context::create(desc, &refused), Status(Argument::DebugLabels, Rule::Unsupported));
}

} // namespace
