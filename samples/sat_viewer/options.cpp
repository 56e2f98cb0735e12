#include "options.h"

#include "scene.h"

#include <support/program.h>
#include <vkscan/summed_area_table.h>
#include <vkscan/types.h>

#include <initializer_list>
#include <optional>

namespace viewer {
namespace {

using namespace vkscan;

using gpu::Choices;

const Choices<BlurWay> kWays = {
    {"all", BlurWay::All}, {"table", BlurWay::Table}, {"separable", BlurWay::Separable}, {"naive", BlurWay::Naive}};
const Choices<Filter> kFilters = {{"box", Filter::Box},
                                  {"threshold", Filter::AdaptiveThreshold},
                                  {"sauvola", Filter::Sauvola},
                                  {"contrast", Filter::LocalContrast}};
const auto kWaitingChoices = gpu::choicesOf(kWaitings);
const auto kAccumulationChoices = gpu::choicesOf(kAccumulations);
const auto kBiasChoices = gpu::choicesOf(kBiases);

template <class Number>
gpu::Option addNumber(gpu::CommandLine& line, const char* name, Number& value, float low, float high, const char* help)
{
    return line.add(name, value, help).numberWithin(low, high).text("X");
}

void addSceneEffects(gpu::CommandLine& line, Settings& settings, gpu::Option image, gpu::Option rows)
{
    const gpu::Option technique =
        line.addChoice("--technique", settings.technique, kTechniques, "What is done to the scene; dof by default")
            .excludes(rows);
    const auto growsNot = [&settings] { settings.radiusGrows = false; };
    const auto noShadows = [&settings] { settings.shadows = false; };
    for (const gpu::Option& option :
         {technique,
          addNumber(line, "--focus", settings.focusDistance, 0.5F, 200.0F,
                    "With --technique dof or lens: distance in metres; by default the scene's own"),
          addNumber(line, "--aperture", settings.aperture, 0.0F, 4.0F,
                    "With --technique dof or lens: size of the lens in metres; 0 is a pinhole"),
          line.add("--lens-points", settings.lensPoints,
                   "With --technique lens: how many pictures are averaged, each from a point of the lens; 256 by "
                   "default")
              .within(1, kMaxLensPoints)
              .text("N"),
          line.addFlag("--sun-points", settings.sunPoints,
                       "With --technique lens: each of the pictures has hard shadows, from a point of the sun"),
          line.addFlag("--spots", settings.spots, "With --technique compare: leave spots sharp"),
          line.addChoice("--way", settings.way, kWays,
                         "With --technique compare: show one way to blur, not a third of each"),
          line.addFlag("--auto-exposure", settings.autoExposure, "Expose as the scene's brightness suggests"),
          line.addCall("--uniform", growsNot,
                       "With --technique box or triangle: blur all of the picture alike, not its sides more"),
          addNumber(line, "--softness", settings.shadowSoftness, 0.0F, 1.0F, "Softness of the shadows"),
          line.addCall("--no-shadows", noShadows, "Let light through everything")})
        option.excludes(image);
}

void addFilters(gpu::CommandLine& line, Settings& settings, gpu::Option image)
{
    for (const gpu::Option& option :
         {line.addChoice("--filter", settings.filter, kFilters, "With --image: what is done to it; box by default"),
          addNumber(line, "--threshold", settings.filterThreshold, 0.0F, 1.0F,
                    "With --filter threshold or sauvola: how much darker than its surroundings is black"),
          addNumber(line, "--amount", settings.filterAmount, 0.0F, 8.0F, "With --filter contrast: how much is added")})
        option.needs(image);
}

// Without a window, the technique and the filter are fixed, and determine which other options matter.
void refuseIdleOptions(const gpu::CommandLine& line, const Options& options)
{
    const Settings& settings = options.settings;
    const bool ofImage = options.source.kind == Source::Kind::Picture;
    const auto require = [&line](bool matters, const char* condition, std::initializer_list<const char*> names) {
        for (const char* name : names)
            if (!matters && line.isGiven(name))
                throw std::runtime_error(std::string(name) + " does nothing " + condition);
    };
    const bool blurs = settings.technique == Technique::BoxBlur || settings.technique == Technique::TriangleBlur;
    const bool isThreshold = settings.filter == Filter::AdaptiveThreshold || settings.filter == Filter::Sauvola;
    const bool isLens = settings.technique == Technique::Lens;
    require(isLens || settings.technique == Technique::DepthOfField, "without --technique dof or lens",
            {"--focus", "--aperture"});
    require(isLens, "without --technique lens", {"--lens-points", "--sun-points"});
    require(blurs, "without --technique box or triangle", {"--uniform"});
    require(blurs || settings.technique == Technique::DepthOfField,
            "without --image or --technique dof, box or triangle", {"--compare"});
    const bool compares = settings.technique == Technique::Comparison;
    require(blurs || compares || ofImage, "without --technique box, triangle or compare, or --image", {"--radius"});
    require(compares, "without --technique compare", {"--spots", "--way"});
    require(compares || !options.rows.empty(), "without --technique compare or --rows", {"--sweep"});
    require(!compares && settings.technique != Technique::TableView, "with --technique compare or table",
            {"--auto-exposure"});
    require(options.sweep.empty(), "with --sweep", {"--output", "--radius"});
    require(options.rows.empty(), "with --rows", {"--output"});
    require(options.rows.empty() || !options.sweep.empty(), "with --rows", {"--size"});
    require(settings.shadows, "with --no-shadows", {"--softness"});
    require(isThreshold, "without --filter threshold or sauvola", {"--threshold"});
    require(settings.filter == Filter::LocalContrast, "without --filter contrast", {"--amount"});
    require(ofImage || settings.shadows || settings.technique != Technique::None,
            "with --technique none and --no-shadows", {"--waiting"});
    // The tables of shadows and of layers always have sums of codes.
    const bool hasFloats =
        settings.technique != Technique::None && settings.technique != Technique::DepthOfField && !isLens;
    require(ofImage || hasFloats || !options.rows.empty(), "with --technique none, dof or lens",
            {"--accumulation", "--bias"});
    require(settings.accumulation != Accumulation::U32, "with --accumulation u32", {"--bias"});
}

} // namespace

Options parseOptions(int argc, char** argv)
{
    Options options;
    Settings& settings = options.settings;
    gpu::CommandLine line(
        "Depth of field, blurs, soft shadows and image filters by summed-area tables, built in every frame.",
        "sat_viewer");
    const gpu::Option headless = line.addFlag("--headless", options.headless,
                                              "Draw without a window, write a picture and print the stages' times");
    line.add("--frames", options.frames,
             "How many frames; by default 3 headless, or 1 of a preview or a lens, in a window until it is closed")
        .within(1, 100000)
        .text("N");
    line.add("--output", options.output,
             "Headless: the last frame as a PNG file; frame.png by default, and none with --rows or --sweep")
        .needs(headless)
        .output(".png");
    const gpu::Option rows =
        line.add("--rows", options.rowsFile,
                 "Headless: measure what this file lists, a viewer/<technique>/<width>x<height>/<stage> a line, in "
                 "frames of the GPU's full clocks: 32 of each kind unless --frames is given")
            .needs(headless)
            .text("FILE");
    const gpu::Option json =
        line.add("--json", options.json,
                 "With --rows: the file for times, and for those of copies of as many bytes as stages read and write")
            .needs(rows)
            .output(".json");
    rows.needs(json);
    line.add("--sweep", options.sweep,
             "Headless, with --technique compare or --rows: measure the ways to blur by some radii, in 16 frames each "
             "unless --frames is given, and write their times to this JSON file")
        .needs(headless)
        .output(".json");
    gpu::addForce(line, &options.replaces).needs(headless);
    const auto setSize = [&](gpu::Pair pair) { options.size = {pair.first, pair.second}; };
    gpu::addSize(line, {16, kMaxTableExtent}, setSize,
                 "Size of the picture; 960x540 by default, headless with --image the image's own, without it on a CPU "
                 "a preview's");
    const auto addSource = [&](const char* name, Source::Kind kind, const char* help) {
        const auto set = [&options, kind](const std::string& file) { options.source = {kind, file}; };
        return line.addText(name, set, help).text("FILE");
    };
    const gpu::Option image = addSource("--image", Source::Kind::Picture,
                                        "Filter this picture (PNG, JPEG, HDR, PGM, PPM) instead of drawing a scene");
    addSource("--scene", Source::Kind::Gltf, "Draw this glTF scene (.glb, .gltf) instead of the courtyard")
        .excludes(image);
    rows.excludes(image);
    addSceneEffects(line, settings, image, rows);
    std::vector<float> camera;
    line.add("--camera", camera, "Eye and target, in metres; by default the scene's own, which moves")
        .commaSeparated(6)
        .numberWithin(-500, 500)
        .excludes(image)
        .text("X,Y,Z,X,Y,Z");
    addFilters(line, settings, image);
    std::optional<float> radius;
    line.add("--radius", radius, "Radius of blurs and filters, in pixels").numberWithin(0, 512).text("X");
    addNumber(
        line, "--compare", settings.compare, 0.0F, 1.0F,
        "With --image or --technique dof, box or triangle: the part of the picture, from the left, to show as it is");
    addNumber(line, "--exposure", settings.exposure, 0.01F, 100.0F, "Brightens the picture; 1 by default");
    line.addChoice("--waiting", settings.waiting, kWaitingChoices,
                   "Whether workgroups may wait for others; auto by default");
    line.addChoice("--accumulation", settings.accumulation, kAccumulationChoices,
                   "What sums are formed in; f32 by default");
    line.addChoice("--bias", settings.bias, kBiasChoices, "What is subtracted before summing; mean by default");
    gpu::addDeviceOptions(line, &options.device);
    gpu::parseOrExit(line, argc, argv);
    if (radius)
        settings.radius = settings.filterRadius = settings.comparisonRadius = *radius;
    if (!camera.empty()) {
        const auto [eye, target] = window::eyeAndTarget(camera);
        settings.camera = {eye, target, kLowestEye};
    }
    if (!options.headless)
        return options;
    if (!options.rowsFile.empty())
        options.rows = readRows(options.rowsFile);
    refuseIdleOptions(line, options);
    if (options.output.empty() && options.rows.empty() && options.sweep.empty())
        options.output = "frame.png";
    return options;
}

std::vector<std::string> argumentsOf(const Settings& settings, const Source& source, VkExtent2D size)
{
    const Settings usual;
    const Technique technique = settings.technique;
    const bool ofImage = source.kind == Source::Kind::Picture;
    std::vector<std::string> words = {"--size", std::to_string(size.width) + "x" + std::to_string(size.height)};
    if (source.kind != Source::Kind::Courtyard)
        words.insert(words.begin(), {ofImage ? "--image" : "--scene", source.file});
    const auto addFlag = [&](const char* name, bool isGiven) {
        if (isGiven)
            words.emplace_back(name);
    };
    const auto addNumber = [&](const char* name, std::optional<float> value, std::optional<float> other = {}) {
        if (value && value != other)
            words.insert(words.end(), {name, gpu::textOf(*value)});
    };
    const auto addChoice = [&](const char* name, auto value, auto other, const auto& choices) {
        for (const auto& [text, choice] : choices)
            if (value != other && value == choice)
                words.insert(words.end(), {name, text});
    };
    const bool isBlur = technique == Technique::BoxBlur || technique == Technique::TriangleBlur;
    const bool isLens = technique == Technique::Lens;
    const bool compares = technique == Technique::Comparison;
    if (ofImage) {
        addChoice("--filter", settings.filter, usual.filter, kFilters);
        addNumber("--threshold", settings.filterThreshold, usual.filterThreshold);
        addNumber("--amount", settings.filterAmount, usual.filterAmount);
        addNumber("--radius", settings.filterRadius, usual.filterRadius);
    } else {
        addChoice("--technique", technique, usual.technique, kTechniques);
        addFlag("--uniform", isBlur && !settings.radiusGrows);
        addFlag("--spots", compares && settings.spots);
        addFlag("--sun-points", isLens && settings.sunPoints);
        addFlag("--auto-exposure", settings.autoExposure);
        addFlag("--no-shadows", !settings.shadows);
        addChoice("--way", compares ? settings.way : usual.way, usual.way, kWays);
        addNumber("--softness", settings.shadowSoftness,
                  settings.shadows ? usual.shadowSoftness : settings.shadowSoftness);
        if (isBlur)
            addNumber("--radius", settings.radius, usual.radius);
        if (compares)
            addNumber("--radius", settings.comparisonRadius, usual.comparisonRadius);
        if (isLens || technique == Technique::DepthOfField) {
            addNumber("--focus", settings.focusDistance);
            addNumber("--aperture", settings.aperture);
        }
    }
    if (ofImage || isBlur || technique == Technique::DepthOfField)
        addNumber("--compare", settings.compare, usual.compare);
    addNumber("--exposure", settings.exposure, usual.exposure);
    addChoice("--waiting", settings.waiting, usual.waiting, kWaitingChoices);
    addChoice("--accumulation", settings.accumulation, usual.accumulation, kAccumulationChoices);
    addChoice("--bias", settings.bias, usual.bias, kBiasChoices);
    if (settings.camera && !ofImage) {
        std::string camera = "--camera="; // numbers may be negative
        for (const glm::vec3& place : {settings.camera->eye(), settings.camera->target()})
            for (int axis = 0; axis < 3; ++axis)
                camera += gpu::textOf(place[axis]) + ',';
        words.push_back(camera.substr(0, camera.size() - 1));
    }
    return words;
}

} // namespace viewer
