// Top-k selections on the device: every type, direction, count and k, against a sort on the CPU; also of keys that
// kernels of the user's load.
#include "sample.h"
#include "sort_reference.h"

#include "operations/top_k.h"
#include "schedule/array_operation.h"

#include "top_k_abi.h"

#include "loaded_keys.h"
#include "wide_loaded_keys.h"

using namespace testing_support;
using namespace vkscan;

namespace {

struct TopKCase {
    uint32_t k = 0;
    VkDeviceSize misalignment = 0; // elements
    std::optional<uint32_t> gpuCount = std::nullopt;
    uint32_t rowLength = 0;
    uint32_t rowPitch = 0;
    bool withOutput = true;
    bool withIndex = true;
    bool withValues = true;
    unsigned submissions = 1;
    bool namesRecords = false; // that kernels of the user's load keys from
};

// Parameters of custom/keys.glsl.
struct LoadedKeyParameters {
    VkDeviceAddress records;
    VkDeviceAddress sorted; // unused
    VkDeviceAddress faults;
    uint32_t pattern;
    uint32_t count;
};
constexpr uint32_t kRecordPattern = 0x5a00ff13;

// Records of two words, of which custom/keys.glsl makes the keys.
template <class T>
std::vector<std::array<uint32_t, 2>> recordsOf(const std::vector<T>& keys)
{
    std::vector<std::array<uint32_t, 2>> records(keys.size());
    for (std::size_t i = 0; i < keys.size(); ++i) {
        std::memcpy(&records[i], &keys[i], sizeof(T));
        records[i] = {records[i][0] ^ kRecordPattern, records[i][1] ^ kRecordPattern};
    }
    return records;
}

TopK createTopK(const TopKDesc& desc, const Tuning& tuning = tuningFor(capabilities()))
{
    TopK topK;
    const Status status = createTuned(context(), desc, tuning, &topK);
    EXPECT_EQ(status, Status::Success) << toString(status);
    return topK;
}

// Indices of the k first keys of [first, end), from 0.
template <class T>
std::vector<uint32_t> referenceTopK(bool smallest, uint64_t k, const std::vector<T>& keys, uint64_t first, uint64_t end)
{
    std::vector<uint32_t> order(end - first);
    std::iota(order.begin(), order.end(), 0);
    const uint64_t results = std::min<uint64_t>(k, order.size());
    std::partial_sort(order.begin(), order.begin() + static_cast<int64_t>(results), order.end(),
                      [&](uint32_t a, uint32_t b) {
                          const auto x = orderedBits(keys[first + a]);
                          const auto y = orderedBits(keys[first + b]);
                          return x != y ? (x < y) == smallest : a < b;
                      });
    order.resize(results);
    return order;
}

template <class T>
void checkTopK(const TopK& topK, const TopKDesc& desc, const TopKCase& c, const std::vector<T>& keys)
{
    SCOPED_TRACE(std::string(toString(desc.type)) + (desc.smallest ? ", smallest " : ", largest ") +
                 std::to_string(c.k) + " of " + std::to_string(keys.size()) +
                 (c.gpuCount ? ", count " + std::to_string(*c.gpuCount) : "") + ", rows of " +
                 std::to_string(c.rowLength) + " of " + std::to_string(c.rowPitch) + ", misaligned by " +
                 std::to_string(c.misalignment));
    const uint64_t pitch = c.rowPitch != 0 ? c.rowPitch : c.rowLength != 0 ? c.rowLength : keys.size();
    const uint64_t rows = keys.empty() ? 0 : (keys.size() + pitch - 1) / pitch;
    const uint64_t results = c.rowLength > 0 ? rows * c.k : std::min<uint64_t>(c.k, keys.size());
    std::vector<uint32_t> values(keys.size());
    for (std::size_t i = 0; i < values.size(); ++i)
        values[i] = static_cast<uint32_t>(i * 2654435761u + 12345);
    const VkDeviceSize misalignment = c.misalignment * sizeof(T) % 16;
    const Fence fence = c.misalignment % 2 == 0 ? Fence::Behind : Fence::Before;
    const bool loads = desc.kernels.count > 0;
    TestArray input(keys.size() * (loads ? 8 : sizeof(T)), loads ? 0 : misalignment, fence);
    TestArray faults(sizeof(uint32_t));
    TestArray valuesIn(values, c.misalignment * 4 % 16, fence);
    TestArray output(results * sizeof(T), misalignment);
    TestArray index(results * sizeof(uint32_t), 4);
    TestArray valuesOut(results * sizeof(uint32_t), 8);
    TestArray temporary(topK.temporarySize(keys.size()));
    const CountBuffer countBuffer(c.gpuCount);
    if (loads)
        input.write(recordsOf(keys).data(), keys.size() * 8);
    else
        input.write(keys.data(), keys.size() * sizeof(T));
    faults.fill(0);

    TopKArgs args;
    const LoadedKeyParameters parameters = {
        input.range().address, 0, faults.range().address, kRecordPattern,
        static_cast<uint32_t>(std::min<uint64_t>(keys.size(), c.gpuCount.value_or(0xffffffffu)))};
    if (loads)
        args.parameters = {&parameters, sizeof(parameters)};
    if (!loads || c.namesRecords)
        args.input = input.range();
    args.k = c.k;
    args.count = keys.size();
    args.rowLength = c.rowLength;
    args.rowPitch = c.rowPitch;
    if (c.withOutput)
        args.output = output.range();
    if (c.withIndex)
        args.index = index.range();
    if (c.withValues) {
        args.values = valuesIn.range();
        args.sortedValues = valuesOut.range();
    }
    if (c.rowLength == 0)
        args.temporary = temporary.range();
    args.countBuffer = countBuffer.range();
    submit(topK, args, c.submissions);

    std::vector<T> outputs(results);
    std::vector<uint32_t> indices(results);
    std::vector<uint32_t> sorted(results);
    output.read(outputs.data(), results * sizeof(T));
    index.read(indices.data(), results * sizeof(uint32_t));
    valuesOut.read(sorted.data(), results * sizeof(uint32_t));
    const auto isUntouched = [](const auto& value) {
        const auto* bytes = reinterpret_cast<const unsigned char*>(&value);
        return std::all_of(bytes, bytes + sizeof(value), [](unsigned char byte) { return byte == 0xcc; });
    };
    const uint64_t count = std::min<uint64_t>(keys.size(), c.gpuCount.value_or(0xffffffffu));
    uint64_t place = 0;
    for (uint64_t row = 0; row < rows; ++row) {
        const uint64_t first = std::min(row * pitch, count);
        const uint64_t end = std::min(count, first + (c.rowLength > 0 ? c.rowLength : pitch));
        const std::vector<uint32_t> order = referenceTopK(desc.smallest, c.k, keys, first, end);
        for (uint64_t i = 0; i < c.k && place < results; ++i, ++place) {
            const bool isResult = i < order.size();
            if (isResult && c.withOutput)
                ASSERT_EQ(orderedBits(outputs[place]), orderedBits(keys[first + order[i]]))
                    << "key " << i << " of row " << row;
            else
                ASSERT_TRUE(isUntouched(outputs[place])) << "key " << i << " of row " << row;
            if (isResult && c.withIndex)
                ASSERT_EQ(indices[place], order[i]) << "index " << i << " of row " << row;
            else
                ASSERT_TRUE(isUntouched(indices[place])) << "index " << i << " of row " << row;
            if (isResult && c.withValues)
                ASSERT_EQ(sorted[place], values[first + order[i]]) << "value " << i << " of row " << row;
            else
                ASSERT_TRUE(isUntouched(sorted[place])) << "value " << i << " of row " << row;
        }
    }
    const auto faultCount = faults.value<uint32_t>();
    ASSERT_EQ(faultCount, 0u) << "loads of keys that are not there";
    if (loads)
        return;
    const auto inputAfter = input.values<T>();
    ASSERT_TRUE(keys.empty() || std::memcmp(inputAfter.data(), keys.data(), keys.size() * sizeof(T)) == 0);
}

// Small tiles and lists, so that small arrays take all levels, and lists overflow; and tiles as they are. Descriptions
// that are alike take one of them each, where a part of a matrix is tried, since kernels take long to compile.
std::vector<Tuning> tuningsFor(const TopKDesc& desc)
{
    Sample sample(static_cast<unsigned>(desc.type) + (desc.smallest ? 1 : 0), 2);
    std::vector<Tuning> tunings;
    for (const Tuning& tuning : {smallTuning(), tuningFor(capabilities())})
        if (sample.takes())
            tunings.push_back(tuning);
    return tunings;
}

Sample sampleOf(const TopKDesc& desc, std::size_t choices)
{
    return {static_cast<unsigned>(desc.type) * 2 + (desc.smallest ? 1 : 0), choices};
}

class TopKTypesTest : public testing::TestWithParam<ElementType> {
protected:
    template <class Function>
    static void forBoth(const Function& function)
    {
        withType(GetParam(), [&]<class T>() {
            for (const bool smallest : {false, true})
                function.template operator()<T>(TopKDesc{GetParam(), smallest});
        });
    }
};

// Lists that overflow and three levels, and selections by digits, with small tiles; as Auto takes arrays in one
// workgroup and in several, with tiles as they are.
TEST_P(TopKTypesTest, AnyCountAndK)
{
    forBoth([]<class T>(const TopKDesc& desc) {
        Sample sample = sampleOf(desc, 144);
        TopKCase c;
        for (const Tuning& tuning : tuningsFor(desc)) {
            const TopK topK = createTopK(desc, tuning);
            for (const uint64_t count : {uint64_t{0}, uint64_t{1}, uint64_t{3}, uint64_t{63}, uint64_t{64},
                                         uint64_t{255}, uint64_t{1025}, uint64_t{5000}, uint64_t{20011}}) {
                const std::vector<T> keys = randomKeys<T>(count);
                for (const uint32_t k : {0u, 1u, 63u, 64u, 65u, 1024u, 1025u, kMaxTopK}) {
                    if (!sample.takes())
                        continue;
                    c.k = k;
                    c.misalignment = (c.misalignment + 1) % 4;
                    checkTopK(topK, desc, c, keys);
                }
            }
        }
    });
}

TEST_P(TopKTypesTest, OrderedAndEqualKeys)
{
    forBoth([]<class T>(const TopKDesc& desc) {
        constexpr uint64_t kCount = 30011;
        std::vector<T> ascending(kCount);
        for (uint64_t i = 0; i < kCount; ++i)
            ascending[i] = static_cast<T>(i);
        const std::vector<T> descending(ascending.rbegin(), ascending.rend());
        const std::vector<std::vector<T>> arrays = {ascending, descending, std::vector<T>(kCount, T{7}),
                                                    randomKeys<T>(kCount, 1), randomKeys<T>(kCount, 5)};
        Sample sample = sampleOf(desc, 40);
        TopKCase c;
        for (const Tuning& tuning : tuningsFor(desc)) {
            const TopK topK = createTopK(desc, tuning);
            for (const std::vector<T>& keys : arrays) {
                for (const uint32_t k : {1u, 50u, 1000u, 20000u}) {
                    if (!sample.takes())
                        continue;
                    c.k = k;
                    checkTopK(topK, desc, c, keys);
                }
            }
        }
    });
}

// Arrays of few tiles, whose workgroups take samples of their own: from the smallest to the largest and one more, which
// has one sample, at the ends of tiles and wherever in a vector they begin.
TEST_P(TopKTypesTest, ArraysOfFewTiles)
{
    forBoth([]<class T>(const TopKDesc& desc) {
        const Tuning tuning = smallTuning();
        const TopK topK = createTopK(desc, tuning);
        const uint64_t tile = tuning.topK.tileElements(desc.type);
        const uint64_t most = tuning.topKGroups * tile - (16 / sizeof(T) - 1);
        Sample sample = sampleOf(desc, 90);
        TopKCase c;
        for (const uint64_t count : {4 * tile + 1, 5 * tile - 1, 5 * tile, 5 * tile + 1, 1327 * tile / 256, most - 1,
                                     most, most + 1, tuning.topKGroups * tile, tuning.topKGroups * tile + 1}) {
            const std::vector<std::vector<T>> arrays = {randomKeys<T>(count), randomKeys<T>(count, 3),
                                                        std::vector<T>(count, T{7})};
            for (const std::vector<T>& keys : arrays) {
                for (const uint32_t k : {1u, 31u, 64u}) {
                    if (!sample.takes())
                        continue;
                    c.k = k;
                    c.misalignment = (c.misalignment + 1) % 4;
                    checkTopK(topK, desc, c, keys);
                }
            }
        }
    });
}

TEST_P(TopKTypesTest, Rows)
{
    forBoth([]<class T>(const TopKDesc& desc) {
        Sample sample = sampleOf(desc, 30);
        TopKCase c;
        for (const Tuning& tuning : tuningsFor(desc)) {
            const TopK topK = createTopK(desc, tuning);
            for (const auto& [length, pitch] : {std::pair{1u, 0u}, {3u, 5u}, {64u, 0u}, {777u, 1001u}, {9001u, 0u}}) {
                c.rowLength = length;
                c.rowPitch = pitch;
                for (const uint32_t k : {1u, 5u, 64u}) {
                    if (!sample.takes())
                        continue;
                    c.k = k;
                    c.misalignment = (c.misalignment + 1) % 4;
                    checkTopK(topK, desc, c, randomKeys<T>(length < 64 ? 311 : 20011));
                }
            }
        }
    });
}

INSTANTIATE_TEST_SUITE_P(Types, TopKTypesTest, testing::ValuesIn(kTypes),
                         [](const auto& info) { return std::string(toString(info.param)); });

// Several workgroups with tiles as they are, and entries beyond those that a selection by digits leaves at once.
TEST(TopKTest, LargeArrays)
{
    const TopKDesc desc;
    const TopK topK = createTopK(desc);
    const std::vector<uint32_t> keys = randomKeys<uint32_t>(1000003);
    std::vector<uint32_t> skewed = keys; // three quarters are the largest
    for (std::size_t i = 0; i < skewed.size(); ++i)
        skewed[i] = i % 4 != 0 ? 0xfffffff0 : skewed[i] >> 1;
    Sample sample(4, 12);
    TopKCase c;
    for (const std::vector<uint32_t>& array : {keys, skewed}) {
        for (const uint32_t k : {1u, 64u, 1000u, 1024u, 1025u, kMaxTopK}) {
            if (!sample.takes())
                continue;
            c.k = k;
            checkTopK(topK, desc, c, array);
        }
    }
}

// One sample, and several tiles of workgroups, with tiles as they are.
TEST(TopKTest, LargerArraysThanSamplesOfWorkgroupsTake)
{
    const TopKDesc desc;
    TopKCase c;
    c.k = 64;
    checkTopK(createTopK(desc), desc, c, randomKeys<uint32_t>(3000017));
}

// Bounds that leave out what is wanted, so that too few entries are left, or nothing, so that too many are: all keys
// are merged.
TEST(TopKTest, UselessBounds)
{
    const TopKDesc desc;
    Sample tunings(0, 4);
    Sample sample(0, 40);
    TopKCase c;
    for (const auto& [isSmall, hook] : {std::pair{true, vkscan::abi::kHookLowBounds},
                                        {false, vkscan::abi::kHookLowBounds},
                                        {false, vkscan::abi::kHookNoBounds},
                                        {true, vkscan::abi::kHookNoBounds}}) {
        if (!tunings.takes())
            continue;
        Tuning tuning = isSmall ? smallTuning() : tuningFor(capabilities());
        tuning.testHooks = hook;
        const TopK topK = createTopK(desc, tuning);
        for (const uint32_t k : {1u, 2u, 33u, 64u}) {
            for (const uint64_t count : {700u, 1700u, 5000u, 20011u, 300007u}) {
                for (const uint32_t rowLength : {0u, 5000u}) {
                    if (!sample.takes())
                        continue;
                    c.k = k;
                    c.rowLength = rowLength;
                    checkTopK(topK, desc, c, randomKeys<uint32_t>(count));
                }
            }
        }
    }
}

uint32_t sharesOf(const TopK& topK, const TopKArgs& args)
{
    DispatchList list;
    EXPECT_EQ(topK.plan(args, &list), Status::Success);
    vkscan::abi::TopKPush push;
    std::memcpy(&push, list.items[0].pushConstants, sizeof(push));
    return push.shares;
}

// Bounds from samples leave few entries more than k, whatever keys are: they are what makes selections fast. If keys
// are in order, as many cells of the array as the bound has groups before it.
class TopKSamplesTest : public testing::TestWithParam<uint64_t> {};

TEST_P(TopKSamplesTest, LeaveFewEntries)
{
    const uint64_t count = GetParam();
    std::vector<uint32_t> ascending(count);
    std::iota(ascending.begin(), ascending.end(), 0);
    const std::vector<std::vector<uint32_t>> arrays = {ascending,
                                                       {ascending.rbegin(), ascending.rend()},
                                                       std::vector<uint32_t>(count, 7),
                                                       randomKeys<uint32_t>(count, 3),
                                                       randomKeys<uint32_t>(count)};
    const TopK topK = createTopK({});
    Sample sample(static_cast<unsigned>(count / 1000), 15);
    for (const std::vector<uint32_t>& keys : arrays) {
        for (const uint32_t k : {1u, 64u, 1024u}) {
            if (!sample.takes())
                continue;
            TestArray input(keys);
            TestArray index(k * sizeof(uint32_t));
            TestArray temporary(topK.temporarySize(count));
            TopKArgs args;
            args.input = input.range();
            args.k = k;
            args.index = index.range();
            args.temporary = temporary.range();
            args.count = count;
            submit(topK, args);
            const uint32_t shares = sharesOf(topK, args);
            ASSERT_GT(shares, 0U) << "there is no sample";
            const auto words = temporary.values<uint32_t>();
            const auto counts = words.begin() + vkscan::abi::kTopKShareCounts / 4;
            const auto entries = std::accumulate(counts, counts + shares, uint64_t{0});
            const uint64_t most = shares > 1 ? 2 * tuningFor(capabilities()).topK.workgroupSize : count;
            const double cells = static_cast<double>(std::min(count / 4 / 64, most));
            const auto vectors = static_cast<double>(count / 4);
            const double hits = k * cells / vectors;
            EXPECT_GE(entries, k);
            EXPECT_LE(static_cast<double>(entries), 8 * (hits + 5 * std::sqrt(hits) + 5) * vectors / cells)
                << count << ", " << k << ", " << shares;
        }
    }
}

// Counts of few tiles, of many, and of more than have samples of workgroups' own.
INSTANTIATE_TEST_SUITE_P(Counts, TopKSamplesTest, testing::Values(50021, 300007, 3000017));

TEST(TopKTest, CountsReadOnTheDevice)
{
    const TopKDesc desc;
    Sample sample(0, 54);
    TopKCase c;
    for (const Tuning& tuning : tuningsFor(desc)) {
        const TopK topK = createTopK(desc, tuning);
        for (const uint32_t k : {1u, 64u, 3000u}) {
            c.k = k;
            for (const uint32_t gpuCount : {0u, 1u, 63u, 65u, 2999u, 20010u, 20011u, 20012u, 0xffffffffu}) {
                if (!sample.takes())
                    continue;
                c.gpuCount = gpuCount;
                c.misalignment = gpuCount % 4;
                c.rowLength = 0;
                checkTopK(topK, desc, c, randomKeys<uint32_t>(20011));
                checkTopK(topK, desc, c, randomKeys<uint32_t>(1601));
                if (k < 1000) {
                    c.rowLength = 3001;
                    checkTopK(topK, desc, c, randomKeys<uint32_t>(20011));
                }
            }
        }
    }
}

// Keys that kernels of the user's load: all dispatches, with small tiles and with tiles as they are.
class CustomTopKTest : public testing::TestWithParam<ElementType> {
protected:
    // Calls function(description, topK) with the type in C++.
    template <class Function>
    static void forBoth(const Function& function)
    {
        withType(GetParam(), [&]<class T>() {
            TopKDesc desc = {GetParam(), sizeof(T) == 8};
            desc.kernels = sizeof(T) == 8 ? wide_loaded_keys : loaded_keys;
            for (const Tuning& tuning : tuningsFor(desc))
                function.template operator()<T>(desc, createTopK(desc, tuning));
        });
    }
};

TEST_P(CustomTopKTest, LoadsKeys)
{
    forBoth([]<class T>(const TopKDesc& desc, const TopK& topK) {
        TopKCase c;
        unsigned cell = 0;
        for (const uint64_t count : {uint64_t{0}, uint64_t{1}, uint64_t{63}, uint64_t{64}, uint64_t{255},
                                     uint64_t{1025}, uint64_t{5003}, uint64_t{20011}}) {
            const std::vector<T> keys = randomKeys<T>(count, count % 2 == 0 ? 0 : 300);
            Sample sample(cell++, 7);
            for (const uint32_t k : {0u, 1u, 64u, 65u, 1024u, 1025u, kMaxTopK}) {
                if (!sample.takes())
                    continue;
                c.k = k;
                c.misalignment = (c.misalignment + 1) % 4;
                c.namesRecords = k == 64;
                c.withOutput = k != 65;
                c.withValues = k != 1025;
                checkTopK(topK, desc, c, keys);
            }
        }
    });
}

TEST_P(CustomTopKTest, LoadsKeysOfRows)
{
    forBoth([]<class T>(const TopKDesc& desc, const TopK& topK) {
        Sample sample = sampleOf(desc, 15);
        TopKCase c;
        for (const auto& [length, pitch] : {std::pair{1u, 0u}, {3u, 5u}, {64u, 0u}, {777u, 1001u}, {9001u, 0u}}) {
            c.rowLength = length;
            c.rowPitch = pitch;
            for (const uint32_t k : {1u, 5u, 64u}) {
                if (!sample.takes())
                    continue;
                c.k = k;
                c.withOutput = k != 5;
                c.withValues = k != 64;
                checkTopK(topK, desc, c, randomKeys<T>(length < 64 ? 311 : 20011));
            }
        }
    });
}

TEST_P(CustomTopKTest, ReadsCountsOnTheDevice)
{
    forBoth([]<class T>(const TopKDesc& desc, const TopK& topK) {
        Sample sample = sampleOf(desc, 12);
        TopKCase c;
        c.submissions = 3;
        const std::vector<T> keys = randomKeys<T>(20011);
        for (const uint32_t k : {64u, 3000u}) {
            c.k = k;
            for (const uint32_t gpuCount : {0u, 1u, 65u, 2999u, 20010u, 0xffffffffu}) {
                if (!sample.takes())
                    continue;
                c.gpuCount = gpuCount;
                c.rowLength = k == 64 && gpuCount == 2999 ? 901 : 0;
                checkTopK(topK, desc, c, keys);
            }
        }
    });
}

INSTANTIATE_TEST_SUITE_P(Types, CustomTopKTest, testing::Values(ElementType::F32, ElementType::I64),
                         [](const auto& info) { return std::string(toString(info.param)); });

// Samples whose bounds leave out what is wanted, or nothing: all keys are merged, and loaded once more.
TEST(CustomTopK, UselessBounds)
{
    TopKDesc desc;
    desc.kernels = loaded_keys;
    Sample sample(0, 4);
    for (const uint32_t hook : {vkscan::abi::kHookLowBounds, vkscan::abi::kHookNoBounds}) {
        for (const bool isSmall : {true, false}) {
            if (!sample.takes())
                continue;
            Tuning tuning = isSmall ? smallTuning() : tuningFor(capabilities());
            tuning.testHooks = hook;
            const TopK topK = createTopK(desc, tuning);
            for (const uint32_t rowLength : {0u, 5000u})
                checkTopK(topK, desc, {.k = 64, .rowLength = rowLength},
                          randomKeys<uint32_t>(isSmall ? 5003 : 20011));
        }
    }
}

} // namespace
