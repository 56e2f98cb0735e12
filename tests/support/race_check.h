// The validation layer's check for races in shared memory, and changes to modules for it.
#ifndef VKSCAN_TESTS_RACE_CHECK_H
#define VKSCAN_TESTS_RACE_CHECK_H

#include <vkscan/context.h>

#include <cstdint>
#include <span>

namespace testing_support {

// Turns barriers of subgroups into barriers of workgroups. The check ignores others, and reports values that lanes of
// one subgroup pass to each other as races. Races between subgroups, and of lanes without barriers, are still found.
// Modules must pass these barriers in uniform control flow, as vkscan's do if kLeaveAlone is false.
void widenBarriers(std::span<uint32_t> words);

// The description of a context whose modules have widened barriers.
[[nodiscard]] vkscan::ContextDesc withWidenedBarriers(vkscan::ContextDesc desc);

} // namespace testing_support

#endif
