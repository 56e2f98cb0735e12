// The tiles of selections and splits, on devices with much and little shared memory.
#include "operations/compact.h"
#include "operations/radix_sort.h"
#include "plan_models.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <functional>
#include <string>

using namespace testing_support;
using namespace vkscan;

namespace {

// Every strategy on every device, and on one more with the least memory that Vulkan asks for.
void forDevices(const std::function<void(Strategy, const Capabilities&)>& check)
{
    for (Capabilities capabilities :
         {portableDevice(), listedLargeDevice(), boundedLoopsDevice(), fewRegistersDevice()}) {
        for (const uint32_t subgroupSize : {4u, 8u, 32u, 64u}) {
            for (const uint32_t sharedBytes : {16384u, capabilities.maxSharedBytes}) {
                SCOPED_TRACE(std::to_string(subgroupSize) + " lanes, " + std::to_string(sharedBytes) + " bytes");
                capabilities.subgroupSize = subgroupSize;
                capabilities.maxSharedBytes = sharedBytes;
                for (const Strategy strategy : ownStrategies(WithAuto::Yes))
                    check(strategy, capabilities);
            }
        }
    }
}

// Two rows are staged at a time.
TEST(SelectGeometry, FitsSharedMemory)
{
    forDevices([](Strategy strategy, const Capabilities& capabilities) {
        CompactModel model;
        const Tuning tuning = tuningFor(capabilities);
        ASSERT_EQ(makeModel(Forced<CompactDesc>{{.withRest = true}, strategy}, tuning, capabilities, &model),
                  Status::Success);
        for (const std::string& stage : choicesOf(model)) {
            const Geometry geometry = geometryOf(model, stage);
            EXPECT_GE(geometry.workgroupSize, capabilities.subgroupSize);
            EXPECT_GE(geometry.rows, 2); // that are worth sorting
            const uint64_t staged = uint64_t{geometry.workgroupSize} * 2 * 16;
            const uint64_t totals = uint64_t{2} * geometry.workgroupSize / 4 * 2 * 4;
            EXPECT_LE(staged + totals, capabilities.maxSharedBytes);
        }
    });
}

// A whole tile is staged, where subgroups' counts of buckets were. Each invocation scans some of these, and sums the
// counts of one bucket.
TEST(SplitGeometry, FitsSharedMemory)
{
    forDevices([](Strategy strategy, const Capabilities& capabilities) {
        for (const uint32_t bits : {1u, 2u, 3u, 4u}) {
            RadixSortModel model;
            const Tuning tuning = tuningFor(capabilities);
            ASSERT_EQ(makeModel(Forced<RadixSortDesc>{{.endBit = bits}, strategy}, tuning, capabilities, &model),
                      Status::Success);
            for (const std::string& stage : choicesOf(model)) {
                const Geometry geometry = geometryOf(model, stage);
                const uint64_t buckets = uint64_t{1} << bits;
                EXPECT_GE(geometry.workgroupSize, std::max<uint64_t>(capabilities.subgroupSize, buckets));
                const uint64_t subgroups = geometry.workgroupSize / capabilities.subgroupSize;
                const uint64_t staged = std::max(subgroups * buckets * 4, stageOf(model, stage).tileElements * 4);
                const uint64_t parts = std::min(subgroups, geometry.workgroupSize / buckets) * buckets * 8;
                const uint64_t totals = uint64_t{2} * geometry.workgroupSize / 4 * 4;
                const uint64_t starts = (3 * buckets + 1) * 4;
                EXPECT_LE(staged + parts + totals + starts + 64, capabilities.maxSharedBytes);
            }
            if (usesStage(model, "SplitSpans")) {
                EXPECT_EQ(stageOf(model, "SplitCount").tileElements, stageOf(model, "SplitSpans").tileElements);
            }
        }
    });
}

} // namespace
