#include "difference_rows.h"

#include "require.h"

#include <algorithm>
#include <string>

namespace bench {

namespace {

// Of the numbers that arrays are filled with, by binomial coefficients.
uint32_t differenceAt(uint64_t index, uint32_t order, uint32_t tupleSize)
{
    uint32_t difference = 0;
    uint32_t coefficient = 1;
    for (uint64_t i = 0; i <= order && i * tupleSize <= index; ++i) {
        const uint32_t term = coefficient * elementAt<uint32_t>(vkscan::Op::Add, index - i * tupleSize);
        difference += i % 2 == 0 ? term : 0 - term;
        coefficient = coefficient * (order - static_cast<uint32_t>(i)) / (static_cast<uint32_t>(i) + 1);
    }
    return difference;
}

} // namespace

DifferenceHarness::DifferenceHarness(Harness& harness) : m_harness(harness), m_copy(harness.device()) {}

Result DifferenceHarness::measure(uint32_t order, uint32_t tupleSize, uint64_t count)
{
    const Row row = sumRow(vkscan::ElementType::U32, vkscan::Strategy::Auto, count);
    m_harness.arrays().upload(row);
    const gpu::Buffer& input = m_harness.arrays().input();
    const gpu::Buffer& output = m_harness.arrays().output();

    vkscan::Difference difference;
    require(vkscan::Difference::create(m_harness.context(), {row.desc.type, order, tupleSize}, &difference),
            "Difference::create");
    vkscan::DifferenceArgs args;
    args.input = {input.address(), row.arrayBytes()};
    args.output = {output.address(), row.arrayBytes()};
    args.count = count;
    const auto record = [&](VkCommandBuffer commandBuffer) {
        require(difference.record(commandBuffer, args), "Difference::record");
    };
    const auto copy = [&](VkCommandBuffer commandBuffer) {
        m_copy.record(commandBuffer, input.address(), output.address(), row.arrayBytes());
    };
    const auto verifyRow = [&] { verify(order, tupleSize, count); };
    Result result = measureVerified(m_harness, count, copy, record, verifyRow);
    result.bytes = 2 * row.arrayBytes();
    return result;
}

void DifferenceHarness::verify(uint32_t order, uint32_t tupleSize, uint64_t count)
{
    m_harness.arrays().verifyWindows<uint32_t>(count,
                                               [&](uint64_t index) { return differenceAt(index, order, tupleSize); });
}

void addDifferenceRows(Program& program, Harness& harness, DifferenceHarness& difference, unsigned maxLog2)
{
    const auto add = [&](const std::string& what, uint32_t order, uint32_t tupleSize) {
        for (const unsigned log2 : boundedLog2s({16, 20, 24, 28}, maxLog2)) {
            const uint64_t count = uint64_t{1} << log2;
            const std::string name = "difference/u32/" + what + "/" + std::to_string(count);
            const vkscan::DifferenceDesc desc = {vkscan::ElementType::U32, order, tupleSize};
            program.compile(name, "difference/" + what, creating<vkscan::Difference>(harness.context(), desc));
            program.addRow(
                name, [&difference, order, tupleSize, count] { return difference.measure(order, tupleSize, count); },
                [&harness] { harness.recover(); });
        }
    };
    for (const uint32_t order : {1u, 2u, 5u, 8u})
        add("order_" + std::to_string(order), order, 1);
    for (const uint32_t tupleSize : {2u, 5u, 8u})
        add("tuple_" + std::to_string(tupleSize), 1, tupleSize);
}

} // namespace bench
