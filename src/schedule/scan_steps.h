// What plans of scans are made of.
#ifndef VKSCAN_SCHEDULE_SCAN_STEPS_H
#define VKSCAN_SCHEDULE_SCAN_STEPS_H

#include "plan/plan.h"
#include "schedule/schedule.h"

namespace vkscan {

// Where an array begins in its first vector, its positions, and the stage that takes it.
struct Placement {
    uint64_t head;
    uint64_t positions;
    Stage stage;
};
[[nodiscard]] Placement placeArray(const Schedule& schedule, VkDeviceAddress address, uint64_t count) noexcept;

// The part of push constants that all operations on arrays share; an operation fills in the rest, which is 0.
template <class Push, class Args>
[[nodiscard]] Push pushOf(const Args& args, uint64_t head) noexcept
{
    Push push = {};
    push.maxCount = args.count;
    push.countAddress = args.countBuffer.address;
    if constexpr (requires { push.head; })
        push.head = static_cast<uint32_t>(head);
    if constexpr (requires { args.scratch; })
        push.scratchAddress = args.scratch.address;
    return push;
}

// What a scan touches; empty where it touches nothing.
struct ScanBuffers {
    Access input;
    Access output;
    Access countBuffer;
    Access total;
    Access scratch;
};

// Appends a dispatch of so many workgroups, in a grid that is folded where it must be. Its count's address is pushed as
// kernels take it: with kPresent, or else of any word that they can read.
void appendStep(Plan* plan, const Schedule& schedule, Stage stage, uint64_t groups, const PushConstants& push,
                const AccessList& accesses) noexcept;

// Appends the dispatches of one pass over memory: as many orders as the kernels take at once.
void appendPass(Plan* plan, const Schedule& schedule, Stage stage, uint64_t positions, abi::ScanPush push,
                const ScanBuffers& buffers) noexcept;

} // namespace vkscan

#endif
