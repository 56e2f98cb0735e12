// Minima and maxima of floats with NaNs, infinities and zeros of both signs: every operation, by every strategy, gives
// what one thread gives.
#include "device_call.h"
#include "sample.h"
#include "scan_check.h"

#include <cmath>
#include <cstring>
#include <limits>
#include <random>
#include <vector>

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

template <class Operation>
void checkNans(const Context& context, const DescOf<Operation>& desc, Strategy strategy, unsigned variation)
{
    SCOPED_TRACE(testing::Message() << nameOf<Operation>() << ' ' << toString(desc.type) << ' ' << toString(desc.op));
    Operation operation;
    ASSERT_EQ(createTuned(context, Forced<DescOf<Operation>>{desc, strategy}, smallTuning(), &operation),
              Status::Success);
    const auto check = [&]<class T>() {
        const uint64_t tile = 1024 / sizeof(T);
        std::vector<std::vector<T>> arrays = oddArrays<T>(operation.maxCount(), tile);
        arrays.push_back(oddValues<T>(std::min(70 * tile + 1, operation.maxCount()), 3));
        for (const std::vector<T>& values : arrays) {
            Form<Operation> form = {.desc = desc};
            form.change = [&, i = variation](auto& args) {
                varyArguments(args, desc, i);
                if constexpr (requires { args.initial; })
                    if (args.initial.hasValue() && values[0] != values[0])
                        args.initial = values[0]; // a NaN
            };
            form.draw = [&](auto&, CallMemory* memory) {
                if constexpr (requires { desc.input; })
                    memory->write(kElements<Operation>, storedBytesOf(desc.input, values));
                else
                    memory->write(kElements<Operation>, values);
            };
            DeviceCall<Operation> call(operation, form,
                                       {.count = values.size(), .place = variation, .inPlace = variation % 2 == 0});
            call.run();
            ASSERT_EQ(call.firstDifference(), "") << values.size() << " elements";
            const auto first = call.outputs();
            ++variation;
            if (!std::is_same_v<Operation, Reduce>)
                continue;
            for (unsigned run = 0; run < 3; ++run) { // also of several NaNs, the same bits are kept
                call.run();
                ASSERT_EQ(call.outputs(), first) << "run " << run;
            }
        }
    };
    if (desc.type == ElementType::F64)
        check.template operator()<double>();
    else
        check.template operator()<float>();
}

// Calls check.operator()<Operation>(description) for floats of each size, in halves and reproducible, whatever else an
// operation offers.
template <class Check>
void forEachForm(unsigned variation, const Check& check)
{
    forEachArrayOperation([&]<class Operation>() {
        using Desc = DescOf<Operation>;
        if constexpr (requires(Desc desc) { desc.op, desc.type; }) {
            std::vector<Desc> descs(2);
            descs[0].type = ElementType::F32;
            descs[1].type = ElementType::F64;
            if constexpr (requires(Desc desc) { desc.reproducible; })
                for (const std::size_t i : {0, 1}) {
                    descs.push_back(descs[i]);
                    descs.back().reproducible = true;
                }
            if constexpr (requires(Desc desc) { desc.input; }) {
                for (const std::size_t i : {0, 1}) {
                    descs.push_back(descs[i]);
                    descs.back().input = i == 0 ? StoredType::F16 : StoredType::F32;
                }
            }
            for (Desc& desc : descs) {
                for (const Op op : {Op::Min, Op::Max}) {
                    desc.op = op;
                    ++variation;
                    if constexpr (requires { desc.kind; }) {
                        desc.kind = variation % 2 == 0 ? Kind::Inclusive : Kind::Exclusive;
                        desc.direction = variation / 2 % 2 == 0 ? Direction::Forward : Direction::Backward;
                    }
                    if constexpr (requires { desc.segments; }) {
                        const auto forms = std::is_same_v<Operation, SegmentedReduce>
                                               ? valuesOf(kSegmentForms, &SegmentsRow::isReduced)
                                               : segmentForms();
                        desc.segments = forms[variation % forms.size()];
                    }
                    check.template operator()<Operation>(desc, variation);
                }
            }
        }
    });
}

class NanTest : public testing::TestWithParam<Strategy> {};

TEST_P(NanTest, EveryFormIsThatOfOneThread)
{
    Sample sample(static_cast<unsigned>(GetParam()), 36);
    forEachForm(static_cast<unsigned>(GetParam()), [&]<class Operation>(const auto& desc, unsigned variation) {
        if constexpr (requires { desc.waiting; })
            if (sample.takes())
                checkNans<Operation>(context(), desc, GetParam(), variation);
    });
}

INSTANTIATE_TEST_SUITE_P(Strategies, NanTest, testing::ValuesIn(ownStrategies()), strategyName);

// In one dispatch or, in a context without 64-bit atomics, in two.
class NanReduceTest : public testing::TestWithParam<bool> {};

TEST_P(NanReduceTest, IsThatOfOneThreadAndTheSameInEveryRun)
{
    const Context context = createContext(
        [](auto&, auto& features12) { features12.shaderBufferInt64Atomics = GetParam() ? VK_TRUE : VK_FALSE; });
    Sample sample(GetParam() ? 1 : 0, 4);
    forEachForm(GetParam() ? 1 : 0, [&]<class Operation>(const auto& desc, unsigned variation) {
        if constexpr (std::is_same_v<Operation, Reduce>)
            if (sample.takes())
                checkNans<Operation>(context, desc, Strategy::Auto, variation);
    });
}

INSTANTIATE_TEST_SUITE_P(Dispatches, NanReduceTest, testing::Bool(),
                         [](const auto& info) { return info.param ? "one" : "two"; });

} // namespace
