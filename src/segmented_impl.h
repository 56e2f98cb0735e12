#ifndef VKSCAN_SEGMENTED_IMPL_H
#define VKSCAN_SEGMENTED_IMPL_H

#include "context_impl.h"
#include "pipeline.h"
#include "scan_strategy.h"

#include <vkscan/segmented_scan.h>

namespace vkscan {

struct SegmentedScan::Impl {
    const Context::Impl* context = nullptr;
    ScanModel model;
    Pipelines pipelines;

    Impl() = default;
    Impl(const Impl&) = delete;
    Impl& operator=(const Impl&) = delete;
    ~Impl();

    // SegmentedScan::create with a tuning of one's own, and an operator code beyond the public ones: for tests.
    static Status createTuned(const Context& context, const SegmentedScanDesc& desc, const Tuning& tuning,
                              uint32_t operatorCode, SegmentedScan* scan) noexcept;
};

} // namespace vkscan

#endif
