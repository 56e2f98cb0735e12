// Reductions by methods of the literature: models and creation.
#ifndef VKSCAN_STUDY_REDUCE_H
#define VKSCAN_STUDY_REDUCE_H

#include "operations/reduce.h"

#include <vkscan/study.h>

namespace vkscan::study {

// Checks the description, and makes the model of it.
[[nodiscard]] Status makeModel(const ReduceDesc& desc, const Tuning& tuning, const Capabilities& capabilities,
                               ReduceModel* model) noexcept;

// create with a tuning of one's own, and an operator code beyond the public ones: for tests.
[[nodiscard]] Status createTuned(const Context& context, const ReduceDesc& desc, const Tuning& tuning,
                                 uint32_t operatorCode, Reduce* created) noexcept;

} // namespace vkscan::study

#endif
