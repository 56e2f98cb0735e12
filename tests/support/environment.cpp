#include "environment.h"

#include "kept_pipelines.h"
#include "race_check.h"
#include "test_array.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <ctime>
#include <memory>
#include <string_view>

namespace testing_support {

namespace {

struct Host {
    gpu::Device device;
    vkscan::ContextDesc contextDesc;
    vkscan::Context context;
    std::unique_ptr<TestArray> scratch;
};

std::unique_ptr<Host> host;

class HostEnvironment : public testing::Environment {
public:
    void SetUp() override
    {
        gpu::DeviceOptions options;
        const char* variable = std::getenv("VKSCAN_VALIDATE");
        const std::string_view validate = variable != nullptr ? variable : "";
        options.validation = validate == "1" || validate == "races";
        host = std::make_unique<Host>(Host{gpu::Device(options), {}, {}, nullptr});
        host->contextDesc = host->device.contextDesc();
        if (validate == "races")
            host->contextDesc = withWidenedBarriers(host->contextDesc);
        else if (!options.validation) // the layer tracks lifetimes
            host->contextDesc = withKeptPipelines(host->contextDesc);
        const vkscan::Status status = vkscan::Context::create(host->contextDesc, &host->context);
        ASSERT_EQ(status, vkscan::Status::Success) << vkscan::toString(status);
        host->scratch = std::make_unique<TestArray>(kSharedScratchBytes);
        host->scratch->fill(0);
        std::printf("device: %s, %s, subgroups of %u%s\n", host->device.properties().deviceName,
                    host->device.driver().driverInfo, capabilities().subgroupSize,
                    options.validation ? ", validated" : "");
        std::printf("memory: %s\n", TestArray::isGuarded() ? "between inaccessible pages" : "inside a checked margin");
    }

    void TearDown() override
    {
        EXPECT_EQ(host->device.validationMessageCount(), 0u);
        const KeptPipelineCounts pipelines = keptPipelineCounts();
        std::printf("pipelines: %u compiled, and found %u times\n", pipelines.compiled, pipelines.reused);
        std::printf("processor time: %.1f s\n", static_cast<double>(std::clock()) / CLOCKS_PER_SEC);
        host->scratch.reset();
        host->context = {};
        destroyKeptPipelines(host->device.handle());
        host.reset();
    }
};

// Ends the test at its first failed ASSERT_*, even in called functions.
class EndAtFatalFailures : public testing::EmptyTestEventListener {
    void OnTestPartResult(const testing::TestPartResult& result) override
    {
        if (result.type() == testing::TestPartResult::kFatalFailure)
            throw testing::AssertionException(result);
    }
};

[[maybe_unused]] const testing::Environment* const registered = [] {
    testing::UnitTest::GetInstance()->listeners().Append(new EndAtFatalFailures);
    return testing::AddGlobalTestEnvironment(new HostEnvironment);
}();

} // namespace

gpu::Device& device()
{
    return host->device;
}

const vkscan::Context& context()
{
    return host->context;
}

const vkscan::Capabilities& capabilities()
{
    return host->context.impl()->capabilities;
}

vkscan::Context
createContext(const std::function<void(VkPhysicalDeviceFeatures&, VkPhysicalDeviceVulkan12Features&)>& change)
{
    vkscan::ContextDesc desc = host->contextDesc;
    VkPhysicalDeviceVulkan12Features features12 = device().features12();
    VkPhysicalDeviceFeatures2 chain = *desc.features;
    chain.pNext = &features12;
    change(chain.features, features12);
    desc.features = &chain;
    vkscan::Context created;
    EXPECT_EQ(vkscan::Context::create(desc, &created), vkscan::Status::Success);
    return created;
}

vkscan::BufferRange sharedScratch(VkDeviceSize bytes)
{
    EXPECT_LE(bytes, kSharedScratchBytes);
    return {host->scratch->range().address, bytes};
}

vkscan::ScratchStatus sharedScratchStatus()
{
    return scratchStatus(*host->scratch);
}

void clearSharedScratch()
{
    host->scratch->fill(0);
}

vkscan::ScratchStatus scratchStatus(const TestArray& scratch)
{
    uint32_t header[4] = {};
    scratch.read(header, sizeof(header));
    return static_cast<vkscan::ScratchStatus>(header[vkscan::kScratchStatusOffset / sizeof(uint32_t)]);
}

std::vector<uint64_t> sharedScratchWords(VkDeviceSize bytes)
{
    std::vector<uint64_t> words(bytes / sizeof(uint64_t));
    host->scratch->read(words.data(), bytes);
    return words;
}

vkscan::study::Tuning smallTuning()
{
    vkscan::study::Tuning tuning(capabilities());
    for (vkscan::Geometry* geometry : {&tuning.singleWorkgroup,
                                       &tuning.spans,
                                       &tuning.tiles,
                                       &tuning.flatSum,
                                       &tuning.spine,
                                       &tuning.blockSpine,
                                       &tuning.largeStateSpine,
                                       &tuning.sharedStateSpine,
                                       &tuning.segmentSpine,
                                       &tuning.keySpine,
                                       &tuning.customSpine,
                                       &tuning.largeCustomSpine,
                                       &tuning.selectFlatSum,
                                       &tuning.selectSpine,
                                       &tuning.runValueFlatSum,
                                       &tuning.runValueSpine,
                                       &tuning.chained,
                                       &tuning.lookBack,
                                       &tuning.reduce,
                                       &tuning.reduceSegments,
                                       &tuning.sortSmall,
                                       &tuning.sortSingle,
                                       &tuning.sortPassSmall,
                                       &tuning.sortPass,
                                       &tuning.sortPassLarge,
                                       &tuning.sortScatter,
                                       &tuning.sortShort,
                                       &tuning.splitFlatSumSmall,
                                       &tuning.splitFlatSum,
                                       &tuning.splitSpans,
                                       &tuning.topK,
                                       &tuning.histogram,
                                       &tuning.histogramPart,
                                       &tuning.distributionShort,
                                       &tuning.histogramImage})
        *geometry = {64, 1, std::min(geometry->spineSubgroups, 2u)};
    tuning.axis = {64, 2};
    tuning.axisGroups = 5;
    tuning.sam = {256, 1}; // longer waits on a device with bounded loops
    tuning.window = 4;
    tuning.cascadeWorkgroups = 5;
    tuning.splitSpanCount = 5;
    tuning.topKShortRows = 2;
    tuning.topKRows = tuning.topK;
    tuning.topKGroups = 7;
    tuning.topKEntries = 128; // small lists, which soon overflow
    tuning.distribution = {64, 2};
    tuning.distributionLong = {64, 3};
    return tuning;
}

vkscan::study::Tuning geometryOf(uint32_t workgroupSize, uint32_t spineSubgroups)
{
    vkscan::study::Tuning tuning(capabilities());
    for (vkscan::Geometry* geometry :
         {&tuning.singleWorkgroup, &tuning.spans, &tuning.flatSumSmall, &tuning.flatSum, &tuning.spine, &tuning.reduce})
        *geometry = {workgroupSize, 4, std::min(geometry->spineSubgroups, spineSubgroups)};
    tuning.spine.spineSubgroups = spineSubgroups;
    return tuning;
}

} // namespace testing_support
