// Times scans beside a kernel that copies the same bytes, and verifies every one of them.
//
//     scan_bench --benchmark_filter='scan/u32/add/.*' --benchmark_out=scans.json
//
// A row's time is that of one scan, by timestamp queries: the median over batches of scans with a barrier behind each,
// in turn with batches of copies. Each row runs twice, so that it shows how well it repeats. The exit code is 0 if
// every result was right.
#include "harness.h"

#include <CLI/CLI.hpp>
#include <benchmark/benchmark.h>

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <exception>
#include <iterator>
#include <stdexcept>
#include <string>
#include <string_view>
#include <vector>

namespace {

constexpr unsigned kLargestLog2 = 30;

struct Options {
    gpu::DeviceOptions device;
    unsigned maxLog2 = kLargestLog2;
    std::vector<std::string> others; // Google Benchmark's
};

Options parseOptions(int argc, char** argv)
{
    Options options;
    CLI::App app("Times scans beside a kernel that copies the same bytes, and verifies every one of them.");
    app.footer("Google Benchmark's flags, such as --benchmark_filter=REGEX and --benchmark_out=FILE, work as well.");
    app.add_option("--device", options.device.device,
                   "Index or part of the name; by default what VKSCAN_DEVICE says, or else the best")
        ->option_text("DEVICE");
    app.add_option("--max-log2", options.maxLog2, "Scan at most 2^K elements; 30 by default, or what memory allows")
        ->check(CLI::Range(7u, kLargestLog2))
        ->option_text("K");
    app.add_flag("--validate", options.device.validation, "Enable the Vulkan validation layer");
    app.allow_extras();
    try {
        app.parse(argc, argv);
    } catch (const CLI::ParseError& error) {
        std::exit(app.exit(error) == 0 ? 0 : 1);
    }
    options.others = app.remaining();
    return options;
}

// Google Benchmark's own output without means and deviations of two runs.
class Reporter : public benchmark::ConsoleReporter {
public:
    Reporter() : ConsoleReporter(OO_Tabular) {}

    void ReportRuns(const std::vector<Run>& runs) override
    {
        std::vector<Run> shown;
        std::copy_if(runs.begin(), runs.end(), std::back_inserter(shown),
                     [](const Run& run) { return run.run_type != Run::RT_Aggregate; });
        if (!shown.empty())
            ConsoleReporter::ReportRuns(shown);
    }
};

void runRow(bench::Harness& harness, const bench::Row& row, unsigned* failures, benchmark::State& state)
{
    bench::Measurement result;
    try {
        result = harness.measure(row);
    } catch (const std::exception& error) {
        ++*failures;
        state.SkipWithError(error.what());
        try {
            harness.recover();
        } catch (const std::exception&) {
            // What broke the device shows in the next row again.
        }
        return;
    }
    for ([[maybe_unused]] auto iteration : state)
        state.SetIterationTime(result.times.second * 1e-6);
    state.counters["copy_us"] = result.times.first;
    state.counters["ratio"] = result.times.ratio;
    state.counters["spread"] = result.times.spread;
    state.counters["GB/s"] = static_cast<double>(result.bytes) / result.times.second * 1e-3;
    state.counters["count"] = static_cast<double>(row.trueCount());
    state.counters["bytes"] = static_cast<double>(result.bytes);
    state.SetLabel(vkscan::toString(result.strategy));
}

void addContext(const gpu::Device& device)
{
    auto subgroup =
        gpu::structure<VkPhysicalDeviceSubgroupProperties>(VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_SUBGROUP_PROPERTIES);
    auto properties =
        gpu::structure<VkPhysicalDeviceProperties2>(VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_PROPERTIES_2, &subgroup);
    vkGetPhysicalDeviceProperties2(device.physicalDevice(), &properties);
    const uint32_t version = device.properties().driverVersion;
    benchmark::AddCustomContext("device", device.properties().deviceName);
    benchmark::AddCustomContext("driver", std::string(device.driver().driverName) + ", " + device.driver().driverInfo +
                                              ", version " + std::to_string(version));
    benchmark::AddCustomContext("vkscan_version", VKSCAN_VERSION);
    benchmark::AddCustomContext("subgroup_size", std::to_string(subgroup.subgroupSize));
}

// The rows that fit the device's memory, which they then share.
std::vector<bench::Row> allocateRows(bench::Harness& harness, unsigned maxLog2)
{
    for (unsigned log2 = maxLog2;; --log2) {
        const auto maxCountOf = [&](const vkscan::ScanDesc& desc) { return harness.maxCount(desc); };
        std::vector<bench::Row> rows = bench::listRows(log2, maxCountOf);
        VkDeviceSize bytes = 0;
        for (const bench::Row& row : rows)
            bytes = std::max(bytes, row.arrayBytes());
        if (harness.allocate(bytes))
            return rows;
        if (log2 == 7)
            throw std::runtime_error("the device has no memory for the smallest rows");
        std::fprintf(stderr, "no memory for 2^%u elements\n", log2);
    }
}

int run(int argc, char** argv)
{
    Options options = parseOptions(argc, argv);
    std::vector<char*> others = {argv[0]};
    bool plain = true;
    for (std::string& other : options.others) {
        others.push_back(other.data());
        plain = plain && std::string_view(other).substr(0, 18) != "--benchmark_format";
    }
    int otherCount = static_cast<int>(others.size());
    others.push_back(nullptr);
    benchmark::Initialize(&otherCount, others.data());
    if (benchmark::ReportUnrecognizedArguments(otherCount, others.data()))
        return 1;

    bench::Harness harness(options.device);
    addContext(harness.device());
    unsigned failures = 0;
    for (const bench::Row& row : allocateRows(harness, options.maxLog2))
        benchmark::RegisterBenchmark(
            row.name().c_str(),
            [&harness, &failures, row](benchmark::State& state) { runRow(harness, row, &failures, state); })
            ->UseManualTime()
            ->Unit(benchmark::kMicrosecond)
            ->Iterations(1)
            ->Repetitions(2);
    Reporter reporter;
    const std::size_t rows = plain ? benchmark::RunSpecifiedBenchmarks(&reporter) : benchmark::RunSpecifiedBenchmarks();
    benchmark::Shutdown();

    if (failures > 0)
        std::fprintf(stderr, "%u runs failed\n", failures);
    if (harness.device().validationMessageCount() > 0)
        std::fprintf(stderr, "%u validation messages\n", harness.device().validationMessageCount());
    return rows > 0 && failures == 0 && harness.device().validationMessageCount() == 0 ? 0 : 1;
}

} // namespace

int main(int argc, char** argv)
{
    try {
        return run(argc, argv);
    } catch (const std::exception& error) {
        std::fprintf(stderr, "scan_bench: %s\n", error.what());
        return 1;
    }
}
