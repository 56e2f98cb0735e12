// Compactions and partitions: elements go to one bucket or two, each written side by side. Pure functions.
#ifndef VKSCAN_OPERATIONS_SELECTION_H
#define VKSCAN_OPERATIONS_SELECTION_H

#include "schedule/schedule.h"

#include <vkscan/partition.h>

namespace vkscan {

struct SelectionModel : Schedule {
    uint32_t test = 0; // select_abi.h
    ElementType testType = ElementType::U32;
    uint32_t buckets = 1;      // that are written: selected elements, and the others
    uint32_t payloadWords = 1; // of an element that is moved; 0: indices are
    // Stages that count what each bucket holds, before any of it is written: alone, or spans and their slots.
    uint32_t reduceArray = kNoStage;
    uint32_t reduceSpans = kNoStage;
    uint32_t reduceSlots = kNoStage;
};

struct CompactModel : SelectionModel {};
struct PartitionModel : SelectionModel {};

// Check the description, and make the model of it.
[[nodiscard]] Status makeModel(const CompactDesc& desc, const Tuning& tuning, const Capabilities& capabilities,
                               CompactModel* model) noexcept;
[[nodiscard]] Status makeModel(const PartitionDesc& desc, const Tuning& tuning, const Capabilities& capabilities,
                               PartitionModel* model) noexcept;
// The model of a predicate and so many buckets, of which the first receives the selected elements.
[[nodiscard]] Status selectionModel(const CompactDesc& desc, uint32_t buckets, const Tuning& tuning,
                                    const Capabilities& capabilities, SelectionModel* model) noexcept;

[[nodiscard]] VkDeviceSize scratchSize(const SelectionModel& model, uint64_t maxCount) noexcept;

struct SelectionArgs {
    BufferRange input = {};
    BufferRange output = {};
    BufferRange rest = {}; // receives bucket 1, if there is one
    BufferRange tested = {};
    uint32_t operand = 0;
    BufferRange total = {}; // the number of selected elements
    IndirectCount indirect = {};
    BufferRange scratch = {};
    uint64_t count = 0;
    BufferRange countBuffer = {};
};

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

// Checks the operand of a predicate that has been checked.
[[nodiscard]] Status checkOperand(const SelectionModel& model, const Scalar& operand) noexcept;

// Check the arguments and fill the plan; leave it alone if one is wrong.
[[nodiscard]] Status planCompact(const CompactModel& model, const CompactArgs& args, Plan* plan) noexcept;
[[nodiscard]] Status planPartition(const PartitionModel& model, const PartitionArgs& args, Plan* plan) noexcept;
[[nodiscard]] Status planSelection(const SelectionModel& model, const SelectionArgs& args, Plan* plan) noexcept;

} // namespace vkscan

#endif
