// What CUB must find.
#ifndef VKSCAN_BENCH_CUB_EXPECTED_H
#define VKSCAN_BENCH_CUB_EXPECTED_H

#include "cub_calls.h"
#include "cub_rows.h"

#include <reference.h>

#include <cstddef>
#include <cstdint>
#include <stdexcept>
#include <string>
#include <vector>

namespace bench {

// Some results.
template <class T>
struct Samples {
    std::vector<uint64_t> indices;
    std::vector<T> values;
};

[[nodiscard]] inline vkscan::Op opOf(const CubRow& row)
{
    return row.operation == CubOperation::InclusiveMin ? vkscan::Op::Min : vkscan::Op::Add;
}

// All of a short array; of a long one its end and, before, one in a few elements of about every tile.
[[nodiscard]] inline std::vector<uint64_t> sampledIndices(uint64_t count)
{
    constexpr uint64_t kPart = uint64_t{1} << 16;
    const uint64_t tail = count <= 2 * kPart ? 0 : count - kPart;
    std::vector<uint64_t> indices;
    const uint64_t stride = (tail + kPart - 1) / kPart;
    for (uint64_t first = 0; first + stride <= tail && tail > 0; first += stride)
        indices.push_back(first + randomBits(first) % stride);
    for (uint64_t i = tail; i < count; ++i)
        indices.push_back(i);
    return indices;
}

// Of `resultAt`, which is asked for every index up to the last.
template <class ResultAt>
[[nodiscard]] std::vector<uint32_t> sampleSerially(const std::vector<uint64_t>& indices, const ResultAt& resultAt)
{
    std::vector<uint32_t> values;
    uint64_t index = 0;
    for (const uint64_t wanted : indices) {
        for (; index < wanted; ++index)
            static_cast<void>(resultAt(index));
        values.push_back(resultAt(index++));
    }
    return values;
}

[[nodiscard]] inline bool isKept(uint64_t index)
{
    return (elementAt<uint32_t>(vkscan::Op::Add, index) & kSelectMask) != 0;
}

[[nodiscard]] inline uint64_t countKept(const CubRow& row)
{
    uint64_t kept = 0;
    for (uint64_t i = 0; i < row.count; ++i)
        kept += isKept(i) ? 1 : 0;
    return kept;
}

// Of the elements that are kept, or of the others: so many.
[[nodiscard]] inline Samples<uint32_t> expectedOfSide(bool kept, uint64_t count)
{
    Samples<uint32_t> samples = {sampledIndices(count), {}};
    uint64_t next = 0;
    samples.values = sampleSerially(samples.indices, [&](uint64_t) {
        while (isKept(next) != kept)
            ++next;
        return elementAt<uint32_t>(vkscan::Op::Add, next++);
    });
    return samples;
}

// CUB leaves the others behind in reverse order.
[[nodiscard]] inline Samples<uint32_t> expectedPartition(uint64_t kept, uint64_t count)
{
    Samples<uint32_t> samples = expectedOfSide(true, kept);
    const Samples<uint32_t> others = expectedOfSide(false, count - kept);
    for (const uint64_t index : others.indices)
        samples.indices.push_back(count - 1 - index);
    samples.values.insert(samples.values.end(), others.values.begin(), others.values.end());
    return samples;
}

// Of all operations whose results follow from the input's prefixes.
template <class T>
[[nodiscard]] Samples<T> expectedPrefixes(const CubRow& row, Reference<T>& reference)
{
    Samples<T> samples;
    samples.indices = row.operation == CubOperation::Reduce ? std::vector<uint64_t>{0} : sampledIndices(row.count);
    typename Reference<T>::Walk low(reference);
    typename Reference<T>::Walk high(reference);
    for (const uint64_t index : samples.indices) {
        switch (row.operation) {
        case CubOperation::ExclusiveSum: samples.values.push_back(high.to(index)); break;
        case CubOperation::Reduce: samples.values.push_back(high.to(row.count)); break;
        case CubOperation::ScanByKey:
            samples.values.push_back(difference(high.to(index + 1), low.to(index / kSegment * kSegment)));
            break;
        case CubOperation::Memcpy: samples.values.push_back(elementAt<T>(opOf(row), index)); break;
        default: samples.values.push_back(high.to(index + 1));
        }
    }
    return samples;
}

template <class T>
void requireEqual(const Samples<T>& expected, const std::vector<T>& results)
{
    for (std::size_t i = 0; i < results.size(); ++i)
        if (results[i] != expected.values[i])
            throw std::runtime_error("result " + std::to_string(expected.indices[i]) + " is " +
                                     std::to_string(results[i]) + " and should be " +
                                     std::to_string(expected.values[i]));
}

} // namespace bench

#endif
