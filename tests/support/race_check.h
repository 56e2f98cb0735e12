// The validation layer's check for races in shared memory, and what it needs of modules.
#ifndef VKSCAN_TESTS_RACE_CHECK_H
#define VKSCAN_TESTS_RACE_CHECK_H

#include <vkscan/context.h>

#include <cstdint>
#include <span>

namespace testing_support {

// Makes barriers of subgroups barriers of workgroups. The check knows no others: it takes what lanes of one subgroup
// pass to each other for a race. Races between subgroups stay, and so do those of lanes with no barrier between them.
// Modules must pass these barriers in uniform control flow, as vkscan's do where kLeaveAlone is false.
void widenBarriers(std::span<uint32_t> words);

// The description of a context whose modules have widened barriers.
[[nodiscard]] vkscan::ContextDesc withWidenedBarriers(vkscan::ContextDesc desc);

} // namespace testing_support

#endif
