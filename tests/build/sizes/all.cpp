// A program with all operations.
#include "../../support/operations.h"

namespace {

template <class Operation>
bool take(const vkscan::Context& context)
{
    Operation operation;
    return Operation::create(context, {}, &operation) == vkscan::Status::Success &&
           operation.record(VK_NULL_HANDLE, {}) == vkscan::Status::Success;
}

template <class... Operations>
bool takeEach(const vkscan::Context& context, testing_support::OperationList<Operations...>)
{
    return (take<Operations>(context) && ...);
}

} // namespace

int main()
{
    vkscan::Context context;
    return vkscan::Context::create({}, &context) == vkscan::Status::Success &&
           takeEach(context, testing_support::ArrayOperations()) &&
           takeEach(context, testing_support::TableOperations());
}
