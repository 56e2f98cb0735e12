// Runs one compaction on the device and holds every byte against a serial reference.
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

// How selected elements are spread.
enum class Pattern { None, All, Alternating, OneATile, Runs, Random, Few };
inline constexpr Pattern kPatterns[] = {Pattern::None,   Pattern::All,  Pattern::Alternating, Pattern::OneATile,
                                        Pattern::Random, Pattern::Runs, Pattern::Few};

// Runs begin and end near the edges of tiles, of so many elements.
[[nodiscard]] std::vector<bool> selectedOf(Pattern pattern, uint64_t count, uint64_t tile);

// Words that are tested: flags, or values that pass the test where an element is selected.
struct Tested {
    std::vector<uint32_t> words;
    vkscan::Scalar operand = {};
};
[[nodiscard]] Tested testedFor(const vkscan::Predicate& predicate, const std::vector<bool>& selected, uint32_t seed);

struct SelectCase {
    uint64_t count = 0;
    std::optional<uint32_t> gpuCount;
    std::optional<uint64_t> capacity; // elements, of the output and of the rest; enough, where there is none
    bool countsOnly = false;          // without an output
    bool restApart = false;           // of a description with its rest: into an array of its own
    bool testsInput = false;
    VkDeviceSize inputMisalignment = 0; // elements' alignments
    VkDeviceSize outputMisalignment = 0;
    VkDeviceSize testedMisalignment = 0; // words
    bool ownScratch = false;
    uint32_t divisor = 1;
    vkscan::Rounding rounding = vkscan::Rounding::Up;
    unsigned submissions = 1;
};

// The elements of so many words each, all different; of those that are tested themselves, their words.
[[nodiscard]] std::vector<uint32_t> elementsOf(uint64_t count, uint32_t words);

// Elements of `words` each, or indices if that is 0, in the order of their places.
[[nodiscard]] std::vector<uint32_t> gathered(const std::vector<uint32_t>& elements, uint32_t words,
                                             const std::vector<uint32_t>& places);

// Results of an operation: output and rest in full, with 0xcc where nothing was written.
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
