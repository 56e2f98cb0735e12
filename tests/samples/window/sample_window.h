// A sample in a real window, and what is in it.
#ifndef VKSCAN_TESTS_SAMPLE_WINDOW_H
#define VKSCAN_TESTS_SAMPLE_WINDOW_H

#include "process.h"
#include "x11_window.h"

#include <gtest/gtest.h>

#include <cstdlib>
#include <filesystem>
#include <set>

using namespace std::chrono_literals;

constexpr auto kPatience = 240s; // of a CPU device under the validation layer, busy with other tests

// The colours from a place on, to the right and below.
inline std::size_t coloursFrom(const X11Window::Picture& picture, unsigned left, unsigned top)
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

inline Difference differenceOf(const X11Window::Picture& a, const X11Window::Picture& b)
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

// In a folder of its own, where the sample also finds and leaves its settings.
class SampleWindow : public testing::Test {
protected:
    SampleWindow()
    {
        std::filesystem::remove_all(folder);
        std::filesystem::create_directories(folder / "vkscan");
        std::filesystem::current_path(folder);
        setenv("XDG_CONFIG_HOME", folder.c_str(), 1);
    }
    // The first word is the program.
    void start(std::vector<std::string> command)
    {
        command.emplace_back("--validate");
        sample = std::make_unique<Process>(command, testing::TempDir() + "sample_window.txt");
    }
    // Starts and waits for the window to be drawn.
    bool opens(const std::vector<std::string>& command)
    {
        start(command);
        const std::string name = std::filesystem::path(command.at(0)).filename();
        return within(kPatience, [&] { return !runs() || window.find("vkscan " + name + " - "); }) && runs();
    }
    bool runs() const { return !sample->poll(); }
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
        EXPECT_TRUE(stands && runs()) << sample->output();
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
    void expectRestWhileMinimised()
    {
        const auto isBusy = [&] {
            const double before = sample->busySeconds();
            std::this_thread::sleep_for(1s);
            return sample->busySeconds() - before > 0.1;
        };
        EXPECT_TRUE(isBusy());
        window.minimise(true);
        EXPECT_TRUE(within(kPatience, [&] { return !isBusy(); }));
        window.minimise(false);
        EXPECT_TRUE(within(kPatience, isBusy));
    }
    void expectGoodEnd()
    {
        EXPECT_EQ(sample->wait(kPatience), 0) << sample->output();
        EXPECT_EQ(sample->output().find("alidation"), std::string::npos) << sample->output();
    }

    std::filesystem::path folder = testing::TempDir() + "sample_window";
    X11Window window;
    std::unique_ptr<Process> sample;
};

#endif
