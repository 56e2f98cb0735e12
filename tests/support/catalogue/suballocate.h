// Suballocations: inputs of calls, and results on the CPU.
#ifndef VKSCAN_TESTS_CATALOGUE_SUBALLOCATE_H
#define VKSCAN_TESTS_CATALOGUE_SUBALLOCATE_H

#include "twins.h"

namespace testing_support {

inline void drawInputs(const SuballocateDesc&, SuballocateArgs&, uint32_t seed, CallMemory* memory)
{
    drawWords(Argument::Counts, 100, seed, memory);
}

inline void runTwin(const SuballocateDesc&, const SuballocateArgs& args, uint64_t count, CallMemory* memory)
{
    auto offsets = memory->read<uint32_t>(Argument::Counts, count);
    offsets.resize(args.count);
    const uint32_t capacity = std::min(args.capacity, kMaxCapacity);
    uint64_t sum = 0;
    for (uint32_t& offset : offsets) {
        const uint64_t first = sum;
        sum += offset;
        offset = sum <= capacity ? static_cast<uint32_t>(first) : kNoAllocation;
    }
    memory->write(Argument::Offsets, offsets);
    memory->write(Argument::Total, std::vector<uint32_t>{static_cast<uint32_t>(std::min<uint64_t>(sum, ~0u))});
    writeIndirect(args, std::min<uint64_t>(sum, capacity), memory);
}

} // namespace testing_support

#endif
