// What a scan's plan and pipelines follow from, and what of its tuning the stages take. Pure functions.
#ifndef VKSCAN_SCHEDULE_SCAN_MODEL_H
#define VKSCAN_SCHEDULE_SCAN_MODEL_H

#include "device/capabilities.h"
#include "device/tuning.h"
#include "plan/kernels.h"
#include "plan/plan.h"

#include <vkscan/reduce.h>
#include <vkscan/scan.h>
#include <vkscan/segmented.h>

#include <optional>

namespace vkscan {

// How elements go to buckets, of which the description's tupleSize says how many are written.
struct Selection {
    uint32_t test = 0; // select_abi.h
    ElementType testType = ElementType::U32;
    uint32_t payloadWords = 1; // 0: indices
};

struct ScanModel {
    ScanDesc desc;
    Tuning tuning;
    Capabilities capabilities;
    std::optional<Segments> segments = std::nullopt; // with which, as with indices, a state has one word more
    bool withIndex = false;                          // of a reduction
    bool reduces = false;                            // a result a segment, not an element
    ReduceMethod method = ReduceMethod::Auto;
    std::optional<Selection> selection = std::nullopt;
    uint32_t binCount = 0;    // of a histogram
    bool allocates = false;   // the elements are requests' counts
    bool encodesRuns = false; // the elements are those of runs
};

// The orders and tuples of one pass over memory; beyond 1, the kernels scan blocks.
[[nodiscard]] uint32_t passOrder(const ScanModel& model) noexcept;
[[nodiscard]] uint32_t partCount(const ScanModel& model) noexcept;

// Words of 32 bits in a state.
[[nodiscard]] uint64_t stateWords(const ScanModel& model) noexcept;

// Vectors of 16 bytes in a block, which holds whole tuples, unless lanes share these.
[[nodiscard]] uint32_t blockVectors(const ScanModel& model, Stage stage) noexcept;

// Whether a reduction's method combines values in shared memory.
[[nodiscard]] bool reducesByTree(const ScanModel& model) noexcept;

[[nodiscard]] KernelForm kernelFormOf(const ScanModel& model) noexcept;

// The tuning's; or the network's own; or the next that holds whole tuples and fits registers and shared memory.
[[nodiscard]] Geometry geometryOf(const ScanModel& model, Stage stage) noexcept;

// Tiles that a flat sum, or a leader of a window, sums at once; with Sam, as many as there are workgroups.
[[nodiscard]] uint32_t windowOf(const ScanModel& model, Stage stage) noexcept;

} // namespace vkscan

#endif
