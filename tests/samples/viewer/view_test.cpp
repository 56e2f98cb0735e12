// Properties of the viewer's pictures, whatever they look like exactly.
#include "draws.h"
#include "gltf_file.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <fstream>
#include <sstream>

namespace {

const Words kViewer = {SAT_VIEWER, "--headless", "--validate", "--frames", "1"};

Picture drawView(const Words& options)
{
    return draw(kViewer + options);
}

// All of a file.
std::string textOf(const std::string& file)
{
    std::ostringstream text;
    text << std::ifstream(file).rdbuf();
    return text.str();
}

// The root of the mean square of differences, of 255.
double deviationOf(const Picture& a, const Picture& b)
{
    double sum = 0;
    for (std::size_t i = 0; i < a.values.size(); ++i)
        sum += std::pow(static_cast<double>(a.values[i]) - b.values.at(i), 2);
    return std::sqrt(sum / static_cast<double>(std::max<std::size_t>(a.values.size(), 1)));
}

// The largest difference of the means of a block of 8 x 8 pixels, in a channel, of 255.
double largestBlockDifference(const Picture& a, const Picture& b)
{
    constexpr int kSide = 8;
    int largest = 0;
    for (int y = 0; y + kSide <= a.height; y += kSide)
        for (int x = 0; x + kSide <= a.width; x += kSide)
            for (int channel = 0; channel < 3; ++channel) {
                int sum = 0;
                for (int i = 0; i < kSide * kSide; ++i)
                    sum += a.at(x + i % kSide, y + i / kSide, channel) - b.at(x + i % kSide, y + i / kSide, channel);
                largest = std::max(largest, std::abs(sum));
            }
    return static_cast<double>(largest) / (kSide * kSide);
}

// A CPU takes half a minute for the picture of the default size.
TEST(View, IsAPreviewOnACpu)
{
    const std::string file = testing::TempDir() + "sat_viewer_preview.png";
    const auto output = [&](const Words& options) {
        return run(Words{SAT_VIEWER, "--headless", "--technique", "none", "--force", "--output", file} + options);
    };
    const std::string preview = output({});
    if (preview.find("llvmpipe") == std::string::npos)
        GTEST_SKIP() << "the device is no CPU";
    EXPECT_EQ(readPicture(file).width, 480);
    EXPECT_NE(preview.find(" for its 3 frames"), std::string::npos) << preview;
    EXPECT_NE(preview.find("picture:  480 x 270, 1 frames"), std::string::npos) << preview;
    const std::string sentence = "preview:  the device is a CPU; the full picture, by --size 960x540, takes about ";
    const std::size_t at = preview.find(sentence);
    ASSERT_NE(at, std::string::npos) << preview;
    // Frames of four times the pixels take longer than the preview's.
    EXPECT_GT(std::stod(preview.substr(at + sentence.size())), 0);
    EXPECT_NE(output({"--no-shadows", "--frames", "2"}).find("preview:"), std::string::npos);
    const std::string small = output({"--size", "64x64"});
    EXPECT_NE(small.find("picture:  64 x 64, 3 frames"), std::string::npos) << small;
    EXPECT_EQ(small.find("preview:"), std::string::npos);
}

// A column's capital in focus, before nothing but the sky.
TEST(View, LeavesTheSkyBesideASharpObjectAsItIs)
{
    const Words scene = {"--size", "480x270", "--no-shadows", "--camera", "3.2,3.4,2.2,6.6,5.2,-2.2"};
    const Picture sharp = drawView(scene + Words{"--technique", "none"});
    const Picture blurred = drawView(scene + Words{"--focus", "4", "--aperture", "0.3"});
    ASSERT_FALSE(sharp.values.empty());
    ASSERT_FALSE(blurred.values.empty());
    // From the right, as long as nothing changes much from pixel to pixel, there is sky. Where the edge goes straight
    // down it is in focus.
    int rows = 0;
    int edge = 0;
    for (int y = 0; y < sharp.height * 7 / 10; ++y) { // above the hills
        const int above = edge;
        edge = sharp.width - 1;
        while (edge > 0 && sharp.difference(edge, y, sharp, edge - 1, y) <= 2)
            --edge;
        if (edge < 20 || edge > sharp.width - 40 || std::abs(edge - above) > 1)
            continue;
        ++rows;
        for (int x = edge + 5; x < edge + 30; ++x)
            ASSERT_LE(blurred.difference(x, y, sharp, x, y), 6) << "at (" << x << ", " << y << "), edge at " << edge;
    }
    EXPECT_GT(rows, 30);
}

// The knot's far side, which blurs by little before what blurs by much: its right edge, row by row, is where half of
// the pixel is the knot's. Along a smooth curve places hardly bend; stairs bend by as much as they are wide.
TEST(View, LeavesFarEdgesWithoutStairs)
{
    const Picture picture = drawView({"--size", "960x540"});
    ASSERT_EQ(picture.width, 960);
    constexpr int kKnot = 519;
    constexpr int kBehind = 552;
    constexpr int kStep = 2; // pixels of a texel of what is behind the focus
    std::vector<double> edge;
    for (int y = 212; y < 235; ++y) {
        const auto green = [&](int x) { return picture.at(x, y, 1); };
        const double half = (green(kKnot) + green(kBehind)) / 2.0;
        ASSERT_GT(green(kBehind), green(kKnot) + 40);
        int x = kBehind;
        while (green(x) > half)
            --x;
        edge.push_back(x + (half - green(x)) / (green(x + 1) - green(x)));
    }
    double sum = 0;
    for (std::size_t i = kStep; i + kStep < edge.size(); ++i)
        sum += std::pow(edge[i - kStep] - 2 * edge[i] + edge[i + kStep], 2);
    EXPECT_LT(std::sqrt(sum / static_cast<double>(edge.size() - 2 * kStep)), 0.6) << "pixels";
}

// Green between pixels.
double greenAt(const Picture& picture, double x, double y)
{
    const int left = static_cast<int>(x);
    const int top = static_cast<int>(y);
    const double right = x - left;
    const double below = y - top;
    return (picture.at(left, top, 1) * (1 - right) + picture.at(left + 1, top, 1) * right) * (1 - below) +
           (picture.at(left, top + 1, 1) * (1 - right) + picture.at(left + 1, top + 1, 1) * right) * below;
}

// How much the outline of a bright disc on dark ground deviates from a circle, in pixels.
double roughnessOf(const Picture& picture, int nearX, int nearY)
{
    constexpr int kReach = 12; // pixels, less than to the next lamp
    constexpr int kDirections = 64;
    const double half = (picture.at(nearX, nearY, 1) + picture.at(nearX, nearY - kReach, 1)) / 2.0;
    double weights = 0;
    double x = 0;
    double y = 0;
    for (int row = nearY - kReach; row <= nearY + kReach; ++row) {
        for (int column = nearX - kReach; column <= nearX + kReach; ++column) {
            const double weight = std::max(picture.at(column, row, 1) - half, 0.0);
            weights += weight;
            x += weight * column;
            y += weight * row;
        }
    }
    double sum = 0;
    double squares = 0;
    for (int i = 0; i < kDirections; ++i) {
        const double angle = 6.2831853 * i / kDirections;
        double radius = 0;
        while (radius < kReach &&
               greenAt(picture, x / weights + radius * std::cos(angle), y / weights + radius * std::sin(angle)) > half)
            radius += 0.05;
        sum += radius;
        squares += radius * radius;
    }
    const double mean = sum / kDirections;
    return std::sqrt(squares / kDirections - mean * mean);
}

// Lamps before the focus, of three texels' radius in a layer of half the size.
TEST(View, BlursLampsToRoundDiscs)
{
    const Picture picture = drawView(
        {"--size", "960x540", "--no-shadows", "--camera", "2.2,1.6,4.2,0,1.6,0", "--focus", "12", "--aperture", "0.6"});
    ASSERT_EQ(picture.width, 960);
    EXPECT_LT(roughnessOf(picture, 928, 121), 0.3);
    EXPECT_LT(roughnessOf(picture, 879, 143), 0.3);
    EXPECT_LT(roughnessOf(picture, 832, 160), 0.3);
}

// A ball in focus behind the knot, which blurs: where the knot's outline would cut it off, nothing is seen of that.
TEST(View, ShowsNoOutlineOfWhatIsBlurredBeforeTheFocus)
{
    const Picture picture =
        drawView({"--size", "480x270", "--camera", "1.6,3.3,3.0,-0.2,1.0,-0.4", "--focus", "8", "--aperture", "0.3"});
    ASSERT_EQ(picture.width, 480);
    int largest = 0;
    for (int y = 27; y < 42; ++y)
        for (int x = 220; x < 246; ++x) // further right is the ball's own edge
            largest = std::max(
                {largest, picture.difference(x, y, picture, x + 1, y), picture.difference(x, y, picture, x, y + 1)});
    EXPECT_LT(largest, 45);
}

TEST(View, DrawsALensOnce)
{
    const std::string output =
        run({SAT_VIEWER, "--headless", "--technique", "lens", "--lens-points", "2", "--size", "64x64", "--no-shadows",
             "--force", "--output", testing::TempDir() + "sat_viewer_lens.png"});
    EXPECT_NE(output.find("64 x 64, 1 frames"), std::string::npos) << output;
}

// Close up, with much before and behind the focus.
TEST(View, BlursAsALensDoes)
{
    const Words scene = {"--size", "240x135", "--camera", "2.2,1.2,3.2,0,1.3,0", "--focus", "3"};
    const Picture lens = drawView(scene + Words{"--technique", "lens", "--lens-points", "49"});
    const Picture blurred = drawView(scene + Words{"--technique", "dof"});
    ASSERT_FALSE(lens.values.empty());
    EXPECT_LT(deviationOf(blurred, lens), 10); // much of it the lens' points
    EXPECT_LT(largestBlockDifference(blurred, lens), 52);
    EXPECT_GT(deviationOf(drawView(scene + Words{"--aperture", "0.3"}), lens), 10);
}

// Ground in the shadow of the pedestal's foot, along the foot.
TEST(View, LetsNoLightThroughUnderThePedestal)
{
    const auto brightest = [](const char* softness) {
        const Picture picture = drawView({"--size", "480x270", "--camera", "-3.9,1.7,0.6,-0.9,0.2,-0.9", "--technique",
                                          "none", "--softness", softness});
        int green = 0;
        for (int x = 245; x < 450 && picture.width == 480; ++x)
            green = std::max(green, picture.at(x, 167 + (x - 188) * 70 / 287, 1));
        return green;
    };
    EXPECT_LT(brightest("0.5"), 75);
    EXPECT_LT(brightest("1"), 125);
}

TEST(View, ShowsTheSceneBesideWhatIsMadeOfIt)
{
    const auto with = [](const Words& options) {
        return drawView(Words{"--size", "96x54", "--no-shadows", "--technique"} + options);
    };
    const auto differing = [](const Picture& a, const Picture& b, int begin, int end) {
        int count = 0;
        for (int y = 0; y < a.height; ++y)
            for (int x = begin; x < end; ++x)
                count += a.difference(x, y, b, x, y) > 1 ? 1 : 0;
        return count;
    };
    const Picture scene = with({"none"});
    ASSERT_EQ(scene.width, 96);
    Picture split;
    for (const char* technique : {"dof", "box"}) {
        split = with({technique, "--compare", "0.5"});
        ASSERT_EQ(split.values.size(), scene.values.size());
        EXPECT_EQ(differing(split, scene, 0, 47), 0) << technique;
        EXPECT_GT(differing(split, scene, 49, 96), 500) << technique;
        EXPECT_EQ(split.at(48, 27, 0), 255) << "the line";
    }
    EXPECT_EQ(differing(split, with({"box"}), 49, 96), 0);
}

TEST(View, BlursAlikeInThreeWays)
{
    const auto with = [](const char* way, const Words& spots) {
        return drawView(
            Words{"--technique", "compare", "--radius", "9", "--size", "96x54", "--way", way, "--no-shadows"} + spots);
    };
    const Picture naive = with("naive", {});
    ASSERT_FALSE(naive.values.empty());
    EXPECT_LT(deviationOf(with("separable", {}), naive), 0.3);
    EXPECT_LT(deviationOf(with("table", {}), naive), 2);
    // Separable filters cannot do this.
    const Picture spots = with("naive", {"--spots"});
    EXPECT_LT(deviationOf(with("table", {"--spots"}), spots), 2);
    EXPECT_GT(deviationOf(with("separable", {"--spots"}), spots), 2.5);
}

TEST(View, WritesTimesOfRows)
{
    const std::string rows = testing::TempDir() + "sat_viewer_rows.txt";
    const std::string file = testing::TempDir() + "sat_viewer_rows.json";
    std::filesystem::remove(file);
    std::ofstream(rows) << "viewer/dof/64x32/colour_tables\nviewer/box/32x32/colour_table\n";
    run({SAT_VIEWER, "--headless", "--validate", "--frames", "9", "--no-shadows", "--rows", rows, "--json", file});
    const std::string json = textOf(file);
    EXPECT_NE(json.find("\"device\": \""), std::string::npos) << json;
    const auto value = [&](const std::string& row, const std::string& key) {
        const std::size_t at = json.find('"' + key + "\": ", json.find("    \"" + row + "\": {"));
        EXPECT_NE(at, std::string::npos) << row << ' ' << key << ": " << json;
        return at == std::string::npos ? 0 : std::atof(json.c_str() + at + key.size() + 4);
    };
    for (const char* row : {"viewer/dof/64x32/colour_tables", "viewer/box/32x32/colour_table"}) {
        EXPECT_GT(value(row, "us"), 0);
        EXPECT_NEAR(value(row, "ratio"), value(row, "copy_us") / value(row, "us"), 0.01 * value(row, "ratio"));
        EXPECT_GT(value(row, "ended"), value(row, "began"));
    }
    EXPECT_GE(value("viewer/box/32x32/colour_table", "began"), value("viewer/dof/64x32/colour_tables", "ended"));
}

TEST(View, WritesTimesByRadius)
{
    const std::string file = testing::TempDir() + "sat_viewer_sweep.json";
    std::string printed;
    std::string json;
    const auto sweep = [&] {
        std::filesystem::remove(file);
        printed = run({SAT_VIEWER, "--headless", "--validate", "--frames", "3", "--technique", "compare", "--size",
                       "32x32", "--no-shadows", "--sweep", file});
        json = textOf(file);
    };
    sweep();
    for (const char* part : {"\"device\": \"", "\"width\": 32"})
        EXPECT_NE(json.find(part), std::string::npos) << json;
    if (json.find("\"timestamps_usable\": false") != std::string::npos) {
        EXPECT_NE(printed.find("do not enclose the stages"), std::string::npos) << printed;
        GTEST_SKIP() << "the device's timestamps do not enclose the stages, and the viewer says so";
    }
    EXPECT_NE(json.find("\"timestamps_usable\": true"), std::string::npos) << json;
    EXPECT_NE(printed.find("naive loop"), std::string::npos) << printed;
    const auto time = [&](const char* radius, const std::string& way) {
        const std::size_t line = json.find("\n    \"" + std::string(radius) + "\": {");
        const std::size_t at = json.find('"' + way + "\": ", line);
        EXPECT_LT(at, json.find('}', line)) << radius << ' ' << way << ": " << json;
        return std::atof(json.c_str() + at + way.size() + 4);
    };
    // The loop has 1490 times as many neighbours, and the separable filter 39 times as many. A busy machine may stop a
    // sweep in any stage, but not every one.
    EXPECT_TRUE(within(kPatience, [&] {
        const bool grow = time("96", "naive loop") > 20 * time("2", "naive loop") &&
                          time("96", "naive loop") > 4 * time("96", "separable");
        if (!grow)
            sweep();
        return grow;
    })) << json;
    EXPECT_GT(time("1", "table"), 0);
}

TEST(View, IsAsLargeAsItsImage)
{
    const std::string file = testing::TempDir() + "sat_viewer_own.ppm";
    std::ofstream(file, std::ios::binary) << "P6 37 21 255\n" << std::string(37 * 21 * 3, 'x');
    const Picture picture = drawView({"--image", file});
    EXPECT_EQ(picture.width, 37);
    EXPECT_EQ(picture.height, 21);
}

// A green box from a glTF file, of a size of its own; what it covers, as parts of the picture's shorter side.
struct Covered {
    double left = 1e9;
    double right = -1e9;
    double top = 1e9;
    double bottom = -1e9;
    int pixels = 0;
};

Covered boxIn(const Picture& picture)
{
    Covered covered;
    const double side = std::min(picture.width, picture.height);
    for (int y = 0; y < picture.height; ++y) {
        for (int x = 0; x < picture.width; ++x) {
            if (picture.at(x, y, 1) < 20 + std::max(picture.at(x, y, 0), picture.at(x, y, 2)))
                continue;
            ++covered.pixels;
            const double across = (x + 0.5 - 0.5 * picture.width) / side;
            const double down = (y + 0.5 - 0.5 * picture.height) / side;
            covered.left = std::min(covered.left, across);
            covered.right = std::max(covered.right, across);
            covered.top = std::min(covered.top, down);
            covered.bottom = std::max(covered.bottom, down);
        }
    }
    return covered;
}

TEST(View, DrawsGltfFilesInTheMiddleWhateverTheirSize)
{
    const std::string file = testing::TempDir() + "sat_viewer_box.glb";
    const auto covered = [&](const char* node, const char* size) {
        writeFile(file, GltfFile().with(R"("mesh":0)", node).binary());
        return boxIn(drawView({"--scene", file, "--technique", "none", "--no-shadows", "--size", size}));
    };
    const auto fills = [](const Covered& box) {
        // In the middle, but for what perspective makes of the nearest corner.
        EXPECT_NEAR(box.left, -box.right, 0.15);
        EXPECT_NEAR(box.top, -box.bottom, 0.15);
        EXPECT_GT(box.right - box.left, 0.6);
        EXPECT_LT(box.right - box.left, 0.86);
        EXPECT_GT(box.bottom - box.top, 0.6);
        EXPECT_LT(box.bottom - box.top, 0.86);
        EXPECT_GT(box.pixels, 0.7 * 90 * 90 * (box.right - box.left) * (box.bottom - box.top));
    };
    const Covered box = covered(R"("mesh":0)", "160x90");
    fills(box);
    fills(covered(R"("mesh":0)", "90x160"));
    for (const Covered& other : {covered(R"("mesh":0,"scale":[5000,5000,5000],"translation":[7,-9,1e4])", "160x90"),
                                 covered(R"("mesh":0,"scale":[1e-9,1e-9,1e-9])", "160x90")}) {
        EXPECT_NEAR(other.left, box.left, 0.02);
        EXPECT_NEAR(other.right, box.right, 0.02);
        EXPECT_NEAR(other.top, box.top, 0.02);
        EXPECT_NEAR(other.bottom, box.bottom, 0.02);
        EXPECT_NEAR(other.pixels, box.pixels, 0.05 * box.pixels);
    }
}

// The sky alone is darker than the courtyard that the exposure is made for.
TEST(View, ExposesADarkSceneLonger)
{
    const auto meanOf = [](const Picture& picture) {
        double sum = 0;
        for (unsigned char value : picture.values)
            sum += value;
        return sum / static_cast<double>(picture.values.size());
    };
    const Words sky = {"--technique", "none", "--no-shadows", "--size", "64x36", "--camera", "0,20,0,0,40,-10"};
    const Picture dark = drawView(sky);
    const Picture middle = drawView(sky + Words{"--auto-exposure"});
    ASSERT_FALSE(dark.values.empty());
    ASSERT_FALSE(middle.values.empty());
    EXPECT_LT(meanOf(dark), 100);
    EXPECT_NEAR(meanOf(middle), 140, 20);
}

} // namespace
