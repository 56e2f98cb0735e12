// The names of kernels, which debug labels show: the operation, and the type and the operator that its description has.
#include "mock_device.h"

#include <vkscan/vkscan.h>

#include <gtest/gtest.h>

#include <string>

using namespace testing_support;
using namespace vkscan;

namespace {

class LabelTest : public testing::Test {
protected:
    void SetUp() override { ASSERT_EQ(Context::create(mockContextDesc({}), &m_context), Status::Success); }

    // Expects names of "vkscan <operation>: <stage>".
    template <class Operation, class Desc>
    void expectLabels(const std::string& operation, const Desc& desc)
    {
        Operation created;
        ASSERT_EQ(Operation::create(m_context, desc, &created), Status::Success) << operation;
        ASSERT_GT(created.kernels().count, 0u);
        const std::string begin = "vkscan " + operation + ": ";
        for (const Kernel& kernel : created.kernels()) {
            const std::string name = kernel.name;
            EXPECT_EQ(name.substr(0, begin.size()), begin);
            EXPECT_EQ(name.find_first_of(" :", begin.size()), std::string::npos) << name;
        }
    }

private:
    Context m_context;
};

TEST_F(LabelTest, NameTypeAndOperatorWhereThereIsOne)
{
    expectLabels<Scan>("Scan i64 max", ScanDesc{.type = ElementType::I64, .op = Op::Max});
    expectLabels<Reduce>("Reduce f32 min", ReduceDesc{.type = ElementType::F32, .op = Op::Min, .withIndex = true});
    expectLabels<SegmentedScan>("SegmentedScan u64 or", SegmentedScanDesc{.type = ElementType::U64, .op = Op::Or});
    expectLabels<SegmentedReduce>("SegmentedReduce f64 multiply",
                                  SegmentedReduceDesc{.type = ElementType::F64, .op = Op::Multiply});
    expectLabels<Difference>("Difference i32", DifferenceDesc{.type = ElementType::I32});
    expectLabels<Histogram>("Histogram f32", HistogramDesc{.type = ElementType::F32});
    for (const bool segmented : {false, true}) {
        expectLabels<RadixSort>("RadixSort u16", RadixSortDesc{.type = ElementType::U16, .segmented = segmented});
        expectLabels<RadixSort>("RadixSort f64", RadixSortDesc{.type = ElementType::F64, .segmented = segmented});
    }
}

TEST_F(LabelTest, NameAloneWhereDescriptionsHaveNoType)
{
    expectLabels<Compact>("Compact", CompactDesc{.elementSize = 12});
    expectLabels<Partition>("Partition", PartitionDesc{});
    expectLabels<Split>("Split", SplitDesc{});
    expectLabels<RunLengthEncode>("RunLengthEncode", RunLengthEncodeDesc{.elementSize = 8});
    expectLabels<Suballocate>("Suballocate", SuballocateDesc{});
    expectLabels<Expand>("Expand", ExpandDesc{});
    SummedAreaTableDesc table;
    table.inputFormat = table.outputFormat = VK_FORMAT_R32_SFLOAT;
    table.bias = Bias::Mean;
    expectLabels<SummedAreaTable>("SummedAreaTable", table);
}

} // namespace
