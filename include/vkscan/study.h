// What is for comparison and study, in a library of its own, which the target vkscan::study links: programs that use
// Strategy::Auto alone need none of it.
#ifndef VKSCAN_STUDY_H
#define VKSCAN_STUDY_H

#include <vkscan/export.h>

#include <cstdint>

namespace vkscan {

struct Study;

// For ContextDesc::study. Offers the strategies DecoupledLookback, ScanThenPropagate, Chained, Sam, Cascade and
// TruncatedCascade, all networks, and all methods of reductions. Static storage; never null.
[[nodiscard]] VKSCAN_API const Study* study() noexcept;

// How a workgroup scans the values of its N invocations, each the elements of a row that the invocation loaded side by
// side. Each network's wiring, cost and source stand in its file, shaders/networks/. All are bit-deterministic and
// take operators that do not commute.
enum class WorkgroupNetwork {
    // Scans of subgroups by shuffles, and of their totals through shared memory. The others, the
    // literature's, are for comparison and study, and need ContextDesc::study.
    Subgroup,
    HillisSteele,    // log2 N steps between two halves of shared memory
    Blelloch,        // up a tree and down again: the least work, twice the steps; wired like Brent & Kung's
    KoggeStone,      // log2 N steps in place
    HanCarlson,      // KoggeStone over every other value: half the work, a step more
    HockneyJesshope, // KoggeStone without conditions: identities are shifted in
    LadnerFischer,   // log2 N steps with half of KoggeStone's work; wired like Sklansky's
    Serial,          // few invocations scan runs one value after the other, one the runs' totals
};

// The network of a scan, and its options; those set apart from the defaults need a network other than Subgroup.
struct WorkgroupNetworkDesc {
    WorkgroupNetwork network = WorkgroupNetwork::Subgroup;
    // In subgroups by shuffles instead of shared memory, and as with Subgroup across them: KoggeStone, LadnerFischer.
    bool shuffles = false;
    // Shared memory skips a word for each 32, against bank conflicts. Not with shuffles.
    bool padding = false;
    // 2, or 4: up to three earlier values a step. 4 with Blelloch, KoggeStone, HanCarlson and LadnerFischer in shared
    // memory.
    uint32_t radix = 2;
    // Loads and stores of 16 bytes. Else of one element; then each is a value of the network, which takes turns.
    bool vectorLoads = true;
    // Invocations: 64 to 1024, a power of two, as many as the device offers and no less than its subgroup; 0 for the
    // tuning's.
    uint32_t workgroupSize = 0;
    // Of each invocation in a tile, in 1 to 16 vectors of 16 bytes: a multiple of 4 up to 64, of 64-bit types of 2 up
    // to 32; 0 for the tuning's.
    uint32_t elements = 0;
};

[[nodiscard]] VKSCAN_API const char* toString(WorkgroupNetwork network) noexcept;

// How values are combined across a workgroup's invocations, and the workgroups. Each invocation combines its own
// elements first. All but Auto are for comparison, need ContextDesc::study, and are of Harris, "Optimizing Parallel
// Reduction in CUDA", 2007.
enum class ReduceMethod {
    // By shuffles; one dispatch where the device has 64-bit atomics in buffers, two elsewhere.
    Auto,
    // In shared memory, over distances of 1, 2, 4 and so on: ever fewer lanes of all subgroups take part. In as many
    // dispatches as Auto, and so the next two.
    Interleaved,
    // Over halves, quarters and so on of the workgroup: ever fewer whole subgroups take part.
    Sequential,
    // The same without loops, and by shuffles once the values are as few as a subgroup's lanes.
    Unrolled,
    // By shuffles, and in two dispatches everywhere: the second combines the workgroups' values.
    Decomposed,
};

[[nodiscard]] VKSCAN_API const char* toString(ReduceMethod method) noexcept;

} // namespace vkscan

#endif
