// Fields of the C interface's enumerations with numbers that are no enumerators: refused by name, without undefined
// behaviour, which sanitizers see.
#include "mock_device.h"

#include <vkscan/c_api.h>

#include <gtest/gtest.h>

#include <cstring>
#include <memory>
#include <string>

using namespace testing_support;

namespace {

constexpr uint32_t kNoEnumerators[] = {300, 0x7fffffff, 0x80000000, 0xffffffff};

template <class Enumeration>
void setNumber(uint32_t number, Enumeration* field)
{
    static_assert(sizeof(*field) == sizeof(number));
    std::memcpy(field, &number, sizeof(number));
}

class CEnumTest : public testing::Test {
protected:
    void SetUp() override
    {
        const vkscan::ContextDesc desc = mockContextDesc({});
        VkscanContextDesc given = {};
        given.size = sizeof(given);
        given.instance = desc.instance;
        given.physicalDevice = desc.physicalDevice;
        given.device = desc.device;
        given.getInstanceProcAddr = desc.getInstanceProcAddr;
        given.getDeviceProcAddr = desc.getDeviceProcAddr;
        given.features = desc.features;
        VkscanContext* context = nullptr;
        ASSERT_EQ(vkscanCreateContext(&given, &context), VKSCAN_SUCCESS);
        m_context.reset(context);
    }

    template <class Desc>
    using Create = VkscanStatus (*)(const VkscanContext*, const Desc*, VkscanOperation**);

    template <class Desc, class Enumeration>
    void expectRefused(Create<Desc> create, Desc desc, Enumeration Desc::*field, const std::string& name)
    {
        desc.size = sizeof(desc);
        VkscanOperation* operation = nullptr;
        ASSERT_EQ(create(m_context.get(), &desc, &operation), VKSCAN_SUCCESS) << "before the field is set";
        vkscanDestroyOperation(operation);
        operation = nullptr;
        for (const uint32_t number : kNoEnumerators) {
            setNumber(number, &(desc.*field));
            const VkscanStatus status = create(m_context.get(), &desc, &operation);
            EXPECT_EQ(vkscanStatusArgument(status), name) << number << ": " << vkscanStatusSentence(status);
            EXPECT_EQ(operation, nullptr);
        }
    }

    // A scalar of no type is refused, whatever the operation's.
    template <class Desc, class Args>
    void expectScalarRefused(Create<Desc> create, Desc desc, VkscanScalar Args::*field, const std::string& name,
                             VkscanStatus (*plan)(const VkscanOperation*, const Args*, VkscanPlan*))
    {
        Args args = {};
        (args.*field).hasValue = VK_TRUE;
        expectArgumentRefused(create, desc, args, &(args.*field).type, name, plan);
    }

    // The field of an image of 4 × 4 texels is no layout.
    template <class Desc, class Args, class Surface>
    void expectLayoutRefused(Create<Desc> create, Desc desc, Surface Args::*field, const std::string& name,
                             VkscanStatus (*plan)(const VkscanOperation*, const Args*, VkscanPlan*))
    {
        desc.input = VKSCAN_RESOURCE_SAMPLED_IMAGE;
        Args args = {};
        Surface& surface = args.*field;
        surface.view = reinterpret_cast<VkImageView>(uintptr_t{64});
        surface.usage = VK_IMAGE_USAGE_SAMPLED_BIT;
        surface.extent.width = surface.extent.height = 4;
        if constexpr (requires { surface.extent.depth; })
            surface.extent.depth = 4;
        expectArgumentRefused(create, desc, args, &surface.imageLayout, name, plan);
    }

    // `field` is in `args`.
    template <class Desc, class Args, class Enumeration>
    void expectArgumentRefused(Create<Desc> create, Desc desc, Args& args, Enumeration* field, const std::string& name,
                               VkscanStatus (*plan)(const VkscanOperation*, const Args*, VkscanPlan*))
    {
        desc.size = sizeof(desc);
        VkscanOperation* operation = nullptr;
        ASSERT_EQ(create(m_context.get(), &desc, &operation), VKSCAN_SUCCESS);
        VkscanPlan* list = nullptr;
        ASSERT_EQ(vkscanCreatePlan(&list), VKSCAN_SUCCESS);
        args.size = sizeof(args);
        for (const uint32_t number : kNoEnumerators) {
            setNumber(number, field);
            const std::string sentence = vkscanStatusSentence(plan(operation, &args, list));
            EXPECT_EQ(sentence.rfind(name, 0), 0) << number << ": " << sentence;
        }
        vkscanDestroyPlan(list);
        vkscanDestroyOperation(operation);
    }

    struct Destroy {
        void operator()(VkscanContext* context) const { vkscanDestroyContext(context); }
    };
    std::unique_ptr<VkscanContext, Destroy> m_context;
};

TEST_F(CEnumTest, OfDescriptions)
{
    expectRefused<VkscanScanDesc>(vkscanCreateScan, {}, &VkscanScanDesc::type, "type");
    expectRefused<VkscanScanDesc>(vkscanCreateScan, {}, &VkscanScanDesc::op, "op");
    expectRefused<VkscanScanDesc>(vkscanCreateScan, {}, &VkscanScanDesc::kind, "kind");
    expectRefused<VkscanScanDesc>(vkscanCreateScan, {}, &VkscanScanDesc::direction, "direction");
    expectRefused<VkscanScanDesc>(vkscanCreateScan, {}, &VkscanScanDesc::strategy, "strategy");
    expectRefused<VkscanScanDesc>(vkscanCreateScan, {}, &VkscanScanDesc::input, "input");
    expectRefused<VkscanScanDesc>(vkscanCreateScan, {}, &VkscanScanDesc::output, "output");
    expectRefused<VkscanReduceDesc>(vkscanCreateReduce, {}, &VkscanReduceDesc::input, "input");
    expectRefused<VkscanReduceDesc>(vkscanCreateReduce, {}, &VkscanReduceDesc::type, "type");
    expectRefused<VkscanReduceDesc>(vkscanCreateReduce, {}, &VkscanReduceDesc::op, "op");
    VkscanCompactDesc compact = {};
    compact.condition = VKSCAN_CONDITION_LESS;
    compact.elementSize = 4;
    expectRefused(vkscanCreateCompact, compact, &VkscanCompactDesc::condition, "predicate.condition");
    expectRefused(vkscanCreateCompact, compact, &VkscanCompactDesc::predicateType, "predicate.type");
    expectRefused(vkscanCreateCompact, compact, &VkscanCompactDesc::strategy, "strategy");
    const VkscanCustomKernel none = {};
    compact = {};
    compact.size = sizeof(compact);
    compact.kernels = &none;
    compact.kernelCount = 1; // beside which there is to be no predicate
    for (int field = 0; field < 2; ++field) {
        VkscanCompactDesc desc = compact;
        if (field == 0)
            setNumber(0xffffffff, &desc.condition);
        else
            setNumber(0xffffffff, &desc.predicateType);
        VkscanOperation* operation = nullptr;
        const std::string sentence = vkscanStatusSentence(vkscanCreateCompact(m_context.get(), &desc, &operation));
        EXPECT_EQ(sentence.rfind("kernels: fields", 0), 0) << sentence;
    }
    expectRefused<VkscanExpandDesc>(vkscanCreateExpand, {}, &VkscanExpandDesc::strategy, "strategy");
    expectRefused<VkscanTopKDesc>(vkscanCreateTopK, {}, &VkscanTopKDesc::type, "type");
    VkscanDistributionDesc distribution = {};
    expectRefused(vkscanCreateDistribution, distribution, &VkscanDistributionDesc::input, "input");
    distribution.input = VKSCAN_RESOURCE_SAMPLED_IMAGE;
    distribution.inputFormat = VK_FORMAT_R32_SFLOAT;
    expectRefused(vkscanCreateDistribution, distribution, &VkscanDistributionDesc::inputFormat, "inputFormat");
    expectRefused<VkscanRadixSortDesc>(vkscanCreateRadixSort, {}, &VkscanRadixSortDesc::type, "type");
    expectRefused<VkscanRadixSortDesc>(vkscanCreateRadixSort, {}, &VkscanRadixSortDesc::strategy, "strategy");
    VkscanSummedAreaTableDesc table = {};
    table.inputFormat = table.outputFormat = VK_FORMAT_R32_SFLOAT;
    table.accumulation = VKSCAN_ACCUMULATION_F32;
    using Table = VkscanSummedAreaTableDesc;
    expectRefused(vkscanCreateSummedAreaTable, table, &Table::input, "input");
    expectRefused(vkscanCreateSummedAreaTable, table, &Table::output, "output");
    expectRefused(vkscanCreateSummedAreaTable, table, &Table::inputFormat, "inputFormat");
    expectRefused(vkscanCreateSummedAreaTable, table, &Table::outputFormat, "outputFormat");
    expectRefused(vkscanCreateSummedAreaTable, table, &Table::accumulation, "accumulation");
    expectRefused(vkscanCreateSummedAreaTable, table, &Table::bias, "bias");
    expectRefused(vkscanCreateSummedAreaTable, table, &Table::layout, "layout");
    expectRefused(vkscanCreateSummedAreaTable, table, &Table::strategy, "strategy");
    VkscanSummedVolumeTableDesc volume = {};
    volume.inputFormat = volume.outputFormat = VK_FORMAT_R32_SFLOAT;
    volume.accumulation = VKSCAN_ACCUMULATION_F32;
    using Volume = VkscanSummedVolumeTableDesc;
    expectRefused(vkscanCreateSummedVolumeTable, volume, &Volume::input, "input");
    expectRefused(vkscanCreateSummedVolumeTable, volume, &Volume::output, "output");
    expectRefused(vkscanCreateSummedVolumeTable, volume, &Volume::inputFormat, "inputFormat");
    expectRefused(vkscanCreateSummedVolumeTable, volume, &Volume::outputFormat, "outputFormat");
    expectRefused(vkscanCreateSummedVolumeTable, volume, &Volume::accumulation, "accumulation");
    expectRefused(vkscanCreateSummedVolumeTable, volume, &Volume::bias, "bias");
    expectRefused(vkscanCreateSummedVolumeTable, volume, &Volume::layout, "layout");
    expectRefused(vkscanCreateSummedVolumeTable, volume, &Volume::strategy, "strategy");
}

TEST_F(CEnumTest, OfScalars)
{
    expectScalarRefused<VkscanScanDesc>(vkscanCreateScan, {}, &VkscanScanArgs::initial, "initial", vkscanPlanScan);
    expectScalarRefused<VkscanReduceDesc>(vkscanCreateReduce, {}, &VkscanReduceArgs::initial, "initial",
                                          vkscanPlanReduce);
    VkscanCompactDesc compact = {};
    compact.condition = VKSCAN_CONDITION_ANY_BIT;
    compact.elementSize = 4;
    expectScalarRefused(vkscanCreateCompact, compact, &VkscanCompactArgs::operand, "operand", vkscanPlanCompact);
}

TEST_F(CEnumTest, OfSurfaces)
{
    VkscanSummedAreaTableDesc table = {};
    table.inputFormat = table.outputFormat = VK_FORMAT_R32_SFLOAT;
    table.accumulation = VKSCAN_ACCUMULATION_F32;
    expectLayoutRefused(vkscanCreateSummedAreaTable, table, &VkscanSummedAreaTableArgs::input,
                        "input: the image layout", vkscanPlanSummedAreaTable);
    VkscanSummedVolumeTableDesc volume = {};
    volume.inputFormat = volume.outputFormat = VK_FORMAT_R32_SFLOAT;
    volume.accumulation = VKSCAN_ACCUMULATION_F32;
    expectLayoutRefused(vkscanCreateSummedVolumeTable, volume, &VkscanSummedVolumeTableArgs::input,
                        "input: the image layout", vkscanPlanSummedVolumeTable);
    VkscanDistributionDesc distribution = {};
    distribution.inputFormat = VK_FORMAT_R32_SFLOAT;
    expectLayoutRefused(vkscanCreateDistribution, distribution, &VkscanDistributionArgs::image,
                        "image: the image layout", vkscanPlanDistribution);
}

} // namespace
