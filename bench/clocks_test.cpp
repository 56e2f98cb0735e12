// Times rows of a simulated device whose clocks fall and rise.
#include "clocks.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cstdint>
#include <map>
#include <random>
#include <stdexcept>
#include <string>

namespace bench {
namespace {

// Clocks as an H200's were seen: they fall after a second without work, and rise in steps while there is work.
class SimulatedDevice {
public:
    static constexpr double kLowest = 345.0 / 1980; // of full speed

    void idle(double seconds)
    {
        m_now += seconds;
        m_idle += seconds;
        if (m_idle > 1)
            fall();
    }

    // Does work that takes `seconds` at full clocks. Returns the seconds it took.
    double work(double seconds)
    {
        m_idle = 0;
        double taken = 0;
        while (seconds > 0) {
            const double step = std::min(seconds, 0.0005);
            m_slowest = std::min(m_slowest, m_clock);
            taken += step / m_clock;
            advance(step / m_clock);
            seconds -= step;
        }
        return taken;
    }

    void fall()
    {
        m_clock = kLowest;
        m_worked = 0;
    }
    void fallDuringWork(double seconds) { m_fall = m_now + seconds; }
    void neverRise() { m_rises = false; }
    void forgetSlowest() { m_slowest = 1; }

    [[nodiscard]] double now() const { return m_now; }
    [[nodiscard]] double slowest() const { return m_slowest; }

private:
    void advance(double seconds)
    {
        constexpr double kStep = 0.7; // seconds of work that raise the clocks once
        m_now += seconds;
        m_worked += seconds;
        if (m_fall > 0 && m_now > m_fall) {
            m_fall = 0;
            fall();
        }
        if (m_rises && m_worked > kStep) {
            m_worked = 0;
            m_clock = std::min(1.0, m_clock * 1.3);
        }
    }

    double m_now = 0;
    double m_idle = 0;
    double m_worked = 0;
    double m_clock = kLowest;
    double m_slowest = 1;
    double m_fall = 0; // when; 0: never
    bool m_rises = true;
};

struct Watched {
    SimulatedDevice device;
    FullClocks clocks = FullClocks([this] { return 1e6 * device.work(0.0005); }, [this] { return device.now(); });
    unsigned timed = 0; // how often work was timed

    PairedTimes time(double seconds)
    {
        return clocks.time([&] {
            ++timed;
            device.forgetSlowest();
            PairedTimes times;
            times.first = 1e6 * device.work(seconds);
            times.second = 1e6 * device.work(seconds);
            return times;
        });
    }
};

TEST(FullClocks, FirstRowWaitsForThem)
{
    Watched watched;
    EXPECT_NEAR(watched.time(0.01).first, 0.01e6, 1);
    EXPECT_EQ(watched.timed, 1U);
}

TEST(FullClocks, NoRowAtLowClocksIsGood)
{
    std::mt19937 random(7);
    std::uniform_real_distribution<double> upTo(0, 1);
    Watched watched;
    unsigned good = 0;
    for (unsigned row = 0; row < 400; ++row) {
        watched.device.idle(3 * upTo(random));
        if (upTo(random) < 0.2)
            watched.device.fallDuringWork(0.2 * upTo(random));
        try {
            const PairedTimes times = watched.time(0.001 + 0.1 * upTo(random));
            ++good;
            EXPECT_GT(watched.device.slowest(), 0.98);
            EXPECT_NEAR(times.first, times.second, 1e-6 * times.first);
        } catch (const std::runtime_error& error) {
            EXPECT_EQ(std::string(error.what()).substr(0, 11), "low clocks:");
        }
    }
    EXPECT_GT(good, 300U);
    EXPECT_GT(watched.timed, good + 10); // some were timed again
}

TEST(FullClocks, ClocksThatStayLowAreReported)
{
    Watched watched;
    (void)watched.time(0.01);
    watched.device.neverRise();
    watched.device.idle(2);
    EXPECT_THROW((void)watched.time(0.01), std::runtime_error);
    EXPECT_EQ(watched.timed, 1U);
}

TEST(FullClocks, RowsBehindLowOnesAreGoodAgain)
{
    Watched watched;
    (void)watched.time(0.01);
    for (unsigned i = 0; i < 20; ++i) {
        watched.device.idle(5);
        EXPECT_NEAR(watched.time(0.01).first, 0.01e6, 1);
    }
    EXPECT_EQ(watched.timed, 21U);
}

TEST(FullClocks, SaysWhenAndHowFast)
{
    Watched watched;
    const PairedTimes times = watched.time(0.01);
    EXPECT_GT(times.began, 1.5e9);
    EXPECT_GE(times.ended, times.began);
    EXPECT_NEAR(times.probe, 500, 1);
}

TEST(ShortestTimes, SlowerYardsticksAreReported)
{
    ShortestTimes shortest;
    shortest.check("copy 1", 100);
    EXPECT_NO_THROW(shortest.check("copy 1", 101.9));
    EXPECT_THROW(shortest.check("copy 1", 102.1), std::runtime_error);
    EXPECT_NO_THROW(shortest.check("copy 2", 200));
    EXPECT_NO_THROW(shortest.check("copy 1", 50));
    EXPECT_THROW(shortest.check("copy 1", 100), std::runtime_error);
}

TEST(ShortestTimes, SmallOnesMayDifferByTenthsOfAMicrosecond)
{
    ShortestTimes shortest;
    shortest.check("copy", 3);
    EXPECT_NO_THROW(shortest.check("copy", 3.14));
    EXPECT_THROW(shortest.check("copy", 3.16), std::runtime_error);
}

TEST(FastestTimes, AreTheShortestOfSteadySeries)
{
    const PairedTimes series[] = {{10, 20, 0.45, 0.01}, {9, 22, 0.4, 0.01}, {11, 18, 0.6, 0.02}, {12, 15, 0.8, 0.5}};
    unsigned taken = 0;
    const PairedTimes fastest = fastestTimes(4, [&] { return series[taken++]; });
    EXPECT_EQ(taken, 4U);
    EXPECT_EQ(fastest.first, 9);
    EXPECT_EQ(fastest.second, 18);
    EXPECT_EQ(fastest.ratio, 0.5);
    EXPECT_EQ(fastest.spread, 0.02);
    EXPECT_THROW((void)fastestTimes(4, [] { return PairedTimes{1, 1, 1, 0.2}; }), std::runtime_error);
}

TEST(Series, AreFewerOfLongRows)
{
    EXPECT_EQ(seriesOf(600, Effort::Brief).count, 5U);
    EXPECT_EQ(seriesOf(6000, Effort::Brief).count, 2U);
    EXPECT_EQ(seriesOf(60000, Effort::Brief).count, 2U);
    EXPECT_GT(seriesOf(600, Effort::Full).pairs, seriesOf(600, Effort::Brief).pairs);
}

} // namespace
} // namespace bench
