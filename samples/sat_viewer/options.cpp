#include "options.h"

#include "../common/command_line.h"

#include <initializer_list>

namespace viewer {
namespace {

using namespace vkscan;

using gpu::Choices;

const Choices<Technique> kTechniques = {{"none", Technique::None},          {"dof", Technique::DepthOfField},
                                        {"box", Technique::BoxBlur},        {"triangle", Technique::TriangleBlur},
                                        {"compare", Technique::Comparison}, {"table", Technique::TableView}};
const Choices<BlurWay> kWays = {
    {"all", BlurWay::All}, {"table", BlurWay::Table}, {"separable", BlurWay::Separable}, {"naive", BlurWay::Naive}};
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

CLI::Option* addNumber(CLI::App& app, const char* name, float& value, float low, float high, const char* help)
{
    return app.add_option(name, value, help)->check(gpu::numberFrom(low, high))->option_text("X");
}

void addSceneEffects(CLI::App& app, Settings& settings, CLI::Option* image)
{
    CLI::Option* technique = gpu::addChoice(app, "--technique", settings.technique, kTechniques,
                                            "What is done to the scene; dof by default");
    const auto showTable = [&settings] { settings.technique = Technique::TableView; };
    const auto growsNot = [&settings] { settings.radiusGrows = false; };
    const auto noShadows = [&settings] { settings.shadows = false; };
    for (CLI::Option* option :
         {technique,
          app.add_flag_callback("--table", showTable, "Show the colour table: the same as --technique table")
              ->excludes(technique),
          addNumber(app, "--focus", settings.focusDistance, 0.5F, 200.0F, "With --technique dof: distance in metres"),
          addNumber(app, "--aperture", settings.aperture, 0.0F, 4.0F,
                    "With --technique dof: size of the lens; 0 is a pinhole"),
          app.add_flag("--spots", settings.spots, "With --technique compare: leave spots sharp"),
          gpu::addChoice(app, "--way", settings.way, kWays,
                         "With --technique compare: show one way to blur, not a third of each"),
          app.add_flag("--auto-exposure", settings.autoExposure, "Expose as the scene's brightness suggests"),
          app.add_flag_callback("--uniform", growsNot,
                                "With --technique box or triangle: blur all of the picture alike, not its sides more"),
          addNumber(app, "--softness", settings.shadowSoftness, 0.0F, 1.0F, "Softness of the shadows"),
          app.add_flag_callback("--no-shadows", noShadows, "Let light through everything")})
        option->excludes(image);
}

void addFilters(CLI::App& app, Settings& settings, CLI::Option* image)
{
    for (CLI::Option* option :
         {gpu::addChoice(app, "--filter", settings.filter, kFilters,
                         "With --image: what is done to it; box by default"),
          addNumber(app, "--threshold", settings.filterThreshold, 0.0F, 1.0F,
                    "With --filter threshold or sauvola: how much darker than its surroundings is black"),
          addNumber(app, "--amount", settings.filterAmount, 0.0F, 8.0F, "With --filter contrast: how much is added"),
          addNumber(app, "--compare", settings.filterCompare, 0.0F, 1.0F,
                    "With --image: the part of it, from the left, to show unfiltered")})
        option->needs(image);
}

window::Camera cameraOf(const std::vector<float>& numbers)
{
    const glm::vec3 eye(numbers[0], numbers[1], numbers[2]);
    const glm::vec3 target(numbers[3], numbers[4], numbers[5]);
    if (glm::distance(glm::vec2(eye.x, eye.z), glm::vec2(target.x, target.z)) < 0.01F)
        throw std::runtime_error("--camera looks straight up or down");
    return {eye, target};
}

// Without a window the technique and the filter stay as they are, and decide which other options matter.
void refuseIdleOptions(const CLI::App& app, const Options& options)
{
    const Settings& settings = options.settings;
    const bool ofImage = options.source.kind == Source::Kind::Picture;
    const auto require = [&app](bool matters, const char* condition, std::initializer_list<const char*> names) {
        for (const char* name : names)
            if (!matters && app.count(name) > 0)
                throw std::runtime_error(std::string(name) + " does nothing " + condition);
    };
    const bool blurs = settings.technique == Technique::BoxBlur || settings.technique == Technique::TriangleBlur;
    const bool isThreshold = settings.filter == Filter::AdaptiveThreshold || settings.filter == Filter::Sauvola;
    require(settings.technique == Technique::DepthOfField, "without --technique dof", {"--focus", "--aperture"});
    require(blurs, "without --technique box or triangle", {"--uniform"});
    const bool compares = settings.technique == Technique::Comparison;
    require(blurs || compares || ofImage, "without --technique box, triangle or compare, or --image", {"--radius"});
    require(compares, "without --technique compare", {"--spots", "--sweep", "--way"});
    require(!compares && settings.technique != Technique::TableView, "with --technique compare or table",
            {"--auto-exposure"});
    require(options.sweep.empty(), "with --sweep", {"--json", "--radius"});
    require(settings.shadows, "with --no-shadows", {"--softness"});
    require(isThreshold, "without --filter threshold or sauvola", {"--threshold"});
    require(settings.filter == Filter::LocalContrast, "without --filter contrast", {"--amount"});
    require(ofImage || settings.shadows || settings.technique != Technique::None,
            "with --technique none and --no-shadows", {"--strategy", "--assume-forward-progress"});
    // The shadows' table has sums of codes, always.
    require(ofImage || settings.technique != Technique::None, "with --technique none", {"--accumulation", "--bias"});
    require(settings.accumulation != Accumulation::U32, "with --accumulation u32", {"--bias"});
}

} // namespace

Options parseOptions(int argc, char** argv)
{
    Options options;
    Settings& settings = options.settings;
    CLI::App app("Depth of field, blurs, soft shadows and image filters by summed-area tables, built in every frame.",
                 "sat_viewer");
    CLI::Option* headless = app.add_flag("--headless", options.headless,
                                         "Draw without a window, write a picture and print the stages' times");
    app.add_option("--frames", options.frames, "How many frames; by default 3 headless, in a window until it is closed")
        ->check(CLI::Range(1, 100000))
        ->option_text("N");
    app.add_option("--output", options.output,
                   "Headless: the last frame as a PNG file; frame.png by default, and none with --json")
        ->needs(headless)
        ->option_text("FILE");
    app.add_option("--json", options.json,
                   "Headless: write the stages' times to this file, too, and those of copies of as many bytes as "
                   "tables read and write")
        ->needs(headless)
        ->option_text("FILE");
    app.add_option(
           "--sweep", options.sweep,
           "Headless, with --technique compare: draw the frames with each of some radii, and write times by radius to "
           "this JSON file, for bench/plot_blurs")
        ->needs(headless)
        ->option_text("FILE");
    const auto setSize = [&](gpu::Pair pair) { options.size = {pair.first, pair.second}; };
    gpu::addSize(app, {16, kMaxTableExtent}, setSize,
                 "Size of the picture; 960x540 by default, headless with --image the image's own");
    const auto addSource = [&](const char* name, Source::Kind kind, const char* help) {
        const auto set = [&options, kind](const std::string& file) { options.source = {kind, file}; };
        return app.add_option_function<std::string>(name, set, help)->option_text("FILE");
    };
    CLI::Option* image = addSource("--image", Source::Kind::Picture,
                                   "Filter this picture (PNG, JPEG, HDR, PGM, PPM) instead of drawing a scene");
    addSource("--scene", Source::Kind::Gltf, "Draw this glTF scene (.glb, .gltf) instead of the courtyard")
        ->excludes(image);
    addSceneEffects(app, settings, image);
    std::vector<float> camera;
    app.add_option("--camera", camera, "Eye and target, in metres; by default the scene's own, which moves")
        ->delimiter(',')
        ->expected(6)
        ->check(gpu::numberFrom(-500, 500))
        ->excludes(image)
        ->option_text("X,Y,Z,X,Y,Z");
    addFilters(app, settings, image);
    const auto setRadius = [&settings](float radius) {
        settings.radius = settings.filterRadius = settings.comparisonRadius = radius;
    };
    app.add_option_function<float>("--radius", setRadius, "Radius of blurs and filters, in pixels")
        ->check(gpu::numberFrom(0, 512))
        ->option_text("X");
    addNumber(app, "--exposure", settings.exposure, 0.01F, 100.0F, "Brightens the picture; 1 by default");
    gpu::addChoice(app, "--strategy", settings.strategy, kStrategies, "How carries cross workgroups; auto by default");
    gpu::addChoice(app, "--accumulation", settings.accumulation, kAccumulations,
                   "What sums are formed in; f32 by default");
    gpu::addChoice(app, "--bias", settings.bias, kBiases, "What is subtracted before summing; mean by default");
    app.add_flag("--assume-forward-progress", settings.assumeForwardProgress,
                 "Allow single-pass strategies on drivers that are not listed for them");
    gpu::addDeviceOptions(app, &options.device);
    gpu::parseOrExit(app, argc, argv);
    if (!camera.empty())
        settings.camera = cameraOf(camera);
    if (!options.headless)
        return options;
    refuseIdleOptions(app, options);
    if (options.frames == 0)
        options.frames = 3;
    if (options.output.empty() && options.json.empty() && options.sweep.empty())
        options.output = "frame.png";
    return options;
}

} // namespace viewer
