// Searches the geometries that are fastest on the device at hand.
#include "operation_rows.h"

#include "device/context_impl.h"
#include "schedule/array_operation.h"
#include "study/create.h"

#include <support/operation.h>

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <limits>
#include <stdexcept>
#include <string>
#include <vector>

namespace bench {

namespace {

using vkscan::ElementType;
using vkscan::Geometry;
namespace study = vkscan::study;
using study::Tuning;
using vkscan::Strategy;

constexpr unsigned kTuneLog2 = 24;

// A strategy's geometry, and the counts that it is tried with.
struct Field {
    Strategy strategy;
    const char* name;
    Geometry Tuning::*geometry;
    Geometry Tuning::*other; // the strategy's for larger or smaller counts, or the same
    std::vector<unsigned> log2s;
};

const Field kFields[] = {
    {Strategy::SingleWorkgroup, "singleWorkgroupSmall", &Tuning::singleWorkgroupSmall, &Tuning::singleWorkgroup, {10}},
    {Strategy::SingleWorkgroup, "singleWorkgroup", &Tuning::singleWorkgroup, &Tuning::singleWorkgroupSmall, {12, 14}},
    {Strategy::FlatSum, "flatSumSmall", &Tuning::flatSumSmall, &Tuning::flatSum, {14, 16}},
    {Strategy::FlatSum, "flatSum", &Tuning::flatSum, &Tuning::flatSumSmall, {18, 20}},
    {Strategy::Spine, "spine", &Tuning::spine, &Tuning::spine, {18, 20, 22, 24}},
    {study::kChained, "chained", &Tuning::chained, &Tuning::chained, {18, 20, 22, 24}},
    {study::kSam, "sam", &Tuning::sam, &Tuning::sam, {18, 20, 22, 24}},
    {study::kDecoupledLookback, "lookBack", &Tuning::lookBack, &Tuning::lookBack, {18, 20, 22, 24}},
    {Strategy::ReduceThenScan, "spans", &Tuning::spans, &Tuning::spans, {16, 20, 24}},
    {study::kScanThenPropagate, "tiles", &Tuning::tiles, &Tuning::tiles, {16, 20, 24}},
};

std::string text(const Geometry& geometry)
{
    const std::string spine =
        geometry.spineSubgroups > 0 ? std::string(", ") + std::to_string(geometry.spineSubgroups) : "";
    return std::string("{") + std::to_string(geometry.workgroupSize) + ", " + std::to_string(geometry.rows) + spine +
           "}";
}

// Prints the times of the strategy's scans with the geometry. Returns the mean of their logarithms, and infinity where
// the device or a count does not take it. Adds measurements that failed to `failures`.
double measure(Harness& harness, ElementType type, const Field& field, const Geometry& geometry, unsigned maxLog2,
               unsigned* failures)
{
    Tuning tuning(harness.context().impl()->capabilities);
    tuning.*field.geometry = tuning.*field.other = geometry; // for all counts
    const vkscan::study::ScanDesc desc = sumRow(type, field.strategy, 0).desc;
    vkscan::Scan scan;
    const vkscan::Status status = createTuned(harness.context(), desc, tuning, static_cast<uint32_t>(desc.op), &scan);
    std::printf("// %-22s%-10s", field.name, text(geometry).c_str());
    double sum = 0;
    const std::vector<unsigned> log2s = boundedLog2s(field.log2s, maxLog2);
    for (const unsigned log2 : log2s) {
        const Row row = sumRow(type, field.strategy, uint64_t{1} << log2);
        if (status != vkscan::Status::Success || row.count > scan.maxCount()) {
            sum = std::numeric_limits<double>::infinity();
            continue;
        }
        try {
            const double microseconds = harness.measure(row, scan).times.second;
            std::printf("  2^%u: %8.2f", log2, microseconds);
            sum += std::log(microseconds);
        } catch (const std::exception& error) {
            ++*failures;
            std::fprintf(stderr, "%s: %s\n", row.name().c_str(), error.what());
            harness.recover();
        }
    }
    std::printf("%s%s\n", status == vkscan::Status::Success ? "" : "  ",
                status == vkscan::Status::Success ? "" : study::sentenceOf(status));
    std::fflush(stdout);
    return sum / static_cast<double>(log2s.size());
}

} // namespace

void tune(Harness& harness, unsigned maxLog2)
{
    maxLog2 = std::min(maxLog2, kTuneLog2);
    if (!harness.allocate(sizeof(uint64_t) << maxLog2))
        throw std::runtime_error("the device has no memory for the search");
    const vkscan::Capabilities& capabilities = harness.context().impl()->capabilities;
    unsigned failures = 0;
    for (const ElementType type : {ElementType::U32, ElementType::U64}) {
        std::printf("// %s, %s: microseconds\n", harness.device().properties().deviceName, toString(type));
        for (const Field& field : kFields) {
            if (type == ElementType::U64 && !vkscan::findRow(study::kStrategies, field.strategy)->isOwn)
                continue; // refused
            Geometry best = Tuning(capabilities).*field.geometry;
            double shortest = std::numeric_limits<double>::infinity();
            for (const uint32_t workgroupSize : {128u, 256u, 512u, 1024u})
                for (const uint32_t rows : {1u, 2u, 4u, 8u}) {
                    const Geometry geometry = {workgroupSize, rows, best.spineSubgroups};
                    if (workgroupSize > capabilities.maxWorkgroupInvocations ||
                        geometry.tileElements(type) > uint64_t{1} << maxLog2)
                        continue;
                    const double mean = measure(harness, type, field, geometry, maxLog2, &failures);
                    if (mean < shortest)
                        best = geometry;
                    shortest = std::min(mean, shortest);
                }
            std::printf("tuning.%s = %s;\n", field.name, text(best).c_str());
        }
    }
    if (failures > 0)
        throw std::runtime_error(std::to_string(failures) + " measurements failed");
    gpu::requireSilence(harness.device());
}

} // namespace bench
