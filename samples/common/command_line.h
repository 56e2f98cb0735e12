// What the samples' command lines and reports have in common.
#ifndef VKSCAN_SAMPLES_COMMAND_LINE_H
#define VKSCAN_SAMPLES_COMMAND_LINE_H

#include "gpu.h"
#include "printable.h"

#include <CLI/CLI.hpp>

#include <algorithm>
#include <cstdio>
#include <functional>
#include <utility>

namespace gpu {

// --device and --validate.
void addDeviceOptions(CLI::App& app, DeviceOptions* options);
// --window.
CLI::Option* addWindow(CLI::App& app, bool* window);
CLI::Option* addRepeats(CLI::App& app, unsigned* repeats);
// Refuses what is no number within the bounds; unlike CLI::Range it refuses "nan".
[[nodiscard]] std::function<std::string(const std::string&)> numberFrom(float low, float high);

using Pair = std::pair<uint32_t, uint32_t>;
// Two numbers, each within the bounds, with that character between them; `text` shows in the help.
CLI::Option* addPair(CLI::App& app, const std::string& name, char separator, Pair bounds,
                     const std::function<void(Pair)>& set, const std::string& text, const std::string& help);
// --size, as WxH.
CLI::Option* addSize(CLI::App& app, Pair bounds, const std::function<void(Pair)>& set, const std::string& help);

// One of some names, whatever the case.
template <class Value>
using Choices = std::vector<std::pair<std::string, Value>>;
// Not CLI::CheckedTransformer, which also takes the enumerators' numbers and shows them in the help. The choices
// outlive the app.
template <class Value>
CLI::Option* addChoice(CLI::App& app, const std::string& name, Value& value, const Choices<Value>& choices,
                       const std::string& help)
{
    std::string names;
    for (const auto& choice : choices)
        names += (names.empty() ? "" : "|") + choice.first;
    const auto choose = [&value, &choices, name, names](const std::string& text) {
        const auto found = std::find_if(choices.begin(), choices.end(), [&text](const auto& choice) {
            return choice.first == CLI::detail::to_lower(text);
        });
        if (found == choices.end())
            throw CLI::ValidationError(name, files::quoted(text) + " is none of " + names);
        value = found->second;
    };
    return app.add_option_function<std::string>(name, choose, help)->option_text(names);
}

// Adds --list and --version, which every sample has. Ends the program where they or help are asked for, and throws
// std::runtime_error where the command line is wrong.
void parseOrExit(CLI::App& app, int argc, char** argv);

void reportDevice(const Device& device);

// Runs the work as often; `amount` is what a run gets through, and `billions` what a billion of it a second is called.
void reportTime(Device& device, unsigned repeats, const Device::Record& work, uint64_t amount, const char* billions);

// Calls run() and returns main's exit code: 1 where it throws, after a line with the reason, and where standard output
// could not be written.
int mainOf(const char* name, const std::function<void()>& run);

} // namespace gpu

#endif
