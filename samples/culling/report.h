// The program's report, as text for people and as JSON.
#ifndef VKSCAN_SAMPLES_CULLING_REPORT_H
#define VKSCAN_SAMPLES_CULLING_REPORT_H

#include "culler.h"
#include "options.h"

#include "../drawing/stage_times.h"

#include <set>

namespace culling {

struct WayReport {
    uint32_t drawn = 0;          // instances
    drawing::StageTimes stages;  // of its frames
    double cullMicroseconds = 0; // culling alone, the median over the repeats; 0 if unknown
    std::set<uint64_t> orders;   // hashes of the frames' lists
};

struct Report {
    std::string device;
    std::array<WayReport, kWays.size()> ways;
};

void print(const Report& report, const Options& options);
// Writes the report to the options' file. Throws if it cannot.
void writeJson(const Report& report, const Options& options);

} // namespace culling

#endif
