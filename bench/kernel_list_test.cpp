// Tests of what the report of kernels covers, on a listed device that is only described.
#include "kernel_list.h"

#include "generated/kernel_families.h"
#include "tables/table_plan.h"

#include <support/axis.h>
#include <vkscan/vkscan.h>

#include <gtest/gtest.h>

#include <algorithm>
#include <iterator>
#include <set>
#include <string_view>

using namespace bench;
using vkscan::ElementType;

namespace {

struct NamedStage {
    const char* name;
    const char* kernel;
};
constexpr NamedStage kScanStages[] = {{"SingleWorkgroupSmall", "scan_spans"},
                                      {"SingleWorkgroup", "scan_spans"},
                                      {"FlatSumSmall", "scan_spine"},
                                      {"FlatSum", "scan_spine"},
                                      {"Spine", "scan_spine"}};

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
    [[nodiscard]] static bool lists(const char* stage, const vkscan::PackedCode& packed)
    {
        const std::string end = std::string(": ") + stage;
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

    // Expects the module of a stage in this form.
    static void expectModule(const NamedStage& stage, ElementType type, const char* form = "")
    {
        EXPECT_TRUE(lists(stage.name, kernelCode(vkscan::families::kAll, {stage.kernel, form}, type)))
            << stage.name << form << " " << toString(type);
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
    for (const vkscan::ElementTypeRow& row : vkscan::kElementTypes) {
        if (!row.isScanned)
            continue;
        for (const NamedStage& stage : kScanStages)
            for (const char* const form : {"", "_blocks", "_segments"})
                expectModule(stage, row.value, form);
        for (const char* const form : {"", "_indices"})
            expectModule({"ReduceArray", "reduce_array"}, row.value, form);
        if (row.bytes == 4)
            expectModule({"Histogram", "histogram"}, row.value);
    }
    for (const NamedStage& stage : kScanStages)
        for (const char* const form : {"_requests", "_select", "_runs"})
            expectModule(stage, ElementType::U32, form);
    for (const NamedStage& stage : kScanStages)
        expectModule(stage, ElementType::U64, "_runs");
    expectModule({"ReduceArray", "reduce_array"}, ElementType::U32, "_select");
    expectModule({"FillWords", "fill_words"}, ElementType::U32);
    for (const NamedStage& stage :
         {NamedStage{"Distribution", "distribution"}, NamedStage{"DistributionAlias", "distribution_alias"},
          NamedStage{"DistributionAliasSums", "distribution_alias_sums"}})
        expectModule(stage, ElementType::F32);
    expectModule({"Distribution", "distribution"}, ElementType::F32, "_image");
    for (const ElementType type : {ElementType::U32, ElementType::U64})
        for (const NamedStage& stage :
             {NamedStage{"SortSingle", "radix_sort_single"}, NamedStage{"SortCount", "radix_sort_count"},
              NamedStage{"SortBuckets", "radix_sort_buckets"}})
            expectModule(stage, type);
    // SplitSpans takes the pipeline of SplitAlone.
    for (const NamedStage& stage :
         {NamedStage{"SplitAlone", "split_spans"}, NamedStage{"SplitFlatSum", "split_flat_sum"},
          NamedStage{"SplitCount", "split_count"}})
        expectModule(stage, ElementType::U32);
}

TEST_P(KernelListTest, HasEveryModuleOfTables)
{
    using vkscan::Accumulation;
    using vkscan::Resource;
    for (const Resource input : support::valuesOf(vkscan::kResources, &vkscan::ResourceRow::isRead))
        for (const VkFormat format : {VK_FORMAT_R32_UINT, VK_FORMAT_R32_SFLOAT})
            for (const Resource output : support::valuesOf(vkscan::kResources, &vkscan::ResourceRow::isWritten))
                for (const Accumulation accumulation : support::valuesOf(vkscan::kAccumulations)) {
                    const bool isRounded = accumulation == Accumulation::U32 && format == VK_FORMAT_R32_SFLOAT &&
                                           input == Resource::Buffer;
                    const bool isWideImage = accumulation == Accumulation::F64 && output != Resource::Buffer;
                    if (isRounded || isWideImage)
                        continue;
                    const vkscan::SummedAreaTableDesc desc = {
                        .input = input, .inputFormat = format, .output = output, .accumulation = accumulation};
                    for (const vkscan::TableStageRow& stage : vkscan::kTableStages)
                        EXPECT_TRUE((stage.strategy != vkscan::Strategy::FlatSum && // others are of unlisted devices
                                     stage.strategy != vkscan::Strategy::Spine) ||
                                    lists(stage.name, kernelCode(vkscan::families::kAll, stage, desc)))
                            << stage.name << " " << static_cast<int>(input) << " " << format << " "
                            << static_cast<int>(output) << " " << static_cast<int>(accumulation);
                }
}

TEST_P(KernelListTest, HasEveryClassOfDescriptions)
{
    using vkscan::Segments;
    for (const char* part :
         {"inclusive", "exclusive", "forward", "backward", "add", "multiply", "min", "max", "and", "or", "xor"}) {
        EXPECT_TRUE(names("Scan ", part)) << part;
        EXPECT_TRUE(names("SegmentedScan ", part)) << part;
    }
    for (const uint32_t order : {2u, 3u, 5u, 8u, 16u})
        EXPECT_TRUE(names("Scan ", "order " + std::to_string(order))) << order;
    for (const uint32_t tupleSize : {2u, 3u, 4u, 5u, 8u, 16u})
        EXPECT_TRUE(names("Scan ", "tuples of " + std::to_string(tupleSize))) << tupleSize;
    EXPECT_TRUE(names("Scan ", "order 2 tuples of 5"));
    for (const vkscan::SegmentsRow& segments : vkscan::kSegmentForms) {
        EXPECT_TRUE(segments.value == Segments::Kernels || names("SegmentedScan ", segments.name)) << segments.name;
        EXPECT_TRUE(!segments.isReduced || names("SegmentedReduce ", segments.name)) << segments.name;
    }
    for (const vkscan::ConditionRow& condition : vkscan::kConditions)
        EXPECT_TRUE(names("Compact ", condition.name)) << condition.name;
    for (const char* part : {"4 bytes", "8 bytes", "16 bytes", "64 bytes", "indices", "with rest"})
        EXPECT_TRUE(names("Compact ", part)) << part;
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
