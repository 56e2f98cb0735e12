// A program's command line, parsed by CLI11. Only command_line.cpp includes CLI11, which takes seconds to compile.
#ifndef VKSCAN_SUPPORT_COMMAND_LINE_H
#define VKSCAN_SUPPORT_COMMAND_LINE_H

#include <cstdint>
#include <functional>
#include <memory>
#include <string>
#include <utility>
#include <vector>

namespace CLI {
class App;
class Option;
} // namespace CLI

namespace gpu {

// An option or a positional argument, valid as long as its command line. Setters return it.
class Option {
public:
    explicit Option(CLI::Option* option) : m_option(option) {}

    Option text(const std::string& text) const; // the value's name in the help
    // text() for a value that may be omitted, and is then empty.
    Option optionalText(const std::string& text) const;
    Option required() const;
    Option excludes(Option other) const;
    Option needs(Option other) const;
    // Accepts only integers within the bounds, which the help shows.
    Option within(uint64_t low, uint64_t high) const;
    // within() for numbers; not "nan".
    Option numberWithin(float low, float high) const;
    // The value is the name of a file to write, whose ending must be this one. A name without an ending, and the name
    // of a device, are accepted.
    Option output(const std::string& ending) const;
    Option hidden() const; // not in the help
    // Appends a remark to the help, in brackets.
    Option noted(const std::string& remark) const;
    Option existingFile() const;
    // Accepts `count` values in one word, separated by commas.
    Option commaSeparated(int count) const;

    // True: the option was given. After parse().
    [[nodiscard]] bool isGiven() const;

private:
    CLI::Option* m_option;
};

using Pair = std::pair<uint32_t, uint32_t>;

// Names of values, in lower case.
template <class Value>
using Choices = std::vector<std::pair<std::string, Value>>;

// Choices from the rows of a table, such as kOps (vkscan/types.h).
template <class Row, std::size_t count, class IsOffered>
[[nodiscard]] auto choicesOf(const Row (&rows)[count], const IsOffered& isOffered)
{
    Choices<decltype(Row::value)> choices;
    for (const Row& row : rows)
        if (std::invoke(isOffered, row))
            choices.emplace_back(row.name, row.value);
    return choices;
}
template <class Row, std::size_t count>
[[nodiscard]] auto choicesOf(const Row (&rows)[count])
{
    return choicesOf(rows, [](const Row&) { return true; });
}

class CommandLine {
public:
    CommandLine(const std::string& description, const std::string& name);

    [[nodiscard]] const std::string& name() const;

    // A name without dashes makes a positional argument. T is std::string, uint32_t, uint64_t, float, or std::optional
    // of uint32_t or float; or std::vector<float>, for any number of values. Whole numbers may be written as 1e6.
    template <class T>
    Option add(const std::string& name, T& value, const std::string& help);
    Option addFlag(const std::string& name, bool& flag, const std::string& help);
    // Calls set() with the option's text.
    Option addText(const std::string& name, const std::function<void(const std::string&)>& set,
                   const std::string& help);
    // A flag that calls set().
    Option addCall(const std::string& name, const std::function<void()>& set, const std::string& help);
    // A flag that calls act() and ends the program, as --help does.
    void addAction(const std::string& name, const std::function<void()>& act, const std::string& help);

    // Adds two numbers within the bounds, separated by a character. `text` describes them in the help.
    Option addPair(const std::string& name, char separator, Pair bounds, const std::function<void(Pair)>& set,
                   const std::string& text, const std::string& help);

    // Adds a name from a list, in upper or lower case. The choices must outlive the command line.
    template <class Value>
    Option addChoice(const std::string& name, Value& value, const Choices<Value>& choices, const std::string& help)
    {
        std::vector<std::string> names;
        for (const auto& choice : choices)
            names.push_back(choice.first);
        return addIndex(
            name, names, [&](std::size_t index) { value = choices[index].second; }, help);
    }

    // A command such as `encode`; the program then needs exactly one. Calls `chosen` if it is given.
    CommandLine addCommand(const std::string& name, const std::function<void()>& chosen, const std::string& help);

    // Accepts options that were not added, for another parser. The footer describes them.
    void allowOthers(const std::string& footer);

    // Returns options that were not added. Ends the program after help or an action. Throws std::runtime_error if the
    // command line is wrong.
    std::vector<std::string> parse(int argc, char** argv);

    // True: the option was given. After parse().
    [[nodiscard]] bool isGiven(const std::string& name) const;

private:
    explicit CommandLine(std::shared_ptr<CLI::App> app) : m_app(std::move(app)) {}

    Option addIndex(const std::string& name, const std::vector<std::string>& names,
                    const std::function<void(std::size_t)>& set, const std::string& help);

    std::shared_ptr<CLI::App> m_app;
};

// A number in the spelling of a command line.
std::string textOf(float value);

// Throws std::runtime_error if printed text cannot be written: only this detects a full disk.
void requireOutput();

// Calls run() and returns main's exit code: 1 if it throws, after a line with the reason, or if standard output could
// not be written.
int mainOf(const char* name, const std::function<void()>& run);

} // namespace gpu

#endif
