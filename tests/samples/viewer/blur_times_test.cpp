// The times that a comparison of blurs took, true and false ones.
#include <sat_viewer/blur_times.h>
#include <sat_viewer/comparison.h>

#include <gtest/gtest.h>

namespace {

using viewer::BlurTimes;

void add(BlurTimes& times, unsigned radius, double table, double separable, double naive)
{
    times.add(radius, {{viewer::kColourTable, table / 2},
                       {viewer::kTableBlur, table / 2},
                       {viewer::kSeparableBlur, separable},
                       {viewer::kNaiveBlur, naive}});
}

TEST(BlurTimes, AreUsableWhereTheLoopTakesAsItsNeighbours)
{
    BlurTimes times;
    EXPECT_TRUE(times.areUsable());
    add(times, 1, 0.1, 0.01, 0.02);
    EXPECT_TRUE(times.areUsable());
    add(times, 96, 0.1, 0.5, 10);
    EXPECT_TRUE(times.areUsable());
    EXPECT_EQ(times.range(), std::pair(0.01, 10.0));
}

// The loop's time is counted to the filter before it.
TEST(BlurTimes, AreNotUsableWhereTheLoopTakesAlwaysTheSame)
{
    BlurTimes times;
    add(times, 2, 47, 7.1, 0.07);
    add(times, 8, 57, 56, 0.05);
    EXPECT_TRUE(times.areUsable()) << "too near each other to tell";
    add(times, 96, 60, 5521, 0.09);
    EXPECT_FALSE(times.areUsable());
}

} // namespace
