// How tests run what they record.
#ifndef VKSCAN_TESTS_SUBMIT_H
#define VKSCAN_TESTS_SUBMIT_H

#include "environment.h"

#include <functional>
#include <vector>

namespace testing_support {

// How often a run is made until no wait is given up. On a CPU device the system may stop the thread that is waited for,
// on a busy machine for longer than waits last there; elsewhere no run may give up.
inline constexpr unsigned kMostAttempts = 6;

// Repeats a run that gave up, and says so; returns the last one's status.
[[nodiscard]] vkscan::ScratchStatus runPatiently(const std::function<vkscan::ScratchStatus()>& run,
                                                 unsigned mostAttempts = kMostAttempts);

struct Submissions {
    unsigned count = 1;
    unsigned mostAttempts = kMostAttempts;         // for each; 1: a run that gives up is what the test is about
    bool mayGiveUp = false;                        // in all attempts
    std::vector<vkscan::BufferRange> scratch = {}; // has the status, whether a submission gave up
    std::function<void(unsigned)> afterEach = [](unsigned) {}; // receives the submission's number
};

// Records once and submits. A submission that gives up is repeated: all arrays, scratch among them, first receive what
// they held before. Expects that the last attempt is complete, and that nothing around any array was written. Returns the
// last status.
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
