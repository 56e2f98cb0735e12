#include "arrays.h"

#include "checker.h"

#include <algorithm>
#include <span>
#include <stdexcept>
#include <vector>

namespace bench {

namespace {

constexpr uint64_t kArrayChunk = uint64_t{1} << 22; // elements on the host at a time
constexpr uint64_t kTail = 65536;                   // elements at the end of long arrays that are verified
constexpr uint64_t kMinStride = 4096;               // elements between other verified ones: no more than a tile
constexpr uint64_t kMaxSamples = uint64_t{1} << 16; // of these

// Before the tail, one of every stride.
std::vector<uint64_t> sampledElements(uint64_t tail)
{
    const uint64_t stride = std::max(kMinStride, tail / kMaxSamples);
    std::vector<uint64_t> elements;
    for (uint64_t first = 0; first + stride <= tail; first += stride)
        elements.push_back(first + randomBits(first) % stride);
    return elements;
}

} // namespace

bool Arrays::allocate(VkDeviceSize arrayBytes)
{
    const VkPhysicalDeviceMemoryProperties& memory = m_device.memoryProperties();
    VkDeviceSize heapBytes = 0;
    for (uint32_t i = 0; i < memory.memoryHeapCount; ++i)
        if ((memory.memoryHeaps[i].flags & VK_MEMORY_HEAP_DEVICE_LOCAL_BIT) != 0)
            heapBytes = std::max(heapBytes, memory.memoryHeaps[i].size);
    // Others use the heap as well, and some devices promise more memory than there is.
    if (2 * arrayBytes > heapBytes / 4 * 3)
        return false;
    const VkDeviceSize bytes = (arrayBytes + 15) / 16 * 16;
    try {
        m_input = {};
        m_output = {};
        m_input = m_device.createBuffer(bytes);
        m_output = m_device.createBuffer(bytes);
    } catch (const std::runtime_error&) {
        return false;
    }
    m_count = 0;
    return true;
}

template <class T>
void Arrays::uploadNumbers(const Row& row)
{
    if (row.arrayBytes() > m_input.size())
        throw std::runtime_error("the arrays are larger than what was allocated");
    if (m_type != row.desc.type || m_op != row.desc.op)
        m_count = 0;
    m_type = row.desc.type;
    m_op = row.desc.op;
    const uint64_t count = row.arrayBytes() / sizeof(T);
    std::vector<T> chunk;
    for (; m_count < count; m_count += chunk.size()) {
        chunk.resize(std::min(kArrayChunk, count - m_count));
        for (uint64_t i = 0; i < chunk.size(); ++i)
            chunk[i] = elementAt<T>(m_op, m_count + i);
        m_device.upload(m_input, chunk, m_count * sizeof(T));
    }
}

// Short slices whole, long ones at their end and, before, a few elements of about every tile.
template <class T>
void Arrays::verifyNumbers(const Row& row, uint64_t first, const gpu::Buffer& total)
{
    const VkDeviceSize offset = (first + row.outputOffset) * sizeof(T);
    const uint64_t count = row.trueCount();
    const uint64_t tail = count <= kArrayChunk ? 0 : count - kTail;
    Checker<T> checker(reference<T>(row.desc.op), row, first);

    if (tail > 0) {
        const std::vector<uint64_t> elements = sampledElements(tail);
        std::vector<VkBufferCopy> copies;
        for (uint64_t element : elements)
            copies.push_back({offset + element * sizeof(T), copies.size() * sizeof(T), sizeof(T)});
        if (m_samples.size() == 0)
            m_samples = m_device.createBuffer((kMaxSamples + 1) * sizeof(uint64_t), gpu::Memory::Host);
        m_device.run([&](VkCommandBuffer commandBuffer) {
            m_device.vk().vkCmdCopyBuffer(commandBuffer, m_output.handle(), m_samples.handle(),
                                          static_cast<uint32_t>(copies.size()), copies.data());
        });
        const std::span<T> samples = m_samples.as<T>();
        for (std::size_t i = 0; i < elements.size(); ++i)
            checker.check(elements[i], samples[i]);
    }
    std::vector<T> results(count - tail);
    m_device.download(m_output, results, offset + tail * sizeof(T));
    for (uint64_t i = 0; i < results.size(); ++i)
        checker.check(tail + i, results[i]);
    if (count < row.count) {
        T next = {};
        m_device.download(m_output, std::span(&next, 1), offset + count * sizeof(T));
        if (next != elementAt<T>(row.desc.op, first + count))
            throw std::runtime_error("the scan wrote beyond the device's count");
    }
    if (row.total) {
        T written = {};
        m_device.download(total, std::span(&written, 1));
        checker.checkTotal(written);
    }
}

void Arrays::upload(const Row& row)
{
    withNumbersOf(row.desc.type, [&](auto zero) { uploadNumbers<decltype(zero)>(row); });
}

void Arrays::verify(const Row& row, uint64_t first, const gpu::Buffer& total)
{
    withNumbersOf(row.desc.type, [&](auto zero) { verifyNumbers<decltype(zero)>(row, first, total); });
}

} // namespace bench
