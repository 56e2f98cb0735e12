// The tested part of a matrix. VKSCAN_TEST_SAMPLE=13 tests every thirteenth choice, or one of fewer; by default, all.
#ifndef VKSCAN_TESTS_SAMPLE_H
#define VKSCAN_TESTS_SAMPLE_H

#include <algorithm>
#include <cstddef>
#include <cstdlib>

namespace testing_support {

[[nodiscard]] inline unsigned sampleStride()
{
    const char* stride = std::getenv("VKSCAN_TEST_SAMPLE");
    return stride != nullptr ? std::max(1u, static_cast<unsigned>(std::strtoul(stride, nullptr, 10))) : 1;
}

class Sample {
public:
    // Cells with different numbers begin with different choices. At least one of `choices` is tested.
    Sample(unsigned cell, std::size_t choices)
        : m_stride(std::min<std::size_t>(sampleStride(), choices)),
          m_next(cell % m_stride)
    {
    }

    // Whether to test the next choice.
    [[nodiscard]] bool takes() { return m_next++ % m_stride == 0; }

private:
    std::size_t m_stride;
    std::size_t m_next;
};

} // namespace testing_support

#endif
