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

// Runs schedules in which waits are given up. attempt(tuning) makes one run by SpineWithFallback.
template <class MakeAttempt>
void expectExactWithFallback(const MakeAttempt& attempt)
{
    using namespace vkscan::abi;
    for (const uint32_t hooks : {0u, kHookReverseTiles, kHookWithhold, kHookWithhold | kHookReverseTiles}) {
        const Attempt made = attempt(impatientTuning(hooks));
        EXPECT_TRUE(made.exact) << "hooks " << hooks;
        EXPECT_EQ(made.status, vkscan::ScratchStatus::Complete) << "hooks " << hooks;
    }
}

// Runs tiles of 256 elements beside a workgroup that keeps the spine. It waits for later ones, which some devices start
// only when it is done: then every attempt may give up, and the test is skipped. attempt(tuning, count) makes one run.
template <class MakeAttempt>
void expectExactBesideASpineOrGivenUp(vkscan::Tuning tuning, const MakeAttempt& attempt)
{
    tuning.waits.polls = std::max(tuning.waits.polls, 50000u);
    unsigned complete = 0;
    for (unsigned i = 0; i < 20; ++i) {
        const Attempt made = attempt(tuning, 2 * 256 + 1 + i);
        EXPECT_TRUE(made.exact || made.status == vkscan::ScratchStatus::GaveUp) << "attempt " << i;
        complete += made.status == vkscan::ScratchStatus::Complete ? 1 : 0;
    }
    if (complete == 0)
        GTEST_SKIP() << "the device ran none beside those that wait for it";
}

} // namespace testing_support

#endif
