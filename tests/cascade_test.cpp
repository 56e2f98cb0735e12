// Cascades on the device: any number of workgroups, with more spans than tiles and more slots than invocations.
#include "scan_check.h"

using namespace testing_support;
using namespace vkscan;

namespace {

ScanDesc cascadeOf(uint32_t workgroups)
{
    ScanDesc desc;
    desc.strategy = Strategy::Cascade;
    desc.cascadeWorkgroups = workgroups;
    return desc;
}

TEST(CascadeTest, AnyNumberOfWorkgroups)
{
    for (const uint32_t workgroups : {1u, 2u, 63u, 64u, 65u, 1000u}) {
        ScanDesc desc = cascadeOf(workgroups);
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
            if (HasFatalFailure())
                return;
        }
    }
}

// Order matters to the composition of maps.
TEST(CascadeTest, KeepsTheOrderOfManySpans)
{
    const ScanDesc desc = cascadeOf(300);
    Scan scan;
    ASSERT_EQ(Status::Success, createTuned(context(), desc, smallTuning(), vkscan::abi::kOpTestAffine, &scan));
    ScanCase scanCase;
    scanCase.count = 310 * 256 + 5;
    scanCase.withInitial = true;
    checkScan<uint32_t>(scan, desc, scanCase, randomValues<uint32_t>(Op::Multiply, scanCase.count, 5), 1, composeMaps);
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
}

} // namespace
