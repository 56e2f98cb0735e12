// Run-length encodings: models and plans. Pure functions.
#ifndef VKSCAN_OPERATIONS_RUN_LENGTH_ENCODE_H
#define VKSCAN_OPERATIONS_RUN_LENGTH_ENCODE_H

#include "operations/runs.h"

#include <vkscan/run_length_encode.h>

namespace vkscan {

// Checks the description, and makes the schedule of it.
[[nodiscard]] Status makeModel(const RunLengthEncodeDesc& desc, const Tuning& tuning, const Capabilities& capabilities,
                               RunModel* model) noexcept;

// Checks the arguments and fills the plan; leaves it alone if one is wrong.
[[nodiscard]] Status planRunLengthEncode(const RunModel& model, const RunLengthEncodeArgs& args, Plan* plan) noexcept;

} // namespace vkscan

#endif
