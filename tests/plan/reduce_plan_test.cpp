// Plans of reductions: steps, barriers, scratch, and arguments that are refused.
#include "plan_models.h"
#include "study/create.h"

#include <vkscan/study.h>

#include <gtest/gtest.h>

#include <limits>
#include <set>

using namespace testing_support;
using namespace vkscan;

namespace {

// Every type, with and without 64-bit atomics, and indices.
struct ReduceCase {
    study::ReduceDesc desc;
    Tuning tuning;
    Capabilities capabilities;

    operator ReduceModel() const { return modelFor<ReduceModel>(desc, tuning, capabilities); }
};

std::vector<ReduceCase> reduceModels()
{
    std::vector<ReduceCase> models;
    for (const ElementType type : kTypes) {
        for (Capabilities capabilities :
             {portableDevice(), listedDevice(), listedLargeDevice(), boundedLoopsDevice(), fewRegistersDevice()}) {
            for (const bool atomics : {false, true}) {
                capabilities.bufferInt64Atomics = atomics;
                models.push_back({{{type, Op::Min}}, tuningFor(capabilities), capabilities});
                models.push_back(models.back());
                models.back().desc.withIndex = true;
                models.push_back(models[models.size() - 2]);
                models.back().desc.method = study::ReduceMethod::Decomposed;
                if (sizeOf(type) == 4) {
                    models.push_back(models.back());
                    models.back().desc.method = study::ReduceMethod::Unrolled;
                }
                models.push_back({{{type, Op::Add}}, tuningFor(capabilities), capabilities});
                models.back().desc.reproducible = true;
            }
        }
        const ScanCase small = modelOfSmallNumbers(type, Strategy::Auto);
        models.push_back({{{type, Op::Min}}, small.tuning, small.capabilities});
    }
    return models;
}

std::vector<uint64_t> countsOf(const ReduceModel& model)
{
    std::set<uint64_t> counts = {0, 1, model.maxCount};
    for (const uint64_t count : interestingCounts(model))
        if (count <= model.maxCount)
            counts.insert(count);
    return {counts.begin(), counts.end()};
}

TEST(ReducePlan, ScratchIsMonotoneAndBounded)
{
    for (const ReduceModel model : reduceModels()) {
        VkDeviceSize size = 0;
        for (const uint64_t count : countsOf(model)) {
            ASSERT_LE(size, scratchSize(model, count)) << describe(model, count);
            size = scratchSize(model, count);
        }
        EXPECT_EQ(scratchSize(model, kLastByte), size);
        uint64_t least = uint64_t{1} << 33;
        if (model.desc.hasFixedOrder) // spans of a window
            least = (model.capabilities.boundedLoops ? kBoundedWindows : 65535) * kFixedWindow * kFixedTileVectors * 2;
        EXPECT_TRUE(model.gridWidth < 65535 || model.withIndex || model.maxCount >= least);
        EXPECT_TRUE(!model.withIndex || model.maxCount == kNoIndex - (16 / sizeOf(model.desc.type) - 1));
    }
}

} // namespace
