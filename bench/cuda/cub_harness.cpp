#include "cub_harness.h"

#include "cuda_kernels.h"
#include "cuda_timer.h"

#include <algorithm>
#include <cstdio>
#include <numeric>
#include <stdexcept>
#include <type_traits>

namespace bench {

namespace {

constexpr uint64_t kChunk = uint64_t{1} << 22;             // elements on the host at a time
constexpr std::size_t kReserve = std::size_t{512} << 20;   // bytes for CUB's scratch and for others
constexpr uint64_t kMostSamples = 4 * (uint64_t{1} << 16); // see sampledIndices, of both sides of a partition

std::string versionName(int version) // as CUDA numbers its own
{
    return std::to_string(version / 1000) + "." + std::to_string(version % 1000 / 10);
}

} // namespace

CubHarness::CubHarness(int device)
{
    int count = 0;
    const cudaError_t error = cudaGetDeviceCount(&count);
    if (error != cudaSuccess || count == 0)
        throw std::runtime_error(std::string("there is no CUDA device here: ") +
                                 (error != cudaSuccess ? cudaGetErrorString(error) : "none is listed"));
    if (device >= count)
        throw std::runtime_error("there is no CUDA device " + std::to_string(device) + ", only " +
                                 std::to_string(count));
    check(cudaSetDevice(device), "cudaSetDevice");
    check(cudaGetDeviceProperties(&m_properties, device), "cudaGetDeviceProperties");
    m_stream = createStream();
    m_keptCount = CudaBuffer(sizeof(uint64_t));
    m_indices = CudaBuffer(kMostSamples * sizeof(uint64_t));
    m_samples = CudaBuffer(kMostSamples * sizeof(uint64_t));
    m_firstWrong = CudaBuffer(sizeof(uint32_t));
}

std::vector<std::pair<std::string, std::string>> CubHarness::context() const
{
    int driver = 0;
    int runtime = 0;
    check(cudaDriverGetVersion(&driver), "cudaDriverGetVersion");
    check(cudaRuntimeGetVersion(&runtime), "cudaRuntimeGetVersion");
    return {{"device", m_properties.name},
            {"driver", "CUDA " + versionName(driver)},
            {"cuda_runtime", versionName(runtime)},
            {"cub_version", cubVersion()}};
}

std::vector<CubRow> CubHarness::allocate(const std::vector<CubRow>& rows)
{
    std::size_t freeBytes = 0;
    std::size_t totalBytes = 0;
    check(cudaMemGetInfo(&freeBytes, &totalBytes), "cudaMemGetInfo");
    std::size_t arrayBytes = 0;
    std::size_t keyBytes = 0;
    std::size_t sortBytes = 0;
    std::vector<CubRow> fitting;
    for (const CubRow& row : rows) {
        // The copy reads from one array and writes to the other, so each must hold half of what is moved.
        const std::size_t arrays =
            std::max({arrayBytes, row.arrayBytes(), static_cast<std::size_t>(row.movedBytes(row.count) / 2)});
        const std::size_t keys = std::max(keyBytes, row.keyBytes());
        const std::size_t scratch = std::max(sortBytes, row.isSort() ? row.arrayBytes() : 0); // what passes leave
        if (2 * arrays + keys + scratch + kReserve > freeBytes) {
            std::fprintf(stderr, "no memory for %s\n", row.name().c_str());
            continue;
        }
        arrayBytes = arrays;
        keyBytes = keys;
        sortBytes = scratch;
        fitting.push_back(row);
    }
    // The copy rounds up to its vectors.
    arrayBytes = (arrayBytes + 15) / 16 * 16;
    m_input = CudaBuffer(arrayBytes);
    m_output = CudaBuffer(arrayBytes);
    m_keys = CudaBuffer(keyBytes);
    std::vector<uint32_t> chunk;
    for (uint64_t first = 0; first < keyBytes / sizeof(uint32_t); first += chunk.size()) {
        chunk.resize(std::min(kChunk, keyBytes / sizeof(uint32_t) - first));
        for (uint64_t i = 0; i < chunk.size(); ++i)
            chunk[i] = static_cast<uint32_t>((first + i) / kSegment);
        m_keys.upload(chunk, first);
    }
    return fitting;
}

template <class T>
CubCall CubHarness::callOf(const CubRow& row) const
{
    const auto count = static_cast<uint32_t>(row.count);
    const auto* numbers = m_input.as<const T>();
    auto* results = m_output.as<T>();
    if constexpr (std::is_unsigned_v<T>) {
        if (row.operation == CubOperation::Tuple)
            return inclusiveTupleSum(row.width, numbers, results, count);
        if (row.operation == CubOperation::Order)
            return repeatedSum(row.width, numbers, results, count);
    }
    const auto* input = m_input.as<const uint32_t>();
    auto* output = m_output.as<uint32_t>();
    switch (row.operation) {
    case CubOperation::InclusiveSum: return inclusiveSum(numbers, results, count);
    case CubOperation::ExclusiveSum: return exclusiveSum(input, output, count);
    case CubOperation::InclusiveMin: return inclusiveMin(input, output, count);
    case CubOperation::Reduce: return sum(input, output, count);
    case CubOperation::Select: return selectMasked(input, output, m_keptCount.as<uint64_t>(), count);
    case CubOperation::Partition: return partitionMasked(input, output, m_keptCount.as<uint64_t>(), count);
    case CubOperation::ScanByKey: return inclusiveSumByKey(m_keys.as<const uint32_t>(), input, output, count);
    case CubOperation::Tuple:
    case CubOperation::Order:
    case CubOperation::SortKeys:
    case CubOperation::SortPairs:
    case CubOperation::SortSegments: break;
    case CubOperation::Memcpy:
        return [input, output, bytes = row.arrayBytes()](void*, std::size_t& scratchBytes, cudaStream_t stream) {
            scratchBytes = 0;
            return cudaMemcpyAsync(output, input, bytes, cudaMemcpyDeviceToDevice, stream);
        };
    }
    throw std::runtime_error("there is no such operation of this type");
}

template <class T>
void CubHarness::uploadInput(const CubRow& row)
{
    if (m_inputType != row.type || m_inputOp != opOf(row))
        m_inputCount = 0;
    m_inputType = row.type;
    m_inputOp = opOf(row);
    std::vector<T> chunk;
    for (; m_inputCount < row.count; m_inputCount += chunk.size()) {
        chunk.resize(std::min(kChunk, row.count - m_inputCount));
        for (uint64_t i = 0; i < chunk.size(); ++i)
            chunk[i] = elementAt<T>(m_inputOp, m_inputCount + i);
        m_input.upload(chunk, m_inputCount);
    }
}

template <class T>
Samples<T> CubHarness::expectedOf(const CubRow& row, uint64_t kept)
{
    if (row.isSum())
        return {}; // all are checked on the device
    if constexpr (std::is_same_v<T, uint32_t>) {
        if (row.operation == CubOperation::Select)
            return expectedOfSide(true, kept);
        if (row.operation == CubOperation::Partition)
            return expectedPartition(kept, row.count);
    }
    const vkscan::Op op = opOf(row);
    return expectedPrefixes(row, std::get<References<T>>(m_references).try_emplace(op, op).first->second);
}

template <class T>
void CubHarness::verifySums(const CubRow& row)
{
    check(cudaMemsetAsync(m_firstWrong.as<void>(), 0xff, sizeof(uint32_t), m_stream.get()), "cudaMemsetAsync");
    const auto [order, tupleSize] = row.shape();
    check(enqueueSumCheck(m_output.as<const T>(), row.wholeCount(), order, tupleSize, m_firstWrong.as<uint32_t>(),
                          m_stream.get()),
          "checking sums");
    check(cudaStreamSynchronize(m_stream.get()), "cudaStreamSynchronize");
    const uint32_t firstWrong = m_firstWrong.download<uint32_t>(1).front();
    if (firstWrong != UINT32_MAX)
        throw std::runtime_error("result " + std::to_string(firstWrong) + " is wrong");
}

template <class T>
void CubHarness::verify(const CubRow& row, const Samples<T>& expected, uint64_t kept)
{
    if constexpr (std::is_unsigned_v<T>)
        if (row.isSum())
            return verifySums<T>(row);
    check(enqueueGather(m_output.as<const T>(), m_indices.as<const uint64_t>(), expected.indices.size(),
                        m_samples.as<T>(), m_stream.get()),
          "gathering results");
    check(cudaStreamSynchronize(m_stream.get()), "cudaStreamSynchronize");
    requireEqual(expected, m_samples.download<T>(expected.indices.size()));
    if (!row.selects())
        return;
    const uint64_t found = m_keptCount.download<uint64_t>(1).front();
    if (found != kept)
        throw std::runtime_error(std::to_string(found) + " elements were kept and should be " + std::to_string(kept));
}

Result CubHarness::measureVerified(const CubRow& row, const CubCall& call, uint64_t kept,
                                   const std::function<void()>& verify)
{
    constexpr int kPoison = 0xa5;
    std::size_t scratchBytes = 0;
    check(call(nullptr, scratchBytes, m_stream.get()), "CUB");
    if (m_scratch.size() < scratchBytes) {
        m_scratch = {};
        m_scratch = CudaBuffer(scratchBytes);
    }
    const Enqueue operation = [&](cudaStream_t stream) {
        check(call(m_scratch.as<void>(), scratchBytes, stream), "CUB");
    };
    // Wipes out what an earlier row may have left right.
    check(cudaMemsetAsync(m_output.as<void>(), kPoison, row.arrayBytes(), m_stream.get()), "cudaMemsetAsync");
    operation(m_stream.get());
    verify();

    Result result;
    result.bytes = row.movedBytes(kept);
    result.times =
        timeBesideCopy(m_stream.get(), {m_input.as<void>(), m_output.as<void>(), m_input.size()}, result.bytes / 2,
                       operation, row.operation == CubOperation::SortSegments ? Launch::Calls : Launch::Graph,
                       row.isFigure ? Effort::Brief : Effort::Full);
    result.counters = {{"count", static_cast<double>(row.wholeCount())}};
    result.label = row.label();
    verify();
    return result;
}

template <class T>
Result CubHarness::measureTyped(const CubRow& row)
{
    uploadInput<T>(row);
    const uint64_t kept = row.selects() ? countKept(row) : 0;
    const Samples<T> expected = expectedOf<T>(row, kept);
    m_indices.upload(expected.indices);
    return measureVerified(row, callOf<T>(row), kept, [&] { verify(row, expected, kept); });
}

template <class T>
void CubHarness::uploadSortInput(const CubRow& row)
{
    m_inputCount = 0; // of what it held
    const SortInput input = row.sortInput();
    std::vector<T> keys;
    std::vector<uint32_t> values;
    for (uint64_t first = 0; first < row.count; first += keys.size()) {
        keys.resize(std::min(kChunk, row.count - first));
        for (uint64_t i = 0; i < keys.size(); ++i)
            keys[i] = static_cast<T>(inputKey(input, first + i));
        m_input.upload(keys, first);
        if (row.valueBytes() == 0)
            continue;
        values.resize(keys.size());
        std::iota(values.begin(), values.end(), static_cast<uint32_t>(first));
        m_input.upload(values, row.valuesOffset() / sizeof(uint32_t) + first);
    }
    if (input.segment == 0)
        return;
    std::vector<uint32_t> offsets(row.count / input.segment + 1);
    for (uint64_t i = 0; i < offsets.size(); ++i)
        offsets[i] = static_cast<uint32_t>(i * input.segment);
    m_offsets = CudaBuffer(offsets.size() * sizeof(uint32_t));
    m_offsets.upload(offsets);
}

template <class T>
void CubHarness::verifySort(const CubRow& row)
{
    check(cudaStreamSynchronize(m_stream.get()), "cudaStreamSynchronize");
    requireSorted(row.sortInput(), row.valueBytes() > 0,
                  [&](uint64_t first, std::vector<uint64_t>* keys, std::vector<uint32_t>* values) {
                      const std::vector<T> sorted = m_output.download<T>(keys->size(), first);
                      std::copy(sorted.begin(), sorted.end(), keys->begin());
                      *values =
                          m_output.download<uint32_t>(values->size(), row.valuesOffset() / sizeof(uint32_t) + first);
                  });
}

template <class T>
Result CubHarness::measureSort(const CubRow& row)
{
    uploadSortInput<T>(row);
    const auto count = static_cast<uint32_t>(row.count);
    const auto* input = m_input.as<const T>();
    auto* output = m_output.as<T>();
    const std::size_t values = row.valuesOffset() / sizeof(uint32_t);
    CubCall call = sortKeys(input, output, count);
    if (row.operation == CubOperation::SortPairs)
        call = sortPairs(input, output, m_input.as<const uint32_t>() + values, m_output.as<uint32_t>() + values, count);
    if constexpr (std::is_same_v<T, uint32_t>)
        if (row.operation == CubOperation::SortSegments)
            call = sortSegments(input, output, m_offsets.as<const uint32_t>(), count / kSortedSegment, count);
    return measureVerified(row, call, 0, [&] { verifySort<T>(row); });
}

Result CubHarness::measure(const CubRow& row)
{
    if (row.isSort()) {
        switch (row.type) {
        case vkscan::ElementType::U16: return measureSort<uint16_t>(row);
        case vkscan::ElementType::U32: return measureSort<uint32_t>(row);
        case vkscan::ElementType::U64: return measureSort<uint64_t>(row);
        default: throw std::runtime_error("there are no keys of this type");
        }
    }
    switch (row.type) {
    case vkscan::ElementType::U32: return measureTyped<uint32_t>(row);
    case vkscan::ElementType::I32: return measureTyped<int32_t>(row);
    case vkscan::ElementType::F32: return measureTyped<float>(row);
    case vkscan::ElementType::U64: return measureTyped<uint64_t>(row);
    case vkscan::ElementType::F64: return measureTyped<double>(row);
    default: throw std::runtime_error("there are no numbers of this type");
    }
}

} // namespace bench
