// A plan: the dispatches of one call and the memory each accesses, as plain data. Planning makes no Vulkan call, so
// sizes, limits and hazards are tested without a device; operation.cpp turns a plan into commands.
#ifndef VKSCAN_PLAN_PLAN_H
#define VKSCAN_PLAN_PLAN_H

#include <vkscan/plan.h>
#include <vkscan/types.h>

#include <cstring>
#include <initializer_list>
#include <new>
#include <type_traits>

namespace vkscan {

inline constexpr uint32_t kMaxPasses = 16;   // over memory: a scan takes up to one for each order
inline constexpr uint32_t kMaxPassSteps = 3; // steps of a pass that takes orders

// A list of accesses. Absent ranges are not appended. Only appended items are initialised.
struct AccessList {
    static constexpr uint32_t kCapacity = 10;
    uint32_t count = 0;
    union {
        Access items[kCapacity];
    };

    AccessList() noexcept {}
    AccessList(std::initializer_list<Access> accesses) noexcept
    {
        for (const Access& access : accesses)
            append(access);
    }

    void append(const Access& access) noexcept
    {
        if (access.range.size > 0)
            new (&items[count++]) Access(access);
    }
    void append(const AccessList& accesses) noexcept
    {
        for (uint32_t i = 0; i < accesses.count; ++i)
            append(accesses.items[i]);
    }
};

// The range as a read-only access, for a step that follows one that writes it.
[[nodiscard]] inline Access readOnly(const Access& access) noexcept
{
    return {access.range, false};
}

// Push constants that all kernels of arrays have at the same place. The words in between differ.
struct CommonPush {
    uint64_t inputAddress;
    uint64_t outputAddress;
    uint64_t scratchAddress;
    uint64_t maxCount;
    uint64_t countAddress;
    uint64_t own[3];
    uint32_t gridWidth; // workgroups along x
    uint32_t spans;     // number of spans whose slots a later dispatch takes
};

// Push constants of any kernel: bytes in the layout of their structure.
class PushConstants {
public:
    // Initialises every byte, also beyond smaller structures: hosts may compare them.
    PushConstants() noexcept = default;
    template <class Push, class = std::enable_if_t<!std::is_same_v<Push, PushConstants>>>
    PushConstants(const Push& push) noexcept
    {
        set(push);
    }

    // Writes a structure, or the end of one.
    template <class Push>
    void set(const Push& push, std::size_t offset = 0) noexcept
    {
        static_assert(std::is_trivially_copyable_v<Push> && sizeof(Push) <= sizeof(bytes));
        std::memcpy(bytes + offset, &push, sizeof(push));
    }
    // Returns a copy in the kernel's layout.
    template <class Push>
    [[nodiscard]] Push get() const noexcept
    {
        Push push;
        std::memcpy(static_cast<void*>(&push), bytes, sizeof(push));
        return push;
    }
    // Changes fields in place.
    template <class Push, class Change>
    void change(const Change& change) noexcept
    {
        Push push = get<Push>();
        change(push);
        set(push);
    }

    alignas(8) unsigned char bytes[kMaxPushConstantBytes] = {};
};

// The images that a step accesses: a bit for each binding of its set.
struct ImageAccesses {
    uint32_t reads = 0;
    uint32_t writes = 0;
};

struct Step {
    uint32_t stage = 0; // index among the operation's stages
    uint32_t set = 0;   // index of the descriptors in the recording
    uint32_t groupCount[2] = {1, 1};
    // A compute-to-compute barrier, shader writes to shader reads and writes, goes before this step.
    bool barrierBefore = false;
    PushConstants push;
    AccessList accesses;
    ImageAccesses images = {};
    bool isSized = false; // one workgroup for each tile, so a call's IndirectDispatch may say how many
};

// An address where a step can read four bytes: the first word that it writes, otherwise reads; 0 if it accesses
// nothing.
[[nodiscard]] VkDeviceAddress readableAddress(const AccessList& accesses) noexcept;

template <class Number>
[[nodiscard]] constexpr Number divideRoundingUp(Number value, Number divisor) noexcept
{
    return value / divisor + (value % divisor != 0 ? 1 : 0);
}

template <class Number>
[[nodiscard]] constexpr Number roundUp(Number value, Number multiple) noexcept
{
    return divideRoundingUp(value, multiple) * multiple;
}

// Only appended steps are constructed: constructing all would take longer than planning.
struct Plan {
    static constexpr uint32_t kCapacity = kMaxPassSteps * kMaxPasses;
    uint32_t stepCount = 0;
    union {
        Step steps[kCapacity];
    };

    Plan() noexcept {}
    Step& append() noexcept { return *new (&steps[stepCount++]) Step; }

    // Appends a dispatch of at least `groups` workgroups, folded into rows of at most `width`. The push constants are
    // those of a kernel of arrays. This function sets their grid and count address: the count with kPresent, otherwise
    // any word that the kernel can read.
    Step& append(uint32_t stage, uint64_t groups, uint32_t width, const PushConstants& push,
                 const AccessList& accesses) noexcept;
};

[[nodiscard]] inline bool overlaps(BufferRange a, BufferRange b) noexcept
{
    // Subtraction, since address + size may wrap around.
    return a.address <= b.address ? b.address - a.address < a.size && b.size > 0
                                  : a.address - b.address < b.size && a.size > 0;
}

// Whether two steps' accesses must not run concurrently: they overlap, and one writes.
[[nodiscard]] bool conflicts(const AccessList& a, const AccessList& b) noexcept;
// Whether two steps with the same set must not access its images concurrently.
[[nodiscard]] inline bool conflicts(ImageAccesses a, ImageAccesses b) noexcept
{
    return (a.writes & (b.reads | b.writes)) != 0 || (a.reads & b.writes) != 0;
}

// Puts a barrier before each step that conflicts with one after the last barrier, and nowhere else.
void placeBarriers(Plan* plan) noexcept;

} // namespace vkscan

#endif
