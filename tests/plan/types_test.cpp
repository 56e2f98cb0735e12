// The values that operations take.
#include <vkscan/types.h>

#include <gtest/gtest.h>

using namespace vkscan;

namespace {

TEST(Scalar, IsOfTheNumbersTypeByItsSize)
{
    EXPECT_FALSE(Scalar().hasValue());
    EXPECT_EQ(Scalar(1).type(), ElementType::I32);
    EXPECT_EQ(Scalar(1u).type(), ElementType::U32);
    EXPECT_EQ(Scalar(1ll).type(), ElementType::I64);
    EXPECT_EQ(Scalar(1ull).type(), ElementType::U64);
    EXPECT_EQ(Scalar(1l).type(), sizeof(long) == 8 ? ElementType::I64 : ElementType::I32);
    EXPECT_EQ(Scalar(1ul).type(), sizeof(long) == 8 ? ElementType::U64 : ElementType::U32);
    EXPECT_EQ(Scalar(1.0f).type(), ElementType::F32);
    EXPECT_EQ(Scalar(1.0).type(), ElementType::F64);
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
