#ifndef VKSCAN_PARTITION_IMPL_H
#define VKSCAN_PARTITION_IMPL_H

#include "operation.h"

#include <vkscan/partition.h>

namespace vkscan {

struct Partition::Impl : Operation {
    // Partition::create with a tuning of one's own: for tests.
    static Status createTuned(const Context& context, const PartitionDesc& desc, const Tuning& tuning,
                              Partition* partition) noexcept;
};

} // namespace vkscan

#endif
