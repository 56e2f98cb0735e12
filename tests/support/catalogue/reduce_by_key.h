// Reductions of runs of equal keys: forms, inputs of calls, results on the CPU, and descriptions in the matrix.
#ifndef VKSCAN_TESTS_CATALOGUE_REDUCE_BY_KEY_H
#define VKSCAN_TESTS_CATALOGUE_REDUCE_BY_KEY_H

#include "twins.h"

#include <functional>

namespace testing_support {

inline void addForms(Forms<ReduceByKey>* forms)
{
    forms->add("keys of 8 bytes", [](ReduceByKeyDesc& desc) { desc.keySize = 8; });
    forms->add("first values", [](ReduceByKeyDesc& desc) { desc.runValue = RunValue::First; });
    for (const uint32_t bytes : {4u, 8u})
        forms->add("without values, keys of " + std::to_string(bytes) + " bytes", [=](ReduceByKeyDesc& desc) {
            desc.runValue = RunValue::None;
            desc.keySize = bytes;
        });
}

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

// Calls use.operator()<Key>() with the keys' type.
template <class Use>
void withRunKeys(const ReduceByKeyDesc& desc, const Use& use)
{
    if (desc.keySize == sizeof(uint64_t))
        use.template operator()<uint64_t>();
    else
        use.template operator()<uint32_t>();
}

// Runs of random lengths or, in turns, of two that end beside rows, subgroups and tiles or go on through many; with
// values.
inline void drawInputs(const ReduceByKeyDesc& desc, ReduceByKeyArgs& args, uint32_t seed, CallMemory* memory)
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
void runTwinBy(const Monoid& monoid, const ReduceByKeyDesc& desc, const ReduceByKeyArgs& args, uint64_t count,
               CallMemory* memory)
{
    withRunKeys(desc, [&]<class Key>() {
        const Runs<Key> runs = referenceRuns(memory->read<Key>(Argument::Input, count), count);
        uint64_t capacity = runs.starts.size(); // the least room of an output
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
        const bool isFirst = desc.runValue == RunValue::First;
        std::vector<T> values = memory->read<T>(Argument::Values, count);
        for (T& value : values) // a NaN is read as the identity
            value = isFirst ? value : monoid.combine(monoid.identity(), value);
        write(Argument::Reduced,
              reduceRuns(runs, values, [&](T a, T b) { return isFirst ? a : monoid.combine(a, b); }));
    });
}

// Kernels without values know the size of keys alone.
inline void vary(Descriptions<ReduceByKeyDesc>* descs, const Elements& elements)
{
    const std::vector<RunValue> values = {RunValue::Reduced, RunValue::First, RunValue::None};
    const bool hasKeysAlone = elements.type == ElementType::U32 || elements.type == ElementType::U64;
    descs->each(&ReduceByKeyDesc::runValue, std::vector(values.begin(), values.end() - (hasKeysAlone ? 0 : 1)));
    descs->next(&ReduceByKeyDesc::op, elements.ops());
    descs->next(&ReduceByKeyDesc::keySize, std::array{4u, 8u});
    for (ReduceByKeyDesc& desc : descs->all)
        if (desc.runValue == RunValue::None)
            desc.keySize = static_cast<uint32_t>(sizeOf(elements.type));
}

} // namespace testing_support

#endif
