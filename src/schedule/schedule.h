// How arrays are cut into tiles: an operation's stages, each with a geometry, a grid and scratch, and the counts that
// each stage takes. A schedule is computed once, when its operation is created. Pure functions.
#ifndef VKSCAN_SCHEDULE_SCHEDULE_H
#define VKSCAN_SCHEDULE_SCHEDULE_H

#include "abi.h"
#include "device/capabilities.h"
#include "fill_abi.h"
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

// Specialisation constants of an operation or a stage, in addition to the schedule's.
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
    uint32_t words = 0; // 32-bit words of a state; 0: no kernels of a user
    bool loads = false; // has LOAD
    bool stores = false;
    bool hasSegments = false;
    bool hasHeads = false; // has SEGMENTS and IS_HEAD
    bool selects = false;
    bool inVectors = false; // loads and stores states like built-in elements
    uint32_t maxParameterBytes = 0;
};

// The description of a schedule, apart from tuning, capabilities and stages.
struct ScheduleDesc {
    ElementType type = ElementType::U32;
    const char* form = "";     // the form of tiles in the names of modules, such as "_blocks"
    uint32_t order = 1;        // orders of one pass over memory
    uint32_t tupleSize = 1;    // elements
    uint32_t stateWords = 0;   // 32-bit words of a carry; 0: those of its elements
    uint32_t boundedTiles = 0; // maximum tiles of a workgroup on devices that bound loops; 0: the stage's number
    bool isShifted = true;     // tiles are aligned in memory, so arrays may begin within a vector
    // Reproducible: elements are combined in an order that depends only on their count (shaders/core/fixed_order.glsl),
    // in tiles of the same size in all geometries.
    bool hasFixedOrder = false;
    StoredType input = StoredType::Same; // how the input and the output are stored
    StoredType output = StoredType::Same;
    CustomElements custom;
    Direction direction = Direction::Forward;
    Waiting waiting = Waiting::Auto;
    uint64_t maxCount = 0; // 0: the limit of the stages
    OwnConstants<8> constants;
};

// How a stage's number of workgroups depends on its tiles.
enum class Grid {
    One,   // one workgroup
    Tiles, // one for each tile; one more keeps the spine, if the geometry has one
    Spans, // `groups`, at most one for each tile; more if spans get too long
    Fixed, // `groups`
};

struct StageDesc {
    const char* name = "";
    const char* kernel = "";
    Geometry geometry = {};
    Grid grid = Grid::Tiles;
    uint64_t maxTiles = 1;
    uint32_t groups = 0;
    uint32_t slots = 0;          // slots of scratch for each tile or, with spans, workgroup
    uint32_t slotsBehind = 0;    // slots of scratch after these
    uint32_t window = 0;         // tiles or workgroups that are summed at once: at most the workgroup's invocations
    uint32_t tilesOfWindow = 0;  // not 0: maximum tiles for each workgroup of a window
    uint32_t leastPositions = 0; // minimum positions, if another stage takes smaller arrays
    bool keepsSpine = false;     // one more workgroup keeps the spine, if the geometry has subgroups for it
    uint32_t fallback = abi::kFallbackNone; // the dispatch's role in a run that may give up
    bool callsUser = true;                  // calls a user's functions, if there are any
    OwnConstants<3> constants = {};
};

// Fits a stage to the contents of an operation's tiles: registers, shared memory, whole tuples. The default suits
// elements.
struct TileForm {
    virtual ~TileForm() = default;
    virtual void fit(const Schedule& schedule, StageDesc* stage) const noexcept;
};

// Reproducible tiles: kFixedTileVectors vectors, in windows of kFixedWindow tiles.
struct FixedOrderForm final : TileForm {
    void fit(const Schedule& schedule, StageDesc* stage) const noexcept override;
};
inline constexpr uint32_t kFixedTileVectors = 2048;
inline constexpr uint32_t kFixedWindow = 32;

// Makes the description reproducible.
void fixOrder(ScheduleDesc* desc) noexcept;

// A stage that is fitted to the schedule's tiles and device.
struct Stage : StageDesc {
    uint64_t tileElements = 0;
    uint64_t maxPositions = 0;          // at most maxCount and the elements missing before it
    bool isChoice = false;              // takes arrays; otherwise a helper
    Strategy strategy = Strategy::Auto; // the choice's strategy
    // Helpers of a choice: the dispatch before it, which computes aggregates; the recovery pass after it, for tiles
    // that gave up; and those of strategies that append dispatches themselves.
    uint8_t before = kNoStage;
    uint8_t recovery = kNoStage;
    uint8_t further[3] = {kNoStage, kNoStage, kNoStage};
    const CarryStrategy* carries = nullptr; // null: one dispatch and these helpers, with slots as scratch
};

// Positions count the elements and those missing before them in their first vector of 16 bytes.
struct Schedule {
    ScheduleDesc desc;
    Capabilities capabilities;
    Strategy strategy = Strategy::Auto; // forced, or Auto
    uint32_t gridWidth = 0;             // workgroups along x; larger grids are folded
    uint64_t spanTiles = 0;             // tiles of a workgroup of spans, unless there are too many
    uint64_t elementBytes = 0;   // bytes of an element in memory; set by operations that move elements of another type
    uint64_t vectorElements = 0; // elements in 16 bytes; 1 if a user's kernels load and store single states
    uint64_t slotBytes = 0;      // bytes of scratch for one aggregate or carry
    uint64_t maxCount = 0;       // elements of a call; an operation may lower it
    Waits waits = {};            // copied from the tuning
    Waits shortWaits = {};       // short waits of stages that may give up
    uint32_t testHooks = 0;
    Stage stages[kMaxStages];
    uint32_t stageCount = 0;

    Schedule() noexcept = default;
    Schedule(const ScheduleDesc& of, const Tuning& tuning, const Capabilities& on) noexcept;

    [[nodiscard]] const Stage& operator[](uint32_t stage) const noexcept { return stages[stage]; }
};

inline constexpr uint64_t kSpanTiles = 256;       // per workgroup of spans; longer arrays have more
inline constexpr uint64_t kBoundedTiles = 64;     // tiles of a workgroup that waits or holds much, if loops are bounded
inline constexpr uint64_t kBoundedWindows = 4096; // maximum that a workgroup adds one by one, if loops are bounded
inline constexpr uint64_t kMaxTiles = uint64_t{1} << 30;

// Builds a schedule's stages.
class StageList {
public:
    StageList(Schedule* schedule, const TileForm& form) noexcept : m_schedule(*schedule), m_form(form) {}

    [[nodiscard]] const Schedule& schedule() const noexcept { return m_schedule; }

    // Adds a stage that takes arrays; stages are added in order of positions. Returns false, and adds nothing, if it
    // takes no more positions than the stage before: it would never be chosen.
    bool choose(Strategy strategy, const StageDesc& desc, const CarryStrategy* carries = nullptr) noexcept;
    // Adds two stages of one strategy. The first takes fewer positions, and is left out if its tiles are no smaller.
    void choose(Strategy strategy, const StageDesc& small, const StageDesc& desc) noexcept;
    // Adds another dispatch. Returns its index.
    uint8_t add(const StageDesc& desc) noexcept;
    // Adds helpers of the latest choice: Stage::before; Stage::recovery, whose few workgroups run the pass's kernel on
    // its tiles, since it seldom has anything to do; the next of Stage::further.
    void addBefore(const StageDesc& desc) noexcept;
    void addRecovery(StageDesc pass, const char* name, uint32_t groups) noexcept;
    void addFurther(const StageDesc& desc) noexcept;

    // Tiles that a workgroup may take in sequence: `bounded` or the form's number on devices that bound loops.
    [[nodiscard]] uint64_t workgroupTiles(uint64_t bounded, uint64_t most) const noexcept;
    // Elements of a fitted stage's tile.
    [[nodiscard]] uint64_t tileElements(const StageDesc& desc) const noexcept { return resolve(desc).tileElements; }
    // The maximum tiles: of all spans, and of one workgroup's.
    [[nodiscard]] uint64_t maxSpanTiles() const noexcept;
    [[nodiscard]] uint64_t maxSingleTiles() const noexcept;

private:
    [[nodiscard]] Stage resolve(const StageDesc& desc) const noexcept;

    Schedule& m_schedule;
    const TileForm& m_form;
    uint8_t m_choice = kNoStage; // the latest choice
};

[[nodiscard]] inline bool isCustom(const ScheduleDesc& desc) noexcept
{
    return desc.custom.words > 0;
}

// Bytes in memory of an element of an array stored in this way.
[[nodiscard]] uint64_t storedBytes(const Schedule& schedule, StoredType stored) noexcept;

// Shared bytes: two states for each subgroup, at the narrowest width.
[[nodiscard]] uint64_t totalsBytes(Geometry geometry, uint64_t words) noexcept;

// The most elements that may be missing in an array's first vector.
[[nodiscard]] inline uint64_t maxHead(const Schedule& schedule) noexcept
{
    return schedule.desc.isShifted ? schedule.vectorElements - 1 : 0;
}

// The beginning of an array in its first vector, its positions, and its stage; kNoStage for too many positions. Vectors
// have the same number of elements if these are stored in fewer bytes.
struct Placement {
    uint64_t head;
    uint64_t positions;
    uint32_t stage;
};
[[nodiscard]] Placement placeArray(const Schedule& schedule, VkDeviceAddress address, uint64_t count,
                                   StoredType stored = StoredType::Same) noexcept;

// The stage for a number of positions; kNoStage if there is none. Its geometry cuts the array into tiles.
[[nodiscard]] uint32_t chooseStage(const Schedule& schedule, uint64_t positions) noexcept;

[[nodiscard]] uint64_t tileCount(const Stage& stage, uint64_t positions) noexcept;

// Whether the dispatch that takes an array has a workgroup for each tile, however many there are.
[[nodiscard]] inline bool hasGroupForEachTile(const Stage& stage) noexcept
{
    return stage.isChoice && stage.grid == Grid::Tiles && stage.tilesOfWindow == 0;
}

// Workgroups of the stage's dispatch.
[[nodiscard]] uint64_t workgroupCount(const Schedule& schedule, const Stage& stage, uint64_t positions) noexcept;

// The most bytes that recordings of up to `positions` positions take: fewer may take another stage, which needs more.
// bytesOf(stage, positions) returns the bytes of one recording.
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

// Bytes of scratch of one recording, and of all recordings of up to maxCount elements, wherever in a vector they begin.
// Both are monotone.
[[nodiscard]] VkDeviceSize recordingScratchSize(const Schedule& schedule, uint32_t stage, uint64_t positions) noexcept;
[[nodiscard]] VkDeviceSize scratchSize(const Schedule& schedule, uint64_t maxCount) noexcept;

// The specialisation constants of a stage's kernel.
[[nodiscard]] SpecConstants constantsOf(const Schedule& schedule, const Stage& stage, uint32_t operatorCode) noexcept;

// Appends a dispatch of the stage.
inline void appendStep(Plan* plan, const Schedule& schedule, uint32_t stage, uint64_t groups, const PushConstants& push,
                       const AccessList& accesses) noexcept
{
    Step& step = plan->append(stage, groups, schedule.gridWidth, push, accesses);
    step.isSized = hasGroupForEachTile(schedule[stage]) && step.groupCount[1] == 1;
}

// A stage that fills words, and its dispatch: with the number of elements, or with zeros.
[[nodiscard]] inline StageDesc fillStage() noexcept
{
    StageDesc stage = {.name = "FillWords", .kernel = "fill_words", .geometry = {256, 4}, .callsUser = false};
    stage.constants.set(abi::kIdType, 0); // one pipeline for all types
    return stage;
}
inline void appendFill(Plan* plan, const Schedule& schedule, uint32_t stage, VkDeviceAddress address, uint64_t words,
                       const AccessList& accesses, uint64_t count = 0, VkDeviceAddress countAddress = 0) noexcept
{
    const Geometry geometry = schedule[stage].geometry; // rows are words of an invocation
    const abi::FillPush push = {0, address, 0, count, countAddress, words, 0, 0, 0, 0};
    appendStep(plan, schedule, stage, divideRoundingUp<uint64_t>(words, geometry.workgroupSize * geometry.rows), push,
               accesses);
}

// The push constants that all operations on arrays share; the others are 0, and the operation sets them.
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
