#include "program.h"

#include <benchmark/benchmark.h>

#include <algorithm>
#include <cctype>
#include <cstdlib>
#include <exception>
#include <fstream>
#include <iterator>
#include <mutex>
#include <stdexcept>
#include <string_view>
#include <thread>

namespace bench {

namespace {

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

void runRow(const std::function<Result()>& measure, const std::function<void()>& recover, unsigned* failures,
            benchmark::State& state)
{
    Result result;
    try {
        result = measure();
    } catch (const std::exception& error) {
        ++*failures;
        state.SkipWithError(error.what());
        try {
            recover();
        } catch (const std::exception&) {
            // The next row reports a broken device.
        }
        return;
    }
    for ([[maybe_unused]] auto iteration : state)
        state.SetIterationTime(result.times.second * 1e-6);
    state.counters[result.yardstick + "_us"] = result.times.first;
    state.counters["ratio"] = result.times.ratio;
    state.counters["spread"] = result.times.spread;
    if (result.times.probe > 0) {
        state.counters["probe_us"] = result.times.probe;
        state.counters["began"] = result.times.began;
        state.counters["ended"] = result.times.ended;
    }
    if (result.bytes > 0) {
        state.counters["GB/s"] = static_cast<double>(result.bytes) / result.times.second * 1e-3;
        state.counters["bytes"] = static_cast<double>(result.bytes);
    }
    for (const auto& [name, value] : result.counters)
        state.counters[name] = value;
    state.SetLabel(result.label);
}

} // namespace

Options parseOptions(int argc, char** argv, const std::string& description, unsigned largestLog2,
                     const std::function<void(gpu::CommandLine&)>& addMore)
{
    Options options;
    options.maxLog2 = largestLog2;
    gpu::CommandLine line(description, "");
    line.allowOthers(
        "Google Benchmark's flags, such as --benchmark_filter=REGEX and --benchmark_out=FILE, work as well.");
    line.add("--max-log2", options.maxLog2,
             "At most 2^K elements; " + std::to_string(largestLog2) + " by default, or what memory allows")
        .within(7, largestLog2)
        .text("K");
    std::string rowsFile;
    line.add("--rows", rowsFile, "Only the rows whose names are in the file, one a line").existingFile().text("FILE");
    line.addCall(
        "--brief", [&] { options.effort = Effort::Brief; },
        "Measure and verify each row once and briefly; recording is not measured");
    if (addMore)
        addMore(line);
    options.others = line.parse(argc, argv);
    std::ifstream lines(rowsFile);
    for (std::string row; std::getline(lines, row);)
        options.rows.insert(row);
    return options;
}

Program::Program(char* name, Options options) : m_options(std::move(options))
{
    std::vector<char*> arguments = {name};
    for (std::string& other : m_options.others) {
        arguments.push_back(other.data());
        m_isPlain = m_isPlain && std::string_view(other).substr(0, 18) != "--benchmark_format";
    }
    int count = static_cast<int>(arguments.size());
    arguments.push_back(nullptr);
    benchmark::Initialize(&count, arguments.data());
    if (benchmark::ReportUnrecognizedArguments(count, arguments.data()))
        throw std::runtime_error("an option is not known; --help shows the options");
}

void Program::addRow(const std::string& name, std::function<Result()> measure, std::function<void()> recover,
                     int repetitions)
{
    if (!wants(name))
        return;
    benchmark::RegisterBenchmark(
        name.c_str(),
        [this, name, measure = std::move(measure), recover = std::move(recover)](benchmark::State& state) {
            runRow([&] { return measureAtFullClocks(name, measure); }, recover, &m_failures, state);
        })
        ->UseManualTime()
        ->Unit(benchmark::kMicrosecond)
        ->Iterations(1)
        ->Repetitions(m_options.effort == Effort::Brief ? 1 : repetitions);
}

Result Program::measureAtFullClocks(const std::string& name, const std::function<Result()>& measure)
{
    constexpr unsigned kTries = 4;
    // Rows of a kind and type have the same arrays. The part behind the size, such as "cold", may change the contents
    // of caches.
    const std::size_t type = name.find('/', name.find('/') + 1);
    const std::string last = name.substr(name.rfind('/') + 1);
    const std::string kind = name.substr(0, type) + " " + (std::isdigit(last[0]) != 0 ? "" : last) + " ";
    for (unsigned i = 1;; ++i) {
        Result result = measure();
        if (result.times.probe == 0)
            return result;
        try {
            m_yardsticks.check(kind + result.yardstick + " " + std::to_string(result.bytes), result.times.first);
            return result;
        } catch (const std::runtime_error&) {
            if (i == kTries)
                throw;
        }
    }
}

void Program::compile(const std::string& row, const std::string& key, std::function<void()> create)
{
    if (m_options.effort == Effort::Brief && wants(row))
        m_compiles.try_emplace(key, std::move(create));
}

void Program::compileAhead()
{
    std::mutex mutex;
    auto next = m_compiles.begin();
    const auto work = [&] {
        for (;;) {
            std::function<void()> create;
            {
                const std::lock_guard lock(mutex);
                if (next == m_compiles.end())
                    return;
                create = (next++)->second;
            }
            try {
                create();
            } catch (const std::exception&) {
                // The row fails in the same way.
            }
        }
    };
    std::vector<std::jthread> threads(std::max(1u, std::thread::hardware_concurrency()));
    for (std::jthread& thread : threads)
        thread = std::jthread(work);
}

void Program::run(const std::vector<std::pair<std::string, std::string>>& context)
{
    benchmark::AddCustomContext("vkscan_version", VKSCAN_VERSION_TEXT);
    for (const auto& [key, value] : context)
        benchmark::AddCustomContext(key, value);
    Reporter reporter;
    const std::size_t rows =
        m_isPlain ? benchmark::RunSpecifiedBenchmarks(&reporter) : benchmark::RunSpecifiedBenchmarks();
    benchmark::ClearRegisteredBenchmarks(); // with what they hold, while their device lives
    benchmark::Shutdown();
    if (m_failures > 0)
        throw std::runtime_error(std::to_string(m_failures) + " runs failed");
    if (rows == 0)
        throw std::runtime_error("no row was chosen");
}

} // namespace bench
