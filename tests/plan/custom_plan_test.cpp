// The geometry of scans by a user's kernels: whole blocks in rows, whole subgroups in workgroups, all in shared memory.
#include "plan_models.h"

#include "custom_abi.h"

#include <gtest/gtest.h>

using namespace testing_support;
using namespace vkscan;

namespace {

constexpr Stage kStages[] = {Stage::SingleWorkgroupSmall, Stage::SingleWorkgroup, Stage::FlatSumSmall,
                             Stage::FlatSum,              Stage::Spine,           Stage::ReduceSpans,
                             Stage::ScanSpans,            Stage::Chained};

Schedule customSchedule(uint32_t words, const Capabilities& capabilities)
{
    ScheduleDesc desc;
    desc.form = KernelForm::Custom;
    desc.stateWords = words;
    return {desc, tuningFor(capabilities), capabilities};
}

TEST(CustomPlan, BlocksFillVectors)
{
    for (uint32_t words = 1; words <= vkscan::abi::kMaxCustomStateWords; ++words) {
        const uint32_t elements = blockElements(customSchedule(words, portableDevice()));
        EXPECT_EQ(elements * words % 4, 0) << words;
        EXPECT_EQ(elements, words == 4 ? 1u : words % 2 == 0 ? 2u : 4u) << words;
    }
}

TEST(CustomPlan, TilesHoldWholeBlocksInSharedMemory)
{
    Capabilities wide = portableDevice();
    wide.subgroupSize = 128;
    wide.maxWorkgroupInvocations = 1024;
    Capabilities middle = wide;
    middle.subgroupSize = 64;
    for (const Capabilities& capabilities :
         {portableDevice(), listedLargeDevice(), boundedLoopsDevice(), middle, wide}) {
        for (uint32_t words = 1; words <= vkscan::abi::kMaxCustomStateWords; ++words) {
            SCOPED_TRACE(testing::Message() << words << " words, subgroups of " << capabilities.subgroupSize);
            const Schedule schedule = customSchedule(words, capabilities);
            const uint32_t elements = blockElements(schedule);
            for (const Stage stage : kStages) {
                const Geometry geometry = schedule[stage].geometry;
                EXPECT_GE(geometry.rows, elements);
                EXPECT_EQ(geometry.rows % elements, 0);
                EXPECT_GE(geometry.workgroupSize, capabilities.subgroupSize);
                EXPECT_EQ(geometry.workgroupSize % capabilities.subgroupSize, 0);
                EXPECT_EQ(schedule[stage].tileElements, geometry.workgroupSize * geometry.rows);
                const uint32_t block = elements * words;
                const uint32_t stride = block % 4 == 0 ? block / 4 | 1 : 0; // vectors
                const uint32_t totals = 2 * geometry.workgroupSize / 4 * words;
                EXPECT_LE(geometry.workgroupSize * stride * 16 + totals * 4 + kSharedRest, capabilities.maxSharedBytes);
            }
        }
    }
}

// Of states beyond a vector, all subgroups of a workgroup keep the spine.
TEST(CustomPlan, LargeStatesTakeAllSubgroupsForTheSpine)
{
    const Capabilities capabilities = listedLargeDevice();
    const uint32_t usual = tuningFor(capabilities).spine.spineSubgroups;
    ASSERT_GT(usual, 0);
    for (uint32_t words = 1; words <= vkscan::abi::kMaxCustomStateWords; ++words) {
        const Geometry geometry = customSchedule(words, capabilities)[Stage::Spine].geometry;
        const uint32_t all = geometry.workgroupSize / capabilities.subgroupSize;
        EXPECT_EQ(geometry.spineSubgroups, words > 4 ? all : usual) << words;
    }
}

// Blocks of 15 words take a portable device's shared memory for fewer than 64 lanes.
TEST(CustomPlan, BlocksThatDoNotFitAreSingleElements)
{
    Capabilities capabilities = portableDevice();
    EXPECT_EQ(blockElements(customSchedule(15, capabilities)), 4);
    capabilities.subgroupSize = 64;
    EXPECT_EQ(blockElements(customSchedule(15, capabilities)), 1);
    EXPECT_EQ(blockElements(customSchedule(13, capabilities)), 4);
}

} // namespace
