// Order statistics: models and plans. Pure functions.
#ifndef VKSCAN_OPERATIONS_QUANTILES_H
#define VKSCAN_OPERATIONS_QUANTILES_H

#include "schedule/schedule.h"

#include <vkscan/quantiles.h>

namespace vkscan {

struct QuantilesModel : Schedule {
    uint64_t flip = 0;         // bits of keys that codes have inverted
    uint32_t longestRow = ~0u; // keys
    uint32_t rowsStage = kNoStage;
    uint32_t shortRowsStage = kNoStage;
    uint32_t clearStage = kNoStage;
};

// Checks the description, and makes the model of it.
[[nodiscard]] Status makeModel(const QuantilesDesc& desc, const Tuning& tuning, const Capabilities& capabilities,
                               QuantilesModel* model) noexcept;

[[nodiscard]] VkDeviceSize scratchSize(const QuantilesModel& model, uint64_t maxCount) noexcept;
[[nodiscard]] VkDeviceSize temporarySize(const QuantilesModel& model, uint64_t maxCount) noexcept;

// Checks the arguments and fills the plan; leaves it alone if one is wrong.
[[nodiscard]] Status planQuantiles(const QuantilesModel& model, const QuantilesArgs& args, Plan* plan) noexcept;

} // namespace vkscan

#endif
