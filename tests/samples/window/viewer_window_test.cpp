// Runs the viewer in a real window and looks at what is in it.
#include "gltf_file.h"
#include "sample_window.h"

#include <fstream>

namespace {

constexpr uint32_t kSplitLine = 0xFF9933;

// How much neighbours differ around the middle.
double sharpnessOf(const X11Window::Picture& picture)
{
    double sum = 0;
    for (std::size_t y = picture.height * 3 / 8; y < picture.height * 5 / 8; ++y)
        for (std::size_t x = picture.width * 3 / 8; x < picture.width * 5 / 8; ++x) {
            const auto green = [&](std::size_t column) {
                return static_cast<double>(picture.pixels[y * picture.width + column] >> 8 & 0xFF);
            };
            sum += std::abs(green(x + 1) - green(x));
        }
    return sum;
}

// Shadows take a CPU most of a frame, whatever its size. Tests of many frames draw none, but for one storm.
class ViewerWindow : public SampleWindow {
protected:
    bool opens(unsigned width, unsigned height, std::vector<std::string> arguments)
    {
        arguments.insert(arguments.begin(),
                         {SAT_VIEWER, "--size", std::to_string(width) + "x" + std::to_string(height)});
        return SampleWindow::opens(arguments) && shows(width, height, 0, 0);
    }
    // Where the panel is, which H hides and shows.
    Difference panel()
    {
        awaitFrames();
        const X11Window::Picture with = window.picture();
        window.strike("h");
        EXPECT_TRUE(comesToDiffer(with, 0.02)) << "H hides";
        const Difference difference = differenceOf(with, still());
        window.strike("h");
        EXPECT_TRUE(comesToDiffer(window.picture(), 0.02)) << "H shows";
        return difference;
    }
};

TEST_F(ViewerWindow, DrawsResizesHidesAndCloses)
{
    ASSERT_TRUE(opens(200, 150, {"--no-shadows"})) << sample->output();
    EXPECT_NE(window.title().find(" - 200 x 150 - "), std::string::npos) << window.title();
    EXPECT_NE(window.title().find(" ms"), std::string::npos) << window.title();

    pullAtTheBorder();
    window.resize(320, 240);
    // The part beyond the old edges is new.
    EXPECT_TRUE(shows(320, 240, 200, 0)) << sample->output();

    window.hide();
    window.show();
    EXPECT_TRUE(shows(320, 240, 200, 0)) << sample->output();

    window.resize(160, 100);
    EXPECT_TRUE(shows(160, 100, 0, 0)) << sample->output();

    window.close();
    expectGoodEnd();
}

TEST_F(ViewerWindow, ObeysMouseAndKeys)
{
    ASSERT_TRUE(opens(240, 160, {"--focus", "1", "--aperture", "1", "--no-shadows"})) << sample->output();
    // All of these are pressed and released between two frames.
    window.strike("h");
    window.strike("space");
    const X11Window::Picture before = still();

    window.drag(1, 120, 90, 170, 70);
    EXPECT_TRUE(comesToDiffer(before, 0.2)) << "the left button turns around the middle";
    window.strike("r");
    EXPECT_TRUE(comesToEqual(before)) << "R goes back";
    window.drag(3, 120, 90, 170, 70);
    EXPECT_TRUE(comesToDiffer(before, 0.2)) << "the right button looks around";
    window.strike("r");
    EXPECT_TRUE(comesToEqual(before));
    window.click(4);
    EXPECT_TRUE(comesToDiffer(before, 0.2)) << "the wheel comes closer";
    window.strike("r");
    EXPECT_TRUE(comesToEqual(before));
    window.strike("w");
    EXPECT_TRUE(comesToDiffer(before, 0.02)) << "W moves on";
    window.strike("r");
    EXPECT_TRUE(comesToEqual(before));

    window.moveMouse(120, 72); // the knot
    window.click(1);
    EXPECT_TRUE(comesToDiffer(before, 0.2)) << "a click focuses";
    const X11Window::Picture focused = still();
    EXPECT_GT(sharpnessOf(focused), 2 * sharpnessOf(before));
    window.strike("r");
    EXPECT_TRUE(comesToEqual(before)) << "R goes back to the first focus, too";

    window.strike("F12");
    EXPECT_TRUE(within(kPatience, [&] { return std::filesystem::exists(pictureFile(1)) || !runs(); }));
    window.strike("v");
    end();
    EXPECT_GT(std::filesystem::file_size(pictureFile(1)), 1000U);
    EXPECT_NE(sample->output().find("written:  " + pictureFile(1)), std::string::npos) << sample->output();
}

TEST_F(ViewerWindow, ShowsFilesThatAreDropped)
{
    ASSERT_TRUE(opens(240, 160, {"--compare", "0.5", "--image", TEST_IMAGE})) << sample->output();
    window.strike("h");
    const auto isLineAt = [&](std::size_t x) {
        const X11Window::Picture picture = window.picture();
        return !picture.pixels.empty() && picture.pixels[80 * picture.width + x] == kSplitLine;
    };
    EXPECT_TRUE(within(kPatience, [&] { return isLineAt(120); })) << sample->output();
    window.drag(1, 120, 40, 60, 40);
    EXPECT_TRUE(within(kPatience, [&] { return isLineAt(60) && !isLineAt(120); })) << "the line follows the mouse";
    window.drag(1, 200, 40, 180, 40);
    EXPECT_TRUE(within(kPatience, [&] { return isLineAt(40); })) << "the picture follows the mouse";
    window.moveMouse(120, 80);
    window.click(4);
    EXPECT_TRUE(within(kPatience, [&] { return isLineAt(28); })) << "the wheel zooms";

    const X11Window::Picture before = still();
    ASSERT_TRUE(window.drop(TEST_PICTURE));
    EXPECT_TRUE(comesToDiffer(before, 0.5)) << sample->output();
    const X11Window::Picture dropped = still();
    ASSERT_TRUE(window.drop("/nonexistent.png"));
    EXPECT_TRUE(comesToDiffer(dropped, 0.01)) << "a message says why not";
    const std::string box = testing::TempDir() + "dropped.glb";
    writeFile(box, GltfFile().binary());
    ASSERT_TRUE(window.drop(box));
    const auto isGreenInTheMiddle = [&] {
        const X11Window::Picture picture = window.picture();
        const uint32_t pixel = picture.pixels.empty() ? 0 : picture.pixels[80 * picture.width + 120];
        return (pixel >> 8 & 0xFF) > 40 + std::max(pixel >> 16 & 0xFF, pixel & 0xFF);
    };
    EXPECT_TRUE(within(kPatience, isGreenInTheMiddle)) << sample->output();
    window.close();
    expectGoodEnd();
}

TEST_F(ViewerWindow, WritesWhatItShowsBehindAResize)
{
    for (const std::vector<std::string>& arguments :
         std::vector<std::vector<std::string>>{{},
                                               {"--technique", "compare", "--radius", "4", "--no-shadows"},
                                               {"--auto-exposure", "--no-shadows"},
                                               {"--image", TEST_IMAGE}}) {
        SCOPED_TRACE(arguments.empty() ? "depth of field" : arguments[0]);
        ASSERT_TRUE(opens(240, 160, arguments)) << sample->output();
        expectPictureBehindAResize();
        std::filesystem::remove(pictureFile(1));
    }
}

// Clicks focus, so the pictures differ.
TEST_F(ViewerWindow, WritesPicturesAndFocusesInAStorm)
{
    ASSERT_TRUE(opens(240, 160, {"--auto-exposure"})) << sample->output();
    expectPicturesInAStorm(false);
}

TEST_F(ViewerWindow, WritesWhatItShowsInAStormOfComparisons)
{
    ASSERT_TRUE(opens(240, 160, {"--technique", "compare", "--radius", "2", "--no-shadows"})) << sample->output();
    expectPicturesInAStorm(true);
}

// The panel is open, and has another line for what was refused.
class ViewerRefuses : public ViewerWindow {
protected:
    static constexpr unsigned kWidth = 480;
    static constexpr unsigned kHeight = 360;

    bool opensWithPanel(std::vector<std::string> arguments)
    {
        std::ofstream(folder / "vkscan" / "sat_viewer.ini")
            << "[Window][###small]\nPos=10,10\nSize=80,60\nCollapsed=0\n";
        if (!opens(kWidth, kHeight, std::move(arguments)))
            return false;
        window.strike("space");
        window.strike("h");
        m_shown = still();
        window.strike("h");
        return comesToDiffer(m_shown, 0.01);
    }
    // The window stays, shows a sentence, then a panel that has it, and behind it what it showed before.
    void refuses(const std::string& file)
    {
        SCOPED_TRACE(file);
        window.strike("h");
        ASSERT_TRUE(comesToEqual(m_shown)) << sample->output();
        ASSERT_TRUE(window.drop(file));
        EXPECT_TRUE(comesToDiffer(m_shown, 0.001)) << "a message says why not: " << sample->output();
        EXPECT_TRUE(comesToEqual(m_shown)) << "the message goes, and the picture stays: " << sample->output();
        window.strike("h");
        EXPECT_TRUE(comesToDiffer(m_shown, 0.01)) << "the panel is back";
        EXPECT_GT(warningPixels(), 50U) << "it says why not";
    }
    // How many pixels have the colour of warnings in the panel and in messages.
    std::size_t warningPixels() const
    {
        const X11Window::Picture picture = window.picture();
        return static_cast<std::size_t>(std::count_if(picture.pixels.begin(), picture.pixels.end(),
                                                      [](uint32_t pixel) { return (pixel & 0xFFFFFF) == 0xFFBF66; }));
    }

    X11Window::Picture m_shown; // without the panel
};

TEST_F(ViewerRefuses, FilesThatAreTooLargeOrBroken)
{
    ASSERT_TRUE(opensWithPanel({"--image", TEST_IMAGE})) << sample->output();
    EXPECT_EQ(warningPixels(), 0U);
    const std::string large = testing::TempDir() + "large.pgm";
    std::ofstream(large, std::ios::binary) << "P5 16384 16384 255\n";
    std::filesystem::resize_file(large, std::filesystem::file_size(large) + 16384UL * 16384);
    refuses(large);
    const std::string broken = testing::TempDir() + "broken.png";
    std::filesystem::copy_file(TEST_PICTURE, broken, std::filesystem::copy_options::overwrite_existing);
    std::filesystem::resize_file(broken, 5000);
    refuses(broken);
    const std::string scene = testing::TempDir() + "broken.glb";
    writeFile(scene, GltfFile().binary().substr(0, 100));
    refuses(scene);
    refuses(testing::TempDir());
    std::filesystem::remove(large);

    window.strike("h");
    ASSERT_TRUE(window.drop(TEST_PICTURE));
    EXPECT_TRUE(comesToDiffer(m_shown, 0.5)) << sample->output();
    const X11Window::Picture next = still();
    window.strike("h");
    EXPECT_TRUE(comesToDiffer(next, 0.01)) << "the panel is back";
    EXPECT_EQ(warningPixels(), 0U) << "nothing is refused any more";
    end();
}

TEST_F(ViewerRefuses, WhatTheSettingsExclude)
{
    ASSERT_TRUE(opensWithPanel({"--image", TEST_PICTURE, "--accumulation", "u32"})) << sample->output();
    refuses(TEST_IMAGE); // of floats
    const std::string box = testing::TempDir() + "dropped.glb";
    writeFile(box, GltfFile().binary());
    refuses(box);
    end();
}

TEST_F(ViewerRefuses, WhatMemoryIsShortOf)
{
#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
    GTEST_SKIP() << "a sanitizer ends a program whose memory is short";
#endif
    ASSERT_TRUE(opensWithPanel({"--image", TEST_IMAGE})) << sample->output();
    const std::string large = testing::TempDir() + "large.pgm";
    std::ofstream(large, std::ios::binary) << "P5 6000 6000 255\n";
    std::filesystem::resize_file(large, std::filesystem::file_size(large) + 6000UL * 6000);
    // Files and texels take 0.5 GB, tables 2.3 GB.
    for (const std::size_t more : {1500UL, 800UL, 300UL, 150UL}) {
        sample->limitMemory(more << 20);
        refuses(large);
    }
    std::filesystem::remove(large);
    end();
}

TEST_F(ViewerWindow, TakesAllOfTheScreenAndGoesBack)
{
    ASSERT_TRUE(opens(240, 160, {"--image", TEST_IMAGE})) << sample->output();
    window.strike("F11");
    EXPECT_TRUE(shows(1280, 800, 0, 0)) << sample->output();
    window.strike("F11");
    EXPECT_TRUE(shows(240, 160, 0, 0)) << sample->output();
    end();
}

TEST_F(ViewerWindow, RemembersThePanelWhichLeavesRoom)
{
    std::ofstream(folder / "vkscan" / "sat_viewer.ini") << "[Window][###small]\nPos=60,40\nSize=80,60\nCollapsed=0\n";
    ASSERT_TRUE(opens(320, 600, {"--image", TEST_IMAGE})) << sample->output();
    const Difference unfolded = panel();
    EXPECT_EQ(unfolded.left, 60U);
    EXPECT_EQ(unfolded.top, 40U);
    EXPECT_LT(unfolded.part, 0.4);
    EXPECT_GT(unfolded.part, 0.1);
    end();
}

TEST_F(ViewerWindow, KeepsThePanelInTheWindow)
{
    std::ofstream(folder / "vkscan" / "sat_viewer.ini")
        << "[Window][sat_viewer]\nPos=1200,500\nSize=80,60\nCollapsed=0\n";
    ASSERT_TRUE(opens(700, 400, {"--image", TEST_IMAGE})) << sample->output();
    const Difference whole = panel();
    EXPECT_LT(whole.left, 700U - 240);
    EXPECT_GT(whole.left, 350U);
    EXPECT_GT(whole.part, 0.2);
    window.resize(660, 300);
    ASSERT_TRUE(shows(660, 300, 0, 0)) << sample->output();
    EXPECT_LT(panel().left, 660U - 230);
    end();
}

TEST_F(ViewerWindow, FoldsThePanelWhereThereIsNoRoomAndThereAlone)
{
    ASSERT_TRUE(opens(320, 240, {"--image", TEST_IMAGE})) << sample->output();
    EXPECT_LT(panel().part, 0.05);
    end();
    ASSERT_TRUE(opens(700, 400, {"--image", TEST_IMAGE})) << sample->output();
    EXPECT_GT(panel().part, 0.2);
    end();
}

TEST_F(ViewerWindow, IsSmallOnACpu)
{
    ASSERT_TRUE(SampleWindow::opens({SAT_VIEWER, "--technique", "none"})) << sample->output();
    const bool isCpu = window.title().find("llvmpipe") != std::string::npos;
    EXPECT_TRUE(isCpu ? shows(480, 270, 0, 0) : shows(960, 540, 0, 0)) << sample->output();
    end();
}

TEST_F(ViewerWindow, ShowsALensPointByPoint)
{
    ASSERT_TRUE(opens(160, 120, {"--technique", "lens", "--lens-points", "4096", "--no-shadows"}))
        << "long before all points are drawn: " << sample->output();
    EXPECT_TRUE(within(kPatience, [&] { return isInSteps() || !runs(); })) << window.title();
    EXPECT_NE(window.title().find(" of 4096 points of the lens"), std::string::npos) << window.title();
    end();
    ASSERT_TRUE(opens(160, 120, {"--technique", "lens", "--lens-points", "3", "--no-shadows"})) << sample->output();
    expectPictureBehindAResize();
}

TEST_F(ViewerWindow, EndsAfterTheFramesAskedFor)
{
    start({SAT_VIEWER, "--size", "160x120", "--frames", "3"});
    expectGoodEnd();
}

} // namespace
