// The values that operations take.
#include "reference.h"

#include <gtest/gtest.h>

using namespace vkscan;
using testing_support::typeOf;

namespace {

TEST(Scalar, IsOfTheNumbersTypeByItsSize)
{
    EXPECT_FALSE(Scalar().hasValue());
    const auto expectOwnType = []<class T>(T number) { EXPECT_EQ(Scalar(number).type(), typeOf<T>()) << sizeof(T); };
    expectOwnType(1);
    expectOwnType(1u);
    expectOwnType(1l);
    expectOwnType(1ul);
    expectOwnType(1ll);
    expectOwnType(1ull);
    expectOwnType(1.0f);
    expectOwnType(1.0);
}

TEST(Scalar, HoldsTheBytesOfTheNumber)
{
    EXPECT_EQ(Scalar(-1).bits(), 0xffffffffu);
    EXPECT_EQ(Scalar(-1ll).bits(), ~uint64_t{0});
    EXPECT_EQ(Scalar(0x123456789abcdefull).bits(), 0x123456789abcdefu);
    EXPECT_EQ(Scalar(1.0f).bits(), 0x3f800000u);
    EXPECT_EQ(Scalar(1.0).bits(), 0x3ff0000000000000u);
}

} // namespace
