// Expansions of sources: forms, inputs of calls, and results on the CPU.
#ifndef VKSCAN_TESTS_CATALOGUE_EXPAND_H
#define VKSCAN_TESTS_CATALOGUE_EXPAND_H

#include "twins.h"

namespace testing_support {

inline void addForms(Forms<Expand>* forms)
{
    forms->add("`fromOffsets`", [](ExpandDesc& desc) { desc.fromOffsets = true; });
}

// Sizes of sources, some of them 0; or their sums.
inline void drawInputs(const ExpandDesc& desc, ExpandArgs& args, uint32_t seed, CallMemory* memory)
{
    drawWords(Argument::Counts, 5, seed, memory);
    if (!desc.fromOffsets)
        return;
    std::vector<uint32_t> offsets(args.count + 1);
    for (uint64_t i = 0; i < args.count; ++i)
        offsets[i + 1] = offsets[i] + static_cast<uint32_t>((i * 2654435761u >> 16) + seed) % 5;
    memory->write(Argument::Offsets, offsets);
}

inline void runTwin(const ExpandDesc& desc, const ExpandArgs& args, uint64_t count, CallMemory* memory)
{
    auto offsets = memory->read<uint32_t>(Argument::Offsets, args.count + 1);
    offsets.resize(args.count + 1); // may be absent without sources
    if (!desc.fromOffsets) {
        auto counts = memory->read<uint32_t>(Argument::Counts, count);
        counts.resize(args.count + 1);
        std::exclusive_scan(counts.begin(), counts.end(), offsets.begin(), 0u);
        memory->write(Argument::Offsets, offsets);
    }
    const uint64_t room = std::min(memory->roomFor(Argument::Output, sizeof(uint32_t)),
                                   memory->roomFor(Argument::Index, sizeof(uint32_t)));
    std::vector<uint32_t> sources;
    std::vector<uint32_t> ranks;
    for (uint32_t source = 0; source < count && offsets[source + 1] <= room; ++source)
        for (uint32_t rank = 0; rank < offsets[source + 1] - offsets[source]; ++rank) {
            sources.push_back(source);
            ranks.push_back(rank);
        }
    memory->write(Argument::Output, sources);
    memory->write(Argument::Index, ranks);
    memory->write(Argument::Total, std::vector<uint32_t>{offsets[count]});
    writeIndirect(args, sources.size(), memory);
}

} // namespace testing_support

#endif
