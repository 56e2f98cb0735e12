// Calls of the catalogue's operations on the device, compared with their twins.
#ifndef VKSCAN_TESTS_DEVICE_CALL_H
#define VKSCAN_TESTS_DEVICE_CALL_H

#include "calls.h"
#include "submit.h"
#include "test_array.h"

#include <gtest/gtest.h>

#include <memory>
#include <optional>
#include <string>

namespace testing_support {

struct CallCase {
    uint64_t count = 0;
    std::optional<uint32_t> gpuCount = std::nullopt;
    unsigned place = 0;                           // chooses addresses modulo 16, fences and inputs
    std::vector<VkDeviceSize> misalignments = {}; // the first arguments', in alignments; override `place`
    uint32_t optional = ~0u;  // a bit for each optional argument, in the order listed: whether it is present
    bool inPlace = false;     // outputs that may replace an input do
    bool ownScratch = false;  // fenced, and zeroed; otherwise shared by all calls and never cleared
    unsigned submissions = 1; // number of runs; in place, each takes the previous one's results
    bool sized = false;    // with gpuCount: a command says how many workgroups to start, where the operation takes one
    VkDeviceSize room = 0; // bytes, or a multiple, of outputs whose size is their capacity; 0: enough
};

// A call whose arguments have separate arrays, in the operation's list order.
template <class Operation>
class DeviceCall {
public:
    DeviceCall(const Operation& operation, const Form<Operation>& form, const CallCase& c)
        : m_operation(operation),
          m_form(form),
          m_case(c),
          m_args(callOf(operation, form, c.count, true)),
          m_countBuffer(c.gpuCount),
          m_scratch(c.ownScratch ? scratchBytes() : 0)
    {
        chooseArguments();
        for (const vkscan::ListedArgument& item : listed())
            if (item.given->address != 0)
                place(item);
        m_args.countBuffer = m_countBuffer.range();
        if constexpr (vkscan::HasGroups<ArgsOf<Operation>>)
            if (c.sized) {
                const auto counted = static_cast<uint32_t>(std::min<uint64_t>(c.count, c.gpuCount.value()));
                m_groups = vkscan::divideRoundingUp(counted, operation.groupElements(c.count)) + vkscan::kFurtherGroups;
                m_command = device().createBuffer(kCommandOffset + sizeof(VkDispatchIndirectCommand));
                startGroups(m_groups);
                m_args.groups = {m_command.handle(), kCommandOffset};
            }
        if constexpr (requires { m_args.scratch; })
            m_args.scratch = c.ownScratch ? m_scratch.range() : sharedScratch(scratchBytes());
        m_scratch.fill(0);
        if (!isCustom(form))
            drawInputs(form.desc, m_args, c.place + static_cast<uint32_t>(c.count), &m_inputs);
        if (form.draw)
            form.draw(m_args, &m_inputs);
    }

    [[nodiscard]] static uint32_t optionalArguments(const Operation& operation, const Form<Operation>& form)
    {
        const auto args = callOf(operation, form, 100, true);
        vkscan::BufferList list;
        listArguments(operation, args, &list);
        return static_cast<uint32_t>(std::count_if(list.begin(), list.end(), isOptional));
    }

    // The workgroups that a sized call needs, and those that it starts.
    [[nodiscard]] uint32_t groups() const { return m_groups; }
    void startGroups(uint32_t groups)
    {
        const uint32_t words[] = {~0u, ~0u, groups, 1, 1};
        device().upload(m_command, std::span(words));
    }

    // Makes the call with unwritten outputs and arbitrary temporary memory; returns the status.
    vkscan::ScratchStatus run(const Operation& operation, unsigned mostAttempts = kMostAttempts)
    {
        constexpr uint8_t kGarbage[] = {kUnwritten, 0x01, 0xff, 0x7f};
        for (const auto& [argument, array] : m_arrays)
            array->fill(argument == Argument::Temporary ? kGarbage[m_case.place % 4] : kUnwritten);
        for (const auto& [argument, array] : m_reads)
            array->write(m_inputs[argument]);
        return submit(operation, m_args, m_case.inPlace ? 1 : m_case.submissions, mostAttempts);
    }
    vkscan::ScratchStatus run() { return run(m_operation); }

    // The first argument whose bytes differ from the twin's; "" if there is none.
    [[nodiscard]] std::string firstDifference()
    {
        CallMemory memory = m_inputs;
        for (const auto& [argument, array] : m_arrays)
            if (!isRead(argument))
                memory[argument].assign(array->range().size, std::byte{kUnwritten});
        if (m_case.inPlace) // the output holds the input
            for (const auto& [argument, array] : m_reads)
                for (auto& [output, other] : m_arrays)
                    if (other == array && output != argument)
                        memory.write(output, m_inputs[argument]);
        const uint64_t count = std::min<uint64_t>(m_case.count, m_case.gpuCount.value_or(~0u));
        if (m_form.twin)
            m_form.twin(m_args, count, &memory);
        else
            runTwin(m_form.desc, m_args, count, &memory);
        for (const auto& [argument, array] : m_arrays) {
            if (argument == Argument::Temporary || !memory.has(argument))
                continue;
            auto actual = array->template values<std::byte>();
            std::vector<std::byte>& expected = memory[argument];
            for (std::vector<std::byte>* bytes : {&actual, &expected})
                mergeZeros(bytes);
            const auto [a, e] = std::mismatch(actual.begin(), actual.end(), expected.begin());
            if (a != actual.end())
                return std::string(toString(argument)) + " differs from byte " + std::to_string(a - actual.begin()) +
                       " of " + std::to_string(actual.size());
        }
        return "";
    }

    [[nodiscard]] const CallMemory& inputs() const { return m_inputs; }
    // The contents of all arrays.
    [[nodiscard]] CallMemory contents() const
    {
        CallMemory memory;
        for (const auto& [argument, array] : m_arrays)
            memory[argument] = array->template values<std::byte>();
        return memory;
    }
    // The contents of all outputs.
    [[nodiscard]] std::vector<std::vector<std::byte>> outputs() const
    {
        std::vector<std::vector<std::byte>> contents;
        for (const auto& [argument, array] : m_arrays)
            if (argument != Argument::Temporary)
                contents.push_back(array->template values<std::byte>());
        return contents;
    }

    [[nodiscard]] const ArgsOf<Operation>& args() const { return m_args; }
    [[nodiscard]] TestArray& scratch() { return m_scratch; }

private:
    static constexpr VkDeviceSize kMostBytes = 1 << 24; // for outputs of unlimited size
    static constexpr VkDeviceSize kCommandOffset = 8;

    [[nodiscard]] static bool isOptional(const vkscan::ListedArgument& item)
    {
        return item.presence == vkscan::Presence::Optional && item.argument != Argument::CountBuffer &&
               item.given->address != 0;
    }
    [[nodiscard]] VkDeviceSize scratchBytes() const { return m_operation.scratchSize(m_case.count); }
    [[nodiscard]] vkscan::BufferList listed() const
    {
        vkscan::BufferList list;
        listArguments(m_operation, m_args, &list);
        return list;
    }
    [[nodiscard]] bool isRead(Argument argument) const
    {
        return std::any_of(m_reads.begin(), m_reads.end(), [&](const auto& read) { return read.first == argument; });
    }

    // Gives zeros among floats one sign, since minima and maxima may choose either.
    void mergeZeros(std::vector<std::byte>* bytes) const
    {
        std::size_t size = 0;
        if constexpr (requires { m_form.desc.op; }) {
            const bool chooses = m_form.desc.op == vkscan::Op::Min || m_form.desc.op == vkscan::Op::Max;
            size = chooses && isFloat(m_form.desc.type) ? sizeOf(m_form.desc.type) : 0;
            if constexpr (requires { m_form.desc.output; })
                if (const uint32_t stored = findRow(vkscan::kStoredTypes, m_form.desc.output)->bytes; stored > 0)
                    size = std::min<std::size_t>(size, stored);
        }
        for (std::size_t i = 0; size > 0 && i + size <= bytes->size(); i += size) {
            const auto first = bytes->begin() + static_cast<std::ptrdiff_t>(i);
            const auto last = first + static_cast<std::ptrdiff_t>(size) - 1;
            if (*last == std::byte{0x80} &&
                std::all_of(first, last, [](std::byte byte) { return byte == std::byte{0}; }))
                *last = std::byte{0};
        }
    }

    // Drops some optional arguments, and others that are only useful with these.
    void chooseArguments()
    {
        uint32_t bit = 1;
        for (const vkscan::ListedArgument& item : listed())
            if (isOptional(item)) {
                if ((m_case.optional & bit) == 0)
                    *const_cast<vkscan::BufferRange*>(item.given) = {};
                bit *= 2;
            }
        for (const vkscan::ListedArgument& item : listed())
            if (item.presence == vkscan::Presence::IfTouched && item.bytes == 0)
                *const_cast<vkscan::BufferRange*>(item.given) = {};
    }

    // Replaces an address by an array's.
    void place(const vkscan::ListedArgument& item)
    {
        if (item.argument == Argument::Scratch || item.argument == Argument::CountBuffer)
            return;
        auto& field = *const_cast<vkscan::BufferRange*>(item.given);
        const auto number = static_cast<unsigned>(m_arrays.size());
        VkDeviceSize bytes = item.bytes > kMostBytes ? m_case.count * 16 : item.bytes;
        if (m_case.room > 0 && item.write) {
            field.size = m_case.room * (1 + (m_case.place + number) % 3);
            for (const vkscan::ListedArgument& other : listed())
                if (other.given == item.given && other.bytes < item.bytes)
                    bytes = field.size; // the capacity
        }
        if constexpr (requires { m_operation.temporarySize(1); })
            if (item.argument == Argument::Temporary)
                bytes = m_operation.temporarySize(m_case.count);
        const VkDeviceSize elements =
            number < m_case.misalignments.size() ? m_case.misalignments[number] : m_case.place * (number + 1) % 5;
        const VkDeviceSize misalignment = elements * item.alignment % 16;
        const Fence fence = (m_case.place / 2 + number) % 2 == 0 ? Fence::Behind : Fence::Before;
        const auto array = std::make_shared<TestArray>(bytes, misalignment, fence);
        field = array->range();
        if (m_case.inPlace && item.inPlace != nullptr && item.inPlace->address != 0) {
            const VkDeviceAddress replaced = item.inPlace->address;
            // The array is listed twice: as the input among the reads, and as the output.
            const auto isReplaced = [&](const auto& read) { return read.second->range().address == replaced; };
            std::find_if(m_reads.begin(), m_reads.end(), isReplaced)->second = array;
            *std::find_if(m_arrays.begin(), m_arrays.end(), isReplaced) = {item.argument, array};
            *const_cast<vkscan::BufferRange*>(item.inPlace) = {array->range().address, item.inPlace->size};
            return;
        }
        m_arrays.emplace_back(item.argument, array);
        if (!item.write) {
            m_reads.emplace_back(item.argument, array);
            m_inputs[item.argument].resize(bytes);
        }
    }

    const Operation& m_operation;
    Form<Operation> m_form;
    CallCase m_case;
    ArgsOf<Operation> m_args;
    CountBuffer m_countBuffer;
    gpu::Buffer m_command;
    uint32_t m_groups = 0;
    TestArray m_scratch;
    std::vector<std::pair<Argument, std::shared_ptr<TestArray>>> m_arrays;
    std::vector<std::pair<Argument, std::shared_ptr<TestArray>>> m_reads; // arrays that the call reads
    CallMemory m_inputs;
};

// Makes a call, and compares its outputs with the twin's.
template <class Operation>
void checkCall(const Operation& operation, const Form<Operation>& form, const CallCase& c)
{
    SCOPED_TRACE(testing::Message() << operation.kernels().items[0].name << ", " << form.name << ", count " << c.count
                                    << ", device count " << c.gpuCount.value_or(~0u) << ", place " << c.place
                                    << ", optional " << c.optional << (c.inPlace ? ", in place" : "")
                                    << (c.sized ? ", sized" : "") << (c.ownScratch ? ", own scratch" : ""));
    DeviceCall<Operation> call(operation, form, c);
    call.run();
    ASSERT_EQ(call.firstDifference(), "");
}

// Where the elements are that an operator combines.
template <class Operation>
constexpr vkscan::Argument kElements =
    std::is_same_v<Operation, vkscan::ReduceByKey> ? vkscan::Argument::Values : vkscan::Argument::Input;

// Compositions of maps x -> m x + b, by kOpTestAffine: they do not commute.
struct Maps {
    [[nodiscard]] uint32_t identity() const { return 1; }
    [[nodiscard]] uint32_t combine(uint32_t earlier, uint32_t later) const { return composeMaps(earlier, later); }
};
template <class Operation>
Form<Operation> formOfMaps(const DescOf<Operation>& desc)
{
    Form<Operation> form = {.desc = desc};
    form.draw = [](ArgsOf<Operation>& args, CallMemory* memory) {
        memory->write(kElements<Operation>, randomValues<uint32_t>(vkscan::Op::Multiply, args.count, 5));
    };
    form.twin = [=](const ArgsOf<Operation>& args, uint64_t count, CallMemory* memory) {
        runTwinBy<uint32_t>(Maps(), desc, args, count, memory);
    };
    return form;
}

// A call with these words for segments: see segmentWords().
template <class Operation>
void checkSegments(const Operation& operation, Form<Operation> form, const CallCase& c,
                   const std::vector<uint32_t>& words)
{
    form.change = [&, change = form.change](ArgsOf<Operation>& args) {
        change(args);
        if (form.desc.segments == vkscan::Segments::Offsets)
            args.segmentCount = static_cast<uint32_t>(words.size() - 1);
    };
    form.draw = [&, draw = form.draw](ArgsOf<Operation>& args, CallMemory* memory) {
        if (draw)
            draw(args, memory);
        memory->write(Argument::Segments, words);
    };
    checkCall(operation, form, c);
}

} // namespace testing_support

#endif
