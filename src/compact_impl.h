#ifndef VKSCAN_COMPACT_IMPL_H
#define VKSCAN_COMPACT_IMPL_H

#include "operation.h"

#include <vkscan/compact.h>

namespace vkscan {

struct Compact::Impl : Operation {
    // Compact::create with a tuning of one's own: for tests.
    static Status createTuned(const Context& context, const CompactDesc& desc, const Tuning& tuning,
                              Compact* compact) noexcept;
};

} // namespace vkscan

#endif
