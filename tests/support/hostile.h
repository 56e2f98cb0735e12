// Shared by tests of hostile schedules.
#ifndef VKSCAN_TESTS_HOSTILE_H
#define VKSCAN_TESTS_HOSTILE_H

#include "abi.h"
#include "environment.h"
#include "test_array.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <vector>

namespace testing_support {

// How one run on scratch of its own ended.
struct Attempt {
    vkscan::ScratchStatus status;
    bool exact;
    uint32_t fallbacks = 0; // runs that were given up and done again
};

// How many runs on the scratch were given up and done again by later dispatches.
[[nodiscard]] inline uint32_t fallbacksOf(TestArray& scratch)
{
    std::vector<uint32_t> header(vkscan::abi::kScratchHeaderBytes / sizeof(uint32_t));
    scratch.read(header.data(), vkscan::abi::kScratchHeaderBytes);
    return header[vkscan::abi::kScratchFallbacks / sizeof(uint32_t)];
}

// Likewise, on the scratch that all tests share.
[[nodiscard]] inline uint32_t sharedFallbacks()
{
    using namespace vkscan::abi;
    return static_cast<uint32_t>(sharedScratchWords(kScratchHeaderBytes)[kScratchFallbacks / 8] >> 32);
}

// Publishes slots for the next run on the scratch, so that it needs no wait, whatever the device does with workgroups.
// `slots` are the words of their states.
inline void publishSlots(TestArray& scratch, const std::vector<uint32_t>& slots)
{
    using namespace vkscan::abi;
    std::vector<uint32_t> words(kScratchHeaderBytes / sizeof(uint32_t));
    scratch.read(words.data(), kScratchHeaderBytes);
    const uint32_t tag = words[kScratchTicket / sizeof(uint32_t) + 1] + 1; // the epoch's next
    for (const uint32_t word : slots)
        words.insert(words.end(), {word, tag});
    scratch.write(words.data(), words.size() * sizeof(uint32_t));
}

// No word of the shared scratch is one that a later run takes for its own.
inline void requireNoLaterTags(VkDeviceSize scratchBytes)
{
    const std::vector<uint64_t> words = sharedScratchWords(scratchBytes);
    for (std::size_t i = vkscan::abi::kScratchHeaderBytes / sizeof(uint64_t); i < words.size(); ++i)
        ASSERT_LE(words[i] >> 32, words[0] >> 32) << "the tag of word " << i << " is beyond the epoch";
}

// Gives up soon.
[[nodiscard]] inline vkscan::Tuning impatientTuning(uint32_t testHooks)
{
    vkscan::Tuning tuning = smallTuning();
    tuning.waits.polls = 1;
    tuning.waits.rounds = 64;
    tuning.shortWaits.polls = 1;
    tuning.testHooks = testHooks;
    return tuning;
}

} // namespace testing_support

#endif
