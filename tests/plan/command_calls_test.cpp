// The commands that record calls, and so the state of a command buffer that it changes: with layouts and descriptor
// sets, and with descriptor heaps. On a device that is only described.
#include "axis_values.h"
#include "command_log.h"
#include "mock_device.h"
#include "operations.h"

#include "device/descriptor_heap.h"

#include <vkscan/c_api.h>

#include <gtest/gtest.h>

using namespace testing_support;
using namespace vkscan;

namespace {

using Calls = std::vector<std::string>;

const auto kCommandBuffer = reinterpret_cast<VkCommandBuffer>(uintptr_t{64});
constexpr VkDeviceAddress kApart = 1 << 24;

// How a command buffer's descriptors are bound.
enum class Model { Sets, PushDescriptors, Heaps };
constexpr Model kModels[] = {Model::Sets, Model::PushDescriptors, Model::Heaps};

Context createContext(Model model, bool labels = false)
{
    MockDevice device;
    device.extensions = {VK_EXT_DESCRIPTOR_HEAP_EXTENSION_NAME};
    ContextDesc desc = mockContextDesc(device);
    desc.pushDescriptorEnabled = model != Model::Sets; // descriptor heaps come first
    desc.descriptorHeaps = model == Model::Heaps;
    desc.debugLabels = labels;
    Context context;
    EXPECT_EQ(Context::create(desc, &context), Status::Success);
    return context;
}

Calls calls()
{
    return {commandLog().calls.begin(), commandLog().calls.end()};
}

const char* pushOf(Model model)
{
    return model == Model::Heaps ? "vkCmdPushDataEXT" : "vkCmdPushConstants";
}

ScanArgs scanArgs(uint64_t count)
{
    ScanArgs args;
    args.input = {1 * kApart, count * 4};
    args.output = {2 * kApart, count * 4};
    args.scratch = {3 * kApart, kApart};
    args.count = count;
    return args;
}

Surface image(VkImageUsageFlags usage, uint32_t place)
{
    Surface surface;
    surface.view = reinterpret_cast<VkImageView>(uintptr_t{64} * place);
    surface.heapOffset = 32 * place;
    surface.usage = usage;
    surface.extent = {500, 300};
    return surface;
}

SummedAreaTableArgs tableArgs(uint32_t place)
{
    SummedAreaTableArgs args;
    args.input = image(VK_IMAGE_USAGE_SAMPLED_BIT, place);
    args.output = image(VK_IMAGE_USAGE_STORAGE_BIT, place + 1);
    args.squares = image(VK_IMAGE_USAGE_STORAGE_BIT, place + 2);
    args.scratch = {place * kApart, kApart};
    args.descriptorSet = reinterpret_cast<VkDescriptorSet>(uintptr_t{1});
    return args;
}

SummedAreaTableDesc imageDesc()
{
    SummedAreaTableDesc desc;
    desc.inputFormat = desc.outputFormat = VK_FORMAT_R32_SFLOAT;
    desc.output = Resource::StorageImage;
    desc.squares = true;
    desc.waiting = Waiting::Never;
    return desc;
}

TEST(CommandCalls, OfAScanBindAPipelinePushAndDispatch)
{
    for (const Model model : kModels) {
        const Context context = createContext(model);
        Scan scan;
        ASSERT_EQ(Scan::create(context, {.waiting = Waiting::Never}, &scan), Status::Success);
        commandLog().clear();
        ASSERT_EQ(scan.record(kCommandBuffer, scanArgs(1'000'000)), Status::Success);
        Calls expected;
        for (std::size_t i = 0; i < commandLog().dispatches.size(); ++i) {
            if (i > 0)
                expected.push_back("vkCmdPipelineBarrier");
            for (const char* call : {"vkCmdBindPipeline", pushOf(model), "vkCmdDispatch"})
                expected.push_back(call);
        }
        EXPECT_GT(commandLog().dispatches.size(), 1u);
        EXPECT_EQ(calls(), expected);
        DispatchList planned;
        ASSERT_EQ(scan.plan(scanArgs(1'000'000), &planned), Status::Success);
        for (uint32_t i = 0; i < planned.count; ++i)
            EXPECT_TRUE(isRecordedAs(planned.items[i], commandLog().dispatches.at(i))) << i;
    }
}

TEST(CommandCalls, OfLabelsAndWideBarriersAreThoseAskedFor)
{
    for (const Model model : kModels) {
        const Context context = createContext(model, true);
        Scan scan;
        ASSERT_EQ(Scan::create(context, {}, &scan), Status::Success);
        ScanArgs args = scanArgs(100);
        args.barrierBefore = args.barrierAfter = true;
        commandLog().clear();
        ASSERT_EQ(scan.record(kCommandBuffer, args), Status::Success);
        EXPECT_EQ(calls(),
                  Calls({"vkCmdPipelineBarrier", "vkCmdBeginDebugUtilsLabelEXT", "vkCmdBindPipeline", pushOf(model),
                         "vkCmdDispatch", "vkCmdEndDebugUtilsLabelEXT", "vkCmdPipelineBarrier"}));
    }
}

// The device sizes what has a workgroup for each tile, and nothing else; barriers then wait for its command too.
TEST(CommandCalls, OfASizedCallReadItsCommand)
{
    for (const Model model : kModels) {
        const Context context = createContext(model);
        for (const Waiting waiting : {Waiting::Auto, Waiting::Never}) {
            Scan scan;
            ASSERT_EQ(Scan::create(context, {.waiting = waiting}, &scan), Status::Success);
            for (const uint64_t count : {1'000u, 100'000'000u}) {
                ScanArgs args = scanArgs(count);
                args.scratch.size = scan.scratchSize(count);
                args.input.address = args.output.address = uint64_t{1} << 40;
                args.barrierBefore = true;
                args.groups = {reinterpret_cast<VkBuffer>(uintptr_t{192}), 8};
                commandLog().clear();
                ASSERT_EQ(scan.record(kCommandBuffer, args), Status::Success);
                DispatchList planned;
                ASSERT_EQ(scan.plan(args, &planned), Status::Success);
                const bool isSized = waiting == Waiting::Auto && count > 1'000;
                for (uint32_t i = 0; i < planned.count; ++i) {
                    const RecordedDispatch& recorded = commandLog().dispatches.at(i);
                    EXPECT_EQ(planned.items[i].sized, isSized) << count;
                    EXPECT_EQ(recorded.command.buffer, isSized ? args.groups.buffer : VK_NULL_HANDLE);
                    EXPECT_EQ(recorded.command.offset, isSized ? 8 : 0);
                }
                EXPECT_TRUE((commandLog().barrierBefore.first & VK_PIPELINE_STAGE_DRAW_INDIRECT_BIT) != 0 &&
                            (commandLog().barrierBefore.second & VK_ACCESS_INDIRECT_COMMAND_READ_BIT) != 0);
            }
        }
    }
}

// Set 0 is bound, or pushed, before a table's first dispatch and where the next dispatch is of another table.
TEST(CommandCalls, OfTablesAlsoBindTheirImages)
{
    for (const Model model : kModels) {
        const Context context = createContext(model);
        SummedAreaTable table;
        ASSERT_EQ(SummedAreaTable::create(context, imageDesc(), &table), Status::Success);
        EXPECT_EQ(table.descriptorSetLayout() != VK_NULL_HANDLE, model == Model::Sets);
        const char* bind = model == Model::Sets              ? "vkCmdBindDescriptorSets"
                           : model == Model::PushDescriptors ? "vkCmdPushDescriptorSetKHR"
                                                             : "vkCmdPushDataEXT";
        const Calls dispatch = {"vkCmdBindPipeline", pushOf(model), "vkCmdDispatch"};
        const auto expectCalls = [&](std::initializer_list<const char*> before) {
            Calls expected;
            for (const char* call : before) {
                if (call != nullptr)
                    expected.push_back(call);
                else
                    expected.insert(expected.end(), dispatch.begin(), dispatch.end());
            }
            EXPECT_EQ(calls(), expected);
        };
        const SummedAreaTableArgs tables[] = {tableArgs(1), tableArgs(4)};
        commandLog().clear();
        ASSERT_EQ(table.record(kCommandBuffer, tables[0]), Status::Success);
        expectCalls({bind, nullptr, "vkCmdPipelineBarrier", nullptr});
        commandLog().clear();
        ASSERT_EQ(table.recordBatch(kCommandBuffer, tables, 2), Status::Success);
        expectCalls({bind, nullptr, bind, nullptr, bind, "vkCmdPipelineBarrier", nullptr, bind, nullptr});
    }
}

TEST(CommandCalls, WithHeapsPushEachImagesOffset)
{
    const Context context = createContext(Model::Heaps);
    SummedAreaTable table;
    SummedAreaTable sumsAlone;
    SummedAreaTableDesc desc = imageDesc();
    ASSERT_EQ(SummedAreaTable::create(context, desc, &table), Status::Success);
    desc.squares = false;
    ASSERT_EQ(SummedAreaTable::create(context, desc, &sumsAlone), Status::Success);
    const SummedAreaTableArgs tables[] = {tableArgs(1), tableArgs(4)};
    using Offsets = std::array<uint32_t, 3>;
    const auto recorded = [](std::size_t i) { return commandLog().dispatches.at(i).heapOffsets; };
    commandLog().clear();
    ASSERT_EQ(table.recordBatch(kCommandBuffer, tables, 2), Status::Success);
    for (const std::size_t stage : {0u, 2u}) {
        EXPECT_EQ(recorded(stage), Offsets({32, 64, 96}));
        EXPECT_EQ(recorded(stage + 1), Offsets({128, 160, 192}));
    }
    commandLog().clear();
    ASSERT_EQ(sumsAlone.record(kCommandBuffer, tables[0]), Status::Success);
    EXPECT_EQ(recorded(0), Offsets({32, 64, 64}));
}

// Pipelines with descriptor heaps have no layout, and tables of images a mapping to the words behind the constants.
TEST(HeapPipelines, HaveNoLayoutButAMapping)
{
    for (const Model model : kModels) {
        const Context context = createContext(model);
        const bool heaps = model == Model::Heaps;
        EXPECT_EQ(mockDevice().objects.empty(), heaps) << "the context's layout";
        const auto expectPipelines = [&](bool maps, bool samples) {
            ASSERT_FALSE(mockDevice().pipelines.empty());
            for (const MockPipeline& pipeline : mockDevice().pipelines) {
                EXPECT_EQ(pipeline.layout == VK_NULL_HANDLE, heaps);
                EXPECT_EQ(pipeline.flags, heaps ? VK_PIPELINE_CREATE_2_DESCRIPTOR_HEAP_BIT_EXT : 0);
                ASSERT_EQ(pipeline.mappings.size(), maps ? 3u : 0u);
                for (uint32_t binding = 0; binding < pipeline.mappings.size(); ++binding) {
                    const MockMapping& mapping = pipeline.mappings[binding];
                    EXPECT_EQ(mapping.binding, binding);
                    EXPECT_EQ(mapping.pushOffset, kMaxPushConstantBytes + 4 * binding);
                    EXPECT_EQ(mapping.indexStride, 1u);
                    EXPECT_EQ(mapping.embedsSampler, samples && binding == 0);
                }
            }
            mockDevice().pipelines.clear();
        };
        forEachArrayOperation([&]<class Operation>() {
            Operation operation;
            ASSERT_EQ(Operation::create(context, validDesc<Operation>(), &operation), Status::Success);
            expectPipelines(false, false);
        });
        for (const Resource input : valuesOf(kResources, &ResourceRow::isRead)) {
            for (const Resource output : valuesOf(kResources, &ResourceRow::isWritten)) {
                SummedAreaTableDesc desc = imageDesc();
                desc.input = input;
                desc.output = output;
                SummedAreaTable table;
                ASSERT_EQ(SummedAreaTable::create(context, desc, &table), Status::Success);
                const bool hasImages = input != Resource::Buffer || output != Resource::Buffer;
                expectPipelines(heaps && hasImages, input == Resource::SampledImage);
            }
        }
    }
    EXPECT_TRUE(mockDevice().objects.empty());
    EXPECT_EQ(mockDevice().wrongDestroys, 0u);
}

// Without layouts of their own, tables with images share pipelines, too; those of another kind of input do not.
TEST(HeapPipelines, AreSharedByTables)
{
    for (const Model model : kModels) {
        const Context context = createContext(model);
        SummedAreaTable tables[3];
        ASSERT_EQ(SummedAreaTable::create(context, imageDesc(), &tables[0]), Status::Success);
        const std::size_t first = mockDevice().pipelines.size();
        ASSERT_EQ(SummedAreaTable::create(context, imageDesc(), &tables[1]), Status::Success);
        EXPECT_EQ(mockDevice().pipelines.size(), model == Model::Heaps ? first : 2 * first);
        const std::size_t second = mockDevice().pipelines.size();
        SummedAreaTableDesc desc = imageDesc();
        desc.input = Resource::Buffer;
        desc.inputFormat = VK_FORMAT_R32_SFLOAT;
        ASSERT_EQ(SummedAreaTable::create(context, desc, &tables[2]), Status::Success);
        EXPECT_EQ(mockDevice().pipelines.size(), second + first);
    }
}

// Subgroups that kernels require are in the same chain as the mapping.
TEST(HeapPipelines, AlsoRequireTheirSubgroups)
{
    MockDevice device;
    device.extensions = {VK_EXT_DESCRIPTOR_HEAP_EXTENSION_NAME};
    device.minSubgroupSize = 8;
    ContextDesc desc = mockContextDesc(device);
    desc.descriptorHeaps = true;
    Context context;
    SummedAreaTable table;
    ASSERT_EQ(Context::create(desc, &context), Status::Success);
    ASSERT_EQ(SummedAreaTable::create(context, imageDesc(), &table), Status::Success);
    for (const MockPipeline& pipeline : mockDevice().pipelines) {
        EXPECT_EQ(pipeline.subgroupSize, 32u);
        EXPECT_EQ(pipeline.mappings.size(), 3u);
    }
}

TEST(HeapContext, NeedsTheExtensionAlsoForPlans)
{
    for (const bool plansOnly : {false, true}) {
        Context context;
        ContextDesc desc = mockContextDesc({});
        desc.descriptorHeaps = true;
        desc.plansOnly = plansOnly;
        EXPECT_EQ(Context::create(desc, &context), Status(Argument::DescriptorHeaps, Rule::Unsupported));
    }
}

// A plan's images are found by offsets, too, and its dispatches are the same.
TEST(HeapContext, PlansWithoutViews)
{
    DispatchList lists[2];
    for (const bool heaps : {false, true}) {
        MockDevice device;
        device.extensions = {VK_EXT_DESCRIPTOR_HEAP_EXTENSION_NAME};
        ContextDesc desc = mockContextDesc(device);
        desc.descriptorHeaps = heaps;
        desc.plansOnly = true;
        Context context;
        SummedAreaTable table;
        ASSERT_EQ(Context::create(desc, &context), Status::Success);
        ASSERT_EQ(SummedAreaTable::create(context, imageDesc(), &table), Status::Success);
        SummedAreaTableArgs args = tableArgs(1);
        ASSERT_EQ(table.plan(args, &lists[heaps ? 1 : 0]), Status::Success);
        args.input.view = VK_NULL_HANDLE;
        DispatchList list;
        EXPECT_EQ(table.plan(args, &list), heaps ? Status::Success : Status(Argument::Input, Rule::ViewNull));
    }
    ASSERT_EQ(lists[0].count, lists[1].count);
    for (uint32_t i = 0; i < lists[0].count; ++i)
        EXPECT_TRUE(std::equal(std::begin(lists[0].items[i].pushConstants), std::end(lists[0].items[i].pushConstants),
                               lists[1].items[i].pushConstants));
}

TEST(HeapContext, HasNoSetsToWrite)
{
    const Context context = createContext(Model::Heaps);
    SummedAreaTable table;
    ASSERT_EQ(SummedAreaTable::create(context, imageDesc(), &table), Status::Success);
    const SummedAreaTableArgs args = tableArgs(1);
    EXPECT_EQ(table.writeDescriptors(args.descriptorSet, args), Status(Argument::DescriptorSet, Rule::NotOffered));
    SummedAreaTableArgs unset = args;
    unset.descriptorSet = VK_NULL_HANDLE;
    EXPECT_EQ(table.record(kCommandBuffer, unset), Status::Success);
}

TEST(HeapContext, IsOfferedToC)
{
    MockDevice device;
    for (const bool hasHeaps : {false, true}) {
        if (hasHeaps)
            device.extensions = {VK_EXT_DESCRIPTOR_HEAP_EXTENSION_NAME};
        const ContextDesc desc = mockContextDesc(device);
        VkscanContextDesc contextDesc = VKSCAN_CONTEXT_DESC_INIT;
        contextDesc.instance = desc.instance;
        contextDesc.physicalDevice = desc.physicalDevice;
        contextDesc.device = desc.device;
        contextDesc.getInstanceProcAddr = desc.getInstanceProcAddr;
        contextDesc.getDeviceProcAddr = desc.getDeviceProcAddr;
        contextDesc.features = desc.features;
        contextDesc.descriptorHeaps = VK_TRUE;
        VkscanContext* context = nullptr;
        const VkscanStatus status = vkscanCreateContext(&contextDesc, &context);
        if (!hasHeaps) {
            EXPECT_STREQ(vkscanStatusArgument(status), "descriptorHeaps");
            continue;
        }
        ASSERT_EQ(status, VKSCAN_SUCCESS);
        VkscanSummedAreaTableDesc tableDesc = VKSCAN_SUMMED_AREA_TABLE_DESC_INIT;
        tableDesc.inputFormat = tableDesc.outputFormat = VK_FORMAT_R32_SFLOAT;
        tableDesc.squares = VK_TRUE;
        VkscanOperation* table = nullptr;
        ASSERT_EQ(vkscanCreateSummedAreaTable(context, &tableDesc, &table), VKSCAN_SUCCESS);
        VkscanSummedAreaTableArgs args = VKSCAN_SUMMED_AREA_TABLE_ARGS_INIT;
        uint32_t place = 0;
        for (VkscanSurface* surface : {&args.input, &args.output, &args.squares}) {
            surface->usage = VK_IMAGE_USAGE_SAMPLED_BIT | VK_IMAGE_USAGE_STORAGE_BIT;
            surface->extent = {500, 300};
            surface->heapOffset = 32 * ++place;
        }
        args.scratch = {kApart, kApart};
        commandLog().clear();
        ASSERT_EQ(vkscanRecordSummedAreaTable(table, kCommandBuffer, &args), VKSCAN_SUCCESS);
        EXPECT_EQ(commandLog().dispatches.at(0).heapOffsets, (std::array<uint32_t, 3>{32, 64, 96}));
        EXPECT_EQ(callsOf("vkCmdPushConstants"), 0u);
        vkscanDestroyOperation(table);
        vkscanDestroyContext(context);
    }
}

} // namespace
