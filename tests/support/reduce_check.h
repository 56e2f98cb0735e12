// Runs one reduction on the device, in one dispatch or in two.
#ifndef VKSCAN_TESTS_REDUCE_CHECK_H
#define VKSCAN_TESTS_REDUCE_CHECK_H

#include "scan_check.h"

#include "schedule/array_operation.h"
#include "study/reduce.h"

namespace testing_support {

// The parameter: in one dispatch or, in a context without 64-bit atomics, in two.
class ReduceTest : public testing::TestWithParam<bool> {
protected:
    void SetUp() override
    {
        m_context = createContext([](auto&, auto& features12) {
            if (!GetParam())
                features12.shaderBufferInt64Atomics = VK_FALSE;
        });
    }

    [[nodiscard]] vkscan::Reduce createReduce(const vkscan::study::ReduceDesc& desc, const vkscan::Tuning& tuning,
                                              uint32_t operatorCode) const
    {
        vkscan::Reduce reduce;
        EXPECT_EQ(createTuned(m_context, desc, tuning, operatorCode, &reduce), vkscan::Status::Success);
        return reduce;
    }

    [[nodiscard]] vkscan::Reduce createReduce(const vkscan::study::ReduceDesc& desc,
                                              const vkscan::Tuning& tuning = smallTuning()) const
    {
        return createReduce(desc, tuning, static_cast<uint32_t>(desc.op));
    }

private:
    vkscan::Context m_context;
};

[[nodiscard]] inline std::string dispatchesName(const testing::TestParamInfo<bool>& info)
{
    return info.param ? "one" : "two";
}

struct ReduceCase {
    uint64_t count = 0;
    VkDeviceSize misalignment = 0; // elements
    std::optional<uint32_t> gpuCount;
    bool withInitial = false;
};

// Reduces the values on the shared scratch. Returns the result; writes its index unless the pointer is null.
template <class T>
T reduceOnDevice(const vkscan::Reduce& reduce, const ReduceCase& reduceCase, const std::vector<T>& values, T initial,
                 uint32_t* index = nullptr)
{
    const TestArray input(values, reduceCase.misalignment * sizeof(T) % 16);
    const TestArray result(sizeof(T));
    const TestArray indexArray(sizeof(uint32_t));
    const CountBuffer countBuffer(reduceCase.gpuCount);
    vkscan::ReduceArgs args;
    args.input = input.range();
    args.result = result.range();
    if (index != nullptr)
        args.index = indexArray.range();
    args.count = values.size();
    args.scratch = sharedScratch(reduce.scratchSize(args.count));
    args.countBuffer = countBuffer.range();
    if (reduceCase.withInitial)
        args.initial = vkscan::Scalar(initial);
    submit(reduce, args);
    if (index != nullptr)
        *index = indexArray.value<uint32_t>();
    return result.value<T>();
}

template <class T, class Combine>
void checkReduce(const vkscan::Reduce& reduce, const ReduceCase& reduceCase, const std::vector<T>& values,
                 T identityValue, const Combine& combineElements)
{
    T initial = identityValue;
    if (reduceCase.withInitial)
        initial = !values.empty() && values[0] != values[0] ? values[0] : combineElements(identityValue, T{3});
    const uint64_t count = std::min<uint64_t>(values.size(), reduceCase.gpuCount.value_or(0xffffffffu));
    T expected = combineElements(identityValue, initial);
    for (uint64_t i = 0; i < count; ++i)
        expected = combineElements(expected, values[i]);
    ASSERT_EQ(reduceOnDevice(reduce, reduceCase, values, initial), expected)
        << "count " << values.size() << ", misaligned by " << reduceCase.misalignment;
}

// Reduces `count` random numbers; alignment, initial value and a count on the device depend on the variation.
inline void checkVariation(const vkscan::Reduce& reduce, vkscan::ElementType type, vkscan::Op op, uint64_t count,
                           unsigned variation)
{
    ReduceCase reduceCase;
    reduceCase.count = count;
    reduceCase.misalignment = variation % 4;
    reduceCase.withInitial = variation % 3 == 1;
    if (variation % 5 == 1)
        reduceCase.gpuCount = static_cast<uint32_t>(count - count / 3);
    withType(type, [&]<class T>() {
        checkReduce<T>(reduce, reduceCase, randomValues<T>(op, count, variation + 1), identity<T>(op),
                       [op](T earlier, T later) { return combine(op, earlier, later); });
    });
}

} // namespace testing_support

#endif
