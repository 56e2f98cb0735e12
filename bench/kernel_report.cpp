// Compiles the kernels that Waiting::Auto takes, of every operation and class, and reports what the driver made of
// them.
//
//     kernel_report --json kernels.json
//     kernel_report --all --filter "Scan u64"
//     kernel_report --kernels
//
// A line for each kernel: registers per invocation, spills, bytes of local memory per invocation, bytes of shared
// memory per workgroup, bytes of machine code, milliseconds to compile it while other threads compile others, and the
// name of the first description that takes it. Zero where the driver does not tell.
//
// Local memory holds registers that were spilled and arrays that are indexed at run time. It is slow, so the exit code
// is 1 if a kernel has any, or spills, and is not in kKnownSpills below. Drivers report a constant on top of it: what
// they report for an empty kernel is printed and subtracted.
//
// The device must offer VK_KHR_pipeline_executable_properties with the statistics of a driver of kernel_statistics.cpp.
// Elsewhere a sentence says what is missing, and the exit code is 0. It need not be able to run anything:
// scripts/test_compile compiles for chips that are not there. --kernels needs no device: it lists the kernels that an
// NVIDIA H100 takes.
#include "gpu_program.h"
#include "kernel_list.h"
#include "kernel_statistics.h"

#include <support/json.h>
#include <support/operation.h>
#include <support/program.h>

#include <algorithm>
#include <atomic>
#include <chrono>
#include <cinttypes>
#include <cstdio>
#include <fstream>
#include <future>
#include <regex>
#include <stdexcept>
#include <string>
#include <string_view>
#include <thread>

namespace {

// Kernels whose local memory is known. docs/lab/kernel_compilation.md has what was tried against it.
struct KnownSpill {
    const char* device;  // a regular expression of the driver and the device's name
    const char* kernels; // a regular expression of their names
    uint64_t mostBytes;
    const char* reason;
};

constexpr const char* kInlined = "some words a lane: functions are inlined by one rule for all kernels";
constexpr const char* kScalars = "of scalar registers, to lanes of vector registers and not to memory";
constexpr const char* kLargeStates = "states need more registers than there are";

constexpr KnownSpill kKnownSpills[] = {
    {"NVIDIA .*", "(Scan|Reduce) reproducible f64.*", 80,
     "an array of 64-bit elements that the driver does not break up"},
    {"NVIDIA .*", "(Segmented)?Scan (of|from|to) [uif](8|16|32) .*: (FlatSum|FlatSumSmall|Spine)", 48, kInlined},
    {"NVIDIA .*", "Split .* by [34] bits: SplitAlone", 16, "the cause was not found"},
    {"NVIDIA .*", "ReduceByKey (u|i|f)64 .*: .*|UniqueByKey (u|i|f)64 .*: .*", 192, "the cause was not found"},
    {"NVIDIA .*", "SegmentedReduce .* offsets: Segments(Alone|Once)", 32, "the cause was not found"},
    {"NVIDIA .*", "Scan u64 add inclusive forward order (8|16|2 tuples of 8): .*", 1344, kLargeStates},
    {"NVIDIA .*", "Scan u32 add .* order 16: (FlatSum|Spine)", 704, kLargeStates},
    {"NVIDIA .*", "(Segmented)?Scan f64 (add|min|max) (in|ex)clusive forward( by head-bits)?: FlatSum(Small)?", 16,
     kInlined},
    {"NVIDIA .*", "RunLengths keys of 8: Spine|ReduceByKey u32 add keys of 8: Spine", 16, kInlined},
    {"NVIDIA .*", "Scan u32 add inclusive forward tuples of [25]: Spine", 32, kInlined},
    {"NVIDIA .*", "Scan ([uif]32 add|custom sum) exclusive forward: Spine", 16, kInlined},
    {"NVIDIA .*", "Scan f32 add (in|ex)clusive backward: Spine", 48, kInlined},
    {"NVIDIA .*", "Scan [uif]64 add exclusive backward: Spine", 16, kInlined},
    {"NVIDIA .*", "(Compact custom records|RunLengths keys of 4): Spine", 32, kInlined},
    {"NVIDIA .*", "SegmentedScan (u32 add exclusive backward by head-bits|[uf]64 .* inclusive forward by .*): Spine",
     16, kInlined},
    {"NVIDIA .*", "SegmentedScan f32 add inclusive forward by rows: Spine", 16, kInlined},
    {"NVIDIA .*", "Segmented(Scan|Reduce) reproducible f64 .*", 160,
     "an array of 64-bit elements that the driver does not break up"},
    {"NVIDIA .*", "Segmented(Scan|Reduce) reproducible f32 .*", 64, kInlined},
    {"RADV .*", "Scan u(32|64) add (inclusive forward|exclusive backward) order 16: .*", 1152, kLargeStates},
    {"RADV .*", "Scan u64 add inclusive forward (tuples of (4|16)|order 2 tuples of [28]): .*", 0, kScalars},
    {"RADV .*", "Scan custom matrix .*: Spine(WithFallback|Again)|RadixSort u64 values of .*: SortPass", 0, kScalars},
    {"RADV .*", "SegmentedReduce .* rows: SegmentsAlone|SegmentedReduce reproducible f32 by rows: .*", 0, kScalars},
    {"RADV .*", "SegmentedReduce reproducible f64 by (rows|offsets): .*", 1024,
     "an array of 64-bit elements that the driver does not break up"},
    {"RADV .*", "SegmentedScan u32 add exclusive backward by rows: (SingleWorkgroup|SpineWithFallback|SpineRecovery)",
     0, kScalars},
    {"RADV .*", "Compact 64 bytes by any bit( with rest)?: (SingleWorkgroup|SpineWithFallback|SpineRecovery)", 0,
     kScalars},
    {"ANV .*", "Scan .* (order|tuples of) .*|Scan custom matrix .*", 1 << 16, kLargeStates},
    {"ANV .*", "(Segmented)?(Scan|Reduce) reproducible .*", 1024,
     "tiles of a fixed order are as large everywhere, and workgroups may be small"},
    {"ANV .*", "SummedAreaTable F32 .* reproducible: Table(Reduce|Scan)", 8192,
     "loops over distances that double, which Mesa does not unroll; others are slower on NVIDIA's driver"},
    {"NVK .*", "Scan .* order 16: .*", 1600, kLargeStates},
    {"NVK .*",
     "(Reduce|Compact) .*: ReduceArray|(Segmented)?(Scan|Reduce) reproducible .*|RadixSort .*|"
     "Summed(Area|Volume)Table .*",
     640, "arrays that Mesa 25.0 keeps in memory: the cause was not found"},
};

struct Options {
    gpu::DeviceOptions device;
    bool list = false;
    bench::Coverage coverage = bench::Coverage::Classes;
    std::string filter;
    std::string json;
    unsigned threads = std::max(std::thread::hardware_concurrency(), 1u);
};

struct Report {
    std::vector<bench::ListedKernel> kernels;
    std::vector<bench::KernelStatistics> statistics; // of each
    uint64_t localBase = 0;
    double seconds = 0; // to compile all
};

std::vector<bench::ListedKernel> kernelsOf(const vkscan::Context& context, const Options& options)
{
    std::vector<bench::ListedKernel> kernels = bench::listKernels(context, options.coverage);
    std::erase_if(kernels, [&](const auto& kernel) { return kernel.name.find(options.filter) == std::string::npos; });
    return kernels;
}

// Drivers compile on the thread that asks for it.
void compileAll(const bench::KernelCompiler& compiler, unsigned threads, Report* report)
{
    const auto start = std::chrono::steady_clock::now();
    report->localBase = compiler.localBase();
    report->statistics.resize(report->kernels.size());
    std::atomic<std::size_t> next = 0;
    const auto work = [&] {
        for (std::size_t i = next++; i < report->kernels.size(); i = next++)
            report->statistics[i] = compiler.compile(report->kernels[i].kernel, report->kernels[i].resources);
    };
    std::vector<std::future<void>> workers;
    for (unsigned i = 0; i < threads; ++i)
        workers.push_back(std::async(std::launch::async, work));
    for (std::future<void>& worker : workers)
        worker.get();
    report->seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
}

// In UTC, by ISO 8601.
std::string date()
{
    const auto now = std::chrono::floor<std::chrono::seconds>(std::chrono::system_clock::now());
    const auto day = std::chrono::floor<std::chrono::days>(now);
    const std::chrono::year_month_day date(day);
    const std::chrono::hh_mm_ss time(now - day);
    char text[64] = "";
    std::snprintf(text, sizeof(text), "%04d-%02u-%02uT%02d:%02d:%02dZ", static_cast<int>(date.year()),
                  static_cast<unsigned>(date.month()), static_cast<unsigned>(date.day()),
                  static_cast<int>(time.hours().count()), static_cast<int>(time.minutes().count()),
                  static_cast<int>(time.seconds().count()));
    return text;
}

void writeJson(const std::string& path, const gpu::Device& device, const Report& report)
{
    std::ofstream file(path);
    file << "{\n  \"context\": {\n    \"date\": " << files::jsonQuoted(date())
         << ",\n    \"device\": " << files::jsonQuoted(device.properties().deviceName)
         << ",\n    \"driver\": " << files::jsonQuoted(bench::describeDriver(device))
         << ",\n    \"vkscan_version\": " << files::jsonQuoted(VKSCAN_VERSION_TEXT)
         << ",\n    \"local_memory_base\": " << report.localBase << ",\n    \"seconds\": " << report.seconds
         << "\n  },\n  \"kernels\": [";
    for (std::size_t i = 0; i < report.kernels.size(); ++i) {
        const bench::KernelStatistics& statistics = report.statistics[i];
        file << (i > 0 ? "," : "") << "\n    {\"name\": " << files::jsonQuoted(report.kernels[i].name)
             << ", \"registers\": " << statistics.registers << ", \"spills\": " << statistics.spills
             << ", \"local_bytes\": " << statistics.localBytes << ", \"shared_bytes\": " << statistics.sharedBytes
             << ", \"binary_bytes\": " << statistics.binaryBytes << ", \"lanes\": " << statistics.lanes
             << ", \"compile_ms\": " << statistics.milliseconds << "}";
    }
    file << "\n  ]\n}\n";
    file.close();
    if (!file)
        throw std::runtime_error("cannot write " + path);
}

void printTable(const Report& report)
{
    std::printf("registers  spills  local  shared  binary      ms  kernel\n");
    for (std::size_t i = 0; i < report.kernels.size(); ++i) {
        const bench::KernelStatistics& statistics = report.statistics[i];
        std::printf("%9" PRIu64 " %7" PRIu64 " %6" PRIu64 " %7" PRIu64 " %7" PRIu64 " %7.0f  %s\n",
                    statistics.registers, statistics.spills, statistics.localBytes, statistics.sharedBytes,
                    statistics.binaryBytes, statistics.milliseconds, report.kernels[i].name.c_str());
    }
    std::printf("%zu kernels, compiled in %.1f s; %" PRIu64 " of what the driver reports as local memory is its own\n",
                report.kernels.size(), report.seconds, report.localBase);
}

// Why the kernel's local memory is known; null if it is not.
const char* reasonOf(const std::string& device, const std::string& kernel, uint64_t bytes)
{
    for (const KnownSpill& spill : kKnownSpills)
        if (bytes <= spill.mostBytes && std::regex_match(device, std::regex(spill.device)) &&
            std::regex_match(kernel, std::regex(spill.kernels)))
            return spill.reason;
    return nullptr;
}

// Throws if a kernel has local memory or spills that are not known; standard error tells which.
void judge(const std::string& device, const Report& report)
{
    unsigned unknown = 0;
    for (std::size_t i = 0; i < report.kernels.size(); ++i) {
        const uint64_t bytes = report.statistics[i].localBytes, spills = report.statistics[i].spills;
        if (bytes == 0 && spills == 0)
            continue;
        const std::string& name = report.kernels[i].name;
        const char* reason = reasonOf(device, name, bytes);
        std::fprintf(reason != nullptr ? stdout : stderr,
                     "%" PRIu64 " bytes of local memory, %" PRIu64 " spills: %s: %s\n", bytes, spills, name.c_str(),
                     reason != nullptr ? reason : "not known");
        unknown += reason == nullptr ? 1 : 0;
    }
    if (unknown > 0)
        throw std::runtime_error(std::to_string(unknown) + " kernels have local memory or spills that are not known");
}

Options parse(int argc, char** argv)
{
    Options options;
    gpu::CommandLine line("Registers, local and shared memory and code size of every kernel that Waiting::Auto takes.",
                          "kernel_report");
    gpu::addDeviceOptions(line, &options.device);
    line.addFlag("--kernels", options.list, "List the kernels that an NVIDIA H100 takes; compile none, need no device");
    line.addCall(
        "--all", [&] { options.coverage = bench::Coverage::Everything; },
        "Every operator, kind, direction and option with every class: minutes instead of seconds");
    line.add("--filter", options.filter, "Only kernels whose names have this in them").text("TEXT");
    line.add("--json", options.json, "Also write the report to a file").text("FILE");
    line.add("--threads", options.threads, "That compile; by default as many as the processor has")
        .within(1, 1024)
        .text("T");
    gpu::parseOrExit(line, argc, argv);
    return options;
}

void run(int argc, char** argv)
{
    const Options options = parse(argc, argv);
    if (options.list) {
        const vkscan::Context context = gpu::createPlanContext(bench::listedDeviceDesc());
        const std::vector<bench::ListedKernel> kernels = kernelsOf(context, options);
        for (const bench::ListedKernel& kernel : kernels)
            std::printf("%s\n", kernel.name.c_str());
        std::printf("%zu kernels\n", kernels.size());
        return;
    }
    gpu::DeviceOptions deviceOptions = options.device;
    deviceOptions.onlyCompiles = true;
    const gpu::Device device(deviceOptions);
    const bench::KernelCompiler compiler(device);
    if (!compiler.whyNot().empty()) {
        std::printf("no statistics of kernels: %s\n", compiler.whyNot().c_str());
        return;
    }
    const vkscan::Context context = gpu::createPlanContext(device.contextDesc());
    Report report;
    report.kernels = kernelsOf(context, options);
    compileAll(compiler, options.threads, &report);
    printTable(report);
    if (!options.json.empty())
        writeJson(options.json, device, report);
    judge(std::string(compiler.driver()) + " " + device.properties().deviceName, report);
    gpu::requireSilence(device);
}

} // namespace

int main(int argc, char** argv)
{
    return gpu::mainOf("kernel_report", [&] { run(argc, argv); });
}
