#include "run_length_rows.h"

#include "require.h"

#include <vkscan/run_length_encode.h>

#include <algorithm>
#include <string>
#include <vector>

namespace bench {

namespace {

// No two runs' are equal.
uint32_t elementOfRun(uint64_t run)
{
    return static_cast<uint32_t>(run) * 0x9e3779b1u;
}

uint64_t runCountOf(uint64_t count, uint32_t length)
{
    return (count + length - 1) / length;
}

} // namespace

RunLengthHarness::RunLengthHarness(Harness& harness)
    : m_harness(harness),
      m_copy(harness.device()),
      m_runCount(harness.device().createBuffer(sizeof(uint32_t)))
{
}

Result RunLengthHarness::measure(uint64_t count, uint32_t length)
{
    uploadRuns(count, length);
    const VkDeviceSize runBytes = runCountOf(count, length) * sizeof(uint32_t);
    const gpu::Buffer& output = m_harness.arrays().output();

    vkscan::RunLengthEncode encode;
    require(vkscan::RunLengthEncode::create(m_harness.context(), {}, &encode), "RunLengthEncode::create");
    vkscan::RunLengthEncodeArgs args;
    args.input = {m_input.address(), count * sizeof(uint32_t)};
    args.unique = {output.address(), runBytes};
    args.lengths = {output.address() + runBytes, runBytes};
    args.runCount = m_runCount.range();
    args.scratch = m_harness.scratch().atLeast(encode.scratchSize(count));
    args.count = count;
    const auto record = [&](VkCommandBuffer commandBuffer) {
        require(encode.record(commandBuffer, args), "RunLengthEncode::record");
    };
    const VkDeviceSize bytes = args.input.size + 2 * runBytes;
    const auto copy = [&](VkCommandBuffer commandBuffer) {
        m_copy.record(commandBuffer, m_input.address(), output.address(),
                      bytes / 2 / sizeof(uint32_t) * sizeof(uint32_t));
    };
    Result result = measureVerified(m_harness, count, copy, record, [&] { verify(count, length); });
    result.bytes = bytes;
    result.label = toString(encode.strategyFor(count));
    return result;
}

void RunLengthHarness::uploadRuns(uint64_t count, uint32_t length)
{
    if (m_input.size() < count * sizeof(uint32_t)) {
        m_input = {};
        m_input = m_harness.device().createBuffer(count * sizeof(uint32_t));
    }
    std::vector<uint32_t> chunk;
    for (uint64_t first = 0; first < count; first += chunk.size()) {
        chunk.resize(std::min(kChunk, count - first));
        for (uint64_t i = 0; i < chunk.size(); ++i)
            chunk[i] = elementOfRun((first + i) / length);
        m_harness.device().upload(m_input, chunk, first * sizeof(uint32_t));
    }
}

void RunLengthHarness::verify(uint64_t count, uint32_t length)
{
    m_harness.scratch().verify();
    const uint64_t runs = runCountOf(count, length);
    m_harness.arrays().verifyWindows<uint32_t>(2 * runs, [&](uint64_t index) {
        return index < runs ? elementOfRun(index)
                            : static_cast<uint32_t>(std::min<uint64_t>(length, count - (index - runs) * length));
    });
    std::vector<uint32_t> found(1);
    m_harness.device().download(m_runCount, found);
    requireEqual(found[0], static_cast<uint32_t>(runs), "the number of runs");
}

void addRunLengthRows(Program& program, Harness& harness, RunLengthHarness& runLength, unsigned maxLog2)
{
    for (const uint32_t length : {2u, 32u, 1000u})
        for (const unsigned log2 : boundedLog2s({16, 20, 24, 28}, maxLog2)) {
            const uint64_t count = uint64_t{1} << log2;
            const std::string name = "run_length/u32/" + std::to_string(length) + "/" + std::to_string(count);
            program.compile(name, "run_length",
                            creating<vkscan::RunLengthEncode>(harness.context(), vkscan::RunLengthEncodeDesc{}));
            program.addRow(
                name, [&runLength, count, length] { return runLength.measure(count, length); },
                [&harness] { harness.recover(); });
        }
}

} // namespace bench
