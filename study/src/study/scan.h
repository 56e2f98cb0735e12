// Scans by strategies and networks of the literature: models and creation.
#ifndef VKSCAN_STUDY_SCAN_H
#define VKSCAN_STUDY_SCAN_H

#include "operations/scan.h"

#include <vkscan/study.h>

namespace vkscan::study {

// Checks the description, and makes the model of it.
[[nodiscard]] Status makeModel(const ScanDesc& desc, const Tuning& tuning, const Capabilities& capabilities,
                               ScanModel* model) noexcept;

// create with a tuning of one's own, and an operator code beyond the public ones: for tests and the benchmark's search.
[[nodiscard]] Status createTuned(const Context& context, const ScanDesc& desc, const Tuning& tuning,
                                 uint32_t operatorCode, Scan* created) noexcept;

} // namespace vkscan::study

#endif
