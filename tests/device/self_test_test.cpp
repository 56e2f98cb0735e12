// The self-test: passes here, and finds each fault that can be made.
#include "hostile.h"

#include "schedule/array_operation.h"
#include "self_test_abi.h"

#include <support/operation.h>
#include <vkscan/self_test.h>

#include <cstring>

using namespace testing_support;
using namespace vkscan;

namespace {

SelfTestResult resultOf(const Context& context, const Tuning& tuning, unsigned runs = 1)
{
    SelfTest test;
    EXPECT_EQ(createTuned(context, SelfTestDesc(), tuning, &test), Status::Success);
    TestArray result(kSelfTestBytes, 8);
    TestArray scratch(test.scratchSize(0));
    scratch.fill(0);
    SelfTestResult found = SelfTestResult::Passed;
    for (unsigned run = 0; run < runs && found == SelfTestResult::Passed; ++run) {
        result.fill(0);
        device().run([&](VkCommandBuffer commandBuffer) {
            EXPECT_EQ(test.record(commandBuffer, {.result = result.range(), .scratch = scratch.range()}),
                      Status::Success);
        });
        EXPECT_TRUE(result.intact() && scratch.intact());
        found = selfTestResult(result.values<unsigned char>().data());
    }
    return found;
}

Capabilities& capabilitiesOf(const Context& own)
{
    return const_cast<Context::Impl*>(own.impl())->capabilities;
}

TEST(SelfTestTest, Passes)
{
    EXPECT_EQ(resultOf(context(), tuningFor(context()), 20), SelfTestResult::Passed);
    ContextDesc desc = device().contextDesc();
    desc.takeAsUnlisted = true;
    const Context unlisted = gpu::createContext(desc);
    EXPECT_EQ(resultOf(unlisted, tuningFor(unlisted), 20), SelfTestResult::Passed);
}

TEST(SelfTestTest, FindsSubgroupsOfAnotherSize)
{
    for (const bool isTwice : {false, true}) {
        const Context described = gpu::createContext(device());
        uint32_t& size = capabilitiesOf(described).subgroupSize;
        size = isTwice ? size * 2 : size / 2;
        EXPECT_EQ(resultOf(described, tuningFor(described)), SelfTestResult::SubgroupSize);
    }
}

TEST(SelfTestTest, FindsWordsThatAreNotPublished)
{
    EXPECT_EQ(resultOf(context(), impatientTuning(vkscan::abi::kHookWithhold)), SelfTestResult::Published);
}

TEST(SelfTestTest, RefusesWrongArguments)
{
    const Context described = gpu::createContext(device());
    SelfTest test;
    capabilitiesOf(described).bufferInt64Atomics = false;
    EXPECT_EQ(SelfTest::create(described, {}, &test), Status(Argument::Features, Rule::Unsupported));
    ASSERT_EQ(SelfTest::create(context(), {}, &test), Status::Success);
    const VkDeviceSize bytes = test.scratchSize(0);
    const SelfTestArgs args = {.result = {4096, kSelfTestBytes}, .scratch = {8192, bytes}};
    const auto planned = [&](auto change) {
        SelfTestArgs changed = args;
        change(changed);
        DispatchList list;
        const Status status = test.plan(changed, &list);
        EXPECT_TRUE(status != Status::Success || list.count == 1);
        return status;
    };
    EXPECT_EQ(planned([](SelfTestArgs&) {}), Status::Success);
    EXPECT_EQ(planned([](SelfTestArgs& a) { a.result = {}; }), Status(Argument::Result, Rule::Null));
    EXPECT_EQ(planned([](SelfTestArgs& a) { a.result.address += 4; }), Status(Argument::Result, Rule::Misaligned));
    EXPECT_EQ(planned([](SelfTestArgs& a) { a.result.size -= 1; }), Status(Argument::Result, Rule::TooSmall));
    EXPECT_EQ(planned([](SelfTestArgs& a) { a.result.address = 8192; }), Status(Argument::Scratch, Rule::Overlaps));
    EXPECT_EQ(planned([](SelfTestArgs& a) { a.scratch.size -= 1; }), Status(Argument::Scratch, Rule::TooSmall));
}

TEST(SelfTestTest, ReadsResults)
{
    constexpr uint64_t kSum = (uint64_t{vkscan::abi::kSelfTestAddedHigh} << 32 | vkscan::abi::kSelfTestAddedLow) *
                              vkscan::abi::kSelfTestGroups * vkscan::abi::kSelfTestGroupSize;
    const vkscan::abi::SelfTestWords passed = {0, vkscan::abi::kSelfTestGroups, kSum};
    const auto read = [&](auto change) {
        vkscan::abi::SelfTestWords words = passed;
        change(words);
        return selfTestResult(&words);
    };
    EXPECT_EQ(read([](vkscan::abi::SelfTestWords&) {}), SelfTestResult::Passed);
    EXPECT_EQ(read([](vkscan::abi::SelfTestWords& words) { words = {}; }), SelfTestResult::DidNotEnd);
    EXPECT_EQ(read([](vkscan::abi::SelfTestWords& words) { words.ended -= 1; }), SelfTestResult::DidNotEnd);
    EXPECT_EQ(read([](vkscan::abi::SelfTestWords& words) { words.sum &= 0xffffffff; }), SelfTestResult::Atomics);
    EXPECT_EQ(read([](vkscan::abi::SelfTestWords& words) { words.faults = 12; }), SelfTestResult::Shuffles);
    EXPECT_STREQ(toString(SelfTestResult::DidNotEnd),
                 "the self-test was not submitted, or some of its workgroups did not end");
    EXPECT_STREQ(toString(static_cast<SelfTestResult>(7)), "not a vkscan::SelfTestResult");
}

} // namespace
