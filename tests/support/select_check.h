// Runs one compaction on the device and compares every byte with a serial reference.
#ifndef VKSCAN_TESTS_SELECT_CHECK_H
#define VKSCAN_TESTS_SELECT_CHECK_H

#include "axis_values.h"
#include "submit.h"
#include "test_array.h"

#include "operations/compact.h"

#include <gtest/gtest.h>

#include <optional>
#include <string>
#include <vector>

namespace testing_support {

// The distribution of selected elements.
enum class Pattern { None, All, Alternating, OneATile, Runs, Random, Few };
inline constexpr Pattern kPatterns[] = {Pattern::None,   Pattern::All,  Pattern::Alternating, Pattern::OneATile,
                                        Pattern::Random, Pattern::Runs, Pattern::Few};

// Runs begin and end near the edges of tiles of `tile` elements.
[[nodiscard]] std::vector<bool> selectedOf(Pattern pattern, uint64_t count, uint64_t tile);

// Words to test: flags, or values that pass the test if the element is selected.
struct Tested {
    std::vector<uint32_t> words;
    vkscan::Scalar operand = {};
};
[[nodiscard]] Tested testedFor(const vkscan::Predicate& predicate, const std::vector<bool>& selected, uint32_t seed);

struct SelectCase {
    uint64_t count = 0;
    std::optional<uint32_t> gpuCount;
    std::optional<uint64_t> capacity; // elements, of the output and of the rest; by default, enough
    bool countsOnly = false;          // no output
    bool restApart = false;           // with its rest in a separate array
    bool testsInput = false;
    VkDeviceSize inputMisalignment = 0; // elements' alignments
    VkDeviceSize outputMisalignment = 0;
    VkDeviceSize testedMisalignment = 0; // words
    bool ownScratch = false;
    uint32_t divisor = 1;
    vkscan::Rounding rounding = vkscan::Rounding::Up;
    unsigned submissions = 1;
};

// Elements of `words` words, all different; if elements are tested, their words.
[[nodiscard]] std::vector<uint32_t> elementsOf(uint64_t count, uint32_t words);

// Elements of `words` words, or indices if that is 0, in the order of their places.
[[nodiscard]] std::vector<uint32_t> gathered(const std::vector<uint32_t>& elements, uint32_t words,
                                             const std::vector<uint32_t>& places);

// Results of an operation: output and rest in full, with 0xcc in unwritten bytes.
struct Selected {
    std::vector<uint32_t> output;
    std::vector<uint32_t> rest;
    std::vector<uint32_t> totals;
    uint32_t indirect = 0;
};

void checkCompact(const vkscan::Compact& compact, const vkscan::CompactDesc& desc, const SelectCase& selectCase,
                  const std::vector<bool>& selected);

} // namespace testing_support

#endif
