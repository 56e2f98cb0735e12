// Helpers for tests of hostile schedules.
#ifndef VKSCAN_TESTS_HOSTILE_H
#define VKSCAN_TESTS_HOSTILE_H

#include "abi.h"
#include "environment.h"
#include "test_array.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <vector>

namespace testing_support {

// The result of one run on separate scratch.
struct Attempt {
    vkscan::ScratchStatus status;
    bool exact;
    uint32_t fallbacks = 0; // runs that gave up and were recovered
};

// The number of runs on the scratch that gave up and were recovered.
[[nodiscard]] inline uint32_t fallbacksOf(TestArray& scratch)
{
    std::vector<uint32_t> header(vkscan::abi::kScratchHeaderBytes / sizeof(uint32_t));
    scratch.read(header.data(), vkscan::abi::kScratchHeaderBytes);
    return header[vkscan::abi::kScratchFallbacks / sizeof(uint32_t)];
}

// fallbacksOf() for the scratch that all tests share.
[[nodiscard]] inline uint32_t sharedFallbacks()
{
    using namespace vkscan::abi;
    return static_cast<uint32_t>(sharedScratchWords(kScratchHeaderBytes)[kScratchFallbacks / 8] >> 32);
}

// Publishes slots for the next run on the scratch, so that it never waits, for any order of workgroups. `slots` are the
// words of their states.
inline void publishSlots(TestArray& scratch, const std::vector<uint32_t>& slots)
{
    using namespace vkscan::abi;
    std::vector<uint32_t> words(kScratchHeaderBytes / sizeof(uint32_t));
    scratch.read(words.data(), kScratchHeaderBytes);
    const uint32_t tag = words[kScratchTicket / sizeof(uint32_t) + 1] + 1; // the epoch's next tag
    for (const uint32_t word : slots)
        words.insert(words.end(), {word, tag});
    scratch.write(words.data(), words.size() * sizeof(uint32_t));
}

// Requires that the shared scratch has no word that a later run mistakes for its own.
inline void requireNoLaterTags(VkDeviceSize scratchBytes)
{
    const std::vector<uint64_t> words = sharedScratchWords(scratchBytes);
    for (std::size_t i = vkscan::abi::kScratchHeaderBytes / sizeof(uint64_t); i < words.size(); ++i)
        ASSERT_LE(words[i] >> 32, words[0] >> 32) << "the tag of word " << i << " is beyond the epoch";
}

// A tuning that soon gives up.
[[nodiscard]] inline vkscan::study::Tuning impatientTuning(uint32_t testHooks)
{
    auto tuning = smallTuning();
    tuning.waits.polls = 1;
    tuning.waits.rounds = 64;
    tuning.shortWaits.polls = 1;
    tuning.testHooks = testHooks;
    return tuning;
}

} // namespace testing_support

#endif
