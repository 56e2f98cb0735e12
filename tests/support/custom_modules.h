// Modules that say of themselves what kernels of the user's do, and are no kernels otherwise: for tests without a
// device.
#ifndef VKSCAN_TESTS_CUSTOM_MODULES_H
#define VKSCAN_TESTS_CUSTOM_MODULES_H

#include "custom_abi.h"

#include <vkscan/custom.h>

#include <vector>

namespace testing_support {

[[nodiscard]] constexpr uint32_t customStamp(uint32_t words, uint32_t flags = 0)
{
    return vkscan::abi::kStampVersion << vkscan::abi::kStampVersionShift | flags | words;
}

// A header, OpDecorate %9 SpecId kIdStamp, and %9 = OpSpecConstant %8 stamp.
[[nodiscard]] inline std::vector<uint32_t> customModule(uint32_t stamp)
{
    return {0x07230203, 0x00010500, 0, 10, 0, 4u << 16 | 71, 9, 1, vkscan::abi::kIdStamp, 4u << 16 | 50, 8, 9, stamp};
}

// All that operations may take, of one stamp.
class CustomModules {
public:
    explicit CustomModules(uint32_t stamp) : m_words(customModule(stamp)) {}
    CustomModules(const CustomModules&) = delete;
    CustomModules& operator=(const CustomModules&) = delete;

    [[nodiscard]] vkscan::CustomKernels kernels() const { return {m_items, 12}; }
    [[nodiscard]] std::vector<uint32_t>& words() { return m_words; }
    [[nodiscard]] vkscan::CustomKernel& operator[](uint32_t i) { return m_items[i]; }

private:
    std::vector<uint32_t> m_words;
    vkscan::CustomKernel m_items[12] = {{"scan_spans", m_words.data(), m_words.size() * sizeof(uint32_t)},
                                        {"reduce_spans", m_words.data(), m_words.size() * sizeof(uint32_t)},
                                        {"scan_spine", m_words.data(), m_words.size() * sizeof(uint32_t)},
                                        {"reduce_slots", m_words.data(), m_words.size() * sizeof(uint32_t)},
                                        {"reduce_segments", m_words.data(), m_words.size() * sizeof(uint32_t)},
                                        {"reduce_segment_spans", m_words.data(), m_words.size() * sizeof(uint32_t)},
                                        {"reduce_segment_ends", m_words.data(), m_words.size() * sizeof(uint32_t)},
                                        {"radix_sort_single", m_words.data(), m_words.size() * sizeof(uint32_t)},
                                        {"radix_sort_count", m_words.data(), m_words.size() * sizeof(uint32_t)},
                                        {"radix_sort_pass", m_words.data(), m_words.size() * sizeof(uint32_t)},
                                        {"radix_sort_scatter", m_words.data(), m_words.size() * sizeof(uint32_t)},
                                        {"radix_sort_segments", m_words.data(), m_words.size() * sizeof(uint32_t)}};
};

} // namespace testing_support

#endif
