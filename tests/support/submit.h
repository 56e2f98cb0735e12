// Submissions of tests.
#ifndef VKSCAN_TESTS_SUBMIT_H
#define VKSCAN_TESTS_SUBMIT_H

#include "environment.h"

#include <functional>
#include <vector>

namespace testing_support {

// Maximum runs until no wait is given up. On a busy machine, the system may stop a CPU device's thread for longer than
// waits last; on other devices, no run may give up.
inline constexpr unsigned kMostAttempts = 6;

// Repeats a run that gave up, and reports it; returns the last status.
[[nodiscard]] vkscan::ScratchStatus runPatiently(const std::function<vkscan::ScratchStatus()>& run,
                                                 unsigned mostAttempts = kMostAttempts);

struct Submissions {
    unsigned count = 1;
    unsigned mostAttempts = kMostAttempts;         // per submission; 1: the test is about a run that gives up
    bool mayGiveUp = false;                        // even the last attempt
    std::vector<vkscan::BufferRange> scratch = {}; // ranges with a status, which shows whether a submission gave up
    std::function<void(unsigned)> afterEach = [](unsigned) {}; // receives the submission's number
};

// Records once and submits. A submission that gives up is repeated, after all arrays, including scratch, are restored.
// Expects that the last attempt is complete, and that nothing around any array was written. Returns the last status.
vkscan::ScratchStatus submitRecorded(const std::function<vkscan::Status(VkCommandBuffer)>& record, const Submissions& submissions);

// Records and submits an operation, with barriers around it.
template <class Operation, class Args>
vkscan::ScratchStatus submit(const Operation& operation, Args args, unsigned submissions = 1,
                             unsigned mostAttempts = kMostAttempts)
{
    args.barrierBefore = args.barrierAfter = true;
    Submissions made = {.count = submissions, .mostAttempts = mostAttempts, .mayGiveUp = mostAttempts == 1};
    if constexpr (requires { args.scratch; })
        made.scratch = {args.scratch};
    return submitRecorded([&](VkCommandBuffer commandBuffer) { return operation.record(commandBuffer, args); }, made);
}

} // namespace testing_support

#endif
