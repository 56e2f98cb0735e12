// Every type, operator, kind, direction and strategy, element by element.
#include "axis_values.h"
#include "sample.h"
#include "scan_check.h"

using namespace testing_support;
using namespace vkscan;

namespace {

study::ScanDesc describeScan(ElementType type, Op op, Kind kind, Direction direction, Strategy strategy)
{
    study::ScanDesc desc;
    desc.type = type;
    desc.op = op;
    desc.kind = kind;
    desc.direction = direction;
    desc.strategy = strategy;
    desc.assumeForwardProgress = true;
    return desc;
}

class ExactTest : public testing::TestWithParam<std::tuple<Strategy, ElementType>> {};

// The whole matrix, each cell at a handful of counts around the edges of vectors, subgroups, tiles and windows.
TEST_P(ExactTest, EveryOperatorKindAndDirection)
{
    const auto [strategy, type] = GetParam();
    unsigned variation = 0;
    Sample sample(static_cast<unsigned>(strategy) * 2 + static_cast<unsigned>(type), isFloat(type) ? 16 : 28);
    for (const auto& [op, name, takesFloats] : kOps) {
        if (!takesFloats && isFloat(type))
            continue;
        for (const Kind kind : {Kind::Inclusive, Kind::Exclusive}) {
            for (const Direction direction : {Direction::Forward, Direction::Backward}) {
                if (!sample.takes())
                    continue;
                const study::ScanDesc desc = describeScan(type, op, kind, direction, strategy);
                const Scan scan = createScan(desc, smallTuning());
                const uint64_t tile = smallTuning().spine.tileElements(type);
                for (uint64_t count : {uint64_t{1}, tile - 1, 5 * tile + 1, 13 * tile + 7, 70 * tile}) {
                    count = std::min(count, scan.maxCount());
                    ScanCase scanCase;
                    scanCase.count = count;
                    scanCase.inPlace = variation % 2 == 1;
                    scanCase.withInitial = variation % 3 == 1;
                    scanCase.ownScratch = variation % 5 == 1;
                    scanCase.inputMisalignment = scanCase.outputMisalignment = variation % 7 == 1 ? 1 : 0;
                    ++variation;
                    withType(type, [&]<class T>() { checkScan<T>(scan, desc, scanCase); });
                }
            }
        }
    }
}

INSTANTIATE_TEST_SUITE_P(Matrix, ExactTest, testing::ValuesIn(strategiesAndTypes(scanStrategies(), kTypes)),
                         strategyAndTypeName);

} // namespace
