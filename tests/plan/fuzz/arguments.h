// An operation's arguments in memory, as it lists them: where valid ones may lie, how they go wrong, and whether
// accepted ones are right. Shares no code with the library's checks of listed arguments.
#ifndef VKSCAN_TESTS_FUZZ_ARGUMENTS_H
#define VKSCAN_TESTS_FUZZ_ARGUMENTS_H

#include "plan/buffers.h"
#include "random.h"

#include <vkscan/plan.h>

#include <span>
#include <vector>

namespace testing_support {

inline constexpr VkDeviceSize kWord = sizeof(uint32_t);

enum class Use {
    Read,
    Write,
    Room, // written and read, in part
    Scratch,
};

struct MemoryArgument {
    const char* name;
    vkscan::BufferRange* given;
    VkDeviceSize bytes; // that the operation touches, where the argument is given; of scratch, those that it asks for
    VkDeviceSize alignment;
    Use use;
    bool optional = false;                        // absent where the address is 0
    const vkscan::BufferRange* inPlace = nullptr; // whose address it may share

    // Bytes that are touched; a null argument's are none.
    [[nodiscard]] vkscan::BufferRange touched() const;
};

class ArgumentList {
public:
    void add(const MemoryArgument& argument) { m_items[m_count++] = argument; }
    [[nodiscard]] std::span<const MemoryArgument> items() const { return {m_items, m_count}; }

private:
    MemoryArgument m_items[10];
    std::size_t m_count = 0;
};

// The listed arguments, which are fields of arguments that may be changed.
[[nodiscard]] ArgumentList argumentsOf(const vkscan::BufferList& listed, VkDeviceSize scratchBytes);

// The address of an optional argument that is to be placed.
inline constexpr VkDeviceAddress kWanted = 1;

// Gives each argument memory of its own, often side by side, or in place: a valid set. Sizes that are more than the
// bytes touched are kept.
void placeArguments(Random& random, const ArgumentList& arguments);

// Spoils one, or moves it without harm.
void mutateRange(Random& random, const ArgumentList& arguments);

// One range of a valid set spoiled, and what the status then says.
struct Spoiling {
    std::size_t argument;
    vkscan::BufferRange range;
    vkscan::Rule rule;
    std::size_t overlapped; // for Rule::Overlaps, the other argument; else the argument itself
};

// Moves valid arguments far apart; false if one is too large for that.
[[nodiscard]] bool placeApart(const ArgumentList& arguments);

// Spoils each range of arguments that lie far apart in every way: null, also if it is not touched, and if it is, at
// half its alignment, a byte short, beyond 2^64, and over each other range if one of the two is written. `usedScratch`:
// bytes that are accessed. Some spoil nothing: a size that is a capacity, or a range in place.
[[nodiscard]] std::vector<Spoiling> spoilings(const ArgumentList& arguments, VkDeviceSize usedScratch);

// Bytes of scratch that dispatches access.
[[nodiscard]] VkDeviceSize usedScratch(const ArgumentList& arguments, const vkscan::DispatchList& list);

// The fault of arguments that were accepted, or of the dispatches that were planned for them; null if there is none.
[[nodiscard]] const char* findArgumentFault(const ArgumentList& arguments);
[[nodiscard]] const char* findAccessFault(const ArgumentList& arguments, const vkscan::DispatchList& list);

} // namespace testing_support

#endif
