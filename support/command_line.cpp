#include "command_line.h"

#include "printable.h"

#include <CLI/CLI.hpp>

#include <algorithm>
#include <cerrno>
#include <charconv>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <exception>
#include <filesystem>
#include <iostream>
#include <optional>
#include <type_traits>

namespace gpu {
namespace {

template <class Number>
std::string rangeOf(Number low, Number high)
{
    if constexpr (std::is_floating_point_v<Number>)
        return textOf(low) + " to " + textOf(high);
    else
        return std::to_string(low) + " to " + std::to_string(high);
}

// CLI::Range accepts "nan", and reports text that is no number as out of range.
template <class Number>
auto checkOf(Number low, Number high, const char* kind)
{
    return [=](const std::string& text) {
        Number number = 0;
        const bool isWithin = CLI::detail::lexical_cast(text, number) && number >= low && number <= high;
        return isWithin ? "" : files::quoted(text) + " is no " + kind + " from " + rangeOf(low, high);
    };
}

// Writes "1e6" as 1000000, for options that only take whole numbers. Leaves other text as it is.
std::string withoutExponent(std::string& text)
{
    constexpr double kMost = 1e18;
    double number = 0;
    const char* end = text.data() + text.size();
    const auto [last, error] = std::from_chars(text.data(), end, number, std::chars_format::scientific);
    if (error == std::errc() && last == end && number >= 0 && number <= kMost && number == std::floor(number))
        text = std::to_string(static_cast<uint64_t>(number));
    return "";
}

} // namespace

std::string textOf(float value)
{
    char text[32];
    std::snprintf(text, sizeof(text), "%g", static_cast<double>(value));
    return text;
}

void requireOutput()
{
    errno = 0;
    std::cout.flush();
    if (std::fflush(stdout) != 0 || std::ferror(stdout) != 0 || !std::cout)
        throw std::runtime_error(std::string("cannot write to standard output") +
                                 (errno != 0 ? std::string(": ") + std::strerror(errno) : ""));
}

int mainOf(const char* name, const std::function<void()>& run)
{
    try {
        run();
        requireOutput();
        return 0;
    } catch (const std::exception& error) {
        std::fprintf(stderr, "%s: %s\n", name, files::printable(error.what()).c_str());
        return 1;
    }
}

Option Option::text(const std::string& text) const
{
    return Option(m_option->option_text(text));
}

Option Option::optionalText(const std::string& text) const
{
    return Option(m_option->expected(0, 1)->option_text('[' + text + ']'));
}

Option Option::required() const
{
    return Option(m_option->required());
}

Option Option::excludes(Option other) const
{
    return Option(m_option->excludes(other.m_option));
}

Option Option::needs(Option other) const
{
    return Option(m_option->needs(other.m_option));
}

Option Option::noted(const std::string& remark) const
{
    return Option(m_option->description(m_option->get_description() + " (" + remark + ")"));
}

Option Option::within(uint64_t low, uint64_t high) const
{
    m_option->check(checkOf(low, high, "whole number"));
    return noted(rangeOf(low, high));
}

Option Option::numberWithin(float low, float high) const
{
    m_option->check(checkOf(low, high, "number"));
    return noted(rangeOf(low, high));
}

Option Option::output(const std::string& ending) const
{
    const auto check = [=](const std::string& text) -> std::string {
        std::error_code ignored;
        const std::string extension = std::filesystem::path(text).extension().string();
        const bool isFile = !std::filesystem::exists(text, ignored) || std::filesystem::is_regular_file(text, ignored);
        return extension.empty() || !isFile || CLI::detail::to_lower(extension) == ending
                   ? ""
                   : files::quoted(text) + " does not end in " + ending + ", the format that is written";
    };
    return Option(m_option->check(check)->option_text("FILE"));
}

Option Option::hidden() const
{
    return Option(m_option->group(""));
}

Option Option::existingFile() const
{
    return Option(m_option->check(CLI::ExistingFile));
}

Option Option::commaSeparated(int count) const
{
    return Option(m_option->delimiter(',')->expected(count));
}

bool Option::isGiven() const
{
    return m_option->count() > 0;
}

CommandLine::CommandLine(const std::string& description, const std::string& name)
    : m_app(std::make_shared<CLI::App>(description, name))
{
}

const std::string& CommandLine::name() const
{
    return m_app->get_name();
}

template <class T>
Option CommandLine::add(const std::string& name, T& value, const std::string& help)
{
    CLI::Option* option = m_app->add_option(name, value, help);
    if constexpr (std::is_same_v<T, uint32_t> || std::is_same_v<T, uint64_t> ||
                  std::is_same_v<T, std::optional<uint32_t>>)
        option->transform(CLI::Validator(withoutExponent, ""));
    return Option(option);
}
template Option CommandLine::add(const std::string&, std::string&, const std::string&);
template Option CommandLine::add(const std::string&, uint32_t&, const std::string&);
template Option CommandLine::add(const std::string&, uint64_t&, const std::string&);
template Option CommandLine::add(const std::string&, float&, const std::string&);
template Option CommandLine::add(const std::string&, std::optional<uint32_t>&, const std::string&);
template Option CommandLine::add(const std::string&, std::optional<float>&, const std::string&);
template Option CommandLine::add(const std::string&, std::vector<float>&, const std::string&);

Option CommandLine::addFlag(const std::string& name, bool& flag, const std::string& help)
{
    return Option(m_app->add_flag(name, flag, help));
}

Option CommandLine::addText(const std::string& name, const std::function<void(const std::string&)>& set,
                            const std::string& help)
{
    return Option(m_app->add_option_function<std::string>(name, set, help));
}

Option CommandLine::addCall(const std::string& name, const std::function<void()>& set, const std::string& help)
{
    return Option(m_app->add_flag_callback(name, set, help));
}

void CommandLine::addAction(const std::string& name, const std::function<void()>& act, const std::string& help)
{
    const auto actAndStop = [act] {
        act();
        throw CLI::Success();
    };
    m_app->add_flag_callback(name, actAndStop, help);
}

Option CommandLine::addPair(const std::string& name, char separator, Pair bounds, const std::function<void(Pair)>& set,
                            const std::string& text, const std::string& help)
{
    const std::string range = rangeOf<uint64_t>(bounds.first, bounds.second);
    const auto parse = [=](const std::string& argument) {
        const std::size_t at = argument.find(separator);
        Pair pair;
        if (at == std::string::npos || !CLI::detail::lexical_cast(argument.substr(0, at), pair.first) ||
            !CLI::detail::lexical_cast(argument.substr(at + 1), pair.second) ||
            std::min(pair.first, pair.second) < bounds.first || std::max(pair.first, pair.second) > bounds.second)
            throw CLI::ValidationError(name, files::quoted(argument) + " is not " + text + ", each from " + range);
        set(pair);
    };
    return addText(name, parse, help).text(text).noted("each " + range);
}

// CLI::CheckedTransformer would also accept enumerators' numbers, and show them in the help.
Option CommandLine::addIndex(const std::string& name, const std::vector<std::string>& names,
                             const std::function<void(std::size_t)>& set, const std::string& help)
{
    std::string list;
    for (const std::string& choice : names)
        list += (list.empty() ? "" : "|") + choice;
    const auto choose = [=](const std::string& text) {
        const auto found = std::find(names.begin(), names.end(), CLI::detail::to_lower(text));
        if (found == names.end())
            throw CLI::ValidationError(name, files::quoted(text) + " is none of " + list);
        set(static_cast<std::size_t>(found - names.begin()));
    };
    return addText(name, choose, help).text(list);
}

CommandLine CommandLine::addCommand(const std::string& name, const std::function<void()>& chosen,
                                    const std::string& help)
{
    // The program's help shows its commands' options.
    m_app->set_help_flag();
    m_app->set_help_all_flag("-h,--help", "Print this help message and exit");
    m_app->fallthrough();
    m_app->require_subcommand(1);
    m_app->add_subcommand(name, help)->callback(chosen);
    return CommandLine(m_app->get_subcommand_ptr(name));
}

void CommandLine::allowOthers(const std::string& footer)
{
    m_app->allow_extras();
    m_app->footer(footer);
}

std::vector<std::string> CommandLine::parse(int argc, char** argv)
{
    try {
        m_app->parse(argc, argv);
    } catch (const CLI::ParseError& error) {
        if (error.get_exit_code() != 0)
            throw std::runtime_error(std::string(error.what()) + "; --help shows the options");
        m_app->exit(error);
        requireOutput();
        std::exit(0);
    }
    return m_app->remaining();
}

bool CommandLine::isGiven(const std::string& name) const
{
    return m_app->count(name) > 0;
}

} // namespace gpu
