// The levels of ScanThenPropagate: the array, its tiles' aggregates, theirs, and so on up to a level of one tile. Pure
// functions.
#ifndef VKSCAN_SCHEDULE_LEVELS_H
#define VKSCAN_SCHEDULE_LEVELS_H

#include "schedule/scan_steps.h"

namespace vkscan {

struct Level {
    uint64_t positions = 0;
    uint64_t tiles = 0;      // workgroups, and positions of the next level
    VkDeviceSize offset = 0; // in scratch, of all but the first
};

struct Levels {
    static constexpr uint32_t kCapacity = 4;
    Level items[kCapacity] = {};
    uint32_t count = 0;
    VkDeviceSize scratchBytes = 0; // none for a single level
};

// Tiles of the longest array that so many levels hold.
[[nodiscard]] uint64_t maxLevelTiles(uint64_t tileElements) noexcept;

// Of an array of at most maxLevelTiles.
[[nodiscard]] Levels levelsOf(const Schedule& schedule, uint64_t positions) noexcept;

// Appends the steps of all levels, up and down; `push` is the whole scan's.
void appendLevels(Plan* plan, const Schedule& schedule, uint64_t positions, const abi::ScanPush& push,
                  const ScanBuffers& buffers) noexcept;

} // namespace vkscan

#endif
