// Wrong descriptions and arguments of summed-area tables: each is refused with its own status, and nothing happens.
#include "table_models.h"

#include "tables/table.h"

#include <gtest/gtest.h>

#include <vkscan/vkscan.h>

#include <cstring>
#include <functional>
#include <string>
#include <tuple>

using namespace testing_support;
using namespace vkscan;

namespace {

using Args = TableArgs;

struct Misuse {
    const char* what;
    Status status;
    std::function<void(Args&)> breakIt;
};

constexpr std::pair<Argument, VolumeSurface Args::*> kSurfaces[] = {
    {Argument::Input, &Args::input}, {Argument::Output, &Args::output}, {Argument::Squares, &Args::squares}};
constexpr VkDeviceSize kMaxPitch = VkDeviceSize{1} << 31;

void append(std::vector<Misuse>* all, const std::vector<Misuse>& more)
{
    all->insert(all->end(), more.begin(), more.end());
}

// Faults of each surface: change(surface).
struct SurfaceMisuse {
    const char* what;
    Rule rule;
    std::function<void(VolumeSurface&)> change;
};
void appendForEach(std::vector<Misuse>* all, const std::vector<SurfaceMisuse>& misuses)
{
    for (const auto& [argument, surface] : kSurfaces)
        for (const SurfaceMisuse& misuse : misuses)
            all->push_back({misuse.what, Status(argument, misuse.rule),
                            [at = surface, change = misuse.change](Args& a) { change(a.*at); }});
}

// Faults of regions and extents, of bias and scratch, whatever the resources.
std::vector<Misuse> commonMisuses(const TableDesc& desc)
{
    const VkExtent3D most = desc.maxExtent;
    std::vector<Misuse> all = {
        {"width 0", {Argument::Input, Rule::Zero}, [](Args& a) { a.region.extent.width = 0; }},
        {"height 0", {Argument::Input, Rule::Zero}, [](Args& a) { a.region.extent.height = 0; }},
        {"all of an input of width 0",
         {Argument::Input, Rule::Zero},
         [](Args& a) {
             a.region = {};
             a.input.extent.width = 0;
         }},
        {"left of the input", {Argument::Region, Rule::Invalid}, [](Args& a) { a.region.offset.x = -1; }},
        {"above the input", {Argument::Region, Rule::Invalid}, [](Args& a) { a.region.offset.y = -1; }},
        {"one column beyond", {Argument::Region, Rule::Invalid}, [](Args& a) { ++a.region.offset.x; }},
        {"one row beyond", {Argument::Region, Rule::Invalid}, [](Args& a) { ++a.region.offset.y; }},
        {"wider than the input",
         {Argument::Region, Rule::Invalid},
         [](Args& a) {
             a.region = {{0, 0, 0}, {a.input.extent.width + 1, 1, 1}};
         }},
        {"end wraps", {Argument::Region, Rule::Invalid}, [](Args& a) { a.region.extent.width = 0xffffffff; }},
        {"far below", {Argument::Region, Rule::Invalid}, [](Args& a) { a.region.offset.y = 0x7fffffff; }},
        {"too wide",
         {Argument::Region, Rule::TooLarge},
         [=](Args& a) {
             a.region = {};
             a.input.extent = {most.width + 1, 1, 1};
         }},
        {"too high",
         {Argument::Region, Rule::TooLarge},
         [=](Args& a) {
             a.region = {};
             a.input.extent = {1, most.height + 1, 1};
         }},
        {"output without room for the border's column",
         {Argument::Output, Rule::ExtentTooSmall},
         [](Args& a) { --a.output.extent.width; }},
        {"output without room for the border's row",
         {Argument::Output, Rule::ExtentTooSmall},
         [](Args& a) { --a.output.extent.height; }},
        {"squares without room for the border's column",
         {Argument::Squares, Rule::ExtentTooSmall},
         [](Args& a) { --a.squares.extent.width; }},
        {"squares without room for the border's row",
         {Argument::Squares, Rule::ExtentTooSmall},
         [](Args& a) { --a.squares.extent.height; }},
        {"null bias", {Argument::Bias, Rule::Null}, [](Args& a) { a.bias = {}; }},
        {"bias aligned to 8", {Argument::Bias, Rule::Misaligned}, [](Args& a) { a.bias.address += 8; }},
        {"bias one byte short", {Argument::Bias, Rule::TooSmall}, [](Args& a) { --a.bias.size; }},
        {"bias wraps", {Argument::Bias, Rule::TooSmall}, [](Args& a) { a.bias.address = kLastByte - 15; }},
        {"null scratch", {Argument::Scratch, Rule::Null}, [](Args& a) { a.scratch.address = 0; }},
        {"scratch aligned to 8", {Argument::Scratch, Rule::Misaligned}, [](Args& a) { a.scratch.address += 8; }},
        {"scratch one byte short", {Argument::Scratch, Rule::TooSmall}, [](Args& a) { --a.scratch.size; }},
        {"scratch wraps", {Argument::Scratch, Rule::TooSmall}, [](Args& a) { a.scratch.address = kLastByte - 15; }},
        {"scratch holds bias",
         {Argument::Scratch, Rule::Overlaps},
         [](Args& a) { a.bias.address = a.scratch.address + 16; }},
    };
    if (desc.kind == TableKind::Image)
        return all;
    append(&all, {
                     {"depth 0", {Argument::Input, Rule::Zero}, [](Args& a) { a.region.extent.depth = 0; }},
                     {"all of an input of depth 0",
                      {Argument::Input, Rule::Zero},
                      [](Args& a) {
                          a.region = {};
                          a.input.extent.depth = 0;
                      }},
                     {"before the input", {Argument::Region, Rule::Invalid}, [](Args& a) { a.region.offset.z = -1; }},
                     {"one slice beyond", {Argument::Region, Rule::Invalid}, [](Args& a) { ++a.region.offset.z; }},
                     {"end wraps", {Argument::Region, Rule::Invalid}, [](Args& a) { a.region.extent.depth = ~0u; }},
                     {"too deep",
                      {Argument::Region, Rule::TooLarge},
                      [=](Args& a) {
                          a.region = {};
                          a.input.extent = {1, 1, most.depth + 1};
                      }},
                     {"output without room for the border's slice",
                      {Argument::Output, Rule::ExtentTooSmall},
                      [](Args& a) { --a.output.extent.depth; }},
                     {"squares without room for the border's slice",
                      {Argument::Squares, Rule::ExtentTooSmall},
                      [](Args& a) { --a.squares.extent.depth; }},
                 });
    return all;
}

// The last 16 bytes that hold a part of a buffer's last texel.
VkDeviceAddress endOf(const VolumeSurface& surface)
{
    return (surface.buffer.address + surface.buffer.size - 1) / 16 * 16;
}

std::vector<Misuse> buffersMisuses(const TableDesc& desc)
{
    using S = VolumeSurface;
    std::vector<Misuse> all = commonMisuses(desc);
    appendForEach(&all, {
                            {"null", Rule::Null, [](S& s) { s.buffer.address = 0; }},
                            {"at half a component", Rule::Misaligned, [](S& s) { s.buffer.address += 2; }},
                            {"one byte short", Rule::TooSmall, [](S& s) { --s.buffer.size; }},
                            {"wraps", Rule::TooSmall, [](S& s) { s.buffer.address = kLastByte - 4095; }},
                            {"row of less", Rule::PitchTooSmall, [](S& s) { s.rowPitch = s.extent.width * 4 - 4; }},
                            {"row of one byte", Rule::PitchTooSmall, [](S& s) { s.rowPitch = 1; }},
                            {"row beyond 2 GiB", Rule::PitchInvalid, [](S& s) { s.rowPitch = kMaxPitch + 4; }},
                        });
    append(
        &all,
        {
            {"row of 2^63",
             {Argument::Input, Rule::PitchInvalid},
             [](Args& a) { a.input.rowPitch = VkDeviceSize{1} << 63; }},
            {"in place",
             {Argument::Output, Rule::Overlaps},
             [](Args& a) { a.output.buffer.address = a.input.buffer.address; }},
            {"output begins in input's last texel",
             {Argument::Output, Rule::Overlaps},
             [](Args& a) { a.output.buffer.address = endOf(a.input); }},
            {"output ends in input's first texel",
             {Argument::Output, Rule::Overlaps},
             [](Args& a) { a.output.buffer.address = a.input.buffer.address - a.output.buffer.size + 4; }},
            {"squares begin in input's last texel",
             {Argument::Squares, Rule::Overlaps},
             [](Args& a) { a.squares.buffer.address = endOf(a.input); }},
            {"squares begin in output's last entry",
             {Argument::Squares, Rule::Overlaps},
             [](Args& a) { a.squares.buffer.address = endOf(a.output); }},
            {"squares are the output",
             {Argument::Squares, Rule::Overlaps},
             [](Args& a) { a.squares.buffer.address = a.output.buffer.address; }},
            {"bias in input", {Argument::Bias, Rule::Overlaps}, [](Args& a) { a.bias.address = endOf(a.input); }},
            {"bias in output", {Argument::Bias, Rule::Overlaps}, [](Args& a) { a.bias.address = endOf(a.output); }},
            {"bias in squares", {Argument::Bias, Rule::Overlaps}, [](Args& a) { a.bias.address = endOf(a.squares); }},
            {"scratch begins in input",
             {Argument::Scratch, Rule::Overlaps},
             [](Args& a) { a.scratch.address = endOf(a.input); }},
            {"scratch begins in output",
             {Argument::Scratch, Rule::Overlaps},
             [](Args& a) { a.scratch.address = endOf(a.output); }},
            {"scratch begins in squares",
             {Argument::Scratch, Rule::Overlaps},
             [](Args& a) { a.scratch.address = endOf(a.squares); }},
        });
    if (desc.kind == TableKind::Image) { // of slices, a row that is longer makes the slice's pitch too small
        appendForEach(&all, {
                                {"row of half a component more", Rule::PitchInvalid, [](S& s) { s.rowPitch += 2; }},
                                {"row beyond memory", Rule::TooSmall, [](S& s) { s.rowPitch = 1 << 30; }},
                            });
        all.push_back({"rows of the largest pitch and height", {Argument::Input, Rule::TooSmall}, [](Args& a) {
                           a.input.rowPitch = kMaxPitch;
                           a.input.extent.height = 0xffffffff;
                       }});
        return all;
    }
    appendForEach(&all, {
                            {"slice beyond memory", Rule::TooSmall, [](S& s) { s.slicePitch = 1 << 30; }},
                            {"slice of less", Rule::PitchTooSmall,
                             [](S& s) { s.slicePitch = (s.extent.height - 1) * s.rowPitch + s.extent.width * 4 - 4; }},
                            {"slice of a word", Rule::PitchTooSmall, [](S& s) { s.slicePitch = 4; }},
                            {"slice of half a component more", Rule::PitchInvalid, [](S& s) { s.slicePitch += 2; }},
                            {"slice beyond 2 GiB", Rule::PitchInvalid, [](S& s) { s.slicePitch = kMaxPitch + 4; }},
                            {"slice of 2^63", Rule::PitchInvalid, [](S& s) { s.slicePitch = VkDeviceSize{1} << 63; }},
                        });
    return all;
}

std::vector<Misuse> imagesMisuses(const TableDesc& desc)
{
    const uint32_t side = desc.is3D() ? 16384 : 32768; // of the device's largest images: withImages()
    using S = VolumeSurface;
    std::vector<Misuse> all = commonMisuses(desc);
    appendForEach(
        &all, {
                  {"null view", Rule::ViewNull, [](S& s) { s.view = VK_NULL_HANDLE; }},
                  {"no usage", Rule::UsageMissing, [](S& s) { s.usage = 0; }},
                  {"other usages", Rule::UsageMissing,
                   [](S& s) {
                       s.usage ^= VK_IMAGE_USAGE_SAMPLED_BIT | VK_IMAGE_USAGE_STORAGE_BIT;
                       s.usage |= VK_IMAGE_USAGE_TRANSFER_SRC_BIT;
                   }},
                  {"undefined layout", Rule::LayoutInvalid, [](S& s) { s.imageLayout = VK_IMAGE_LAYOUT_UNDEFINED; }},
                  {"layout to draw", Rule::LayoutInvalid,
                   [](S& s) { s.imageLayout = VK_IMAGE_LAYOUT_COLOR_ATTACHMENT_OPTIMAL; }},
                  {"wider than images", Rule::ExtentTooLarge, [=](S& s) { s.extent.width = side + 1; }},
                  {"higher than images", Rule::ExtentTooLarge, [=](S& s) { s.extent.height = side + 1; }},
                  {"deeper than images", Rule::ExtentTooLarge,
                   [most = desc.is3D() ? 16384u : 4096u](S& s) { s.extent.depth = most + 1; }},
              });
    append(
        &all,
        {
            {"output in a layout to sample",
             {Argument::Output, Rule::LayoutInvalid},
             [](Args& a) { a.output.imageLayout = VK_IMAGE_LAYOUT_SHADER_READ_ONLY_OPTIMAL; }},
            {"output is the input", {Argument::Output, Rule::Overlaps}, [](Args& a) { a.output.view = a.input.view; }},
            {"squares are the input",
             {Argument::Squares, Rule::Overlaps},
             [](Args& a) { a.squares.view = a.input.view; }},
            {"squares are the output",
             {Argument::Squares, Rule::Overlaps},
             [](Args& a) { a.squares.view = a.output.view; }},
        });
    return all;
}

std::vector<Misuse> heapMisuses()
{
    std::vector<Misuse> all;
    appendForEach(&all,
                  {{"an index for an offset", Rule::HeapOffsetInvalid, [](VolumeSurface& s) { s.heapOffset /= 32; }}});
    append(&all, {
                     {"output is the input",
                      {Argument::Output, Rule::Overlaps},
                      [](Args& a) { a.output.heapOffset = a.input.heapOffset; }},
                     {"squares are the input",
                      {Argument::Squares, Rule::Overlaps},
                      [](Args& a) { a.squares.heapOffset = a.input.heapOffset; }},
                     {"squares are the output",
                      {Argument::Squares, Rule::Overlaps},
                      [](Args& a) { a.squares.heapOffset = a.output.heapOffset; }},
                 });
    return all;
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

void expectEachNamed(const TableModel& model, const std::vector<Misuse>& misuses, StatusSet* provoked)
{
    for (const Misuse& misuse : misuses) {
        SCOPED_TRACE(std::string(toString(misuse.status.argument)) + ' ' + misuse.what + ": " +
                     describe(model, extentOf(model.desc)));
        Args args = validTableArgs(model, extentOf(model.desc), model.desc.kind == TableKind::Image ? 20 : 2);
        Plan plan;
        ASSERT_EQ(planTables(model, args, &plan), Status::Success) << "before it is broken";
        misuse.breakIt(args);
        unsigned char before[sizeof(Plan)];
        std::memcpy(before, &plan, sizeof(Plan));
        const Status status = planTables(model, args, &plan);
        EXPECT_EQ(status, misuse.status) << toString(status);
        EXPECT_EQ(std::memcmp(before, &plan, sizeof(Plan)), 0) << "the plan was touched";
        EXPECT_EQ(std::string(toString(misuse.status)).rfind(toString(misuse.status.argument), 0), 0)
            << toString(misuse.status);
        // Sets of descriptors may hold what overlaps, or has no bias and scratch yet.
        const Status checked = checkSurfaces(model, args);
        EXPECT_TRUE(checked == status || status.rule == Rule::Overlaps || status.argument == Argument::Bias ||
                    status.argument == Argument::Scratch || checked.argument == status.argument);
        provoked->insert(misuse.status);
    }
}

TEST(TableMisuse, OfArgumentsIsNamedAndPlansNothing)
{
    StatusSet provoked;
    for (const AnyTable desc : {AnyTable(fullBufferDesc()), AnyTable(fullVolumeDesc())})
        expectEachNamed(tableModelOf(desc), buffersMisuses(desc), &provoked);
    for (const TableDesc desc :
         {AnyTable(fullImageDesc()), AnyTable(fullVolumeImageDesc()), AnyTable(fullVolumeImageDesc(true))}) {
        expectEachNamed(tableModelOf(desc), imagesMisuses(desc), &provoked);
        expectEachNamed(heapModel(desc), heapMisuses(), &provoked);
    }
    expectProvoked(provoked, {Argument::Input, Argument::Output, Argument::Squares},
                   {Rule::Zero, Rule::ExtentTooSmall, Rule::PitchTooSmall, Rule::PitchInvalid, Rule::ViewNull,
                    Rule::UsageMissing, Rule::LayoutInvalid, Rule::HeapOffsetInvalid});
    expectProvoked(provoked, {Argument::Squares, Argument::Bias},
                   {Rule::Null, Rule::Misaligned, Rule::TooSmall, Rule::Overlaps});
    expectProvoked(provoked, {Argument::Region}, {Rule::Invalid, Rule::TooLarge});
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

template <class Table, class Extent>
void expectNothingOf(Extent extent)
{
    const Table table;
    EXPECT_EQ(table.writeDescriptors(reinterpret_cast<VkDescriptorSet>(uintptr_t{64}), {}),
              Status(Argument::Operation, Rule::NotCreated));
    EXPECT_EQ(table.descriptorSetLayout(), VkDescriptorSetLayout{VK_NULL_HANDLE});
    EXPECT_EQ(table.scratchSize(extent), 0);
    EXPECT_EQ(strategyFor(table, extent), Strategy::Auto);
}

TEST(TableMisuse, OfTablesNeverCreated)
{
    expectNothingOf<SummedAreaTable>(VkExtent2D{1, 1});
    expectNothingOf<SummedVolumeTable>(VkExtent3D{1, 1, 1});
}

} // namespace
