// Order statistics: forms, inputs of calls, and results on the CPU.
#ifndef VKSCAN_TESTS_CATALOGUE_QUANTILES_H
#define VKSCAN_TESTS_CATALOGUE_QUANTILES_H

#include "sort_reference.h"
#include "twins.h"

#include <bit>

namespace testing_support {

// Fractions at the ends, in between and beyond, and a NaN. Ranks take their bits, most of which are beyond the keys.
inline constexpr float kFractions[] = {0.5f,  0.0f,  1.0f, 0.25f,
                                       0.99f, -1.0f, 2.0f, std::numeric_limits<float>::quiet_NaN()};

// The rank, from 0, that a word asks for among `keys` of them.
inline uint64_t askedRank(uint32_t word, bool isRank, uint64_t keys)
{
    if (isRank)
        return std::min<uint64_t>(word, keys - 1);
    const auto fraction = std::bit_cast<float>(word);
    const uint64_t rounded = fraction > 0 ? static_cast<uint64_t>(std::min(fraction, 1.0f) * 0x1p31f) : 0;
    return (rounded * (keys - 1) + (uint64_t{1} << 30) - 1) >> 31;
}

inline void addForms(Forms<Quantiles>* forms)
{
    forms->add("rows", [](QuantilesDesc&, QuantilesArgs& args) {
        args.rowLength = 5000;
        args.quantileCount = 3;
    });
    forms->add("ranks", [](QuantilesDesc&, QuantilesArgs& args) { args.areRanks = true; });
    forms->add("u64, of 8 quantiles", [](QuantilesDesc& desc, QuantilesArgs& args) {
        desc.type = ElementType::U64;
        args.quantileCount = 8;
    });
}

inline void drawInputs(const QuantilesDesc& desc, QuantilesArgs& args, uint32_t seed, CallMemory* memory)
{
    withType(desc.type,
             [&]<class T>() { memory->write(Argument::Input, randomKeys<T>(args.count, seed % 2 == 0 ? 300 : 0)); });
    std::vector<uint32_t> words;
    for (uint32_t i = 0; i < args.quantileCount; ++i)
        words.push_back(args.areRanks ? i * 1000
                                      : std::bit_cast<uint32_t>(kFractions[(i + seed) % std::size(kFractions)]));
    memory->write(Argument::Quantiles, words);
}

// The results of each row, or of all keys.
inline void runTwin(const QuantilesDesc& desc, const QuantilesArgs& args, uint64_t count, CallMemory* memory)
{
    const uint64_t length = args.rowLength > 0 ? args.rowLength : std::max<uint64_t>(args.count, 1);
    const uint64_t pitch = std::max<uint64_t>(length, args.rowPitch);
    const auto words = memory->read<uint32_t>(Argument::Quantiles, args.quantileCount);
    withType(desc.type, [&]<class T>() {
        const auto keys = memory->read<T>(Argument::Input, count);
        auto found = memory->read<T>(Argument::Output, (args.count + pitch - 1) / pitch * args.quantileCount);
        for (uint64_t first = 0, place = 0; first < keys.size(); first += pitch, place += args.quantileCount) {
            std::vector<T> row(keys.begin() + static_cast<std::ptrdiff_t>(first),
                               keys.begin() + static_cast<std::ptrdiff_t>(std::min(first + length, count)));
            for (uint32_t i = 0; i < args.quantileCount; ++i) {
                const auto nth =
                    row.begin() + static_cast<std::ptrdiff_t>(askedRank(words[i], args.areRanks, row.size()));
                std::nth_element(row.begin(), nth, row.end(),
                                 [](T a, T b) { return orderedBits({}, a) < orderedBits({}, b); });
                found[place + i] = *nth;
            }
        }
        memory->write(Argument::Output, found);
    });
}

inline void varyArguments(QuantilesArgs& args, const QuantilesDesc&, unsigned run)
{
    args.quantileCount = 1 + run % kMaxQuantiles;
    args.areRanks = run % 3 == 0;
    args.rowLength = run % 4 == 0 ? kRowLengths[run % std::size(kRowLengths)] * 7 : 0;
    args.rowPitch = args.rowLength > 0 ? args.rowLength + kPaddings[run % std::size(kPaddings)] : 0;
}

} // namespace testing_support

#endif
