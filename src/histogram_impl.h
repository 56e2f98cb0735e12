#ifndef VKSCAN_HISTOGRAM_IMPL_H
#define VKSCAN_HISTOGRAM_IMPL_H

#include "operation.h"

#include <vkscan/histogram.h>

namespace vkscan {

struct Histogram::Impl : Operation {
    static constexpr char kName[] = "Histogram";

    // Histogram::create with a tuning of one's own: for tests.
    static Status createTuned(const Context& context, const HistogramDesc& desc, const Tuning& tuning,
                              Histogram* histogram) noexcept;
};

} // namespace vkscan

#endif
