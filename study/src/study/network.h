// The networks of the literature as forms of tiles: what they offer and take. Pure functions.
#ifndef VKSCAN_STUDY_NETWORK_H
#define VKSCAN_STUDY_NETWORK_H

#include "schedule/schedule.h"

#include <vkscan/study.h>

namespace vkscan::study {

// Whether a description's workgroups scan by a network of the literature, for which there are kernels of their own.
[[nodiscard]] bool usesNetwork(const ScanDesc& desc) noexcept;

// Checks the network of a description that is valid apart from it.
[[nodiscard]] Status checkNetwork(const ScanDesc& desc, const Capabilities& capabilities) noexcept;

// Sets what the schedule of such a scan has apart from others.
void describeNetwork(const NetworkDesc& network, ScheduleDesc* schedule) noexcept;

// Tiles of the network's own geometry, or of the tuning's.
struct NetworkForm final : TileForm {
    NetworkDesc network;

    explicit NetworkForm(const NetworkDesc& its) noexcept : network(its) {}
    void fit(const Schedule& schedule, StageDesc* stage) const noexcept override;
};

// Tiles that a workgroup scans where loops are bounded: a tile may take some 2,000 iterations.
inline constexpr uint32_t kBoundedNetworkTiles = 8;

} // namespace vkscan::study

#endif
