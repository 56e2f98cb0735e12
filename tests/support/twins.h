// The twin of each operation on arrays on the CPU: the inputs of a call, and its results in memory.
#ifndef VKSCAN_TESTS_TWINS_H
#define VKSCAN_TESTS_TWINS_H

#include "reference.h"
#include "rough_values.h"
#include "run_values.h"
#include "segment_values.h"
#include "selection_values.h"
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

// Offsets that ascend by less than twice a mean length, and are sometimes equal.
inline void drawOffsets(uint64_t count, uint32_t seed, CallMemory* memory)
{
    const uint64_t means[] = {std::max<uint64_t>(count / 80, 1), 3, 300, std::max<uint64_t>(count / 3, 1)};
    drawWords(Argument::Segments, static_cast<uint32_t>(2 * means[seed % std::size(means)] + 1), seed, memory);
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

// Segments as the operation reads them.
template <class Desc, class Args>
void drawSegments(const Desc& desc, const Args& args, uint32_t seed, CallMemory* memory)
{
    if constexpr (requires { desc.segments; }) {
        if (desc.segments == vkscan::Segments::Offsets)
            drawOffsets(args.count, seed, memory);
        else if (desc.segments != vkscan::Segments::Rows)
            memory->write(Argument::Segments,
                          segmentWords(desc.segments, headsOf(kShapes[seed % std::size(kShapes)], args.count, 256)));
    }
}

// Inputs of operations on values of a type; if results are reproducible, values that reveal the order.
template <class Desc, class Args>
void drawInputs(const Desc& desc, Args& args, uint32_t seed, CallMemory* memory)
{
    withType(desc.type, [&]<class T>() {
        std::vector<T> values = randomValues<T>(desc.op, args.count, seed);
        if constexpr (requires { desc.withIndex; })
            for (T& value : values)
                if (desc.withIndex && seed % 2 == 0)
                    value = static_cast<T>(static_cast<int>(std::fmod(static_cast<double>(value), 5))); // often equal
        if constexpr (std::is_floating_point_v<T>)
            if (desc.reproducible)
                values = roughValues<T>(desc.op, args.count, seed);
        memory->write(Argument::Input, storedBytesOf(desc.input, values));
    });
    drawSegments(desc, args, seed, memory);
}

// Calls twin.operator()<T>(monoid) with the type of a description's elements and its operator.
template <class Desc, class Twin>
void withMonoid(const Desc& desc, const Twin& twin)
{
    withType(desc.type, [&]<class T>() { twin.template operator()<T>(vkscan::reference::OperatorMonoid<T>{desc.op}); });
}

// A scalar's value, or another one where it has none.
template <class T>
T valueOf(const vkscan::Scalar& scalar, T otherwise)
{
    const uint64_t bits = scalar.bits();
    if (scalar.hasValue())
        std::memcpy(static_cast<void*>(&otherwise), &bits, std::min(sizeof(T), sizeof(bits)));
    return otherwise;
}

// The value that results start from.
template <class T, class Monoid, class Args>
T startOf(const Monoid& monoid, const Args& args)
{
    return monoid.combine(monoid.identity(), valueOf<T>(args.initial, monoid.identity()));
}

template <class T, class Monoid>
void runTwinBy(const Monoid& monoid, const vkscan::ScanDesc& desc, const vkscan::ScanArgs& args, uint64_t count,
               CallMemory* memory)
{
    const auto values = readElements<T>(desc, count, *memory);
    const auto start = startOf<T>(monoid, args);
    std::vector<T> results(count);
    std::vector<T> totals;
    if constexpr (std::is_floating_point_v<T>)
        if (desc.reproducible) {
            results = values;
            for (uint32_t pass = 0; pass < desc.order; ++pass)
                totals = {vkscan::reference::reproducibleScan(results.data(), count, results.data(), monoid, start,
                                                              desc.kind, desc.direction)};
        }
    if (totals.empty())
        totals = referenceScan(
            values, desc, start, [&](const T& a, const T& b) { return monoid.combine(a, b); }, &results);
    memory->write(Argument::Output, storedBytesOf(desc.output, results));
    memory->write(Argument::Total, totals);
}

template <class T, class Monoid>
void runTwinBy(const Monoid& monoid, const vkscan::ReduceDesc& desc, const vkscan::ReduceArgs& args, uint64_t count,
               CallMemory* memory)
{
    const auto values = readElements<T>(desc, count, *memory);
    auto result = startOf<T>(monoid, args);
    bool isReduced = false;
    if constexpr (std::is_floating_point_v<T>)
        if (desc.reproducible) {
            result = vkscan::reference::reproducibleScan<T>(values.data(), count, nullptr, monoid, result);
            isReduced = true;
        }
    for (uint64_t i = 0; i < count && !isReduced; ++i)
        result = monoid.combine(result, values[i]);
    memory->write(Argument::Result, std::vector<T>{result});
    if (!memory->has(Argument::Index))
        return;
    const auto place = std::ranges::find_if(values, [&](const T& value) { // a NaN is read as the identity
        return monoid.combine(monoid.identity(), value) == result;
    });
    memory->write(Argument::Index,
                  std::vector<uint32_t>{place == values.end() ? vkscan::kNoIndex
                                                              : static_cast<uint32_t>(place - values.begin())});
}

// Elements from the start of a row to the start of the next one.
template <class Args>
uint64_t pitchOf(const Args& args)
{
    return std::max(args.rowLength, args.rowPitch);
}

// The heads of segments.
template <class Args>
std::vector<bool> headsIn(vkscan::Segments segments, const Args& args, uint64_t count, const CallMemory& memory)
{
    using vkscan::Segments;
    std::vector<bool> heads(count);
    const auto words = memory.read<uint32_t>(
        Argument::Segments, memory.has(Argument::Segments) ? memory.roomFor(Argument::Segments, 4) : 0);
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
            heads[i] = i % pitchOf(args) == 0 || i % pitchOf(args) == args.rowLength; // the padding's
        else
            heads[i] = differs(i, segments == Segments::Keys64 ? 2 : 1);
    }
    return heads;
}

// A segmented scan, with the order of reference.h if it is reproducible.
template <class T, class Monoid>
std::vector<T> scannedSegments(const Monoid& monoid, bool reproducible, const vkscan::SegmentedScanDesc& scan,
                               const std::vector<T>& values, const std::vector<bool>& heads)
{
    if constexpr (std::is_floating_point_v<T>)
        if (reproducible) {
            std::vector<T> results(values.size());
            vkscan::reference::reproducibleSegmentedScan(
                values.data(), values.size(), results.data(), monoid, [&](std::size_t i) { return heads[i]; },
                scan.kind, scan.direction);
            return results;
        }
    return referenceSegmentedScan(values, scan, heads, monoid.identity(),
                                  [&](const T& a, const T& b) { return monoid.combine(a, b); });
}

template <class T, class Monoid>
void runTwinBy(const Monoid& monoid, const vkscan::SegmentedScanDesc& desc, const vkscan::SegmentedScanArgs& args,
               uint64_t count, CallMemory* memory)
{
    auto results = storedBytesOf(desc.output,
                                 scannedSegments(monoid, desc.reproducible, desc, readElements<T>(desc, count, *memory),
                                                 headsIn(desc.segments, args, count, *memory)));
    const auto before = memory->read<unsigned char>(Argument::Output, results.size());
    for (std::size_t i = 0; desc.segments == vkscan::Segments::Rows && i < results.size(); ++i)
        if (i / bytesOf<T>(desc.output) % pitchOf(args) >= args.rowLength)
            results[i] = before[i]; // padding
    memory->write(Argument::Output, results);
}

template <class T, class Monoid>
void runTwinBy(const Monoid& monoid, const vkscan::SegmentedReduceDesc& desc, const vkscan::SegmentedReduceArgs& args,
               uint64_t count, CallMemory* memory)
{
    const bool rows = desc.segments == vkscan::Segments::Rows;
    const auto offsets = memory->read<uint32_t>(Argument::Segments, rows ? 0 : uint64_t{args.segmentCount} + 1);
    const auto scanned = scannedSegments(monoid, desc.reproducible, {}, readElements<T>(desc, count, *memory),
                                         headsIn(desc.segments, args, count, *memory));
    std::vector<T> results;
    const auto add = [&](uint64_t first, uint64_t end) {
        end = std::min(end, count);
        results.push_back(first < end ? scanned[end - 1] : monoid.identity());
    };
    for (std::size_t i = 0; i + 1 < offsets.size(); ++i)
        add(offsets[i], offsets[i + 1]);
    for (uint64_t first = 0; rows && first < args.count; first += pitchOf(args))
        add(first, first + args.rowLength);
    memory->write(Argument::Result, storedBytesOf(desc.output, results));
}

template <class Desc, class Args>
void runTwin(const Desc& desc, const Args& args, uint64_t count, CallMemory* memory)
{
    withMonoid(desc, [&]<class T>(const auto& monoid) { runTwinBy<T>(monoid, desc, args, count, memory); });
}

// Writes the indirect count for so many elements.
template <class Args>
void writeIndirect(const Args& args, uint64_t elements, CallMemory* memory)
{
    const uint64_t up = args.indirect.rounding == vkscan::Rounding::Up ? args.indirect.divisor - 1 : 0;
    memory->write(Argument::IndirectField,
                  std::vector<uint32_t>{static_cast<uint32_t>((elements + up) / args.indirect.divisor)});
}

// Elements of any words, and words of which some pass the test; without words to test, the elements are tested.
inline void drawInputs(const vkscan::CompactDesc& desc, vkscan::CompactArgs& args, uint32_t seed, CallMemory* memory)
{
    const Pattern pattern = kPatterns[seed % std::size(kPatterns)];
    const Tested tested = testedFor(desc.predicate, selectedOf(pattern, args.count, 256), seed);
    args.operand = tested.operand;
    drawWords(Argument::Input, 1u << 26, seed, memory);
    memory->write(memory->has(Argument::Tested) ? Argument::Tested : Argument::Input, tested.words);
}

inline void runTwin(const vkscan::CompactDesc& desc, const vkscan::CompactArgs& args, uint64_t count,
                    CallMemory* memory)
{
    const Argument deciding = memory->has(Argument::Tested) ? Argument::Tested : Argument::Input;
    const auto words = memory->read<uint32_t>(deciding, memory->roomFor(deciding, sizeof(uint32_t)));
    const bool isIndices = desc.elementSize == vkscan::kIndicesOnly;
    const uint64_t bytes = isIndices ? sizeof(uint32_t) : desc.elementSize;
    auto elements = memory->read<std::byte>(Argument::Input, isIndices ? 0 : count * bytes);
    if (isIndices) {
        std::vector<uint32_t> indices(count);
        std::iota(indices.begin(), indices.end(), 0);
        elements.resize(count * bytes);
        std::memcpy(elements.data(), indices.data(), elements.size());
    }
    std::vector<std::byte> selected;
    std::vector<std::byte> others;
    for (uint64_t i = 0; i < count; ++i) {
        std::vector<std::byte>& where = passes(desc.predicate, args.operand, words, i) ? selected : others;
        const auto element = elements.begin() + static_cast<std::ptrdiff_t>(i * bytes);
        where.insert(where.end(), element, element + static_cast<std::ptrdiff_t>(bytes));
    }
    const uint64_t found = selected.size() / bytes;
    const auto write = [&](Argument argument, std::vector<std::byte>& written) {
        written.resize(std::min<uint64_t>(written.size(), memory->roomFor(argument, bytes) * bytes));
        memory->write(argument, written);
    };
    memory->write(Argument::SelectedCount, std::vector<uint32_t>{static_cast<uint32_t>(found)});
    writeIndirect(args, memory->has(Argument::Output) ? std::min(found, memory->roomFor(Argument::Output, bytes)) : 0,
                  memory);
    write(Argument::Rest, others);
    if (desc.withRest && !memory->has(Argument::Rest))
        selected.insert(selected.end(), others.begin(), others.end());
    write(Argument::Output, selected);
}

// Whole numbers, whose sums are exact.
inline void drawInputs(const vkscan::DistributionDesc&, vkscan::DistributionArgs& args, uint32_t seed,
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

// Numbers in bins, below the first and beyond the last.
inline void drawInputs(const vkscan::HistogramDesc& desc, vkscan::HistogramArgs& args, uint32_t seed,
                       CallMemory* memory)
{
    withType(desc.type, [&]<class T>() {
        std::vector<uint32_t> words = randomValues<uint32_t>(vkscan::Op::Add, args.count, seed);
        std::vector<T> values;
        for (const uint32_t word : words)
            values.push_back(static_cast<T>(word % (desc.binCount * 2 + 44)));
        if (args.width.hasValue()) // as in the matrix
            values = storedValues<T>(desc.input, vkscan::Op::Add, args.count, seed);
        memory->write(Argument::Input, storedBytesOf(desc.input, values));
    });
}

inline void runTwin(const vkscan::HistogramDesc& desc, const vkscan::HistogramArgs& args, uint64_t count,
                    CallMemory* memory)
{
    std::vector<uint32_t> bins(desc.binCount);
    withType(desc.type, [&]<class T>() {
        const auto lower = static_cast<double>(valueOf(args.lower, T{0}));
        const auto width = static_cast<double>(valueOf(args.width, T{1}));
        for (const T value : readElements<T>(desc, count, *memory)) {
            const double bin = std::floor((static_cast<double>(value) - lower) / width);
            if (bin >= 0 && bin < desc.binCount)
                ++bins[static_cast<std::size_t>(bin)];
        }
    });
    memory->write(Argument::Counts, bins);
}

inline void drawInputs(const vkscan::SuballocateDesc&, vkscan::SuballocateArgs&, uint32_t seed, CallMemory* memory)
{
    drawWords(Argument::Counts, 100, seed, memory);
}

inline void runTwin(const vkscan::SuballocateDesc&, const vkscan::SuballocateArgs& args, uint64_t count,
                    CallMemory* memory)
{
    auto offsets = memory->read<uint32_t>(Argument::Counts, count);
    offsets.resize(args.count);
    const uint32_t capacity = std::min(args.capacity, vkscan::kMaxCapacity);
    uint64_t sum = 0;
    for (uint32_t& offset : offsets) {
        const uint64_t first = sum;
        sum += offset;
        offset = sum <= capacity ? static_cast<uint32_t>(first) : vkscan::kNoAllocation;
    }
    memory->write(Argument::Offsets, offsets);
    memory->write(Argument::Total, std::vector<uint32_t>{static_cast<uint32_t>(std::min<uint64_t>(sum, ~0u))});
    writeIndirect(args, std::min<uint64_t>(sum, capacity), memory);
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

// Runs of random lengths or, in turns, of two that end beside rows, subgroups and tiles or go on through many; with
// values.
inline void drawInputs(const vkscan::ReduceByKeyDesc& desc, vkscan::ReduceByKeyArgs& args, uint32_t seed,
                       CallMemory* memory)
{
    withRunKeys(desc, [&]<class Key>() {
        const uint64_t lengths[] = {
            1, 2, 3, 7, 255, 256, 257, 512, 768, 1000, args.count + 1, args.count - args.count / 9};
        const auto lengthOf = [&](uint64_t run) {
            return lengths[(run % 2 == 0 ? seed : seed / 5) % std::size(lengths)];
        };
        memory->write(Argument::Input, seed % 3 == 0 ? randomRuns<Key>(args.count, seed % 2 == 0 ? 4 : 300, seed)
                                                     : keysOf<Key>(args.count, lengthOf));
    });
    withType(desc.type,
             [&]<class T>() { memory->write(Argument::Values, randomValues<T>(desc.op, args.count, seed)); });
}

template <class T, class Monoid>
void runTwinBy(const Monoid& monoid, const vkscan::ReduceByKeyDesc& desc, const vkscan::ReduceByKeyArgs& args,
               uint64_t count, CallMemory* memory)
{
    withRunKeys(desc, [&]<class Key>() {
        const Runs<Key> runs = referenceRuns(memory->read<Key>(Argument::Input, count), count);
        uint64_t capacity = runs.starts.size(); // of the output with the least room
        const std::pair<Argument, uint64_t> outputs[] = {{Argument::Unique, sizeof(Key)},
                                                         {Argument::Lengths, sizeof(uint32_t)},
                                                         {Argument::Starts, sizeof(uint32_t)},
                                                         {Argument::Reduced, sizeOf(desc.type)}};
        for (const auto& [output, bytes] : outputs)
            capacity = std::min(capacity, memory->roomFor(output, bytes));
        const auto write = [&](Argument output, auto values) {
            values.resize(capacity);
            memory->write(output, values);
        };
        std::vector<uint32_t> starts = runs.starts;
        starts.resize(args.count + 1, static_cast<uint32_t>(count));
        memory->write(Argument::Starts, starts);
        write(Argument::Unique, runs.unique);
        write(Argument::Lengths, runs.lengths);
        memory->write(Argument::RunCount, std::vector<uint32_t>{static_cast<uint32_t>(runs.starts.size())});
        writeIndirect(args, capacity, memory);
        if (!memory->has(Argument::Values))
            return;
        const bool isFirst = desc.runValue == vkscan::RunValue::First;
        std::vector<T> values = memory->read<T>(Argument::Values, count);
        for (T& value : values) // a NaN is read as the identity
            value = isFirst ? value : monoid.combine(monoid.identity(), value);
        write(Argument::Reduced,
              reduceRuns(runs, values, [&](T a, T b) { return isFirst ? a : monoid.combine(a, b); }));
    });
}

inline void drawInputs(const vkscan::RadixSortDesc& desc, vkscan::RadixSortArgs& args, uint32_t seed,
                       CallMemory* memory)
{
    withKeyType(desc.type,
                [&]<class T>() { memory->write(Argument::Input, randomKeys<T>(args.count, seed % 2 == 0 ? 300 : 0)); });
    drawWords(Argument::Values, 1u << 26, seed, memory);
    drawOffsets(args.count, seed, memory);
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
            const uint64_t last = (uint64_t{1} << (std::min<uint32_t>(desc.endBit, sizeof(T) * 8) - desc.firstBit)) - 1;
            std::vector<uint32_t> buckets(last + 2);
            for (const T key : keys) {
                const uint64_t bucket = uint64_t{orderedBits(key)} >> desc.firstBit & last;
                ++buckets[(desc.descending ? last - bucket : bucket) + 1];
            }
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
inline void drawInputs(const vkscan::ExpandDesc& desc, vkscan::ExpandArgs& args, uint32_t seed, CallMemory* memory)
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
    const uint64_t room = std::min(memory->roomFor(Argument::Output, sizeof(uint32_t)),
                                   memory->roomFor(Argument::Index, sizeof(uint32_t)));
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
    writeIndirect(args, sources.size(), memory);
}

inline void drawInputs(const vkscan::TopKDesc& desc, vkscan::TopKArgs& args, uint32_t seed, CallMemory* memory)
{
    withType(desc.type,
             [&]<class T>() { memory->write(Argument::Input, randomKeys<T>(args.count, seed % 2 == 0 ? 300 : 0)); });
    drawWords(Argument::Values, 1u << 26, seed, memory);
}

// The results of each row, or of all keys.
inline void runTwin(const vkscan::TopKDesc& desc, const vkscan::TopKArgs& args, uint64_t count, CallMemory* memory)
{
    const uint64_t length = args.rowLength > 0 ? args.rowLength : std::max<uint64_t>(args.count, 1);
    const uint64_t pitch = std::max<uint64_t>(length, args.rowPitch);
    vkscan::RadixSortDesc sort;
    sort.descending = !desc.smallest;
    withType(desc.type, [&]<class T>() {
        const auto keys = memory->read<T>(Argument::Input, count);
        const auto values = memory->read<uint32_t>(Argument::Values, count);
        const uint64_t places = (args.count + pitch - 1) / pitch * (args.rowLength > 0 ? args.k : count);
        auto selected =
            memory->read<T>(Argument::Output, std::min(places, memory->roomFor(Argument::Output, sizeof(T))));
        auto indices = memory->read<uint32_t>(Argument::Index, std::min(places, memory->roomFor(Argument::Index, 4)));
        auto sorted = memory->read<uint32_t>(Argument::SortedValues,
                                             std::min(places, memory->roomFor(Argument::SortedValues, 4)));
        for (uint64_t first = 0, place = 0; first < keys.size(); first += pitch, place += args.k) {
            const std::vector<T> row(keys.begin() + static_cast<std::ptrdiff_t>(first),
                                     keys.begin() + static_cast<std::ptrdiff_t>(std::min(first + length, count)));
            std::vector<uint32_t> order = referenceOrder(sort, row, row.size(), {});
            order.resize(std::min<uint64_t>(order.size(), args.k));
            for (std::size_t i = 0; i < order.size(); ++i) {
                if (!selected.empty())
                    selected[place + i] = row[order[i]];
                if (!indices.empty())
                    indices[place + i] = order[i];
                if (!sorted.empty())
                    sorted[place + i] = values[first + order[i]];
            }
        }
        memory->write(Argument::Output, selected);
        memory->write(Argument::Index, indices);
        memory->write(Argument::SortedValues, sorted);
    });
}

} // namespace testing_support

#endif
