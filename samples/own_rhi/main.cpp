// A host with its own rendering hardware interface records vkscan's operations: it creates the pipelines of their
// kernels, records the dispatches of their plans, and places the barriers. vkscan never sees the device.
#include "rhi.h"

#include <support/operation.h>
#include <support/program.h>

#include <algorithm>
#include <cstdio>
#include <numeric>
#include <string>

namespace {

constexpr uint32_t kRowLength = 1000;
constexpr uint32_t kCount = 1000003;

// An operation's pipelines, and its dispatches into a command list.
template <class Operation>
class Pass {
public:
    Pass(const gpu::Device& device, const Operation& operation) : m_operation(operation)
    {
        for (const vkscan::Kernel& kernel : operation.kernels()) {
            m_pipelines.emplace_back(device, rhi::PipelineDesc{{kernel.code, kernel.codeBytes / sizeof(uint32_t)},
                                                               kernel.entryPoint,
                                                               {kernel.constants, kernel.constantCount},
                                                               kernel.pushConstantBytes,
                                                               kernel.requiresFullSubgroups,
                                                               kernel.requiredSubgroupSize});
            std::printf("pipeline: %s, workgroups of %u\n", kernel.name, kernel.workgroupSize[0]);
        }
    }

    template <class Args>
    void record(rhi::CommandList& commands, const Args& args) const
    {
        vkscan::DispatchList list;
        gpu::require(m_operation.plan(args, &list));
        for (const vkscan::Dispatch& dispatch : list) {
            std::vector<rhi::MemoryAccess> accesses;
            for (uint32_t i = 0; i < dispatch.accessCount; ++i) {
                const vkscan::Access& access = dispatch.accesses[i];
                accesses.push_back({access.range.address, access.range.size, access.write});
            }
            const bool barrier =
                commands.dispatch(m_pipelines[dispatch.kernel], {dispatch.pushConstants, dispatch.pushConstantBytes},
                                  dispatch.groupCount, accesses);
            if (dispatch.barrierBefore && !barrier)
                throw std::runtime_error("the plan asks for a barrier that its accesses do not show");
            std::printf("dispatch: %s%s, %u x %u workgroups\n", barrier ? "barrier, " : "",
                        m_operation.kernels().items[dispatch.kernel].name, dispatch.groupCount[0],
                        dispatch.groupCount[1]);
        }
    }

private:
    const Operation& m_operation;
    std::vector<rhi::Pipeline> m_pipelines;
};

vkscan::Context createPlanContext(const gpu::Device& device)
{
    vkscan::ContextDesc desc = device.contextDesc();
    desc.plansOnly = true;
    desc.device = VK_NULL_HANDLE; // plans do not need it
    desc.getDeviceProcAddr = nullptr;
    vkscan::Context context;
    gpu::require(vkscan::Context::create(desc, &context));
    return context;
}

void requireEqual(const std::vector<uint32_t>& actual, const std::vector<uint32_t>& expected, const char* what)
{
    if (actual != expected)
        throw std::runtime_error(std::string(what) + " differs from the CPU's");
}

gpu::DeviceOptions parseOptions(int argc, char** argv)
{
    gpu::DeviceOptions options;
    gpu::CommandLine line(
        "Records vkscan's operations through a rendering hardware interface of its own, and checks the results "
        "on the CPU.",
        "own_rhi");
    gpu::addDeviceOptions(line, &options);
    gpu::parseOrExit(line, argc, argv);
    return options;
}

void run(const gpu::DeviceOptions& options)
{
    gpu::Device device(options);
    gpu::reportDevice(device);

    const vkscan::Context context = createPlanContext(device);
    vkscan::Scan scan;
    vkscan::SegmentedScan rowScan;
    vkscan::Reduce reduce;
    gpu::require(vkscan::Scan::create(context, {}, &scan));
    gpu::require(vkscan::SegmentedScan::create(context, {.segments = vkscan::Segments::Rows}, &rowScan));
    gpu::require(vkscan::Reduce::create(context, {.op = vkscan::Op::Max}, &reduce));
    const Pass scanPass(device, scan);
    const Pass rowPass(device, rowScan);
    const Pass reducePass(device, reduce);

    std::vector<uint32_t> values(kCount);
    for (uint32_t i = 0; i < kCount; ++i)
        values[i] = i * 2654435761U >> 20;
    const gpu::Buffer input = device.createBuffer(kCount * sizeof(uint32_t));
    const gpu::Buffer sums = device.createBuffer(kCount * sizeof(uint32_t));
    const gpu::Buffer rowSums = device.createBuffer(kCount * sizeof(uint32_t));
    const gpu::Buffer largest = device.createBuffer(sizeof(uint32_t));
    // One scratch for all operations, since the command list orders them.
    const gpu::Buffer scratch = device.createBuffer(
        std::max({scan.scratchSize(kCount), rowScan.scratchSize(kCount), reduce.scratchSize(kCount)}));
    device.upload(input, values);
    for (const gpu::Buffer* buffer : {&sums, &rowSums, &largest, &scratch})
        device.fill(*buffer, 0);

    device.run([&](VkCommandBuffer commandBuffer) {
        rhi::CommandList commands(device, commandBuffer);
        scanPass.record(
            commands, vkscan::ScanArgs{
                          .input = input.range(), .output = sums.range(), .scratch = scratch.range(), .count = kCount});
        rowPass.record(commands, vkscan::SegmentedScanArgs{.input = input.range(),
                                                           .output = rowSums.range(),
                                                           .rowLength = kRowLength,
                                                           .scratch = scratch.range(),
                                                           .count = kCount});
        reducePass.record(commands, vkscan::ReduceArgs{.input = rowSums.range(),
                                                       .result = largest.range(),
                                                       .scratch = scratch.range(),
                                                       .count = kCount});
    });

    std::vector<uint32_t> expected(kCount), actual(kCount);
    std::partial_sum(values.begin(), values.end(), expected.begin());
    device.download(sums, actual);
    requireEqual(actual, expected, "the scan");
    for (uint32_t i = 0; i < kCount; ++i)
        expected[i] = i % kRowLength == 0 ? values[i] : expected[i - 1] + values[i];
    device.download(rowSums, actual);
    requireEqual(actual, expected, "the scan of rows");
    std::vector<uint32_t> result(1);
    device.download(largest, result);
    requireEqual(result, {*std::max_element(expected.begin(), expected.end())}, "the reduction");
    gpu::requireComplete(device, scratch);
    gpu::requireSilence(device);
    std::printf("verified\n");
}

} // namespace

int main(int argc, char** argv)
{
    return gpu::mainOf("own_rhi", [&] { run(parseOptions(argc, argv)); });
}
