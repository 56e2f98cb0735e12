// Distributions: models and plans. Pure functions.
#ifndef VKSCAN_OPERATIONS_DISTRIBUTION_H
#define VKSCAN_OPERATIONS_DISTRIBUTION_H

#include "schedule/schedule.h"

#include <vkscan/distribution.h>

namespace vkscan {

struct DistributionModel : Schedule {
    uint32_t aliasSums = kNoStage; // stages of alias tables; kNoStage without them
    uint32_t alias = kNoStage;
    VkFormat imageFormat = VK_FORMAT_UNDEFINED; // undefined: the input is an array
    bool isEquirectangular = false;             // images only

    [[nodiscard]] bool hasImage() const noexcept { return imageFormat != VK_FORMAT_UNDEFINED; }
};

// Checks the description and makes its model. The first stages differ in the length of rows they take.
[[nodiscard]] Status makeModel(const DistributionDesc& desc, const Tuning& tuning, const Capabilities& capabilities,
                               DistributionModel* model) noexcept;

// Checks the arguments and fills the plan; leaves it alone if one is wrong.
[[nodiscard]] Status planDistribution(const DistributionModel& model, const DistributionArgs& args,
                                      Plan* plan) noexcept;

// Checks an image among the arguments of a call.
[[nodiscard]] Status checkImage(const DistributionModel& model, const DistributionArgs& args) noexcept;

} // namespace vkscan

#endif
