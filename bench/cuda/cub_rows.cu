#include "cub_rows.h"

#include <cub/device/device_histogram.cuh>
#include <cub/device/device_partition.cuh>
#include <cub/device/device_reduce.cuh>
#include <cub/device/device_run_length_encode.cuh>
#include <cub/device/device_scan.cuh>
#include <cub/device/device_segmented_reduce.cuh>
#include <cub/device/device_select.cuh>
#include <cub/version.cuh>

#if CUB_VERSION >= 300500
#include <cub/device/device_segmented_scan.cuh>
#include <cuda/execution>
#include <cuda/memory_resource>
#include <cuda/stream_ref>
#include <thrust/iterator/counting_iterator.h>
#include <thrust/iterator/transform_iterator.h>
#endif

#include <algorithm>
#include <new>
#include <numeric>
#include <type_traits>

#ifdef VKSCAN_CUB_VERSION
static_assert(CUB_VERSION == VKSCAN_CUB_VERSION, "another CUB than that of VKSCAN_CUB_INCLUDE_DIR was found first");
#endif

namespace bench {

#if CUB_VERSION >= 300500
// A memory resource that hands out the given scratch. If there is none, it returns the bytes that CUB wants, and fails.
struct GivenScratch {
    Cub given;

    void* allocate_sync(std::size_t wanted, std::size_t)
    {
        if (given.scratch == nullptr)
            given.bytes = wanted;
        if (given.scratch == nullptr || wanted > given.bytes)
            throw std::bad_alloc();
        return given.scratch;
    }
    void* allocate(cuda::stream_ref, std::size_t wanted, std::size_t) { return allocate_sync(wanted, 0); }
    void deallocate_sync(void*, std::size_t, std::size_t) noexcept {}
    void deallocate(cuda::stream_ref, void*, std::size_t, std::size_t) noexcept {}
    bool operator==(const GivenScratch& other) const { return given.scratch == other.given.scratch; }
};

using RunToRun = decltype(cuda::execution::require(cuda::execution::determinism::run_to_run));
using Environment =
    cuda::std::execution::env<cuda::stream_ref, RunToRun,
                              cuda::std::execution::prop<cuda::mr::get_memory_resource_t, GivenScratch>>;
#endif

namespace {

using std::to_string;

constexpr std::size_t kWord = sizeof(uint32_t);
constexpr uint64_t kPart = 1024; // elements that one thread walks through to verify

// The element at an index: any bits, or an integer from -8 to 8, so that sums of floats are exact.
template <class T>
__device__ T elementAt(uint64_t index)
{
    if constexpr (std::is_floating_point_v<T>)
        return static_cast<T>(static_cast<int>(randomBits(index) % 17) - 8);
    else
        return static_cast<T>(randomBits(index));
}

template <class T>
T* fillInput(const Arrays& arrays, uint64_t count)
{
    auto* input = reinterpret_cast<T*>(arrays.input);
    forEach(arrays, count, [=] __device__(uint64_t i) { input[i] = elementAt<T>(i); });
    return input;
}

void verifyExpected(const Arrays& arrays, uint64_t count)
{
    verifyEach(arrays, count, [output = arrays.output, expected = arrays.expected] __device__(uint64_t i) {
        return output[i] == expected[i];
    });
}

constexpr uint64_t kEndless = ~uint64_t{0};

// Sums of an order, of tuples, or of segments.
struct Sums {
    unsigned order = 1;
    unsigned tupleSize = 1;
    uint64_t segment = kEndless; // elements
    bool isExclusive = false;
};

// Sums, of type R, are right if their finite differences are the elements, of type T.
template <class T, class R = T>
void verifySums(const Arrays& arrays, uint64_t count, const Sums& sums)
{
    // Unsigned, because sums overflow.
    using Number = std::conditional_t<std::is_same_v<R, int32_t>, uint32_t, R>;
    const auto* results = reinterpret_cast<const Number*>(arrays.output);
    verifyEach(arrays, count, [=] __device__(uint64_t index) {
        Number difference = 0;
        Number coefficient = 1; // binomial
        for (unsigned i = 0; i <= sums.order && uint64_t{i} * sums.tupleSize <= index % sums.segment; ++i) {
            const Number term = coefficient * results[index - i * sums.tupleSize];
            difference += i % 2 == 0 ? term : Number{0} - term;
            coefficient = coefficient * static_cast<Number>(sums.order - i) / static_cast<Number>(i + 1);
        }
        if (sums.isExclusive)
            return difference == (index > 0 ? static_cast<Number>(elementAt<T>(index - 1)) : Number{0});
        return difference == static_cast<Number>(elementAt<T>(index));
    });
}

template <class T, class R = T>
using Scan = std::function<cudaError_t(Cub, const T* input, R* output, uint32_t count)>;

// Keys of segments lie behind the input. Elements behind the last whole tuple are left out.
template <class T, class R = T>
CubRow sumsRow(const std::string& name, const std::string& call, uint32_t count, const Sums& sums,
               const std::type_identity_t<Scan<T, R>>& scan)
{
    CubRow row = {name + "/" + to_string(count), call, count};
    row.bind = [=](const Arrays& arrays) {
        const uint32_t whole = count / sums.tupleSize * sums.tupleSize;
        const bool hasKeys = sums.segment != kEndless;
        const T* input = fillInput<T>(arrays, count);
        auto* output = reinterpret_cast<R*>(arrays.output);
        uint32_t* keys = arrays.input + count;
        if (hasKeys)
            forEach(arrays, count, [=] __device__(uint64_t i) { keys[i] = static_cast<uint32_t>(i / sums.segment); });
        return Bound{whole * (sizeof(T) + sizeof(R)) + (hasKeys ? count * kWord : 0),
                     [=](Cub c) { return scan(c, input, output, whole); },
                     [=] { verifySums<T, R>(arrays, whole, sums); }};
    };
    return row;
}

// Sums of sums of ...: `order` scans, from the second in place.
template <class T>
CubRow orderRow(const std::string& name, uint32_t count, unsigned order)
{
    const std::string call = (order > 1 ? to_string(order) + " x " : "") + "DeviceScan::InclusiveSum";
    return sumsRow<T>(name, call, count, {.order = order}, [order](Cub c, const T* input, T* output, uint32_t n) {
        cudaError_t error = cub::DeviceScan::InclusiveSum(c.scratch, c.bytes, input, output, n, c.stream);
        const T* sums = output;
        for (unsigned i = 1; i < order && c.scratch != nullptr && error == cudaSuccess; ++i)
            error = cub::DeviceScan::InclusiveSum(c.scratch, c.bytes, sums, output, n, c.stream);
        return error;
    });
}

#if CUB_VERSION >= 300000
// Sums of elements of type T in type R.
template <class T, class R>
CubRow wideRow(const std::string& type, uint32_t count)
{
    const auto scan = [](Cub c, const T* input, R* output, uint32_t n) {
        return cub::DeviceScan::InclusiveScanInit(c.scratch, c.bytes, input, output, cuda::std::plus<>{}, R{0}, n,
                                                  c.stream);
    };
    return sumsRow<T, R>("stored/scan/" + type + "_to_same", "DeviceScan::InclusiveScanInit", count, {}, scan);
}
#endif

// Aligned as far as the size allows, so that CUB can load vectors.
template <unsigned Size>
struct alignas(Size % 4 == 0   ? 16
               : Size % 2 == 0 ? 8
                               : 4) Tuple {
    uint32_t members[Size];
};

struct AddTuples {
    template <unsigned Size>
    __host__ __device__ Tuple<Size> operator()(Tuple<Size> earlier, const Tuple<Size>& later) const
    {
#pragma unroll
        for (unsigned i = 0; i < Size; ++i)
            earlier.members[i] += later.members[i];
        return earlier;
    }
};

template <unsigned Size>
CubRow tupleRow(uint32_t count)
{
    const auto scan = [](Cub c, const uint32_t* input, uint32_t* output, uint32_t n) {
        const auto* from = reinterpret_cast<const Tuple<Size>*>(input);
        auto* to = reinterpret_cast<Tuple<Size>*>(output);
        return cub::DeviceScan::InclusiveScan(c.scratch, c.bytes, from, to, AddTuples{}, n / Size, c.stream);
    };
    return sumsRow<uint32_t>("tuple/u32/" + to_string(Size) + "/auto", "DeviceScan::InclusiveScan", count,
                             {.tupleSize = Size}, scan);
}

#if CUB_VERSION >= 300500
CubRow deterministicRow(uint32_t count)
{
    const auto scan = [](Cub c, const float* input, float* output, uint32_t n) {
        c.bytes = c.scratch == nullptr ? 0 : c.bytes;
        const Environment environment{cuda::stream_ref{c.stream}, RunToRun{}, {{}, GivenScratch{c}}};
        const cudaError_t error = cub::DeviceScan::InclusiveSum(input, output, n, environment);
        return c.scratch == nullptr && c.bytes > 0 ? cudaSuccess : error;
    };
    return sumsRow<float>("scan/f32/add/inclusive/deterministic", "DeviceScan::InclusiveSum, run to run", count, {},
                          scan);
}
#endif

#if CUB_VERSION >= 300500
// Where a row begins; or where the last one ends, which may be shorter.
struct RowOffset {
    uint32_t length;
    uint32_t count;

    __host__ __device__ uint32_t operator()(uint32_t row) const
    {
        const uint64_t first = uint64_t{row} * length;
        return first < count ? static_cast<uint32_t>(first) : count;
    }
};

// Offsets lie behind the input; those of rows are computed.
CubRow segmentedScanRow(const std::string& name, bool isRows, uint32_t length, uint32_t count)
{
    CubRow row = {name + "/" + to_string(length) + "/" + to_string(count), "DeviceSegmentedScan::InclusiveSegmentedSum",
                  count};
    row.bind = [=](const Arrays& arrays) {
        const int64_t segments = (uint64_t{count} + length - 1) / length;
        const RowOffset offsetOf = {length, count};
        const uint32_t* input = fillInput<uint32_t>(arrays, count);
        uint32_t* output = arrays.output;
        uint32_t* offsets = arrays.input + count;
        forEach(arrays, segments + 1, [=] __device__(uint64_t i) { offsets[i] = offsetOf(static_cast<uint32_t>(i)); });
        Bound bound = {(2 * uint64_t{count} + (isRows ? 0 : segments + 1)) * kWord};
        const auto rows = thrust::make_transform_iterator(thrust::counting_iterator<uint32_t>(0), offsetOf);
        if (isRows)
            bound.call =
                VKSCAN_CUB_CALL(DeviceSegmentedScan::InclusiveSegmentedSum, input, output, rows, rows + 1, segments);
        else
            bound.call = VKSCAN_CUB_CALL(DeviceSegmentedScan::InclusiveSegmentedSum, input, output, offsets,
                                         offsets + 1, segments);
        bound.verify = [=] { verifySums<uint32_t>(arrays, count, {.segment = length}); };
        return bound;
    };
    return row;
}
#endif

// The whole sum is exact, also that of floats, whose elements are integers.
template <class T, class R = T>
CubRow reduceRow(const std::string& name, uint32_t count)
{
    CubRow row = {name + "/" + to_string(count), "DeviceReduce::Sum", count, Yardstick::Read};
    row.bind = [=](const Arrays& arrays) {
        const T* input = fillInput<T>(arrays, count);
        auto* output = reinterpret_cast<R*>(arrays.output);
        auto* sum = reinterpret_cast<unsigned long long*>(arrays.expected);
        check(cudaMemsetAsync(sum, 0, sizeof(*sum), arrays.stream), "cudaMemsetAsync");
        forEach(arrays, (count + kPart - 1) / kPart, [=] __device__(uint64_t part) {
            int64_t partial = 0;
            for (uint64_t i = part * kPart; i < count && i < (part + 1) * kPart; ++i)
                partial += static_cast<int64_t>(elementAt<T>(i));
            atomicAdd(sum, static_cast<unsigned long long>(partial));
        });
        const auto isRight = [=] __device__(uint64_t) { return *output == static_cast<R>(static_cast<int64_t>(*sum)); };
        return Bound{count * sizeof(T), VKSCAN_CUB_CALL(DeviceReduce::Sum, input, output, count),
                     [=] { verifyEach(arrays, 1, isRight); }};
    };
    return row;
}

// The least number and its index. Minima fall, so that no other number equals the least.
CubRow argMinRow(uint32_t count)
{
    CubRow row = {"reduce/u32/min/index/" + to_string(count), "DeviceReduce::ArgMin", count, Yardstick::Read};
    row.bind = [=](const Arrays& arrays) {
        const Numbers numbers = {.kind = kFalling, .bytes = kWord, .count = count};
        const uint32_t* input = arrays.input;
        uint32_t* output = arrays.output;
        uint32_t* index = arrays.output + 2;
        uint32_t* least = arrays.expected;
        check(cudaMemsetAsync(least, 0xff, sizeof(*least), arrays.stream), "cudaMemsetAsync");
        forEach(arrays, count, [=, to = arrays.input] __device__(uint64_t i) {
            to[i] = static_cast<uint32_t>(numberAt(numbers, i));
            atomicMin(least, to[i]);
        });
        const auto isRight = [=] __device__(uint64_t) {
            return *output == *least && *index < count && static_cast<uint32_t>(numberAt(numbers, *index)) == *least;
        };
        return Bound{count * kWord, VKSCAN_CUB_CALL(DeviceReduce::ArgMin, input, output, index, int64_t{count}),
                     [=] { verifyEach(arrays, 1, isRight); }};
    };
    return row;
}

// Odd numbers are kept: half of random ones.
struct IsOdd {
    __host__ __device__ bool operator()(uint32_t value) const { return (value & 1) != 0; }
};

// Expects the kept elements in front and the others in reverse order behind, as DevicePartition::If leaves them: part
// by part, whose places follow from how many each keeps. Returns how many are kept in all.
uint32_t expectPartition(const Arrays& arrays, uint64_t count)
{
    const uint32_t* input = arrays.input;
    uint32_t* expected = arrays.expected;
    uint32_t* firsts = expected + count;
    std::vector<uint32_t> parts((count + kPart - 1) / kPart);
    forEach(arrays, parts.size(), [=] __device__(uint64_t part) {
        firsts[part] = 0;
        for (uint64_t i = part * kPart; i < count && i < (part + 1) * kPart; ++i)
            firsts[part] += IsOdd()(input[i]) ? 1 : 0;
    });
    copy(arrays, parts.data(), firsts, parts.size() * kWord);
    const uint32_t kept = std::accumulate(parts.begin(), parts.end(), 0u);
    std::exclusive_scan(parts.begin(), parts.end(), parts.begin(), 0u);
    copy(arrays, firsts, parts.data(), parts.size() * kWord);
    forEach(arrays, parts.size(), [=] __device__(uint64_t part) {
        uint64_t place = firsts[part];
        uint64_t otherPlace = count - (part * kPart - place);
        for (uint64_t i = part * kPart; i < count && i < (part + 1) * kPart; ++i)
            expected[IsOdd()(input[i]) ? place++ : --otherPlace] = input[i];
    });
    return kept;
}

CubRow selectRow(bool isPartition, uint32_t count)
{
    CubRow row = {(isPartition ? "partition/u32/half/" : "select/u32/half/") + to_string(count),
                  isPartition ? "DevicePartition::If" : "DeviceSelect::If", count};
    row.bind = [=](const Arrays& arrays) {
        const uint32_t* input = fillInput<uint32_t>(arrays, count);
        uint32_t* output = arrays.output;
        uint32_t* keptCount = output + count;
        const uint32_t kept = expectPartition(arrays, count);
        const uint64_t written = isPartition ? count : kept;
        const auto isCountRight = [=] __device__(uint64_t) { return *keptCount == kept; };
        Bound bound = {(count + written) * kWord};
        if (isPartition)
            bound.call = VKSCAN_CUB_CALL(DevicePartition::If, input, output, keptCount, count, IsOdd{});
        else
            bound.call = VKSCAN_CUB_CALL(DeviceSelect::If, input, output, keptCount, count, IsOdd{});
        bound.verify = [=] {
            verifyExpected(arrays, written);
            verifyEach(arrays, 1, isCountRight);
        };
        return bound;
    };
    return row;
}

CubRow runLengthRow(uint32_t length, uint32_t count)
{
    CubRow row = {"run_length/u32/" + to_string(length) + "/" + to_string(count), "DeviceRunLengthEncode::Encode",
                  count};
    row.bind = [=](const Arrays& arrays) {
        const uint32_t runs = (count + length - 1) / length;
        const uint32_t* input = arrays.input;
        uint32_t* elements = arrays.output;
        uint32_t* lengths = elements + (runs + 63) / 64 * 64;
        uint32_t* runCount = lengths + runs;
        const auto elementOf = [] __device__(uint64_t run) { return static_cast<uint32_t>(run) * 0x9e3779b1u; };
        forEach(arrays, count, [=, to = arrays.input] __device__(uint64_t i) { to[i] = elementOf(i / length); });
        const auto isRight = [=] __device__(uint64_t run) {
            const uint64_t rest = count - run * length;
            return elements[run] == elementOf(run) && lengths[run] == (rest < length ? rest : length) &&
                   *runCount == runs;
        };
        return Bound{
            (count + 2 * uint64_t{runs}) * kWord,
            VKSCAN_CUB_CALL(DeviceRunLengthEncode::Encode, input, elements, lengths, runCount, static_cast<int>(count)),
            [=] { verifyEach(arrays, runs, isRight); }};
    };
    return row;
}

// Keys and sums of runs, or keys and first values.
CubRow byKeyRow(bool keepsFirst, uint32_t length, uint32_t count)
{
    CubRow row = {(keepsFirst ? "unique_by_key/u32/" : "reduce_by_key/u32/") + to_string(length) + "/" +
                      to_string(count),
                  keepsFirst ? "DeviceSelect::UniqueByKey" : "DeviceReduce::ReduceByKey", count};
    row.bind = [=](const Arrays& arrays) {
        const uint32_t runs = (count + length - 1) / length;
        const uint32_t* keys = arrays.input;
        const uint32_t* values = keys + count;
        uint32_t* elements = arrays.output;
        uint32_t* results = elements + (runs + 63) / 64 * 64;
        uint32_t* runCount = results + runs;
        const auto elementOf = [] __device__(uint64_t run) { return static_cast<uint32_t>(run) * 0x9e3779b1u; };
        const auto valueOf = [] __device__(uint64_t i) { return static_cast<uint32_t>(i) ^ 0x55u; };
        forEach(arrays, count, [=, to = arrays.input] __device__(uint64_t i) {
            to[i] = elementOf(i / length);
            to[count + i] = valueOf(i);
        });
        const auto isRight = [=] __device__(uint64_t run) {
            uint32_t expected = keepsFirst ? valueOf(run * length) : 0;
            if (!keepsFirst)
                for (uint64_t i = run * length; i < count && i < (run + 1) * length; ++i)
                    expected += valueOf(i);
            return elements[run] == elementOf(run) && results[run] == expected && *runCount == runs;
        };
        Bound bound = {((keepsFirst ? 1 : 2) * uint64_t{count} + (keepsFirst ? 3 : 2) * uint64_t{runs}) * kWord};
        if (keepsFirst)
            bound.call = VKSCAN_CUB_CALL(DeviceSelect::UniqueByKey, keys, values, elements, results, runCount, count);
        else
            bound.call = VKSCAN_CUB_CALL(DeviceReduce::ReduceByKey, keys, elements, values, results, runCount,
                                         cuda::std::plus<>{}, static_cast<int>(count));
        bound.verify = [=] { verifyEach(arrays, runs, isRight); };
        return bound;
    };
    return row;
}

// Rows leave out what is no whole segment: CUB's cannot have a shorter one at the end.
CubRow segmentedReduceRow(bool isRows, uint32_t length, uint32_t count)
{
    CubRow row = {std::string("segmented_reduce/u32/") + (isRows ? "rows/" : "offsets/") + to_string(length) + "/" +
                      to_string(count),
                  "DeviceSegmentedReduce::Sum", count, Yardstick::Read};
    row.bind = [=](const Arrays& arrays) {
        const int64_t segments = isRows ? count / length : (count + length - 1) / length;
        const uint32_t* input = fillInput<uint32_t>(arrays, count);
        uint32_t* output = arrays.output;
        uint32_t* offsets = arrays.input + count;
        forEach(arrays, segments + 1, [=] __device__(uint64_t i) {
            offsets[i] = static_cast<uint32_t>(i * length < count ? i * length : count);
        });
        forEach(arrays, segments, [=, expected = arrays.expected] __device__(uint64_t i) {
            uint32_t sum = 0;
            for (uint32_t j = offsets[i]; j < offsets[i + 1]; ++j)
                sum += elementAt<uint32_t>(j);
            expected[i] = sum;
        });
        Bound bound = {(isRows ? segments * (length + 1) : count + 2 * segments + 1) * kWord};
        bound.call = VKSCAN_CUB_CALL(DeviceSegmentedReduce::Sum, input, output, segments, offsets, offsets + 1);
#if CUB_VERSION >= 300200
        if (isRows)
            bound.call = VKSCAN_CUB_CALL(DeviceSegmentedReduce::Sum, input, output, segments, static_cast<int>(length));
#endif
        bound.verify = [=] { verifyExpected(arrays, segments); };
        return bound;
    };
    return row;
}

// Bins of equal width of all numbers, or so wide that almost all numbers fall into the first. Levels are doubles, with
// which every quotient here is exact: with integers, CUB divides 64 bits for each element.
CubRow histogramRow(uint32_t bins, bool isSkewed, uint32_t count)
{
    CubRow row = {"histogram/u32/" + to_string(bins) + (isSkewed ? "/skewed/" : "/") + to_string(count),
                  "DeviceHistogram::HistogramEven", count, Yardstick::Read};
    row.bind = [=](const Arrays& arrays) {
        const uint32_t width = isSkewed ? 0xffffffff : static_cast<uint32_t>((uint64_t{1} << 32) / bins);
        const uint32_t* input = fillInput<uint32_t>(arrays, count);
        uint32_t* output = arrays.output;
        uint32_t* expected = arrays.expected;
        check(cudaMemsetAsync(expected, 0, bins * kWord, arrays.stream), "cudaMemsetAsync");
        forEach(arrays, count, [=] __device__(uint64_t i) { atomicAdd(&expected[input[i] / width], 1u); });
        return Bound{count * kWord,
                     VKSCAN_CUB_CALL(DeviceHistogram::HistogramEven, input, output, static_cast<int>(bins) + 1, 0.0,
                                     static_cast<double>(bins) * width, static_cast<int>(count)),
                     [=] { verifyExpected(arrays, bins); }};
    };
    return row;
}

constexpr uint32_t powerOf2(unsigned log2)
{
    return uint32_t{1} << log2;
}

} // namespace

std::string cubVersion()
{
    return to_string(CUB_VERSION / 100000) + "." + to_string(CUB_VERSION / 100 % 1000) + "." +
           to_string(CUB_VERSION % 100);
}

void appendCubRows(CubRows* rows)
{
    const auto scan = [&]<class T>(T, const std::string& type, uint32_t count) {
        rows->push_back(orderRow<T>("scan/" + type + "/add/inclusive/auto", count, 1));
    };
    for (const unsigned log2 : {10, 11, 12, 13, 14, 15, 16, 17, 18, 19, 20, 21, 22, 24, 26, 28, 30})
        scan(uint32_t{}, "u32", powerOf2(log2));
    for (const uint32_t count : {10'000, 100'000, 1'000'000})
        scan(uint32_t{}, "u32", count);
    for (const unsigned log2 : {12, 16, 20, 24, 26, 28, 30}) {
        scan(int32_t{}, "i32", powerOf2(log2));
        scan(float{}, "f32", powerOf2(log2));
#if CUB_VERSION >= 300500
        rows->push_back(deterministicRow(powerOf2(log2)));
#endif
    }
    for (const unsigned log2 : {20, 23, 25, 27}) {
        scan(uint64_t{}, "u64", powerOf2(log2));
        scan(double{}, "f64", powerOf2(log2));
    }
    const auto exclusive = [](Cub c, const uint32_t* input, uint32_t* output, uint32_t n) {
        return cub::DeviceScan::ExclusiveSum(c.scratch, c.bytes, input, output, n, c.stream);
    };
    rows->push_back(sumsRow<uint32_t>("scan/u32/add/exclusive/auto", "DeviceScan::ExclusiveSum", powerOf2(26),
                                      {.isExclusive = true}, exclusive));
    for (const unsigned log2 : {12, 16, 20, 22, 24, 26, 28})
        rows->push_back(reduceRow<uint32_t>("reduce/u32/add", powerOf2(log2)));
    for (const unsigned log2 : {16, 20, 24, 28})
        rows->push_back(argMinRow(powerOf2(log2)));
    for (const unsigned log2 : {20, 28})
        rows->push_back(reduceRow<float>("reduce/f32/add", powerOf2(log2)));
    for (const unsigned log2 : {20, 27})
        rows->push_back(reduceRow<uint64_t>("reduce/u64/add", powerOf2(log2)));
    for (const unsigned log2 : {20, 24, 28}) {
        rows->push_back(reduceRow<uint32_t, uint64_t>("stored/reduce/u32", powerOf2(log2)));
        rows->push_back(reduceRow<float, double>("stored/reduce/f32", powerOf2(log2)));
#if CUB_VERSION >= 300000
        rows->push_back(wideRow<uint32_t, uint64_t>("u32", powerOf2(log2)));
        rows->push_back(wideRow<float, double>("f32", powerOf2(log2)));
#endif
    }
    const auto byKey = [](Cub c, const uint32_t* input, uint32_t* output, uint32_t n) {
        return cub::DeviceScan::InclusiveSumByKey(c.scratch, c.bytes, input + n, input, output, n,
                                                  cuda::std::equal_to<>{}, c.stream);
    };
    for (const unsigned log2 : {16, 20, 24, 28}) {
        const uint32_t count = powerOf2(log2);
        for (const unsigned order : {2, 5, 8})
            rows->push_back(orderRow<uint32_t>("order/u32/" + to_string(order) + "/auto", count, order));
        rows->insert(rows->end(), {tupleRow<2>(count), tupleRow<5>(count), tupleRow<8>(count)});
        rows->push_back(sumsRow<uint32_t>("segments/u32/keys/1000", "DeviceScan::InclusiveSumByKey", count,
                                          {.segment = 1000}, byKey));
#if CUB_VERSION >= 300500
        rows->push_back(segmentedScanRow("segments/u32/offsets", false, 1000, count));
        rows->push_back(segmentedScanRow("segments/u32/rows", true, 1000, count));
#endif
        rows->insert(rows->end(), {selectRow(false, count), selectRow(true, count)});
        for (const uint32_t length : {2, 32, 1000})
            rows->insert(rows->end(),
                         {runLengthRow(length, count), byKeyRow(false, length, count), byKeyRow(true, length, count)});
        for (const uint32_t length : {32, 1000, 65536})
            for (const bool isRows : {false, true})
                if (!isRows || CUB_VERSION >= 300200)
                    rows->push_back(segmentedReduceRow(isRows, length, count));
        for (const uint32_t bins : {256, 4096, 65536}) {
            rows->push_back(histogramRow(bins, false, count));
            if (log2 >= 24 && bins != 4096)
                rows->push_back(histogramRow(bins, true, count));
        }
    }
#if CUB_VERSION >= 300500
    rows->push_back(segmentedScanRow("batched/u32", true, 64, powerOf2(24)));
    for (const uint32_t length : {64u, 1024u, 65536u, powerOf2(20)})
        rows->push_back(segmentedScanRow("batched/u32", true, length, powerOf2(28)));
#endif
    for (const unsigned order : {2, 5, 8})
        rows->push_back(orderRow<uint64_t>("order/u64/" + to_string(order) + "/auto", powerOf2(27), order));
}

} // namespace bench
