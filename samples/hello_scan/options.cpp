#include "options.h"

#include <support/program.h>

#include <vkscan/axes.h>

#include <cstdio>
#include <cstdlib>

namespace hello {
namespace {

using namespace vkscan;

// The rows of an axis that the sample takes, by their names.
template <class Value, class Row, std::size_t count>
void append(const Row (&rows)[count], gpu::Choices<Value>* choices)
{
    for (const Row& row : rows) {
        choices->emplace_back(row.name, row.value);
    }
}

template <class Value, class Row, std::size_t count>
gpu::Choices<Value> choicesOf(const Row (&rows)[count])
{
    gpu::Choices<Value> choices;
    append(rows, &choices);
    return choices;
}

gpu::Choices<ElementType> types()
{
    gpu::Choices<ElementType> choices = choicesOf<ElementType>(kElementTypes);
    std::erase_if(choices, [](const auto& choice) { return !findRow(kElementTypes, choice.second)->isScanned; });
    return choices;
}

gpu::Choices<Strategy> strategies()
{
    gpu::Choices<Strategy> choices = choicesOf<Strategy>(kStrategies);
#ifdef HELLO_SCAN_STUDY
    append(study::kStrategies, &choices);
#endif
    return choices;
}

} // namespace

Options parseOptions(int argc, char** argv)
{
    Options options;
    gpu::CommandLine line("Scans numbers on the GPU, checks every result on the CPU, and says how long it took.",
                          "hello_scan");
    const gpu::Option file =
        line.add("file", options.file, "Numbers between white space; - is standard input").text("FILE");
    line.add("--count", options.count, "Without a file: how many numbers to make up; 1048576 by default")
        .within(uint64_t{1}, uint64_t{1} << 40)
        .excludes(file)
        .text("N");
    line.addChoice("--type", options.scan.type, types(), "ElementType of the numbers; u32 by default");
    line.addChoice("--op", options.scan.op, choicesOf<Op>(kOps), "What combines them; add by default");
    line.addChoice("--strategy", options.scan.strategy, strategies(), "How carries cross workgroups; auto by default");
    line.addCall(
        "--list-strategies",
        [] {
            for (const auto& [name, value] : strategies()) {
                std::puts(name.c_str());
            }
            std::exit(0);
        },
        "Print the names of all strategies");
    line.addCall(
        "--exclusive", [&] { options.scan.kind = Kind::Exclusive; }, "A number is no part of its own result");
    line.addCall(
        "--backward", [&] { options.scan.direction = Direction::Backward; }, "Start at the last number");
    line.add("--initial", options.initial, "Start from this value").text("VALUE");
    line.addFlag("--assume-forward-progress", options.scan.assumeForwardProgress,
                 "Allow single-pass strategies on drivers that are not listed for them");
    gpu::addDeviceOptions(line, &options.device);
    gpu::addRepeats(line, &options.repeats);
    line.addFlag("--print", options.print, "Print the results; up to 64 from a file are printed anyway");
    gpu::parseOrExit(line, argc, argv);
    return options;
}

} // namespace hello
