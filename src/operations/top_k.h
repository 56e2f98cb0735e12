// Top-k selections: models and plans. Pure functions.
#ifndef VKSCAN_OPERATIONS_TOP_K_H
#define VKSCAN_OPERATIONS_TOP_K_H

#include "schedule/schedule.h"

#include <vkscan/top_k.h>

namespace vkscan {

struct TopKModel : Schedule {
    uint32_t maxK = 0;
    uint32_t keyBytes = 0;      // of the input and the output
    uint32_t listEntries = 0;   // entries of a list in shared memory
    bool inverts = false;       // codes have all bits of keys inverted
    bool flipsSign = false;     // after that, codes have the highest bit inverted
    uint64_t rankingGroups = 0; // workgroups that rank few entries
    uint64_t mostShares = 0;    // maximum tiles of arrays whose workgroups take a sample each
    uint32_t rowsStage = kNoStage;
    uint32_t longRowsStage = kNoStage; // with larger workgroups; only with long lists
    uint32_t shortRowsStage = kNoStage;
    uint32_t packedRowsStage = kNoStage; // several rows for a subgroup
    uint32_t sampleStage = kNoStage;
    uint32_t collectStage = kNoStage;
    uint32_t collectSmallStage = kNoStage; // each workgroup takes its own sample
    // Stages of a selection by digits; none if lists hold every k.
    uint32_t clearStage = kNoStage;
    uint32_t countStage = kNoStage;
    uint32_t filterStage = kNoStage;
    uint32_t sortStage = kNoStage;
    uint32_t rankStage = kNoStage;

    // The largest k by merging lists; rows take one up to listEntries.
    [[nodiscard]] uint32_t maxListK() const noexcept { return std::min(listEntries / 2, 1024u); }
};

// Checks the description, and makes the model of it.
[[nodiscard]] Status makeModel(const TopKDesc& desc, const Tuning& tuning, const Capabilities& capabilities,
                               TopKModel* model) noexcept;

[[nodiscard]] VkDeviceSize scratchSize(const TopKModel& model, uint64_t maxCount) noexcept;
[[nodiscard]] VkDeviceSize temporarySize(const TopKModel& model, uint64_t maxCount) noexcept;

// Checks the arguments and fills the plan; leaves it alone if one is wrong.
[[nodiscard]] Status planTopK(const TopKModel& model, const TopKArgs& args, Plan* plan) noexcept;

} // namespace vkscan

#endif
