// Minima and maxima with their indices: the lowest of equal ones, wherever in the array the others lie.
#include "reduce_check.h"

#include <cmath>

using namespace testing_support;
using namespace vkscan;

namespace {

class ArgReduceTest : public ReduceTest {};

study::ReduceDesc withIndex(ElementType type, Op op)
{
    study::ReduceDesc desc;
    desc.type = type;
    desc.op = op;
    desc.withIndex = true;
    return desc;
}

// The better element of the type, and one that is worse.
template <class T>
T betterOf(Op op)
{
    return op == Op::Min ? T{3} : T{7};
}
template <class T>
T worseOf(Op op)
{
    return op == Op::Min ? T{7} : T{3};
}

struct ArgReduceCase {
    unsigned misalignment = 0; // elements
    std::optional<uint32_t> gpuCount;
    bool withInitial = false;
};

template <class T>
Form<Reduce> argForm(Op op, const ArgReduceCase& c, const std::vector<T>& values, T initial)
{
    Form<Reduce> form = {.desc = {.type = typeOf<T>(), .op = op}};
    form.desc.withIndex = true;
    form.change = [=](ReduceArgs& args) {
        if (c.withInitial)
            args.initial = initial;
    };
    form.draw = [&](ReduceArgs&, CallMemory* memory) { memory->write(Argument::Input, values); };
    return form;
}

// Holds result and index against those of one thread that goes through the elements in their order.
template <class T>
void checkArgReduce(const Reduce& reduce, Op op, const ArgReduceCase& c, const std::vector<T>& values, T initial)
{
    SCOPED_TRACE(testing::Message() << toString(typeOf<T>()) << ' ' << toString(op));
    checkCall(reduce, argForm(op, c, values, initial),
              {.count = values.size(), .gpuCount = c.gpuCount, .place = c.misalignment});
}

// So few different values that each occurs in every tile; and few that nearly none does twice.
template <class T>
std::vector<T> worseValues(uint64_t count, uint32_t seed)
{
    std::vector<T> values = randomValues<T>(Op::Add, count, seed);
    if (seed % 2 == 0 && std::is_integral_v<T>)
        for (T& value : values)
            value = static_cast<T>(static_cast<int64_t>(static_cast<uint64_t>(value) % 5) - 2);
    return values;
}

// Two equal elements, at any two of places that differ in vector, lane, row, subgroup, tile and workgroup.
TEST_P(ArgReduceTest, TakesTheLowerOfTwoIndices)
{
    auto tuning = smallTuning();
    tuning.reduce = tuning.spans = {32, 3};
    const uint64_t tile = tuning.reduce.tileElements(ElementType::U32);
    constexpr uint64_t kCount = 1500 * 384 + 7; // some workgroups take two tiles
    ASSERT_EQ(tile, 384);
    const uint64_t places[] = {
        0, 1, 4, 15, 16, 17, 32, 127, 383, tile + 2, 2 * tile, 2 * tile + 60, 700 * tile, 1499 * tile, kCount - 1};
    for (const Op op : {Op::Min, Op::Max}) {
        const Reduce reduce = createReduce(withIndex(ElementType::U32, op), tuning);
        ArgReduceCase reduceCase;
        for (const uint64_t first : places) {
            for (const uint64_t second : places) {
                if (second <= first)
                    continue;
                std::vector<uint32_t> values(kCount, worseOf<uint32_t>(op));
                values[first] = values[second] = betterOf<uint32_t>(op);
                reduceCase.misalignment = (first + second) % 4;
                checkArgReduce(reduce, op, reduceCase, values, 0u);
            }
        }
    }
}

// Elements that equal the operator's identity, as which those that are missing around the array read, are elements all
// the same.
TEST_P(ArgReduceTest, ElementsThatEqualTheIdentity)
{
    for (const ElementType type : {ElementType::F32, ElementType::I64}) {
        for (const Op op : {Op::Min, Op::Max}) {
            const Reduce reduce = createReduce(withIndex(type, op));
            const uint64_t tile = smallTuning().reduce.tileElements(type);
            for (const uint64_t count : {uint64_t{1}, uint64_t{2}, uint64_t{3}, 3 * tile + 1}) {
                ArgReduceCase reduceCase;
                reduceCase.misalignment = 3 - count % 4;
                withType(type, [&]<class T>() {
                    std::vector<T> values(count, identity<T>(op));
                    checkArgReduce(reduce, op, reduceCase, values, T{});
                    values[count / 2] = identity<T>(op == Op::Min ? Op::Max : Op::Min);
                    values.back() = values[count / 2];
                    checkArgReduce(reduce, op, reduceCase, values, T{});
                });
            }
        }
    }
}

TEST_P(ArgReduceTest, HasNoIndexWithoutElementsOrWhereTheInitialValueIsBetter)
{
    const Reduce reduce = createReduce(withIndex(ElementType::I32, Op::Max));
    const std::vector<int32_t> values(1000, 5);
    for (const bool withInitial : {false, true}) {
        for (const int32_t initial : {4, 5, 6}) { // ties are the elements'
            for (const uint32_t gpuCount : {0u, 1u, 999u, 1000u, 1001u}) {
                ArgReduceCase reduceCase;
                reduceCase.withInitial = withInitial;
                reduceCase.gpuCount = gpuCount;
                checkArgReduce(reduce, Op::Max, reduceCase, values, initial);
                checkArgReduce(reduce, Op::Max, reduceCase, {}, initial);
            }
        }
    }
}

TEST_P(ArgReduceTest, ZerosOfBothSignsAreEqual)
{
    for (const Op op : {Op::Min, Op::Max}) {
        const Reduce reduce = createReduce(withIndex(ElementType::F32, op));
        for (const float zero : {0.0f, -0.0f}) {
            std::vector<float> values(3000, op == Op::Min ? 1.0f : -1.0f);
            values[700] = zero;
            values[701] = values[2999] = -zero;
            DeviceCall<Reduce> call(reduce, argForm(op, {}, values, 0.0f), {.count = values.size()});
            call.run();
            const CallMemory results = call.contents();
            EXPECT_EQ(results.read<uint32_t>(Argument::Index, 1), std::vector<uint32_t>{700});
            EXPECT_EQ(std::signbit(results.read<float>(Argument::Result, 1)[0]), std::signbit(zero));
        }
    }
}

// A NaN counts as the identity: at either end, behind better numbers, as the initial value and in an array of NaNs
// alone, of which the first is the result's.
TEST_P(ArgReduceTest, ReadsNansAsTheIdentity)
{
    for (const ElementType type : {ElementType::F32, ElementType::F64}) {
        for (const Op op : {Op::Min, Op::Max}) {
            const Reduce reduce = createReduce(withIndex(type, op));
            withType(type, [&]<class T>() {
                if constexpr (std::is_floating_point_v<T>) {
                    constexpr T kNan = std::numeric_limits<T>::quiet_NaN();
                    ArgReduceCase reduceCase;
                    for (const std::size_t count : {1u, 2u, 2500u}) {
                        const std::vector<std::size_t> choices[] = {{0}, {count - 1}, {count / 3, count / 2}, {}};
                        for (const std::vector<std::size_t>& places : choices) {
                            std::vector<T> values = randomValues<T>(Op::Add, count, 3);
                            values[count / 2] = -identity<T>(op);
                            for (const std::size_t place : places)
                                values[place] = place % 2 == 0 ? kNan : -kNan;
                            reduceCase.withInitial = places.size() != 1;
                            checkArgReduce<T>(reduce, op, reduceCase, values, places.empty() ? kNan : T{3});
                        }
                        checkArgReduce<T>(reduce, op, {}, std::vector<T>(count, -kNan), T{});
                    }
                }
            });
        }
    }
}

// The library's own tuning.
TEST_P(ArgReduceTest, AnyCount)
{
    const Reduce reduce = createReduce(withIndex(ElementType::U32, Op::Min), tuningFor(capabilities()));
    uint32_t seed = 0;
    for (const uint64_t count : {0u, 1u, 3u, 4095u, 4097u, 65521u, 1000003u}) {
        ArgReduceCase reduceCase;
        reduceCase.misalignment = seed % 4;
        checkArgReduce(reduce, Op::Min, reduceCase, worseValues<uint32_t>(count, ++seed), 0u);
    }
}

INSTANTIATE_TEST_SUITE_P(Dispatches, ArgReduceTest, testing::Bool(), dispatchesName);

TEST(CreateArgReduceTest, RefusesOperatorsWithoutAnIndex)
{
    Reduce reduce;
    for (const Op op : valuesOf(kOps, [](const OpRow& row) { return row.value != Op::Min && row.value != Op::Max; }))
        EXPECT_EQ(study::create(context(), withIndex(ElementType::U32, op), &reduce),
                  Status(Argument::WithIndex, Rule::Incompatible));
    study::ReduceDesc decomposed = withIndex(ElementType::U32, Op::Max);
    decomposed.method = study::ReduceMethod::Decomposed;
    EXPECT_EQ(study::create(context(), decomposed, &reduce), Status::Success);
    ASSERT_EQ(study::create(context(), withIndex(ElementType::U32, Op::Max), &reduce), Status::Success);
    EXPECT_EQ(reduce.maxCount(), kNoIndex - 3);
}

} // namespace
