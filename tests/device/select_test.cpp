// Compactions on the device, element by element.
#include "sample.h"
#include "schedule/array_operation.h"
#include "select_check.h"

#include <algorithm>
#include <random>

using namespace testing_support;
using namespace vkscan;

namespace {

// Every test and type, with elements of every alignment.
struct SelectKind {
    Predicate predicate;
    uint32_t elementSize;
};
constexpr SelectKind kKinds[] = {
    {{Condition::FlagBits}, 4},
    {{Condition::FlagBits}, kIndicesOnly},
    {{Condition::FlagBytes}, 4},
    {{Condition::FlagBytes}, 12},
    {{Condition::FlagWords}, 4},
    {{Condition::FlagWords}, 64},
    {{Condition::AnyBit}, 4},
    {{Condition::Equal, ElementType::U32}, 8},
    {{Condition::NotEqual, ElementType::I32}, kIndicesOnly},
    {{Condition::Less, ElementType::U32}, 4},
    {{Condition::Less, ElementType::I32}, 16},
    {{Condition::LessEqual, ElementType::F32}, 4},
    {{Condition::Greater, ElementType::F32}, 24},
    {{Condition::GreaterEqual, ElementType::I32}, 4},
    {{Condition::Equal, ElementType::F32}, 48},
    {{Condition::Greater, ElementType::U32}, 60},
};

template <class Operation, class Desc>
Operation create(const Desc& desc, const Tuning& tuning)
{
    Operation operation;
    EXPECT_EQ(createTuned(context(), desc, tuning, &operation), Status::Success);
    return operation;
}

// Tiles of a row; and, of two strategies, of so many that they are sorted in parts.
Tuning selectTuning()
{
    Tuning tuning = smallTuning();
    tuning.selectSpine.rows = tuning.spans.rows = 4;
    return tuning;
}

// Cases of all patterns with a few counts; `run` numbers them.
template <class Check>
void forCases(const SelectKind& kind, uint64_t maxCount, uint64_t tile, unsigned* run, const Check& check)
{
    for (const Pattern pattern : kPatterns) {
        for (const uint64_t wanted : {uint64_t{1}, tile - 1, 3 * tile + 1, 13 * tile + 7}) {
            const unsigned i = (*run)++;
            SelectCase selectCase;
            selectCase.count = std::min(wanted, maxCount);
            const bool testsWords = kind.predicate.condition >= Condition::AnyBit && kind.elementSize <= 4;
            selectCase.testsInput = testsWords && i % 2 == 0;
            selectCase.inputMisalignment = i % 5;
            selectCase.outputMisalignment = i % 3;
            selectCase.testedMisalignment = i % 4;
            selectCase.ownScratch = i % 5 == 1;
            selectCase.divisor = i % 4 == 0 ? 1 : 1 + i % 97;
            selectCase.rounding = i % 3 == 0 ? Rounding::Down : Rounding::Up;
            if (i % 6 == 5)
                selectCase.gpuCount =
                    static_cast<uint32_t>(selectCase.count * (i / 6 % 5) / 3); // none, and more than all
            check(selectCase, selectedOf(pattern, selectCase.count, tile), i);
        }
    }
}

class SelectTest : public testing::TestWithParam<Strategy> {
protected:
    static uint64_t tileElements(const Tuning& tuning)
    {
        const bool isLong = GetParam() == Strategy::Spine || GetParam() == Strategy::ReduceThenScan;
        return (isLong ? tuning.selectSpine : tuning.flatSum).tileElements(ElementType::U32);
    }
};

TEST_P(SelectTest, CompactsByEveryTest)
{
    const Tuning tuning = selectTuning();
    const uint64_t tile = tileElements(tuning);
    auto run = static_cast<unsigned>(GetParam());
    Sample sample(run, std::size(kKinds));
    for (const SelectKind& kind : kKinds) {
        if (!sample.takes())
            continue;
        const Forced<CompactDesc> desc = {{kind.predicate, kind.elementSize, false, {}}, GetParam()};
        const auto compact = create<Compact>(desc, tuning);
        forCases(kind, compact.maxCount(), tile, &run,
                 [&](SelectCase selectCase, const std::vector<bool>& selected, unsigned i) {
                     constexpr uint64_t kCapacities[] = {0, 1, 100, 257};
                     if (i % 5 == 4)
                         selectCase.capacity = std::min(kCapacities[i / 5 % 4], selectCase.count);
                     selectCase.countsOnly = i % 7 == 3;
                     checkCompact(compact, desc, selectCase, selected);
                 });
    }
}

TEST_P(SelectTest, KeepsTheRestInOneArrayOrTwo)
{
    const Tuning tuning = selectTuning();
    const uint64_t tile = tileElements(tuning);
    auto run = static_cast<unsigned>(GetParam());
    Sample sample(run, 4);
    for (const SelectKind& kind : {kKinds[0], kKinds[3], kKinds[11], kKinds[8]}) {
        if (!sample.takes())
            continue;
        const Forced<CompactDesc> desc = {{kind.predicate, kind.elementSize, true, {}}, GetParam()};
        const auto compact = create<Compact>(desc, tuning);
        forCases(kind, compact.maxCount(), tile, &run,
                 [&](SelectCase selectCase, const std::vector<bool>& selected, unsigned i) {
                     selectCase.restApart = i % 3 != 0;
                     if (selectCase.restApart && i % 5 == 4)
                         selectCase.capacity = std::min<uint64_t>(i % 7 * 50, selectCase.count);
                     selectCase.countsOnly = i % 7 == 3;
                     checkCompact(compact, desc, selectCase, selected);
                 });
    }
}

INSTANTIATE_TEST_SUITE_P(Strategies, SelectTest, testing::ValuesIn(ownStrategies()),
                         [](const testing::TestParamInfo<Strategy>& info) {
                             std::string name = study::toString(info.param);
                             std::replace(name.begin(), name.end(), '-', '_');
                             return name;
                         });

} // namespace
