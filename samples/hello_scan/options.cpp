#include "options.h"

#include <support/program.h>
#include <vkscan/axes.h>

#ifdef HELLO_SCAN_STUDY
#include <vkscan/study.h>
#endif

#include <cstdio>

namespace hello {
namespace {

using namespace vkscan;

const auto kTypeChoices = gpu::choicesOf(kElementTypes, [](const ElementTypeRow& row) { return row.isScanned; });
const auto kOpChoices = gpu::choicesOf(kOps);
const auto kStrategyChoices = [] {
    auto choices = gpu::choicesOf(kStrategies, &StrategyRow::scans);
#ifdef HELLO_SCAN_STUDY
    for (const auto& choice : gpu::choicesOf(study::kStrategies))
        choices.push_back(choice);
#endif
    return choices;
}();

void printStrategies()
{
    for (const auto& [name, strategy] : kStrategyChoices)
        std::printf("%s\n", name.c_str());
}

} // namespace

Options parseOptions(int argc, char** argv)
{
    Options options;
    gpu::CommandLine line("Scans numbers on the GPU, checks every result on the CPU, and says how long it took.",
                          "hello_scan");
    const gpu::Option file =
        line.add("file", options.file, "Numbers between white space; - is standard input").text("FILE");
    const gpu::Option ofOneScan[] = {
        file,
        line.add("--count", options.count, "Without a file: how many numbers to make up; 1048576 by default")
            .within(uint64_t{1}, uint64_t{1} << 40)
            .excludes(file)
            .text("N"),
        line.addChoice("--type", options.scan.type, kTypeChoices, "ElementType of the numbers; u32 by default"),
        line.addChoice("--op", options.scan.op, kOpChoices, "What combines them; add by default"),
        line.addChoice("--strategy", options.scan.strategy, kStrategyChoices,
                       "How carries cross workgroups; auto by default"),
        line.addCall(
            "--exclusive", [&] { options.scan.kind = Kind::Exclusive; }, "A number is no part of its own result"),
        line.addCall(
            "--backward", [&] { options.scan.direction = Direction::Backward; }, "Start at the last number"),
        line.add("--initial", options.initial, "Start from this value").text("VALUE"),
        line.addFlag("--assume-forward-progress", options.scan.assumeForwardProgress,
                     "Allow single-pass strategies on drivers that are not listed for them"),
        line.addFlag("--print", options.print, "Print the results; up to 64 from a file are printed anyway"),
    };
    const gpu::Option report =
        line.addText(
                "--report",
                [&](const std::string& name) { options.report = name.empty() ? "vkscan_report.json" : name; },
                "Instead: check and time every strategy on the device, and write a report for an issue; "
                "vkscan_report.json by default")
            .output(".json")
            .optionalText("FILE");
    for (const gpu::Option& option : ofOneScan)
        report.excludes(option);
    gpu::addForce(line, &options.replaces).needs(report);
    gpu::addDeviceOptions(line, &options.device);
    gpu::addRepeats(line, &options.repeats);
    line.addAction("--list-strategies", printStrategies, "Print the strategies, and do nothing else");
    gpu::parseOrExit(line, argc, argv);
    return options;
}

} // namespace hello
