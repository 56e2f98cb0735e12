// The input and output that all rows share: filled with the reference's numbers, and verified.
#ifndef VKSCAN_BENCH_ARRAYS_H
#define VKSCAN_BENCH_ARRAYS_H

#include "reference.h"
#include "require.h"
#include "rows.h"

#include <gpu.h>

#include <algorithm>
#include <map>
#include <string>
#include <tuple>
#include <vector>

namespace bench {

// Everything throws std::runtime_error with a sentence.
class Arrays {
public:
    explicit Arrays(gpu::Device& device) : m_device(device) {}

    // Whether there was memory for arrays of that size.
    [[nodiscard]] bool allocate(VkDeviceSize arrayBytes);

    [[nodiscard]] const gpu::Buffer& input() const { return m_input; }
    [[nodiscard]] const gpu::Buffer& output() const { return m_output; }

    // Fills what the row uses of the input.
    void upload(const Row& row);

    // Throws unless the output holds the scan of the row's slice that starts at element `first`, and the total, if it
    // is written, that slice's.
    void verify(const Row& row, uint64_t first, const gpu::Buffer& total);

    // The same of consecutive elements in some places, the first and the last among them, of the first `count`:
    // `expectedAt` tells what one must be, cheaply for indices in ascending order.
    template <class T, class ExpectedAt>
    void verifyWindows(uint64_t count, const ExpectedAt& expectedAt)
    {
        std::vector<T> results(std::min(count, kWindow));
        for (uint64_t window = 0; window < kWindows; ++window) {
            const uint64_t first = (count - results.size()) * window / (kWindows - 1);
            m_device.download(m_output, results, first * sizeof(T));
            for (uint64_t i = first; i < first + results.size(); ++i)
                requireEqual<T>(results[i - first], expectedAt(i), "result " + std::to_string(i));
        }
    }

    // Of the numbers that the input is filled with for the operator.
    template <class T>
    [[nodiscard]] Reference<T>& reference(vkscan::Op op)
    {
        return std::get<References<T>>(m_references).try_emplace(op, op).first->second;
    }

private:
    static constexpr uint64_t kWindow = 8192; // elements: more than a tile
    static constexpr uint64_t kWindows = 16;

    template <class T>
    using References = std::map<vkscan::Op, Reference<T>>;

    template <class T>
    void uploadNumbers(const Row& row);
    template <class T>
    void verifyNumbers(const Row& row, uint64_t first, const gpu::Buffer& total);

    gpu::Device& m_device;
    gpu::Buffer m_input;
    gpu::Buffer m_output;
    gpu::Buffer m_samples;
    std::tuple<References<uint32_t>, References<int32_t>, References<float>, References<uint64_t>, References<int64_t>,
               References<double>>
        m_references;

    // What the input holds.
    vkscan::ElementType m_type = vkscan::ElementType::U32;
    vkscan::Op m_op = vkscan::Op::Add;
    uint64_t m_count = 0;
};

// Calls a generic function with a T{} of the type's numbers.
template <class Function>
auto withNumbersOf(vkscan::ElementType type, const Function& function)
{
    switch (type) {
    case vkscan::ElementType::I32: return function(int32_t{});
    case vkscan::ElementType::F32: return function(float{});
    case vkscan::ElementType::U64: return function(uint64_t{});
    case vkscan::ElementType::I64: return function(int64_t{});
    case vkscan::ElementType::F64: return function(double{});
    default: return function(uint32_t{});
    }
}

} // namespace bench

#endif
