// Frames that count, on a simulated card whose clocks fall and rise.
#include <support/clock_judge.h>

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <stdexcept>
#include <string>
#include <vector>

namespace {

using support::ClockJudge;

constexpr double kHighest = 1980; // MHz

class Card {
public:
    // Seconds of work at each of the steps below the highest clock.
    explicit Card(double step = 0.5) : m_step(step) {}

    // Draws a batch of frames and returns its probe in microseconds, with some noise.
    double draw()
    {
        std::vector<double> probes;
        for (int frame = 0; frame < 8; ++frame) {
            const double seconds = 0.02 * kHighest / clock();
            m_now += seconds;
            m_worked += seconds;
            m_noise = std::fmod(m_noise + 0.618, 1.0);
            probes.push_back(80 * kHighest / clock() * (0.997 + 0.006 * m_noise));
        }
        probes[3] *= 1.1;
        return ClockJudge::ofBatch(probes);
    }
    void idle(double seconds)
    {
        m_now += seconds;
        if (seconds >= 1)
            m_worked = 0;
    }
    void fallTo(double clock, double seconds)
    {
        m_fallenTo = clock;
        m_fallsUntil = m_now + seconds;
    }

    [[nodiscard]] double now() const { return m_now; }
    [[nodiscard]] double clock() const
    {
        if (m_now < m_fallsUntil)
            return m_fallenTo;
        static const std::vector<double> kSteps = {345, 435, 570, 720, 870, 1200, kHighest};
        return kSteps.at(static_cast<std::size_t>(std::min(m_worked / m_step, 6.0)));
    }

private:
    double m_step;
    double m_now = 1.7e9; // seconds since the epoch
    double m_worked = 0;  // seconds since it was idle
    double m_noise = 0;
    double m_fallenTo = 0;
    double m_fallsUntil = 0;
};

// Draws until that many batches in a row count; expects all of them at that clock. Returns the slowest probe.
double measure(Card& card, ClockJudge& clocks, double expected = kHighest, int batches = 4)
{
    clocks.begin(card.now());
    double slowest = 0;
    for (int counted = 0; counted < batches;) {
        const double clock = card.clock();
        const double probe = card.draw();
        if (!clocks.counts(card.now(), probe)) {
            counted = 0;
            slowest = 0;
            continue;
        }
        ++counted;
        slowest = std::max(slowest, probe);
        EXPECT_EQ(clock, expected);
    }
    return slowest;
}

TEST(ClockJudge, CountNothingBeforeTheyAreUp)
{
    Card card;
    ClockJudge clocks;
    const double begin = card.now();
    measure(card, clocks);
    EXPECT_GT(card.now() - begin, 3 + ClockJudge::kSettle);
    EXPECT_LT(card.now() - begin, 8);
}

TEST(ClockJudge, AreKnownToLaterFrames)
{
    Card card;
    ClockJudge clocks;
    const double before = measure(card, clocks);
    const double begin = card.now();
    card.idle(0.4);
    measure(card, clocks);
    EXPECT_LT(card.now() - begin, 1.2) << "the clocks did not fall";
    card.idle(2);
    measure(card, clocks);
    EXPECT_TRUE(clocks.isFull(before));
}

TEST(ClockJudge, MayFallAmidFrames)
{
    Card card;
    ClockJudge clocks;
    measure(card, clocks);
    clocks.begin(card.now());
    EXPECT_TRUE(clocks.counts(card.now(), card.draw()));
    card.fallTo(1900, 1); // by 4%
    EXPECT_FALSE(clocks.counts(card.now(), card.draw()));
    measure(card, clocks);
}

TEST(ClockJudge, ShowLaterWhereTheyRestedOnAStep)
{
    Card card(20);
    ClockJudge clocks;
    const double resting = measure(card, clocks, 345, 1);
    EXPECT_TRUE(clocks.isFull(resting));
    Card next(0.01);
    measure(next, clocks);
    EXPECT_FALSE(clocks.isFull(resting)) << "these frames are measured again";
    EXPECT_THROW(clocks.fail(resting), std::runtime_error);
}

TEST(ClockJudge, CountNothingWhileTheyCreep)
{
    ClockJudge clocks;
    double probe = 100;
    double now = 0;
    for (int batch = 0; batch < 60; ++batch, now += 0.2, probe *= 0.99)
        EXPECT_FALSE(clocks.counts(now, probe));
    while (!clocks.counts(now, probe))
        now += 0.2;
    EXPECT_GT(now, 12 + ClockJudge::kSettle - 1);
}

TEST(ClockJudge, AreWaitedForNotForEver)
{
    Card card;
    ClockJudge clocks;
    measure(card, clocks);
    card.fallTo(1200, 1000);
    const double begin = card.now();
    try {
        measure(card, clocks);
        FAIL() << "nothing was thrown";
    } catch (const std::runtime_error& error) {
        EXPECT_EQ(std::string(error.what()).find("low clocks: the probe takes "), 0U) << error.what();
    }
    EXPECT_NEAR(card.now() - begin, ClockJudge::kPatience, 1);
}

} // namespace
