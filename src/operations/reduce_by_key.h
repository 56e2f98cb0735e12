// Runs of equal keys, and their reduced or first values: models and plans. Pure functions.
#ifndef VKSCAN_OPERATIONS_REDUCE_BY_KEY_H
#define VKSCAN_OPERATIONS_REDUCE_BY_KEY_H

#include "schedule/carry_strategy.h"

#include <vkscan/reduce_by_key.h>

namespace vkscan {

struct RunModel : Schedule {
    uint32_t keyBytes = 0;
    uint32_t valueBytes = 0;  // 0: there are no values, and tiles begin with the keys' vectors; otherwise with the
                              // values'
    uint32_t fillsStarts = 0; // the stage after whose dispatch the starts of runs are stored
};

// Checks the description and makes its schedule.
[[nodiscard]] Status makeModel(const ReduceByKeyDesc& desc, const Tuning& tuning, const Capabilities& capabilities,
                               RunModel* model) noexcept;

// Checks the arguments and fills the plan; leaves it alone if one is wrong.
[[nodiscard]] Status planReduceByKey(const RunModel& model, const ReduceByKeyArgs& args, Plan* plan) noexcept;

} // namespace vkscan

#endif
