// Wrong descriptions of summed-area tables, and tables that were never created.
#include "sat_models.h"

#include <gtest/gtest.h>

#include <vkscan/vkscan.h>

#include <functional>
#include <set>
#include <string>
#include <type_traits>

using namespace testing_support;
using namespace vkscan;

namespace {

struct DescMisuse {
    const char* what;
    Status status;
    const char* argument;
    std::function<void(SummedAreaTableDesc&, Capabilities&, FormatSupport&)> breakIt;
};

using Desc = SummedAreaTableDesc;

const std::vector<DescMisuse>& descMisuses()
{
    const auto set = [](auto Desc::*field, int value) {
        return [=](Desc& d, Capabilities&, FormatSupport&) {
            d.*field = static_cast<std::remove_reference_t<decltype(d.*field)>>(value);
        };
    };
    static const std::vector<DescMisuse> all = {
        {"input below", Status::InputResourceInvalid, "input:", set(&Desc::input, -1)},
        {"input above", Status::InputResourceInvalid, "input:", set(&Desc::input, 3)},
        {"no input format", Status::InputFormatUnsupported, "inputFormat:", set(&Desc::inputFormat, 0)},
        {"depth", Status::InputFormatUnsupported, "inputFormat:", set(&Desc::inputFormat, VK_FORMAT_D32_SFLOAT)},
        {"signed", Status::InputFormatUnsupported, "inputFormat:", set(&Desc::inputFormat, VK_FORMAT_R8_SNORM)},
        {"doubles in", Status::InputFormatUnsupported, "inputFormat:", set(&Desc::inputFormat, VK_FORMAT_R64_SFLOAT)},
        {"fewer channels than out", Status::InputFormatUnsupported,
         "inputFormat:", set(&Desc::inputFormat, VK_FORMAT_R16G16_SFLOAT)},
        {"input the device cannot sample", Status::InputFormatUnsupported, "inputFormat:",
         [](Desc&, Capabilities&, FormatSupport& f) {
             f.input &= ~VkFormatFeatureFlags{VK_FORMAT_FEATURE_SAMPLED_IMAGE_BIT};
         }},
        {"input the device cannot load", Status::InputFormatUnsupported, "inputFormat:",
         [](Desc& d, Capabilities&, FormatSupport& f) {
             d.input = Resource::StorageImage;
             f.input &= ~VkFormatFeatureFlags{VK_FORMAT_FEATURE_STORAGE_IMAGE_BIT};
         }},
        {"loads without formats", Status::InputFormatUnsupported, "inputFormat:",
         [](Desc& d, Capabilities& c, FormatSupport&) {
             d.input = Resource::StorageImage;
             c.storageImageRead = false;
         }},
        {"buffer of halfs", Status::InputFormatUnsupported, "inputFormat:", set(&Desc::input, 0)},
        {"output below", Status::OutputResourceInvalid, "output:", set(&Desc::output, -1)},
        {"output to sample", Status::OutputResourceInvalid, "output:", set(&Desc::output, 1)},
        {"no output format", Status::OutputFormatUnsupported, "outputFormat:", set(&Desc::outputFormat, 0)},
        {"halfs out", Status::OutputFormatUnsupported,
         "outputFormat:", set(&Desc::outputFormat, VK_FORMAT_R16G16B16A16_SFLOAT)},
        {"integers of float sums", Status::OutputFormatUnsupported,
         "outputFormat:", set(&Desc::outputFormat, VK_FORMAT_R32_UINT)},
        {"doubles in an image", Status::OutputFormatUnsupported, "outputFormat:",
         [](Desc& d, Capabilities&, FormatSupport&) {
             d.accumulation = Accumulation::F64;
             d.outputFormat = VK_FORMAT_R64_SFLOAT;
         }},
        {"doubles of floats", Status::OutputFormatUnsupported, "outputFormat:",
         [](Desc& d, Capabilities&, FormatSupport&) {
             d.output = Resource::Buffer;
             d.outputFormat = VK_FORMAT_R64_SFLOAT;
         }},
        {"output the device cannot store", Status::OutputFormatUnsupported,
         "outputFormat:", [](Desc&, Capabilities&, FormatSupport& f) { f.output = 0; }},
        {"stores without formats", Status::OutputFormatUnsupported,
         "outputFormat:", [](Desc&, Capabilities& c, FormatSupport&) { c.storageImageWrite = false; }},
        {"accumulation below", Status::AccumulationInvalid, "accumulation:", set(&Desc::accumulation, -1)},
        {"accumulation above", Status::AccumulationInvalid, "accumulation:", set(&Desc::accumulation, 4)},
        {"f64 without the feature", Status::AccumulationUnsupported, "accumulation:",
         [](Desc& d, Capabilities& c, FormatSupport&) {
             d.accumulation = Accumulation::F64;
             c.float64 = false;
         }},
        {"integer sums of floats", Status::AccumulationNeedsInteger, "accumulation:",
         [](Desc& d, Capabilities&, FormatSupport&) {
             d.accumulation = Accumulation::U32;
             d.outputFormat = VK_FORMAT_R32G32B32A32_UINT;
         }},
        {"bias below", Status::BiasInvalid, "bias:", set(&Desc::bias, -1)},
        {"bias above", Status::BiasInvalid, "bias:", set(&Desc::bias, 3)},
        {"bias of integers", Status::BiasNeedsFloat, "bias:",
         [](Desc& d, Capabilities&, FormatSupport&) {
             d.accumulation = Accumulation::U32;
             d.inputFormat = VK_FORMAT_R8G8B8A8_UNORM;
             d.outputFormat = VK_FORMAT_R32G32B32A32_UINT;
         }},
        {"layout below", Status::TableLayoutInvalid, "layout:", set(&Desc::layout, -1)},
        {"layout above", Status::TableLayoutInvalid, "layout:", set(&Desc::layout, 2)},
        {"single workgroup", Status::StrategyNotOffered, "strategy:", set(&Desc::strategy, 1)},
        {"look-back", Status::StrategyNotOffered, "strategy:", set(&Desc::strategy, 4)},
        {"scan-then-propagate", Status::StrategyNotOffered, "strategy:", set(&Desc::strategy, 6)},
        {"chained", Status::StrategyNotOffered, "strategy:", set(&Desc::strategy, 7)},
        {"sam", Status::StrategyNotOffered, "strategy:", set(&Desc::strategy, 8)},
        {"strategy below", Status::StrategyInvalid, "strategy:", set(&Desc::strategy, -1)},
        {"cascade", Status::StrategyNotOffered, "strategy:", set(&Desc::strategy, 9)},
        {"truncated cascade", Status::StrategyNotOffered, "strategy:", set(&Desc::strategy, 10)},
        {"strategy above", Status::StrategyInvalid, "strategy:", set(&Desc::strategy, 11)},
        {"spine without opt-in", Status::StrategyNeedsForwardProgress,
         "strategy:", set(&Desc::assumeForwardProgress, 0)},
        {"spine without atomics", Status::StrategyUnsupported,
         "strategy:", [](Desc&, Capabilities& c, FormatSupport&) { c.bufferInt64Atomics = false; }},
    };
    return all;
}

TEST(SatMisuse, OfDescriptionsIsNamed)
{
    std::set<Status> provoked;
    for (const DescMisuse& misuse : descMisuses()) {
        SCOPED_TRACE(misuse.what);
        SummedAreaTableDesc desc = fullImageDesc();
        Capabilities capabilities = withImages(portableDevice());
        FormatSupport support = kAllFormats;
        ASSERT_EQ(checkSatDesc(desc, capabilities, support), Status::Success);
        misuse.breakIt(desc, capabilities, support);
        const Status status = checkSatDesc(desc, capabilities, support);
        EXPECT_EQ(status, misuse.status) << toString(status);
        EXPECT_EQ(std::string(toString(misuse.status)).rfind(misuse.argument, 0), 0) << toString(misuse.status);
        provoked.insert(misuse.status);
    }
    const int last = static_cast<int>(Status::StrategyNotOffered);
    for (int i = static_cast<int>(Status::InputResourceInvalid); i <= last; ++i)
        EXPECT_EQ(provoked.count(static_cast<Status>(i)), 1) << toString(static_cast<Status>(i));
}

TEST(SatMisuse, OfTablesNeverCreated)
{
    SummedAreaTable table;
    EXPECT_EQ(SummedAreaTable::create(Context{}, {}, nullptr), Status::OutputPointerNull);
    EXPECT_EQ(SummedAreaTable::create(Context{}, {}, &table), Status::ContextInvalid);
    EXPECT_EQ(table.record(reinterpret_cast<VkCommandBuffer>(uintptr_t{64}), {}), Status::OperationInvalid);
    EXPECT_EQ(table.writeDescriptors(reinterpret_cast<VkDescriptorSet>(uintptr_t{64}), {}), Status::OperationInvalid);
    EXPECT_EQ(table.descriptorSetLayout(), VkDescriptorSetLayout{VK_NULL_HANDLE});
    EXPECT_EQ(table.scratchSize({1000, 1000}), 0);
    EXPECT_EQ(table.strategyFor({1, 1}), Strategy::Auto);
}

} // namespace
