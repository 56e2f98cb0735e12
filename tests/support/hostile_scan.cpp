#include "hostile_scan.h"

#include <cstdio>

using namespace vkscan;

namespace testing_support {

study::ScanDesc hostileDesc(Strategy strategy)
{
    study::ScanDesc desc;
    desc.strategy = strategy;
    desc.assumeForwardProgress = true;
    return desc;
}

std::vector<Attempt> runInTurn(std::initializer_list<const Scan*> scans, uint64_t count, bool inPlace,
                               uint32_t tupleSize)
{
    const std::vector<uint32_t> ones(count, 1);
    TestArray input(ones);
    TestArray separateOutput(inPlace ? 0 : count * sizeof(uint32_t));
    TestArray& output = inPlace ? input : separateOutput;
    TestArray scratch((*scans.begin())->scratchSize(count));
    ScanArgs args;
    args.input = input.range();
    args.output = output.range();
    args.scratch = scratch.range();
    args.count = count;
    args.barrierBefore = args.barrierAfter = true;

    std::vector<Attempt> outcomes;
    for (const Scan* scan : scans) {
        input.write(ones);
        scratch.fill(0);
        const auto status =
            submitRecorded([&](VkCommandBuffer commandBuffer) { return scan->record(commandBuffer, args); },
                           {.mostAttempts = scan == *scans.begin() ? 1 : kMostAttempts,
                            .mayGiveUp = true,
                            .scratch = {args.scratch}});
        outcomes.push_back({status, true, fallbacksOf(scratch)});
        const auto actual = output.values<uint32_t>();
        for (uint64_t i = 0; i < count; ++i)
            outcomes.back().exact = outcomes.back().exact && actual[i] == i / tupleSize + 1;
    }
    return outcomes;
}

Attempt runHostile(const Scan& scan, uint64_t count, bool inPlace, uint32_t tupleSize)
{
    return runInTurn({&scan}, count, inPlace, tupleSize).front();
}

void expectExactOrGivenUp(const Scan& scan, uint64_t count, uint32_t tupleSize)
{
    unsigned complete = 0;
    unsigned attempts = 0;
    for (; attempts < 100 && complete < 5; ++attempts) {
        const Attempt outcome = runHostile(scan, count + attempts, attempts % 2 == 1, tupleSize);
        EXPECT_TRUE(outcome.exact || outcome.status == ScratchStatus::GaveUp) << "attempt " << attempts;
        complete += outcome.status == ScratchStatus::Complete ? 1 : 0;
    }
    std::printf("%u of %u attempts complete\n", complete, attempts);
    if (capabilities().forwardProgress)
        EXPECT_EQ(complete, attempts);
    else if (complete == 0)
        GTEST_SKIP() << "the device ran none beside those that wait for it";
}

} // namespace testing_support
