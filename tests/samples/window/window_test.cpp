// Runs the viewer in a real window and looks at what is in it.
#include "gltf_file.h"
#include "process.h"
#include "x11_window.h"

#include <gtest/gtest.h>

#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <set>

namespace {

using namespace std::chrono_literals;

constexpr auto kPatience = 240s; // of a CPU device under the validation layer, busy with other tests
constexpr uint32_t kSplitLine = 0xFF9933;

// The colours from a place on, to the right and below.
std::size_t coloursFrom(const X11Window::Picture& picture, unsigned left, unsigned top)
{
    std::set<uint32_t> colours;
    for (std::size_t i = 0; i < picture.pixels.size(); ++i)
        if (i % picture.width >= left && i / picture.width >= top)
            colours.insert(picture.pixels[i]);
    return colours.size();
}

// Where two pictures of one size differ by more than rounding: how many pixels, and the first of them in each
// direction.
struct Difference {
    double part = 1; // of all pixels
    std::size_t left = 0;
    std::size_t top = 0;
};

Difference differenceOf(const X11Window::Picture& a, const X11Window::Picture& b)
{
    if (a.pixels.empty() || a.pixels.size() != b.pixels.size())
        return {};
    Difference result = {0, a.width, a.height};
    for (std::size_t i = 0; i < a.pixels.size(); ++i) {
        int largest = 0;
        for (int shift : {0, 8, 16})
            largest = std::max(largest, std::abs(static_cast<int>(a.pixels[i] >> shift & 0xFF) -
                                                 static_cast<int>(b.pixels[i] >> shift & 0xFF)));
        if (largest <= 3)
            continue;
        result.part += 1 / static_cast<double>(a.pixels.size());
        result.left = std::min(result.left, i % a.width);
        result.top = std::min(result.top, i / a.width);
    }
    return result;
}

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

class WindowTest : public testing::Test {
protected:
    WindowTest()
    {
        std::filesystem::remove_all(folder);
        std::filesystem::create_directories(folder / "vkscan");
        std::filesystem::current_path(folder);
        setenv("XDG_CONFIG_HOME", folder.c_str(), 1);
    }
    void start(std::vector<std::string> arguments)
    {
        arguments.insert(arguments.begin(), {SAT_VIEWER, "--validate"});
        viewer = std::make_unique<Process>(arguments, testing::TempDir() + "sat_viewer_window.txt");
    }
    // Starts and waits for the window to be drawn.
    bool opens(const std::string& size, std::vector<std::string> arguments)
    {
        arguments.insert(arguments.end(), {"--size", size});
        start(arguments);
        return within(kPatience, [&] { return !runs() || window.find("vkscan sat_viewer - "); }) && runs();
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
    // The time between frames, as the title tells it.
    std::chrono::duration<double> frameTime() const
    {
        const std::string title = window.title();
        return std::chrono::duration<double, std::milli>(std::atof(title.c_str() + title.rfind(" - ") + 3));
    }
    // Waits until the picture no longer changes for some frames, and returns it.
    X11Window::Picture still()
    {
        X11Window::Picture last = window.picture();
        const bool stands = within(kPatience, [&] {
            std::this_thread::sleep_for(300ms + 4 * frameTime());
            X11Window::Picture next = window.picture();
            const bool same = !next.pixels.empty() && next.pixels == last.pixels;
            last = std::move(next);
            return same || !runs();
        });
        EXPECT_TRUE(stands && runs()) << viewer->output();
        return last;
    }
    // Waits for a picture that differs from the other in at least that part of it, or in none.
    bool comesToDiffer(const X11Window::Picture& other, double part)
    {
        return within(kPatience, [&] { return !runs() || differenceOf(window.picture(), other).part > part; }) &&
               runs();
    }
    bool comesToEqual(const X11Window::Picture& other)
    {
        return within(kPatience, [&] { return !runs() || differenceOf(window.picture(), other).part == 0; }) && runs();
    }
    void expectGoodEnd()
    {
        EXPECT_EQ(viewer->wait(kPatience), 0) << viewer->output();
        EXPECT_EQ(viewer->output().find("alidation"), std::string::npos) << viewer->output();
    }

    std::filesystem::path folder = testing::TempDir() + "sat_viewer_window";
    X11Window window;
    std::unique_ptr<Process> viewer;
};

TEST_F(WindowTest, DrawsResizesHidesAndCloses)
{
    ASSERT_TRUE(opens("320x240", {})) << viewer->output();
    ASSERT_TRUE(shows(320, 240, 0, 0)) << viewer->output();
    EXPECT_NE(window.title().find(" - 320 x 240 - "), std::string::npos) << window.title();
    EXPECT_NE(window.title().find(" ms"), std::string::npos) << window.title();

    // A hand that pulls at the border.
    for (unsigned i = 0; i < 15; ++i) {
        window.resize(100 + 37 * i % 300, 80 + 53 * i % 200);
        std::this_thread::sleep_for(20ms);
    }
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
    ASSERT_TRUE(opens("320x240", {})) << viewer->output();
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

TEST_F(WindowTest, ObeysMouseAndKeys)
{
    ASSERT_TRUE(opens("240x160", {"--focus", "1", "--aperture", "1"})) << viewer->output();
    ASSERT_TRUE(shows(240, 160, 0, 0)) << viewer->output();
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

TEST_F(WindowTest, ShowsFilesThatAreDropped)
{
    ASSERT_TRUE(opens("240x160", {"--compare", "0.5", "--image", TEST_IMAGE})) << viewer->output();
    ASSERT_TRUE(shows(240, 160, 0, 0)) << viewer->output();
    window.strike("h");
    const auto isLineAt = [&](std::size_t x) {
        const X11Window::Picture picture = window.picture();
        return !picture.pixels.empty() && picture.pixels[80 * picture.width + x] == kSplitLine;
    };
    EXPECT_TRUE(within(kPatience, [&] { return isLineAt(120); })) << viewer->output();
    window.drag(1, 120, 40, 60, 40);
    EXPECT_TRUE(within(kPatience, [&] { return isLineAt(60) && !isLineAt(120); })) << "the line follows the mouse";
    window.drag(1, 200, 40, 180, 40);
    EXPECT_TRUE(within(kPatience, [&] { return isLineAt(40); })) << "the picture follows the mouse";
    window.moveMouse(120, 80);
    window.click(4);
    EXPECT_TRUE(within(kPatience, [&] { return isLineAt(28); })) << "the wheel zooms";

    const X11Window::Picture before = still();
    ASSERT_TRUE(window.drop(TEST_PICTURE));
    EXPECT_TRUE(comesToDiffer(before, 0.5)) << viewer->output();
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
    EXPECT_TRUE(within(kPatience, isGreenInTheMiddle)) << viewer->output();
    window.close();
    expectGoodEnd();
}

TEST_F(WindowTest, RemembersThePanelWhichLeavesRoom)
{
    std::ofstream(folder / "vkscan" / "sat_viewer.ini") << "[Window][sat_viewer]\nPos=60,40\nSize=80,60\nCollapsed=0\n";
    ASSERT_TRUE(opens("320x240", {"--image", TEST_IMAGE})) << viewer->output();
    ASSERT_TRUE(shows(320, 240, 0, 0)) << viewer->output();
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

TEST_F(WindowTest, EndsAfterTheFramesAskedFor)
{
    start({"--size", "160x120", "--frames", "5"});
    expectGoodEnd();
}

} // namespace
