#ifndef VKSCAN_DIFFERENCE_IMPL_H
#define VKSCAN_DIFFERENCE_IMPL_H

#include "context_impl.h"
#include "pipeline.h"
#include "scan_strategy.h"

#include <vkscan/difference.h>

namespace vkscan {

struct Difference::Impl {
    const Context::Impl* context = nullptr;
    ScanModel model;
    Pipelines pipelines;

    Impl() = default;
    Impl(const Impl&) = delete;
    Impl& operator=(const Impl&) = delete;
    ~Impl();

    // Difference::create with a tuning of one's own: for tests.
    static Status createTuned(const Context& context, const DifferenceDesc& desc, const Tuning& tuning,
                              Difference* difference) noexcept;
};

} // namespace vkscan

#endif
