// A plan: the dispatches of one call and the memory each touches, as plain data. Planning makes no Vulkan call, so
// sizes, limits and hazards are tested without a device; record.cpp turns a plan into commands.
#ifndef VKSCAN_PLAN_PLAN_H
#define VKSCAN_PLAN_PLAN_H

#include "custom_abi.h"
#include "histogram_abi.h"
#include "plan/stages.h"
#include "radix_sort_abi.h"
#include "run_abi.h"
#include "select_abi.h"
#include "split_abi.h"
#include "suballocate_abi.h"

#include <vkscan/custom.h>
#include <vkscan/plan.h>
#include <vkscan/types.h>

#include <cstring>
#include <initializer_list>
#include <new>

namespace vkscan {

// A scan goes over memory once for each order, at worst.
inline constexpr uint32_t kMaxPasses = 16;
inline constexpr uint32_t kMaxPassSteps = 3; // of scans that take orders

// Appends nothing for an absent range. Only the items that are appended are set.
struct AccessList {
    static constexpr uint32_t kCapacity = 8;
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
    void read(BufferRange range) noexcept { append({range, false}); }
    void write(BufferRange range) noexcept { append({range, true}); }
};

// The same range, for a step that reads what another has written.
[[nodiscard]] inline Access readOnly(const Access& access) noexcept
{
    return {access.range, false};
}

union PushConstants {
    abi::ScanPush scan;
    abi::SatPush table;
    abi::SelectPush select;
    abi::HistogramPush histogram;
    abi::SuballocatePush allocate;
    abi::RunPush run;
    abi::RadixSortPush sort;
    abi::SplitPush split;
    struct {
        union {
            abi::CustomPush push;
            abi::CustomSelectPush select;
        };
        unsigned char parameters[kMaxParameterBytes];
    } custom;
    struct {
        abi::RadixSortPush push;
        unsigned char parameters[kMaxSortParameterBytes];
    } customSort;

    // Every byte, also behind the smaller ones: hosts may compare them.
    PushConstants() noexcept { std::memset(static_cast<void*>(this), 0, sizeof(*this)); }
    PushConstants(const abi::ScanPush& push) noexcept : PushConstants() { scan = push; }
    PushConstants(const abi::SatPush& push) noexcept : PushConstants() { table = push; }
    PushConstants(const abi::SelectPush& push) noexcept : PushConstants() { select = push; }
    PushConstants(const abi::HistogramPush& push) noexcept : PushConstants() { histogram = push; }
    PushConstants(const abi::SuballocatePush& push) noexcept : PushConstants() { allocate = push; }
    PushConstants(const abi::RunPush& push) noexcept : PushConstants() { run = push; }
    PushConstants(const abi::RadixSortPush& push) noexcept : PushConstants() { sort = push; }
    PushConstants(const abi::SplitPush& push) noexcept : PushConstants() { split = push; }
};

struct Step {
    Stage stage = Stage::SingleWorkgroup;
    uint32_t groupCount[2] = {1, 1};
    // A compute-to-compute barrier, shader writes to shader reads and writes, goes before this step.
    bool barrierBefore = false;
    PushConstants push;
    AccessList accesses;
};

// An address that a step can read four bytes at, whatever it was given: of the first word that it writes, or else
// reads; 0 if it touches nothing.
[[nodiscard]] VkDeviceAddress readableAddress(const AccessList& accesses) noexcept;

template <class Number>
[[nodiscard]] constexpr Number divideRoundingUp(Number value, Number divisor) noexcept
{
    return value / divisor + (value % divisor != 0 ? 1 : 0);
}

// At least so many workgroups, folded into rows of at most `width`, which kernels are told.
void setGrid(uint64_t groups, uint32_t width, Step* step) noexcept;

// Only the steps that are appended are constructed: setting up all would take a recording longer than planning does.
struct Plan {
    static constexpr uint32_t kCapacity = kMaxPassSteps * kMaxPasses;
    uint32_t stepCount = 0;
    union {
        Step steps[kCapacity];
    };

    Plan() noexcept {}
    Step& append() noexcept { return *new (&steps[stepCount++]) Step; }
};

[[nodiscard]] inline bool overlaps(BufferRange a, BufferRange b) noexcept
{
    // Differences, since address + size may wrap around.
    return a.address <= b.address ? b.address - a.address < a.size && b.size > 0
                                  : a.address - b.address < b.size && a.size > 0;
}

// Whether two steps' accesses must not run concurrently: they meet in memory and one writes.
[[nodiscard]] bool conflicts(const AccessList& a, const AccessList& b) noexcept;

// Puts a barrier before each step that conflicts with one since the last barrier, and nowhere else.
void placeBarriers(Plan* plan) noexcept;

} // namespace vkscan

#endif
