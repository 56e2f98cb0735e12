// The tiles of selections, on devices with much and little shared memory.
#include "operations/selection.h"
#include "plan_models.h"

#include <gtest/gtest.h>

#include <string>

using namespace testing_support;
using namespace vkscan;

namespace {

// Two rows are staged at a time, with keys of their own where more than two buckets are sorted.
TEST(SelectGeometry, FitsSharedMemory)
{
    for (Capabilities capabilities : {portableDevice(), listedLargeDevice(), boundedLoopsDevice()}) {
        for (const uint32_t subgroupSize : {4u, 8u, 32u, 64u}) {
            capabilities.subgroupSize = subgroupSize;
            for (const uint32_t bits : {1u, 2u, 3u, 4u}) {
                SplitModel model;
                const Tuning tuning = tuningFor(capabilities);
                ASSERT_EQ(makeModel({.bits = bits, .assumeForwardProgress = true}, tuning, capabilities, &model),
                          Status::Success);
                for (const Stage stage : {Stage::SingleWorkgroup, Stage::FlatSum, Stage::Spine, Stage::ScanSpans}) {
                    SCOPED_TRACE(std::to_string(subgroupSize) + " lanes, " + std::to_string(bits) + " bits");
                    const Geometry geometry = geometryOf(model, stage);
                    EXPECT_GE(geometry.workgroupSize, subgroupSize);
                    EXPECT_GE(geometry.rows, 2); // that are worth sorting
                    const uint64_t buckets = uint64_t{1} << bits;
                    const uint64_t staged = uint64_t{geometry.workgroupSize} * 2 * 16;
                    const uint64_t places = geometry.workgroupSize / subgroupSize * buckets * 4;
                    const uint64_t totals = uint64_t{2} * geometry.workgroupSize / 4 * buckets * 4;
                    EXPECT_LE((bits > 1 ? 2 * staged + places : staged) + totals, capabilities.maxSharedBytes);
                }
            }
        }
    }
}

} // namespace
