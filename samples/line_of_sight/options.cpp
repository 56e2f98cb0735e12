#include "options.h"

#include "height_map.h"

#include "../common/command_line.h"

namespace sight {
namespace {

using Pair = std::pair<uint32_t, uint32_t>;

// Two numbers with that character between them.
void addPair(CLI::App& app, const char* name, char separator, Pair bounds, const std::function<void(Pair)>& set,
             const char* text, const char* help)
{
    const auto parse = [=](const std::string& argument) {
        const std::size_t at = argument.find(separator);
        Pair pair;
        if (at == std::string::npos || !CLI::detail::lexical_cast(argument.substr(0, at), pair.first) ||
            !CLI::detail::lexical_cast(argument.substr(at + 1), pair.second) ||
            std::min(pair.first, pair.second) < bounds.first || std::max(pair.first, pair.second) > bounds.second)
            throw CLI::ValidationError(name, "'" + argument + "' is not " + text + ", each from " +
                                                 std::to_string(bounds.first) + " to " + std::to_string(bounds.second));
        set(pair);
    };
    app.add_option_function<std::string>(name, parse, help)->option_text(text);
}

} // namespace

Options parseOptions(int argc, char** argv)
{
    Options options;
    CLI::App app(
        "What an observer sees of a landscape: lines of sight by a scan of maxima along rays in all directions.\n"
        "All lengths are in texels. What is visible is checked on the CPU.");
    CLI::Option* heightMap =
        app.add_option("--height-map", options.heightMap, "A picture of heights, PNG with 8 or 16 bits, say")
            ->option_text("FILE");
    const auto setSize = [&](Pair pair) { std::tie(options.width, options.height) = pair; };
    addPair(app, "--size", 'x', {kLeastExtent, kMostExtent}, setSize, "WxH",
            "Without a height map: size of the terrain; 1024x640 by default");
    app.add_option("--seed", options.seed, "Without a height map: another terrain; 4 by default")
        ->excludes(heightMap)
        ->option_text("N");
    app.add_option("--relief", options.relief, "What the greatest height stands for; by default an eighth of the map")
        ->check(CLI::Range(0.0F, 1.0e6F))
        ->option_text("H");
    const auto setObserver = [&](Pair pair) {
        options.observer = Texel{static_cast<int32_t>(pair.first), static_cast<int32_t>(pair.second)};
    };
    addPair(
        app, "--observer", ',', {0, kMostExtent - 1}, setObserver, "X,Y",
        "Where the observer stands, from the left and from the top; by default on the highest ground near the middle");
    app.add_option("--eye", options.eye, "How high above the ground the eye is; 3 by default")
        ->check(CLI::Range(0.0F, 1.0e6F))
        ->option_text("H");
    app.add_option("--output", options.output, "Draw a PNG file: hidden land is dark, the observer a red dot")
        ->option_text("FILE");
    app.add_flag_callback(
        "--headless", [] {}, "Does nothing: there is never a window");
    gpu::addDeviceOptions(app, &options.device);
    gpu::addRepeats(app, &options.repeats);
    gpu::parseOrExit(app, argc, argv);
    return options;
}

} // namespace sight
