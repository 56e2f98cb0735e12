// Runs the samples with --window, and looks at what is in it.
#include "sample_window.h"

namespace {

constexpr unsigned kWidth = 240;
constexpr unsigned kHeight = 160;
constexpr uint32_t kFrustum = 0xFFC733; // its edges

// As much as a CPU draws in a tenth of a second or so.
const Words kCulling = {CULLING, "--instances", "3000", "--smallest", "0.2"};
const Words kParticles = {PARTICLES, "--capacity", "3000"};
const Words kSplats = {SPLATS, "--splats", "3000"};
const Words kEnvironmentLight = {ENVIRONMENT_LIGHT, "--rays", "8", "--map-size", "128x64"};

class Samples : public SampleWindow, public testing::WithParamInterface<Words> {
protected:
    bool opensSmall(const Words& command)
    {
        const std::string size = std::to_string(kWidth) + "x" + std::to_string(kHeight);
        return opens(command + Words{"--window", "--size", size}) && shows(kWidth, kHeight, 0, 0);
    }
};

std::string nameOf(const Words& command)
{
    return std::filesystem::path(command.at(0)).filename();
}

TEST_P(Samples, DrawResizeRestAndEnd)
{
    ASSERT_TRUE(opensSmall(GetParam())) << sample->output();
    EXPECT_NE(window.title().find(" - 240 x 160 - "), std::string::npos) << window.title();
    pullAtTheBorder();
    window.resize(320, 200);
    EXPECT_TRUE(shows(320, 200, kWidth, 0)) << sample->output();
    expectRestWhileMinimised();
    window.strike("F12");
    const std::string picture = pictureFile(1);
    EXPECT_TRUE(within(kPatience, [&] { return std::filesystem::exists(picture) || !runs(); }));
    end();
    EXPECT_GT(std::filesystem::file_size(picture), 1000U);
}

TEST_P(Samples, AreSteeredAndClosed)
{
    ASSERT_TRUE(opensSmall(GetParam())) << sample->output();
    window.strike("h");
    window.strike("space");
    const X11Window::Picture before = still();
    window.drag(1, 120, 90, 180, 80);
    EXPECT_TRUE(comesToDiffer(before, 0.1)) << "the left button turns around the middle";
    window.strike("r");
    EXPECT_TRUE(comesToEqual(before)) << "R goes back";
    window.close();
    expectGoodEnd();
}

TEST_P(Samples, WriteWhatTheyShowBehindAResize)
{
    ASSERT_TRUE(opensSmall(GetParam())) << sample->output();
    expectPictureBehindAResize();
}

TEST_P(Samples, WriteWhatTheyShowInAStorm)
{
    ASSERT_TRUE(opensSmall(GetParam())) << sample->output();
    expectPicturesInAStorm(true);
}

class DropsOnSamples : public Samples {
protected:
    void expectShown(const Words& command, const std::string& file)
    {
        ASSERT_TRUE(opensSmall(command)) << sample->output();
        window.strike("h");
        window.strike("space");
        const X11Window::Picture before = still();
        ASSERT_TRUE(window.drop(file));
        EXPECT_TRUE(comesToDiffer(before, 0.3)) << sample->output();
    }
};

TEST_F(DropsOnSamples, ShowMapsAndScenes)
{
    expectShown(kEnvironmentLight, TEST_IMAGE);
    const X11Window::Picture shown = still();
    ASSERT_TRUE(window.drop("/nonexistent"));
    EXPECT_TRUE(comesToDiffer(shown, 0.001)) << "a message says why not";
    EXPECT_TRUE(comesToEqual(shown)) << "the message goes, and the picture stays";
    end();
    const std::string scene = folder / "scene.ply";
    Process splats({SPLATS, "--splats", "400", "--size", "32x32", "--frames", "1", "--save-scene", scene, "--output",
                    folder / "splats.png"},
                   folder / "log");
    ASSERT_EQ(splats.wait(kPatience), 0) << splats.output();
    expectShown(kSplats, scene);
    end();
}

INSTANTIATE_TEST_SUITE_P(Window, Samples, testing::Values(kCulling, kEnvironmentLight, kParticles, kSplats),
                         [](const auto& sample) { return nameOf(sample.param); });

class CourtyardWindow : public Samples {};

TEST_F(CourtyardWindow, IsLitAndTurned)
{
    ASSERT_TRUE(opens({ENVIRONMENT_LIGHT, "--scene", "courtyard", "--rays", "8", "--map-size", "64x32", "--window",
                       "--size", "120x80"}) &&
                shows(120, 80, 0, 0))
        << sample->output();
    window.strike("h");
    window.strike("space");
    const X11Window::Picture before = still();
    window.drag(1, 60, 45, 90, 40);
    EXPECT_TRUE(comesToDiffer(before, 0.1)) << "the left button turns around the middle";
    end();
}

TEST_F(CourtyardWindow, IsLitInSteps)
{
    ASSERT_TRUE(opens({ENVIRONMENT_LIGHT, "--scene", "courtyard", "--rays", "1024", "--map-size", "64x32", "--window",
                       "--size", "240x160"}) &&
                shows(240, 160, 0, 0))
        << "long before all rays are drawn: " << sample->output();
    EXPECT_TRUE(within(kPatience, [&] { return isInSteps() || !runs(); })) << window.title();
    EXPECT_NE(window.title().find(" of 2048 steps"), std::string::npos) << window.title();
    end();
}

class CullingWindow : public Samples {
protected:
    std::size_t frustumPixels() const
    {
        const X11Window::Picture picture = window.picture();
        return static_cast<std::size_t>(std::count_if(picture.pixels.begin(), picture.pixels.end(),
                                                      [](uint32_t pixel) { return (pixel & 0xFFFFFF) == kFrustum; }));
    }
};

TEST_F(CullingWindow, FreezesWhatIsCulledBy)
{
    ASSERT_TRUE(opensSmall(kCulling)) << sample->output();
    window.strike("h");
    window.strike("space");
    still();
    EXPECT_EQ(frustumPixels(), 0U);
    window.strike("f");
    window.drag(1, 120, 90, 180, 110);
    EXPECT_TRUE(within(kPatience, [&] { return frustumPixels() > 50 || !runs(); })) << sample->output();
    window.strike("f");
    EXPECT_TRUE(within(kPatience, [&] { return frustumPixels() == 0 || !runs(); })) << sample->output();
    end();
}

} // namespace
