// Cascades on the device: any number of workgroups, with more spans than tiles and more slots than invocations.
#include "scan_check.h"

using namespace testing_support;
using namespace vkscan;

namespace {

study::ScanDesc cascadeOf(uint32_t workgroups, Strategy strategy = study::kCascade)
{
    study::ScanDesc desc;
    desc.strategy = strategy;
    desc.cascadeWorkgroups = workgroups;
    return desc;
}

void checkWorkgroups(uint32_t workgroups, Strategy strategy)
{
    study::ScanDesc desc = cascadeOf(workgroups, strategy);
    desc.kind = workgroups % 2 == 1 ? Kind::Exclusive : Kind::Inclusive;
    const Scan scan = createScan(desc, smallTuning());
    for (const uint64_t count : {1u, 255u, 64u * 256u, 200u * 256u + 3u}) {
        ScanCase scanCase;
        scanCase.count = count;
        scanCase.withInitial = count % 2 == 1;
        checkScan<uint32_t>(scan, desc, scanCase);
        scanCase.gpuCount = static_cast<uint32_t>(count / 3);
        scanCase.inPlace = true;
        checkScan<uint32_t>(scan, desc, scanCase);
    }
}

TEST(CascadeTest, AnyNumberOfWorkgroups)
{
    for (const uint32_t workgroups : {1u, 2u, 63u, 64u, 65u, 1000u})
        checkWorkgroups(workgroups, study::kCascade);
}

TEST(CascadeTest, AnyNumberOfWorkgroupsButOneTruncated)
{
    for (const uint32_t workgroups : {2u, 3u, 64u, 65u, 66u, 1000u})
        checkWorkgroups(workgroups, study::kTruncatedCascade);
}

// Checks the composition of maps, which depends on the order, with and without an initial map.
void checkOrder(const study::ScanDesc& desc, uint64_t count)
{
    Scan scan;
    ASSERT_EQ(Status::Success, createTuned(context(), desc, smallTuning(), vkscan::abi::kOpTestAffine, &scan));
    ScanCase scanCase;
    scanCase.count = count;
    for (const bool withInitial : {true, false}) {
        scanCase.withInitial = withInitial;
        checkScan<uint32_t>(scan, desc, scanCase, randomValues<uint32_t>(Op::Multiply, count, 5), 1, composeMaps);
    }
}

TEST(CascadeTest, KeepsTheOrderOfManySpans)
{
    for (const Strategy strategy : {study::kCascade, study::kTruncatedCascade})
        checkOrder(cascadeOf(300, strategy), 310 * 256 + 5);
}

TEST(CascadeTest, TruncatesWithTheNetworkOfHanAndCarlson)
{
    for (const Kind kind : {Kind::Inclusive, Kind::Exclusive}) {
        for (const Direction direction : {Direction::Forward, Direction::Backward}) {
            study::ScanDesc desc = cascadeOf(6, study::kTruncatedCascade);
            desc.kind = kind;
            desc.direction = direction;
            desc.network = {.network = study::Network::HanCarlson, .workgroupSize = 64, .elements = 4};
            for (const uint64_t count : {256u, 7u * 256u + 5u, 40u * 256u})
                checkOrder(desc, count);
        }
    }
}

TEST(CascadeTest, ReachesAsFarAsTheWorkgroupsOfADeviceWithBoundedLoops)
{
    const Scan scan = createScan(cascadeOf(1), smallTuning());
    const uint64_t most = scan.maxCount();
    if (!capabilities().boundedLoops) {
        EXPECT_GE(most, uint64_t{1} << 33);
        return;
    }
    EXPECT_EQ(most, 256 * 256 - 3);
    ScanCase scanCase;
    scanCase.count = most;
    checkScan<uint32_t>(scan, cascadeOf(1), scanCase);
}

TEST(CascadeTest, SizesItsScratchByTheWorkgroups)
{
    const Scan scan = createScan(cascadeOf(77), smallTuning());
    EXPECT_EQ(scan.scratchSize(1), vkscan::abi::kScratchHeaderBytes + 77 * vkscan::abi::kScratchWordBytes);
    EXPECT_EQ(scan.scratchSize(1), scan.scratchSize(scan.maxCount()));
    const Scan truncated = createScan(cascadeOf(77, study::kTruncatedCascade), smallTuning());
    EXPECT_EQ(truncated.scratchSize(1), scan.scratchSize(1) - vkscan::abi::kScratchWordBytes);
}

} // namespace
