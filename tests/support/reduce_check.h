// Reductions on the device, in one dispatch or in two.
#ifndef VKSCAN_TESTS_REDUCE_CHECK_H
#define VKSCAN_TESTS_REDUCE_CHECK_H

#include "device_call.h"

#include "schedule/array_operation.h"
#include "study/create.h"

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

    [[nodiscard]] vkscan::Reduce createReduce(const vkscan::study::ReduceDesc& desc,
                                              const vkscan::Tuning& tuning = smallTuning()) const
    {
        vkscan::Reduce reduce;
        EXPECT_EQ(createTuned(m_context, desc, tuning, static_cast<uint32_t>(desc.op), &reduce),
                  vkscan::Status::Success);
        return reduce;
    }

private:
    vkscan::Context m_context;
};

[[nodiscard]] inline std::string dispatchesName(const testing::TestParamInfo<bool>& info)
{
    return info.param ? "one" : "two";
}

// Reduces `count` random numbers; alignment, initial value and a count on the device depend on the variation.
inline void checkVariation(const vkscan::Reduce& reduce, vkscan::ElementType type, vkscan::Op op, uint64_t count,
                           unsigned variation)
{
    Form<vkscan::Reduce> form = {.desc = {.type = type, .op = op}};
    form.change = [=](vkscan::ReduceArgs& args) { varyArguments(args, form.desc, variation); };
    CallCase c = {.count = count, .place = variation};
    if (variation % 5 == 1)
        c.gpuCount = static_cast<uint32_t>(count - count / 3);
    checkCall(reduce, form, c);
}

} // namespace testing_support

#endif
