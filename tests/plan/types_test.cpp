// The values that operations take.
#include <vkscan/types.h>

#include <gtest/gtest.h>

using namespace vkscan;

namespace {

TEST(Scalar, IsOfTheNumbersTypeByItsSize)
{
    EXPECT_FALSE(Scalar().hasValue());
    EXPECT_EQ(Scalar(1).type(), Type::I32);
    EXPECT_EQ(Scalar(1u).type(), Type::U32);
    EXPECT_EQ(Scalar(1ll).type(), Type::I64);
    EXPECT_EQ(Scalar(1ull).type(), Type::U64);
    EXPECT_EQ(Scalar(1l).type(), sizeof(long) == 8 ? Type::I64 : Type::I32);
    EXPECT_EQ(Scalar(1ul).type(), sizeof(long) == 8 ? Type::U64 : Type::U32);
    EXPECT_EQ(Scalar(1.0f).type(), Type::F32);
    EXPECT_EQ(Scalar(1.0).type(), Type::F64);
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
