// What compactions, partitions and splits have in common: elements go to buckets, each of which is written side by
// side. Pure functions.
#ifndef VKSCAN_OPERATIONS_SELECTION_H
#define VKSCAN_OPERATIONS_SELECTION_H

#include "plan/plan.h"
#include "schedule/schedule.h"

#include <vkscan/select.h>

namespace vkscan {

struct SelectionDesc {
    uint32_t test = 0; // abi.h
    ElementType testType = ElementType::U32;
    uint32_t buckets = 1; // that are written
    uint32_t elementSize = 4;
    Strategy strategy = Strategy::Auto;
    bool assumeForwardProgress = false;
};

struct SelectionArgs {
    BufferRange input = {};
    BufferRange output = {};
    BufferRange rest = {}; // of bucket 1, if there is one
    BufferRange tested = {};
    uint32_t operand = 0;
    BufferRange total = {}; // of what is selected, or all buckets' offsets
    IndirectCount indirect = {};
    BufferRange scratch = {};
    uint64_t count = 0;
    BufferRange countBuffer = {};
};

// Of a checked predicate.
[[nodiscard]] Status checkOperand(const Schedule& schedule, const Scalar& operand) noexcept;

// Arguments that compactions and partitions share.
template <class Args>
[[nodiscard]] SelectionArgs selectionArgsOf(const Args& args) noexcept
{
    return {.input = args.input,
            .output = args.output,
            .tested = args.tested,
            .operand = static_cast<uint32_t>(args.operand.bits()),
            .total = args.selectedCount,
            .indirect = args.indirect,
            .scratch = args.scratch,
            .count = args.count,
            .countBuffer = args.countBuffer};
}

// Checks the description, and makes the model of it: of as many buckets, of which the first is of what is selected.
[[nodiscard]] Status predicateModel(const CompactDesc& desc, uint32_t buckets, const Tuning& tuning,
                                    const Capabilities& capabilities, ScanModel* model) noexcept;

// The same of any selection.
[[nodiscard]] Status selectionModel(const SelectionDesc& desc, const Tuning& tuning, const Capabilities& capabilities,
                                    ScanModel* model) noexcept;

[[nodiscard]] bool usesSelectionStage(const Schedule& schedule, Stage stage) noexcept;
[[nodiscard]] uint64_t maxSelectionCount(const Schedule& schedule) noexcept;
[[nodiscard]] VkDeviceSize selectionScratchSize(const Schedule& schedule, uint64_t maxCount) noexcept;

// Checks the arguments and fills the plan; leaves it alone if one is wrong.
[[nodiscard]] Status planSelection(const Schedule& schedule, const SelectionArgs& args, Plan* plan) noexcept;

} // namespace vkscan

#endif
