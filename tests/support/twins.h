// The twin of each operation on arrays on the CPU: the inputs of a call, and its results in memory.
#ifndef VKSCAN_TESTS_TWINS_H
#define VKSCAN_TESTS_TWINS_H

#include "reference.h"
#include "rough_values.h"
#include "run_check.h"
#include "segmented_check.h"
#include "sort_reference.h"
#include "stored_values.h"

#include <vkscan/reference.h>

#include <cstddef>
#include <cstring>
#include <map>
#include <numeric>
#include <random>
#include <vector>

namespace testing_support {

// The bytes of each argument of a call.
class CallMemory {
public:
    [[nodiscard]] bool has(vkscan::Argument argument) const { return m_bytes.contains(argument); }
    [[nodiscard]] std::vector<std::byte>& operator[](vkscan::Argument argument) { return m_bytes[argument]; }

    // The first `count` values of an argument.
    template <class T>
    [[nodiscard]] std::vector<T> read(vkscan::Argument argument, uint64_t count) const
    {
        std::vector<T> values(has(argument) ? count : 0);
        if (!values.empty())
            std::memcpy(static_cast<void*>(values.data()), m_bytes.at(argument).data(), count * sizeof(T));
        return values;
    }
    // Writes values at the beginning of an argument, up to its size.
    template <class T>
    void write(vkscan::Argument argument, const std::vector<T>& values)
    {
        if (has(argument) && !values.empty())
            std::memcpy(m_bytes[argument].data(), values.data(),
                        std::min(m_bytes[argument].size(), values.size() * sizeof(T)));
    }
    // Room for elements of `elementBytes` bytes; unlimited without the argument.
    [[nodiscard]] uint64_t roomFor(vkscan::Argument argument, uint64_t elementBytes) const
    {
        return has(argument) ? m_bytes.at(argument).size() / elementBytes : vkscan::kMaxCapacity;
    }
    // An output that the twin does not predict; it must be the same in every run.
    void leaveOpen(vkscan::Argument argument) { m_bytes.erase(argument); }

private:
    std::map<vkscan::Argument, std::vector<std::byte>> m_bytes;
};

using vkscan::Argument;

// Fills an argument with words below a limit.
inline void drawWords(Argument argument, uint32_t below, uint32_t seed, CallMemory* memory)
{
    if (!memory->has(argument))
        return;
    std::minstd_rand random(seed + 1);
    std::vector<uint32_t> words((*memory)[argument].size() / sizeof(uint32_t));
    for (uint32_t& word : words)
        word = static_cast<uint32_t>(random() / 16 % below);
    memory->write(argument, words);
}

// Offsets that ascend by less than twice the mean, and are sometimes equal.
inline void drawOffsets(uint64_t mean, uint32_t seed, CallMemory* memory)
{
    drawWords(Argument::Segments, static_cast<uint32_t>(2 * mean + 1), seed, memory);
    auto offsets = memory->read<uint32_t>(Argument::Segments, memory->roomFor(Argument::Segments, sizeof(uint32_t)));
    for (std::size_t i = 1; i < offsets.size(); ++i)
        offsets[i] = offsets[i - 1] + (i % 7 == 0 ? 0 : offsets[i]);
    memory->write(Argument::Segments, offsets);
}

// The elements of an input, widened if they are stored in fewer bytes.
template <class T, class Desc>
std::vector<T> readElements(const Desc& desc, uint64_t count, const CallMemory& memory)
{
    return valuesOfBytes<T>(desc.input, memory.read<unsigned char>(Argument::Input, count * bytesOf<T>(desc.input)));
}

// Inputs of operations on values of a type; if results are reproducible, values that reveal the order.
template <class Desc, class Args>
void drawInputs(const Desc& desc, const Args& args, uint32_t seed, CallMemory* memory)
{
    withType(desc.type, [&]<class T>() {
        if constexpr (std::is_floating_point_v<T>)
            memory->write(Argument::Input, roughValues<T>(desc.op, args.count, seed));
        else
            memory->write(Argument::Input, storedBytesOf(desc.input, randomValues<T>(desc.op, args.count, seed)));
    });
    if constexpr (requires { desc.segments; }) {
        if (desc.segments == vkscan::Segments::Offsets)
            drawOffsets(std::max<uint64_t>(args.count / 80, 1), seed, memory);
        else if (desc.segments != vkscan::Segments::Rows)
            memory->write(Argument::Segments,
                          segmentWords(desc.segments, headsOf(kShapes[seed % std::size(kShapes)], args.count, 256)));
    }
}

inline void runTwin(const vkscan::ScanDesc& desc, const vkscan::ScanArgs&, uint64_t count, CallMemory* memory)
{
    withType(desc.type, [&]<class T>() {
        const auto values = readElements<T>(desc, count, *memory);
        std::vector<T> results(count);
        std::vector<T> totals;
        if constexpr (std::is_floating_point_v<T>)
            totals = {vkscan::reference::reproducibleScan(values.data(), count, results.data(),
                                                          vkscan::reference::OperatorMonoid<T>{desc.op},
                                                          identity<T>(desc.op), desc.kind, desc.direction)};
        else
            totals = referenceScan(
                values, desc, identity<T>(desc.op), [&](T a, T b) { return combine(desc.op, a, b); }, &results);
        memory->write(Argument::Output, results);
        memory->write(Argument::Total, totals);
    });
}

inline void runTwin(const vkscan::ReduceDesc& desc, const vkscan::ReduceArgs&, uint64_t count, CallMemory* memory)
{
    withType(desc.type, [&]<class T>() {
        const auto values = readElements<T>(desc, count, *memory);
        T result = identity<T>(desc.op);
        if constexpr (std::is_floating_point_v<T>)
            result = vkscan::reference::reproducibleScan<T>(
                values.data(), count, nullptr, vkscan::reference::OperatorMonoid<T>{desc.op}, result);
        else
            result = std::accumulate(values.begin(), values.end(), result,
                                     [&](T a, T b) { return combine(desc.op, a, b); });
        const auto place = std::find(values.begin(), values.end(), result);
        memory->write(Argument::Result, std::vector<T>{result});
        memory->write(Argument::Index,
                      std::vector<uint32_t>{place == values.end() ? vkscan::kNoIndex
                                                                  : static_cast<uint32_t>(place - values.begin())});
    });
}

// The heads of segments.
template <class Args>
std::vector<bool> headsIn(vkscan::Segments segments, const Args& args, uint64_t count, const CallMemory& memory)
{
    using vkscan::Segments;
    std::vector<bool> heads(count);
    const auto words = memory.read<uint32_t>(Argument::Segments, memory.has(Argument::Segments)
                                                                     ? memory.roomFor(Argument::Segments, 4)
                                                                     : 0);
    if (segments == Segments::Offsets) {
        for (const uint32_t offset : words)
            if (offset < count)
                heads[offset] = true;
        return heads;
    }
    const auto differs = [&](uint64_t i, uint64_t size) {
        return i > 0 && !std::equal(&words[i * size], &words[i * size] + size, &words[(i - 1) * size]);
    };
    for (uint64_t i = 0; i < count; ++i) {
        if (segments == Segments::HeadBits)
            heads[i] = (words[i / 32] >> i % 32 & 1) != 0;
        else if (segments == Segments::HeadFlags)
            heads[i] = words[i] != 0;
        else if (segments == Segments::Rows)
            heads[i] = i % args.rowPitch == 0 || i % args.rowPitch == args.rowLength; // the padding's
        else
            heads[i] = differs(i, segments == Segments::Keys64 ? 2 : 1);
    }
    return heads;
}

// A segmented scan, reproducible for floats.
template <class T, class Desc>
std::vector<T> scannedSegments(const Desc& desc, const vkscan::SegmentedScanDesc& scan, const std::vector<T>& values,
                               const std::vector<bool>& heads)
{
    std::vector<T> results(values.size());
    if constexpr (std::is_floating_point_v<T>)
        vkscan::reference::reproducibleSegmentedScan(
            values.data(), values.size(), results.data(), vkscan::reference::OperatorMonoid<T>{desc.op},
            [&](std::size_t i) { return heads[i]; }, scan.kind, scan.direction);
    else
        results = referenceSegmentedScan(values, scan, heads, identity<T>(desc.op),
                                         [&](T a, T b) { return combine(desc.op, a, b); });
    return results;
}

inline void runTwin(const vkscan::SegmentedScanDesc& desc, const vkscan::SegmentedScanArgs& args, uint64_t count,
                    CallMemory* memory)
{
    withType(desc.type, [&]<class T>() {
        std::vector<T> results = scannedSegments(desc, desc, readElements<T>(desc, count, *memory),
                                                 headsIn(desc.segments, args, count, *memory));
        const auto before = memory->read<T>(Argument::Output, count);
        for (uint64_t i = 0; desc.segments == vkscan::Segments::Rows && i < count; ++i)
            if (i % args.rowPitch >= args.rowLength)
                results[i] = before[i]; // padding
        memory->write(Argument::Output, results);
    });
}

inline void runTwin(const vkscan::SegmentedReduceDesc& desc, const vkscan::SegmentedReduceArgs& args, uint64_t count,
                    CallMemory* memory)
{
    const bool rows = desc.segments == vkscan::Segments::Rows;
    const auto offsets = memory->read<uint32_t>(Argument::Segments, rows ? 0 : uint64_t{args.segmentCount} + 1);
    withType(desc.type, [&]<class T>() {
        const auto values = readElements<T>(desc, count, *memory);
        const std::vector<T> scanned =
            scannedSegments(desc, {}, values, headsIn(desc.segments, args, count, *memory));
        std::vector<T> results;
        const auto add = [&](uint64_t first, uint64_t end) {
            end = std::min(end, count);
            results.push_back(first < end ? scanned[end - 1] : identity<T>(desc.op));
        };
        for (std::size_t i = 0; i + 1 < offsets.size(); ++i)
            add(offsets[i], offsets[i + 1]);
        for (uint64_t first = 0; rows && first < args.count; first += args.rowPitch)
            add(first, first + args.rowLength);
        memory->write(Argument::Result, results);
    });
}

inline void drawInputs(const vkscan::CompactDesc&, const vkscan::CompactArgs&, uint32_t seed, CallMemory* memory)
{
    drawWords(Argument::Input, memory->has(Argument::Tested) ? 1u << 26 : 3, seed, memory);
    drawWords(Argument::Tested, 2, seed, memory);
}

inline void runTwin(const vkscan::CompactDesc& desc, const vkscan::CompactArgs&, uint64_t count, CallMemory* memory)
{
    const bool selectsZeros = desc.predicate.condition == vkscan::Condition::Less; // less than 1, as in the form
    const uint64_t bytes = desc.elementSize;
    const auto elements = memory->read<std::byte>(Argument::Input, count * bytes);
    const Argument deciding = memory->has(Argument::Tested) ? Argument::Tested : Argument::Input;
    const auto tested = memory->read<uint32_t>(deciding, count);
    std::vector<std::byte> selected;
    std::vector<std::byte> others;
    for (uint64_t i = 0; i < count; ++i) {
        std::vector<std::byte>& where = (tested[i] != 0) != selectsZeros ? selected : others;
        const auto element = elements.begin() + static_cast<std::ptrdiff_t>(i * bytes);
        where.insert(where.end(), element, element + static_cast<std::ptrdiff_t>(bytes));
    }
    const auto found = static_cast<uint32_t>(selected.size() / bytes);
    memory->write(Argument::SelectedCount, std::vector<uint32_t>{found});
    memory->write(Argument::IndirectField, std::vector<uint32_t>{memory->has(Argument::Output) ? found : 0});
    memory->write(Argument::Rest, others);
    if (desc.withRest && !memory->has(Argument::Rest))
        selected.insert(selected.end(), others.begin(), others.end());
    memory->write(Argument::Output, selected);
}

// Whole numbers, whose sums are exact.
inline void drawInputs(const vkscan::DistributionDesc&, const vkscan::DistributionArgs& args, uint32_t seed,
                       CallMemory* memory)
{
    std::minstd_rand random(seed + 1);
    std::vector<float> weights(args.count);
    for (float& weight : weights)
        weight = static_cast<float>(random() % 8);
    memory->write(Argument::Input, weights);
}

inline void runTwin(const vkscan::DistributionDesc&, const vkscan::DistributionArgs& args, uint64_t count,
                    CallMemory* memory)
{
    auto sums = memory->read<float>(Argument::Input, count);
    sums.resize(args.count); // elements beyond the device's count have no weight
    const uint64_t rows = vkscan::distributionRows(args.count, args.rowLength);
    std::vector<float> entries(rows);
    float total = 0;
    for (uint64_t i = 0; i < sums.size(); ++i) {
        total += sums[i];
        sums[i] += i % args.rowLength == 0 ? 0 : sums[i - 1];
        entries[i / args.rowLength] = total;
    }
    entries.resize((rows + 3) / 4 * 4);
    std::memset(entries.data() + rows, kUnwritten, (entries.size() - rows) * sizeof(float));
    entries.insert(entries.end(), sums.begin(), sums.end());
    memory->write(Argument::Output, entries);
    memory->leaveOpen(Argument::Alias);
}

// Numbers in bins, and beyond the last.
inline void drawInputs(const vkscan::HistogramDesc& desc, const vkscan::HistogramArgs& args, uint32_t seed,
                       CallMemory* memory)
{
    std::vector<uint32_t> values = randomValues<uint32_t>(vkscan::Op::Add, args.count, seed);
    for (uint32_t& value : values)
        value %= desc.binCount + 44;
    memory->write(Argument::Input, storedBytesOf(desc.input, values));
}

inline void runTwin(const vkscan::HistogramDesc& desc, const vkscan::HistogramArgs&, uint64_t count,
                    CallMemory* memory)
{
    std::vector<uint32_t> bins(desc.binCount);
    for (const uint32_t value : readElements<uint32_t>(desc, count, *memory))
        if (value < bins.size())
            ++bins[value];
    memory->write(Argument::Counts, bins);
}

inline void drawInputs(const vkscan::SuballocateDesc&, const vkscan::SuballocateArgs&, uint32_t seed,
                       CallMemory* memory)
{
    drawWords(Argument::Counts, 100, seed, memory);
}

inline void runTwin(const vkscan::SuballocateDesc&, const vkscan::SuballocateArgs& args, uint64_t count,
                    CallMemory* memory)
{
    auto offsets = memory->read<uint32_t>(Argument::Counts, count);
    offsets.resize(args.count);
    const uint32_t total = std::accumulate(offsets.begin(), offsets.end(), 0u);
    std::exclusive_scan(offsets.begin(), offsets.end(), offsets.begin(), 0u);
    memory->write(Argument::Offsets, offsets);
    for (const Argument argument : {Argument::Total, Argument::IndirectField})
        memory->write(argument, std::vector<uint32_t>{total});
}

// Calls use.operator()<Key>() with the keys' type.
template <class Use>
void withRunKeys(const vkscan::ReduceByKeyDesc& desc, const Use& use)
{
    if (desc.keySize == sizeof(uint64_t))
        use.template operator()<uint64_t>();
    else
        use.template operator()<uint32_t>();
}

// Runs of some lengths, with values.
inline void drawInputs(const vkscan::ReduceByKeyDesc& desc, const vkscan::ReduceByKeyArgs& args, uint32_t seed,
                       CallMemory* memory)
{
    withRunKeys(desc, [&]<class Key>() {
        memory->write(Argument::Input, randomRuns<Key>(args.count, seed % 2 == 0 ? 4 : 300, seed));
    });
    withType(desc.type, [&]<class T>() {
        memory->write(Argument::Values, randomValues<T>(desc.op, args.count, seed));
    });
}

inline void runTwin(const vkscan::ReduceByKeyDesc& desc, const vkscan::ReduceByKeyArgs& args, uint64_t count,
                    CallMemory* memory)
{
    withRunKeys(desc, [&]<class Key>() {
        const Runs<Key> runs = referenceRuns(memory->read<Key>(Argument::Input, count), count);
        const auto found = static_cast<uint32_t>(runs.starts.size());
        std::vector<uint32_t> starts = runs.starts;
        starts.resize(args.count + 1, static_cast<uint32_t>(count));
        memory->write(Argument::Unique, runs.unique);
        memory->write(Argument::Lengths, runs.lengths);
        memory->write(Argument::Starts, starts);
        for (const Argument argument : {Argument::RunCount, Argument::IndirectField})
            memory->write(argument, std::vector<uint32_t>{found});
        withType(desc.type, [&]<class T>() {
            const auto combineValues = [&](T a, T b) {
                return desc.runValue == vkscan::RunValue::Reduced ? combine(desc.op, a, b) : a;
            };
            if (memory->has(Argument::Values))
                memory->write(Argument::Reduced,
                              reduceRuns(runs, memory->read<T>(Argument::Values, count), combineValues));
        });
    });
}

inline void drawInputs(const vkscan::RadixSortDesc&, const vkscan::RadixSortArgs& args, uint32_t seed,
                       CallMemory* memory)
{
    drawWords(Argument::Input, seed % 2 == 0 ? 300 : 1u << 26, seed, memory);
    drawWords(Argument::Values, 1u << 26, seed, memory);
    drawOffsets(std::max<uint64_t>(args.count / 80, 1), seed, memory);
}

inline void runTwin(const vkscan::RadixSortDesc& desc, const vkscan::RadixSortArgs& args, uint64_t count,
                    CallMemory* memory)
{
    std::vector<uint32_t> offsets;
    if (desc.segmented)
        offsets = memory->read<uint32_t>(Argument::Segments, uint64_t{args.segmentCount} + 1);
    withKeyType(desc.type, [&]<class T>() {
        const auto keys = memory->read<T>(Argument::Input, count);
        const std::vector<uint32_t> order = referenceOrder(desc, keys, count, offsets);
        std::vector<T> sorted(count);
        for (uint64_t i = 0; i < count; ++i)
            sorted[i] = keys[order[i]];
        memory->write(Argument::Output, sorted);
        if (memory->has(Argument::BucketOffsets)) {
            std::vector<uint32_t> buckets((uint64_t{1} << (desc.endBit - desc.firstBit)) + 1);
            for (const T key : keys)
                ++buckets[(orderedBits(key) >> desc.firstBit) % (buckets.size() - 1) + 1];
            std::partial_sum(buckets.begin(), buckets.end(), buckets.begin());
            memory->write(Argument::BucketOffsets, buckets);
        }
        std::vector<uint32_t> values = order;
        if (!desc.withIndex) {
            const uint64_t words = desc.valueSize / sizeof(uint32_t);
            const auto unsorted = memory->read<uint32_t>(Argument::Values, count * words);
            values.resize(count * words);
            for (uint64_t i = 0; i < values.size(); ++i)
                values[i] = unsorted[order[i / words] * words + i % words];
        }
        memory->write(Argument::SortedValues, values);
    });
}

// Sizes of sources, some of them 0; or their sums.
inline void drawInputs(const vkscan::ExpandDesc& desc, const vkscan::ExpandArgs& args, uint32_t seed,
                       CallMemory* memory)
{
    drawWords(Argument::Counts, 5, seed, memory);
    if (!desc.fromOffsets)
        return;
    std::vector<uint32_t> offsets(args.count + 1);
    for (uint64_t i = 0; i < args.count; ++i)
        offsets[i + 1] = offsets[i] + static_cast<uint32_t>((i * 2654435761u >> 16) + seed) % 5;
    memory->write(Argument::Offsets, offsets);
}

inline void runTwin(const vkscan::ExpandDesc& desc, const vkscan::ExpandArgs& args, uint64_t count, CallMemory* memory)
{
    auto offsets = memory->read<uint32_t>(Argument::Offsets, args.count + 1);
    offsets.resize(args.count + 1); // may be absent without sources
    if (!desc.fromOffsets) {
        auto counts = memory->read<uint32_t>(Argument::Counts, count);
        counts.resize(args.count + 1);
        std::exclusive_scan(counts.begin(), counts.end(), offsets.begin(), 0u);
        memory->write(Argument::Offsets, offsets);
    }
    const uint64_t room =
        std::min(memory->roomFor(Argument::Output, sizeof(uint32_t)), memory->roomFor(Argument::Index, sizeof(uint32_t)));
    std::vector<uint32_t> sources;
    std::vector<uint32_t> ranks;
    for (uint32_t source = 0; source < count && offsets[source + 1] <= room; ++source)
        for (uint32_t rank = 0; rank < offsets[source + 1] - offsets[source]; ++rank) {
            sources.push_back(source);
            ranks.push_back(rank);
        }
    memory->write(Argument::Output, sources);
    memory->write(Argument::Index, ranks);
    memory->write(Argument::Total, std::vector<uint32_t>{offsets[count]});
    memory->write(Argument::IndirectField, std::vector<uint32_t>{static_cast<uint32_t>(sources.size())});
}

inline void drawInputs(const vkscan::TopKDesc&, const vkscan::TopKArgs&, uint32_t seed, CallMemory* memory)
{
    drawWords(Argument::Input, seed % 2 == 0 ? 300 : 1u << 26, seed, memory);
    drawWords(Argument::Values, 1u << 26, seed, memory);
}

inline void runTwin(const vkscan::TopKDesc& desc, const vkscan::TopKArgs& args, uint64_t count, CallMemory* memory)
{
    withType(desc.type, [&]<class T>() {
        const auto keys = memory->read<T>(Argument::Input, count);
        const auto values = memory->read<uint32_t>(Argument::Values, count);
        vkscan::RadixSortDesc sort;
        sort.descending = !desc.smallest;
        std::vector<uint32_t> order = referenceOrder(sort, keys, count, {});
        order.resize(std::min<uint64_t>(count, args.k));
        std::vector<T> selected;
        std::vector<uint32_t> selectedValues;
        for (const uint32_t index : order) {
            selected.push_back(keys[index]);
            if (!values.empty())
                selectedValues.push_back(values[index]);
        }
        memory->write(Argument::Output, selected);
        memory->write(Argument::Index, order);
        memory->write(Argument::SortedValues, selectedValues);
    });
}

} // namespace testing_support

#endif
