#ifndef VKSCAN_DIFFERENCE_IMPL_H
#define VKSCAN_DIFFERENCE_IMPL_H

#include "operation.h"

#include <vkscan/difference.h>

namespace vkscan {

struct Difference::Impl : Operation {
    static constexpr char kName[] = "Difference";

    // Difference::create with a tuning of one's own: for tests.
    static Status createTuned(const Context& context, const DifferenceDesc& desc, const Tuning& tuning,
                              Difference* difference) noexcept;
};

} // namespace vkscan

#endif
