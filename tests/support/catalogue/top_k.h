// Selections of the first k keys: forms, inputs of calls, results on the CPU, and descriptions in the matrix.
#ifndef VKSCAN_TESTS_CATALOGUE_TOP_K_H
#define VKSCAN_TESTS_CATALOGUE_TOP_K_H

#include "sort_reference.h"
#include "twins.h"

namespace testing_support {

inline void addForms(Forms<TopK>* forms)
{
    forms->add("rows", [](TopKDesc&, TopKArgs& args) { args.rowLength = 5000; });
    forms->add("k beyond 1,024", [](TopKDesc&, TopKArgs& args) { args.k = 5000; });
    forms->add("u64, k beyond 1,024", [](TopKDesc& desc, TopKArgs& args) {
        desc.type = ElementType::U64;
        args.k = 5000;
    });
    forms->add("keys of 16 bits", [](TopKDesc& desc) { desc.type = ElementType::BF16; });
}

// Lengths of rows, some of them clamped, some 0 or less than k.
inline void drawRowLengths(const TopKArgs& args, uint32_t seed, CallMemory* memory)
{
    drawWords(Argument::RowLengths, args.rowLength + args.rowLength / 8 + 2, seed, memory);
}

inline void drawInputs(const TopKDesc& desc, TopKArgs& args, uint32_t seed, CallMemory* memory)
{
    withKeyType(desc.type, [&]<class T>() {
        memory->write(Argument::Input, randomKeys<T>(args.count, seed % 2 == 0 ? 300 : 0));
    });
    drawWords(Argument::Values, 1u << 26, seed, memory);
    drawRowLengths(args, seed, memory);
}

// The results of each row, or of all keys.
inline void runTwin(const TopKDesc& desc, const TopKArgs& args, uint64_t count, CallMemory* memory)
{
    const uint64_t length = args.rowLength > 0 ? args.rowLength : std::max<uint64_t>(args.count, 1);
    const uint64_t pitch = std::max<uint64_t>(length, args.rowPitch);
    RadixSortDesc sort;
    sort.descending = !desc.smallest;
    withKeyType(desc.type, [&]<class T>() {
        const auto lengths = memory->read<uint32_t>(Argument::RowLengths, (args.count + pitch - 1) / pitch);
        const auto keys = memory->read<T>(Argument::Input, count);
        const auto values = memory->read<uint32_t>(Argument::Values, count);
        const uint64_t places = (args.count + pitch - 1) / pitch * (args.rowLength > 0 ? args.k : count);
        auto selected =
            memory->read<T>(Argument::Output, std::min(places, memory->roomFor(Argument::Output, sizeof(T))));
        auto indices = memory->read<uint32_t>(Argument::Index, std::min(places, memory->roomFor(Argument::Index, 4)));
        auto sorted = memory->read<uint32_t>(Argument::SortedValues,
                                             std::min(places, memory->roomFor(Argument::SortedValues, 4)));
        for (uint64_t first = 0, place = 0; first < keys.size(); first += pitch, place += args.k) {
            const uint64_t own = lengths.empty() ? length : std::min<uint64_t>(length, lengths[first / pitch]);
            const std::vector<T> row(keys.begin() + static_cast<std::ptrdiff_t>(first),
                                     keys.begin() + static_cast<std::ptrdiff_t>(std::min(first + own, count)));
            std::vector<uint32_t> order = referenceOrder(sort, row, row.size(), {});
            order.resize(std::min<uint64_t>(order.size(), args.k));
            for (std::size_t i = 0; i < order.size(); ++i) {
                if (!selected.empty())
                    selected[place + i] = row[order[i]];
                if (!indices.empty())
                    indices[place + i] = order[i];
                if (!sorted.empty())
                    sorted[place + i] = values[first + order[i]];
            }
        }
        memory->write(Argument::Output, selected);
        memory->write(Argument::Index, indices);
        memory->write(Argument::SortedValues, sorted);
    });
}

inline void varyArguments(TopKArgs& args, const TopKDesc&, unsigned run)
{
    constexpr uint32_t kKs[] = {0, 1, 5, 63, 64, 65, 1024, 1025, kMaxTopK};
    args.k = kKs[run % std::size(kKs)];
    args.rowLength = run % 4 == 0 && args.k <= 64 ? kRowLengths[run % std::size(kRowLengths)] * 7 : 0;
    args.rowPitch = args.rowLength > 0 ? args.rowLength + kPaddings[run % std::size(kPaddings)] : 0;
}

inline void vary(Descriptions<TopKDesc>* descs, const Elements&)
{
    descs->each(&TopKDesc::smallest, std::array{false, true});
}

} // namespace testing_support

#endif
