// Counted costs of networks.
#ifndef VKSCAN_TESTS_NETWORK_COSTS_H
#define VKSCAN_TESTS_NETWORK_COSTS_H

#include "network_twin.h"

namespace networks {

struct Costs {
    uint32_t depth = 0;    // applications of the operator that lie behind one another
    uint32_t work = 0;     // applications
    uint32_t barriers = 0; // of the workgroup
    uint32_t words = 0;    // of shared memory
    uint32_t reads = 0;    // of shared words
    uint32_t writes = 0;
    uint32_t shuffles = 0; // values taken from another invocation's register
    bool operator==(const Costs&) const = default;
};

[[nodiscard]] Costs countCosts(const Wiring& wiring);

// How many accesses to shared words no barrier orders with those of another invocation: none, or the results are luck.
// Invocations of the same subgroup are as foreign as any.
[[nodiscard]] uint32_t countRaces(const Wiring& wiring);

// How many rounds the accesses to shared memory take. The invocations of a subgroup of 32 have theirs at once, each its
// n-th of a step, and it takes as many rounds as there are different words of the busiest of 32 banks. With padding,
// a word is skipped behind every 32.
[[nodiscard]] uint32_t countBankRounds(const Wiring& wiring, bool padding);

} // namespace networks

#endif
