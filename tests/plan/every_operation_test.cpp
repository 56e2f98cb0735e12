// Rules of every operation: before it is created, without a context, an object or a command buffer, and with
// strategies that it or the device does not offer.
#include "axis_values.h"
#include "calls.h"
#include "mock_device.h"
#include "statuses.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <fstream>
#include <set>
#include <span>
#include <sstream>
#include <type_traits>
#include <utility>
#include <vector>

using namespace testing_support;
using namespace vkscan;

namespace {

const auto kCommandBuffer = reinterpret_cast<VkCommandBuffer>(uintptr_t{64});

// Nothing that has been created.
template <class Operation>
void expectNone(const Operation& operation)
{
    using Args = ArgsOf<Operation>;
    SCOPED_TRACE(nameOf<Operation>());
    DispatchList list;
    EXPECT_EQ(operation.plan(Args(), &list), Status(Argument::Operation, Rule::NotCreated));
    EXPECT_EQ(operation.record(kCommandBuffer, Args()), Status(Argument::Operation, Rule::NotCreated));
    EXPECT_EQ(operation.kernels().count, 0u);
    if constexpr (requires { operation.maxCount(); }) {
        EXPECT_EQ(operation.maxCount(), 0u);
    }
    if constexpr (requires { operation.scratchSize(1000); }) {
        EXPECT_EQ(operation.scratchSize(1000), 0u);
    }
    if constexpr (requires { operation.temporarySize(1000); }) {
        EXPECT_EQ(operation.temporarySize(1000), 0u);
    }
    if constexpr (requires { strategyFor(operation, 1); }) {
        EXPECT_EQ(strategyFor(operation, 1), Strategy::Auto);
    }
}

TEST(EveryOperation, NeedsAContextAnObjectAndACommandBuffer)
{
    Context context;
    ASSERT_EQ(Context::create(mockContextDesc({}), &context), Status::Success);
    forEachOperation([&]<class Operation>() {
        using Args = ArgsOf<Operation>;
        const auto desc = validDesc<Operation>();
        Operation operation;
        expectNone(operation);
        EXPECT_EQ(Operation::create(context, desc, nullptr), Status(Argument::OutputPointer, Rule::Null));
        EXPECT_EQ(Operation::create(Context(), desc, nullptr), Status(Argument::OutputPointer, Rule::Null));
        EXPECT_EQ(Operation::create(Context(), desc, &operation), Status(Argument::Context, Rule::NotCreated));
        expectNone(operation);
        ASSERT_EQ(Operation::create(context, desc, &operation), Status::Success) << nameOf<Operation>();
        EXPECT_EQ(operation.record(VK_NULL_HANDLE, Args()), Status(Argument::CommandBuffer, Rule::Null));
        EXPECT_EQ(operation.plan(Args(), nullptr), Status(Argument::OutputPointer, Rule::Null));
        if constexpr (requires { operation.maxCount(); }) {
            EXPECT_GE(operation.maxCount(), uint64_t{1} << 28);
        }
    });
}

// Kernels whose workgroups wait for others, by their names in labels.
bool waitsForOthers(const Kernel& kernel)
{
    const std::string name = kernel.name;
    return std::ranges::any_of(
        std::initializer_list<const char*>{"Spine", "FlatSum", "SortPass", "SegmentsOnce", "Recovery"},
        [&](const char* part) { return name.find(part) != std::string::npos; });
}

// Never takes no kernel that waits; Auto has one wherever a single pass is offered.
TEST(EveryOperation, WaitsOnlyWhereItMay)
{
    MockDevice others; // whose workgroups need not progress
    others.driver = VK_DRIVER_ID_INTEL_OPEN_SOURCE_MESA;
    MockDevice withoutAtomics;
    withoutAtomics.int64Atomics = false;
    for (const MockDevice& device : {MockDevice(), others, withoutAtomics}) {
        Context context;
        ASSERT_EQ(Context::create(mockContextDesc(device), &context), Status::Success);
        forEachOperation([&]<class Operation>() {
            using Desc = DescOf<Operation>;
            if constexpr (requires { Desc().waiting; }) {
                SCOPED_TRACE(nameOf<Operation>());
                auto desc = validDesc<Operation>();
                for (const Waiting waiting : valuesOf(kWaitings)) {
                    desc.waiting = waiting;
                    Operation operation;
                    ASSERT_EQ(Operation::create(context, desc, &operation), Status::Success);
                    const KernelList kernels = operation.kernels();
                    const bool waits = std::any_of(kernels.begin(), kernels.end(), waitsForOthers);
                    EXPECT_TRUE(waiting == Waiting::Auto || !waits);
                    const bool isOffered = context.hasForwardProgress() && device.int64Atomics;
                    EXPECT_TRUE(waiting == Waiting::Never || !isOffered || waits);
                }
                for (const int none : {-1, 2, 1000}) {
                    desc.waiting = static_cast<Waiting>(none);
                    Operation operation;
                    EXPECT_EQ(Operation::create(context, desc, &operation), Status(Argument::Waiting, Rule::Invalid));
                    expectNone(operation);
                }
            }
        });
    }
}

// Calls check(operation, form) for every form of each operation on arrays.
template <class Check>
void forEachForm(const MockDevice& device, const Check& check)
{
    Context context;
    ASSERT_EQ(Context::create(mockContextDesc(device), &context), Status::Success);
    forEachArrayOperation([&]<class Operation>() {
        for (const Form<Operation>& form : formsOf<Operation>()) {
            SCOPED_TRACE(nameOf<Operation>() + " " + form.name);
            Operation operation;
            const Status created = Operation::create(context, form.desc, &operation);
            ASSERT_EQ(created, Status::Success) << toString(created);
            check(operation, form);
        }
    });
}

// On a listed driver and another.
template <class Check>
void forEachForm(const Check& check)
{
    MockDevice other;
    other.driver = VK_DRIVER_ID_INTEL_OPEN_SOURCE_MESA;
    for (const MockDevice& device : {MockDevice(), other})
        forEachForm(device, check);
}

std::set<uint64_t> countsUpTo(uint64_t most)
{
    std::set<uint64_t> counts = {0, 1, 2, 3, 100, 1000};
    for (uint64_t power = 1; power != 0 && power < most; power *= 2)
        counts.insert({power - 1, power, power + 1, power / 2 * 3});
    counts.insert({most - 1, most});
    while (*counts.rbegin() > most)
        counts.erase(std::prev(counts.end()));
    return counts;
}

template <class Operation>
concept HasTemporary = requires(Operation operation)
{
    operation.temporarySize(1);
};

TEST(EveryOperation, HasSizesThatAreMonotoneAndSuffice)
{
    forEachForm([]<class Operation>(const Operation& operation, const Form<Operation>& form) {
        VkDeviceSize scratch = 0;
        VkDeviceSize temporary = 0;
        const auto expectMonotone = [&](uint64_t count) {
            EXPECT_GE(operation.scratchSize(count), scratch) << count;
            scratch = operation.scratchSize(count);
            if constexpr (HasTemporary<Operation>) {
                EXPECT_GE(operation.temporarySize(count), temporary) << count;
                temporary = operation.temporarySize(count);
                EXPECT_EQ(temporary % 16, 0u);
            }
        };
        for (const uint64_t count : countsUpTo(operation.maxCount())) {
            expectMonotone(count);
            const auto args = callOf(operation, form, count, true);
            BufferList list;
            listArguments(operation, args, &list);
            for (const ListedArgument& item : list) {
                if (item.argument == Argument::Scratch) {
                    EXPECT_LE(item.bytes, scratch) << count;
                }
                if (item.argument == Argument::Temporary && HasTemporary<Operation>) {
                    EXPECT_LE(item.bytes, temporary) << count;
                }
            }
        }
        const VkDeviceSize most = scratch;
        expectMonotone(~uint64_t{0});
        EXPECT_EQ(scratch, most);
    });
}

// With nothing but what is needed, and then with all results: whatever is touched is an argument that is listed so.
TEST(EveryOperation, TouchesWhatItListsForFewElementsAndForNone)
{
    forEachForm([]<class Operation>(const Operation& operation, const Form<Operation>& form) {
        for (const bool optionalToo : {false, true}) {
            for (const uint64_t count : {0u, 1u, 1000u}) {
                const auto args = callOf(operation, form, count, optionalToo);
                DispatchList plan;
                const Status planned = operation.plan(args, &plan);
                ASSERT_EQ(planned, Status::Success) << toString(planned);
                BufferList list;
                listArguments(operation, args, &list);
                for (const Dispatch& dispatch : plan) {
                    for (const Access& access : std::span(dispatch.accesses, dispatch.accessCount)) {
                        const auto isOf = [&](const ListedArgument& item) {
                            const BufferRange touched = item.touched.range;
                            return access.range.address >= touched.address &&
                                   access.range.address + access.range.size <= touched.address + touched.size &&
                                   (item.write || !access.write);
                        };
                        EXPECT_TRUE(std::any_of(list.begin(), list.end(), isOf)) << "of " << count << " elements";
                    }
                }
            }
        }
    });
}

// A line for each argument that a call on 1,000 elements lists.
template <class Operation>
std::vector<std::string> argumentLines(const Operation& operation, const Form<Operation>& form)
{
    std::vector<std::string> lines;
    const auto args = callOf(operation, form, 1000, true);
    BufferList list;
    listArguments(operation, args, &list);
    for (const ListedArgument& item : list) {
        std::ostringstream text;
        text << "    " << toString(item.argument) << ": ";
        if (item.presence == Presence::Refused) {
            lines.push_back(text.str() + "refused\n");
            continue;
        }
        text << (item.presence == Presence::Optional ? "optional, " : "") << (item.write ? "written, " : "read, ");
        if (item.argument != Argument::Scratch && item.argument != Argument::Temporary) // which depend on the tuning
            text << item.bytes << " bytes, ";
        text << "aligned to " << item.alignment;
        for (const ListedArgument& other : list)
            if (other.given == item.inPlace)
                text << ", in place of " << toString(other.argument);
        lines.push_back(text.str() + "\n");
    }
    return lines;
}

std::string joined(const std::vector<std::string>& lines)
{
    std::string text;
    for (const std::string& line : lines)
        text += line;
    return text;
}

// Each operation's arguments, and those that a form has in place of the default form's: tests take them from the
// operations, so a reader decides whether they are right. A changed file is written beside the tests.
TEST(EveryOperation, ListsTheArgumentsThatWereReviewed)
{
    std::vector<std::pair<std::string, std::string>> lists; // forms of an operation, and what they list
    std::vector<std::string> ofDefault;
    forEachForm(MockDevice(), [&]<class Operation>(const Operation& operation, const Form<Operation>& form) {
        std::vector<std::string> lines = argumentLines(operation, form);
        const auto nameOfLine = [](const std::string& line) { return line.substr(0, line.find(':')); };
        if (form.name.empty())
            ofDefault = lines;
        else if (std::ranges::equal(lines, ofDefault, {}, nameOfLine, nameOfLine))
            std::erase_if(lines, [&](const auto& line) { return std::ranges::count(ofDefault, line) > 0; });
        const std::string name = nameOf<Operation>() + (form.name.empty() ? "" : ", ") + form.name;
        const auto same = std::ranges::find_if(lists, [&](const auto& earlier) {
            return earlier.first.starts_with(nameOf<Operation>() + ", ") && earlier.second == joined(lines);
        });
        if (same != lists.end())
            same->first += "; " + form.name;
        else
            lists.emplace_back(name, joined(lines));
    });
    std::ostringstream text;
    for (const auto& [forms, list] : lists)
        text << forms << (list.empty() ? ": alike" : "") << '\n' << list;
    std::ifstream file(VKSCAN_ARGUMENTS_FILE);
    std::ostringstream reviewed;
    reviewed << file.rdbuf();
    if (text.str() != reviewed.str()) {
        std::ofstream("arguments.txt") << text.str();
        FAIL() << "review arguments.txt, which lists what " VKSCAN_ARGUMENTS_FILE " does not, and replace that file";
    }
}

} // namespace
