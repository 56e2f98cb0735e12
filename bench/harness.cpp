#include "harness.h"

#include "checker.h"

#include <algorithm>
#include <cmath>
#include <span>
#include <stdexcept>
#include <string>

namespace bench {

namespace {

constexpr uint64_t kChunk = uint64_t{1} << 22;      // elements on the host at a time
constexpr uint64_t kTail = 65536;                   // elements at the end of long arrays that are verified
constexpr uint64_t kMinStride = 4096;               // elements between other verified ones: no more than a tile
constexpr uint64_t kMaxSamples = uint64_t{1} << 16; // of these

void require(vkscan::Status status, const char* what)
{
    if (status != vkscan::Status::Success)
        throw std::runtime_error(std::string(what) + " failed: " + vkscan::toString(status));
}

vkscan::Context createContext(const gpu::Device& device)
{
    vkscan::Context context;
    require(vkscan::Context::create(device.contextDesc(), &context), "Context::create");
    return context;
}

} // namespace

Harness::Harness(const gpu::DeviceOptions& options)
    : m_device(options),
      m_context(createContext(m_device)),
      m_copy(m_device),
      m_count(m_device.createBuffer(sizeof(uint32_t)))
{
}

vkscan::Status Harness::createScan(const vkscan::ScanDesc& desc, const vkscan::Scan** scan)
{
    const ScanKey key = {desc.type, desc.op, desc.kind, desc.direction, desc.strategy};
    auto found = m_scans.find(key);
    if (found == m_scans.end()) {
        vkscan::Scan created;
        const vkscan::Status status = vkscan::Scan::create(m_context, desc, &created);
        if (status != vkscan::Status::Success)
            return status;
        found = m_scans.emplace(key, std::move(created)).first;
    }
    *scan = &found->second;
    return vkscan::Status::Success;
}

uint64_t Harness::maxCount(const vkscan::ScanDesc& desc)
{
    const vkscan::Scan* scan = nullptr;
    const vkscan::Status status = createScan(desc, &scan);
    if (status == vkscan::Status::TypeUnsupported || status == vkscan::Status::StrategyUnsupported)
        return 0;
    require(status, "Scan::create");
    return scan->maxCount();
}

bool Harness::allocate(VkDeviceSize arrayBytes)
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
    m_inputCount = 0;
    return true;
}

void Harness::recover()
{
    m_device.fill(m_scratch, 0);
}

vkscan::ScanArgs Harness::prepareArgs(const Row& row, const vkscan::Scan& scan)
{
    const VkDeviceSize scratchBytes = scan.scratchSize(row.count);
    if (m_scratch.size() < scratchBytes || m_scratch.size() == 0) {
        m_scratch = m_device.createBuffer(std::max<VkDeviceSize>(scratchBytes, 16));
        m_device.fill(m_scratch, 0);
    }
    const VkDeviceSize size = vkscan::sizeOf(row.desc.type);
    const VkDeviceSize offset = row.unaligned ? size : 0;
    vkscan::ScanArgs args;
    args.output = {m_output.address() + offset, row.count * size};
    args.input = row.inPlace ? args.output : vkscan::BufferRange{m_input.address() + offset, row.count * size};
    args.scratch = m_scratch.range();
    args.count = row.count;
    if (row.deviceCount) {
        m_device.upload(m_count, std::span(&*row.deviceCount, 1));
        args.countBuffer = m_count.range();
    }
    return args;
}

void Harness::copyAndScan(const Row& row, const vkscan::Scan& scan, const vkscan::ScanArgs& args)
{
    // The copy wipes out what an earlier row may have left right, and is what a scan in place starts from.
    m_device.run([&](VkCommandBuffer commandBuffer) {
        m_copy.record(commandBuffer, m_input.address(), m_output.address(), row.arrayBytes());
        recordComputeBarrier(m_device, commandBuffer);
        require(scan.record(commandBuffer, args), "Scan::record");
    });
}

void Harness::verifyScratch()
{
    if (m_scratch.size() < vkscan::kScratchStatusOffset + sizeof(uint32_t))
        return;
    uint32_t status = 0;
    m_device.download(m_scratch, std::span(&status, 1), vkscan::kScratchStatusOffset);
    if (status != static_cast<uint32_t>(vkscan::ScratchStatus::Complete))
        throw std::runtime_error("the scan gave up waiting: its scratch status is " + std::to_string(status));
}

template <class T>
Reference<T>& Harness::referenceOf(vkscan::Op op)
{
    return std::get<References<T>>(m_references).try_emplace(op, op).first->second;
}

template <class T>
void Harness::uploadInput(const Row& row)
{
    if (m_inputType != row.desc.type || m_inputOp != row.desc.op)
        m_inputCount = 0;
    m_inputType = row.desc.type;
    m_inputOp = row.desc.op;
    const uint64_t count = row.arrayBytes() / sizeof(T);
    std::vector<T> chunk;
    for (; m_inputCount < count; m_inputCount += chunk.size()) {
        chunk.resize(std::min(kChunk, count - m_inputCount));
        for (uint64_t i = 0; i < chunk.size(); ++i)
            chunk[i] = elementAt<T>(m_inputOp, m_inputCount + i);
        m_device.upload(m_input, chunk, m_inputCount * sizeof(T));
    }
}

// Short arrays whole, long ones at their end and, before, a few elements of about every tile.
template <class T>
void Harness::verifyOutput(const Row& row)
{
    const VkDeviceSize offset = row.unaligned ? sizeof(T) : 0;
    const uint64_t count = row.trueCount();
    const uint64_t tail = count <= kChunk ? 0 : count - kTail;
    Checker<T> checker(referenceOf<T>(row.desc.op), row);

    if (tail > 0) {
        const uint64_t stride = std::max(kMinStride, tail / kMaxSamples);
        std::vector<VkBufferCopy> copies;
        std::vector<uint64_t> elements;
        for (uint64_t first = 0; first + stride <= tail; first += stride) {
            elements.push_back(first + randomBits(first) % stride);
            copies.push_back({offset + elements.back() * sizeof(T), copies.size() * sizeof(T), sizeof(T)});
        }
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
        if (next != elementAt<T>(row.desc.op, count))
            throw std::runtime_error("the scan wrote beyond the device's count");
    }
}

template <class T>
Measurement Harness::measureTyped(const Row& row)
{
    const vkscan::Scan* scan = nullptr;
    require(createScan(row.desc, &scan), "Scan::create");
    if (row.arrayBytes() > m_input.size())
        throw std::runtime_error("the arrays are larger than what was allocated");
    uploadInput<T>(row);
    const vkscan::ScanArgs args = prepareArgs(row, *scan);
    const auto verify = [&] {
        verifyScratch();
        verifyOutput<T>(row);
    };
    copyAndScan(row, *scan, args);
    verify();

    Measurement result;
    result.strategy = scan->strategyFor(row.count);
    const VkDeviceSize moved = row.trueCount() * sizeof(T);
    result.bytes = 2 * moved;
    result.times = timeBesideCopy(
        m_device,
        [&](VkCommandBuffer commandBuffer) {
            m_copy.record(commandBuffer, m_input.address(), m_output.address(), moved);
        },
        [&](VkCommandBuffer commandBuffer) { require(scan->record(commandBuffer, args), "Scan::record"); });

    // The last timed batch ended with scans; in place, these were scans of scans.
    if (row.inPlace)
        copyAndScan(row, *scan, args);
    verify();
    return result;
}

Measurement Harness::measure(const Row& row)
{
    switch (row.desc.type) {
    case vkscan::Type::U32: return measureTyped<uint32_t>(row);
    case vkscan::Type::I32: return measureTyped<int32_t>(row);
    case vkscan::Type::F32: return measureTyped<float>(row);
    case vkscan::Type::U64: return measureTyped<uint64_t>(row);
    case vkscan::Type::F64: return measureTyped<double>(row);
    default: throw std::runtime_error("there are no numbers of this type to scan");
    }
}

} // namespace bench
