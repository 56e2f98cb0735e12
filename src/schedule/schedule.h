// How arrays are cut into tiles and carried: which stage takes which count, with what geometry, grid and scratch. A
// schedule is worked out once, when its operation is created. Pure functions.
#ifndef VKSCAN_SCHEDULE_SCHEDULE_H
#define VKSCAN_SCHEDULE_SCHEDULE_H

#include "device/capabilities.h"
#include "device/tuning.h"
#include "plan/kernels.h"
#include "plan/plan.h"

#include <vkscan/scan.h>

#include <algorithm>

namespace vkscan {

// Specialisation constants of an operation's own. They replace those of its schedule.
struct OwnConstants {
    struct Item {
        uint32_t id;
        uint32_t value;
    };
    Item items[8] = {};
    uint32_t count = 0;

    void set(uint32_t id, uint32_t value) noexcept { items[count++] = {id, value}; }
};

// What kernels of the user's say of themselves.
struct CustomElements {
    uint32_t words = 0; // of 32 bits, of a state; 0: there are no such kernels
    bool loads = false; // by itself, and so
    bool stores = false;
    bool hasSegments = false;
    bool hasHeads = false; // tells where these begin
    bool selects = false;
    bool inVectors = false; // loads and stores states as built-in elements are
    bool sorts = false;     // by keys of so many words
};

// What a schedule follows from, beside tuning and capabilities.
struct ScheduleDesc {
    ElementType type = ElementType::U32;
    KernelForm form = KernelForm::Elements;
    uint32_t order = 1;      // of one pass over memory
    uint32_t tupleSize = 1;  // elements
    uint32_t stateWords = 0; // of 32 bits; 0: those of its elements
    CustomElements custom;
    Direction direction = Direction::Forward;
    Strategy strategy = Strategy::Auto;
    Stage stage = Stage::None;                                      // that takes arrays; None: the strategy's
    Stage smallStages[3] = {Stage::None, Stage::None, Stage::None}; // that take smaller ones, before that one
    Geometry Tuning::*flatSum = &Tuning::flatSum;                   // of FlatSum
    Geometry Tuning::*spine = &Tuning::spine;                       // of Spine, but for blocks
    uint32_t cascadeWorkgroups = 0;                                 // 0: the tuning's
    uint64_t maxCount = 0;                                          // 0: what stages take
    WorkgroupNetworkDesc network = {};
    OwnConstants constants;
};

// Positions are the elements and those missing before them in their first vector of 16 bytes.
struct Schedule {
    struct OfStage {
        Geometry geometry;
        uint64_t tileElements = 0;
        uint64_t maxPositions = 0; // of the description's maxCount, at most
        uint32_t window = 0;       // tiles that are summed at once; with Sam, as many as there are workgroups
        bool keepsSpine = false;   // by one more workgroup
        bool isUsed = false;       // by some count, so that its pipeline is compiled
    };
    // The stages that may scan an array, from few positions to many.
    struct Candidates {
        Stage items[5] = {};
        uint32_t count = 0;
    };

    ScheduleDesc desc;
    Tuning tuning;
    Capabilities capabilities;
    OfStage stages[kStageCount];
    Candidates candidates;
    uint32_t gridWidth = 0; // workgroups along x, beyond which a grid is folded
    uint32_t cascadeWorkgroups = 0;
    uint64_t spanTiles = 0; // of a workgroup of ReduceThenScan, as long as there are not too many
    uint64_t slotBytes = 0; // of scratch, for one aggregate or carry
    uint64_t maxCount = 0;  // elements of a call; an operation may lower it

    Schedule() noexcept = default;
    Schedule(const ScheduleDesc& of, const Tuning& by, const Capabilities& on) noexcept;

    [[nodiscard]] const OfStage& operator[](Stage stage) const noexcept { return stages[static_cast<uint32_t>(stage)]; }

    // An operation's plans may take the stage, too.
    void use(Stage stage) noexcept { stages[static_cast<uint32_t>(stage)].isUsed = true; }
};

[[nodiscard]] inline bool isCustom(const ScheduleDesc& desc) noexcept
{
    return desc.custom.words > 0;
}

// Of an element in memory.
[[nodiscard]] uint64_t elementBytes(const ScheduleDesc& desc) noexcept;

// Vectors of 16 bytes in a block, which holds whole tuples, unless lanes share these.
[[nodiscard]] uint32_t blockVectors(const Schedule& schedule, Stage stage) noexcept;

// Elements missing in an array's first vector: of one that begins at the address, and at most.
[[nodiscard]] uint64_t headOf(const Schedule& schedule, VkDeviceAddress address) noexcept;
[[nodiscard]] uint64_t maxHead(const Schedule& schedule) noexcept;

// The stage that scans an array, behind ReduceSpans where it is ScanSpans, before the other levels' stages where it is
// ScanTiles. Its geometry cuts the array into tiles.
// Stage::None for more than any takes.
[[nodiscard]] Stage chooseStage(const Schedule& schedule, uint64_t positions) noexcept;

// The grid of the stage's dispatches: tiles, and a spine where there is one; or spans; or what stays for all tiles.
[[nodiscard]] uint64_t workgroupCount(const Schedule& schedule, Stage stage, uint64_t positions) noexcept;

// Positions in a span of a cascade: those of whole tiles. The last spans may have fewer, or none.
[[nodiscard]] uint64_t cascadeSpan(const Schedule& schedule, Stage stage, uint64_t positions) noexcept;

// The most bytes that recordings of up to so many positions take: fewer may take another stage, which needs more.
// bytesOf(stage, positions) says how many one takes.
template <class BytesOf>
[[nodiscard]] VkDeviceSize mostBytes(const Schedule& schedule, uint64_t positions, const BytesOf& bytesOf) noexcept
{
    VkDeviceSize most = 0;
    for (uint32_t i = 0; i < schedule.candidates.count; ++i) {
        const Stage stage = schedule.candidates.items[i];
        most = std::max(most, bytesOf(stage, std::min(positions, schedule[stage].maxPositions)));
        if (positions <= schedule[stage].maxPositions)
            break;
    }
    return most;
}

// Bytes one recording takes, and bytes that recordings of up to maxCount elements take, wherever in a vector they
// begin. Both are monotone.
[[nodiscard]] VkDeviceSize recordingScratchSize(const Schedule& schedule, Stage stage, uint64_t positions) noexcept;
[[nodiscard]] VkDeviceSize scratchSize(const Schedule& schedule, uint64_t maxCount) noexcept;

} // namespace vkscan

#endif
