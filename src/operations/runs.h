// Runs of equal keys: the schedule and the plan that run-length encodings and reductions by key share. Pure functions.
#ifndef VKSCAN_OPERATIONS_RUNS_H
#define VKSCAN_OPERATIONS_RUNS_H

#include "plan/buffers.h"
#include "reduce_by_key_abi.h"
#include "schedule/carry_strategy.h"

#include <algorithm>
#include <type_traits>

namespace vkscan {

struct RunModel : Schedule {
    uint32_t keyBytes = 0;
    uint32_t valueBytes = 0;  // 0: there are no values; else tiles begin with the values' vectors
    uint32_t fillsStarts = 0; // stage behind whose dispatch the starts of runs are stored
};

[[nodiscard]] inline bool isKeySize(uint32_t bytes) noexcept
{
    return bytes == sizeof(uint32_t) || bytes == sizeof(uint64_t);
}

// Makes the stages of a model whose other members are set, by a description that has its strategy.
void addRunStages(const ScheduleDesc& desc, const Tuning& tuning, const Capabilities& capabilities,
                  RunModel* model) noexcept;

// Checks the arguments and fills the plan; leaves it alone if one is wrong. Reductions by key have values.
template <class Args>
[[nodiscard]] Status planRuns(const RunModel& model, const Args& args, Plan* plan) noexcept
{
    constexpr bool kHasValues = requires
    {
        args.values;
    };
    using Push = std::conditional_t<kHasValues, abi::ReduceByKeyPush, abi::RunPush>;
    if (args.count > model.maxCount)
        return {Argument::Count, Rule::TooLarge};
    const VkDeviceSize key = model.keyBytes;
    [[maybe_unused]] const VkDeviceSize value = model.valueBytes;
    BufferRange tiled = args.input; // the array that tiles hold
    if constexpr (kHasValues)
        tiled = args.values;
    const auto [head, positions, stage] = placeArray(model, tiled.address, args.count);
    // The runs that all outputs have room for; without outputs, any number.
    uint64_t capacity = ~uint32_t{0};
    const auto limit = [&](BufferRange output, VkDeviceSize bytes) {
        if (!isAbsent(output))
            capacity = std::min(capacity, output.size / bytes);
    };
    limit(args.unique, key);
    if constexpr (kHasValues)
        limit(args.reduced, value);
    limit(args.lengths, kWordBytes);
    limit(args.starts, kWordBytes);
    const uint64_t written = std::min<uint64_t>(capacity, args.count);
    // Every start that may be one, and the end of the last run.
    const uint64_t startsCapacity = std::min({args.starts.size / kWordBytes, args.count + 1, uint64_t{~uint32_t{0}}});
    BufferList list;
    PassBuffers buffers;
    buffers.input = list.read(Argument::Input, args.input, args.count * key, key);
    Access values;
    if constexpr (kHasValues)
        values = list.read(Argument::Values, args.values, args.count * value, value);
    const auto listOutput = [&](Argument argument, const BufferRange& given, VkDeviceSize bytes) {
        return list.writeSized(argument, given, written * bytes, bytes, Presence::Optional);
    };
    buffers.output = listOutput(Argument::Unique, args.unique, key);
    Access reduced;
    if constexpr (kHasValues)
        reduced = listOutput(Argument::Reduced, args.reduced, value);
    const Access lengths = listOutput(Argument::Lengths, args.lengths, kWordBytes);
    const Access starts =
        list.writeSized(Argument::Starts, args.starts, startsCapacity * kWordBytes, kWordBytes, Presence::Optional);
    buffers.countBuffer = list.countBuffer(args.countBuffer);
    buffers.total = list.write(Argument::RunCount, args.runCount, kWordBytes, kWordBytes, Presence::Optional);
    const Access indirect = list.indirect(args.indirect);
    buffers.scratch = list.scratch(args.scratch, recordingScratchSize(model, stage, positions));
    const Status checked = list.check();
    if (checked != Status::Success)
        return checked;

    plan->stepCount = 0;
    buffers.last = {reduced, lengths, starts, indirect};
    const AccessList results = {buffers.output, buffers.total};
    if (results.count + buffers.last.count == 0)
        return Status::Success;
    buffers.each = {values};
    auto push = pushOf<Push>(args, head);
    push.inputAddress = buffers.input.range.address - head * key;
    push.outputAddress = buffers.output.range.address;
    if constexpr (kHasValues) {
        push.valuesAddress = values.range.address - head * value;
        push.reducedAddress = reduced.range.address;
    }
    push.totalAddress = buffers.total.range.address;
    push.indirectAddress = indirect.range.address;
    push.capacity = static_cast<uint32_t>(capacity);
    push.divisor = args.indirect.divisor;
    push.lengthsAddress = lengths.range.address;
    push.startsAddress = starts.range.address;
    push.rounding = roundingOf(args.indirect);
    push.startsCapacity = static_cast<uint32_t>(startsCapacity);
    if (starts.range.size > 0) {
        const Geometry geometry = model[model.fillsStarts].geometry;
        appendStep(plan, model, model.fillsStarts,
                   divideRoundingUp<uint64_t>(startsCapacity, geometry.workgroupSize * geometry.rows), push,
                   {buffers.countBuffer, starts});
    }
    appendPass(plan, model, stage, {positions, head, push, buffers});
    placeBarriers(plan);
    return Status::Success;
}

} // namespace vkscan

#endif
