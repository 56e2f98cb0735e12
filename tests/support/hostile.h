// Shared by tests of hostile schedules.
#ifndef VKSCAN_TESTS_HOSTILE_H
#define VKSCAN_TESTS_HOSTILE_H

#include "environment.h"

namespace testing_support {

// How one run on scratch of its own ended.
struct Attempt {
    vkscan::ScratchStatus status;
    bool exact;
};

// Gives up soon.
[[nodiscard]] inline vkscan::Tuning impatientTuning(uint32_t testHooks)
{
    vkscan::Tuning tuning = smallTuning();
    tuning.polls = 1;
    tuning.rounds = 64;
    tuning.testHooks = testHooks;
    return tuning;
}

} // namespace testing_support

#endif
