// Radix sorts: models and plans. Pure functions.
#ifndef VKSCAN_OPERATIONS_RADIX_SORT_H
#define VKSCAN_OPERATIONS_RADIX_SORT_H

#include "schedule/schedule.h"

#include <vkscan/radix_sort.h>

namespace vkscan {

struct RadixSortModel : Schedule {
    uint32_t splitBits = 0;              // of a split (operations/split.h); 0: keys are sorted by passes of eight bits
    ElementType type = ElementType::U32; // of keys in memory
    uint32_t keyBytes = 0;
    bool segmented = false;
    bool descending = false;
    bool makesIndices = false;
    uint32_t valueBytes = 0; // of a value or index that is written
    uint32_t firstBit = 0;
    uint32_t endBit = 0;
    uint32_t passes = 1; // one at least, which copies
    // Stages beside those that take arrays.
    uint32_t clearStage = kNoStage;
    uint32_t countStage = kNoStage;
    uint32_t bucketStage = kNoStage;  // of offsets of buckets, which splits write themselves
    uint32_t shortStage = kNoStage;   // of segments that a subgroup sorts
    uint32_t segmentStage = kNoStage; // of longer ones that fit a tile
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
