// The plan of one partition: a pure function of description, tuning, capabilities and arguments.
#ifndef VKSCAN_OPERATIONS_PARTITION_H
#define VKSCAN_OPERATIONS_PARTITION_H

#include "operations/selection.h"

#include <vkscan/select.h>

namespace vkscan {

// Checks the description, and makes the model of it.
[[nodiscard]] Status partitionModel(const PartitionDesc& desc, const Tuning& tuning, const Capabilities& capabilities,
                                    ScanModel* model) noexcept;

// Checks the arguments and fills the plan; leaves it alone if one is wrong.
[[nodiscard]] Status planPartition(const Schedule& schedule, const PartitionArgs& args, Plan* plan) noexcept;

// Partition::create with a tuning of one's own: for tests.
[[nodiscard]] Status createTuned(const Context& context, const PartitionDesc& desc, const Tuning& tuning,
                                 Partition* created) noexcept;

} // namespace vkscan

#endif
