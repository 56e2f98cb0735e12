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

// The same of an operation, with barriers around it.
template <class Operation, class Args>
void submit(const Operation& operation, Args args, unsigned submissions = 1)
{
    args.barrierBefore = args.barrierAfter = true;
    submitRecorded([&](VkCommandBuffer commandBuffer) { return operation.record(commandBuffer, args); }, submissions);
}

} // namespace testing_support

#endif
