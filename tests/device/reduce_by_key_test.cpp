// Runs of equal keys on the device, with reduced, first and no values: every strategy, type, operator and size of keys,
// any runs, alignments, outputs and capacities, against serial ones.
#include "axis_values.h"
#include "hostile.h"
#include "run_check.h"
#include "scan_check.h"

#include <bit>
#include <cmath>

using namespace testing_support;
using namespace vkscan;

namespace {

template <class Key, class Value, class Combine>
void checkByKey(const ReduceByKey& reduce, const RunCase& c, const std::vector<Key>& keys,
                const std::vector<Value>& values, const Combine& combineValues)
{
    const uint64_t count = std::min<uint64_t>(keys.size(), c.gpuCount.value_or(0xffffffffu));
    const Runs<Key> runs = referenceRuns(keys, count);
    checkRuns(reduce, c, keys, values, runs, reduceRuns(runs, values, combineValues));
}

// Values reduced by `op`, first ones, or none.
template <class Key, class Value>
void checkByKey(const ReduceByKey& reduce, const ReduceByKeyDesc& desc, RunCase c, const std::vector<Key>& keys)
{
    c.hasValues = desc.runValue != RunValue::None;
    checkByKey(reduce, c, keys, randomValues<Value>(desc.op, keys.size(), static_cast<uint32_t>(keys.size())),
               [&](Value earlier, Value later) {
                   return desc.runValue == RunValue::Reduced ? combine(desc.op, earlier, later) : earlier;
               });
}

// The elements of a tile of the single pass, which holds values, or keys without values.
uint64_t runTileOf(const ReduceByKeyDesc& desc, const Tuning& tuning)
{
    if (desc.runValue != RunValue::None)
        return tuning.runValueSpine.tileElements(desc.type);
    return tuning.selectSpine.tileElements(desc.keySize == 4 ? ElementType::U32 : ElementType::U64);
}

bool isTypeOffered(ElementType type)
{
    return type != ElementType::F64 || capabilities().float64;
}

class ReduceByKeyTest : public testing::TestWithParam<std::tuple<Strategy, ElementType>> {
protected:
    // Calls check.operator()<Key, Value>(desc) for reductions by keys of one size, for first values by the other and,
    // of two types, for their keys without values.
    template <class Check>
    static void forDescs(const Check& check)
    {
        const auto [strategy, type] = GetParam();
        if (!isTypeOffered(type))
            GTEST_SKIP() << "no shaderFloat64";
        const unsigned variation = static_cast<unsigned>(strategy) + static_cast<unsigned>(type);
        const bool isFloat = type == ElementType::F32 || type == ElementType::F64;
        const Op op = kOps[variation % (isFloat ? 4 : std::size(kOps))].value;
        const bool hasKeysAlone = type == ElementType::U32 || type == ElementType::U64;
        Sample sample(variation, hasKeysAlone ? 3 : 2);
        for (const RunValue runValue : kRunValues) {
            const bool hasValues = runValue != RunValue::None;
            if ((!hasValues && !hasKeysAlone) || !sample.takes())
                continue;
            const bool isWide =
                hasValues ? (runValue == RunValue::First) == (variation % 2 == 0) : type == ElementType::U64;
            const uint32_t keySize = isWide ? 8 : 4;
            const Forced<ReduceByKeyDesc> desc = {{.keySize = keySize, .runValue = runValue, .type = type, .op = op},
                                                  strategy};
            SCOPED_TRACE(std::string(toString(op)) + ", keys of " + std::to_string(keySize) + ", " + nameOf(runValue));
            withType(type, [&]<class Value>() {
                if (keySize == 4)
                    check.template operator()<uint32_t, Value>(desc);
                else
                    check.template operator()<uint64_t, Value>(desc);
            });
        }
    }
};

// Runs that end in any lane, row, subgroup and tile, or go on through many.
TEST_P(ReduceByKeyTest, RunsOfAnyLength)
{
    forDescs([]<class Key, class Value>(const Forced<ReduceByKeyDesc>& desc) {
        Tuning tuning = smallTuning();
        tuning.runValueSpine.rows = tuning.selectSpine.rows = tuning.spans.rows = 4;
        const ReduceByKey reduce = createByKey(desc, tuning);
        const uint64_t tile = runTileOf(desc, tuning);
        for (const uint64_t count : {tile - 1, tile, tile + 1, 9 * tile + 5}) {
            const uint64_t few = std::min(count, reduce.maxCount());
            RunCase c;
            c.inputMisalignment = c.valuesMisalignment = count % 4;
            const auto check = [&](const std::function<uint64_t(uint64_t)>& lengthOf) {
                checkByKey<Key, Value>(reduce, desc, c, keysOf<Key>(few, lengthOf));
            };
            for (const uint64_t length : {uint64_t{1}, uint64_t{2}, uint64_t{3}, uint64_t{7}, uint64_t{1000}, tile - 1,
                                          tile, tile + 1, 3 * tile, count - 1, count})
                check([&](uint64_t) { return length; });
            check([&](uint64_t run) { return run % 2 == 0 ? 1 : tile - 1; });
            check([&](uint64_t run) { return run % 2 == 0 ? 2 * tile : 1; });
            check([&](uint64_t run) { return run < tile ? 1 : count; });
        }
    });
}

INSTANTIATE_TEST_SUITE_P(StrategiesAndTypes, ReduceByKeyTest,
                         testing::ValuesIn(strategiesAndTypes(ownStrategies(WithAuto::Yes), kTypes)),
                         strategyAndTypeName);

class ReduceByKeyCallTest : public testing::TestWithParam<Strategy> {
protected:
    // Calls check.operator()<Key>(reduce, desc) for reductions and first values, and without values for keys of both
    // sizes.
    template <class Check>
    static void forEach(const Check& check)
    {
        const auto checkOne = [&]<class Key>(RunValue runValue) {
            SCOPED_TRACE(std::string(nameOf(runValue)) + ", keys of " + std::to_string(sizeof(Key)));
            const Forced<ReduceByKeyDesc> desc = {{.keySize = sizeof(Key), .runValue = runValue}, GetParam()};
            check.template operator()<Key>(createByKey(desc, smallTuning()), desc);
        };
        for (const RunValue runValue : kRunValues)
            checkOne.template operator()<uint32_t>(runValue);
        checkOne.template operator()<uint64_t>(RunValue::None);
    }
};

// The smallest capacity of the outputs given ends all of them, wherever the last run that fits is.
TEST_P(ReduceByKeyCallTest, Capacity)
{
    forEach([]<class Key>(const ReduceByKey& reduce, const ReduceByKeyDesc& desc) {
        const auto keys = randomRuns<Key>(std::min<uint64_t>(9 * 256 + 5, reduce.maxCount()), 5, 3);
        const uint64_t runs = referenceRuns(keys, keys.size()).unique.size();
        const unsigned outputs = desc.runValue == RunValue::None ? 3 : 4;
        unsigned variation = 0;
        for (const uint64_t capacity : {uint64_t{0}, uint64_t{1}, uint64_t{2}, runs / 5, runs / 3, runs / 3 + 1,
                                        runs / 2, runs - 2, runs - 1, runs, runs + 1, runs + 2}) {
            RunCase c;
            c.divisor = 3;
            c.outputMisalignment = variation;
            for (unsigned output = 0; output < outputs; ++output)
                c.capacities[output] = output == variation % outputs ? capacity : capacity + variation % 2 * 10;
            checkByKey<Key, uint32_t>(reduce, desc, c, keys);
            c.outputs = 1u << variation % outputs | kRunCount | kIndirect; // the others have no say
            checkByKey<Key, uint32_t>(reduce, desc, c, keys);
            ++variation;
        }
    });
}

TEST_P(ReduceByKeyCallTest, ComparesBits)
{
    std::vector<uint32_t> keys;
    for (const float key : {0.0f, 0.0f, -0.0f, -0.0f, 0.0f, NAN, NAN, NAN, -NAN, 1.0f, 1.0f})
        keys.push_back(std::bit_cast<uint32_t>(key));
    ASSERT_EQ(referenceRuns(keys, keys.size()).lengths, (std::vector<uint32_t>{2, 2, 1, 3, 1, 2}));
    for (const RunValue runValue : kRunValues) {
        const Forced<ReduceByKeyDesc> desc = {{.runValue = runValue}, GetParam()};
        checkByKey<uint32_t, uint32_t>(createByKey(desc, smallTuning()), desc, {}, keys);
    }
}

// Values are combined in the order of memory.
TEST_P(ReduceByKeyCallTest, DoesNotCommute)
{
    Tuning tuning = smallTuning();
    tuning.runValueSpine.rows = tuning.runValueFlatSum.rows = tuning.spans.rows = 2;
    const ReduceByKey reduce = createByKey({{}, GetParam()}, tuning, vkscan::abi::kOpTestAffine);
    for (const uint64_t most : {uint64_t{2}, uint64_t{30}, uint64_t{700}, uint64_t{5000}}) {
        const auto keys = randomRuns<uint32_t>(std::min<uint64_t>(11 * 512 + 3, reduce.maxCount()), most, 11);
        checkByKey(reduce, {}, keys, randomValues<uint32_t>(Op::Add, keys.size(), 5), composeMaps);
    }
}

// Sums of floats that round have the same bits in every run, and are as near to the exact sums as their grouping
// allows.
TEST_P(ReduceByKeyCallTest, FloatsHaveTheSameBitsInEveryRun)
{
    const ReduceByKey reduce = createByKey({{.type = ElementType::F32}, GetParam()}, smallTuning());
    const auto keys = randomRuns<uint32_t>(std::min<uint64_t>(37 * 256 + 1, reduce.maxCount()), 3000, 13);
    std::vector<float> values(keys.size());
    for (std::size_t i = 0; i < values.size(); ++i)
        values[i] = 1.0f / static_cast<float>(1 + i * 7919 % 1009);
    const Runs<uint32_t> runs = referenceRuns(keys, keys.size());
    std::vector<float> first;
    for (unsigned attempt = 0; attempt < 10; ++attempt) {
        TestArray input(keys);
        TestArray valueArray(values);
        TestArray sums(runs.starts.size() * sizeof(float));
        ReduceByKeyArgs args;
        args.input = input.range();
        args.values = valueArray.range();
        args.reduced = sums.range();
        args.count = keys.size();
        args.scratch = sharedScratch(reduce.scratchSize(args.count));
        submit(reduce, args);
        const auto found = sums.values<float>();
        if (attempt == 0)
            first = found;
        ASSERT_EQ(std::memcmp(found.data(), first.data(), found.size() * sizeof(float)), 0) << "attempt " << attempt;
    }
    for (std::size_t run = 0; run < runs.starts.size(); ++run) {
        double sum = 0;
        for (uint32_t i = 0; i < runs.lengths[run]; ++i)
            sum += static_cast<double>(values[runs.starts[run] + i]);
        ASSERT_NEAR(first[run], sum, sum * 1e-5) << "run " << run;
    }
}

INSTANTIATE_TEST_SUITE_P(Strategies, ReduceByKeyCallTest, testing::ValuesIn(ownStrategies(WithAuto::Yes)),
                         strategyName);

} // namespace
