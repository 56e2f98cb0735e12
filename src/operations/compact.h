// Compactions: elements go to one bucket or two, each written side by side. Pure functions.
#ifndef VKSCAN_OPERATIONS_COMPACT_H
#define VKSCAN_OPERATIONS_COMPACT_H

#include "schedule/schedule.h"

#include <vkscan/compact.h>

namespace vkscan {

struct CompactModel : Schedule {
    uint32_t test = 0; // select_abi.h
    ElementType testType = ElementType::U32;
    uint32_t buckets = 1;      // buckets that are written: selected elements and, with a rest, the others
    uint32_t payloadWords = 1; // words of an element that is moved; 0: indices are moved
    // Stages that count the elements of each bucket before any is written: one dispatch, or spans and their slots.
    uint32_t reduceArray = kNoStage;
    uint32_t reduceSpans = kNoStage;
    uint32_t reduceSlots = kNoStage;
};

// Checks the description, and makes the model of it.
[[nodiscard]] Status makeModel(const CompactDesc& desc, const Tuning& tuning, const Capabilities& capabilities,
                               CompactModel* model) noexcept;

[[nodiscard]] VkDeviceSize scratchSize(const CompactModel& model, uint64_t maxCount) noexcept;

// Checks the arguments and fills the plan; leaves it alone if one is wrong.
[[nodiscard]] Status planCompact(const CompactModel& model, const CompactArgs& args, Plan* plan) noexcept;

} // namespace vkscan

#endif
