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

constexpr uint32_t kNoEnumerators[] = {100, 0x7fffffff, 0x80000000, 0xffffffff};

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
        desc.size = sizeof(desc);
        VkscanOperation* operation = nullptr;
        ASSERT_EQ(create(m_context.get(), &desc, &operation), VKSCAN_SUCCESS);
        VkscanPlan* list = nullptr;
        ASSERT_EQ(vkscanCreatePlan(&list), VKSCAN_SUCCESS);
        Args args = {};
        args.size = sizeof(args);
        (args.*field).hasValue = VK_TRUE;
        for (const uint32_t number : kNoEnumerators) {
            setNumber(number, &(args.*field).type);
            const VkscanStatus status = plan(operation, &args, list);
            EXPECT_EQ(vkscanStatusArgument(status), name) << number << ": " << vkscanStatusSentence(status);
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
    expectRefused<VkscanRadixSortDesc>(vkscanCreateRadixSort, {}, &VkscanRadixSortDesc::type, "type");
    expectRefused<VkscanRadixSortDesc>(vkscanCreateRadixSort, {}, &VkscanRadixSortDesc::strategy, "strategy");
    VkscanSummedAreaTableDesc table = {};
    table.inputFormat = table.outputFormat = VK_FORMAT_R32_SFLOAT;
    table.accumulation = VKSCAN_ACCUMULATION_F32;
    using Table = VkscanSummedAreaTableDesc;
    expectRefused(vkscanCreateSummedAreaTable, table, &Table::input, "input");
    expectRefused(vkscanCreateSummedAreaTable, table, &Table::output, "output");
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

} // namespace
