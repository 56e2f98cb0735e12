// Scans and reductions by methods of the literature: models and creation; and for tests and benchmarks, creation of any
// operation by any description: the library's, one with a forced strategy, or one for study.
#ifndef VKSCAN_STUDY_CREATE_H
#define VKSCAN_STUDY_CREATE_H

#include "operations/reduce.h"
#include "operations/scan.h"
#include "schedule/array_operation.h"
#include "study/strategy.h"
#include "tables/table.h"

namespace vkscan::study {

// Checks the description, and makes the model of it.
[[nodiscard]] Status makeModel(const ScanDesc& desc, const Tuning& tuning, const Capabilities& capabilities,
                               ScanModel* model) noexcept;
[[nodiscard]] Status makeModel(const ReduceDesc& desc, const vkscan::Tuning& tuning, const Capabilities& capabilities,
                               ReduceModel* model) noexcept;

// create with a tuning of one's own, and an operator code beyond the public ones: for tests and the benchmark's search.
[[nodiscard]] Status createTuned(const Context& context, const ScanDesc& desc, const Tuning& tuning,
                                 uint32_t operatorCode, Scan* created) noexcept;
[[nodiscard]] Status createTuned(const Context& context, const ReduceDesc& desc, const vkscan::Tuning& tuning,
                                 uint32_t operatorCode, Reduce* created) noexcept;

template <class Operation, class Desc>
[[nodiscard]] Status createAny(const Context& context, const Desc& desc, Operation* operation)
{
    if constexpr (requires { study::create(context, desc, operation); })
        return study::create(context, desc, operation);
    else if constexpr (requires { createForced(context, desc, operation); })
        return createForced(context, desc, operation);
    else
        return Operation::create(context, desc, operation);
}

} // namespace vkscan::study

#endif
