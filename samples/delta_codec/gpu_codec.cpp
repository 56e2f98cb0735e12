#include "gpu_codec.h"

namespace codec {

GpuCodec::GpuCodec(const gpu::DeviceOptions& options) : m_device(options)
{
    gpu::require(vkscan::Context::create(m_device.contextDesc(), &m_context));
}

void GpuCodec::load(const Words& words)
{
    m_count = words.size();
    m_input = m_device.createBuffer(m_count * sizeof(uint32_t));
    m_output = m_device.createBuffer(m_count * sizeof(uint32_t));
    m_device.upload(m_input, words);
}

Words GpuCodec::differences(uint32_t order, uint32_t tupleSize, Timing* timing)
{
    vkscan::DifferenceDesc desc;
    desc.order = order;
    desc.tupleSize = tupleSize;
    vkscan::Difference difference;
    gpu::require(vkscan::Difference::create(m_context, desc, &difference));
    vkscan::DifferenceArgs args;
    args.input = m_input.range();
    args.output = m_output.range();
    args.count = m_count;
    return run([&](VkCommandBuffer commandBuffer) { gpu::require(difference.record(commandBuffer, args)); }, timing);
}

Words GpuCodec::sums(uint32_t order, uint32_t tupleSize, Timing* timing)
{
    vkscan::ScanDesc desc;
    desc.order = order;
    desc.tupleSize = tupleSize;
    vkscan::Scan scan;
    gpu::require(vkscan::Scan::create(m_context, desc, &scan));
    const gpu::Buffer scratch = m_device.createBuffer(scan.scratchSize(m_count));
    m_device.fill(scratch, 0);
    vkscan::ScanArgs args;
    args.input = m_input.range();
    args.output = m_output.range();
    args.scratch = scratch.range();
    args.count = m_count;
    const auto record = [&](VkCommandBuffer commandBuffer) { gpu::require(scan.record(commandBuffer, args)); };
    Words words = run(record, timing);
    gpu::requireComplete(m_device, scratch);
    return words;
}

Words GpuCodec::run(const gpu::Device::Record& record, Timing* timing)
{
    m_device.run(record);
    if (timing != nullptr && m_device.hasTimestamps())
        timing->microseconds = gpu::medianMicroseconds(m_device, timing->repeats, record);
    Words words(m_count);
    m_device.download(m_output, words);
    return words;
}

} // namespace codec
