// The names of kernels, which debug labels show: the operation, and the type and the operator that its description has.
#include "mock_device.h"

#include <vkscan/axes.h>
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
    for (const ElementTypeRow& type : kElementTypes) {
        const std::string name = type.name;
        for (const bool segmented : {false, true})
            expectLabels<RadixSort>("RadixSort " + name, RadixSortDesc{.type = type.value, .segmented = segmented});
        if (!type.isScanned)
            continue;
        expectLabels<Difference>("Difference " + name, DifferenceDesc{.type = type.value});
        expectLabels<TopK>("TopK " + name, TopKDesc{.type = type.value});
        if (type.bytes == 4)
            expectLabels<Histogram>("Histogram " + name, HistogramDesc{.type = type.value});
        for (const OpRow& op : kOps) {
            if (type.isFloat && !op.takesFloats)
                continue;
            const std::string both = name + " " + op.name;
            expectLabels<Scan>("Scan " + both, ScanDesc{.type = type.value, .op = op.value});
            expectLabels<Reduce>("Reduce " + both, ReduceDesc{.type = type.value, .op = op.value});
            expectLabels<SegmentedScan>("SegmentedScan " + both, SegmentedScanDesc{.type = type.value, .op = op.value});
            expectLabels<SegmentedReduce>("SegmentedReduce " + both,
                                          SegmentedReduceDesc{.type = type.value, .op = op.value});
        }
        expectLabels<Reduce>("Reduce " + name + " min",
                             ReduceDesc{.type = type.value, .op = Op::Min, .withIndex = true});
    }
}

TEST_F(LabelTest, NameAloneWhereDescriptionsHaveNoType)
{
    expectLabels<Compact>("Compact", CompactDesc{.elementSize = 12});
    expectLabels<Partition>("Partition", PartitionDesc{});
    expectLabels<Split>("Split", SplitDesc{});
    expectLabels<RunLengthEncode>("RunLengthEncode", RunLengthEncodeDesc{.elementSize = 8});
    expectLabels<ReduceByKey>("ReduceByKey f32 max", ReduceByKeyDesc{.type = ElementType::F32, .op = Op::Max});
    expectLabels<ReduceByKey>("UniqueByKey u64", ReduceByKeyDesc{.type = ElementType::U64, .keepsFirst = true});
    expectLabels<Suballocate>("Suballocate", SuballocateDesc{});
    expectLabels<Expand>("Expand", ExpandDesc{});
    SummedAreaTableDesc table;
    table.inputFormat = table.outputFormat = VK_FORMAT_R32_SFLOAT;
    table.bias = Bias::Mean;
    expectLabels<SummedAreaTable>("SummedAreaTable", table);
    SummedVolumeTableDesc volume;
    volume.inputFormat = volume.outputFormat = VK_FORMAT_R32_SFLOAT;
    volume.bias = Bias::Mean;
    expectLabels<SummedVolumeTable>("SummedVolumeTable", volume);
}

} // namespace
