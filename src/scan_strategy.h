// Which strategy a scan takes for which count, and what that needs of scratch. Pure functions.
#ifndef VKSCAN_SCAN_STRATEGY_H
#define VKSCAN_SCAN_STRATEGY_H

#include "capabilities.h"
#include "plan.h"
#include "tuning.h"

#include <vkscan/scan.h>

namespace vkscan {

struct ScanModel {
    ScanDesc desc;
    Tuning tuning;
    Capabilities capabilities;
};

[[nodiscard]] Status checkScanDesc(const ScanDesc& desc, const Capabilities& capabilities) noexcept;

// Whether the model's scan may take a stage's pipeline for some count.
[[nodiscard]] bool usesStage(const ScanModel& model, Stage stage) noexcept;

// The stage whose geometry cuts the array into the strategy's tiles.
[[nodiscard]] Stage scanStage(Strategy strategy) noexcept;

[[nodiscard]] Geometry geometryOf(const Tuning& tuning, Stage stage) noexcept;

// Workgroups along x, beyond which a grid is folded.
[[nodiscard]] uint32_t gridWidth(const ScanModel& model) noexcept;

[[nodiscard]] uint64_t maxScanCount(const ScanModel& model) noexcept;

// Auto for a count beyond maxScanCount.
[[nodiscard]] Strategy chooseStrategy(const ScanModel& model, uint64_t count) noexcept;

// The grid of the strategy's dispatches: tiles, and a spine where there is one, or spans.
[[nodiscard]] uint64_t workgroupCount(const ScanModel& model, Strategy strategy, uint64_t count) noexcept;

// Bytes one recording takes, and bytes that recordings of up to maxCount elements take. Both are monotone.
[[nodiscard]] VkDeviceSize recordingScratchSize(const ScanModel& model, Strategy strategy, uint64_t count) noexcept;
[[nodiscard]] VkDeviceSize scanScratchSize(const ScanModel& model, uint64_t maxCount) noexcept;

} // namespace vkscan

#endif
