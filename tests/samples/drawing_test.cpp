// Properties of the samples' pictures that hold on any device.
#include "draws.h"

#include <set>

namespace {

Picture drawSized(const Words& command, const char* size = "320x180")
{
    return draw(command + Words{"--validate", "--size", size});
}

template <class Condition>
int countWhere(const Picture& picture, Condition condition)
{
    int count = 0;
    for (int y = 0; y < picture.height; ++y)
        for (int x = 0; x < picture.width; ++x)
            count += condition(x, y) ? 1 : 0;
    return count;
}

TEST(Culling, IsSeenFromOutside)
{
    const auto with = [](const Words& more) {
        return drawSized(
            Words{CULLING, "--instances", "20001", "--smallest", "0.3", "--frames", "1", "--repeats", "1"} + more);
    };
    const auto lines = [](const Picture& picture) {
        return countWhere(picture, [&](int x, int y) {
            return picture.at(x, y, 0) == 255 && picture.at(x, y, 1) == 199 && picture.at(x, y, 2) == 51;
        });
    };
    const auto red = [](const Picture& picture) {
        return countWhere(picture, [&](int x, int y) {
            return picture.at(x, y, 0) > 90 && picture.at(x, y, 0) > 2 * picture.at(x, y, 1) &&
                   picture.at(x, y, 0) > 2 * picture.at(x, y, 2);
        });
    };
    const Picture within = with({});
    const Picture outside = with({"--frozen"});
    EXPECT_EQ(lines(within), 0);
    EXPECT_EQ(red(within), 0);
    EXPECT_GT(lines(outside), 300) << "the frustum's edges";
    EXPECT_GT(red(outside), 10) << "rejected rocks";
}

// Rows that only rocks beyond the planet cross.
TEST(Culling, HidesRocksBehindThePlanet)
{
    const auto with = [](const char* instances) {
        return drawSized({CULLING, "--instances", instances, "--smallest", "0", "--frames", "1", "--repeats", "1"});
    };
    const Picture alone = with("1");
    const Picture ring = with("20001");
    const auto differs = [&](int x, int y, int left, int right) {
        return y >= 72 && y < 82 && x >= left && x < right && ring.difference(x, y, alone, x, y) > 2;
    };
    ASSERT_EQ(ring.width, 320);
    EXPECT_EQ(countWhere(ring, [&](int x, int y) { return differs(x, y, 140, 250); }), 0) << "before the planet";
    EXPECT_GT(countWhere(ring, [&](int x, int y) { return differs(x, y, 280, 320); }), 10) << "beside it";
}

// Between the sky and the hills, pixels are as much of both as they cover.
TEST(Lake, HasHillsWithoutSteps)
{
    const Picture picture = drawSized({PARTICLES, "--capacity", "100", "--frames", "1"});
    ASSERT_EQ(picture.width, 320);
    int smooth = 0;
    for (int x = 0; x < 320; ++x) {
        const int sky = picture.at(x, 92, 2);
        const int hill = picture.at(x, 106, 2);
        bool isBetween = false;
        for (int y = 93; y < 106; ++y)
            isBetween =
                isBetween || (4 * picture.at(x, y, 2) > 3 * hill + sky && 4 * picture.at(x, y, 2) < hill + 3 * sky);
        smooth += isBetween ? 1 : 0;
    }
    EXPECT_GT(smooth, 100);
}

class Particles : public testing::Test {
protected:
    static Picture with(const Words& more)
    {
        return drawSized(Words{PARTICLES, "--capacity", "6000", "--frames", "180"} + more);
    }
    static int brightnessOf(const Picture& picture, int x, int y)
    {
        return std::max({picture.at(x, y, 0), picture.at(x, y, 1), picture.at(x, y, 2)});
    }
    static void SetUpTestSuite() { plain = with({}); }
    inline static Picture plain;
};

TEST_F(Particles, ShineOverWhatIsNear)
{
    const Picture bloom = with({"--bloom", "2"});
    ASSERT_EQ(bloom.values.size(), plain.values.size());
    ASSERT_FALSE(plain.values.empty());
    for (std::size_t i = 0; i < plain.values.size(); ++i)
        ASSERT_GE(bloom.values[i] + 1, plain.values[i]) << "at value " << i;
    // The largest disc's radius is a tenth of the height, 18 pixels.
    const auto isBrightWithin = [&](int x, int y, int distance) {
        for (int row = std::max(y - distance, 0); row <= std::min(y + distance, plain.height - 1); ++row)
            for (int column = std::max(x - distance, 0); column <= std::min(x + distance, plain.width - 1); ++column)
                if (brightnessOf(plain, column, row) > 100)
                    return true;
        return false;
    };
    int near = 0;
    int brighter = 0;
    int far = 0;
    for (int y = 0; y < plain.height; ++y)
        for (int x = 0; x < plain.width; ++x) {
            if (brightnessOf(plain, x, y) > 60)
                continue;
            if (isBrightWithin(x, y, 1)) {
                ++near;
                brighter += brightnessOf(bloom, x, y) > brightnessOf(plain, x, y) + 3 ? 1 : 0;
            } else if (!isBrightWithin(x, y, 24)) {
                ++far;
                ASSERT_LE(bloom.difference(x, y, plain, x, y), 1) << "at (" << x << ", " << y << ")";
            }
        }
    EXPECT_GT(near, 500);
    EXPECT_GT(brighter, near / 2);
    EXPECT_GT(far, 500);
}

TEST_F(Particles, FadeWhereTheyMeetTheWater)
{
    const Picture soft = with({"--soft", "12"});
    ASSERT_EQ(soft.values.size(), plain.values.size());
    const auto differs = [&](int x, int y) { return soft.difference(x, y, plain, x, y) > 3; };
    EXPECT_GT(countWhere(plain, differs), 5);
    EXPECT_EQ(countWhere(plain, [&](int x, int y) { return y < plain.height / 2 && differs(x, y); }), 0)
        << "in the sky";
}

// Rows of the sky have one colour each, and steps between them: noise of less than a step hides these.
TEST(Skies, AreDithered)
{
    for (const Picture& picture : {drawSized({SPLATS, "--splats", "50", "--frames", "1"}),
                                   drawSized({VOXEL_OCCLUSION, "--repeats", "1", "--height", "24"}, "64x24")}) {
        constexpr int kRows = 6; // above the scene
        int dithered = 0;
        for (int y = 0; y < kRows; ++y)
            for (int channel = 0; channel < 3; ++channel) {
                std::set<int> values;
                for (int x = 0; x < picture.width; ++x)
                    values.insert(picture.at(x, y, channel));
                EXPECT_LE(*values.rbegin() - *values.begin(), 1) << "in row " << y;
                dithered += static_cast<int>(values.size()) - 1;
            }
        EXPECT_GT(dithered, kRows) << "of " << 3 * kRows << " rows of a channel";
    }
}

} // namespace
