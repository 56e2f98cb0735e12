// Wrong descriptions of summed-area tables, each refused with its own status, and arguments at the limits.
#include "table_models.h"

#include <gtest/gtest.h>

#include <vkscan/vkscan.h>

#include <functional>
#include <string>

using namespace testing_support;
using namespace vkscan;

namespace {

using Args = TableArgs;

constexpr std::pair<Argument, VolumeSurface Args::*> kSurfaces[] = {
    {Argument::Input, &Args::input}, {Argument::Output, &Args::output}, {Argument::Squares, &Args::squares}};

// The last 16 bytes that hold a part of a buffer's last texel.
VkDeviceAddress endOf(const VolumeSurface& surface)
{
    return (surface.buffer.address + surface.buffer.size - 1) / 16 * 16;
}

VkExtent3D extentOf(const TableDesc& desc)
{
    return desc.kind == TableKind::Image ? VkExtent3D{500, 300, 1} : VkExtent3D{50, 30, 20};
}

TableModel heapModel(const AnyTable& desc)
{
    Capabilities device = portableDevice();
    device.descriptorHeaps = true;
    device.imageDescriptorAlignment = 32;
    return tableModelOf(desc, device);
}

// Surfaces that a call refuses are refused where descriptors are written, too. Fuzz.SummedAreaTable and
// Fuzz.SummedVolumeTable have all arguments that calls refuse.
TEST(TableMisuse, OfSurfacesIsSeenWhereDescriptorsAreWritten)
{
    const std::pair<Status, void (*)(Args&)> misuses[] = {
        {{Argument::Input, Rule::Zero}, [](Args& a) { a.region.extent.height = 0; }},
        {{Argument::Input, Rule::Zero}, [](Args& a) { a.region.extent.depth = 0; }},
        {{Argument::Region, Rule::Invalid}, [](Args& a) { ++a.region.offset.x; }},
        {{Argument::Input, Rule::ViewNull}, [](Args& a) { a.input.view = VK_NULL_HANDLE; }},
        {{Argument::Output, Rule::ExtentTooSmall}, [](Args& a) { --a.output.extent.width; }},
        {{Argument::Squares, Rule::UsageMissing}, [](Args& a) { a.squares.usage = 0; }}};
    for (const AnyTable desc : {AnyTable(fullImageDesc()), AnyTable(fullVolumeImageDesc())}) {
        const TableModel model = tableModelOf(desc);
        for (const auto& [status, breakIt] : misuses) {
            Args args = validTableArgs(model, extentOf(desc), 2);
            args.scratch = args.bias = {}; // which descriptors do not need
            EXPECT_EQ(checkSurfaces(model, args), Status::Success);
            breakIt(args);
            EXPECT_EQ(checkSurfaces(model, args), status) << toString(status);
        }
    }
}

// The limits themselves are fine, and what does not apply is ignored.
TEST(TableMisuse, IsNotSeenWhereThereIsNone)
{
    const auto accepts = [](const TableModel& model, const std::function<void(Args&)>& change) {
        Args args = validTableArgs(model, extentOf(model.desc), model.desc.kind == TableKind::Image ? 20 : 2);
        change(args);
        Plan plan;
        EXPECT_EQ(planTables(model, args, &plan), Status::Success);
    };
    for (const TableDesc images :
         {AnyTable(fullImageDesc()), AnyTable(fullVolumeImageDesc()), AnyTable(fullVolumeImageDesc(true))}) {
        const TableModel model = tableModelOf(images);
        // Views without descriptor heaps, offsets with them.
        accepts(model, [](Args& a) { a.input.heapOffset = a.output.heapOffset = 7; });
        accepts(heapModel(images), [](Args& a) { a.input.view = a.output.view = a.squares.view = {}; });
        accepts(model, [](Args& a) {
            a.input.imageLayout = VK_IMAGE_LAYOUT_SHADER_READ_ONLY_OPTIMAL;
            a.input.rowPitch = a.output.rowPitch = a.output.slicePitch = 1;
        });
        accepts(model, [](Args& a) { a.input.imageLayout = VK_IMAGE_LAYOUT_READ_ONLY_OPTIMAL; });
        for (const auto& [argument, surface] : kSurfaces)
            accepts(model, [&, at = surface](Args& a) {
                (a.*at).extent = images.is3D() ? VkExtent3D{16384, 16384, 16384} : VkExtent3D{32768, 32768, 4096};
            });
    }
    const TableModel buffers = tableModelOf(fullBufferDesc());
    accepts(buffers, [](Args& a) { a.output.buffer.address = a.input.buffer.address + a.input.buffer.size; });
    accepts(buffers, [](Args& a) { a.squares.buffer.address = a.input.buffer.address - a.squares.buffer.size; });
    accepts(buffers, [](Args& a) { a.output.extent.width += 2; }); // what the pitch has room for
    accepts(buffers, [](Args& a) { a.output.extent.height += 1000; });
    // Only what is touched counts, not how far a range reaches.
    accepts(buffers, [](Args& a) { a.input.buffer.size = a.output.buffer.size = kLastByte; });
    accepts(buffers, [](Args& a) { a.input.imageLayout = VK_IMAGE_LAYOUT_UNDEFINED; });
    Forced<SummedAreaTableDesc> given = fullBufferDesc();
    given.bias = Bias::Given; // which is read alone, like the input
    accepts(tableModelOf(given), [](Args& a) { a.bias.address = endOf(a.input); });
    Forced<SummedAreaTableDesc> plain = fullBufferDesc();
    plain.bias = Bias::None;
    plain.squares = false;
    accepts(tableModelOf(plain), [](Args& a) {
        a.bias = {3, kLastByte};
        a.squares.buffer = {a.input.buffer.address + 1, 1};
    });
    // The least slice pitch: the next slice begins behind the last row's end.
    const TableModel volume = tableModelOf(fullVolumeDesc());
    const auto packSlices = [](Args& a) {
        for (VolumeSurface* surface : {&a.input, &a.output, &a.squares})
            surface->slicePitch = (surface->extent.height - 1) * surface->rowPitch + surface->extent.width * 4;
    };
    accepts(volume, packSlices);
    accepts(volume, [&](Args& a) {
        packSlices(a);
        a.output.extent.depth += 1000; // entries that nothing reaches
        a.output.buffer.address = a.input.buffer.address + a.input.buffer.size;
    });
}

// Descriptions that both classes refuse: `change` breaks either.
struct DescMisuse {
    const char* what;
    Status status;
    std::function<void(TableDesc&, Capabilities&, FormatSupport&)> breakIt;
};

template <class Field>
auto set(Field TableDesc::*field, int value)
{
    return [=](TableDesc& d, Capabilities&, FormatSupport&) { d.*field = static_cast<Field>(value); };
}

// Descriptions of images, with all that is optional.
const std::vector<DescMisuse>& commonDescMisuses()
{
    using D = TableDesc;
    using C = Capabilities;
    using F = FormatSupport;
    static const std::vector<DescMisuse> all = {
        {"input below", {Argument::Input, Rule::Invalid}, set(&D::input, -1)},
        {"input above", {Argument::Input, Rule::Invalid}, set(&D::input, 3)},
        {"a storage image to sum", {Argument::Input, Rule::NotOffered}, set(&D::input, 2)},
        {"no input format", {Argument::InputFormat, Rule::Unsupported}, set(&D::inputFormat, 0)},
        {"depth", {Argument::InputFormat, Rule::Unsupported}, set(&D::inputFormat, VK_FORMAT_D32_SFLOAT)},
        {"signed", {Argument::InputFormat, Rule::Unsupported}, set(&D::inputFormat, VK_FORMAT_R8_SNORM)},
        {"doubles in", {Argument::InputFormat, Rule::Unsupported}, set(&D::inputFormat, VK_FORMAT_R64_SFLOAT)},
        {"fewer channels than out",
         {Argument::InputFormat, Rule::Unsupported},
         [](D& d, C&, F&) {
             d.inputFormat = VK_FORMAT_R16G16_SFLOAT;
             d.outputFormat = VK_FORMAT_R32G32B32A32_SFLOAT;
         }},
        {"input the device cannot sample",
         {Argument::InputFormat, Rule::Unsupported},
         [](D&, C&, F& f) { f.input &= ~VkFormatFeatureFlags{VK_FORMAT_FEATURE_SAMPLED_IMAGE_BIT}; }},
        {"buffer of halfs",
         {Argument::InputFormat, Rule::Unsupported},
         [](D& d, C&, F&) {
             d.input = Resource::Buffer;
             d.inputFormat = VK_FORMAT_R16_SFLOAT;
         }},
        {"output below", {Argument::Output, Rule::Invalid}, set(&D::output, -1)},
        {"output to sample", {Argument::Output, Rule::Invalid}, set(&D::output, 1)},
        {"no output format", {Argument::OutputFormat, Rule::Unsupported}, set(&D::outputFormat, 0)},
        {"halfs out", {Argument::OutputFormat, Rule::Unsupported}, set(&D::outputFormat, VK_FORMAT_R16_SFLOAT)},
        {"integers of float sums",
         {Argument::OutputFormat, Rule::Unsupported},
         set(&D::outputFormat, VK_FORMAT_R32_UINT)},
        {"doubles in an image",
         {Argument::OutputFormat, Rule::Unsupported},
         [](D& d, C&, F&) {
             d.accumulation = Accumulation::F64;
             d.outputFormat = VK_FORMAT_R64_SFLOAT;
         }},
        {"doubles of floats",
         {Argument::OutputFormat, Rule::Unsupported},
         [](D& d, C&, F&) {
             d.output = Resource::Buffer;
             d.outputFormat = VK_FORMAT_R64_SFLOAT;
         }},
        {"output the device cannot store",
         {Argument::OutputFormat, Rule::Unsupported},
         [](D&, C&, F& f) { f.output = 0; }},
        {"stores without formats",
         {Argument::OutputFormat, Rule::Unsupported},
         [](D&, C& c, F&) { c.storageImageWrite = false; }},
        {"accumulation below", {Argument::Accumulation, Rule::Invalid}, set(&D::accumulation, -1)},
        {"accumulation above", {Argument::Accumulation, Rule::Invalid}, set(&D::accumulation, 4)},
        {"f64 without the feature",
         {Argument::Accumulation, Rule::Unsupported},
         [](D& d, C& c, F&) {
             d.accumulation = Accumulation::F64;
             c.float64 = false;
         }},
        {"integer sums of floats",
         {Argument::Accumulation, Rule::Incompatible},
         [](D& d, C&, F&) {
             d.accumulation = Accumulation::U32;
             d.outputFormat = VK_FORMAT_R32_UINT;
         }},
        {"sums of doubles in an image", {Argument::Accumulation, Rule::Incompatible}, set(&D::accumulation, 3)},
        {"bias below", {Argument::Bias, Rule::Invalid}, set(&D::bias, -1)},
        {"bias above", {Argument::Bias, Rule::Invalid}, set(&D::bias, 3)},
        {"bias of integers",
         {Argument::Bias, Rule::Incompatible},
         [](D& d, C&, F&) {
             d.accumulation = Accumulation::U32;
             d.inputFormat = VK_FORMAT_R8G8B8A8_UNORM;
             d.outputFormat = VK_FORMAT_R32_UINT;
         }},
        {"layout below", {Argument::Layout, Rule::Invalid}, set(&D::layout, -1)},
        {"layout above", {Argument::Layout, Rule::Invalid}, set(&D::layout, 2)},
        {"waiting below", {Argument::Waiting, Rule::Invalid}, set(&D::waiting, -1)},
        {"waiting above", {Argument::Waiting, Rule::Invalid}, set(&D::waiting, 2)},
    };
    return all;
}

// Tables of images: sums that have the same bits everywhere.
const std::vector<DescMisuse>& reproducibleMisuses()
{
    using D = TableDesc;
    const auto with = [](auto D::*field, int value) {
        return [=](D& d, Capabilities&, FormatSupport&) {
            d.reproducible = true;
            d.bias = Bias::None;
            d.*field = static_cast<std::remove_reference_t<decltype(d.*field)>>(value);
        };
    };
    constexpr Status kRefused = {Argument::Reproducible, Rule::Incompatible};
    static const std::vector<DescMisuse> all = {
        {"a mean", kRefused, with(&D::bias, static_cast<int>(Bias::Mean))},
        {"compensated sums", kRefused, with(&D::accumulation, static_cast<int>(Accumulation::F32x2))}};
    return all;
}

// Slices.
const std::vector<DescMisuse>& sliceMisuses()
{
    using D = TableDesc;
    static const std::vector<DescMisuse> all = {
        {"compensated sums in images", {Argument::Accumulation, Rule::Incompatible}, set(&D::accumulation, 2)},
        {"doubles of images",
         {Argument::Accumulation, Rule::Incompatible},
         [](D& d, Capabilities&, FormatSupport&) {
             d.output = Resource::Buffer;
             d.accumulation = Accumulation::F64;
         }},
        {"compensated sums of buffers in images",
         {Argument::Accumulation, Rule::Incompatible},
         [](D& d, Capabilities&, FormatSupport&) {
             d.input = Resource::Buffer;
             d.accumulation = Accumulation::F32x2;
         }}};
    return all;
}

TEST(TableMisuse, OfDescriptionsIsNamed)
{
    // How arrays are stored, by StoredPlan.
    StatusSet provoked = {{Argument::Input, Rule::Incompatible}, {Argument::Output, Rule::Incompatible}};
    const auto expect = [&](const TableDesc& valid, const std::vector<DescMisuse>& misuses) {
        for (const DescMisuse& misuse : misuses) {
            SCOPED_TRACE(misuse.what);
            TableDesc desc = valid;
            Capabilities capabilities = withImages(portableDevice());
            FormatSupport support = kAllFormats;
            ASSERT_EQ(checkTableDesc(desc, capabilities, support), Status::Success);
            misuse.breakIt(desc, capabilities, support);
            const Status status = checkTableDesc(desc, capabilities, support);
            EXPECT_EQ(status, misuse.status) << toString(status);
            EXPECT_EQ(std::string(toString(misuse.status)).rfind(toString(misuse.status.argument), 0), 0)
                << toString(misuse.status);
            provoked.insert(misuse.status);
        }
    };
    Forced<SummedVolumeTableDesc> arrayStack = fullVolumeImageDesc(true);
    arrayStack.separateSlices = true;
    for (const AnyTable desc : {AnyTable(fullImageDesc()), AnyTable(fullVolumeImageDesc()), AnyTable(arrayStack)}) {
        expect(desc, commonDescMisuses());
        expect(desc, desc.kind == TableKind::Image ? reproducibleMisuses() : sliceMisuses());
    }
    expectProvoked(provoked,
                   {Argument::Input, Argument::InputFormat, Argument::Output, Argument::OutputFormat,
                    Argument::Accumulation, Argument::Bias, Argument::Layout, Argument::Waiting},
                   {Rule::Invalid, Rule::Unsupported, Rule::Incompatible});
    expectProvoked(provoked, {Argument::Input}, {Rule::NotOffered});
}

// Formats of two channels are extended ones, which a volume's dispatches along z read by.
TEST(TableMisuse, OfVolumesOfTwoChannelsNeedsExtendedFormats)
{
    Capabilities device = withImages(portableDevice());
    for (const bool hasFormats : {false, true})
        for (const bool isStack : {false, true}) {
            device.storageImageExtendedFormats = hasFormats;
            Forced<SummedVolumeTableDesc> desc = fullVolumeImageDesc();
            desc.inputFormat = desc.outputFormat = VK_FORMAT_R32G32_SFLOAT;
            desc.separateSlices = isStack;
            EXPECT_EQ(checkTableDesc(desc, device, kAllFormats),
                      hasFormats || isStack ? Status(Status::Success)
                                            : Status(Argument::OutputFormat, Rule::Unsupported));
        }
}

} // namespace
