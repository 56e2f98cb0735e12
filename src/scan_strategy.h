// Which strategy a scan takes for which count, and what that needs of scratch. Pure functions.
#ifndef VKSCAN_SCAN_STRATEGY_H
#define VKSCAN_SCAN_STRATEGY_H

#include "scan_desc.h"
#include "scan_model.h"

namespace vkscan {

// Whether the model's scan may take a stage's pipeline for some count.
[[nodiscard]] bool usesStage(const ScanModel& model, Stage stage) noexcept;

// Workgroups along x, beyond which a grid is folded.
[[nodiscard]] uint32_t gridWidth(const ScanModel& model) noexcept;

[[nodiscard]] uint64_t maxScanCount(const ScanModel& model) noexcept;

// Positions are the elements and those missing before them in their first vector of 16 bytes.

// Elements missing in an array's first vector: of one that begins at the address, and at most.
[[nodiscard]] uint64_t headOf(const ScanModel& model, VkDeviceAddress address) noexcept;
[[nodiscard]] uint64_t maxHead(const ScanModel& model) noexcept;

// How many a stage takes.
[[nodiscard]] uint64_t maxPositionsOf(const ScanModel& model, Stage stage) noexcept;

// The stage that scans an array, behind ReduceSpans where it is ScanSpans, before the other levels' stages where it is
// ScanTiles. Its geometry cuts the array into tiles.
// Stage::None for more than any takes.
[[nodiscard]] Stage chooseStage(const ScanModel& model, uint64_t positions) noexcept;

// The grid of the stage's dispatches: tiles, and a spine where there is one; or spans; or what stays for all tiles.
[[nodiscard]] uint64_t workgroupCount(const ScanModel& model, Stage stage, uint64_t positions) noexcept;

// Bytes one recording takes, and bytes that recordings of up to maxCount elements take, wherever in a vector they
// begin. Both are monotone.
[[nodiscard]] VkDeviceSize recordingScratchSize(const ScanModel& model, Stage stage, uint64_t positions) noexcept;
[[nodiscard]] VkDeviceSize scanScratchSize(const ScanModel& model, uint64_t maxCount) noexcept;

} // namespace vkscan

#endif
