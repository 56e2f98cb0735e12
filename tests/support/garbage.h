// Scratch that was not zeroed: with any contents, an operation stays in its arrays and its scratch, ends, and is exact
// again after the scratch is zeroed.
#ifndef VKSCAN_TESTS_GARBAGE_H
#define VKSCAN_TESTS_GARBAGE_H

#include "submit.h"
#include "test_array.h"

#include "abi.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <random>
#include <span>
#include <string>
#include <vector>

namespace testing_support {

// The words after the header.
enum class GarbageSlots { Zeros, Ones, Random, OldEpoch, ThisRunOnes, ThisRunRandom };

struct Garbage {
    uint32_t ticket;
    uint32_t epoch;
    GarbageSlots slots;
    uint32_t status = 0;
};

[[nodiscard]] inline std::vector<uint64_t> garbageWords(const Garbage& garbage, VkDeviceSize bytes)
{
    std::mt19937_64 random(garbage.ticket + 31 * garbage.epoch);
    std::vector<uint64_t> words(bytes / sizeof(uint64_t));
    for (uint64_t& word : words) {
        const uint64_t tag = garbage.epoch + 1 + random() % 2; // a sort's pass takes two
        switch (garbage.slots) {
        case GarbageSlots::Zeros: break;
        case GarbageSlots::Ones: word = ~uint64_t{0}; break;
        case GarbageSlots::Random: word = random(); break;
        case GarbageSlots::OldEpoch: word = uint64_t{garbage.epoch} << 32 | uint32_t(random()); break;
        case GarbageSlots::ThisRunOnes: word = tag << 32 | 0xffffffff; break;
        case GarbageSlots::ThisRunRandom: word = tag << 32 | uint32_t(random()); break;
        }
    }
    if (!words.empty()) {
        words[vkscan::abi::kScratchTicket / 8] = uint64_t{garbage.epoch} << 32 | garbage.ticket;
        words[vkscan::abi::kScratchStatus / 8] = garbage.status;
        words[vkscan::abi::kScratchSum / 8] = uint64_t{garbage.epoch} << 32 | garbage.ticket;
    }
    return words;
}

// Tickets around their number, which is at most one more than a dispatch's workgroups, and epochs around their wrap.
[[nodiscard]] inline std::vector<Garbage> garbageOfAllKinds(uint32_t workgroups)
{
    std::vector<Garbage> kinds = {{0xffffffff, 0xffffffff, GarbageSlots::Ones, 0xffffffff}};
    for (const uint32_t ticket : {0u, 1u, workgroups - 1, workgroups, workgroups + 1, 0x80000000u, 0xffffffffu})
        for (const uint32_t epoch : {7u, 0xfffffffeu, 0xffffffffu})
            for (const GarbageSlots slots :
                 {GarbageSlots::Zeros, GarbageSlots::Ones, GarbageSlots::Random, GarbageSlots::OldEpoch,
                  GarbageSlots::ThisRunOnes, GarbageSlots::ThisRunRandom})
                kinds.push_back({ticket, epoch, slots});
    return kinds;
}

// A call with the test's arrays, some of which it writes.
template <class Args>
class OwnCall {
public:
    OwnCall(const Args& args, TestArray& scratch, const std::vector<TestArray*>& outputs)
        : m_args(args),
          m_scratch(scratch),
          m_outputs(outputs)
    {
        m_args.scratch = scratch.range();
    }

    template <class Operation>
    vkscan::ScratchStatus run(const Operation& operation, unsigned mostAttempts = kMostAttempts)
    {
        for (TestArray* output : m_outputs)
            output->fill(kUnwritten);
        return submit(operation, m_args, 1, mostAttempts);
    }
    [[nodiscard]] std::vector<std::vector<std::byte>> outputs() const
    {
        std::vector<std::vector<std::byte>> contents;
        for (const TestArray* output : m_outputs)
            contents.push_back(output->values<std::byte>());
        return contents;
    }
    [[nodiscard]] const Args& args() const { return m_args; }
    [[nodiscard]] TestArray& scratch() { return m_scratch; }

private:
    Args m_args;
    TestArray& m_scratch;
    std::vector<TestArray*> m_outputs;
};

// Runs `hasty`, which soon gives up, on each kind of garbage, and in between `patient`, the same operation, on zeroed
// scratch: its outputs must be those of its first run. The call has separate scratch. `takesTickets`: an invalid ticket
// makes `hasty` give up.
template <class Operation, class Call>
void checkGarbage(const Operation& hasty, const Operation& patient, Call& call, bool takesTickets)
{
    vkscan::DispatchList list;
    ASSERT_EQ(hasty.plan(call.args(), &list), vkscan::Status::Success);
    uint32_t workgroups = 2;
    for (const vkscan::Dispatch& dispatch : list)
        workgroups = std::max(workgroups, dispatch.groupCount[0] * dispatch.groupCount[1]);
    call.scratch().fill(0);
    call.run(patient);
    const auto expected = call.outputs();
    unsigned runs = 0;
    for (const Garbage& garbage : garbageOfAllKinds(workgroups)) {
        SCOPED_TRACE("ticket " + std::to_string(garbage.ticket) + " of " + std::to_string(workgroups) + ", epoch " +
                     std::to_string(garbage.epoch) + ", slots " + std::to_string(static_cast<int>(garbage.slots)));
        call.scratch().write(garbageWords(garbage, call.scratch().range().size));
        const auto status = static_cast<uint32_t>(call.run(hasty, 1));
        EXPECT_TRUE(!takesTickets || garbage.ticket < workgroups || (status & vkscan::abi::kStatusGaveUp) != 0);
        constexpr unsigned kRunsBetween = 16;
        if (++runs % kRunsBetween == 0) {
            call.scratch().fill(0);
            call.run(patient);
            EXPECT_TRUE(call.outputs() == expected) << "on zeroed scratch after garbage";
        }
    }
}

} // namespace testing_support

#endif
