// Hostile argument sets for one operation: plans and recordings of them, compared with each other and with what the
// documentation says. A case has
//
//     describe(Random)                      a description, mostly valid
//     fill(Random, subject, Args*)          valid arguments; kWanted for the addresses of optional ranges
//     scratchSize(subject, args)
//     list(subject, Args&, scratchBytes)    the ranges
//     mutate(Random, subject, Args*)        changes what is no range
//     faultOf(subject, args)                of accepted arguments that are no ranges; null if nothing
//
// and may hide what ArrayCase has for all others.
#ifndef VKSCAN_TESTS_FUZZ_FUZZ_H
#define VKSCAN_TESTS_FUZZ_FUZZ_H

#include "arguments.h"
#include "c_twin.h"
#include "calls.h"
#include "command_log.h"
#include "hazards.h"
#include "mock_device.h"
#include "printer.h"
#include "statuses.h"

#include "study/create.h"

#include <vkscan/vkscan.h>

#include <gtest/gtest.h>

#include <optional>

namespace testing_support {

struct FuzzSettings {
    uint64_t sets; // VKSCAN_FUZZ_SETS
    uint64_t seed; // VKSCAN_FUZZ_SEED, of the first round
};
[[nodiscard]] FuzzSettings fuzzSettings();

// One of three kinds of device.
[[nodiscard]] MockDevice fuzzDevice(uint64_t seed);

// An operation, and all that its answers follow from.
template <class Case>
struct Subject {
    MockDevice device;
    bool pushDescriptors = false;
    bool descriptorHeaps = false;
    vkscan::Context context;
    typename Case::Desc desc;
    typename Case::Operation operation;
    uint64_t maxCount = 0; // the operation's, if it has one
    const MockPipeline* pipelines = nullptr;
};

// Defaults for operations on arrays.
template <class Class, class Description = DescOf<Class>>
struct ArrayCase {
    using Operation = Class;
    using Desc = Description;
    using Args = ArgsOf<Class>;

    // True: a valid set may be refused, for a reason that no range shows.
    static bool mayRefuse(const auto&, const auto&) { return false; }
    // The status of arguments that only recording checks.
    static vkscan::Status recordStatus(const auto&, const auto&) { return vkscan::Status::Success; }
    static unsigned descriptorBindings(const auto&) { return 0; }
    // Whether barriers may also order images, which are not among the accesses.
    static bool ordersImages(const auto&) { return false; }
    static VkDeviceSize scratchSize(const auto& subject, const auto& args)
    {
        return subject.operation.scratchSize(args.count);
    }
    static bool isCounted(const auto& subject, const auto& args) { return args.count <= subject.maxCount; }
    // The arguments as the operation lists them; of scratch, the bytes that its public interface asks for.
    static ArgumentList list(const auto& subject, Args& args, VkDeviceSize scratchBytes)
    {
        vkscan::BufferList listed;
        listArguments(subject.operation, args, &listed);
        return argumentsOf(listed, scratchBytes);
    }
};

// Faults of dispatches that need no arguments; null if there is none.
[[nodiscard]] const char* findDispatchFault(const MockDevice& device, vkscan::KernelList kernels,
                                            const vkscan::DispatchList& list, bool ordersImages);
// Faults of the commands that were logged for the plan; null if there is none.
[[nodiscard]] const char* findRecordFault(const MockPipeline* pipelines, const vkscan::DispatchList& list,
                                          unsigned otherBarriers);

struct Tally {
    uint64_t accepted = 0;
    uint64_t refused = 0;

    void add(bool success) { ++(success ? accepted : refused); }
    // At least one in twenty of each.
    void expectBoth(const char* what) const;
};

struct Outcome {
    const char* fault;
    vkscan::Status status;
};

template <class Case>
const char* findFault(const Subject<Case>& subject, typename Case::Args& args, const vkscan::DispatchList& list)
{
    if (!Case::isCounted(subject, args))
        return "the count is too large";
    if (const char* fault = Case::faultOf(subject, args))
        return fault;
    if constexpr (vkscan::HasGroups<typename Case::Args>)
        if (args.groups.offset % 4 != 0)
            return "a command is not aligned";
    const ArgumentList arguments = Case::list(subject, args, Case::scratchSize(subject, args));
    if (const char* fault = findArgumentFault(arguments))
        return fault;
    if (const char* fault =
            findDispatchFault(subject.device, subject.operation.kernels(), list, Case::ordersImages(subject)))
        return fault;
    return findAccessFault(arguments, list);
}

// The command of a sized call, or none.
template <class Args>
void chooseGroups(Random& random, uint64_t alignment, Args* args)
{
    if constexpr (vkscan::HasGroups<Args>)
        args->groups = {random.oneIn(2) ? VkBuffer(VK_NULL_HANDLE) : reinterpret_cast<VkBuffer>(uintptr_t{64}),
                        random.number() / alignment * alignment};
}

// Plans and records one set.
template <class Case>
Outcome runSet(const Subject<Case>& subject, typename Case::Args& args, bool mustAccept, vkscan::DispatchList* list)
{
    using vkscan::Status;
    constexpr uint32_t kUntouched = 0xdead;
    list->count = kUntouched;
    const Status planned = subject.operation.plan(args, list);
    commandLog().clear();
    const auto commandBuffer = reinterpret_cast<VkCommandBuffer>(uintptr_t{1});
    const Status recorded = subject.operation.record(commandBuffer, args);
    const Status alone = Case::recordStatus(subject, args);
    if (recorded != (alone != Status::Success ? alone : planned))
        return {"plan and record differ in their status", planned};
    if (recorded != Status::Success && !commandLog().empty())
        return {"a refused recording calls commands", planned};
    if (planned != Status::Success) {
        if (list->count != kUntouched)
            return {"a refused plan writes the list", planned};
        return {mustAccept ? "a valid set is refused" : nullptr, planned};
    }
    const char* fault = findFault(subject, args, *list);
    if (fault == nullptr && recorded == Status::Success) {
        fault =
            findRecordFault(subject.pipelines, *list, (args.barrierBefore ? 1u : 0u) + (args.barrierAfter ? 1u : 0u));
        if (fault == nullptr && commandLog().descriptorBindings != Case::descriptorBindings(subject))
            fault = "descriptors are not bound once";
        if (fault == nullptr && callsOf(subject.descriptorHeaps ? "vkCmdPushConstants" : "vkCmdPushDataEXT") != 0)
            fault = "what is pushed invalidates the other kind of descriptors";
    }
    return {fault, planned};
}

// Whether the sentence of a status begins with the argument's name, or with names that it is among.
[[nodiscard]] bool isNamed(const MemoryArgument& argument, vkscan::Status status);

// Spoils a valid set in every way, one at a time: each is refused, and the status names the range and the rule.
template <class Case>
void checkSpoilings(const Subject<Case>& subject, const typename Case::Args& valid, vkscan::DispatchList* list,
                    StatusSet* provoked)
{
    using vkscan::Rule;
    typename Case::Args apart = valid;
    const VkDeviceSize scratchBytes = Case::scratchSize(subject, apart);
    const ArgumentList ranges = Case::list(subject, apart, scratchBytes);
    if (!placeApart(ranges))
        return;
    const Outcome accepted = runSet(subject, apart, true, list);
    ASSERT_EQ(accepted.fault, nullptr) << accepted.fault << " with ranges apart: " << toString(accepted.status)
                                       << printed<DescOf<typename Case::Operation>>(subject.desc) << printed(apart);
    for (const Spoiling& spoiling : spoilings(ranges, usedScratch(ranges, *list))) {
        typename Case::Args args = apart;
        *Case::list(subject, args, scratchBytes).items()[spoiling.argument].given = spoiling.range;
        const ArgumentList spoilt = Case::list(subject, args, scratchBytes);
        const MemoryArgument& argument = spoilt.items()[spoiling.argument];
        const MemoryArgument& overlapped = spoilt.items()[spoiling.overlapped];
        const bool isOfScratch = argument.use == Use::Scratch || overlapped.use == Use::Scratch;
        if (!isOfScratch && findArgumentFault(spoilt) == nullptr)
            continue;
        const Outcome outcome = runSet(subject, args, false, list);
        const Rule rule = outcome.status.rule;
        const bool isRule = rule == spoiling.rule || (spoiling.rule == Rule::TooLarge && rule == Rule::TooSmall) ||
                            (spoiling.rule == Rule::Null && rule == Rule::Incompatible); // where none is to be given
        const bool names = isNamed(argument, outcome.status) || isNamed(overlapped, outcome.status);
        if (outcome.fault == nullptr && isRule && names) {
            provoked->insert(outcome.status);
            continue;
        }
        ADD_FAILURE() << (outcome.fault != nullptr ? outcome.fault : "the status is of another range or rule") << ": "
                      << argument.name << " is spoiled, by rule " << static_cast<int>(spoiling.rule) << ", over "
                      << overlapped.name << "; the status is: " << toString(outcome.status)
                      << printed<DescOf<typename Case::Operation>>(subject.desc) << printed(args);
        return;
    }
}

// Each range that was refused as null was also refused as misaligned, as too small or too large, and some as
// overlapping.
void expectEveryRule(const StatusSet& provoked);

// The sentences of these statuses are those of the file of sentences/ that has the running test's name, or among them.
void expectSentences(const StatusSet& statuses, bool areAll);

// The operation from C, in one of eight rounds; of descriptions for study, what they have of the library's.
template <class Case>
struct Twin {
    Twin(const vkscan::ContextDesc&, uint64_t) {}
    const char* create(const typename Case::Desc&) { return nullptr; }
    const char* plan(const typename Case::Args&) { return nullptr; }
};

template <class Case>
requires requires
{
    vkscan::c_api::Functions<typename Case::Operation>::create;
}
struct Twin<Case> {
    std::optional<CTwin<typename Case::Operation>> calls;
    vkscan::Status created;

    Twin(const vkscan::ContextDesc& desc, uint64_t seed)
    {
        if (seed % 8 == 0)
            calls.emplace(desc);
    }
    const char* create(const DescOf<typename Case::Operation>& desc)
    {
        return calls ? calls->create(desc, &created) : nullptr;
    }
    const char* plan(const typename Case::Args& args)
    {
        vkscan::Status planned;
        return calls && created == vkscan::Status::Success ? calls->plan(args, &planned) : nullptr;
    }
};

// Sets for one operation of one description on one device. The seed repeats them. `spoilt` receives statuses of
// spoilings, `statuses` all others.
template <class Case>
void fuzzRound(uint64_t seed, uint64_t sets, Tally* descriptions, Tally* arguments, StatusSet* spoilt,
               StatusSet* statuses)
{
    using vkscan::Status;
    Random random(seed);
    Subject<Case> subject;
    subject.device = fuzzDevice(seed);
    subject.device.extensions = {"VK_EXT_descriptor_heap"};
    subject.pushDescriptors = random.oneIn(2);
    vkscan::ContextDesc contextDesc = mockContextDesc(subject.device);
    contextDesc.pushDescriptorEnabled = subject.pushDescriptors;
    contextDesc.descriptorHeaps = subject.descriptorHeaps = random.oneIn(3);
    ASSERT_EQ(vkscan::Context::create(contextDesc, &subject.context), Status::Success);
    Twin<Case> twin(contextDesc, seed);
    Status created = Status(vkscan::Argument::Context, vkscan::Rule::NotCreated);
    for (uint32_t attempts = 0; created != Status::Success; ++attempts) {
        ASSERT_LT(attempts, 1000u);
        ASSERT_EQ(subject.operation.kernels().count, 0u) << "a refused description creates";
        subject.desc = Case::describe(random);
        if constexpr (requires { subject.desc.maxCount; })
            subject.desc.maxCount = random.oneIn(3) ? random.number() : 0;
        created = vkscan::study::createAny(subject.context, subject.desc, &subject.operation);
        ASSERT_STREQ(twin.create(subject.desc), nullptr) << "VKSCAN_FUZZ_SEED=" << seed;
        statuses->insert(created);
        descriptions->add(created == Status::Success);
    }
    ASSERT_EQ(mockDevice().pipelines.size(), subject.operation.kernels().count);
    subject.pipelines = mockDevice().pipelines.data();
    if constexpr (requires { subject.operation.maxCount(); })
        subject.maxCount = subject.operation.maxCount();

    vkscan::DispatchList list;
    for (uint64_t set = 0; set < sets; ++set) {
        typename Case::Args args;
        Case::fill(random, subject, &args);
        args.barrierBefore = random.oneIn(4);
        args.barrierAfter = random.oneIn(4);
        chooseGroups(random, 4, &args);
        const VkDeviceSize scratchBytes = Case::scratchSize(subject, args);
        const ArgumentList ranges = Case::list(subject, args, scratchBytes);
        placeArguments(random, ranges);
        if (set % 8 == 0 && !Case::mayRefuse(subject, args))
            checkSpoilings(subject, args, &list, spoilt);
        if (testing::Test::HasFailure())
            return;
        const uint32_t mutations = random.oneOf({0u, 0u, 1u, 1u, 1u, 1u, 2u, 3u});
        for (uint32_t i = 0; i < mutations; ++i) {
            if (vkscan::HasGroups<typename Case::Args> && random.oneIn(16))
                chooseGroups(random, 1, &args);
            else if (random.oneIn(4))
                Case::mutate(random, subject, &args);
            else
                mutateRange(random, ranges);
        }
        const bool mustAccept = mutations == 0 && !Case::mayRefuse(subject, args);
        Outcome outcome = runSet(subject, args, mustAccept, &list);
        if (outcome.fault == nullptr)
            outcome.fault = twin.plan(args);
        statuses->insert(outcome.status);
        statuses->insert(Case::recordStatus(subject, args));
        arguments->add(outcome.status == Status::Success);
        if (outcome.fault == nullptr)
            continue;
        ADD_FAILURE() << outcome.fault << "; the status is: " << toString(outcome.status)
                      << "\nVKSCAN_FUZZ_SEED=" << seed << ", set " << set
                      << printed<DescOf<typename Case::Operation>>(subject.desc) << printed(args);
        return;
    }
    subject.operation = {};
    for (uint32_t i = 0; i < 12; ++i) {
        typename Case::Operation operation;
        statuses->insert(vkscan::study::createAny(subject.context, Case::describe(random), &operation));
    }
    subject.context = {};
    ASSERT_TRUE(mockDevice().objects.empty());
    ASSERT_EQ(mockDevice().wrongDestroys, 0u);
}

template <class Case>
void fuzz()
{
    constexpr uint64_t kRoundSets = 500;
    const FuzzSettings settings = fuzzSettings();
    Tally descriptions;
    Tally arguments;
    StatusSet spoilt;
    StatusSet statuses;
    for (uint64_t done = 0; done < settings.sets; done += kRoundSets) {
        fuzzRound<Case>(settings.seed + done / kRoundSets, std::min(kRoundSets, settings.sets - done), &descriptions,
                        &arguments, &spoilt, &statuses);
        if (testing::Test::HasFailure())
            return;
    }
    descriptions.expectBoth("descriptions");
    arguments.expectBoth("argument sets");
    if (settings.sets >= 10000)
        expectEveryRule(spoilt);
    statuses.insert(spoilt.begin(), spoilt.end());
    expectSentences(statuses, settings.sets >= 100000);
}

} // namespace testing_support

#endif
