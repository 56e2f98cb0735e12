// A sample in a real window, and what is in it.
#pragma once

#include "drawn_picture.h"
#include "process.h"
#include "x11_window.h"

#include <gtest/gtest.h>

#include <cstdlib>
#include <filesystem>
#include <iterator>
#include <set>

using namespace std::chrono_literals;

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

// A picture from a file as a window would show it, and an empty one where the file is not whole.
inline X11Window::Picture asShown(const std::string& file)
{
    const Picture picture = readPicture(file);
    X11Window::Picture shown;
    shown.width = static_cast<unsigned>(picture.width);
    shown.height = static_cast<unsigned>(picture.height);
    for (std::size_t i = 0; i + 3 <= picture.values.size(); i += 3)
        shown.pixels.push_back(uint32_t{picture.values[i]} << 16 | uint32_t{picture.values[i + 1]} << 8 |
                               picture.values[i + 2]);
    return shown;
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
        std::filesystem::create_directories(folder / "pictures");
        setenv("XDG_PICTURES_DIR", (folder / "pictures").c_str(), 1);
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
        m_name = std::filesystem::path(command.at(0)).filename();
        return within(kPatience, [&] { return !runs() || window.find("vkscan " + m_name + " - "); }) && runs();
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
    void pullAtTheBorder()
    {
        for (unsigned i = 0; i < 12; ++i) {
            window.resize(100 + 37 * i % 200, 80 + 53 * i % 150);
            std::this_thread::sleep_for(20ms);
        }
    }
    // The time between frames, as the title tells it.
    std::chrono::duration<double> frameTime() const
    {
        const std::string title = window.title();
        return std::chrono::duration<double, std::milli>(std::atof(title.c_str() + title.rfind(", ") + 2));
    }
    // Waits until frames were drawn that began after the call, as many as take events in and come to be seen. The
    // sample sets its title each half a second, or with each frame if that takes longer.
    void awaitFrames()
    {
        constexpr double kFrames = 4;
        constexpr double kTitleSeconds = 0.5;
        double frames = -1; // until the first title, which tells only of frames before it
        (void)window.takeTitles();
        EXPECT_TRUE(within(kPatience, [&] {
            for (unsigned titles = window.takeTitles(); titles > 0; --titles)
                frames = frames < 0 ? 0 : frames + std::max(1.0, kTitleSeconds / frameTime().count());
            return frames >= kFrames || !runs();
        }));
    }
    // Whether the picture is drawn in steps that are not all done, as the title tells it.
    bool isInSteps() const { return window.title().find(" of ") != std::string::npos; }
    // Waits until the picture is complete and no longer changes for some frames, and returns it.
    X11Window::Picture still()
    {
        X11Window::Picture latest = window.picture();
        const bool stands = within(kPatience, [&] {
            awaitFrames();
            X11Window::Picture next = window.picture();
            const bool same = !next.pixels.empty() && next.pixels == latest.pixels && !isInSteps();
            latest = std::move(next);
            return same || !runs();
        });
        EXPECT_TRUE(stands && runs()) << sample->output();
        return latest;
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
    // The picture with that number that F12 writes, in the user's folder.
    std::string pictureFile(std::size_t number) const
    {
        return folder / "pictures" / (m_name + "_" + std::to_string(number) + ".png");
    }
    // Waits for it.
    X11Window::Picture written(unsigned number)
    {
        const std::string file = pictureFile(number);
        X11Window::Picture picture;
        EXPECT_TRUE(within(kPatience, [&] {
            picture = asShown(file);
            return !picture.pixels.empty() || !runs();
        })) << file;
        return picture;
    }
    // Strikes F12 in the frame of a resize: the picture must be as large as the window, and what it shows.
    void expectPictureBehindAResize()
    {
        window.strike("h");
        window.strike("space");
        still();
        window.resize(200, 120);
        window.strike("F12");
        const X11Window::Picture picture = written(1);
        EXPECT_EQ(picture.width, 200U);
        EXPECT_EQ(picture.height, 120U);
        EXPECT_GT(coloursFrom(picture, 0, 0), 50U);
        EXPECT_TRUE(comesToEqual(picture)) << sample->output();
        end();
    }
    // A storm of resizes, each with a click and F12 at once. Every picture must be of one of the sizes and, if
    // `stands`, what the window shows at that size; no message of the validation layer may come.
    void expectPicturesInAStorm(bool stands)
    {
        constexpr std::pair<unsigned, unsigned> kSizes[] = {{200, 120}, {260, 180}, {150, 210}};
        constexpr unsigned kResizes = 24;
        window.strike("h");
        window.strike("space");
        still();
        window.moveMouse(75, 60);
        // Slow machines draw few frames within so many resizes, and go on until there are three pictures.
        const auto goesOn = [&] { return !std::filesystem::exists(pictureFile(3)); };
        for (unsigned i = 0; i < kResizes || (i < 20 * kResizes && goesOn()); ++i) {
            const auto [width, height] = kSizes[i % std::size(kSizes)];
            window.resize(width, height);
            window.click(1);
            window.strike("F12");
            std::this_thread::sleep_for(i % 4 * frameTime() / 2);
        }
        written(1);
        still();
        std::size_t count = 0;
        for (const auto& [width, height] : kSizes) {
            window.resize(width, height);
            EXPECT_TRUE(shows(width, height, 0, 0)) << sample->output();
            for (unsigned number = 1; std::filesystem::exists(pictureFile(number)); ++number) {
                const X11Window::Picture picture = written(number);
                if (picture.width != width || picture.height != height)
                    continue;
                ++count;
                EXPECT_GT(coloursFrom(picture, 0, 0), 50U) << number;
                EXPECT_TRUE(!stands || comesToEqual(picture)) << number;
            }
        }
        EXPECT_GT(count, 2U);
        EXPECT_FALSE(std::filesystem::exists(pictureFile(count + 1))) << "of another size";
        end();
    }
    void expectRestWhileMinimised()
    {
        const auto isBusy = [&] {
            const double before = sample->busySeconds();
            std::this_thread::sleep_for(1s);
            return sample->busySeconds() - before > 0.1;
        };
        EXPECT_TRUE(within(kPatience, isBusy));
        window.minimise(true);
        EXPECT_TRUE(within(kPatience, [&] { return !isBusy(); }));
        window.minimise(false);
        EXPECT_TRUE(within(kPatience, isBusy));
    }
    // Ends the sample by Escape.
    void end()
    {
        window.strike("Escape");
        expectGoodEnd();
    }
    void expectGoodEnd()
    {
        EXPECT_EQ(sample->wait(kPatience), 0) << sample->output();
        EXPECT_EQ(sample->output().find("alidation"), std::string::npos) << sample->output();
    }

    std::filesystem::path folder = testing::TempDir() + "sample_window";
    X11Window window;
    std::unique_ptr<Process> sample;

private:
    std::string m_name; // of the sample
};
