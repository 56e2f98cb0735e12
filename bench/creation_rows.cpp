// Times the creation of scans on the host.
#include "operation_rows.h"

#include "device/context_impl.h"
#include "study/create.h"

#include <chrono>
#include <cstdint>
#include <string>
#include <vector>

namespace bench {

namespace {

constexpr unsigned kRounds = 3;    // of half a second on an NVIDIA driver
constexpr unsigned kCpuRounds = 1; // whose times mean nothing

// Kernels take any unknown operator code for a sum, so a new code makes a kernel that no driver's cache has.
uint32_t newOperatorCode()
{
    static auto code = static_cast<uint32_t>(std::chrono::system_clock::now().time_since_epoch().count());
    return ++code | 0x8000'0000;
}

vkscan::Scan create(const vkscan::Context& context, const vkscan::study::ScanDesc& desc, uint32_t operatorCode)
{
    const vkscan::study::Tuning tuning(context.impl()->capabilities);
    vkscan::Scan scan;
    require(createTuned(context, desc, tuning, operatorCode, &scan), "Scan::create");
    return scan;
}

double microsecondsOf(const vkscan::Context& context, const vkscan::study::ScanDesc& desc, uint32_t operatorCode)
{
    const auto start = std::chrono::steady_clock::now();
    const vkscan::Scan scan = create(context, desc, operatorCode);
    return std::chrono::duration<double, std::micro>(std::chrono::steady_clock::now() - start).count();
}

Result measureCreation(Harness& harness, const vkscan::study::ScanDesc& desc, bool again)
{
    const unsigned rounds = harness.device().isCpu() ? kCpuRounds : kRounds;
    std::vector<double> microseconds;
    for (unsigned i = 0; i < rounds; ++i) {
        const uint32_t code = newOperatorCode();
        const vkscan::Scan first = again ? create(harness.context(), desc, code) : vkscan::Scan();
        microseconds.push_back(microsecondsOf(harness.planContext(), desc, code));
        microseconds.push_back(microsecondsOf(harness.context(), desc, code));
    }
    Result result;
    result.times = pairedTimes(microseconds, 1);
    result.yardstick = "plans_only";
    result.counters.emplace_back("kernels", create(harness.planContext(), desc, newOperatorCode()).kernels().count);
    return result;
}

// create/scan/u32[/max_count_4096] and, while an equal scan lives, create/scan/u32/again. The yardstick is the same
// creation by a context for plans only, which calls nothing of the driver's. No cache of the driver's has the kernels
// that are compiled.
void addCreationRows(Program& program, Harness& harness, unsigned)
{
    const auto add = [&](const char* variant, const vkscan::study::ScanDesc& desc, bool again) {
        program.addRow(
            std::string("create/scan/u32") + variant,
            [&harness, desc, again] { return measureCreation(harness, desc, again); }, [] {});
    };
    add("", {}, false);
    add("/max_count_4096", {{.maxCount = 4096}}, false);
    add("/again", {}, true);
}

const OperationRows kCreationRows("creation", addCreationRows);

} // namespace

} // namespace bench
