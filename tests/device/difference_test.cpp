// Differences on the device: every type, any order and tuple size, any count and alignment, against q serial passes.
#include "sample.h"
#include "scan_check.h"

#include "operations/difference.h"
#include "schedule/array_operation.h"

#include <cmath>
#include <utility>

using namespace testing_support;
using namespace vkscan;

namespace {

struct DifferenceCase {
    DifferenceDesc desc;
    uint64_t count = 0;
    VkDeviceSize inputMisalignment = 0; // elements
    VkDeviceSize outputMisalignment = 0;
    std::optional<uint32_t> gpuCount;
    Fence fence = Fence::Behind;
};

std::string describe(const DifferenceCase& c)
{
    return std::string(toString(c.desc.type)) + " order " + std::to_string(c.desc.order) + " tuple size " +
           std::to_string(c.desc.tupleSize) + " count " + std::to_string(c.count) + " misaligned by " +
           std::to_string(c.inputMisalignment) + ", " + std::to_string(c.outputMisalignment);
}

template <class T>
T subtract(T minuend, T subtrahend)
{
    if constexpr (std::is_integral_v<T>)
        return static_cast<T>(static_cast<std::make_unsigned_t<T>>(minuend) -
                              static_cast<std::make_unsigned_t<T>>(subtrahend));
    else
        return minuend - subtrahend;
}

template <class T>
std::vector<T> referenceDifference(std::vector<T> values, const DifferenceDesc& desc)
{
    for (uint32_t pass = 0; pass < desc.order; ++pass)
        for (std::size_t i = values.size(); i-- > desc.tupleSize;)
            values[i] = subtract(values[i], values[i - desc.tupleSize]);
    return values;
}

// Integers of any bits; floats that rounding leaves its mark on.
template <class T>
std::vector<T> roughValues(std::size_t count, uint32_t seed)
{
    std::vector<T> values = randomValues<T>(Op::Add, count, seed);
    if constexpr (std::is_floating_point_v<T>)
        for (std::size_t i = 0; i < count; ++i)
            values[i] = std::sin(static_cast<T>(i)) * std::ldexp(T{1}, static_cast<int>(i * 7 % 23));
    return values;
}

Difference createDifference(const DifferenceDesc& desc, const Tuning& tuning = smallTuning())
{
    Difference difference;
    const Status status = createTuned(context(), desc, tuning, &difference);
    EXPECT_EQ(status, Status::Success) << toString(status);
    return difference;
}

// Every element has the same bits as the reference, and nothing is written elsewhere.
template <class T>
void checkDifference(const Difference& difference, const DifferenceCase& c, const std::vector<T>& values)
{
    SCOPED_TRACE(describe(c));
    const VkDeviceSize bytes = values.size() * sizeof(T);
    TestArray input(bytes, c.inputMisalignment * sizeof(T) % 16, c.fence);
    TestArray output(bytes, c.outputMisalignment * sizeof(T) % 16, c.fence);
    TestArray countBuffer(sizeof(uint32_t));
    input.write(values.data(), bytes);
    output.fill(0xcc);
    DifferenceArgs args;
    args.input = input.range();
    args.output = output.range();
    args.count = values.size();
    if (c.gpuCount) {
        countBuffer.write(&*c.gpuCount, sizeof(uint32_t));
        args.countBuffer = countBuffer.range();
    }
    submit(difference, args);

    const auto count = static_cast<std::size_t>(std::min<uint64_t>(values.size(), c.gpuCount.value_or(0xffffffffu)));
    std::vector<T> expected(values);
    expected.resize(count);
    expected = referenceDifference(expected, c.desc);
    expected.resize(values.size());
    if (count < values.size())
        std::memset(static_cast<void*>(&expected[count]), 0xcc, (values.size() - count) * sizeof(T));
    std::vector<T> actual(values.size());
    output.read(actual.data(), bytes);
    for (std::size_t i = 0; i < values.size(); ++i)
        ASSERT_EQ(std::memcmp(&actual[i], &expected[i], sizeof(T)), 0)
            << "at " << i << ": " << actual[i] << " and not " << expected[i];
    ASSERT_TRUE(input.intact() && output.intact());
}

void checkDifference(const Difference& difference, const DifferenceCase& c)
{
    withType(c.desc.type, [&]<class T>() {
        checkDifference<T>(difference, c, roughValues<T>(c.count, static_cast<uint32_t>(c.count)));
    });
}

// Maleki, Yang & Burtscher's example.
TEST(DifferenceTest, KnownAnswers)
{
    const std::vector<int32_t> input = {1, 2, 3, 4, 5, 2, 4, 6, 8, 10};
    const auto expect = [&](uint32_t order, uint32_t tupleSize, const std::vector<int32_t>& expected) {
        DifferenceCase c;
        c.desc = {ElementType::I32, order, tupleSize};
        EXPECT_EQ(referenceDifference(input, c.desc), expected);
        checkDifference(createDifference(c.desc), c, input);
    };
    expect(1, 1, {1, 1, 1, 1, 1, -3, 2, 2, 2, 2});
    expect(2, 1, {1, 0, 0, 0, 0, -4, 5, 0, 0, 0});
    expect(1, 2, {1, 2, 2, 2, 2, -2, -1, 4, 4, 4});
}

// Every other order for every type, each with another tuple size; tiles of 64 vectors, in which the halo may be longer
// than a tile.
TEST(DifferenceTest, EveryTypeOrderAndTupleSize)
{
    VkDeviceSize variation = 0;
    for (const ElementType type : kTypes) {
        for (uint32_t order = 1 + static_cast<uint32_t>(type) % 2; order <= kMaxOrder; order += 2) {
            DifferenceCase c;
            c.desc = {type, order, (order * 7 + static_cast<uint32_t>(type) * 5) / 2 % kMaxTupleSize + 1};
            const Difference difference = createDifference(c.desc);
            const uint64_t tile = smallTuning().difference.tileElements(type);
            for (const uint64_t count : {uint64_t{1}, tile - 1, 5 * tile + 13}) {
                c.count = count;
                c.inputMisalignment = variation % 4;
                c.outputMisalignment = variation / 4 % 4;
                c.fence = variation % 2 == 0 ? Fence::Behind : Fence::Before;
                ++variation;
                checkDifference(difference, c);
                if (HasFatalFailure())
                    return;
            }
        }
    }
}

TEST(DifferenceTest, PairsOfOrderAndTupleSize)
{
    for (const uint32_t order : {1u, 2u, 5u, 16u}) {
        for (const uint32_t tupleSize : {1u, 2u, 3u, 4u, 6u, 8u, 16u}) {
            DifferenceCase c;
            c.desc = {ElementType::U32, order, tupleSize};
            c.count = 3 * 256 + 7;
            checkDifference(createDifference(c.desc), c);
        }
    }
}

// With the library's own tuning: where vectors, tuples, tiles and the halo end, in every place in a vector.
TEST(DifferenceTest, AnyCountAndAlignment)
{
    for (const ElementType type : {ElementType::U32, ElementType::F64}) {
        DifferenceCase c;
        c.desc = {type, 3, 5};
        const Difference difference = createDifference(c.desc, tuningFor(capabilities()));
        const uint64_t tile = tuningFor(capabilities()).difference.tileElements(type);
        for (const uint64_t count :
             {uint64_t{0}, uint64_t{1}, uint64_t{4}, uint64_t{5}, uint64_t{14}, uint64_t{15}, uint64_t{16}, tile - 1,
              tile, tile + 1, tile + 15, 2 * tile + 1, uint64_t{65521}}) {
            for (VkDeviceSize misalignment = 0; misalignment < 16 / sizeOf(type); ++misalignment) {
                c.count = count;
                c.inputMisalignment = misalignment;
                c.outputMisalignment = 2 * misalignment + count;
                checkDifference(difference, c);
                if (HasFatalFailure())
                    return;
            }
        }
    }
}

TEST(DifferenceTest, CountsReadOnTheDevice)
{
    DifferenceCase c;
    c.desc = {ElementType::U32, 2, 3};
    c.count = 10 * 256 + 3;
    const Difference difference = createDifference(c.desc);
    for (const uint32_t gpuCount : {0u, 1u, 255u, 256u, 1000u, 2563u, 2564u, 0xffffffffu}) {
        c.gpuCount = gpuCount;
        checkDifference(difference, c);
    }
}

TEST(DifferenceTest, FoldedGrids)
{
    Tuning tuning = smallTuning();
    tuning.maxGridWidth = 5;
    DifferenceCase c;
    c.desc = {ElementType::U64, 4, 9};
    c.count = 64 * 2 * 23 + 1;
    checkDifference(createDifference(c.desc, tuning), c);
}

// Records one behind the other.
template <class First, class FirstArgs, class Second, class SecondArgs>
void submitBoth(const First& first, FirstArgs firstArgs, const Second& second, SecondArgs secondArgs)
{
    firstArgs.barrierBefore = firstArgs.barrierAfter = secondArgs.barrierAfter = true;
    device().run([&](VkCommandBuffer commandBuffer) {
        EXPECT_EQ(first.record(commandBuffer, firstArgs), Status::Success);
        EXPECT_EQ(second.record(commandBuffer, secondArgs), Status::Success);
    });
}

// A sum undoes a difference, and is undone by one.
TEST(DifferenceTest, IsTheInverseOfTheSum)
{
    const std::vector<uint64_t> values = randomValues<uint64_t>(Op::Add, 20011, 1);
    const VkDeviceSize bytes = values.size() * sizeof(uint64_t);
    Sample sample(3, 6);
    for (const auto& [order, tupleSize] : {std::pair{1u, 1u}, {2u, 1u}, {1u, 5u}, {3u, 4u}, {7u, 3u}, {16u, 16u}}) {
        if (!sample.takes())
            continue;
        SCOPED_TRACE("order " + std::to_string(order) + " tuple size " + std::to_string(tupleSize));
        const Difference difference = createDifference({ElementType::U64, order, tupleSize}, tuningFor(capabilities()));
        study::ScanDesc sumDesc;
        sumDesc.type = ElementType::U64;
        sumDesc.order = order;
        sumDesc.tupleSize = tupleSize;
        const Scan sum = createScan(sumDesc);
        TestArray input(bytes);
        TestArray between(bytes);
        TestArray output(bytes);
        input.write(values.data(), bytes);
        DifferenceArgs differenceArgs;
        ScanArgs sumArgs;
        differenceArgs.count = sumArgs.count = values.size();
        sumArgs.scratch = sharedScratch(sum.scratchSize(values.size()));
        for (const bool sumFirst : {false, true}) {
            sumArgs.input = sumFirst ? input.range() : between.range();
            sumArgs.output = sumFirst ? between.range() : output.range();
            differenceArgs.input = sumFirst ? between.range() : input.range();
            differenceArgs.output = sumFirst ? output.range() : between.range();
            output.fill(0xcc);
            if (sumFirst)
                submitBoth(sum, sumArgs, difference, differenceArgs);
            else
                submitBoth(difference, differenceArgs, sum, sumArgs);
            std::vector<uint64_t> restored(values.size());
            output.read(restored.data(), bytes);
            EXPECT_EQ(restored, values);
        }
    }
}

} // namespace
