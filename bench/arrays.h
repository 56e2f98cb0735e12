// The input and output that all rows share: filled with the reference's numbers, and verified.
#ifndef VKSCAN_BENCH_ARRAYS_H
#define VKSCAN_BENCH_ARRAYS_H

#include "ordered_sums.h"
#include "reference.h"
#include "rows.h"

#include <gpu.h>

#include <map>
#include <tuple>
#include <utility>

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

    // Of the numbers that the input is filled with for the operator.
    template <class T>
    [[nodiscard]] Reference<T>& reference(vkscan::Op op)
    {
        return std::get<References<T>>(m_references).try_emplace(op, op).first->second;
    }

private:
    template <class T>
    using References = std::map<vkscan::Op, Reference<T>>;

    template <class T>
    using Sums = std::map<std::pair<uint32_t, uint32_t>, OrderedSums<T>>;

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
    std::tuple<Sums<uint32_t>, Sums<int32_t>, Sums<float>, Sums<uint64_t>, Sums<int64_t>, Sums<double>> m_sums;

    // What the input holds.
    vkscan::Type m_type = vkscan::Type::U32;
    vkscan::Op m_op = vkscan::Op::Add;
    uint64_t m_count = 0;
};

// Calls a generic function with a T{} of the type's numbers.
template <class Function>
auto withNumbersOf(vkscan::Type type, const Function& function)
{
    switch (type) {
    case vkscan::Type::I32: return function(int32_t{});
    case vkscan::Type::F32: return function(float{});
    case vkscan::Type::U64: return function(uint64_t{});
    case vkscan::Type::I64: return function(int64_t{});
    case vkscan::Type::F64: return function(double{});
    default: return function(uint32_t{});
    }
}

} // namespace bench

#endif
