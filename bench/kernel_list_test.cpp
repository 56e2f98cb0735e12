// Tests of what the report of kernels covers, on a listed device that is only described.
#include "kernel_list.h"

#include "plan/kernels.h"
#include "tables/table_kernels.h"

#include <vkscan/vkscan.h>

#include <gtest/gtest.h>

#include <algorithm>
#include <set>
#include <string_view>

using namespace bench;
using vkscan::ElementType;
using vkscan::KernelForm;
using vkscan::Stage;

namespace {

constexpr const vkscan::KernelFamily* kFamilies[] = {
    &vkscan::families::span,      &vkscan::families::scan,       &vkscan::families::block,  &vkscan::families::segment,
    &vkscan::families::request,   &vkscan::families::select,     &vkscan::families::reduce, &vkscan::families::index,
    &vkscan::families::histogram, &vkscan::families::difference, &vkscan::families::run,    &vkscan::families::sort,
    &vkscan::families::split};
constexpr Stage kScanStages[] = {Stage::SingleWorkgroupSmall, Stage::SingleWorkgroup, Stage::FlatSumSmall,
                                 Stage::FlatSum, Stage::Spine};

// Holds the SPIR-V of the lists.
const vkscan::Context& listedContext()
{
    static const vkscan::Context context = [] {
        vkscan::Context created;
        EXPECT_EQ(vkscan::Context::create(listedDeviceDesc(), &created), vkscan::Status::Success);
        EXPECT_TRUE(created.hasForwardProgress());
        return created;
    }();
    return context;
}

const std::vector<ListedKernel>& kernels(Coverage coverage)
{
    static const std::vector<ListedKernel> lists[] = {listKernels(listedContext(), Coverage::Classes),
                                                      listKernels(listedContext(), Coverage::Everything)};
    return lists[static_cast<int>(coverage)];
}

class KernelListTest : public testing::TestWithParam<Coverage> {
protected:
    [[nodiscard]] static const std::vector<ListedKernel>& listed() { return kernels(GetParam()); }

    // Whether a kernel of the stage has the same SPIR-V.
    [[nodiscard]] static bool lists(Stage stage, const vkscan::PackedCode& packed)
    {
        const std::string end = std::string(": ") + toString(stage);
        vkscan::KernelCode code;
        EXPECT_EQ(unpack(*listedContext().impl(), packed, &code), vkscan::Status::Success);
        return std::any_of(listed().begin(), listed().end(), [&](const ListedKernel& kernel) {
            return kernel.name.ends_with(end) &&
                   bytesOf(kernel.kernel.code, kernel.kernel.codeBytes) == bytesOf(code.words, code.bytes);
        });
    }

    // True: a kernel's name begins with `begin` and has the word `part`.
    [[nodiscard]] static bool names(std::string_view begin, const std::string& part)
    {
        return std::any_of(listed().begin(), listed().end(), [&](const ListedKernel& kernel) {
            return kernel.name.starts_with(begin) && (kernel.name.find(" " + part + " ") != std::string::npos ||
                                                      kernel.name.find(" " + part + ":") != std::string::npos);
        });
    }

    // Modules that add signed integers, which is the same as adding unsigned ones.
    [[nodiscard]] static bool isLeftOut(ElementType type, KernelForm form)
    {
        return GetParam() == Coverage::Classes && form != KernelForm::Elements &&
               (type == ElementType::I32 || type == ElementType::I64);
    }

private:
    static std::string_view bytesOf(const uint32_t* words, std::size_t bytes)
    {
        return {reinterpret_cast<const char*>(words), bytes};
    }
};

TEST_P(KernelListTest, NamesAreUnique)
{
    std::set<std::string_view> names;
    for (const ListedKernel& kernel : listed())
        EXPECT_TRUE(names.insert(kernel.name).second) << kernel.name;
    EXPECT_GT(names.size(), GetParam() == Coverage::Classes ? 1400u : 14000u);
}

TEST_P(KernelListTest, HasEveryModuleOfScans)
{
    for (int i = 0; i <= static_cast<int>(ElementType::F64); ++i) {
        const auto type = static_cast<ElementType>(i);
        for (const Stage stage : kScanStages)
            for (const KernelForm form : {KernelForm::Elements, KernelForm::Blocks, KernelForm::Segments})
                EXPECT_TRUE(lists(stage, kernelCode(kFamilies, stage, type, form)) || isLeftOut(type, form))
                    << toString(stage) << " " << toString(type);
        for (const KernelForm form : {KernelForm::Elements, KernelForm::Indices})
            EXPECT_TRUE(lists(Stage::ReduceArray, kernelCode(kFamilies, Stage::ReduceArray, type, form)))
                << toString(type);
        EXPECT_TRUE(lists(Stage::Difference, kernelCode(kFamilies, Stage::Difference, type, KernelForm::Elements)) ||
                    isLeftOut(type, KernelForm::Blocks))
            << toString(type);
    }
    for (const Stage stage : kScanStages)
        for (const KernelForm form : {KernelForm::Requests, KernelForm::Select})
            EXPECT_TRUE(lists(stage, kernelCode(kFamilies, stage, ElementType::U32, form))) << toString(stage);
    for (const Stage stage : kScanStages)
        for (const ElementType type : {ElementType::U32, ElementType::U64})
            EXPECT_TRUE(lists(stage, kernelCode(kFamilies, stage, type, KernelForm::Runs))) << toString(stage);
    EXPECT_TRUE(
        lists(Stage::ReduceArray, kernelCode(kFamilies, Stage::ReduceArray, ElementType::U32, KernelForm::Select)));
    for (const ElementType type : {ElementType::U32, ElementType::I32, ElementType::F32})
        EXPECT_TRUE(lists(Stage::Histogram, kernelCode(kFamilies, Stage::Histogram, type, KernelForm::Elements)));
    EXPECT_TRUE(lists(Stage::HistogramClear,
                      kernelCode(kFamilies, Stage::HistogramClear, ElementType::U32, KernelForm::Elements)));
    for (const ElementType type : {ElementType::U32, ElementType::U64})
        for (const Stage stage : {Stage::SortSingle, Stage::SortCount})
            EXPECT_TRUE(lists(stage, kernelCode(kFamilies, stage, type, KernelForm::Elements))) << toString(stage);
    // SplitSpans takes the pipeline of SplitAlone.
    for (const Stage stage : {Stage::SplitAlone, Stage::SplitFlatSum, Stage::SplitCount})
        EXPECT_TRUE(lists(stage, kernelCode(kFamilies, stage, ElementType::U32, KernelForm::Elements)))
            << toString(stage);
}

TEST_P(KernelListTest, HasEveryModuleOfTables)
{
    using vkscan::Accumulation;
    using vkscan::Resource;
    for (const Resource input : {Resource::Buffer, Resource::SampledImage, Resource::StorageImage})
        for (const VkFormat format : {VK_FORMAT_R32_UINT, VK_FORMAT_R32_SFLOAT})
            for (const Resource output : {Resource::Buffer, Resource::StorageImage})
                for (const Accumulation accumulation :
                     {Accumulation::U32, Accumulation::F32, Accumulation::F32x2, Accumulation::F64}) {
                    if (accumulation == Accumulation::U32 && format == VK_FORMAT_R32_SFLOAT &&
                        input == Resource::Buffer)
                        continue;
                    const vkscan::SummedAreaTableDesc desc = {
                        .input = input, .inputFormat = format, .output = output, .accumulation = accumulation};
                    for (const Stage stage : {Stage::TableFlatSum, Stage::TableSpine, Stage::TableMean})
                        EXPECT_TRUE(lists(stage, kernelCode(stage, desc)))
                            << toString(stage) << " " << static_cast<int>(input) << " " << format << " "
                            << static_cast<int>(output) << " " << static_cast<int>(accumulation);
                }
}

TEST_P(KernelListTest, HasEveryClassOfDescriptions)
{
    using vkscan::Condition;
    using vkscan::Segments;
    for (const char* part :
         {"inclusive", "exclusive", "forward", "backward", "add", "multiply", "min", "max", "and", "or", "xor"}) {
        EXPECT_TRUE(names("Scan ", part)) << part;
        EXPECT_TRUE(names("SegmentedScan ", part)) << part;
    }
    for (const char* operation : {"Scan ", "Difference "}) {
        for (const uint32_t order : {2u, 3u, 5u, 8u, 16u})
            EXPECT_TRUE(names(operation, "order " + std::to_string(order))) << operation << order;
        for (const uint32_t tupleSize : {2u, 3u, 4u, 5u, 8u, 16u})
            EXPECT_TRUE(names(operation, "tuples of " + std::to_string(tupleSize))) << operation << tupleSize;
    }
    EXPECT_TRUE(names("Scan ", "order 2 tuples of 5"));
    for (int i = 0; i <= static_cast<int>(Segments::Offsets); ++i)
        EXPECT_TRUE(names("SegmentedScan ", toString(static_cast<Segments>(i)))) << i;
    for (const Segments segments : {Segments::Rows, Segments::Offsets})
        EXPECT_TRUE(names("SegmentedReduce ", toString(segments))) << toString(segments);
    for (const char* operation : {"Compact ", "Partition "}) {
        for (int i = 0; i <= static_cast<int>(Condition::GreaterEqual); ++i)
            EXPECT_TRUE(names(operation, toString(static_cast<Condition>(i)))) << operation << i;
        for (const char* part : {"4 bytes", "8 bytes", "16 bytes", "64 bytes", "indices"})
            EXPECT_TRUE(names(operation, part)) << operation << part;
    }
    for (uint32_t bits = 1; bits <= vkscan::kMaxSplitBits; ++bits)
        EXPECT_TRUE(names("Split ", std::to_string(bits) + " bits")) << bits;
    for (const char* part : {"R8_UINT", "R32_UINT", "R32_SFLOAT", "RG32_SFLOAT", "RGBA32_SFLOAT", "RGBA64_SFLOAT",
                             "R8_UNORM", "R16_UNORM", "RGBA8_UNORM", "squares", "zero border", "mean bias"})
        EXPECT_TRUE(names("SummedAreaTable ", part)) << part;
}

INSTANTIATE_TEST_SUITE_P(, KernelListTest, testing::Values(Coverage::Classes, Coverage::Everything),
                         [](const testing::TestParamInfo<Coverage>& coverage) {
                             return coverage.param == Coverage::Classes ? "Classes" : "Everything";
                         });

} // namespace
