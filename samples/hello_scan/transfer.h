// Moves numbers to the device and results from it in parts, so that arrays need not fit the host's memory.
#ifndef VKSCAN_SAMPLES_TRANSFER_H
#define VKSCAN_SAMPLES_TRANSFER_H

#include "numbers.h"

#include <support/gpu.h>

#include <vkscan/scan.h>

#include <algorithm>
#include <cstdio>

namespace hello {

constexpr uint64_t kChunk = uint64_t{1} << 22; // elements

template <class T>
void upload(gpu::Device& device, const Numbers<T>& numbers, const gpu::Buffer& input)
{
    std::vector<T> chunk;
    for (uint64_t first = 0; first < numbers.size(); first += chunk.size()) {
        chunk.resize(std::min(kChunk, numbers.size() - first));
        for (uint64_t i = 0; i < chunk.size(); ++i) {
            chunk[i] = numbers[first + i];
        }
        device.upload(input, chunk, first * sizeof(T));
    }
}

// Calls visit(index of the first, elements) for each part of `count` elements, in the scan's order.
template <class T, class Visit>
void forEachChunk(gpu::Device& device, const gpu::Buffer& buffer, uint64_t count, vkscan::Direction direction,
                  const Visit& visit)
{
    std::vector<T> chunk;
    for (uint64_t done = 0; done < count; done += chunk.size()) {
        chunk.resize(std::min(kChunk, count - done));
        const uint64_t first = direction == vkscan::Direction::Backward ? count - done - chunk.size() : done;
        device.download(buffer, chunk, first * sizeof(T));
        visit(first, chunk);
    }
}

template <class T>
void print(gpu::Device& device, const gpu::Buffer& output, uint64_t count)
{
    forEachChunk<T>(device, output, count, vkscan::Direction::Forward, [](uint64_t, const std::vector<T>& results) {
        for (T result : results) {
            std::printf("%s\n", toText(result).c_str());
        }
    });
}

class WrongResult : public std::runtime_error {
public:
    WrongResult(uint64_t index, const std::string& result, const std::string& expected)
        : std::runtime_error("result " + std::to_string(index) + " is " + result + " and should be " + expected),
          m_index(index)
    {
    }
    [[nodiscard]] uint64_t index() const { return m_index; }

private:
    uint64_t m_index;
};

// Throws WrongResult at the first result that is wrong.
template <class T>
void verify(gpu::Device& device, const gpu::Buffer& output, const Numbers<T>& numbers, const vkscan::ScanDesc& desc,
            T start)
{
    support::Reference<T> reference(desc.op, start);
    const auto visit = [&](uint64_t first, const std::vector<T>& results) {
        for (uint64_t step = 0; step < results.size(); ++step) {
            const uint64_t i = desc.direction == vkscan::Direction::Backward ? results.size() - 1 - step : step;
            const T number = numbers[first + i];
            if (desc.kind == vkscan::Kind::Inclusive) {
                reference.add(number);
            }
            if (!reference.accepts(results[i])) {
                throw WrongResult(first + i, toText(results[i]), toText(reference.value()));
            }
            if (desc.kind == vkscan::Kind::Exclusive) {
                reference.add(number);
            }
        }
    };
    forEachChunk<T>(device, output, numbers.size(), desc.direction, visit);
}

} // namespace hello

#endif
