#include "suballocate_rows.h"

#include "require.h"

#include <vkscan/suballocate.h>

#include <algorithm>
#include <string>
#include <vector>

namespace bench {

namespace {

constexpr uint32_t kDivisor = 256;

// So small that no sum exceeds 32 bits.
uint32_t countAt(uint64_t index)
{
    return static_cast<uint32_t>(randomBits(index) % 8);
}

// Sums up to any indices; cheap in ascending order.
class Offsets {
public:
    uint32_t at(uint64_t index)
    {
        if (index < m_index)
            *this = {};
        for (; m_index < index; ++m_index)
            m_sum += countAt(m_index);
        return m_sum;
    }

private:
    uint64_t m_index = 0;
    uint32_t m_sum = 0;
};

} // namespace

SuballocateHarness::SuballocateHarness(Harness& harness)
    : m_harness(harness),
      m_copy(harness.device()),
      m_words(harness.device().createBuffer(2 * sizeof(uint32_t)))
{
}

Result SuballocateHarness::measure(uint64_t count)
{
    uploadCounts(count);
    const VkDeviceSize bytes = count * sizeof(uint32_t);
    const gpu::Buffer& output = m_harness.arrays().output();

    vkscan::Suballocate allocate;
    require(vkscan::Suballocate::create(m_harness.context(), {}, &allocate), "Suballocate::create");
    vkscan::SuballocateArgs args;
    args.counts = {m_counts.address(), bytes};
    args.offsets = {output.address(), bytes};
    args.total = {m_words.address(), sizeof(uint32_t)};
    args.indirect = {{m_words.address() + sizeof(uint32_t), sizeof(uint32_t)}, kDivisor, vkscan::Rounding::Up};
    args.scratch = m_harness.scratch().atLeast(allocate.scratchSize(count));
    args.count = count;
    const auto record = [&](VkCommandBuffer commandBuffer) {
        require(allocate.record(commandBuffer, args), "Suballocate::record");
    };
    const auto copy = [&](VkCommandBuffer commandBuffer) {
        m_copy.record(commandBuffer, m_counts.address(), output.address(), bytes);
    };
    Result result = measureVerified(m_harness, count, copy, record, [&] { verify(count); });
    result.bytes = 2 * bytes;
    return result;
}

void SuballocateHarness::uploadCounts(uint64_t count)
{
    if (m_counts.size() >= count * sizeof(uint32_t))
        return;
    m_counts = m_harness.device().createBuffer(count * sizeof(uint32_t));
    std::vector<uint32_t> chunk;
    for (uint64_t first = 0; first < count; first += chunk.size()) {
        chunk.resize(std::min(kChunk, count - first));
        for (uint64_t i = 0; i < chunk.size(); ++i)
            chunk[i] = countAt(first + i);
        m_harness.device().upload(m_counts, chunk, first * sizeof(uint32_t));
    }
}

void SuballocateHarness::verify(uint64_t count)
{
    m_harness.scratch().verify();
    Offsets offsets;
    m_harness.arrays().verifyWindows<uint32_t>(count, [&](uint64_t index) { return offsets.at(index); });
    std::vector<uint32_t> words(2);
    m_harness.device().download(m_words, words);
    const uint32_t total = offsets.at(count);
    requireEqual(words[0], total, "the total");
    requireEqual(words[1], (total + kDivisor - 1) / kDivisor, "the indirect count");
}

void addSuballocateRows(Program& program, Harness& harness, SuballocateHarness& allocate, unsigned maxLog2)
{
    for (const unsigned log2 : boundedLog2s({12, 16, 20, 24, 28}, maxLog2)) {
        const uint64_t count = uint64_t{1} << log2;
        const std::string name = "allocate/u32/" + std::to_string(count);
        program.compile(name, "allocate", creating<vkscan::Suballocate>(harness.context(), vkscan::SuballocateDesc{}));
        program.addRow(
            name, [&allocate, count] { return allocate.measure(count); }, [&harness] { harness.recover(); });
    }
}

} // namespace bench
