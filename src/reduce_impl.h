#ifndef VKSCAN_REDUCE_IMPL_H
#define VKSCAN_REDUCE_IMPL_H

#include "operation.h"

#include <vkscan/reduce.h>

namespace vkscan {

struct Reduce::Impl : Operation {
    static constexpr char kName[] = "Reduce";

    // Reduce::create with a tuning of one's own, and an operator code beyond the public ones: for tests.
    static Status createTuned(const Context& context, const ReduceDesc& desc, const Tuning& tuning,
                              uint32_t operatorCode, Reduce* reduce) noexcept;
};

} // namespace vkscan

#endif
