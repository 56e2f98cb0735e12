#ifndef VKSCAN_REDUCE_IMPL_H
#define VKSCAN_REDUCE_IMPL_H

#include "context_impl.h"
#include "pipeline.h"
#include "scan_strategy.h"

#include <vkscan/reduce.h>

namespace vkscan {

struct Reduce::Impl {
    const Context::Impl* context = nullptr;
    ScanModel model;
    Pipelines pipelines;

    Impl() = default;
    Impl(const Impl&) = delete;
    Impl& operator=(const Impl&) = delete;
    ~Impl();

    // Reduce::create with a tuning of one's own, and an operator code beyond the public ones: for tests.
    static Status createTuned(const Context& context, const ReduceDesc& desc, const Tuning& tuning,
                              uint32_t operatorCode, Reduce* reduce) noexcept;
};

} // namespace vkscan

#endif
