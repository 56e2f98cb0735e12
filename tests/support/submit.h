// How tests run what they record.
#ifndef VKSCAN_TESTS_SUBMIT_H
#define VKSCAN_TESTS_SUBMIT_H

#include "environment.h"

#include <functional>

namespace testing_support {

// Records once and submits that many times; calls `afterEach` with the submission's number.
void submitRecorded(
    const std::function<vkscan::Status(VkCommandBuffer)>& record, unsigned submissions = 1,
    const std::function<void(unsigned)>& afterEach = [](unsigned) {});

// Records and submits an operation, with barriers around it.
template <class Operation, class Args>
void submit(const Operation& operation, Args args, unsigned submissions = 1)
{
    args.barrierBefore = args.barrierAfter = true;
    submitRecorded([&](VkCommandBuffer commandBuffer) { return operation.record(commandBuffer, args); }, submissions);
}

// Repeats a run that gave up, and says so; returns the last one's status. On a CPU device the system may stop the
// thread that is waited for, on a busy machine for longer than waits last there, so that a run may give up: a few times
// at most. Elsewhere no run may.
inline constexpr unsigned kMostAttempts = 6;
[[nodiscard]] vkscan::ScratchStatus runPatiently(const std::function<vkscan::ScratchStatus()>& run);

} // namespace testing_support

#endif
