// Wrong descriptions of summed-area tables, and tables that were never created.
#include "sat_models.h"

#include "tables/summed_area_table_impl.h"

#include <gtest/gtest.h>

#include <vkscan/vkscan.h>

#include <functional>
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
        {"input below", Status(Argument::Input, Rule::Invalid), "input:", set(&Desc::input, -1)},
        {"input above", Status(Argument::Input, Rule::Invalid), "input:", set(&Desc::input, 3)},
        {"a storage image to sum", Status(Argument::Input, Rule::NotOffered), "input:", set(&Desc::input, 2)},
        {"no input format", Status(Argument::InputFormat, Rule::Unsupported),
         "inputFormat:", set(&Desc::inputFormat, 0)},
        {"depth", Status(Argument::InputFormat, Rule::Unsupported),
         "inputFormat:", set(&Desc::inputFormat, VK_FORMAT_D32_SFLOAT)},
        {"signed", Status(Argument::InputFormat, Rule::Unsupported),
         "inputFormat:", set(&Desc::inputFormat, VK_FORMAT_R8_SNORM)},
        {"doubles in", Status(Argument::InputFormat, Rule::Unsupported),
         "inputFormat:", set(&Desc::inputFormat, VK_FORMAT_R64_SFLOAT)},
        {"fewer channels than out", Status(Argument::InputFormat, Rule::Unsupported),
         "inputFormat:", set(&Desc::inputFormat, VK_FORMAT_R16G16_SFLOAT)},
        {"input the device cannot sample", Status(Argument::InputFormat, Rule::Unsupported), "inputFormat:",
         [](Desc&, Capabilities&, FormatSupport& f) {
             f.input &= ~VkFormatFeatureFlags{VK_FORMAT_FEATURE_SAMPLED_IMAGE_BIT};
         }},
        {"buffer of halfs", Status(Argument::InputFormat, Rule::Unsupported), "inputFormat:", set(&Desc::input, 0)},
        {"output below", Status(Argument::Output, Rule::Invalid), "output:", set(&Desc::output, -1)},
        {"output to sample", Status(Argument::Output, Rule::Invalid), "output:", set(&Desc::output, 1)},
        {"no output format", Status(Argument::OutputFormat, Rule::Unsupported),
         "outputFormat:", set(&Desc::outputFormat, 0)},
        {"halfs out", Status(Argument::OutputFormat, Rule::Unsupported),
         "outputFormat:", set(&Desc::outputFormat, VK_FORMAT_R16G16B16A16_SFLOAT)},
        {"integers of float sums", Status(Argument::OutputFormat, Rule::Unsupported),
         "outputFormat:", set(&Desc::outputFormat, VK_FORMAT_R32_UINT)},
        {"doubles in an image", Status(Argument::OutputFormat, Rule::Unsupported), "outputFormat:",
         [](Desc& d, Capabilities&, FormatSupport&) {
             d.accumulation = Accumulation::F64;
             d.outputFormat = VK_FORMAT_R64_SFLOAT;
         }},
        {"doubles of floats", Status(Argument::OutputFormat, Rule::Unsupported), "outputFormat:",
         [](Desc& d, Capabilities&, FormatSupport&) {
             d.output = Resource::Buffer;
             d.outputFormat = VK_FORMAT_R64_SFLOAT;
         }},
        {"a mean of reproducible sums", Status(Argument::Reproducible, Rule::Incompatible), "reproducible:",
         [](Desc& d, Capabilities&, FormatSupport&) {
             d.reproducible = true;
             d.bias = Bias::Mean;
         }},
        {"reproducible compensated sums", Status(Argument::Reproducible, Rule::Incompatible), "reproducible:",
         [](Desc& d, Capabilities&, FormatSupport&) {
             d.reproducible = true;
             d.bias = Bias::None;
             d.accumulation = Accumulation::F32x2;
         }},
        {"output the device cannot store", Status(Argument::OutputFormat, Rule::Unsupported),
         "outputFormat:", [](Desc&, Capabilities&, FormatSupport& f) { f.output = 0; }},
        {"stores without formats", Status(Argument::OutputFormat, Rule::Unsupported),
         "outputFormat:", [](Desc&, Capabilities& c, FormatSupport&) { c.storageImageWrite = false; }},
        {"accumulation below", Status(Argument::Accumulation, Rule::Invalid),
         "accumulation:", set(&Desc::accumulation, -1)},
        {"accumulation above", Status(Argument::Accumulation, Rule::Invalid),
         "accumulation:", set(&Desc::accumulation, 4)},
        {"f64 without the feature", Status(Argument::Accumulation, Rule::Unsupported), "accumulation:",
         [](Desc& d, Capabilities& c, FormatSupport&) {
             d.accumulation = Accumulation::F64;
             c.float64 = false;
         }},
        {"integer sums of floats", Status(Argument::Accumulation, Rule::Incompatible), "accumulation:",
         [](Desc& d, Capabilities&, FormatSupport&) {
             d.accumulation = Accumulation::U32;
             d.outputFormat = VK_FORMAT_R32G32B32A32_UINT;
         }},
        {"sums of doubles in an image", Status(Argument::Accumulation, Rule::Incompatible),
         "accumulation:", [](Desc& d, Capabilities&, FormatSupport&) { d.accumulation = Accumulation::F64; }},
        {"bias below", Status(Argument::Bias, Rule::Invalid), "bias:", set(&Desc::bias, -1)},
        {"bias above", Status(Argument::Bias, Rule::Invalid), "bias:", set(&Desc::bias, 3)},
        {"bias of integers", Status(Argument::Bias, Rule::Incompatible), "bias:",
         [](Desc& d, Capabilities&, FormatSupport&) {
             d.accumulation = Accumulation::U32;
             d.inputFormat = VK_FORMAT_R8G8B8A8_UNORM;
             d.outputFormat = VK_FORMAT_R32G32B32A32_UINT;
         }},
        {"layout below", Status(Argument::Layout, Rule::Invalid), "layout:", set(&Desc::layout, -1)},
        {"layout above", Status(Argument::Layout, Rule::Invalid), "layout:", set(&Desc::layout, 2)},
        {"waiting below", Status(Argument::Waiting, Rule::Invalid), "waiting:", set(&Desc::waiting, -1)},
        {"waiting above", Status(Argument::Waiting, Rule::Invalid), "waiting:", set(&Desc::waiting, 2)},
    };
    return all;
}

TEST(SatMisuse, OfDescriptionsIsNamed)
{
    // How arrays are stored, by StoredPlan.
    StatusSet provoked = {{Argument::Input, Rule::Incompatible}, {Argument::Output, Rule::Incompatible}};
    for (const DescMisuse& misuse : descMisuses()) {
        SCOPED_TRACE(misuse.what);
        Forced<SummedAreaTableDesc> desc = fullImageDesc();
        Capabilities capabilities = withImages(portableDevice());
        FormatSupport support = kAllFormats;
        ASSERT_EQ(checkSatDesc(desc, capabilities, support), Status::Success);
        misuse.breakIt(desc, capabilities, support);
        const Status status = checkSatDesc(desc, capabilities, support);
        EXPECT_EQ(status, misuse.status) << toString(status);
        EXPECT_EQ(std::string(toString(misuse.status)).rfind(misuse.argument, 0), 0) << toString(misuse.status);
        provoked.insert(misuse.status);
    }
    expectProvoked(provoked,
                   {Argument::Input, Argument::InputFormat, Argument::Output, Argument::OutputFormat,
                    Argument::Accumulation, Argument::Bias, Argument::Layout, Argument::Waiting},
                   {Rule::Invalid, Rule::Unsupported, Rule::Incompatible});
    expectProvoked(provoked, {Argument::Input}, {Rule::NotOffered});
}

TEST(SatMisuse, OfTablesNeverCreated)
{
    SummedAreaTable table;
    EXPECT_EQ(table.writeDescriptors(reinterpret_cast<VkDescriptorSet>(uintptr_t{64}), {}),
              Status(Argument::Operation, Rule::NotCreated));
    EXPECT_EQ(table.descriptorSetLayout(), VkDescriptorSetLayout{VK_NULL_HANDLE});
    EXPECT_EQ(table.scratchSize({1000, 1000}), 0);
    EXPECT_EQ(SummedAreaTable::Impl::strategyFor(table, {1, 1}), Strategy::Auto);
}

} // namespace
