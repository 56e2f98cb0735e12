#ifndef VKSCAN_SCAN_IMPL_H
#define VKSCAN_SCAN_IMPL_H

#include "context_impl.h"
#include "pipeline.h"
#include "scan_strategy.h"

#include <vkscan/scan.h>

namespace vkscan {

struct Scan::Impl {
    const Context::Impl* context = nullptr;
    ScanModel model;
    Pipelines pipelines;

    Impl() = default;
    Impl(const Impl&) = delete;
    Impl& operator=(const Impl&) = delete;
    ~Impl();

    // Scan::create with a tuning of one's own, and an operator code beyond the public ones: for tests and the
    // benchmark's search.
    static Status createTuned(const Context& context, const ScanDesc& desc, const Tuning& tuning, uint32_t operatorCode,
                              Scan* scan) noexcept;
};

} // namespace vkscan

#endif
