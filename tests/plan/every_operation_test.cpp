// Rules of every operation: before it is created, without a context, an object or a command buffer, and with
// strategies that it or the device does not offer.
#include "axis_values.h"
#include "calls.h"
#include "command_log.h"
#include "hazards.h"
#include "mock_device.h"
#include "statuses.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <limits>
#include <map>
#include <optional>
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
const auto kDescriptorSet = reinterpret_cast<VkDescriptorSet>(uintptr_t{64});

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
    if constexpr (requires { strategyFor(operation, Args().input.extent); }) {
        EXPECT_EQ(strategyFor(operation, {10, 10}), Strategy::Auto);
        EXPECT_EQ(operation.scratchSize({10, 10}), 0u);
    }
    if constexpr (requires { operation.descriptorSetLayout(); }) {
        EXPECT_EQ(operation.descriptorSetLayout(), VkDescriptorSetLayout{VK_NULL_HANDLE});
        EXPECT_EQ(operation.writeDescriptors(kDescriptorSet, Args()), Status(Argument::Operation, Rule::NotCreated));
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
        if constexpr (requires { operation.descriptorSetLayout(); }) {
            EXPECT_EQ(operation.writeDescriptors(VK_NULL_HANDLE, Args()), Status(Argument::DescriptorSet, Rule::Null));
        }
        if constexpr (requires { operation.maxCount(); }) {
            EXPECT_GE(operation.maxCount(), uint64_t{1} << 28);
        }
    });
}

// Expects that a command for all elements starts the plan's workgroups, or some more. Returns the dispatches it is for.
template <class Operation>
unsigned checkGroups(const Operation& operation, const ArgsOf<Operation>& args)
{
    DispatchList list;
    if (operation.plan(args, &list) != Status::Success)
        return 0;
    const uint64_t most = divideRoundingUp<uint64_t>(args.count, operation.groupElements(args.count)) + kFurtherGroups;
    unsigned sized = 0;
    for (const Dispatch& dispatch : list)
        if (dispatch.sized) {
            ++sized;
            EXPECT_EQ(dispatch.groupCount[1], 1);
            EXPECT_LE(dispatch.groupCount[0], most) << args.count;
            EXPECT_GE(dispatch.groupCount[0] + kFurtherGroups, most) << args.count;
        }
    return sized;
}

// Wherever arrays begin, and also if tiles are whole.
TEST(EveryOperation, HasEnoughWorkgroupsByItsElementsOfOne)
{
    Context context;
    ASSERT_EQ(Context::create(mockContextDesc({}), &context), Status::Success);
    unsigned sized = 0;
    forEachOperation([&]<class Operation>() {
        if constexpr (std::is_base_of_v<ArrayOperation, Operation>) {
            EXPECT_EQ(Operation().groupElements(0), 0) << nameOf<Operation>();
            for (const Form<Operation>& form : formsOf<Operation>()) {
                SCOPED_TRACE(nameOf<Operation>() + " " + form.name);
                Operation operation;
                ASSERT_EQ(Operation::create(context, form.desc, &operation), Status::Success);
                EXPECT_EQ(operation.groupElements(operation.maxCount() + 1), 0);
                for (uint64_t few = 1; few <= operation.maxCount() && few < uint64_t{1} << 36; few = few * 3 + 2)
                    for (const uint64_t count : {few, roundUp<uint64_t>(few, operation.groupElements(few))})
                        for (const uint64_t shift : {0u, 1u, 3u})
                            sized += checkGroups(operation, callOf(operation, form, count, true, shift));
            }
        }
    });
    EXPECT_GT(sized, 100);
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

// Calls check(context, operation, form) for every form of operations.
template <class List, class Check>
void forEachForm(List operations, const ContextDesc& desc, const Check& check)
{
    Context context;
    ASSERT_EQ(Context::create(desc, &context), Status::Success);
    forEach(operations, [&]<class Operation>() {
        for (const Form<Operation>& form : formsOf<Operation>()) {
            SCOPED_TRACE(nameOf<Operation>() + " " + form.name);
            Operation operation;
            const Status created = Operation::create(context, form.desc, &operation);
            ASSERT_EQ(created, Status::Success) << toString(created);
            check(context, operation, form);
        }
    });
}

// On a listed driver, one of few registers, one of bounded loops, and without 64-bit atomics.
template <class Check>
void forEachArrayForm(const Check& check)
{
    for (const MockDevice& device : {MockDevice(), MockDevice{.driver = VK_DRIVER_ID_INTEL_OPEN_SOURCE_MESA},
                                     MockDevice{.driver = VK_DRIVER_ID_MESA_LLVMPIPE},
                                     MockDevice{.driver = VK_DRIVER_ID_MESA_RADV, .int64Atomics = false}})
        forEachForm(ArrayOperations(), mockContextDesc(device), check);
}

// Tables are included. Labels are the device's functions, or the instance's.
template <class Check>
void forEachFormWithLabels(const Check& check)
{
    MockDevice other;
    other.driver = VK_DRIVER_ID_INTEL_OPEN_SOURCE_MESA;
    other.hasLabelsInInstance = true;
    for (const MockDevice& device : {MockDevice(), other}) {
        ContextDesc desc = mockContextDesc(device);
        desc.debugLabels = true;
        forEachForm(ArrayOperations(), desc, check);
        desc = mockContextDesc(device);
        desc.debugLabels = true;
        forEachForm(TableOperations(), desc, check);
    }
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
    forEachArrayForm([]<class Operation>(const Context&, const Operation& operation, const Form<Operation>& form) {
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

constexpr uint64_t kMost = std::numeric_limits<uint64_t>::max();

// Scratch and strategy are equal for all counts up to the largest, with no other kernels.
TEST(EveryOperation, TakesALargestCount)
{
    forEachArrayForm([]<class Operation>(const Context& context, const Operation& any, const Form<Operation>& form) {
        const auto create = [&](uint64_t maxCount) {
            auto desc = form.desc;
            desc.maxCount = maxCount;
            Operation operation;
            EXPECT_EQ(Operation::create(context, desc, &operation), Status::Success);
            return operation;
        };
        EXPECT_EQ(create(kMost).maxCount(), any.maxCount());
        for (const uint64_t count : {1u, 1000u, 100'000u}) {
            const Operation limited = create(count);
            EXPECT_EQ(limited.maxCount(), count);
            EXPECT_EQ(limited.scratchSize(count), any.scratchSize(count));
            EXPECT_EQ(limited.scratchSize(kMost), any.scratchSize(count));
            EXPECT_EQ(strategyFor(limited, count), strategyFor(any, count));
            EXPECT_EQ(strategyFor(limited, count + 1), Strategy::Auto);
            EXPECT_LE(limited.kernels().count, any.kernels().count);
            DispatchList list;
            EXPECT_EQ(limited.plan(callOf(limited, form, count, true), &list), Status::Success);
            ArgsOf<Operation> more = callOf(any, form, count + 1, true);
            EXPECT_EQ(any.plan(more, &list), Status::Success);
            EXPECT_EQ(limited.plan(more, &list), Status(Argument::Count, Rule::TooLarge));
            more.count = kMost;
            EXPECT_EQ(any.plan(more, &list), Status(Argument::Count, Rule::TooLarge));
            more.count = any.maxCount() + 1;
            EXPECT_EQ(any.plan(more, &list), Status(Argument::Count, Rule::TooLarge));
        }
    });
}

// With nothing but what is needed, and then with all results: whatever is touched is an argument that is listed so.
TEST(EveryOperation, TouchesWhatItListsForFewElementsAndForNone)
{
    forEachArrayForm([]<class Operation>(const Context&, const Operation& operation, const Form<Operation>& form) {
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

// Calls check(arguments) for some sizes that the operation takes.
template <class Operation, class Check>
void forEachCall(const Operation& operation, const Form<Operation>& form, const Check& check)
{
    for (uint64_t count : {0, 1, 1000, 100'003, 2'000'003}) {
        if constexpr (requires { operation.maxCount(); })
            count = std::min(count, operation.maxCount());
        else if (count == 0 || count > 1000)
            continue; // sides of tables
        check(callOf(operation, form, count, true));
    }
}

TEST(EveryOperation, RecordsWhatItPlans)
{
    forEachFormWithLabels([]<class Operation>(const Context&, const Operation& operation, const Form<Operation>& form) {
        const bool hasImages = form.name == "images"; // which are not among the accesses
        const std::vector<MockPipeline>& pipelines = mockDevice().pipelines;
        std::map<VkPipeline, std::string> names; // of kernels
        const KernelList kernels = operation.kernels();
        for (uint32_t i = 0; i < kernels.count; ++i)
            names[pipelines[pipelines.size() - kernels.count + i].handle] = kernels.items[i].name;
        forEachCall(operation, form, [&](auto args) {
            DispatchList list;
            const Status planned = operation.plan(args, &list);
            ASSERT_EQ(planned, Status::Success) << toString(planned);
            commandLog().clear();
            ASSERT_EQ(operation.record(kCommandBuffer, args), Status::Success);
            const std::vector<RecordedDispatch>& recorded = commandLog().dispatches;
            ASSERT_EQ(list.count, recorded.size());
            for (uint32_t i = 0; i < list.count; ++i) {
                ASSERT_LT(list.items[i].kernel, kernels.count);
                const Kernel& kernel = kernels.items[list.items[i].kernel];
                EXPECT_TRUE(isRecordedAs(list.items[i], recorded[i]));
                EXPECT_EQ(recorded[i].label, kernel.name);
                EXPECT_EQ(names[recorded[i].pipeline], kernel.name);
                EXPECT_GE(kernel.pushConstantBytes, list.items[i].pushConstantBytes);
                EXPECT_TRUE(list.items[i].accessCount > 0 || hasImages);
            }
            EXPECT_EQ(findHazard(list), std::nullopt);
            EXPECT_TRUE(!hasSuperfluousBarrier(list) || hasImages);
            EXPECT_EQ(commandLog().otherBarriers, 0u);
            EXPECT_EQ(commandLog().openLabels, 0u);
            args.barrierBefore = args.barrierAfter = true;
            ASSERT_EQ(operation.record(kCommandBuffer, args), Status::Success);
            EXPECT_EQ(commandLog().otherBarriers, 2u);
        });
    });
}

// A context for plans alone has the same kernels and plans, and records nothing.
TEST(EveryOperation, CompilesTheKernelsThatItPublishesAndPlansWithoutADevice)
{
    forEachFormWithLabels([]<class Operation>(const Context&, const Operation& shared, const Form<Operation>& form) {
        ContextDesc desc = mockContextDesc(mockDevice());
        desc.pipelineCache = reinterpret_cast<VkPipelineCache>(uintptr_t{4096});
        mockDevice().pipelines.clear();
        Context contexts[2];
        Operation operations[2]; // the second for plans alone
        for (const bool plansOnly : {false, true}) {
            desc.plansOnly = plansOnly;
            if (plansOnly) {
                desc.device = VK_NULL_HANDLE;
                desc.getDeviceProcAddr = nullptr;
            }
            ASSERT_EQ(Context::create(desc, &contexts[plansOnly]), Status::Success);
            ASSERT_EQ(Operation::create(contexts[plansOnly], form.desc, &operations[plansOnly]), Status::Success);
        }
        const KernelList kernels = operations[0].kernels();
        const std::vector<MockPipeline>& compiled = mockDevice().pipelines;
        ASSERT_EQ(kernels.count, compiled.size());
        ASSERT_EQ(kernels.count, operations[1].kernels().count);
        std::set<std::string> names;
        for (uint32_t i = 0; i < kernels.count; ++i) {
            const Kernel& kernel = kernels.items[i];
            EXPECT_EQ(compiled[i].cache, desc.pipelineCache);
            EXPECT_EQ(kernel.code, compiled[i].code);
            EXPECT_EQ(kernel.codeBytes, compiled[i].codeBytes);
            EXPECT_EQ(kernel.entryPoint, compiled[i].entryPoint);
            EXPECT_EQ(std::vector(kernel.constants, kernel.constants + kernel.constantCount), compiled[i].constants);
            EXPECT_EQ(kernel.workgroupSize[0], kernel.constants[0]);
            EXPECT_LE(kernel.pushConstantBytes, kMaxPushConstantBytes);
            EXPECT_TRUE(names.insert(kernel.name).second) << kernel.name;
            EXPECT_LT(std::strlen(kernel.name) + 1, sizeof(kernel.name)) << "cut off: " << kernel.name;
            const Kernel& other = operations[1].kernels().items[i];
            ASSERT_EQ(kernel.codeBytes, other.codeBytes);
            EXPECT_EQ(std::memcmp(kernel.code, other.code, kernel.codeBytes), 0);
            EXPECT_EQ(std::memcmp(kernel.constants, other.constants, sizeof(kernel.constants)), 0);
        }
        forEachCall(shared, form, [&](const auto& args) {
            DispatchList lists[2];
            for (const bool plansOnly : {false, true})
                ASSERT_EQ(operations[plansOnly].plan(args, &lists[plansOnly]), Status::Success);
            ASSERT_EQ(lists[0].count, lists[1].count);
            for (uint32_t i = 0; i < lists[0].count; ++i) {
                const Dispatch& dispatch = lists[0].items[i];
                EXPECT_EQ(dispatch.kernel, lists[1].items[i].kernel);
                EXPECT_EQ(std::memcmp(dispatch.groupCount, lists[1].items[i].groupCount, sizeof(dispatch.groupCount)),
                          0);
                EXPECT_EQ(
                    std::memcmp(dispatch.pushConstants, lists[1].items[i].pushConstants, dispatch.pushConstantBytes),
                    0);
            }
            EXPECT_EQ(operations[1].record(kCommandBuffer, args), Status(Argument::Pipelines, Rule::Missing));
            if constexpr (requires { shared.descriptorSetLayout(), args.bias; }) {
                EXPECT_EQ(operations[1].descriptorSetLayout(), VkDescriptorSetLayout{VK_NULL_HANDLE});
                EXPECT_EQ(operations[1].writeDescriptors(args.descriptorSet, args),
                          Status(Argument::Pipelines, Rule::Missing));
            }
        });
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

// Compares a text with the reviewed file, and writes it beside the tests if it differs.
void expectReviewed(const std::string& text, const std::string& name)
{
    std::ifstream file(VKSCAN_REVIEWED "/" + name);
    std::ostringstream reviewed;
    reviewed << file.rdbuf();
    if (text == reviewed.str())
        return;
    const std::filesystem::path path = name;
    if (path.has_parent_path())
        std::filesystem::create_directories(path.parent_path());
    std::ofstream(path) << text;
    ADD_FAILURE() << "review " << name << ", which differs from that in " VKSCAN_REVIEWED ", and replace that file";
}

// Each operation's arguments, and those that a form has in place of the default form's: tests take them from the
// operations, so a reader decides whether they are right.
TEST(EveryOperation, ListsTheArgumentsThatWereReviewed)
{
    std::vector<std::pair<std::string, std::string>> lists; // forms of an operation, and what they list
    std::vector<std::string> ofDefault;
    const auto list = [&]<class Operation>(const Context&, const Operation& operation, const Form<Operation>& form) {
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
    };
    forEachForm(ArrayOperations(), mockContextDesc({}), list);
    std::ostringstream text;
    for (const auto& [forms, list] : lists)
        text << forms << (list.empty() ? ": alike" : "") << '\n' << list;
    expectReviewed(text.str(), "arguments.txt");
}

// A word that is pushed: the argument whose address it is, with `!` where it says that it is present, and with `+` or
// the distance where it is elsewhere in it; else its halves.
std::string textOfWord(uint64_t word, const std::vector<MemoryField>& fields, uint64_t count)
{
    const uint64_t index = (word + kArgumentsApart / 2) / kArgumentsApart;
    if (index > 0 && index <= fields.size() && fields[index - 1].range->address != 0) {
        const MemoryField& field = fields[index - 1];
        const auto distance = static_cast<int64_t>(word - field.range->address);
        const bool isPresent = field.alignment > 1 && distance % 2 != 0;
        const int64_t rest = distance - (isPresent ? 1 : 0);
        const std::string behind = rest < 0 ? std::to_string(rest) : rest > 0 ? "+" : "";
        return field.name + behind + (isPresent ? "!" : "");
    }
    if (word == count)
        return "count";
    const auto half = [&](uint32_t number) {
        return number == count ? "count" : number < 256 ? std::to_string(number) : "-";
    };
    return word == 0 ? "0" : half(static_cast<uint32_t>(word)) + ":" + half(static_cast<uint32_t>(word >> 32));
}

// Pushes of a dispatch, but for its grid and spans, and accesses. An access to a part of what an argument lists is
// marked with `~`, unless it is to scratch or temporary memory.
std::string textOf(const Dispatch& dispatch, const std::vector<MemoryField>& fields, const BufferList& list,
                   uint64_t count)
{
    std::string text;
    for (uint32_t i = 0; i + 8 <= dispatch.pushConstantBytes; i += 8) {
        uint64_t word = 0;
        std::memcpy(&word, dispatch.pushConstants + i, sizeof(word));
        if (i != offsetof(CommonPush, gridWidth))
            text += " " + textOfWord(word, fields, count);
    }
    while (text.ends_with(" 0"))
        text.resize(text.size() - 2);
    std::string read, written;
    for (const Access& access : std::span(dispatch.accesses, dispatch.accessCount)) {
        const auto& item = list.begin()[access.range.address / kArgumentsApart - 1];
        const bool isWhole =
            item.argument == Argument::Scratch || item.argument == Argument::Temporary ||
            (item.touched.range.address == access.range.address && item.touched.range.size == access.range.size);
        (access.write ? written : read) += " " + std::string(toString(item.argument)) + (isWhole ? "" : "~");
    }
    return text + (read.empty() ? "" : "; reads") + read + (written.empty() ? "" : "; writes") + written;
}

// The dispatches of each operation's plans, by form, device and count, and what they push and access: as above, a
// reader decides whether they are right. `>` stands for a barrier, `&` for none.
TEST(EveryOperation, HasThePlansThatWereReviewed)
{
    MockDevice other;
    other.driver = VK_DRIVER_ID_MESA_RADV;
    MockDevice without = other;
    without.int64Atomics = false;
    const std::pair<const char*, MockDevice> devices[] = {
        {"listed", {}}, {"others", other}, {"without 64-bit atomics", without}};
    forEachArrayOperation([&]<class Operation>() {
        std::string text;
        std::vector<std::pair<std::string, std::string>> chains;     // forms, and the dispatches of plans
        std::vector<std::pair<std::string, std::string>> dispatches; // kernels, and what they do
        const auto add = [](auto* list, const std::string& name, const std::string& value, const char* between) {
            const auto same = std::ranges::find(*list, value, &std::pair<std::string, std::string>::second);
            if (same == list->end())
                list->emplace_back(name, value);
            else if ((between + same->first + between).find(between + name + between) == std::string::npos)
                same->first += between + name;
        };
        for (const Form<Operation>& form : formsOf<Operation>()) {
            std::string chain, before;
            for (const auto& [name, device] : devices) {
                Context context;
                Operation operation;
                ASSERT_EQ(Context::create(mockContextDesc(device), &context), Status::Success);
                ASSERT_EQ(Operation::create(context, form.desc, &operation), Status::Success);
                std::string line;
                for (const uint64_t count : {0u, 1000u, 20'003u, 3'000'003u, 300'000'003u}) {
                    for (const char* const call : {"bare", "", "shifted"}) {
                        const bool isBare = call == std::string("bare");
                        auto args = callOf(operation, form, count, !isBare, call == std::string("shifted") ? 7 : 0);
                        DispatchList list;
                        const Status status = operation.plan(args, &list);
                        ASSERT_TRUE(status == Status::Success || status.rule == Rule::TooLarge) << toString(status);
                        const std::vector<MemoryField> fields = memoryOf(operation, form, &args);
                        BufferList listed;
                        listArguments(operation, args, &listed);
                        std::string stages;
                        for (const Dispatch& dispatch : list) {
                            const std::string label = operation.kernels().items[dispatch.kernel].name;
                            const std::string stage = label.substr(label.rfind(' ') + 1);
                            stages += (stages.empty() ? " " : dispatch.barrierBefore ? " > " : " & ") + stage;
                            if (count == 1000 || (count != 0 && *call == 0))
                                add(&dispatches, stage,
                                    (*call != 0 ? std::string(call) + ":" : ":") +
                                        textOf(dispatch, fields, listed, count),
                                    ", ");
                        }
                        if (isBare ? count == 0 : *call == 0)
                            line += (line.empty() ? " " : "; ") + (isBare ? std::string("bare ") : "") +
                                    std::to_string(count) + ":" +
                                    (status != Status::Success ? " too many"
                                     : stages.empty()          ? " nothing"
                                                               : stages);
                    }
                }
                if (line != before)
                    chain += std::string("    ") + name + line + "\n";
                before = line;
            }
            add(&chains, form.name, chain, "; ");
        }
        for (const auto& [forms, chain] : chains)
            text += nameOf<Operation>() + (forms.empty() || forms.starts_with(';') ? "" : ", ") + forms + "\n" + chain;
        for (const auto& [stages, dispatch] : dispatches)
            text += "  " + stages + (dispatch.starts_with(':') ? "" : " ") + dispatch + "\n";
        expectReviewed(text, "plans/" + nameOf<Operation>() + ".txt");
    });
}

} // namespace
