// Creation of any operation by any description: the library's, one with a forced strategy, or one for study. For tests
// and benchmarks.
#ifndef VKSCAN_STUDY_CREATE_H
#define VKSCAN_STUDY_CREATE_H

#include "schedule/array_operation.h"
#include "tables/table.h"

#include <vkscan/study.h>

namespace vkscan::study {

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
