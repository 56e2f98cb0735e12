// How arrays are cut into tiles: an operation's stages, each with its geometry, grid and scratch, and which of them
// takes which count. A schedule is worked out once, when its operation is created. Pure functions.
#ifndef VKSCAN_SCHEDULE_SCHEDULE_H
#define VKSCAN_SCHEDULE_SCHEDULE_H

#include "abi.h"
#include "device/capabilities.h"
#include "plan/pipelines.h"
#include "plan/plan.h"
#include "tuning/tuning.h"

#include <vkscan/strategy.h>
#include <vkscan/types.h>

#include <algorithm>

namespace vkscan {

inline constexpr uint8_t kNoStage = 0xff;

struct CarryStrategy;
struct Schedule;

// Specialisation constants that an operation or a stage sets apart from the schedule's.
template <uint32_t capacity>
struct OwnConstants {
    struct Item {
        uint32_t id;
        uint32_t value;
    };
    Item items[capacity] = {};
    uint32_t count = 0;

    void set(uint32_t id, uint32_t value) noexcept { items[count++] = {id, value}; }
};

// Properties of a user's kernels, as their modules state them.
struct CustomElements {
    uint32_t words = 0; // of 32 bits, of a state; 0: there are no such kernels
    bool loads = false; // by its own LOAD
    bool stores = false;
    bool hasSegments = false;
    bool hasHeads = false; // marks where segments begin
    bool selects = false;
    bool inVectors = false; // loads and stores states as built-in elements are
    uint32_t maxParameterBytes = 0;
};

// The description of a schedule, beside tuning, capabilities and stages.
struct ScheduleDesc {
    ElementType type = ElementType::U32;
    const char* form = "";     // of tiles, in the names of modules: "_blocks", say
    const char* stored = "";   // likewise, "_small": arrays of smaller elements
    uint32_t order = 1;        // of one pass over memory
    uint32_t tupleSize = 1;    // elements
    uint32_t stateWords = 0;   // of 32 bits, of a carry; 0: those of its elements
    uint32_t boundedTiles = 0; // of a workgroup, where loops are bounded; 0: the stage's number
    bool isShifted = true;     // tiles begin at multiples of theirs in memory, so that arrays may begin within a vector
    // Elements are combined in an order that depends on their count alone (shaders/core/fixed_order.glsl), in tiles
    // that are the same in all geometries.
    bool hasFixedOrder = false;
    StoredType input = StoredType::Same; // how the input and the output are stored
    StoredType output = StoredType::Same;
    CustomElements custom;
    Direction direction = Direction::Forward;
    Waiting waiting = Waiting::Auto;
    uint64_t maxCount = 0; // 0: what stages take
    OwnConstants<8> constants;
};

// How a stage's number of workgroups follows from its tiles.
enum class Grid {
    One,   // one
    Tiles, // one a tile; and one more that keeps the spine, where the geometry has one
    Spans, // as many as `groups`, or tiles; more where spans got too long
    Fixed, // as many as `groups`
};

struct StageDesc {
    const char* name = "";
    const char* kernel = "";
    Geometry geometry = {};
    Grid grid = Grid::Tiles;
    uint64_t maxTiles = 1;
    uint32_t groups = 0;
    uint32_t slots = 0;          // of scratch, that arrays take for each tile, or workgroup of spans
    uint32_t slotsBehind = 0;    // of scratch, behind these
    uint32_t window = 0;         // tiles or workgroups that are summed at once: at most the workgroup's invocations
    uint32_t tilesOfWindow = 0;  // not 0: takes so many tiles for each workgroup of a window, and no more
    uint32_t leastPositions = 0; // of arrays that the stage takes, if another takes smaller ones
    const char* variant = "";
    bool keepsSpine = false;                // by one more workgroup, if the geometry has subgroups for it
    uint32_t fallback = abi::kFallbackNone; // which dispatch it is of a run that may give up
    bool callsUser = true;                  // calls what a user's kernels define, where there are any
    OwnConstants<3> constants = {};
};

// Fits a stage to what tiles of an operation hold: registers, shared memory, whole tuples. The default suits elements.
struct TileForm {
    virtual ~TileForm() = default;
    virtual void fit(const Schedule& schedule, StageDesc* stage) const noexcept;
};

// Tiles of a fixed order: kFixedTileVectors vectors, in windows of kFixedWindow tiles.
struct FixedOrderForm final : TileForm {
    void fit(const Schedule& schedule, StageDesc* stage) const noexcept override;
};
inline constexpr uint32_t kFixedTileVectors = 2048;
inline constexpr uint32_t kFixedWindow = 32;

// Makes the description one of a fixed order.
void fixOrder(ScheduleDesc* desc) noexcept;

// A stage that fits the schedule's tiles and device.
struct Stage : StageDesc {
    uint64_t tileElements = 0;
    uint64_t maxPositions = 0;          // at most the description's maxCount and what may be missing before it
    bool isChoice = false;              // takes arrays; other stages are helpers
    Strategy strategy = Strategy::Auto; // of a choice
    // Helpers of a choice: the dispatch before it, which leaves aggregates; the recovery pass after it, which does the
    // tiles that gave up; and those of strategies that append dispatches of their own.
    uint8_t before = kNoStage;
    uint8_t recovery = kNoStage;
    uint8_t further[3] = {kNoStage, kNoStage, kNoStage};
    const CarryStrategy* carries = nullptr; // null: one dispatch and these helpers, whose scratch is slots
};

// Positions are the elements and those missing before them in their first vector of 16 bytes.
struct Schedule {
    ScheduleDesc desc;
    Capabilities capabilities;
    Strategy strategy = Strategy::Auto; // forced, or Auto
    uint32_t gridWidth = 0;             // workgroups along x, beyond which a grid is folded
    uint64_t spanTiles = 0;             // of a workgroup of spans, as long as there are not too many
    uint64_t elementBytes = 0;   // of an element in memory; operations that move others than those of `type` set it
    uint64_t vectorElements = 0; // of a vector of 16 bytes; 1 where a user's kernels load and store states one by one
    uint64_t slotBytes = 0;      // of scratch, for one aggregate or carry
    uint64_t maxCount = 0;       // elements of a call; an operation may lower it
    Waits waits = {};            // these are the tuning's
    Waits shortWaits = {};       // of stages that may give up
    uint32_t fallbacks = 0;
    uint32_t testHooks = 0;
    Stage stages[kMaxStages];
    uint32_t stageCount = 0;

    Schedule() noexcept = default;
    Schedule(const ScheduleDesc& of, const Tuning& tuning, const Capabilities& on) noexcept;

    [[nodiscard]] const Stage& operator[](uint32_t stage) const noexcept { return stages[stage]; }
};

inline constexpr uint64_t kSpanTiles = 256;       // of a workgroup of spans; of longer arrays, there are more
inline constexpr uint64_t kBoundedTiles = 64;     // of a workgroup that waits or holds much, where loops are bounded
inline constexpr uint64_t kBoundedWindows = 4096; // that a workgroup adds one by one, where loops are bounded
inline constexpr uint64_t kMaxTiles = uint64_t{1} << 30;

// Builds a schedule's stages.
class StageList {
public:
    StageList(Schedule* schedule, const TileForm& form) noexcept : m_schedule(*schedule), m_form(form) {}

    [[nodiscard]] const Schedule& schedule() const noexcept { return m_schedule; }

    // Adds a stage that takes arrays, from few positions to many. False if it takes no more than the one before, and so
    // is never chosen; it is not added then.
    bool choose(Strategy strategy, const StageDesc& desc, const CarryStrategy* carries = nullptr) noexcept;
    // Two of one strategy. The first is for fewer positions, and left out where its tiles are no smaller.
    void choose(Strategy strategy, const StageDesc& small, const StageDesc& desc) noexcept;
    // Adds another dispatch of the operation. Returns its index.
    uint8_t add(const StageDesc& desc) noexcept;
    // Adds helpers of the choice that was added last: Stage::before; Stage::recovery, which runs the pass's kernel in
    // its tiles by few workgroups, since it seldom has anything to do; the next of Stage::further.
    void addBefore(const StageDesc& desc) noexcept;
    void addRecovery(StageDesc pass, const char* name, uint32_t groups) noexcept;
    void addFurther(const StageDesc& desc) noexcept;

    // Tiles that a workgroup may take one after the other: `bounded` or the form's number where loops are bounded.
    [[nodiscard]] uint64_t workgroupTiles(uint64_t bounded, uint64_t most) const noexcept;
    // Elements of a stage's tile, once it fits.
    [[nodiscard]] uint64_t tileElements(const StageDesc& desc) const noexcept { return resolve(desc).tileElements; }
    // The most tiles of spans, and of one workgroup each.
    [[nodiscard]] uint64_t maxSpanTiles() const noexcept;
    [[nodiscard]] uint64_t maxSingleTiles() const noexcept;

private:
    [[nodiscard]] Stage resolve(const StageDesc& desc) const noexcept;

    Schedule& m_schedule;
    const TileForm& m_form;
    uint8_t m_choice = kNoStage; // added last
};

[[nodiscard]] inline bool isCustom(const ScheduleDesc& desc) noexcept
{
    return desc.custom.words > 0;
}

// Bytes in memory of an element of an array that is stored so.
[[nodiscard]] uint64_t storedBytes(const Schedule& schedule, StoredType stored) noexcept;

// Shared bytes: two states for each subgroup, at the narrowest width.
[[nodiscard]] uint64_t totalsBytes(Geometry geometry, uint64_t words) noexcept;

// The most elements that may be missing in an array's first vector.
[[nodiscard]] inline uint64_t maxHead(const Schedule& schedule) noexcept
{
    return schedule.desc.isShifted ? schedule.vectorElements - 1 : 0;
}

// Where an array begins in its first vector, its positions, and the stage that takes it; kNoStage for too many. A
// vector has as many elements if these are stored in fewer bytes.
struct Placement {
    uint64_t head;
    uint64_t positions;
    uint32_t stage;
};
[[nodiscard]] Placement placeArray(const Schedule& schedule, VkDeviceAddress address, uint64_t count,
                                   StoredType stored = StoredType::Same) noexcept;

// The stage that takes so many positions; kNoStage if none does. Its geometry cuts the array into tiles.
[[nodiscard]] uint32_t chooseStage(const Schedule& schedule, uint64_t positions) noexcept;

[[nodiscard]] uint64_t tileCount(const Stage& stage, uint64_t positions) noexcept;

// Workgroups of the stage's dispatch.
[[nodiscard]] uint64_t workgroupCount(const Schedule& schedule, const Stage& stage, uint64_t positions) noexcept;

// The most bytes that recordings of up to so many positions take: fewer may take another stage, which needs more.
// bytesOf(stage, positions) returns the bytes of one.
template <class BytesOf>
[[nodiscard]] VkDeviceSize mostBytes(const Schedule& schedule, uint64_t positions, const BytesOf& bytesOf) noexcept
{
    VkDeviceSize most = 0;
    for (uint32_t i = 0; i < schedule.stageCount; ++i) {
        const Stage& stage = schedule[i];
        if (!stage.isChoice || positions < stage.leastPositions)
            continue;
        most = std::max(most, bytesOf(i, std::min(positions, stage.maxPositions)));
        if (positions <= stage.maxPositions && stage.leastPositions == 0)
            break;
    }
    return most;
}

// Bytes of scratch that one recording takes, and that recordings of up to maxCount elements take, wherever in a vector
// they begin. Both are monotone.
[[nodiscard]] VkDeviceSize recordingScratchSize(const Schedule& schedule, uint32_t stage, uint64_t positions) noexcept;
[[nodiscard]] VkDeviceSize scratchSize(const Schedule& schedule, uint64_t maxCount) noexcept;

// The specialisation constants of a stage's kernel.
[[nodiscard]] SpecConstants constantsOf(const Schedule& schedule, const Stage& stage, uint32_t operatorCode) noexcept;

// Appends a dispatch of the stage.
inline void appendStep(Plan* plan, const Schedule& schedule, uint32_t stage, uint64_t groups, const PushConstants& push,
                       const AccessList& accesses) noexcept
{
    plan->append(stage, groups, schedule.gridWidth, push, accesses);
}

// The part of push constants that all operations on arrays share; an operation fills in the rest, which is 0.
template <class Push, class Args>
[[nodiscard]] Push pushOf(const Args& args, uint64_t head) noexcept
{
    Push push = {};
    push.maxCount = args.count;
    push.countAddress = args.countBuffer.address;
    if constexpr (requires { push.head; })
        push.head = static_cast<uint32_t>(head);
    if constexpr (requires { push.scratchAddress = args.scratch.address; })
        push.scratchAddress = args.scratch.address;
    return push;
}

} // namespace vkscan

#endif
