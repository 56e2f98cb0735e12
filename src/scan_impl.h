#ifndef VKSCAN_SCAN_IMPL_H
#define VKSCAN_SCAN_IMPL_H

#include "operation.h"

#include <vkscan/scan.h>

namespace vkscan {

struct Scan::Impl : Operation {
    static constexpr char kName[] = "Scan";

    // Scan::create with a tuning of one's own, and an operator code beyond the public ones: for tests and the
    // benchmark's search.
    static Status createTuned(const Context& context, const ScanDesc& desc, const Tuning& tuning, uint32_t operatorCode,
                              Scan* scan) noexcept;
};

} // namespace vkscan

#endif
