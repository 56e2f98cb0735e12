// Runs of equal keys: a serial reference, and a check of a device's results.
#ifndef VKSCAN_TESTS_RUN_CHECK_H
#define VKSCAN_TESTS_RUN_CHECK_H

#include "environment.h"
#include "reference.h"
#include "submit.h"
#include "test_array.h"

#include "operations/reduce_by_key.h"
#include "schedule/array_operation.h"

#include <gtest/gtest.h>

#include <cstring>
#include <functional>
#include <optional>
#include <random>
#include <string>
#include <vector>

namespace testing_support {

// The outputs, a bit set. The first four have capacities.
inline constexpr unsigned kUnique = 1;
inline constexpr unsigned kLengths = 2;
inline constexpr unsigned kStarts = 4;
inline constexpr unsigned kReduced = 8; // not for runs without values
inline constexpr unsigned kRunCount = 16;
inline constexpr unsigned kIndirect = 32;
inline constexpr unsigned kAllOutputs = 63;

inline constexpr vkscan::RunValue kRunValues[] = {vkscan::RunValue::Reduced, vkscan::RunValue::First,
                                                  vkscan::RunValue::None};

[[nodiscard]] inline const char* nameOf(vkscan::RunValue value)
{
    constexpr const char* kNames[] = {"reduced values", "first values", "no values"};
    return kNames[static_cast<unsigned>(value)];
}

inline constexpr uint64_t kEnough = ~uint64_t{0};

struct RunCase {
    bool hasValues = true;
    unsigned outputs = kAllOutputs;
    VkDeviceSize inputMisalignment = 0; // elements
    VkDeviceSize valuesMisalignment = 0;
    VkDeviceSize outputMisalignment = 0;
    // Capacities in runs, in this order: unique, lengths, starts, reduced.
    uint64_t capacities[4] = {kEnough, kEnough, kEnough, kEnough};
    std::optional<uint32_t> gpuCount;
    uint32_t divisor = 1;
    vkscan::Rounding rounding = vkscan::Rounding::Up;
    bool ownScratch = false;
    unsigned submissions = 1;
};

template <class Key>
struct Runs {
    std::vector<Key> unique;
    std::vector<uint32_t> lengths;
    std::vector<uint32_t> starts;
};

template <class Key>
Runs<Key> referenceRuns(const std::vector<Key>& keys, uint64_t count)
{
    Runs<Key> runs;
    for (uint64_t i = 0; i < count; ++i) {
        if (i == 0 || keys[i] != keys[i - 1]) {
            runs.unique.push_back(keys[i]);
            runs.lengths.push_back(0);
            runs.starts.push_back(static_cast<uint32_t>(i));
        }
        ++runs.lengths.back();
    }
    return runs;
}

// The values of each run, combined in order.
template <class Key, class Value, class Combine>
std::vector<Value> reduceRuns(const Runs<Key>& runs, const std::vector<Value>& values, const Combine& combineValues)
{
    std::vector<Value> reduced;
    for (std::size_t run = 0; run < runs.starts.size(); ++run) {
        Value sum = values[runs.starts[run]];
        for (uint32_t i = 1; i < runs.lengths[run]; ++i)
            sum = combineValues(sum, values[runs.starts[run] + i]);
        reduced.push_back(sum);
    }
    return reduced;
}

// Starts of runs, followed by the number of elements, as calls write them.
template <class Key>
std::vector<uint32_t> endedStarts(const Runs<Key>& runs, const RunCase& c, uint64_t count)
{
    std::vector<uint32_t> starts = runs.starts;
    starts.resize(count + 1, static_cast<uint32_t>(std::min<uint64_t>(count, c.gpuCount.value_or(~0u))));
    return starts;
}

// An output on the device, which must hold `expected` up to the capacity, and be unchanged beyond.
template <class T>
class RunOutput {
public:
    RunOutput(bool isGiven, uint64_t capacity, VkDeviceSize misalignment)
        : m_isGiven(isGiven),
          m_count(capacity),
          m_array(capacity * sizeof(T), misalignment * sizeof(T) % 16)
    {
    }

    [[nodiscard]] vkscan::BufferRange range() const { return m_isGiven ? m_array.range() : vkscan::BufferRange{}; }

    void check(const char* name, const std::vector<T>& expected, uint64_t capacity) const
    {
        const auto actual = m_array.values<T>();
        T untouched;
        std::memset(&untouched, kUnwritten, sizeof(T));
        const uint64_t written = m_isGiven ? std::min<uint64_t>(expected.size(), capacity) : 0;
        for (uint64_t i = 0; i < m_count; ++i) {
            const T right = i < written ? expected[i] : untouched;
            ASSERT_EQ(std::memcmp(&actual[i], &right, sizeof(T)), 0)
                << name << " of run " << i << " is " << actual[i] << ", not " << right;
        }
    }

private:
    bool m_isGiven;
    uint64_t m_count;
    TestArray m_array;
};

// Runs the operation on the device and compares each output with `runs` and, with values, `reduced`.
template <class Key, class Value>
void checkRuns(const vkscan::ReduceByKey& operation, const RunCase& c, const std::vector<Key>& keys,
               const std::vector<Value>& values, const Runs<Key>& runs, const std::vector<Value>& reduced)
{
    SCOPED_TRACE("count " + std::to_string(keys.size()) + ", runs " + std::to_string(runs.unique.size()) +
                 ", outputs " + std::to_string(c.outputs) + ", misaligned by " + std::to_string(c.inputMisalignment) +
                 ", " + std::to_string(c.valuesMisalignment) + ", " + std::to_string(c.outputMisalignment));
    const TestArray input(keys, c.inputMisalignment * sizeof(Key) % 16);
    const TestArray valueArray(values, c.valuesMisalignment * sizeof(Value) % 16);
    const auto isGiven = [&](unsigned output) { return (c.outputs & output) != 0; };
    const auto room = [&](uint64_t capacity) { return std::min<uint64_t>(capacity, runs.unique.size() + 3); };
    const RunOutput<Key> unique(isGiven(kUnique), room(c.capacities[0]), c.outputMisalignment);
    const RunOutput<uint32_t> lengths(isGiven(kLengths), room(c.capacities[1]), c.outputMisalignment + 1);
    const RunOutput<uint32_t> starts(isGiven(kStarts), room(c.capacities[2]), c.outputMisalignment + 2);
    const RunOutput<Value> sums(c.hasValues && isGiven(kReduced), room(c.capacities[3]), c.outputMisalignment + 3);
    const RunOutput<uint32_t> runCount(isGiven(kRunCount), 1, 0);
    const RunOutput<uint32_t> indirect(isGiven(kIndirect), 1, 0);
    const CountBuffer countBuffer(c.gpuCount);
    TestArray ownScratch(c.ownScratch ? operation.scratchSize(keys.size()) : 0);
    ownScratch.fill(0);

    vkscan::ReduceByKeyArgs args;
    args.input = input.range();
    args.unique = unique.range();
    args.lengths = lengths.range();
    args.starts = starts.range();
    if (c.hasValues) {
        args.values = valueArray.range();
        args.reduced = sums.range();
    }
    args.runCount = runCount.range();
    args.indirect = {indirect.range(), c.divisor, c.rounding};
    args.count = keys.size();
    args.scratch = c.ownScratch ? ownScratch.range() : sharedScratch(operation.scratchSize(args.count));
    args.countBuffer = countBuffer.range();
    submit(operation, args, c.submissions);

    uint64_t capacity = kEnough;
    for (unsigned i = 0; i < (c.hasValues ? 4 : 3); ++i)
        if (isGiven(1u << i))
            capacity = std::min(capacity, room(c.capacities[i]));
    const auto found = static_cast<uint32_t>(runs.unique.size());
    const auto written = static_cast<uint32_t>(std::min<uint64_t>(found, capacity));
    const bool roundsUp = c.rounding == vkscan::Rounding::Up && written % c.divisor != 0;
    unique.check("unique", runs.unique, capacity);
    lengths.check("lengths", runs.lengths, capacity);
    starts.check("starts", endedStarts(runs, c, keys.size()), kEnough);
    sums.check("reduced", reduced, capacity);
    runCount.check("run count", {found}, 1);
    indirect.check("indirect", {written / c.divisor + (roundsUp ? 1 : 0)}, 1);
}

// A reduction by key by the description's operator, on any driver.
[[nodiscard]] inline vkscan::ReduceByKey createByKey(vkscan::Forced<vkscan::ReduceByKeyDesc> desc, const vkscan::Tuning& tuning,
                                                     std::optional<uint32_t> operatorCode = std::nullopt)
{
    vkscan::ReduceByKey reduce;
    const vkscan::Status status =
        vkscan::createTuned(context(), desc, tuning, operatorCode.value_or(static_cast<uint32_t>(desc.op)), &reduce);
    EXPECT_EQ(status, vkscan::Status::Success) << vkscan::toString(status);
    return reduce;
}

// Runs with the lengths that `lengthOf` returns for their numbers. Every other key is 0, like missing keys; the others
// differ from it in one bit, each bit in turn.
template <class T>
std::vector<T> keysOf(uint64_t count, const std::function<uint64_t(uint64_t)>& lengthOf)
{
    std::vector<T> keys;
    keys.reserve(count);
    for (uint64_t run = 0; keys.size() < count; ++run) {
        const T key = run % 2 == 0 ? T{0} : T{1} << run / 2 % (8 * sizeof(T));
        keys.insert(keys.end(), std::min<uint64_t>(lengthOf(run), count - keys.size()), key);
    }
    return keys;
}

// Runs of lengths from 1 to `most`; no two have the same key.
template <class T>
std::vector<T> randomRuns(uint64_t count, uint64_t most, uint32_t seed)
{
    std::minstd_rand random(seed + 1);
    std::vector<T> keys;
    keys.reserve(count);
    for (T run = 1; keys.size() < count; ++run)
        keys.insert(keys.end(), std::min<uint64_t>(1 + random() / 16 % most, count - keys.size()),
                    static_cast<T>(run * 0x9e3779b97f4a7c15u));
    return keys;
}

} // namespace testing_support

#endif
