#include "options.h"

#include "../common/command_line.h"

#include <algorithm>
#include <utility>
#include <vector>

namespace viewer {
namespace {

using namespace vkscan;

template <class Value>
using Choices = std::vector<std::pair<std::string, Value>>;

const Choices<Technique> kTechniques = {{"none", Technique::None},
                                        {"dof", Technique::DepthOfField},
                                        {"box", Technique::BoxBlur},
                                        {"triangle", Technique::TriangleBlur},
                                        {"table", Technique::TableView}};
const Choices<Filter> kFilters = {{"box", Filter::Box},
                                  {"threshold", Filter::AdaptiveThreshold},
                                  {"sauvola", Filter::Sauvola},
                                  {"contrast", Filter::LocalContrast}};
const Choices<Strategy> kStrategies = {{"auto", Strategy::Auto},
                                       {"flat-sum", Strategy::FlatSum},
                                       {"spine", Strategy::Spine},
                                       {"reduce-then-scan", Strategy::ReduceThenScan}};
const Choices<Accumulation> kAccumulations = {
    {"u32", Accumulation::U32}, {"f32", Accumulation::F32}, {"f32x2", Accumulation::F32x2}, {"f64", Accumulation::F64}};
const Choices<Bias> kBiases = {{"none", Bias::None}, {"given", Bias::Given}, {"mean", Bias::Mean}};

template <class Value>
void addChoice(CLI::App& app, const char* name, Value& value, const Choices<Value>& choices, const char* help)
{
    std::string names;
    for (const auto& choice : choices)
        names += (names.empty() ? "" : "|") + choice.first;
    const auto choose = [&value, &choices, name, names](const std::string& text) {
        const auto found = std::find_if(choices.begin(), choices.end(), [&text](const auto& choice) {
            return choice.first == CLI::detail::to_lower(text);
        });
        if (found == choices.end())
            throw CLI::ValidationError(name, "'" + text + "' is none of " + names);
        value = found->second;
    };
    app.add_option_function<std::string>(name, choose, help)->option_text(names);
}

void addNumber(CLI::App& app, const char* name, float& value, float low, float high, const char* help)
{
    app.add_option(name, value, help)->check(CLI::Range(low, high))->option_text("X");
}

void addSize(CLI::App& app, VkExtent2D& size)
{
    const auto parse = [&size](const std::string& text) {
        const std::size_t cross = text.find('x');
        uint32_t width = 0;
        uint32_t height = 0;
        if (cross == std::string::npos || !CLI::detail::lexical_cast(text.substr(0, cross), width) ||
            !CLI::detail::lexical_cast(text.substr(cross + 1), height) || width < 16 || height < 16 ||
            width > kMaxTableExtent || height > kMaxTableExtent)
            throw CLI::ValidationError("--size", "'" + text + "' is not WIDTHxHEIGHT, each from 16 to 16384");
        size = {width, height};
    };
    app.add_option_function<std::string>("--size", parse, "Size of the picture; 960x540 by default")
        ->option_text("WxH");
}

void addEffects(CLI::App& app, Settings& settings)
{
    addChoice(app, "--technique", settings.technique, kTechniques, "What is done to the scene; dof by default");
    app.add_flag_callback(
        "--table", [&settings] { settings.technique = Technique::TableView; },
        "Show the colour table: the same as --technique table");
    addNumber(app, "--focus", settings.focusDistance, 0.5F, 200.0F, "Distance in focus, in metres");
    addNumber(app, "--aperture", settings.aperture, 0.0F, 4.0F, "Size of the lens; 0 is a pinhole");
    const auto setRadius = [&settings](float radius) { settings.radius = settings.filterRadius = radius; };
    app.add_option_function<float>("--radius", setRadius, "Radius of blurs and filters, in pixels")
        ->check(CLI::Range(0.0F, 512.0F))
        ->option_text("X");
    app.add_flag_callback(
        "--uniform", [&settings] { settings.radiusGrows = false; },
        "Blur all of the picture alike, not its sides more");
    addNumber(app, "--exposure", settings.exposure, 0.01F, 100.0F, "Brightens the picture; 1 by default");
    addNumber(app, "--softness", settings.shadowSoftness, 0.0F, 1.0F, "Softness of the shadows");
    app.add_flag_callback(
        "--no-shadows", [&settings] { settings.shadows = false; }, "Let light through everything");
    addChoice(app, "--filter", settings.filter, kFilters, "With --image: what is done to it; box by default");
    addNumber(app, "--threshold", settings.filterThreshold, 0.0F, 1.0F,
              "With --filter threshold or sauvola: how much darker than its surroundings is black");
    addNumber(app, "--amount", settings.filterAmount, 0.0F, 8.0F, "With --filter contrast: how much is added");
    addNumber(app, "--compare", settings.filterCompare, 0.0F, 1.0F,
              "With --image: the part of it, from the left, to show unfiltered");
}

} // namespace

Options parseOptions(int argc, char** argv)
{
    Options options;
    Settings& settings = options.settings;
    CLI::App app("Depth of field, blurs, soft shadows and image filters by summed-area tables, built in every frame.");
    app.add_flag("--headless", options.headless, "Draw without a window, write a picture and print the stages' times");
    app.add_option("--frames", options.frames, "How many frames; by default 3 headless, in a window until it is closed")
        ->check(CLI::Range(1, 100000))
        ->option_text("N");
    app.add_option("--output", options.output,
                   "Headless: the last frame as a PNG file; frame.png by default, and none with --json")
        ->option_text("FILE");
    app.add_option("--json", options.json,
                   "Headless: write the stages' times to this file, too, and those of copies of as many bytes as "
                   "tables read and write")
        ->option_text("FILE");
    addSize(app, options.size);
    app.add_option("--image", options.image, "Filter this picture (PNG, JPEG, HDR, ...) instead of drawing a scene")
        ->option_text("FILE");
    addEffects(app, settings);
    addChoice(app, "--strategy", settings.strategy, kStrategies, "How carries cross workgroups; auto by default");
    addChoice(app, "--accumulation", settings.accumulation, kAccumulations, "What sums are formed in; f32 by default");
    addChoice(app, "--bias", settings.bias, kBiases, "What is subtracted before summing; mean by default");
    app.add_flag("--assume-forward-progress", settings.assumeForwardProgress,
                 "Allow single-pass strategies on drivers that are not listed for them");
    gpu::addDeviceOptions(app, &options.device);
    app.add_flag("--list", options.list, "Print the Vulkan devices, and do nothing else");
    gpu::parseOrExit(app, argc, argv);
    if (options.headless && options.frames == 0)
        options.frames = 3;
    if (options.output.empty() && options.json.empty())
        options.output = "frame.png";
    return options;
}

} // namespace viewer
