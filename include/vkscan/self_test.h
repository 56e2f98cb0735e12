// A test of what vkscan relies on and drivers misreport or break: the size of subgroups, shuffles, barriers, words that
// workgroups publish for others, 64-bit atomics. For hosts that start on drivers nobody has tried, and for reports.
//
// One dispatch, some microseconds. vkscan.h does not include this header, and programs that do not use it do not
// contain its kernel.
//
//     vkscan::SelfTest test;
//     status = vkscan::SelfTest::create(context, {}, &test);
//     status = test.record(commandBuffer, {.result = result.range(), .scratch = scratch.range()});
//     // submit, wait for the fence, then read the result
//     const vkscan::SelfTestResult found = vkscan::selfTestResult(result.mapped());
//     if (found != vkscan::SelfTestResult::Passed)
//         refuse(vkscan::toString(found));
#ifndef VKSCAN_SELF_TEST_H
#define VKSCAN_SELF_TEST_H

#include <vkscan/export.h>
#include <vkscan/operation.h>

namespace vkscan {

// Results: the first fault in this order, since later ones may follow from earlier ones.
enum class SelfTestResult : uint32_t { Passed, SubgroupSize, Shuffles, Barriers, Published, Atomics, DidNotEnd };

// A sentence.
[[nodiscard]] VKSCAN_API const char* toString(SelfTestResult result) noexcept;

constexpr VkDeviceSize kSelfTestBytes = 16; // of the result

// The result of a run that has ended: from the result's bytes, in memory that the host sees.
[[nodiscard]] VKSCAN_API SelfTestResult selfTestResult(const void* bytes) noexcept;

// Nothing to choose. 64-bit atomics are needed: without shaderBufferInt64Atomics, create returns {Argument::Features,
// Rule::Unsupported}, and vkscan never waits within a dispatch.
struct SelfTestDesc {};

struct SelfTestArgs {
    // kSelfTestBytes, aligned to 8. Zeroed by the host before each run. In memory that the host can read, or copied to
    // such.
    BufferRange result = {};
    BufferRange scratch = {};   // scratchSize(0) bytes or more, aligned to 16; zeroed once, before its first use
    bool barrierBefore = false; // also records a barrier after all earlier commands
    bool barrierAfter = false;  // also records a barrier before all later commands
};

// A compiled self-test. Waits of its workgroups are bounded, like those of all operations.
class SelfTest : public ArrayOperationOf<SelfTestDesc, SelfTestArgs> {};

} // namespace vkscan

#endif
