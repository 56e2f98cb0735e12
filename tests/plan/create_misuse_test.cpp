// Wrong descriptions, null arguments, and objects that were never created.
#include "misuse.h"

#include <gtest/gtest.h>

#include <vkscan/vkscan.h>

#include <functional>
#include <set>
#include <string>

using namespace testing_support;
using namespace vkscan;

namespace {

template <class Enum>
constexpr Enum kBelow = static_cast<Enum>(-1);
template <class Enum>
constexpr Enum kFarAbove = static_cast<Enum>(1000);

Capabilities without(bool Capabilities::*feature, bool forwardProgress = false)
{
    Capabilities capabilities = portableDevice();
    capabilities.*feature = false;
    capabilities.forwardProgress = forwardProgress;
    return capabilities;
}

const std::vector<DescMisuse>& descMisuses()
{
    using study::kCascadeWorkgroups;
    using study::kStrategy;
    constexpr auto kAtomics = &Capabilities::bufferInt64Atomics;
    const uint32_t tooManyWorkgroups = portableDevice().maxGroupCount[0] + 1;
    static const std::vector<DescMisuse> all = {
        {{Argument::Type, Rule::Invalid}, {{.type = kBelow<ElementType>}}},
        {{Argument::Type, Rule::Invalid}, {{.type = static_cast<ElementType>(std::size(kElementTypes))}}},
        {{Argument::Type, Rule::Invalid}, {{.type = kFarAbove<ElementType>}}},
        {{Argument::Type, Rule::Unsupported}, {{.type = ElementType::F64}}, without(&Capabilities::float64)},
        {{Argument::Op, Rule::Invalid}, {{.op = kBelow<Op>}}},
        {{Argument::Op, Rule::Invalid}, {{.op = static_cast<Op>(std::size(kOps))}}}, // a test's
        {{Argument::Op, Rule::Incompatible}, {{.type = ElementType::F32, .op = Op::And}}},
        {{Argument::Op, Rule::Incompatible}, {{.type = ElementType::F64, .op = Op::And}}},
        {{Argument::Op, Rule::Incompatible}, {{.type = ElementType::F64, .op = Op::Xor}}},
        {{Argument::Kind, Rule::Invalid}, {{.kind = static_cast<Kind>(2)}}},
        {{Argument::Kind, Rule::Invalid}, {{.kind = kBelow<Kind>}}},
        {{Argument::Direction, Rule::Invalid}, {{.direction = static_cast<Direction>(2)}}},
        {{Argument::Order, Rule::Invalid}, {{.order = 0}}},
        {{Argument::Order, Rule::Invalid}, {{.order = kMaxOrder + 1}}},
        {{Argument::Order, Rule::Incompatible}, {{.op = Op::Max, .order = 2}}},
        {{Argument::TupleSize, Rule::Invalid}, {{.tupleSize = 0}}},
        {{Argument::TupleSize, Rule::Invalid}, {{.tupleSize = kMaxTupleSize + 1}}},
        {{kStrategy, Rule::Invalid}, {{}, kBelow<Strategy>}},
        {{kStrategy, Rule::Invalid}, {{}, static_cast<Strategy>(99)}},
        {{kStrategy, Rule::NeedsForwardProgress}, {{}, Strategy::Spine}},
        {{kStrategy, Rule::NeedsForwardProgress}, {{}, Strategy::FlatSum}},
        {{kStrategy, Rule::NeedsForwardProgress}, {{}, study::kChained}},
        {{kStrategy, Rule::NeedsForwardProgress}, {{}, study::kSam}},
        {{kStrategy, Rule::Unsupported}, {{}, study::kSam, true}, without(kAtomics)},
        {{kStrategy, Rule::Unsupported}, {{}, study::kChained}, without(kAtomics, true)},
        {{kStrategy, Rule::Unsupported}, {{}, Strategy::Spine, true}, without(kAtomics)},
        {{kStrategy, Rule::Unsupported}, {{}, Strategy::FlatSum}, without(kAtomics, true)},
        {{kStrategy, Rule::Unsupported}, {{}, study::kDecoupledLookback}, without(kAtomics)},
        {{kStrategy, Rule::Incompatible}, {{.order = 2}, study::kScanThenPropagate}},
        {{kStrategy, Rule::Incompatible}, {{.tupleSize = 2}, study::kScanThenPropagate}},
        {{kCascadeWorkgroups, Rule::TooLarge}, {{}, study::kCascade, false, {}, tooManyWorkgroups}},
        {{kCascadeWorkgroups, Rule::TooLarge}, {{}, study::kTruncatedCascade, false, {}, tooManyWorkgroups}},
        {{kCascadeWorkgroups, Rule::Invalid}, {{}, study::kTruncatedCascade, false, {}, 1}},
        {{kCascadeWorkgroups, Rule::Incompatible}, {{}, Strategy::ReduceThenScan, false, {}, 64}},
        {{Argument::Reproducible, Rule::Incompatible},
         {{.type = ElementType::F32, .tupleSize = 2, .reproducible = true}}},
        {{Argument::Reproducible, Rule::Incompatible},
         {{.type = ElementType::F32, .reproducible = true, .input = StoredType::F16}}},
        {{kStrategy, Rule::NotOffered}, {{.type = ElementType::F32, .reproducible = true}, study::kCascade}},
        {{study::kNetwork, Rule::NotOffered},
         {{.type = ElementType::F32, .reproducible = true}, Strategy::Auto, false, {study::Network::Blelloch}}},
    };
    return all;
}

TEST(Misuse, OfDescriptionsIsNamed)
{
    for (const DescMisuse& misuse : descMisuses())
        expectRefused(misuse);
}

TEST(Misuse, ProvokesEveryStatusOfDescriptions)
{
    StatusSet provoked = {{Argument::Type, Rule::Incompatible}}; // of sorts, by CustomSort
    for (const DescMisuse& misuse : descMisuses())
        provoked.insert(misuse.status);
    expectProvoked(provoked,
                   {Argument::Type, Argument::Op, Argument::Kind, Argument::Direction, Argument::Order,
                    Argument::TupleSize, study::kStrategy, study::kCascadeWorkgroups},
                   {Rule::Invalid, Rule::Unsupported, Rule::Incompatible, Rule::TooLarge, Rule::NeedsForwardProgress});
}

TEST(Description, IsAcceptedWithEveryValueTheDeviceOffers)
{
    for (const Capabilities& capabilities : {portableDevice(), listedDevice()}) {
        for (const ElementType type : kTypes) {
            for (const Strategy strategy : scanStrategies(WithAuto::Yes)) {
                study::ScanDesc desc;
                desc.type = type;
                desc.strategy = strategy;
                desc.assumeForwardProgress = !capabilities.forwardProgress;
                for (const OpRow& op : vkscan::kOps) {
                    desc.op = op.value;
                    const Status taken =
                        takesType(strategy, type) ? Status::Success : Status(study::kStrategy, Rule::NotOffered);
                    EXPECT_EQ(checkScanDesc(desc, capabilities),
                              isFloat(type) && !op.takesFloats ? Status(Argument::Op, Rule::Incompatible) : taken);
                }
            }
        }
    }
}

// Every row has a name of its own, which toString answers; any other number has another one.
template <class Row, std::size_t count>
void checkNames(const Row (&rows)[count])
{
    using Enum = decltype(Row::value);
    using study::toString;
    using vkscan::toString;
    const std::string unknown = toString(kFarAbove<Enum>);
    EXPECT_EQ(unknown, toString(kBelow<Enum>));
    std::set<std::string> names = {"", unknown};
    for (const Row& row : rows) {
        EXPECT_TRUE(names.insert(row.name).second) << row.name;
        EXPECT_STREQ(toString(row.value), row.name);
    }
}

TEST(Names, AreDistinct)
{
    checkNames(kElementTypes);
    checkNames(vkscan::kOps);
    checkNames(kKinds);
    checkNames(kDirections);
    checkNames(kSegmentForms);
    checkNames(study::kStrategies);
    checkNames(kWaitings);
    checkNames(study::kReduceMethods);
    checkNames(study::kNetworks);
    std::set<std::string> names;
    for (const Strategy strategy : scanStrategies(WithAuto::Yes))
        EXPECT_TRUE(names.insert(study::toString(strategy)).second) << study::toString(strategy);
}

// Handles that are never looked into, since these loaders know no function.
template <class Handle>
Handle someHandle()
{
    return reinterpret_cast<Handle>(uintptr_t{64});
}
VKAPI_ATTR PFN_vkVoidFunction VKAPI_CALL noInstanceFunction(VkInstance, const char*)
{
    return nullptr;
}
VKAPI_ATTR PFN_vkVoidFunction VKAPI_CALL noDeviceFunction(VkDevice, const char*)
{
    return nullptr;
}

ContextDesc nonNullDesc()
{
    ContextDesc desc;
    desc.instance = someHandle<VkInstance>();
    desc.physicalDevice = someHandle<VkPhysicalDevice>();
    desc.device = someHandle<VkDevice>();
    desc.getInstanceProcAddr = noInstanceFunction;
    desc.getDeviceProcAddr = noDeviceFunction;
    return desc;
}

TEST(Misuse, OfContextsNamesTheNull)
{
    const auto create = [](const std::function<void(ContextDesc&)>& change) {
        ContextDesc desc = nonNullDesc();
        change(desc);
        Context context;
        const Status status = Context::create(desc, &context);
        EXPECT_EQ(context.impl(), nullptr);
        EXPECT_FALSE(context.hasForwardProgress());
        return status;
    };
    EXPECT_EQ(Context::create(nonNullDesc(), nullptr), Status(Argument::OutputPointer, Rule::Null));
    EXPECT_EQ(create([](ContextDesc& d) { d.instance = VK_NULL_HANDLE; }), Status(Argument::Instance, Rule::Null));
    EXPECT_EQ(create([](ContextDesc& d) { d.physicalDevice = VK_NULL_HANDLE; }),
              Status(Argument::PhysicalDevice, Rule::Null));
    EXPECT_EQ(create([](ContextDesc& d) { d.device = VK_NULL_HANDLE; }), Status(Argument::Device, Rule::Null));
    EXPECT_EQ(create([](ContextDesc& d) { d.getInstanceProcAddr = nullptr; }), Status(Argument::ProcAddr, Rule::Null));
    EXPECT_EQ(create([](ContextDesc& d) { d.getDeviceProcAddr = nullptr; }), Status(Argument::ProcAddr, Rule::Null));
    EXPECT_EQ(create([](ContextDesc&) {}), Status(Argument::PhysicalDevice, Rule::Unsupported));
}

TEST(Misuse, OfDeviceSupportSaysWhy)
{
    const ContextDesc desc = nonNullDesc();
    const auto reason = [&](VkInstance instance, VkPhysicalDevice device, PFN_vkGetInstanceProcAddr loader) {
        const DeviceSupport support = queryDeviceSupport(instance, device, loader);
        EXPECT_FALSE(support.supported);
        EXPECT_EQ(support.features.shaderInt64, VK_FALSE);
        return std::string(support.reason);
    };
    const std::string null = reason(VK_NULL_HANDLE, desc.physicalDevice, noInstanceFunction);
    EXPECT_NE(null.find("must not be null"), std::string::npos);
    EXPECT_EQ(null, reason(desc.instance, VK_NULL_HANDLE, noInstanceFunction));
    EXPECT_EQ(null, reason(desc.instance, desc.physicalDevice, nullptr));
    const std::string old = reason(desc.instance, desc.physicalDevice, noInstanceFunction);
    EXPECT_NE(old.find("Vulkan 1.2"), std::string::npos);
}

} // namespace
