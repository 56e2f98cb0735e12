// Scans with hostile schedules.
#ifndef VKSCAN_TESTS_HOSTILE_SCAN_H
#define VKSCAN_TESTS_HOSTILE_SCAN_H

#include "hostile.h"
#include "scan_check.h"

namespace testing_support {

inline constexpr uint64_t kHostileCount = 40 * 256 + 3; // 41 tiles

[[nodiscard]] vkscan::study::ScanDesc hostileDesc(vkscan::Strategy strategy);

// Scans ones, with each of the scans in turn, on the same scratch, which is zeroed before each. If the first gives up,
// its run ends; later ones are repeated.
[[nodiscard]] std::vector<Attempt> runInTurn(std::initializer_list<const vkscan::Scan*> scans, uint64_t count,
                                             bool inPlace, uint32_t tupleSize = 1);
[[nodiscard]] Attempt runHostile(const vkscan::Scan& scan, uint64_t count, bool inPlace, uint32_t tupleSize = 1);

// Tests workgroups that wait for later ones. If a device only starts these after the others, a run gives up and reports
// it; with a thread for each workgroup (LP_NUM_THREADS) lavapipe completes some, and those are exact.
void expectExactOrGivenUp(const vkscan::Scan& scan, uint64_t count, uint32_t tupleSize = 1);

} // namespace testing_support

#endif
