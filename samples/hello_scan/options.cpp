#include "options.h"

#include <support/program.h>
#include <vkscan/types.h>

#ifdef HELLO_SCAN_STUDY
#include <vkscan/study.h>
#endif

#include <cstdio>

namespace hello {
namespace {

using namespace vkscan;

const auto kTypeChoices = gpu::choicesOf(kElementTypes, [](const ElementTypeRow& row) { return row.isScanned; });
const auto kOpChoices = gpu::choicesOf(kOps);
const auto kWaitingChoices = gpu::choicesOf(kWaitings);
#ifdef HELLO_SCAN_STUDY
const auto kStrategyChoices = gpu::choicesOf(study::kStrategies);

void printStrategies()
{
    for (const auto& [name, strategy] : kStrategyChoices)
        std::printf("%s\n", name.c_str());
}
#endif

} // namespace

std::vector<Way> waysOfScanning()
{
    std::vector<Way> ways;
#ifdef HELLO_SCAN_STUDY
    for (const study::StrategyRow& row : study::kStrategies)
        if (row.isOwn && row.value != Strategy::Auto) {
            ways.push_back({row.name, {}});
            ways.back().desc.strategy = row.value;
            ways.back().desc.assumeForwardProgress = true;
        }
#else
    for (const WaitingRow& row : kWaitings) {
        ways.push_back({row.name, {}});
        ways.back().desc.waiting = row.value;
    }
#endif
    return ways;
}

std::string kernelsOf(const Scan& scan, ElementType type, uint64_t count)
{
    constexpr VkDeviceAddress kApart = VkDeviceAddress{1} << 44; // more than any array's bytes
    ScanArgs args;
    args.input = {kApart, count * sizeOf(type)};
    args.output = {2 * kApart, count * sizeOf(type)};
    args.scratch = {3 * kApart, scan.scratchSize(count)};
    args.count = count;
    DispatchList dispatches;
    std::string names;
    if (scan.plan(args, &dispatches) != Status::Success)
        return names;
    for (const Dispatch& dispatch : dispatches) {
        const std::string name = scan.kernels().items[dispatch.kernel].name;
        names += (names.empty() ? "" : ", ") + name.substr(name.rfind(' ') + 1);
    }
    return names;
}

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
        line.addChoice("--waiting", options.scan.waiting, kWaitingChoices,
                       "Whether workgroups may wait for others; auto by default"),
#ifdef HELLO_SCAN_STUDY
        line.addChoice("--strategy", options.scan.strategy, kStrategyChoices,
                       "How carries cross workgroups; auto by default"),
        line.addFlag("--assume-forward-progress", options.scan.assumeForwardProgress,
                     "Allow strategies that need it on drivers that are not listed for them"),
#endif
        line.addCall(
            "--exclusive", [&] { options.scan.kind = Kind::Exclusive; }, "A number is no part of its own result"),
        line.addCall(
            "--backward", [&] { options.scan.direction = Direction::Backward; }, "Start at the last number"),
        line.add("--initial", options.initial, "Start from this value").text("VALUE"),
        line.addFlag("--print", options.print, "Print the results; up to 64 from a file are printed anyway"),
    };
    const gpu::Option report =
        line.addText(
                "--report",
                [&](const std::string& name) { options.report = name.empty() ? "vkscan_report.json" : name; },
                "Instead: check and time every way of scanning on the device, and write a report for an issue; "
                "vkscan_report.json by default")
            .output(".json")
            .optionalText("FILE");
    for (const gpu::Option& option : ofOneScan)
        report.excludes(option);
    gpu::addForce(line, &options.replaces).needs(report);
    gpu::addDeviceOptions(line, &options.device);
    gpu::addRepeats(line, &options.repeats);
#ifdef HELLO_SCAN_STUDY
    line.addAction("--list-strategies", printStrategies, "Print the strategies, and do nothing else");
#endif
    gpu::parseOrExit(line, argc, argv);
    return options;
}

} // namespace hello
