#ifndef VKSCAN_SEGMENTED_IMPL_H
#define VKSCAN_SEGMENTED_IMPL_H

#include "operation.h"

#include <vkscan/segmented_scan.h>

namespace vkscan {

struct SegmentedScan::Impl : Operation {
    static constexpr char kName[] = "SegmentedScan";

    // SegmentedScan::create with a tuning of one's own, and an operator code beyond the public ones: for tests.
    static Status createTuned(const Context& context, const SegmentedScanDesc& desc, const Tuning& tuning,
                              uint32_t operatorCode, SegmentedScan* scan) noexcept;
};

} // namespace vkscan

#endif
