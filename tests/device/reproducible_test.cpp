// Reproducible scans and reductions of floats: bit for bit those of the CPU, in every geometry, by every strategy, at
// every address. ctest runs them at three widths of subgroups.
#include "reduce_check.h"
#include "sample.h"

#include "hostile.h"
#include "scan_check.h"

#include <vkscan/reference.h>

using namespace testing_support;
using namespace vkscan;

namespace {

struct BitsCase {
    uint64_t count = 0;
    VkDeviceSize misalignment = 0; // elements
    bool inPlace = false;
    bool withInitial = false;
    std::optional<uint32_t> gpuCount = std::nullopt;
    bool isPublished = false; // the aggregates of all tiles are in scratch before the first run, forward
};

// Words of the slots of all tiles' aggregates.
template <std::floating_point T>
std::vector<uint32_t> aggregatesOf(const std::vector<T>& values, const reference::OperatorMonoid<T>& monoid)
{
    std::vector<uint32_t> words;
    constexpr std::size_t kTile = reference::kReproducibleTileBytes / sizeof(T);
    for (std::size_t first = 0; first < values.size(); first += kTile) {
        const T total = reference::reproducibleScan<T>(values.data() + first, std::min(kTile, values.size() - first),
                                                       nullptr, monoid, monoid.identity());
        uint32_t parts[sizeof(T) / sizeof(uint32_t)];
        std::memcpy(parts, &total, sizeof(T));
        words.insert(words.end(), std::begin(parts), std::end(parts));
    }
    return words;
}

// Runs the scan once and compares it with the CPU's. A run that waits for later workgroups may give up where the device
// does not run them; returns whether it was complete.
bool checkBits(const Scan& scan, const study::ScanDesc& desc, const BitsCase& run, bool mayGiveUp = false)
{
    SCOPED_TRACE(testing::Message() << run.count << " elements, misaligned by " << run.misalignment);
    Form<Scan> form = {.desc = desc};
    form.change = [&](ScanArgs& args) {
        if (run.withInitial)
            args.initial = desc.type == ElementType::F64 ? Scalar(1.7) : Scalar(1.7f);
    };
    DeviceCall<Scan> call(scan, form,
                          {.count = run.count,
                           .gpuCount = run.gpuCount,
                           .place = static_cast<unsigned>(run.misalignment),
                           .inPlace = run.inPlace,
                           .ownScratch = true});
    if (run.isPublished)
        support::withType(desc.type, [&]<class T>() {
            if constexpr (std::is_floating_point_v<T>)
                publishSlots(call.scratch(), aggregatesOf(call.inputs().template read<T>(Argument::Input, run.count),
                                                          reference::OperatorMonoid<T>{desc.op}));
        });
    if (call.run(scan, mayGiveUp ? 1 : kMostAttempts) == ScratchStatus::GaveUp && mayGiveUp)
        return false;
    EXPECT_EQ(call.firstDifference(), "");
    return true;
}

study::ScanDesc reproducibleDesc(ElementType type, Strategy strategy)
{
    study::ScanDesc desc;
    desc.type = type;
    desc.strategy = strategy;
    desc.assumeForwardProgress = true;
    desc.reproducible = true;
    return desc;
}

uint64_t reproducibleTileOf(ElementType type)
{
    return reference::kReproducibleTileBytes / sizeOf(type);
}

class ReproducibleTest : public testing::TestWithParam<std::tuple<Strategy, ElementType>> {};

// Edges of vectors, subgroups, tiles and windows.
TEST_P(ReproducibleTest, AnyCount)
{
    const auto [strategy, type] = GetParam();
    const uint64_t tile = reproducibleTileOf(type);
    const study::ScanDesc desc = reproducibleDesc(type, strategy);
    const Scan scan = createScan(desc, geometryOf(256));
    unsigned variation = 0;
    for (const uint64_t count :
         {uint64_t{0}, uint64_t{1}, uint64_t{2}, uint64_t{3}, uint64_t{5}, uint64_t{15}, uint64_t{17}, uint64_t{63},
          uint64_t{65}, uint64_t{1337}, tile - 1, tile, tile + 1, uint64_t{65521}, 31 * tile + 3, 32 * tile,
          32 * tile + 1, 33 * tile + 7, 70 * tile - 5}) {
        BitsCase run{std::min(count, scan.maxCount())};
        run.misalignment = variation % 3;
        run.inPlace = variation % 4 == 3;
        run.withInitial = variation % 2 == 1;
        if (variation % 5 == 4)
            run.gpuCount = static_cast<uint32_t>(run.count - run.count / 3);
        ++variation;
        checkBits(scan, desc, run);
    }
}

// Workgroups of any size, and so any number of rows.
TEST_P(ReproducibleTest, AnyGeometryKindAndDirection)
{
    const auto [strategy, type] = GetParam();
    const uint64_t tile = reproducibleTileOf(type);
    unsigned variation = static_cast<unsigned>(strategy);
    Sample sample(variation * 2 + (type == ElementType::F64 ? 1 : 0), 4);
    for (const uint32_t workgroupSize : {64u, 128u, 512u, 1024u}) {
        if (!sample.takes() || workgroupSize > capabilities().maxWorkgroupInvocations)
            continue;
        study::ScanDesc desc = reproducibleDesc(type, strategy);
        const std::vector<Op> ops = support::valuesOf(kOps, &OpRow::takesFloats);
        desc.op = ops[variation % ops.size()];
        desc.kind = variation % 2 == 1 ? Kind::Exclusive : Kind::Inclusive;
        desc.direction = variation % 3 == 1 ? Direction::Backward : Direction::Forward;
        SCOPED_TRACE(testing::Message() << "workgroups of " << workgroupSize << ' ' << toString(desc.op) << ' '
                                        << toString(desc.kind) << ' ' << toString(desc.direction));
        const Scan scan = createScan(desc, geometryOf(workgroupSize));
        for (const uint64_t count : {tile / 3 + 1, 5 * tile + 2, 40 * tile + 1 + variation % 4}) {
            BitsCase run{std::min(count, scan.maxCount())};
            run.misalignment = variation % 4 == 1 ? 1 : 0;
            run.withInitial = variation % 3 == 2;
            checkBits(scan, desc, run);
        }
        ++variation;
    }
}

INSTANTIATE_TEST_SUITE_P(Strategies, ReproducibleTest,
                         testing::ValuesIn(strategiesAndTypes(ownStrategies(WithAuto::Yes), kFloatTypes)),
                         strategyAndTypeName);

// Spans of one to 32 tiles, and of fewer than there may be workgroups.
TEST(ReproducibleSpansTest, AnyNumberOfSpans)
{
    const uint64_t tile = reproducibleTileOf(ElementType::F32);
    const study::ScanDesc desc = reproducibleDesc(ElementType::F32, Strategy::ReduceThenScan);
    for (const uint32_t spans : {1u, 3u, 7u, 33u}) {
        auto tuning = geometryOf(256);
        tuning.scanSpans = spans;
        const Scan scan = createScan(desc, tuning);
        for (const uint64_t count : {2 * tile, 5 * tile + 1, 34 * tile + 9, 66 * tile}) {
            SCOPED_TRACE(testing::Message() << spans << " spans");
            checkBits(scan, desc, {count});
            checkBits(scan, desc, {.count = count, .gpuCount = static_cast<uint32_t>(count / 3)});
        }
    }
}

// Waits that are given up: the fallback has the same bits.
TEST(ReproducibleFallbackTest, HasTheSameBits)
{
    Sample sample(0, 18);
    for (const ElementType type : kFloatTypes) {
        for (const uint32_t hooks : {0u, vkscan::abi::kHookReverseTiles, vkscan::abi::kHookWithhold}) {
            for (const uint32_t spineSubgroups : {0u, 1u, 2u}) {
                if (!sample.takes())
                    continue;
                study::ScanDesc desc = reproducibleDesc(type, Strategy::SpineWithFallback);
                desc.assumeForwardProgress = false;
                auto tuning = geometryOf(256, spineSubgroups);
                tuning.testHooks = hooks;
                tuning.shortWaits.polls = 1;
                SCOPED_TRACE(testing::Message() << "hooks " << hooks << ", spine of " << spineSubgroups);
                checkBits(createScan(desc, tuning), desc, {40 * reproducibleTileOf(type) + 5});
            }
        }
    }
}

// A workgroup that keeps the spine finds all aggregates, so that it ends before tiles begin, which then find their
// carries: so devices that run one workgroup after the other run it, too. Lavapipe ends loops of workgroups of many
// subgroups early, and turns of more than four subgroups.
TEST(ReproducibleSpineTest, SpineOfPublishedAggregatesHasTheSameBits)
{
    Sample sample(1, 4);
    for (const ElementType type : kFloatTypes) {
        for (const uint32_t subgroups : {1u, 4u}) {
            if (!sample.takes())
                continue;
            const study::ScanDesc desc = reproducibleDesc(type, Strategy::Spine);
            auto tuning = geometryOf(64, subgroups);
            tuning.waits.polls = 100;
            const Scan scan = createScan(desc, tuning);
            const uint64_t most = subgroups == 1 ? 70 : 4 * capabilities().subgroupSize;
            for (const uint64_t tiles : {uint64_t{2}, std::min<uint64_t>(most, 33), most}) {
                SCOPED_TRACE(testing::Message() << "spine of " << subgroups);
                checkBits(scan, desc, {.count = tiles * reproducibleTileOf(type) - 5, .isPublished = true});
            }
        }
    }
}

// A workgroup that keeps the spine waits for later ones. Where the device does not run them beside it, all runs give
// up; LP_NUM_THREADS=16 lets lavapipe run some.
TEST(ReproducibleSpineTest, SpineWorkgroupHasTheSameBitsOrGivesUp)
{
    unsigned complete = 0;
    for (const ElementType type : kFloatTypes) {
        const study::ScanDesc desc = reproducibleDesc(type, Strategy::Spine);
        auto tuning = geometryOf(256, 1);
        tuning.waits.polls = std::max(tuning.waits.polls, 50000u);
        tuning.waits.rounds = 0;
        const Scan scan = createScan(desc, tuning);
        for (unsigned i = 0; i < 5; ++i)
            for (const uint64_t tiles : {2u, 5u, 9u, 31u, 33u, 70u})
                complete += checkBits(scan, desc, {tiles * reproducibleTileOf(type) + i}, true) ? 1 : 0;
    }
    RecordProperty("complete", static_cast<int>(complete));
    if (complete == 0)
        GTEST_SKIP() << "the device ran none beside those that wait for it";
}

TEST(ReproducibleScanTest, OrdersAreScansOfScans)
{
    study::ScanDesc desc = reproducibleDesc(ElementType::F32, Strategy::Auto);
    desc.order = 2;
    checkBits(createScan(desc), desc, {3 * reproducibleTileOf(ElementType::F32) + 1});
}

TEST(ReproducibleScanTest, LibrarysOwnGeometry)
{
    for (const ElementType type : kFloatTypes) {
        const study::ScanDesc desc = reproducibleDesc(type, Strategy::Auto);
        const Scan scan = createScan(desc);
        for (const uint64_t count : {1000u, 1'000'003u})
            checkBits(scan, desc, {count});
    }
}

TEST_P(ReduceTest, ReproducibleSumsAreTotalsOfScans)
{
    for (const ElementType type : kFloatTypes) {
        const uint64_t tile = reproducibleTileOf(type);
        unsigned variation = 0;
        Sample sample((GetParam() ? 3 : 0) + (type == ElementType::F64 ? 1 : 0), 3);
        for (const uint32_t workgroupSize : {64u, 256u, 512u}) {
            for (const uint32_t spans : {1024u, 3u}) {
                if (!sample.takes())
                    continue;
                study::ReduceDesc desc;
                desc.type = type;
                desc.op = variation % 3 == 2 ? Op::Multiply : Op::Add;
                desc.reproducible = true;
                auto tuning = geometryOf(workgroupSize);
                tuning.scanSpans = spans;
                const Reduce reduce = createReduce(desc, tuning);
                for (const uint64_t count : {uint64_t{0}, uint64_t{1}, uint64_t{1337}, tile, 3 * tile + 1, 32 * tile,
                                             33 * tile - 1, 71 * tile}) {
                    SCOPED_TRACE(testing::Message() << count << " elements, workgroups of " << workgroupSize);
                    Form<Reduce> form = {.desc = desc};
                    if (variation % 2 == 1)
                        form.change = [=](ReduceArgs& args) {
                            args.initial = type == ElementType::F64 ? Scalar(-0.3) : Scalar(-0.3f);
                        };
                    CallCase c = {.count = count, .place = variation};
                    if (variation % 5 == 1)
                        c.gpuCount = static_cast<uint32_t>(count / 2);
                    ++variation;
                    checkCall(reduce, form, c);
                }
            }
        }
    }
}

// Integers are exact in any order: the flag changes nothing.
TEST(ReproducibleScanTest, ChangesNothingForIntegers)
{
    study::ScanDesc desc = reproducibleDesc(ElementType::U32, Strategy::Auto);
    ScanCase scanCase;
    scanCase.count = 100003;
    checkScan<uint32_t>(createScan(desc), desc, scanCase);
    desc.tupleSize = 3;
    checkScan<uint32_t>(createScan(desc), desc, scanCase);
}

TEST(ReproducibleScanTest, RefusesWhatHasNoSuchOrder)
{
    Scan scan;
    Reduce reduce;
    const Status refused(Argument::Reproducible, Rule::Incompatible);
    study::ScanDesc desc = reproducibleDesc(ElementType::F32, Strategy::Auto);
    desc.tupleSize = 2;
    EXPECT_EQ(study::create(context(), desc, &scan), refused);
    desc = reproducibleDesc(ElementType::F32, study::kSam);
    EXPECT_EQ(study::create(context(), desc, &scan), Status(study::kStrategy, Rule::NotOffered));
    desc = reproducibleDesc(ElementType::F32, Strategy::Auto);
    desc.network.network = study::Network::KoggeStone;
    EXPECT_EQ(study::create(context(), desc, &scan), Status(study::kNetwork, Rule::NotOffered));
    study::ReduceDesc sum;
    sum.type = ElementType::F32;
    sum.reproducible = true;
    sum.method = study::ReduceMethod::Sequential;
    EXPECT_EQ(study::create(context(), sum, &reduce), Status(study::kMethod, Rule::NotOffered));
}

} // namespace
