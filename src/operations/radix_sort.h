// Radix sorts: models and plans. Pure functions.
#ifndef VKSCAN_OPERATIONS_RADIX_SORT_H
#define VKSCAN_OPERATIONS_RADIX_SORT_H

#include "schedule/schedule.h"

#include <vkscan/radix_sort.h>

namespace vkscan {

struct RadixSortModel : Schedule {
    uint32_t splitBits = 0;              // bits of a split (operations/split.h); 0: passes of eight bits sort
    ElementType type = ElementType::U32; // type of keys in memory
    uint32_t keyBytes = 0;
    bool segmented = false;
    bool descending = false;
    bool makesIndices = false;
    uint32_t valueBytes = 0; // bytes of a value or index that is written
    uint32_t firstBit = 0;
    uint32_t endBit = 0;
    uint32_t passes = 1; // at least one, which copies
    // Stages other than those that take arrays
    uint32_t clearStage = kNoStage;
    uint32_t countStage = kNoStage;
    uint32_t bucketStage = kNoStage;  // writes offsets of buckets; splits write them themselves
    uint32_t shortStage = kNoStage;   // sorts segments that fit a subgroup
    uint32_t segmentStage = kNoStage; // sorts longer segments that fit a tile
};

// Checks the description, and makes the model of it.
[[nodiscard]] Status makeModel(const RadixSortDesc& desc, const Tuning& tuning, const Capabilities& capabilities,
                               RadixSortModel* model) noexcept;

struct Arrays {
    Access keys;
    Access values;
};

// The arguments of a call.
struct SortBuffers {
    Arrays input;
    Arrays output;
    Access segments;
    Access temporary;
    Access countBuffer;
    Access selectedCount;
    Access bucketOffsets;
    Access scratch;
};

[[nodiscard]] VkDeviceSize scratchSize(const RadixSortModel& model, uint64_t maxCount) noexcept;
[[nodiscard]] VkDeviceSize temporarySize(const RadixSortModel& model, uint64_t maxCount) noexcept;

// Checks the arguments and fills the plan; leaves it alone if one is wrong.
[[nodiscard]] Status planRadixSort(const RadixSortModel& model, const RadixSortArgs& args, Plan* plan) noexcept;

} // namespace vkscan

#endif
