// How pictures in steps are divided into frames.
#include <drawing/steps.h>

#include <gtest/gtest.h>

namespace {

using drawing::Steps;
using Seconds = std::chrono::duration<double>;

// Frames of two slots in turns. A frame takes a fixed time, and a time for each of its steps.
class Frames {
public:
    Frames(Seconds fixed, Seconds step) : m_fixed(fixed), m_step(step) {}

    Steps::Range draw(uint32_t count, bool isOther, float seconds = 0)
    {
        // The frame before the last is waited for, and the last one goes on meanwhile.
        m_now += std::chrono::duration_cast<Steps::Clock::duration>(m_fixed + m_inFlight[m_slot] * m_step);
        const Steps::Range range = steps.take(m_slot, {count, isOther, seconds}, m_now);
        m_inFlight[m_slot] = range.end - range.begin;
        m_slot = 1 - m_slot;
        return range;
    }

    Steps steps;

private:
    Seconds m_fixed;
    Seconds m_step;
    std::array<uint32_t, 2> m_inFlight = {};
    uint32_t m_slot = 0;
    Steps::Clock::time_point m_now;
};

TEST(Steps, AreAllTakenInOrder)
{
    Frames frames(Seconds(0.001), Seconds(0.01));
    uint32_t done = 0;
    for (bool isOther = true; done < 256; isOther = false) {
        const Steps::Range range = frames.draw(256, isOther);
        ASSERT_EQ(range.begin, done);
        ASSERT_GT(range.end, range.begin);
        done = range.end;
        EXPECT_EQ(frames.steps.progress("points"), done < 256 ? std::to_string(done) + " of 256 points" : "");
    }
    EXPECT_EQ(done, 256U);
    EXPECT_TRUE(frames.draw(256, false).isEmpty()) << "it is complete, and time stands";
}

TEST(Steps, KeepFramesShort)
{
    for (const double step : {2.0, 0.05, 0.004, 0.0001}) {
        Frames frames(Seconds(0.01), Seconds(step));
        uint32_t taken = 0;
        for (int frame = 0; frame < 30; ++frame) {
            const Steps::Range range = frames.draw(1 << 20, frame == 0);
            taken = range.end - range.begin;
            EXPECT_LE(0.01 + taken * step, std::max(0.01 + step, 2 * Steps::kFrame.count())) << step;
        }
        EXPECT_GE(taken, std::max(1.0, 0.5 * (Steps::kFrame.count() - 0.01) / step)) << "no shorter than they need be";
    }
}

TEST(Steps, BeginAnew)
{
    Frames frames(Seconds(0.001), Seconds(0.06));
    EXPECT_EQ(frames.draw(3, true, 1).begin, 0U);
    EXPECT_TRUE(frames.steps.isShown()) << "in part";
    EXPECT_EQ(frames.draw(3, false, 2).begin, 1U) << "the picture keeps its moment";
    EXPECT_EQ(frames.steps.seconds(), 1);
    EXPECT_EQ(frames.draw(3, true, 3).begin, 0U) << "another one does not wait";
    EXPECT_EQ(frames.steps.seconds(), 3);
    while (!frames.steps.progress("").empty())
        frames.draw(3, false, 4);
    EXPECT_EQ(frames.draw(3, false, 5).begin, 0U) << "time has passed";
    EXPECT_EQ(frames.steps.seconds(), 5);
    EXPECT_FALSE(frames.steps.isShown()) << "the picture before is, until this one is complete";
    while (!frames.steps.progress("").empty())
        frames.draw(3, false, 6);
    EXPECT_TRUE(frames.steps.isShown());
}

} // namespace
