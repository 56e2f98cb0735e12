// Modules that describe themselves as a user's kernels, without their code: for tests without a device.
#ifndef VKSCAN_TESTS_CUSTOM_MODULES_H
#define VKSCAN_TESTS_CUSTOM_MODULES_H

#include "custom_abi.h"

#include <vkscan/custom.h>

#include <iterator>
#include <vector>

namespace testing_support {

[[nodiscard]] constexpr uint32_t customStamp(uint32_t words, uint32_t flags = 0, uint32_t parameterWords = 0)
{
    return vkscan::abi::kStampVersion << vkscan::abi::kStampVersionShift |
           parameterWords << vkscan::abi::kStampParametersShift | flags | words;
}

// Words of a module below, as indices.
constexpr std::size_t kDecoratedId = 11; // id that the stamp's decoration names
constexpr std::size_t kDecoration = 13;
constexpr std::size_t kConstantId = 16;
constexpr std::size_t kModuleStamp = 17;

// OpEntryPoint GLCompute %4 "main", OpDecorate %9 SpecId kIdStamp, %9 = OpSpecConstant %8 stamp, the function %4, which
// calls %6, and %6.
[[nodiscard]] inline std::vector<uint32_t> customModule(uint32_t stamp)
{
    constexpr uint32_t kCode[] = {4u << 16 | 57, 2, 7, 6, 1u << 16 | 56};
    std::vector<uint32_t> words = {0x07230203,
                                   0x00010500,
                                   0,
                                   10,
                                   0,
                                   5u << 16 | 15,
                                   5,
                                   4,
                                   0x6e69616d,
                                   0,
                                   4u << 16 | 71,
                                   9,
                                   1,
                                   vkscan::abi::kIdStamp,
                                   4u << 16 | 50,
                                   8,
                                   9,
                                   stamp,
                                   5u << 16 | 54,
                                   2,
                                   4,
                                   0,
                                   3};
    words.insert(words.end(), std::begin(kCode), std::end(kCode));
    words.insert(words.end(), {5u << 16 | 54, 2, 6, 0, 3, 1u << 16 | 56});
    return words;
}

// All modules that operations may need, of one file.
class CustomModules {
public:
    static constexpr uint32_t kCount = 20;

    explicit CustomModules(uint32_t stamp)
    {
        using namespace vkscan::abi;
        constexpr struct {
            const char* name;
            uint32_t entryPoint;
        } kAll[kCount] = {{"scan_spans", kEntryScanSpans},
                          {"reduce_spans", kEntryReduceSpans},
                          {"scan_spine", kEntryScanSpine},
                          {"reduce_slots", kEntryReduceSlots},
                          {"reduce_segments", kEntryReduceSegments},
                          {"reduce_segment_spans", kEntryReduceSegmentSpans},
                          {"reduce_segment_ends", kEntryReduceSegmentEnds},
                          {"radix_sort_single", kEntryRadixSortSingle},
                          {"radix_sort_count", kEntryRadixSortCount},
                          {"radix_sort_pass", kEntryRadixSortPass},
                          {"radix_sort_scatter", kEntryRadixSortScatter},
                          {"radix_sort_segments", kEntryRadixSortSegments},
                          {"radix_sort_short", kEntryRadixSortShort},
                          {"expand", kEntryExpand},
                          {"top_k_sample", kEntryTopKSample},
                          {"top_k_collect", kEntryTopKCollect},
                          {"top_k_merge", kEntryTopKMerge},
                          {"top_k_rows", kEntryTopKRows},
                          {"top_k_count", kEntryTopKCount},
                          {"top_k_filter", kEntryTopKFilter}};
        for (uint32_t i = 0; i < kCount; ++i) {
            const uint32_t high = kAll[i].entryPoint / kStampEntryPoints * kStampEntryPointHigh;
            m_words[i] = customModule(stamp | high | kAll[i].entryPoint % kStampEntryPoints << kStampEntryPointShift);
            m_items[i] = {kAll[i].name, m_words[i].data(), m_words[i].size() * sizeof(uint32_t)};
        }
    }
    CustomModules(const CustomModules&) = delete;
    CustomModules& operator=(const CustomModules&) = delete;

    [[nodiscard]] vkscan::CustomKernels kernels() const { return {m_items, kCount}; }
    // The words of a module; by default, of scan_spans.
    [[nodiscard]] std::vector<uint32_t>& words(uint32_t i = 0) { return m_words[i]; }
    [[nodiscard]] vkscan::CustomKernel& operator[](uint32_t i) { return m_items[i]; }

private:
    std::vector<uint32_t> m_words[kCount];
    vkscan::CustomKernel m_items[kCount];
};

} // namespace testing_support

#endif
