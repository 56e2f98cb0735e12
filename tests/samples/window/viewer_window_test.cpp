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

class ViewerWindow : public SampleWindow {
protected:
    bool opens(const std::string& size, std::vector<std::string> arguments)
    {
        arguments.insert(arguments.begin(), {SAT_VIEWER, "--size", size});
        return SampleWindow::opens(arguments);
    }
};

TEST_F(ViewerWindow, DrawsResizesHidesAndCloses)
{
    ASSERT_TRUE(opens("320x240", {})) << sample->output();
    ASSERT_TRUE(shows(320, 240, 0, 0)) << sample->output();
    EXPECT_NE(window.title().find(" - 320 x 240 - "), std::string::npos) << window.title();
    EXPECT_NE(window.title().find(" ms"), std::string::npos) << window.title();

    // A hand that pulls at the border.
    for (unsigned i = 0; i < 15; ++i) {
        window.resize(100 + 37 * i % 300, 80 + 53 * i % 200);
        std::this_thread::sleep_for(20ms);
    }
    window.resize(480, 360);
    // What is beyond the old edges is new.
    EXPECT_TRUE(shows(480, 360, 320, 0)) << sample->output();

    window.hide();
    window.show();
    EXPECT_TRUE(shows(480, 360, 320, 0)) << sample->output();

    window.resize(200, 100);
    EXPECT_TRUE(shows(200, 100, 0, 0)) << sample->output();

    window.close();
    expectGoodEnd();
}

TEST_F(ViewerWindow, DrawsNothingWhileMinimised)
{
    ASSERT_TRUE(opens("320x240", {})) << sample->output();
    ASSERT_TRUE(shows(320, 240, 0, 0)) << sample->output();
    expectRestWhileMinimised();
    window.close();
    expectGoodEnd();
}

TEST_F(ViewerWindow, ObeysMouseAndKeys)
{
    ASSERT_TRUE(opens("240x160", {"--focus", "1", "--aperture", "1"})) << sample->output();
    ASSERT_TRUE(shows(240, 160, 0, 0)) << sample->output();
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

    window.strike("F12");
    EXPECT_TRUE(within(kPatience, [&] { return std::filesystem::exists("sat_viewer_1.png") || !runs(); }));
    window.strike("v");
    window.strike("Escape");
    expectGoodEnd();
    EXPECT_GT(std::filesystem::file_size("sat_viewer_1.png"), 1000U);
}

TEST_F(ViewerWindow, ShowsFilesThatAreDropped)
{
    ASSERT_TRUE(opens("240x160", {"--compare", "0.5", "--image", TEST_IMAGE})) << sample->output();
    ASSERT_TRUE(shows(240, 160, 0, 0)) << sample->output();
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

TEST_F(ViewerWindow, TakesAllOfTheScreenAndGoesBack)
{
    ASSERT_TRUE(opens("240x160", {"--image", TEST_IMAGE})) << sample->output();
    ASSERT_TRUE(shows(240, 160, 0, 0)) << sample->output();
    window.strike("F11");
    EXPECT_TRUE(shows(1280, 800, 0, 0)) << sample->output();
    window.strike("F11");
    EXPECT_TRUE(shows(240, 160, 0, 0)) << sample->output();
    window.strike("Escape");
    expectGoodEnd();
}

TEST_F(ViewerWindow, RemembersThePanelWhichLeavesRoom)
{
    std::ofstream(folder / "vkscan" / "sat_viewer.ini") << "[Window][sat_viewer]\nPos=60,40\nSize=80,60\nCollapsed=0\n";
    ASSERT_TRUE(opens("320x240", {"--image", TEST_IMAGE})) << sample->output();
    ASSERT_TRUE(shows(320, 240, 0, 0)) << sample->output();
    const auto panel = [&] {
        const X11Window::Picture with = window.picture();
        window.strike("h");
        EXPECT_TRUE(comesToDiffer(with, 0.02)) << "H hides";
        const Difference difference = differenceOf(with, still());
        window.strike("h");
        EXPECT_TRUE(comesToDiffer(window.picture(), 0.02)) << "H shows";
        return difference;
    };
    std::this_thread::sleep_for(4 * frameTime());
    const Difference unfolded = panel();
    EXPECT_EQ(unfolded.left, 60U);
    EXPECT_EQ(unfolded.top, 40U);
    EXPECT_LT(unfolded.part, 0.4);
    EXPECT_GT(unfolded.part, 0.1);
    window.strike("Escape");
    expectGoodEnd();
}

TEST_F(ViewerWindow, EndsAfterTheFramesAskedFor)
{
    start({SAT_VIEWER, "--size", "160x120", "--frames", "5"});
    expectGoodEnd();
}

} // namespace
