// What descriptions are refused. Pure functions.
#ifndef VKSCAN_SCHEDULE_SCAN_DESC_H
#define VKSCAN_SCHEDULE_SCAN_DESC_H

#include "device/capabilities.h"

#include <vkscan/scan.h>

namespace vkscan {

[[nodiscard]] Status checkScanDesc(const ScanDesc& desc, const Capabilities& capabilities) noexcept;

} // namespace vkscan

#endif
