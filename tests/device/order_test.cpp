// Orders and tuples, alone and together, element by element.
#include "axis_values.h"
#include "sample.h"
#include "scan_check.h"
#include "schedule/array_operation.h"

#include <cmath>
#include <random>

using namespace testing_support;
using namespace vkscan;

namespace {

struct OrderAndTuple {
    uint32_t order;
    uint32_t tupleSize;
};

// Powers of two and others, in one pass and in several.
constexpr OrderAndTuple kShapes[] = {{1, 2}, {1, 3}, {1, 4}, {1, 5}, {1, 8}, {1, 13}, {1, 16},
                                     {2, 1}, {3, 1}, {5, 1}, {8, 1}, {9, 1}, {16, 1}, {2, 2},
                                     {2, 8}, {8, 2}, {3, 5}, {5, 3}, {7, 3}, {4, 8},  {2, 16}};

// With tiles of several blocks an invocation, of one strategy.
study::Tuning orderTuning()
{
    auto tuning = smallTuning();
    tuning.blockSpine.rows = tuning.largeStateSpine.rows = tuning.sharedStateSpine.rows = 4;
    return tuning;
}

uint64_t tileElements(Strategy strategy, ElementType type)
{
    const Tuning tuning = orderTuning();
    return (strategy == Strategy::Spine ? tuning.blockSpine : tuning.spine).tileElements(type);
}

class OrderTest : public testing::TestWithParam<std::tuple<Strategy, ElementType>> {};

TEST_P(OrderTest, Shapes)
{
    const auto [strategy, type] = GetParam();
    // Each cell takes some of the shapes, the cells of all its types together each shape with each strategy.
    const unsigned cell = static_cast<unsigned>(strategy) + static_cast<unsigned>(type);
    unsigned variation = cell;
    Sample sample(cell, 6);
    const auto cells = static_cast<std::size_t>(
        std::ranges::count_if(kTypes, [s = strategy](ElementType other) { return takesType(s, other); }));
    for (std::size_t i = cell % cells; i < std::size(kShapes); i += cells) {
        const OrderAndTuple shape = kShapes[i];
        for (const Direction direction : {Direction::Forward, Direction::Backward}) {
            ++variation;
            if (!sample.takes())
                continue;
            study::ScanDesc desc;
            desc.type = type;
            desc.kind = variation % 3 == 0 ? Kind::Exclusive : Kind::Inclusive;
            desc.op = shape.order > 1 || variation % 2 == 0 ? Op::Add : Op::Max;
            desc.direction = direction;
            desc.order = shape.order;
            desc.tupleSize = shape.tupleSize;
            desc.strategy = strategy;
            desc.assumeForwardProgress = true;
            const Scan scan = createScan(desc, orderTuning());
            const uint64_t tile = tileElements(strategy, type);
            // Sums of high orders soon leave what a float holds exactly.
            const uint64_t most = isFloat(type) && shape.order > 1 ? (shape.order > 8 ? 5 : 16) : scan.maxCount();
            const uint64_t longest = strategy == Strategy::SingleWorkgroup ? scan.maxCount() : 13 * tile + 7;
            for (uint64_t count : {uint64_t{1}, uint64_t{11}, tile - 1, 3 * tile + 1, longest}) {
                ScanCase scanCase;
                scanCase.count = std::min(count, most);
                scanCase.inPlace = variation % 2 == 1;
                scanCase.withInitial = shape.order == 1 && variation % 3 == 1;
                scanCase.ownScratch = variation % 5 == 1;
                scanCase.inputMisalignment = variation % 4;
                scanCase.outputMisalignment = scanCase.inPlace ? scanCase.inputMisalignment : variation % 7 % 4;
                if (variation % 6 == 5)
                    scanCase.gpuCount = static_cast<uint32_t>(scanCase.count * 3 / 4);
                ++variation;
                withType(type, [&]<class T>() { checkScan<T>(scan, desc, scanCase); });
            }
        }
    }
}

// Tuples of as many vectors as a power of two, which the subgroup's lanes share if there are as many.
TEST(OrderOfOperands, IsKeptInTuples)
{
    constexpr uint32_t kFirst = 1; // that changes nothing
    Sample sample(0, 3 * only(scanStrategies(), takesOrders).size());
    for (const Strategy strategy : only(scanStrategies(), takesOrders)) {
        for (const auto& [tupleSize, direction] :
             {std::pair{4u, Direction::Forward}, {8u, Direction::Backward}, {16u, Direction::Forward}}) {
            if (!sample.takes())
                continue;
            study::ScanDesc desc;
            desc.tupleSize = tupleSize;
            desc.direction = direction;
            desc.kind = (tupleSize == 8) == (strategy == Strategy::Spine) ? Kind::Exclusive : Kind::Inclusive;
            desc.strategy = strategy;
            desc.assumeForwardProgress = true;
            Scan scan;
            ASSERT_EQ(Status::Success, createTuned(context(), desc, orderTuning(), vkscan::abi::kOpTestAffine, &scan));
            ScanCase scanCase;
            scanCase.count = std::min(13 * tileElements(strategy, desc.type) + 6, scan.maxCount());
            scanCase.inputMisalignment = tupleSize % 3;
            checkScan<uint32_t>(scan, desc, scanCase, randomValues<uint32_t>(Op::Multiply, scanCase.count, tupleSize),
                                kFirst, composeMaps);
        }
    }
}

// The bound on the error that the documentation states.
TEST(OrderError, OfFloatsIsBounded)
{
    constexpr uint64_t kCount = 50000;
    constexpr double kUnit = 1.0 / (1 << 24);
    study::ScanDesc desc;
    desc.type = ElementType::F32;
    desc.order = 3;
    const Scan scan = createScan(desc);
    std::minstd_rand random(1);
    std::uniform_real_distribution<float> uniform(-1, 1);
    std::vector<float> values(kCount);
    for (float& value : values)
        value = uniform(random);
    TestArray input(values);
    TestArray output(kCount * sizeof(float));
    ScanArgs args;
    args.input = input.range();
    args.output = output.range();
    args.scratch = sharedScratch(scan.scratchSize(kCount));
    args.count = kCount;
    submit(scan, args, 1);

    const auto results = output.values<float>();
    double sums[3] = {};
    double magnitudes[3] = {};
    double largest = 0;
    for (uint64_t i = 0; i < kCount; ++i) {
        double sum = static_cast<double>(values[i]);
        double magnitude = std::abs(sum);
        for (int k = 0; k < 3; ++k) {
            sum = sums[k] += sum;
            magnitude = magnitudes[k] += magnitude;
        }
        const double error = std::abs(static_cast<double>(results[i]) - sum);
        ASSERT_LE(error, 3 * 100 * kUnit * magnitude) << "at " << i;
        largest = std::max(largest, error / magnitude);
    }
    EXPECT_GT(largest, 0) << "floats that are exact tell nothing";
}

INSTANTIATE_TEST_SUITE_P(Matrix, OrderTest,
                         testing::ValuesIn(strategiesAndTypes(only(scanStrategies(), takesOrders), kTypes)),
                         strategyAndTypeName);

} // namespace
