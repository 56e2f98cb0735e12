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

const std::vector<DescMisuse>& descMisuses()
{
    static const std::vector<DescMisuse> all = {
        {"type below", Status(Argument::Type, Rule::Invalid),
         "type:", [](study::ScanDesc& d, Capabilities&) { d.type = kBelow<ElementType>; }},
        {"type above", Status(Argument::Type, Rule::Invalid),
         "type:", [](study::ScanDesc& d, Capabilities&) { d.type = static_cast<ElementType>(7); }},
        {"type far above", Status(Argument::Type, Rule::Invalid),
         "type:", [](study::ScanDesc& d, Capabilities&) { d.type = kFarAbove<ElementType>; }},
        {"f64 without the feature", Status(Argument::Type, Rule::Unsupported), "type:",
         [](study::ScanDesc& d, Capabilities& c) {
             d.type = ElementType::F64;
             c.float64 = false;
         }},
        {"op below", Status(Argument::Op, Rule::Invalid),
         "op:", [](study::ScanDesc& d, Capabilities&) { d.op = kBelow<Op>; }},
        {"op above, a test's", Status(Argument::Op, Rule::Invalid),
         "op:", [](study::ScanDesc& d, Capabilities&) { d.op = static_cast<Op>(7); }},
        {"and of f32", Status(Argument::Op, Rule::Incompatible), "op:",
         [](study::ScanDesc& d, Capabilities&) {
             d.type = ElementType::F32;
             d.op = Op::And;
         }},
        {"xor of f64", Status(Argument::Op, Rule::Incompatible), "op:",
         [](study::ScanDesc& d, Capabilities&) {
             d.type = ElementType::F64;
             d.op = Op::Xor;
         }},
        {"kind above", Status(Argument::Kind, Rule::Invalid),
         "kind:", [](study::ScanDesc& d, Capabilities&) { d.kind = static_cast<Kind>(2); }},
        {"kind below", Status(Argument::Kind, Rule::Invalid),
         "kind:", [](study::ScanDesc& d, Capabilities&) { d.kind = kBelow<Kind>; }},
        {"direction above", Status(Argument::Direction, Rule::Invalid),
         "direction:", [](study::ScanDesc& d, Capabilities&) { d.direction = static_cast<Direction>(2); }},
        {"order of nothing", Status(Argument::Order, Rule::Invalid),
         "order:", [](study::ScanDesc& d, Capabilities&) { d.order = 0; }},
        {"order above", Status(Argument::Order, Rule::Invalid),
         "order:", [](study::ScanDesc& d, Capabilities&) { d.order = kMaxOrder + 1; }},
        {"order of a maximum", Status(Argument::Order, Rule::Incompatible), "order:",
         [](study::ScanDesc& d, Capabilities&) {
             d.order = 2;
             d.op = Op::Max;
         }},
        {"tuples of nothing", Status(Argument::TupleSize, Rule::Invalid),
         "tupleSize:", [](study::ScanDesc& d, Capabilities&) { d.tupleSize = 0; }},
        {"tuples above", Status(Argument::TupleSize, Rule::Invalid),
         "tupleSize:", [](study::ScanDesc& d, Capabilities&) { d.tupleSize = kMaxTupleSize + 1; }},
        {"strategy below", Status(study::kStrategy, Rule::Invalid),
         "strategy:", [](study::ScanDesc& d, Capabilities&) { d.strategy = kBelow<Strategy>; }},
        {"strategy above", Status(study::kStrategy, Rule::Invalid),
         "strategy:", [](study::ScanDesc& d, Capabilities&) { d.strategy = static_cast<Strategy>(99); }},
        {"spine without opt-in", Status(study::kStrategy, Rule::NeedsForwardProgress),
         "strategy:", [](study::ScanDesc& d, Capabilities&) { d.strategy = Strategy::Spine; }},
        {"flat sum without opt-in", Status(study::kStrategy, Rule::NeedsForwardProgress),
         "strategy:", [](study::ScanDesc& d, Capabilities&) { d.strategy = Strategy::FlatSum; }},
        {"chained without opt-in", Status(study::kStrategy, Rule::NeedsForwardProgress),
         "strategy:", [](study::ScanDesc& d, Capabilities&) { d.strategy = study::kChained; }},
        {"sam without opt-in", Status(study::kStrategy, Rule::NeedsForwardProgress),
         "strategy:", [](study::ScanDesc& d, Capabilities&) { d.strategy = study::kSam; }},
        {"sam without atomics", Status(study::kStrategy, Rule::Unsupported), "strategy:",
         [](study::ScanDesc& d, Capabilities& c) {
             d.strategy = study::kSam;
             d.assumeForwardProgress = true;
             c.bufferInt64Atomics = false;
         }},
        {"chained without atomics, listed", Status(study::kStrategy, Rule::Unsupported), "strategy:",
         [](study::ScanDesc& d, Capabilities& c) {
             d.strategy = study::kChained;
             c.forwardProgress = true;
             c.bufferInt64Atomics = false;
         }},
        {"scan-then-propagate of an order", Status(study::kStrategy, Rule::Incompatible), "strategy:",
         [](study::ScanDesc& d, Capabilities&) {
             d.strategy = study::kScanThenPropagate;
             d.order = 2;
         }},
        {"scan-then-propagate of tuples", Status(study::kStrategy, Rule::Incompatible), "strategy:",
         [](study::ScanDesc& d, Capabilities&) {
             d.strategy = study::kScanThenPropagate;
             d.tupleSize = 2;
         }},
        {"more workgroups of a cascade than an axis has", Status(study::kCascadeWorkgroups, Rule::TooLarge),
         "cascadeWorkgroups:",
         [](study::ScanDesc& d, Capabilities& c) {
             d.strategy = study::kCascade;
             d.cascadeWorkgroups = c.maxGroupCount[0] + 1;
         }},
        {"a truncated cascade of one workgroup", Status(study::kCascadeWorkgroups, Rule::Invalid), "cascadeWorkgroups:",
         [](study::ScanDesc& d, Capabilities&) {
             d.strategy = study::kTruncatedCascade;
             d.cascadeWorkgroups = 1;
         }},
        {"workgroups of a cascade that is none", Status(study::kCascadeWorkgroups, Rule::Incompatible),
         "cascadeWorkgroups:",
         [](study::ScanDesc& d, Capabilities&) {
             d.strategy = Strategy::ReduceThenScan;
             d.cascadeWorkgroups = 64;
         }},
        {"tuples of reproducible floats", Status(Argument::Reproducible, Rule::Incompatible), "reproducible:",
         [](study::ScanDesc& d, Capabilities&) {
             d.type = ElementType::F32;
             d.reproducible = true;
             d.tupleSize = 2;
         }},
        {"reproducible floats stored in 16 bits", Status(Argument::Reproducible, Rule::Incompatible), "reproducible:",
         [](study::ScanDesc& d, Capabilities&) {
             d.type = ElementType::F32;
             d.reproducible = true;
             d.input = StoredType::F16;
         }},
        {"reproducible floats by a strategy for study", Status(Argument::Reproducible, Rule::Incompatible),
         "reproducible:",
         [](study::ScanDesc& d, Capabilities&) {
             d.type = ElementType::F64;
             d.reproducible = true;
             d.strategy = study::kCascade;
         }},
        {"reproducible floats in a network", Status(Argument::Reproducible, Rule::Incompatible), "reproducible:",
         [](study::ScanDesc& d, Capabilities&) {
             d.type = ElementType::F32;
             d.reproducible = true;
             d.network.network = study::Network::Blelloch;
         }},
        {"spine without atomics", Status(study::kStrategy, Rule::Unsupported), "strategy:",
         [](study::ScanDesc& d, Capabilities& c) {
             d.strategy = Strategy::Spine;
             d.assumeForwardProgress = true;
             c.bufferInt64Atomics = false;
         }},
        {"flat sum without atomics, listed", Status(study::kStrategy, Rule::Unsupported), "strategy:",
         [](study::ScanDesc& d, Capabilities& c) {
             d.strategy = Strategy::FlatSum;
             c.forwardProgress = true;
             c.bufferInt64Atomics = false;
         }},
        {"look-back without atomics", Status(study::kStrategy, Rule::Unsupported), "strategy:",
         [](study::ScanDesc& d, Capabilities& c) {
             d.strategy = study::kDecoupledLookback;
             c.bufferInt64Atomics = false;
         }},
    };
    return all;
}

TEST(Misuse, OfDescriptionsIsNamed)
{
    for (const DescMisuse& misuse : descMisuses())
        expectRefused(misuse, {});
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
                    EXPECT_EQ(checkScanDesc(desc, capabilities), isFloat(type) && !op.takesFloats
                                                                     ? Status(Argument::Op, Rule::Incompatible)
                                                                     : Status::Success);
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
