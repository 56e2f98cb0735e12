// Histograms: models and plans. Pure functions.
#ifndef VKSCAN_OPERATIONS_HISTOGRAM_H
#define VKSCAN_OPERATIONS_HISTOGRAM_H

#include "schedule/schedule.h"

#include <vkscan/histogram.h>

namespace vkscan {

struct HistogramModel : Schedule {
    uint32_t binCount = 0;
    uint32_t partBins = 0; // bins that a workgroup counts: all, or a part of them

    [[nodiscard]] uint32_t parts() const noexcept { return divideRoundingUp(binCount, partBins); }
};

// Checks the description, and makes the model of it.
[[nodiscard]] Status makeModel(const HistogramDesc& desc, const Tuning& tuning, const Capabilities& capabilities,
                               HistogramModel* model) noexcept;

// Checks the arguments and fills the plan; leaves it alone if one is wrong.
[[nodiscard]] Status planHistogram(const HistogramModel& model, const HistogramArgs& args, Plan* plan) noexcept;

} // namespace vkscan

#endif
