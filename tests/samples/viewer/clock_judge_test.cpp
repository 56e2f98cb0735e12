// Frames that count, by the times of a probe. bench/clocks_test.cpp has a device whose clocks fall and rise.
#include "../bytes.h"

#include <support/clock_judge.h>

#include <gtest/gtest.h>

namespace {

using support::ClockJudge;

class ClockJudgeTest : public testing::Test {
protected:
    // Seconds until work whose probes take that long counts.
    double secondsUntilItCounts(double probe)
    {
        const double begin = m_now;
        m_clocks.begin(begin);
        while (!m_clocks.counts(m_now, probe))
            m_now += 0.1;
        return m_now - begin;
    }

    ClockJudge m_clocks;
    double m_now = 1.7e9; // seconds since the epoch
};

TEST_F(ClockJudgeTest, TakesTheSecondSlowestOfABatch)
{
    EXPECT_EQ(ClockJudge::ofBatch({80, 81, 95, 79}), 81);
    EXPECT_EQ(ClockJudge::ofBatch({80}), 80);
}

TEST_F(ClockJudgeTest, WaitsOnce)
{
    EXPECT_NEAR(secondsUntilItCounts(80), ClockJudge::kSettle, 0.2);
    for (const double noise : {80.5, 79.5})
        EXPECT_LT(secondsUntilItCounts(noise), 0.2);
    EXPECT_FALSE(m_clocks.counts(m_now, 83)) << "they have fallen by 4%";
    EXPECT_LT(secondsUntilItCounts(80), 0.2);
}

TEST_F(ClockJudgeTest, ShowsLaterThatClocksRestedOnAStep)
{
    secondsUntilItCounts(460);
    EXPECT_TRUE(m_clocks.isFull(460));
    secondsUntilItCounts(80);
    EXPECT_FALSE(m_clocks.isFull(460)) << "these frames are measured again";
    EXPECT_THROW(m_clocks.fail(460), std::runtime_error);
}

TEST_F(ClockJudgeTest, CountsNothingWhileClocksCreep)
{
    double probe = 100;
    m_clocks.begin(m_now);
    for (int batch = 0; batch < 60; ++batch, m_now += 0.2, probe *= 0.99)
        EXPECT_FALSE(m_clocks.counts(m_now, probe));
    EXPECT_GT(secondsUntilItCounts(probe), ClockJudge::kSettle - 1);
}

TEST_F(ClockJudgeTest, IsPatientNotForEver)
{
    secondsUntilItCounts(80);
    const double begin = m_now;
    EXPECT_TRUE(refusalOf([&] { secondsUntilItCounts(132); }).starts_with("low clocks: the probe takes "));
    EXPECT_NEAR(m_now - begin, ClockJudge::kPatience, 1);
}

} // namespace
