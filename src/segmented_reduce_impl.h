#ifndef VKSCAN_SEGMENTED_REDUCE_IMPL_H
#define VKSCAN_SEGMENTED_REDUCE_IMPL_H

#include "operation.h"

#include <vkscan/segmented_reduce.h>

namespace vkscan {

struct SegmentedReduce::Impl : Operation {
    static constexpr char kName[] = "SegmentedReduce";

    // SegmentedReduce::create with a tuning of one's own, and an operator code beyond the public ones: for tests.
    static Status createTuned(const Context& context, const SegmentedReduceDesc& desc, const Tuning& tuning,
                              uint32_t operatorCode, SegmentedReduce* reduce) noexcept;
};

} // namespace vkscan

#endif
