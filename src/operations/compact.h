// The plan of one compaction: a pure function of description, tuning, capabilities and arguments.
#ifndef VKSCAN_OPERATIONS_COMPACT_H
#define VKSCAN_OPERATIONS_COMPACT_H

#include "operations/selection.h"

#include <vkscan/select.h>

namespace vkscan {

// Checks the description, and makes the model of it.
[[nodiscard]] Status compactModel(const CompactDesc& desc, const Tuning& tuning, const Capabilities& capabilities,
                                  ScanModel* model) noexcept;

// Checks the arguments and fills the plan; leaves it alone if one is wrong.
[[nodiscard]] Status planCompact(const Schedule& schedule, const CompactArgs& args, Plan* plan) noexcept;

// Compact::create with a tuning of one's own: for tests.
[[nodiscard]] Status createTuned(const Context& context, const CompactDesc& desc, const Tuning& tuning,
                                 Compact* created) noexcept;

} // namespace vkscan

#endif
