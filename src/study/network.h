// The networks by which a scan's workgroups may scan their tiles: what they offer and take. Pure functions.
#ifndef VKSCAN_STUDY_NETWORK_H
#define VKSCAN_STUDY_NETWORK_H

#include "device/capabilities.h"
#include "device/tuning.h"

#include <vkscan/scan.h>

namespace vkscan {

// That a workgroup scans where loops are bounded: a tile may take some 2,000 iterations.
inline constexpr uint32_t kBoundedNetworkTiles = 8;

// One of the literature's, for which there are kernels of their own.
[[nodiscard]] bool usesNetwork(const ScanDesc& desc) noexcept;

// Of a description that is valid apart from its network.
[[nodiscard]] Status checkNetwork(const ScanDesc& desc, const Capabilities& capabilities) noexcept;

// Values that a network has room for in shared memory, and those that padding skips.
[[nodiscard]] uint32_t networkSharedValues(const WorkgroupNetworkDesc& network, ElementType type,
                                           uint32_t workgroupSize) noexcept;

// The network's own, or what the tuning has and shared memory holds.
[[nodiscard]] Geometry networkGeometry(const WorkgroupNetworkDesc& network, ElementType type,
                                       const Capabilities& capabilities, Geometry tuned) noexcept;

} // namespace vkscan

#endif
