// Selections by flags or by comparing words: forms, inputs of calls, results on the CPU, descriptions in the matrix.
#ifndef VKSCAN_TESTS_CATALOGUE_COMPACT_H
#define VKSCAN_TESTS_CATALOGUE_COMPACT_H

#include "twins.h"

#include <bit>
#include <compare>

namespace testing_support {

inline void addForms(Forms<Compact>* forms)
{
    forms->add("by words", [](CompactDesc& desc, CompactArgs& args) {
        desc.predicate.condition = Condition::Less;
        args.operand = 1u;
    });
    forms->add("elements of 2 bytes", [](CompactDesc& desc) { desc.elementSize = 2; });
    forms->add("`withRest`", [](CompactDesc& desc) { desc.withRest = true; });
    forms->add("`withRest`, without `rest`", [](CompactDesc& desc, CompactArgs& args) {
        desc.withRest = true;
        args.rest = {};
    });
}

// The distribution of selected elements.
enum class Pattern { None, All, Alternating, OneATile, Runs, Random, Few };
inline constexpr Pattern kPatterns[] = {Pattern::None,   Pattern::All,  Pattern::Alternating, Pattern::OneATile,
                                        Pattern::Random, Pattern::Runs, Pattern::Few};

// Runs begin and end near the edges of tiles of `tile` elements.
inline std::vector<bool> selectedOf(Pattern pattern, uint64_t count, uint64_t tile)
{
    std::minstd_rand random(static_cast<uint32_t>(count + 1));
    std::vector<bool> selected(count);
    for (uint64_t i = 0; i < count; ++i) {
        switch (pattern) {
        case Pattern::None: break;
        case Pattern::All: selected[i] = true; break;
        case Pattern::Alternating: selected[i] = i % 2 == 1; break;
        case Pattern::OneATile: selected[i] = i % tile == tile / 3; break;
        case Pattern::Runs: selected[i] = (i + 3) / tile % 2 == 0 || i % tile < 2; break;
        case Pattern::Random: selected[i] = random() / 64 % 2 == 0; break;
        case Pattern::Few: selected[i] = random() / 64 % 41 == 0; break;
        }
    }
    return selected;
}

// Whether an element passes the test.
inline bool passes(const Predicate& predicate, const Scalar& operand, const std::vector<uint32_t>& words, uint64_t i)
{
    const bool isBit = predicate.condition == Condition::FlagBits;
    const bool isByte = predicate.condition == Condition::FlagBytes;
    const uint32_t word = words[i / (isBit ? 32 : isByte ? 4 : 1)];
    const auto other = static_cast<uint32_t>(operand.bits());
    const std::partial_ordering order =
        predicate.type == ElementType::F32   ? std::bit_cast<float>(word) <=> std::bit_cast<float>(other)
        : predicate.type == ElementType::I32 ? std::bit_cast<int32_t>(word) <=> std::bit_cast<int32_t>(other)
                                             : word <=> other;
    switch (predicate.condition) {
    case Condition::FlagBits: return (word >> i % 32 & 1) != 0;
    case Condition::FlagBytes: return (word >> i % 4 * 8 & 0xff) != 0;
    case Condition::FlagWords: return word != 0;
    case Condition::AnyBit: return (word & other) != 0;
    case Condition::Equal: return order == 0;
    case Condition::NotEqual: return order != 0;
    case Condition::Less: return order < 0;
    case Condition::LessEqual: return order <= 0;
    case Condition::Greater: return order > 0;
    case Condition::GreaterEqual: return order >= 0;
    }
    return false;
}

// Words to test: flags, or values that pass the test if the element is selected.
struct Tested {
    std::vector<uint32_t> words;
    Scalar operand = {};
};
inline Tested testedFor(const Predicate& predicate, const std::vector<bool>& selected, uint32_t seed)
{
    const uint32_t bits = predicate.condition == Condition::FlagBits    ? 1
                          : predicate.condition == Condition::FlagBytes ? 8
                                                                        : 32; // for each element
    Tested tested;
    if (predicate.condition == Condition::AnyBit)
        tested.operand = uint32_t{0x00070000};
    else if (predicate.condition > Condition::AnyBit)
        tested.operand = predicate.type == ElementType::F32   ? Scalar(-5.0f)
                         : predicate.type == ElementType::I32 ? Scalar(int32_t{-5})
                                                              : Scalar(uint32_t{0x80000000});
    std::minstd_rand random(seed + 1);
    const auto draw = [&]() -> uint32_t {
        const auto number = static_cast<uint32_t>(random() / 16);
        if (predicate.condition < Condition::AnyBit)
            return number % 2 == 0 ? 0 : number >> 1;
        if (predicate.condition == Condition::AnyBit)
            return number;
        const auto distance = static_cast<int32_t>(number % 19) - 9; // from the operand
        if (predicate.type == ElementType::F32)
            return std::bit_cast<uint32_t>(-5.0f + 0.25f * static_cast<float>(distance));
        return static_cast<uint32_t>(tested.operand.bits()) + static_cast<uint32_t>(distance);
    };
    tested.words.assign((selected.size() * bits + 31) / 32, ~0u); // bits after the last flag must not count
    for (uint64_t i = 0; i < selected.size(); ++i) {
        const uint32_t mask = ~0u >> (32 - bits);
        const auto place = static_cast<uint32_t>(i * bits % 32);
        uint32_t& word = tested.words[i * bits / 32];
        do
            word = (word & ~(mask << place)) | (draw() & mask) << place;
        while (passes(predicate, tested.operand, tested.words, i) != selected[i]);
    }
    return tested;
}

// Elements of any words, and words of which some pass the test; without words to test, the elements are tested.
inline void drawInputs(const CompactDesc& desc, CompactArgs& args, uint32_t seed, CallMemory* memory)
{
    const Pattern pattern = kPatterns[seed % std::size(kPatterns)];
    const Tested tested = testedFor(desc.predicate, selectedOf(pattern, args.count, 256), seed);
    args.operand = tested.operand;
    drawWords(Argument::Input, 1u << 26, seed, memory);
    memory->write(memory->has(Argument::Tested) ? Argument::Tested : Argument::Input, tested.words);
}

inline void runTwin(const CompactDesc& desc, const CompactArgs& args, uint64_t count, CallMemory* memory)
{
    const Argument deciding = memory->has(Argument::Tested) ? Argument::Tested : Argument::Input;
    const auto words = memory->read<uint32_t>(deciding, memory->roomFor(deciding, sizeof(uint32_t)));
    const bool isIndices = desc.elementSize == kIndicesOnly;
    const uint64_t bytes = isIndices ? sizeof(uint32_t) : desc.elementSize;
    auto elements = memory->read<std::byte>(Argument::Input, isIndices ? 0 : count * bytes);
    if (isIndices) {
        std::vector<uint32_t> indices(count);
        std::iota(indices.begin(), indices.end(), 0);
        elements.resize(count * bytes);
        std::memcpy(elements.data(), indices.data(), elements.size());
    }
    std::vector<std::byte> selected;
    std::vector<std::byte> others;
    for (uint64_t i = 0; i < count; ++i) {
        std::vector<std::byte>& where = passes(desc.predicate, args.operand, words, i) ? selected : others;
        const auto element = elements.begin() + static_cast<std::ptrdiff_t>(i * bytes);
        where.insert(where.end(), element, element + static_cast<std::ptrdiff_t>(bytes));
    }
    const uint64_t found = selected.size() / bytes;
    const auto write = [&](Argument argument, std::vector<std::byte>& written) {
        written.resize(std::min<uint64_t>(written.size(), memory->roomFor(argument, bytes) * bytes));
        memory->write(argument, written);
    };
    memory->write(Argument::SelectedCount, std::vector<uint32_t>{static_cast<uint32_t>(found)});
    writeIndirect(args, memory->has(Argument::Output) ? std::min(found, memory->roomFor(Argument::Output, bytes)) : 0,
                  memory);
    write(Argument::Rest, others);
    if (desc.withRest && !memory->has(Argument::Rest))
        selected.insert(selected.end(), others.begin(), others.end());
    write(Argument::Output, selected);
}

// Every test and type, with elements of every alignment, alone and with the others in the same array or in another one.
inline void vary(Descriptions<CompactDesc>* descs, const Elements& elements)
{
    constexpr uint32_t kSizes[] = {4, kIndicesOnly, 1, 12, 2, 64, 8, 16, 24, 48, 60};
    descs->all.clear();
    std::size_t next = descs->first;
    for (const ConditionRow& row : kConditions)
        for (const ElementType type : row.compares ? typesOfBytes(4) : std::vector{ElementType::U32})
            for (const bool withRest : {false, true})
                descs->all.push_back({{row.value, type}, kSizes[next++ % std::size(kSizes)], withRest});
    if (elements.type != ElementType::U32)
        descs->all.clear(); // elements have no type
}

} // namespace testing_support

#endif
