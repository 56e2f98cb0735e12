// Kernels: operations find theirs, none is built for nothing, and they unpack to what was built. No device.
#include "calls.h"
#include "mock_device.h"
#include "plan_models.h"

#include "device/context_impl.h"
#include "generated/kernel_families.h"
#include "plan/kernels.h"

#include "study/create.h"

#include <vkscan/self_test.h>
#include <vkscan/vkscan.h>

#include <gtest/gtest.h>

#include <fstream>
#include <iterator>
#include <set>
#include <string>

using namespace testing_support;
using namespace vkscan;

namespace {

class KernelsTest : public testing::Test {
protected:
    void on(const MockDevice& device)
    {
        ASSERT_EQ(Context::create(mockContextDesc(device), &context), Status::Success);
        createAll();
        for (const KernelFamily* family : families::kAll)
            for (std::size_t i = 0; i < family->count; ++i)
                if (context.impl()->modules.find(family->modules[i].code.bytes) != nullptr)
                    taken.insert(family->modules[i].name);
    }

    std::set<std::string> taken; // modules

private:
    template <class Operation, class Desc>
    void take(const Desc& desc)
    {
        if constexpr (requires { desc.strategy; })
            if (waits(desc.strategy) && !context.impl()->capabilities.bufferInt64Atomics)
                return;
        Operation operation;
        if (study::createAny(context, desc, &operation) != Status::Success)
            return; // what cannot be created leaves its kernels out, and is found by that
        const KernelList kernels = operation.kernels();
        for (uint32_t i = 0; i < kernels.count; ++i) {
            const Kernel& kernel = kernels.items[i];
            ASSERT_GT(kernel.codeBytes, 0u) << kernel.name;
            EXPECT_TRUE(context.impl()->capabilities.bufferInt64Atomics || !declares(kernel, kInt64Atomics))
                << kernel.name;
        }
    }

    // Capabilities are the first instructions of a module, of two words each, behind its header of five.
    static constexpr uint32_t kInt64Atomics = 12;
    static bool declares(const Kernel& kernel, uint32_t capability)
    {
        constexpr uint32_t kOpCapability = 2u << 16 | 17u;
        const uint32_t* word = kernel.code + 5;
        while (word[0] == kOpCapability && word[1] != capability)
            word += 2;
        return word[0] == kOpCapability;
    }

    // Operations of every form: all types, by all strategies.
    void createAll()
    {
        forEachOperation([&]<class Operation>() {
            for (const Form<Operation>& form : formsOf<Operation>()) {
                auto desc = form.desc;
                if (isCustom(form))
                    continue;
                if constexpr (requires { desc.type; }) {
                    for (const ElementTypeRow& type : kElementTypes) {
                        desc.type = type.value;
                        takeByAllStrategies<Operation>(desc);
                    }
                } else {
                    takeByAllStrategies<Operation>(desc);
                }
            }
        });
        take<Distribution>(
            DistributionDesc{.input = Resource::SampledImage, .inputFormat = VK_FORMAT_R16G16B16A16_SFLOAT});
        take<Histogram>(HistogramDesc{.type = ElementType::F32, .inputFormat = VK_FORMAT_R16G16B16A16_SFLOAT});
        take<SelfTest>(SelfTestDesc());
        createTables();
        createVolumes();
    }

    template <class Operation, class Desc>
    void takeByAllStrategies(const Desc& desc)
    {
        for (const Strategy strategy : scanStrategies(WithAuto::Yes))
            if constexpr (std::is_same_v<Operation, Scan>) {
                take<Operation>(study::ScanDesc{desc, strategy});
                take<Operation>(study::ScanDesc{desc, strategy, false, {study::Network::Blelloch}});
            } else if constexpr (requires { desc.waiting; }) {
                take<Operation>(Forced<Desc>{desc, strategy});
            }
        if constexpr (std::is_same_v<Operation, Reduce>)
            for (const study::ReduceMethodRow& method : study::kReduceMethods)
                take<Operation>(study::ReduceDesc{desc, method.value});
        else if constexpr (!requires { desc.waiting; })
            take<Operation>(desc);
    }

    void createTables()
    {
        for (const Resource input : valuesOf(kResources, &ResourceRow::isRead))
            for (const VkFormat format : {VK_FORMAT_R32_UINT, VK_FORMAT_R32_SFLOAT, VK_FORMAT_R8_UNORM})
                for (const Resource output : valuesOf(kResources, &ResourceRow::isWritten))
                    for (const Accumulation sums : valuesOf(kAccumulations))
                        for (const Strategy strategy : tableStrategies(WithAuto::No))
                            take<SummedAreaTable>(Forced<SummedAreaTableDesc>{
                                {.input = input,
                                 .inputFormat = format,
                                 .output = output,
                                 .outputFormat = sums == Accumulation::U32 ? VK_FORMAT_R32_UINT : VK_FORMAT_R32_SFLOAT,
                                 .accumulation = sums,
                                 .bias = sums == Accumulation::U32 ? Bias::None : Bias::Mean},
                                strategy});
        for (const Resource input : {Resource::Buffer, Resource::SampledImage})
            for (const VkFormat format : {VK_FORMAT_R32_UINT, VK_FORMAT_R32_SFLOAT})
                for (const Resource output : valuesOf(kResources, &ResourceRow::isWritten))
                    take<SummedAreaTable>(SummedAreaTableDesc{.input = input,
                                                              .inputFormat = format,
                                                              .output = output,
                                                              .outputFormat = VK_FORMAT_R32_SFLOAT,
                                                              .reproducible = true});
    }

    void createVolumes()
    {
        for (const Accumulation sums : valuesOf(kAccumulations))
            for (const Strategy strategy : tableStrategies(WithAuto::No))
                take<SummedVolumeTable>(Forced<SummedVolumeTableDesc>{
                    {.inputFormat = VK_FORMAT_R8_UINT,
                     .outputFormat = sums == Accumulation::U32 ? VK_FORMAT_R32_UINT : VK_FORMAT_R32_SFLOAT,
                     .accumulation = sums,
                     .bias = sums == Accumulation::U32 ? Bias::None : Bias::Mean},
                    strategy});
        for (const bool isArray : {false, true})
            for (const Strategy strategy : {Strategy::ReduceThenScan, Strategy::FlatSum})
                for (const VkFormat format : {VK_FORMAT_R8G8B8A8_UNORM, VK_FORMAT_R8G8B8A8_UINT, VK_FORMAT_R8_UINT})
                    for (const Resource output : {Resource::Buffer, Resource::StorageImage})
                        for (const VkFormat table :
                             {VK_FORMAT_R32_UINT, VK_FORMAT_R32G32_UINT, VK_FORMAT_R32G32B32A32_UINT,
                              VK_FORMAT_R32_SFLOAT, VK_FORMAT_R32G32_SFLOAT, VK_FORMAT_R32G32B32A32_SFLOAT}) {
                            const bool isFloat = table == VK_FORMAT_R32_SFLOAT || table == VK_FORMAT_R32G32_SFLOAT ||
                                                 table == VK_FORMAT_R32G32B32A32_SFLOAT;
                            take<SummedVolumeTable>(Forced<SummedVolumeTableDesc>{
                                {.arrayImages = isArray,
                                 .input = format == VK_FORMAT_R8_UINT ? Resource::Buffer : Resource::SampledImage,
                                 .inputFormat = format,
                                 .output = output,
                                 .outputFormat = table,
                                 .accumulation = isFloat ? Accumulation::F32 : Accumulation::U32,
                                 .bias = isFloat ? Bias::Mean : Bias::None},
                                strategy});
                        }
    }

    Context context;
};

TEST_F(KernelsTest, AreFoundAndTaken)
{
    on({});
    MockDevice old;
    old.int64Atomics = false;
    on(old);
    for (const KernelFamily* family : families::kAll) {
        EXPECT_GT(family->count, 0u);
        for (std::size_t i = 0; i < family->count; ++i)
            EXPECT_EQ(taken.count(family->modules[i].name), 1u) << family->modules[i].name;
    }
}

// The files are those of the build.
TEST(ModulesTest, UnpackToWhatWasBuilt)
{
    Context context;
    ASSERT_EQ(Context::create(mockContextDesc({}), &context), Status::Success);
    for (const KernelFamily* family : families::kAll)
        for (std::size_t i = 0; i < family->count; ++i) {
            const KernelModule& module = family->modules[i];
            SCOPED_TRACE(module.name);
            std::ifstream file(std::string(VKSCAN_MODULE_DIRECTORY "/") + module.name + ".spv", std::ios::binary);
            const std::string built(std::istreambuf_iterator<char>(file), {});
            KernelCode code;
            ASSERT_EQ(unpack(*context.impl(), module.code, &code), Status::Success);
            ASSERT_EQ(std::string_view(reinterpret_cast<const char*>(code.words), code.bytes), built);
            ASSERT_EQ(code.words[0], 0x07230203u); // SPIR-V's first word
            KernelCode again;
            ASSERT_EQ(unpack(*context.impl(), module.code, &again), Status::Success);
            EXPECT_EQ(again.words, code.words) << "unpacked twice";
        }
}

TEST(ModulesTest, AreSharedByTheOperationsOfAContext)
{
    Context context;
    ASSERT_EQ(Context::create(mockContextDesc({}), &context), Status::Success);
    Scan first;
    Scan second;
    Scan other;
    ASSERT_EQ(Scan::create(context, {}, &first), Status::Success);
    ASSERT_EQ(Scan::create(context, {.op = Op::Max}, &second), Status::Success);
    ASSERT_EQ(Context::create(mockContextDesc({}), &context), Status::Success);
    ASSERT_EQ(Scan::create(context, {}, &other), Status::Success);
    ASSERT_GT(first.kernels().count, 0u);
    for (uint32_t i = 0; i < first.kernels().count; ++i) {
        const Kernel& kernel = first.kernels().items[i];
        EXPECT_EQ(kernel.code, second.kernels().items[i].code);
        EXPECT_NE(kernel.code, other.kernels().items[i].code) << "of another context";
        EXPECT_EQ(kernel.code[0], 0x07230203u) << "lives as long as the operation, if the context has ended";
    }
}

TEST(ModulesTest, AreRefusedIfDamaged)
{
    Context context;
    ASSERT_EQ(Context::create(mockContextDesc({}), &context), Status::Success);
    PackedCode packed = families::scan.modules[0].code;
    packed.unpackedCount += 4;
    KernelCode code;
    EXPECT_EQ(unpack(*context.impl(), packed, &code), Status(Argument::Pipelines, Rule::CreationFailed));
    EXPECT_EQ(code.words, nullptr);
    packed.unpackedCount -= 4;
    EXPECT_EQ(unpack(*context.impl(), packed, &code), Status::Success);
}

// Elements of 64 bits have kernels for vkscan's own strategies and for methods by shuffles alone.
TEST(StudyTest, IsCreatedByItsOwnFunctionAlone)
{
    Context context;
    ASSERT_EQ(Context::create(mockContextDesc({}), &context), Status::Success);
    Scan scan;
    Reduce reduce;
    for (const ElementType type : kTypes) {
        const auto expect = [&](const auto& desc, auto* operation, bool always, Argument argument) {
            const bool isTaken = always || sizeOf(type) == 4;
            const Status expected = isTaken ? Status::Success : Status(argument, Rule::NotOffered);
            EXPECT_EQ(study::create(context, desc, operation), expected);
        };
        for (const study::StrategyRow& row : study::kStrategies)
            expect(study::ScanDesc{{type}, row.value}, &scan, row.isOwn, study::kStrategy);
        for (const study::NetworkRow& row : study::kNetworks)
            expect(study::ScanDesc{{type}, Strategy::Auto, false, {row.value}}, &scan,
                   row.value == study::Network::Subgroup, study::kNetwork);
        for (const study::ReduceMethodRow& row : study::kReduceMethods)
            expect(study::ReduceDesc{{type}, row.value}, &reduce, !row.isTree, study::kMethod);
    }
    // Faults of the scan itself come first.
    const study::ScanDesc wrong = {{.op = Op::Multiply, .order = 2}, study::kSam};
    EXPECT_EQ(study::create(context, wrong, &scan), Status(Argument::Order, Rule::Incompatible));
}

} // namespace
