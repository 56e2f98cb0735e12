#include "select_check.h"

#include <algorithm>
#include <bit>
#include <random>
#include <sstream>

using namespace vkscan;

namespace testing_support {

namespace {

// The memory of one run: its arrays live as long as this.
struct Arrays {
    uint32_t words; // words of a written element
    TestArray input;
    TestArray tested;
    TestArray output;
    TestArray rest;
    TestArray totals;
    TestArray indirect{sizeof(uint32_t)};
    CountBuffer countBuffer;
    TestArray ownScratch;

    Arrays(const SelectCase& selectCase, uint32_t elementSize, const std::vector<uint32_t>& elements,
           const std::vector<uint32_t>& testedWords, uint64_t capacity, VkDeviceSize scratchBytes)
        : words(std::max(elementSize / 4, 1u)),
          input(elements, misalign(selectCase.inputMisalignment)),
          tested(testedWords, selectCase.testedMisalignment * 4 % 16),
          output(capacity * words * 4, misalign(selectCase.outputMisalignment)),
          rest(capacity * words * 4, misalign(selectCase.inputMisalignment + 1)),
          totals(4),
          countBuffer(selectCase.gpuCount),
          ownScratch(selectCase.ownScratch ? scratchBytes : 0)
    {
        ownScratch.fill(0);
    }

    [[nodiscard]] VkDeviceSize misalign(VkDeviceSize alignments) const
    {
        const uint32_t bytes = words * 4;
        return alignments * std::min(bytes & (~bytes + 1), 16u) % 16;
    }

    // Arguments of all operations.
    template <class Args>
    [[nodiscard]] Args args(const SelectCase& selectCase, VkDeviceSize scratchBytes) const
    {
        Args args;
        args.input = input.range();
        if (!selectCase.countsOnly)
            args.output = output.range();
        args.count = selectCase.count;
        args.countBuffer = countBuffer.range();
        args.scratch = selectCase.ownScratch ? ownScratch.range() : sharedScratch(scratchBytes);
        return args;
    }
};

// Expects these words, up to the capacity, and that nothing else was written.
void expectWords(std::vector<uint32_t> expected, const TestArray& array, const char* what)
{
    const auto actual = array.values<uint32_t>();
    expected.resize(actual.size(), 0x01010101u * kUnwritten);
    const auto [e, a] = std::mismatch(expected.begin(), expected.end(), actual.begin());
    ASSERT_EQ(e, expected.end()) << what << ": word " << e - expected.begin() << " of " << actual.size() << " is " << *a
                                 << " instead of " << *e;
}

[[nodiscard]] std::vector<uint32_t> placesWhere(const std::vector<bool>& selected, bool value, uint64_t count)
{
    std::vector<uint32_t> places;
    for (uint64_t i = 0; i < count; ++i)
        if (selected[i] == value)
            places.push_back(static_cast<uint32_t>(i));
    return places;
}

[[nodiscard]] uint64_t countOf(const SelectCase& selectCase)
{
    return std::min<uint64_t>(selectCase.count, selectCase.gpuCount.value_or(~0u));
}

[[nodiscard]] std::string describe(uint32_t test, uint32_t elementSize, const SelectCase& selectCase)
{
    std::ostringstream text;
    text << "test " << test << ", elements of " << elementSize << " bytes, " << selectCase.count << " of them";
    if (selectCase.gpuCount)
        text << ", read on the device: " << *selectCase.gpuCount;
    if (selectCase.capacity)
        text << ", room for " << *selectCase.capacity;
    if (selectCase.countsOnly)
        text << ", without an output";
    if (selectCase.restApart)
        text << ", the rest apart";
    text << (selectCase.testsInput ? ", themselves tested" : "") << ", misaligned by " << selectCase.inputMisalignment
         << ", " << selectCase.outputMisalignment << ", " << selectCase.testedMisalignment;
    return text.str();
}

// The input: elements of `words` words, or the tested words.
std::vector<uint32_t> inputOf(const SelectCase& selectCase, uint32_t words, const std::vector<uint32_t>& tested)
{
    return selectCase.testsInput ? tested : elementsOf(selectCase.count, std::max(words, 1u));
}

void expectOutput(const Arrays& arrays, const SelectCase& selectCase, const std::vector<uint32_t>& expected)
{
    expectWords(selectCase.countsOnly ? std::vector<uint32_t>() : expected, arrays.output, "output");
}

void expectIndirect(const Arrays& arrays, const SelectCase& selectCase, uint64_t written)
{
    written = selectCase.countsOnly ? 0 : written;
    const uint64_t up = selectCase.rounding == Rounding::Up ? selectCase.divisor - 1 : 0;
    expectWords({static_cast<uint32_t>((written + up) / selectCase.divisor)}, arrays.indirect, "indirect");
}

} // namespace

std::vector<bool> selectedOf(Pattern pattern, uint64_t count, uint64_t tile)
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

Tested testedFor(const Predicate& predicate, const std::vector<bool>& selected, uint32_t seed)
{
    std::minstd_rand random(seed + 1);
    Tested tested;
    const uint64_t perWord = predicate.condition == Condition::FlagBits    ? 32
                             : predicate.condition == Condition::FlagBytes ? 4
                                                                           : 1;
    // Bits after the last flag must not count.
    tested.words.assign((selected.size() + perWord - 1) / perWord, perWord > 1 ? 0xffffffff : 0);
    for (uint64_t i = 0; i < selected.size(); ++i) {
        uint32_t& word = tested.words[i / perWord];
        const auto place = static_cast<uint32_t>(i % perWord * (32 / perWord));
        if (perWord > 1) {
            const uint32_t field = perWord == 32 ? 1 : 0xff;
            const auto flag = static_cast<uint32_t>(1 + random() % field);
            word = (word & ~(field << place)) | (selected[i] ? flag << place : 0);
            continue;
        }
        if (predicate.condition == Condition::FlagWords) {
            word = selected[i] ? static_cast<uint32_t>(1 + random()) : 0;
            continue;
        }
        if (predicate.condition == Condition::AnyBit) {
            word = selected[i] ? 0x00010000u << random() % 3 | 1 : static_cast<uint32_t>(random()) & ~0x00070000u;
            continue;
        }
        // Around the operand, about -5: values below, equal, and above.
        const auto offset = static_cast<int32_t>(random() / 64 % 100) + 1;
        const auto sign = static_cast<int32_t>(random() / 64 % 2) * 2 - 1;
        int32_t difference = 0; // selected by Equal
        switch (predicate.condition) {
        case Condition::Equal: difference = selected[i] ? 0 : sign * offset; break;
        case Condition::NotEqual: difference = selected[i] ? sign * offset : 0; break;
        case Condition::Less: difference = selected[i] ? -offset : offset - 1; break;
        case Condition::LessEqual: difference = selected[i] ? 1 - offset : offset; break;
        case Condition::Greater: difference = selected[i] ? offset : 1 - offset; break;
        case Condition::GreaterEqual: difference = selected[i] ? offset - 1 : -offset; break;
        case Condition::FlagBits:
        case Condition::FlagBytes:
        case Condition::FlagWords:
        case Condition::AnyBit: break;
        }
        if (predicate.type == ElementType::F32)
            word = std::bit_cast<uint32_t>(-5.0f + 0.25f * static_cast<float>(difference));
        else if (predicate.type == ElementType::I32)
            word = static_cast<uint32_t>(-5 + difference);
        else
            word = 0x80000000u + static_cast<uint32_t>(difference);
    }
    if (predicate.condition == Condition::AnyBit)
        tested.operand = uint32_t{0x00070000};
    else if (predicate.condition > Condition::AnyBit)
        tested.operand = predicate.type == ElementType::F32   ? Scalar(-5.0f)
                         : predicate.type == ElementType::I32 ? Scalar(int32_t{-5})
                                                              : Scalar(uint32_t{0x80000000});
    return tested;
}

std::vector<uint32_t> elementsOf(uint64_t count, uint32_t words)
{
    std::vector<uint32_t> elements(count * words);
    for (uint64_t i = 0; i < elements.size(); ++i)
        elements[i] = static_cast<uint32_t>(i * 2654435761u + 7);
    return elements;
}

std::vector<uint32_t> gathered(const std::vector<uint32_t>& elements, uint32_t words,
                               const std::vector<uint32_t>& places)
{
    if (words == 0)
        return places;
    std::vector<uint32_t> result;
    for (const uint32_t place : places)
        for (uint64_t word = 0; word < words; ++word)
            result.push_back(elements[uint64_t{place} * words + word]);
    return result;
}

void checkCompact(const Compact& compact, const CompactDesc& desc, const SelectCase& selectCase,
                  const std::vector<bool>& selected)
{
    SCOPED_TRACE(describe(static_cast<uint32_t>(desc.predicate.condition), desc.elementSize, selectCase));
    const uint32_t words = desc.elementSize / 4;
    const Tested tested = testedFor(desc.predicate, selected, static_cast<uint32_t>(selectCase.count));
    const std::vector<uint32_t> elements = inputOf(selectCase, words, tested.words);
    const VkDeviceSize scratch = compact.scratchSize(selectCase.count);
    const bool sharesOutput = desc.withRest && !selectCase.restApart;
    const Arrays arrays(selectCase, desc.elementSize, elements, tested.words,
                        sharesOutput ? selectCase.count : selectCase.capacity.value_or(selectCase.count), scratch);
    auto args = arrays.args<CompactArgs>(selectCase, scratch);
    if (!selectCase.testsInput)
        args.tested = arrays.tested.range();
    if (selectCase.restApart)
        args.rest = arrays.rest.range();
    args.operand = tested.operand;
    args.selectedCount = arrays.totals.range();
    args.indirect = {arrays.indirect.range(), selectCase.divisor, selectCase.rounding};
    submit(compact, args, selectCase.submissions);
    std::vector<uint32_t> places = placesWhere(selected, true, countOf(selectCase));
    const uint64_t found = places.size();
    const std::vector<uint32_t> others = placesWhere(selected, false, countOf(selectCase));
    expectWords(selectCase.restApart ? gathered(elements, words, others) : std::vector<uint32_t>(), arrays.rest,
                "rest");
    if (sharesOutput)
        places.insert(places.end(), others.begin(), others.end());
    expectOutput(arrays, selectCase, gathered(elements, words, places));
    expectWords({static_cast<uint32_t>(found)}, arrays.totals, "selectedCount");
    expectIndirect(arrays, selectCase,
                   sharesOutput ? found : std::min<uint64_t>(found, selectCase.capacity.value_or(~0u)));
}

} // namespace testing_support
