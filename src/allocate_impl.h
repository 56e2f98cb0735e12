#ifndef VKSCAN_ALLOCATE_IMPL_H
#define VKSCAN_ALLOCATE_IMPL_H

#include "operation.h"

#include <vkscan/allocate.h>

namespace vkscan {

struct Allocate::Impl : Operation {
    static constexpr char kName[] = "Allocate";

    // Allocate::create with a tuning of one's own: for tests.
    static Status createTuned(const Context& context, const AllocateDesc& desc, const Tuning& tuning,
                              Allocate* allocate) noexcept;
};

} // namespace vkscan

#endif
