#include "reduce_rows.h"

#include "require.h"

#include <algorithm>
#include <span>

namespace bench {

namespace {

using vkscan::ElementType;
using vkscan::Op;
using vkscan::ReduceMethod;

} // namespace

ReduceHarness::ReduceHarness(Harness& harness)
    : m_harness(harness),
      m_read(harness.device()),
      m_result(harness.device().createBuffer(sizeof(uint64_t))),
      m_index(harness.device().createBuffer(sizeof(uint32_t)))
{
}

Result ReduceHarness::measure(const vkscan::ReduceDesc& desc, uint64_t count)
{
    const ElementType type = desc.type;
    const Op op = desc.op;
    gpu::Device& device = m_harness.device();
    Row row = sumRow(type, vkscan::Strategy::Auto, count);
    row.desc.op = op;
    m_harness.arrays().upload(row);
    const gpu::Buffer& input = m_harness.arrays().input();
    const gpu::Buffer& output = m_harness.arrays().output();

    vkscan::Reduce reduce;
    require(vkscan::Reduce::create(m_harness.context(), desc, &reduce), "Reduce::create");
    vkscan::ReduceArgs args;
    args.input = {input.address(), row.arrayBytes()};
    args.result = {m_result.address(), vkscan::sizeOf(type)};
    if (desc.withIndex)
        args.index = m_index.range();
    args.scratch = m_harness.scratch().atLeast(reduce.scratchSize(count));
    args.count = count;
    const auto record = [&](VkCommandBuffer commandBuffer) {
        require(reduce.record(commandBuffer, args), "Reduce::record");
    };
    const auto read = [&](VkCommandBuffer commandBuffer) {
        m_read.record(commandBuffer, input.address(), output.address(), row.arrayBytes());
    };
    const auto verifyAndWipe = [&] {
        verify(desc, count);
        device.fill(m_result, 0xcccccccc);
    };
    device.fill(m_result, 0xcccccccc);
    Result result = measureVerified(m_harness, count, read, record, verifyAndWipe);
    result.bytes = row.arrayBytes();
    result.yardstick = "read";
    return result;
}

void ReduceHarness::verify(const vkscan::ReduceDesc& desc, uint64_t count)
{
    m_harness.scratch().verify();
    withNumbersOf(desc.type, [&]<class T>(T) {
        T result = {};
        m_harness.device().download(m_result, std::span(&result, 1));
        typename Reference<T>::Walk walk(m_harness.arrays().reference<T>(desc.op));
        requireEqual(result, walk.to(count), "the result");
        if (!desc.withIndex)
            return;
        // The first of the numbers that equal a minimum: they fall, so that there is no other.
        uint32_t index = 0;
        m_harness.device().download(m_index, std::span(&index, 1));
        requireEqual(elementAt<T>(desc.op, index), result, "the element at the index");
    });
}

void addReduceRows(Program& program, Harness& harness, ReduceHarness& reduce, unsigned maxLog2)
{
    const auto addDesc = [&](const vkscan::ReduceDesc& desc, unsigned log2) {
        const uint64_t count = uint64_t{1} << log2;
        const std::string by = desc.method == ReduceMethod::Auto ? "" : std::string("/") + toString(desc.method);
        const std::string key = std::string("reduce/") + toString(desc.type) + "/" + toString(desc.op) +
                                (desc.withIndex ? "/index" : "") + by;
        const std::string name = key + "/" + std::to_string(count);
        program.compile(name, key, creating<vkscan::Reduce>(harness.context(), desc));
        program.addRow(
            name, [&reduce, desc, count] { return reduce.measure(desc, count); }, [&harness] { harness.recover(); });
    };
    const auto add = [&](ElementType type, Op op, unsigned log2, ReduceMethod method = ReduceMethod::Auto) {
        addDesc({.type = type, .op = op, .method = method}, log2);
    };
    for (const unsigned log2 : boundedLog2s({12, 16, 20, 22, 24, 26, 28}, maxLog2))
        add(ElementType::U32, Op::Add, log2);
    for (const ReduceMethod method :
         {ReduceMethod::Interleaved, ReduceMethod::Sequential, ReduceMethod::Unrolled, ReduceMethod::Decomposed})
        for (const unsigned log2 : boundedLog2s({20, 24}, maxLog2))
            add(ElementType::U32, Op::Add, log2, method);
    for (const Op op : {Op::Multiply, Op::Min, Op::Max, Op::And, Op::Or, Op::Xor})
        add(ElementType::U32, op, std::min(maxLog2, 26u));
    for (const unsigned log2 : boundedLog2s({16, 20, 24}, maxLog2))
        addDesc({.type = ElementType::U32, .op = Op::Min, .withIndex = true}, log2);
    for (const ElementType type : {ElementType::I32, ElementType::F32})
        for (const unsigned log2 : boundedLog2s({20, 28}, maxLog2))
            add(type, Op::Add, log2);
    for (const ElementType type : {ElementType::U64, ElementType::I64, ElementType::F64})
        if (harness.maxCount(sumRow(type, vkscan::Strategy::Auto, 1).desc) > 0)
            for (const unsigned log2 : boundedLog2s({20, 27}, maxLog2))
                add(type, Op::Add, log2);
}

} // namespace bench
