// How arrays are cut into tiles and carried: which stage takes which count, in what grid and with what scratch. Pure
// functions of a schedule, which is worked out once.
#ifndef VKSCAN_SCHEDULE_SCHEDULE_H
#define VKSCAN_SCHEDULE_SCHEDULE_H

#include "schedule/scan_desc.h"
#include "schedule/scan_model.h"

namespace vkscan {

// A model, and what plans look up of it.
struct Schedule : ScanModel {
    struct OfStage {
        uint64_t tileElements = 0;
        uint64_t maxPositions = 0; // of the description's maxCount, at most
        uint32_t window = 0;
        bool keepsSpine = false; // by one more workgroup
    };
    // The stages that may scan an array, from few positions to many.
    struct Candidates {
        Stage items[5] = {};
        uint32_t count = 0;
    };

    OfStage stages[kStageCount];
    Candidates candidates;
    uint32_t gridWidth; // workgroups along x, beyond which a grid is folded
    uint32_t cascadeWorkgroups;
    uint64_t spanTiles; // of a workgroup of ReduceThenScan, as long as there are not too many
    uint64_t slotBytes; // of scratch, for one aggregate or carry

    Schedule(const ScanModel& model) noexcept;

    [[nodiscard]] const OfStage& operator[](Stage stage) const noexcept { return stages[static_cast<uint32_t>(stage)]; }
};

// Whether the model's scan may take a stage's pipeline for some count.
[[nodiscard]] bool usesStage(const Schedule& schedule, Stage stage) noexcept;

[[nodiscard]] uint64_t maxScanCount(const Schedule& schedule) noexcept;

// Positions are the elements and those missing before them in their first vector of 16 bytes.

// Elements missing in an array's first vector: of one that begins at the address, and at most.
[[nodiscard]] uint64_t headOf(const ScanModel& model, VkDeviceAddress address) noexcept;
[[nodiscard]] uint64_t maxHead(const ScanModel& model) noexcept;

// The stage that scans an array, behind ReduceSpans where it is ScanSpans, before the other levels' stages where it is
// ScanTiles. Its geometry cuts the array into tiles.
// Stage::None for more than any takes.
[[nodiscard]] Stage chooseStage(const Schedule& schedule, uint64_t positions) noexcept;

// The grid of the stage's dispatches: tiles, and a spine where there is one; or spans; or what stays for all tiles.
[[nodiscard]] uint64_t workgroupCount(const Schedule& schedule, Stage stage, uint64_t positions) noexcept;

// Positions in a span of a cascade: those of whole tiles. The last spans may have fewer, or none.
[[nodiscard]] uint64_t cascadeSpan(const Schedule& schedule, Stage stage, uint64_t positions) noexcept;

// Bytes one recording takes, and bytes that recordings of up to maxCount elements take, wherever in a vector they
// begin. Both are monotone.
[[nodiscard]] VkDeviceSize recordingScratchSize(const Schedule& schedule, Stage stage, uint64_t positions) noexcept;
[[nodiscard]] VkDeviceSize scanScratchSize(const Schedule& schedule, uint64_t maxCount) noexcept;

} // namespace vkscan

#endif
