// Runs of equal keys, and their values on the CPU.
#ifndef VKSCAN_TESTS_RUN_VALUES_H
#define VKSCAN_TESTS_RUN_VALUES_H

#include <algorithm>
#include <cstdint>
#include <functional>
#include <random>
#include <vector>

namespace testing_support {

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

} // namespace testing_support

#endif
