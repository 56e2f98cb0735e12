// Compactions and partitions: elements go to one bucket or two, each of which is written side by side. Pure functions.
#ifndef VKSCAN_OPERATIONS_SELECTION_H
#define VKSCAN_OPERATIONS_SELECTION_H

#include "plan/plan.h"
#include "schedule/schedule.h"

#include <vkscan/partition.h>

namespace vkscan {

// How elements go to buckets.
struct SelectionDesc {
    uint32_t test = 0; // select_abi.h
    ElementType testType = ElementType::U32;
    uint32_t buckets = 1; // that are written
    uint32_t elementSize = 4;
    Strategy strategy = Strategy::Auto;
    bool assumeForwardProgress = false;
    uint64_t maxCount = 0;
};

struct SelectionModel : Schedule {
    uint32_t test = 0;
    ElementType testType = ElementType::U32;
    uint32_t buckets = 1;
    uint32_t payloadWords = 1; // of an element that is moved; 0: indices are
};

struct CompactModel : SelectionModel {};
struct PartitionModel : SelectionModel {};

// Check the description, and make the model of it.
[[nodiscard]] Status makeModel(const CompactDesc& desc, const Tuning& tuning, const Capabilities& capabilities,
                               CompactModel* model) noexcept;
[[nodiscard]] Status makeModel(const PartitionDesc& desc, const Tuning& tuning, const Capabilities& capabilities,
                               PartitionModel* model) noexcept;

// A selection: a predicate and `buckets` outputs, of which the first receives the selected elements; and any selection.
[[nodiscard]] Status predicateModel(const CompactDesc& desc, uint32_t buckets, const Tuning& tuning,
                                    const Capabilities& capabilities, SelectionModel* model) noexcept;
[[nodiscard]] Status selectionModel(const SelectionDesc& desc, const Tuning& tuning, const Capabilities& capabilities,
                                    SelectionModel* model) noexcept;

[[nodiscard]] VkDeviceSize scratchSize(const SelectionModel& model, uint64_t maxCount) noexcept;

struct SelectionArgs {
    BufferRange input = {};
    BufferRange output = {};
    BufferRange rest = {}; // of bucket 1, if there is one
    BufferRange tested = {};
    uint32_t operand = 0;
    BufferRange total = {}; // of what is selected
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

// create with a tuning of one's own: for tests.
[[nodiscard]] Status createTuned(const Context& context, const CompactDesc& desc, const Tuning& tuning,
                                 Compact* created) noexcept;
[[nodiscard]] Status createTuned(const Context& context, const PartitionDesc& desc, const Tuning& tuning,
                                 Partition* created) noexcept;

} // namespace vkscan

#endif
