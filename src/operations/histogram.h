// Histograms: models and plans. Pure functions.
#ifndef VKSCAN_OPERATIONS_HISTOGRAM_H
#define VKSCAN_OPERATIONS_HISTOGRAM_H

#include "schedule/schedule.h"

#include <vkscan/histogram.h>

namespace vkscan {

struct HistogramModel : Schedule {
    uint32_t binCount = 0;
    uint32_t partBins = 0;                      // bins that a workgroup counts: all, or a part of them
    VkFormat imageFormat = VK_FORMAT_UNDEFINED; // undefined: the input is an array

    [[nodiscard]] uint32_t parts() const noexcept { return divideRoundingUp(binCount, partBins); }
    [[nodiscard]] bool hasImage() const noexcept { return imageFormat != VK_FORMAT_UNDEFINED; }
};

// Checks the description, and makes the model of it.
[[nodiscard]] Status makeModel(const HistogramDesc& desc, const Tuning& tuning, const Capabilities& capabilities,
                               HistogramModel* model) noexcept;

// Checks an image among the arguments of a call.
[[nodiscard]] Status checkImage(const HistogramModel& model, const HistogramArgs& args) noexcept;

// Checks the arguments and fills the plan; leaves it alone if one is wrong.
[[nodiscard]] Status planHistogram(const HistogramModel& model, const HistogramArgs& args, Plan* plan) noexcept;

} // namespace vkscan

#endif
