// Selections: which elements are selected, words that are tested for it, and the test on the CPU.
#ifndef VKSCAN_TESTS_SELECTION_VALUES_H
#define VKSCAN_TESTS_SELECTION_VALUES_H

#include <vkscan/select.h>

#include <algorithm>
#include <bit>
#include <compare>
#include <cstdint>
#include <random>
#include <vector>

namespace testing_support {

// The distribution of selected elements.
enum class Pattern { None, All, Alternating, OneATile, Runs, Random, Few };
inline constexpr Pattern kPatterns[] = {Pattern::None,   Pattern::All,  Pattern::Alternating, Pattern::OneATile,
                                        Pattern::Random, Pattern::Runs, Pattern::Few};

// Runs begin and end near the edges of tiles of `tile` elements.
[[nodiscard]] inline std::vector<bool> selectedOf(Pattern pattern, uint64_t count, uint64_t tile)
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
[[nodiscard]] inline bool passes(const vkscan::Predicate& predicate, const vkscan::Scalar& operand,
                                 const std::vector<uint32_t>& words, uint64_t i)
{
    using vkscan::Condition;
    using vkscan::ElementType;
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
    vkscan::Scalar operand = {};
};
[[nodiscard]] inline Tested testedFor(const vkscan::Predicate& predicate, const std::vector<bool>& selected,
                                      uint32_t seed)
{
    using vkscan::Condition;
    using vkscan::ElementType;
    const uint32_t bits = predicate.condition == Condition::FlagBits    ? 1
                          : predicate.condition == Condition::FlagBytes ? 8
                                                                        : 32; // of an element
    Tested tested;
    if (predicate.condition == Condition::AnyBit)
        tested.operand = uint32_t{0x00070000};
    else if (predicate.condition > Condition::AnyBit)
        tested.operand = predicate.type == ElementType::F32   ? vkscan::Scalar(-5.0f)
                         : predicate.type == ElementType::I32 ? vkscan::Scalar(int32_t{-5})
                                                              : vkscan::Scalar(uint32_t{0x80000000});
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

} // namespace testing_support

#endif
