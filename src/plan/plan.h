// A plan: the dispatches of one call and the memory each touches, as plain data. Planning makes no Vulkan call, so
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

inline constexpr uint32_t kMaxPasses = 16;   // over memory: a scan takes one for each order, at worst
inline constexpr uint32_t kMaxPassSteps = 3; // of operations that take orders

// Appends nothing for an absent range. Only the items that are appended are set.
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

// The range as an access that only reads, for a step behind one that writes it.
[[nodiscard]] inline Access readOnly(const Access& access) noexcept
{
    return {access.range, false};
}

// Fields that the push constants of all kernels of arrays have at the same place. Those in between are each kernel's
// own.
struct CommonPush {
    uint64_t inputAddress;
    uint64_t outputAddress;
    uint64_t scratchAddress;
    uint64_t maxCount;
    uint64_t countAddress;
    uint64_t own[3];
    uint32_t gridWidth; // workgroups along x
    uint32_t spans;     // whose slots a later dispatch takes, in kernels that reduce and scan spans
};

// Push constants of any kernel: bytes in the layout of the structure that they are made of.
class PushConstants {
public:
    // Every byte, also behind smaller structures: hosts may compare them.
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
    // A copy, in the layout of the kernel.
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
    uint32_t stage = 0; // among its operation's
    uint32_t set = 0;   // index of its descriptors in the recording
    uint32_t groupCount[2] = {1, 1};
    // A compute-to-compute barrier, shader writes to shader reads and writes, goes before this step.
    bool barrierBefore = false;
    PushConstants push;
    AccessList accesses;
    ImageAccesses images = {};
};

// An address that a step can read four bytes at, whatever it was given: the first word that it writes, or else reads; 0
// if it touches nothing.
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

// Only the steps that are appended are constructed: setting up all would take a recording longer than planning does.
struct Plan {
    static constexpr uint32_t kCapacity = kMaxPassSteps * kMaxPasses;
    uint32_t stepCount = 0;
    union {
        Step steps[kCapacity];
    };

    Plan() noexcept {}
    Step& append() noexcept { return *new (&steps[stepCount++]) Step; }

    // Appends a dispatch of at least so many workgroups, folded into rows of at most `width`. The push constants are
    // those of a kernel of arrays, whose grid and count's address are completed: the latter with kPresent, or else any
    // word that the kernel can read.
    void append(uint32_t stage, uint64_t groups, uint32_t width, const PushConstants& push,
                const AccessList& accesses) noexcept;
};

[[nodiscard]] inline bool overlaps(BufferRange a, BufferRange b) noexcept
{
    // Subtraction, since address + size may wrap around.
    return a.address <= b.address ? b.address - a.address < a.size && b.size > 0
                                  : a.address - b.address < b.size && a.size > 0;
}

// Whether two steps' accesses must not run concurrently: they meet in memory and one writes.
[[nodiscard]] bool conflicts(const AccessList& a, const AccessList& b) noexcept;
// Whether two steps of one set must not access its images concurrently.
[[nodiscard]] inline bool conflicts(ImageAccesses a, ImageAccesses b) noexcept
{
    return (a.writes & (b.reads | b.writes)) != 0 || (a.reads & b.writes) != 0;
}

// Puts a barrier before each step that conflicts with one since the last barrier, and nowhere else.
void placeBarriers(Plan* plan) noexcept;

} // namespace vkscan

#endif
