// The viewer's settings as a command line.
#include <sat_viewer/options.h>
#include <sat_viewer/scene.h>

#include <gtest/gtest.h>

namespace {

using viewer::Settings;
using viewer::Source;
using viewer::Technique;

viewer::Options parsed(std::vector<std::string> words)
{
    words.insert(words.begin(), "sat_viewer");
    std::vector<char*> arguments;
    for (std::string& word : words)
        arguments.push_back(word.data());
    return viewer::parseOptions(static_cast<int>(arguments.size()), arguments.data());
}

void expectSame(const Settings& settings, const Source& source)
{
    std::vector<std::string> words = viewer::argumentsOf(settings, source, {700, 500});
    SCOPED_TRACE(testing::PrintToString(words));
    words.emplace_back("--headless"); // where options that do nothing are refused
    const viewer::Options options = parsed(words);
    EXPECT_TRUE(options.settings == settings);
    EXPECT_EQ(options.source.kind, source.kind);
    EXPECT_EQ(options.source.file, source.file);
    EXPECT_EQ(options.size->width, 700U);
    EXPECT_EQ(options.size->height, 500U);
}

TEST(Arguments, OfScenesAreParsedAsTheSettings)
{
    Settings settings;
    EXPECT_EQ(viewer::argumentsOf(settings, {}, {64, 32}), (std::vector<std::string>{"--size", "64x32"}));
    expectSame(settings, {});
    settings.camera = window::Camera({1, 2, 3}, {1, 2, -1}, viewer::kLowestEye);
    settings.focusDistance = 3.5F;
    settings.aperture = 0;
    settings.compare = 0.5F;
    settings.exposure = 2;
    settings.shadowSoftness = 1;
    settings.autoExposure = true;
    expectSame(settings, {Source::Kind::Gltf, "a bottle.glb"});
    settings = {};
    settings.technique = Technique::TriangleBlur;
    settings.radiusGrows = false;
    settings.shadows = false;
    settings.waiting = vkscan::Waiting::Never;
    settings.accumulation = vkscan::Accumulation::F64;
    settings.bias = vkscan::Bias::None;
    expectSame(settings, {});
    settings.technique = Technique::Comparison;
    settings.radiusGrows = true;
    settings.spots = true;
    settings.way = viewer::BlurWay::Naive;
    expectSame(settings, {});
    settings = {};
    settings.technique = Technique::Lens;
    settings.sunPoints = true;
    expectSame(settings, {});
}

TEST(Arguments, OfPicturesAreParsedAsTheSettings)
{
    Settings settings;
    settings.filter = viewer::Filter::Sauvola;
    settings.filterThreshold = 0.3F;
    settings.compare = 0.25F;
    expectSame(settings, {Source::Kind::Picture, "page.png"});
    settings = {};
    settings.filter = viewer::Filter::LocalContrast;
    settings.filterAmount = 3;
    expectSame(settings, {Source::Kind::Picture, "page.png"});
}

} // namespace
