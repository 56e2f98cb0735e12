// Creation of any operation by any description: the library's, or one for study.
#ifndef VKSCAN_TESTS_CREATE_H
#define VKSCAN_TESTS_CREATE_H

#include <vkscan/study.h>

namespace testing_support {

template <class Operation, class Desc>
[[nodiscard]] vkscan::Status createAny(const vkscan::Context& context, const Desc& desc, Operation* operation)
{
    if constexpr (requires { vkscan::study::create(context, desc, operation); })
        return vkscan::study::create(context, desc, operation);
    else
        return Operation::create(context, desc, operation);
}

} // namespace testing_support

#endif
