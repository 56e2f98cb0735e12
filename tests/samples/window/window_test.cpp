// Runs the viewer in a real window and looks at what is in it.
#include "process.h"
#include "x11_window.h"

#include <gtest/gtest.h>

#include <set>

namespace {

using namespace std::chrono_literals;

constexpr auto kPatience = 240s;          // of a CPU device under the validation layer, busy with other tests
constexpr uint32_t kBarColour = 0x294A7A; // ImGui's, of an active window

// The colours from a place on, to the right and below.
std::size_t coloursFrom(const X11Window::Picture& picture, unsigned left, unsigned top)
{
    std::set<uint32_t> colours;
    for (std::size_t i = 0; i < picture.pixels.size(); ++i)
        if (i % picture.width >= left && i / picture.width >= top)
            colours.insert(picture.pixels[i]);
    return colours.size();
}

class WindowTest : public testing::Test {
protected:
    void start(std::vector<std::string> arguments)
    {
        arguments.insert(arguments.begin(), {SAT_VIEWER, "--validate"});
        viewer = std::make_unique<Process>(arguments, testing::TempDir() + "sat_viewer_window.txt");
    }
    bool runs() const { return !viewer->poll(); }
    // Waits for a picture of the size with many colours beyond the place.
    bool shows(unsigned width, unsigned height, unsigned left, unsigned top)
    {
        return within(kPatience,
                      [&] {
                          const X11Window::Picture picture = window.picture();
                          return !runs() || (picture.width == width && picture.height == height &&
                                             coloursFrom(picture, left, top) > 50);
                      }) &&
               runs();
    }
    void expectGoodEnd()
    {
        EXPECT_EQ(viewer->wait(kPatience), 0) << viewer->output();
        EXPECT_EQ(viewer->output().find("alidation"), std::string::npos) << viewer->output();
    }

    X11Window window;
    std::unique_ptr<Process> viewer;
};

TEST_F(WindowTest, DrawsResizesHidesAndCloses)
{
    start({"--size", "320x240"});
    ASSERT_TRUE(within(kPatience, [&] { return !runs() || window.find("vkscan sat_viewer"); })) << viewer->output();
    ASSERT_TRUE(shows(320, 240, 0, 0)) << viewer->output();

    window.resize(480, 360);
    // What is beyond the old edges is new.
    EXPECT_TRUE(shows(480, 360, 320, 0)) << viewer->output();

    window.hide();
    window.show();
    EXPECT_TRUE(shows(480, 360, 320, 0)) << viewer->output();

    window.resize(200, 100);
    EXPECT_TRUE(shows(200, 100, 0, 0)) << viewer->output();

    window.close();
    expectGoodEnd();
}

TEST_F(WindowTest, DrawsNothingWhileMinimised)
{
    start({"--size", "320x240"});
    ASSERT_TRUE(within(kPatience, [&] { return !runs() || window.find("vkscan sat_viewer"); })) << viewer->output();
    ASSERT_TRUE(shows(320, 240, 0, 0)) << viewer->output();
    const auto isBusy = [&] {
        const double before = viewer->busySeconds();
        std::this_thread::sleep_for(1s);
        return viewer->busySeconds() - before > 0.1;
    };
    EXPECT_TRUE(isBusy());
    window.minimise(true);
    EXPECT_TRUE(within(kPatience, [&] { return !isBusy(); }));
    window.minimise(false);
    EXPECT_TRUE(within(kPatience, isBusy));
    window.close();
    expectGoodEnd();
}

TEST_F(WindowTest, LosesNoKeyBetweenFrames)
{
    start({"--size", "480x240", "--image", TEST_IMAGE});
    ASSERT_TRUE(within(kPatience, [&] { return !runs() || window.find("vkscan sat_viewer"); })) << viewer->output();
    // The bar above the controls, beside the title. The first frame shows the picture alone.
    const auto showsControls = [&] {
        const X11Window::Picture picture = window.picture();
        return !picture.pixels.empty() && picture.pixels.at(20 * picture.width + 300) == kBarColour;
    };
    ASSERT_TRUE(within(kPatience, showsControls)) << viewer->output();
    window.strike('h');
    EXPECT_TRUE(within(kPatience, [&] { return !showsControls(); })) << viewer->output();
    window.strike('h');
    EXPECT_TRUE(within(kPatience, showsControls)) << viewer->output();
    window.close();
    expectGoodEnd();
}

TEST_F(WindowTest, EndsAfterTheFramesAskedFor)
{
    start({"--size", "160x120", "--frames", "5"});
    expectGoodEnd();
}

TEST_F(WindowTest, ShowsAnImage)
{
    start({"--size", "160x120", "--frames", "5", "--image", TEST_IMAGE, "--filter", "contrast"});
    expectGoodEnd();
}

} // namespace
