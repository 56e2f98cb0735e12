// Minima and maxima of floats with NaNs, infinities and zeros of both signs: every operation, by every strategy, gives
// what one thread gives.
#include "axis_values.h"
#include "hostile.h"
#include "reduce_check.h"
#include "run_check.h"
#include "sample.h"
#include "segmented_check.h"
#include "segmented_reduce_check.h"

#include <cmath>
#include <cstring>
#include <random>

using namespace testing_support;
using namespace vkscan;

namespace {

// A NaN of either sign and some bits.
template <class T>
T someNan(std::size_t variation)
{
    T nan = std::copysign(std::numeric_limits<T>::quiet_NaN(), variation % 2 == 0 ? T(1) : T(-1));
    const auto lowBits = static_cast<unsigned char>(variation);
    std::memcpy(&nan, &lowBits, 1); // little-endian
    return nan;
}

// Numbers that grow in both directions, so that minima and maxima change to the end; now and then a zero, in every
// other array an infinity, too. One NaN at a random place, or about every 60th element.
template <class T>
std::vector<T> oddValues(std::size_t count, uint32_t seed)
{
    std::mt19937 random(seed);
    std::vector<T> values(count);
    for (std::size_t i = 0; i < count; ++i) {
        const T sign = random() % 2 == 0 ? T(1) : T(-1);
        values[i] = sign * T(i + random() % 100);
        if (random() % 8 == 0)
            values[i] = sign * T(0);
        if (seed % 2 == 0 && random() % 64 == 0)
            values[i] = sign * std::numeric_limits<T>::infinity();
    }
    for (std::size_t left = seed % 3 == 0 ? count / 60 + 1 : 1; left > 0 && count > 0; --left)
        values[random() % count] = someNan<T>(random());
    return values;
}

template <class T>
std::vector<std::vector<T>> oddArrays(uint64_t most, uint64_t tile)
{
    constexpr T kNan = std::numeric_limits<T>::quiet_NaN();
    std::vector<std::vector<T>> arrays = {{1, 1, 1, 1, kNan, 5, 7, 9, 2, 2, 2, 2},
                                          {kNan, 2},
                                          {2, kNan},
                                          {kNan, someNan<T>(1), kNan},
                                          std::vector<T>(tile + 1, kNan)};
    arrays[0].resize(24);
    uint32_t seed = 0;
    for (const uint64_t count : {tile - 1, 3 * tile, 5 * tile + 1, 13 * tile + 7})
        for (unsigned i = 0; i < 3; ++i)
            arrays.push_back(oddValues<T>(std::min(count, most), ++seed));
    return arrays;
}

// One form of an operation: a strategy, the type, and the operator; `variation` chooses the rest.
struct NanForm {
    Strategy strategy;
    Op op;
    unsigned variation;
    [[nodiscard]] Kind kind() const { return variation % 2 == 0 ? Kind::Inclusive : Kind::Exclusive; }
    [[nodiscard]] Direction direction() const
    {
        return variation / 2 % 2 == 0 ? Direction::Forward : Direction::Backward;
    }
    template <class T>
    [[nodiscard]] T combine(T earlier, T later) const
    {
        return testing_support::combine(op, earlier, later);
    }
};

template <class T, bool kReproducible = false, StoredType kStored = StoredType::Same>
void checkScans(const NanForm& form)
{
    study::ScanDesc desc;
    desc.type = typeOf<T>();
    desc.op = form.op;
    desc.kind = form.kind();
    desc.direction = form.direction();
    desc.strategy = form.strategy;
    desc.assumeForwardProgress = true;
    desc.reproducible = kReproducible;
    desc.input = desc.output = kStored;
    const Scan scan = createScan(desc, smallTuning());
    unsigned variation = form.variation;
    for (std::vector<T> values : oddArrays<T>(scan.maxCount(), smallTuning().spine.tileElements(typeOf<T>()))) {
        values = valuesOfBytes<T>(kStored, storedBytesOf(kStored, values));
        ScanCase scanCase;
        scanCase.count = values.size();
        scanCase.withInitial = variation % 3 == 0;
        scanCase.inPlace = variation % 2 == 0;
        scanCase.inputMisalignment = scanCase.outputMisalignment = variation++ % 4;
        checkScan(scan, desc, scanCase, values, identity<T>(form.op),
                  [&](T earlier, T later) { return form.combine(earlier, later); });
    }
}

template <class T, bool kReproducible = false>
void checkSegmentedScans(const NanForm& form)
{
    Forced<SegmentedScanDesc> desc;
    desc.type = typeOf<T>();
    desc.op = form.op;
    desc.kind = form.kind();
    desc.direction = form.direction();
    desc.segments = segmentForms()[form.variation % segmentForms().size()];
    desc.strategy = form.strategy;
    desc.reproducible = kReproducible;
    const SegmentedScan scan = createSegmented(desc, smallTuning(), static_cast<uint32_t>(form.op));
    const uint64_t tile = smallTuning().spine.tileElements(typeOf<T>());
    unsigned variation = form.variation;
    for (const std::vector<T>& values : oddArrays<T>(scan.maxCount(), tile)) {
        SegmentedCase segmentedCase;
        segmentedCase.rowLength = 37;
        segmentedCase.inputMisalignment = variation % 4;
        const Shape shape = variation++ % 2 == 0 ? Shape::Random : Shape::Sparse;
        checkSegmented(scan, desc, segmentedCase, headsOf(shape, values.size(), tile), values, identity<T>(form.op),
                       [&](T earlier, T later) { return form.combine(earlier, later); });
    }
}

template <class T, bool kReproducible = false>
void checkSegmentedReductions(const NanForm& form)
{
    Forced<SegmentedReduceDesc> desc;
    desc.type = typeOf<T>();
    desc.op = form.op;
    desc.segments = form.variation % 2 == 0 ? Segments::Offsets : Segments::Rows;
    desc.strategy = form.strategy;
    desc.reproducible = kReproducible;
    const SegmentedReduce reduce = createReduce(desc, smallTuning(), static_cast<uint32_t>(form.op));
    const uint64_t tile = smallTuning().reduceSegments.tileElements(typeOf<T>());
    unsigned variation = form.variation;
    for (const std::vector<T>& values : oddArrays<T>(reduce.maxCount(), tile)) {
        SegmentedReduceCase reduceCase;
        reduceCase.misalignment = variation % 4;
        const Shape shape = variation++ % 2 == 0 ? Shape::Random : Shape::Sparse;
        if (desc.segments == Segments::Offsets)
            reduceCase.offsets = segmentWords(desc.segments, headsOf(shape, values.size(), tile));
        else
            reduceCase.rowLength = 37;
        checkReduce(reduce, reduceCase, values, identity<T>(form.op),
                    [&](T earlier, T later) { return form.combine(earlier, later); });
    }
}

template <class T>
void checkReductionsByKey(const NanForm& form)
{
    const ReduceByKey reduce = createByKey({{.type = typeOf<T>(), .op = form.op}, form.strategy}, smallTuning());
    const uint64_t tile = smallTuning().runValueSpine.tileElements(typeOf<T>());
    unsigned variation = form.variation;
    for (std::vector<T> values : oddArrays<T>(reduce.maxCount(), tile)) {
        std::replace(values.begin(), values.end(), T(0), T(0)); // +0 for -0: results are compared by their bits
        RunCase c;
        c.inputMisalignment = c.valuesMisalignment = variation % 4;
        const std::vector<uint32_t> keys = randomRuns<uint32_t>(values.size(), variation++ % 2 == 0 ? 40 : 500, 7);
        const Runs<uint32_t> runs = referenceRuns(keys, keys.size());
        std::vector<T> operands = values;
        for (T& value : operands)
            value = operand(form.op, value);
        const auto combineValues = [&](T earlier, T later) { return form.combine(earlier, later); };
        checkRuns(reduce, c, keys, values, runs, reduceRuns(runs, operands, combineValues));
    }
}

class NanTest : public testing::TestWithParam<Strategy> {};

TEST_P(NanTest, EveryFormIsThatOfOneThread)
{
    constexpr void (*kForms[])(const NanForm&) = {
        checkScans<float>,
        checkScans<double>,
        checkScans<float, false, StoredType::F16>,
        checkScans<float, true>,
        checkScans<double, true>,
        checkSegmentedScans<float>,
        checkSegmentedScans<double>,
        checkSegmentedScans<float, true>,
        checkSegmentedReductions<float>,
        checkSegmentedReductions<double>,
        checkSegmentedReductions<double, true>,
        checkReductionsByKey<float>,
        checkReductionsByKey<double>,
    };
    const auto strategy = static_cast<unsigned>(GetParam());
    Sample sample(strategy, 2 * std::size(kForms));
    unsigned variation = strategy;
    for (const auto check : kForms) {
        for (const Op op : {Op::Min, Op::Max}) {
            if (sample.takes()) {
                SCOPED_TRACE(testing::Message() << "form " << variation - strategy << ' ' << toString(op));
                check({GetParam(), op, variation + strategy});
            }
            ++variation;
        }
    }
}

INSTANTIATE_TEST_SUITE_P(Strategies, NanTest, testing::ValuesIn(ownStrategies()), strategyName);

class NanReduceTest : public ReduceTest {};

// Also of several NaNs, the same bits are kept in every run.
TEST_P(NanReduceTest, IsThatOfOneThreadAndTheSameInEveryRun)
{
    Sample sample(GetParam() ? 1 : 0, 3);
    for (const bool isReproducible : {false, true}) {
        for (const ElementType type : {ElementType::F32, ElementType::F64}) {
            for (const Op op : {Op::Min, Op::Max}) {
                if (!sample.takes())
                    continue;
                study::ReduceDesc desc;
                desc.type = type;
                desc.op = op;
                desc.reproducible = isReproducible;
                const Reduce reduce = createReduce(desc);
                const uint64_t tile = smallTuning().reduce.tileElements(type);
                unsigned variation = 0;
                const auto check = [&]<class T>(const std::vector<T>& values) {
                    ReduceCase reduceCase;
                    reduceCase.misalignment = variation % 4;
                    reduceCase.withInitial = variation++ % 2 == 0;
                    checkReduce(reduce, reduceCase, values, identity<T>(op),
                                [&](T earlier, T later) { return combine(op, earlier, later); });
                    const T first = reduceOnDevice(reduce, {}, values, T());
                    for (unsigned run = 0; run < 3; ++run) {
                        const T again = reduceOnDevice(reduce, {}, values, T());
                        ASSERT_EQ(std::memcmp(&first, &again, sizeof(T)), 0) << "run " << run;
                    }
                };
                const auto checkAll = [&]<class T>() {
                    for (const std::vector<T>& values : oddArrays<T>(~uint64_t{0}, tile))
                        check(values);
                    check(oddValues<T>(70 * tile + 1, 3));
                };
                if (type == ElementType::F32)
                    checkAll.template operator()<float>();
                else
                    checkAll.template operator()<double>();
            }
        }
    }
}

INSTANTIATE_TEST_SUITE_P(Dispatches, NanReduceTest, testing::Bool(), dispatchesName);

} // namespace
