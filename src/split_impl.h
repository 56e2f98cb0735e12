#ifndef VKSCAN_SPLIT_IMPL_H
#define VKSCAN_SPLIT_IMPL_H

#include "operation.h"

#include <vkscan/split.h>

namespace vkscan {

struct Split::Impl : Operation {
    // Split::create with a tuning of one's own: for tests.
    static Status createTuned(const Context& context, const SplitDesc& desc, const Tuning& tuning,
                              Split* split) noexcept;
};

} // namespace vkscan

#endif
