// The names of kernels, which debug labels show: the operation, and the type and the operator that its description has.
#include "mock_device.h"
#include "operations.h"

#include <vkscan/vkscan.h>

#include <gtest/gtest.h>

#include <string>

using namespace testing_support;
using namespace vkscan;

namespace {

// Expects names of "vkscan <label>: <stage>".
void expectLabels(const Operation& operation, const std::string& label)
{
    ASSERT_GT(operation.kernels().count, 0u);
    const std::string begin = "vkscan " + label + ": ";
    for (const Kernel& kernel : operation.kernels()) {
        const std::string name = kernel.name;
        EXPECT_EQ(name.substr(0, begin.size()), begin);
        EXPECT_EQ(name.find_first_of(" :", begin.size()), std::string::npos) << name;
    }
}

TEST(LabelTest, NamesTheOperationAndWhatTypeAndOperatorItsDescriptionHas)
{
    Context context;
    ASSERT_EQ(Context::create(mockContextDesc({}), &context), Status::Success);
    forEachOperation([&]<class Operation>() {
        unsigned created = 0;
        const auto check = [&](const auto& desc, const std::string& label) {
            Operation operation;
            if (Operation::create(context, desc, &operation) != Status::Success)
                return; // a type, or an operator, that it does not take
            ++created;
            expectLabels(operation, label);
        };
        auto desc = validDesc<Operation>();
        const auto checkOps = [&](const std::string& label) {
            if constexpr (requires { desc.op; }) {
                for (const OpRow& op : kOps) {
                    desc.op = op.value;
                    check(desc, label + " " + op.name);
                }
            } else {
                check(desc, label);
            }
        };
        if constexpr (requires { desc.type; }) {
            for (const ElementTypeRow& type : kElementTypes) {
                desc.type = type.value;
                checkOps(nameOf<Operation>() + " " + type.name);
            }
        } else {
            checkOps(nameOf<Operation>());
        }
        EXPECT_GT(created, 0u) << nameOf<Operation>();
    });
    ReduceByKey runs;
    ASSERT_EQ(ReduceByKey::create(context, {.runValue = RunValue::First, .type = ElementType::U64}, &runs),
              Status::Success);
    expectLabels(runs, "UniqueByKey u64");
    ASSERT_EQ(ReduceByKey::create(context, {.keySize = 8, .runValue = RunValue::None}, &runs), Status::Success);
    expectLabels(runs, "RunLengths");
}

} // namespace
