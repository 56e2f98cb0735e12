// Top-k selections on the device: every type, direction, count and k, against a sort on the CPU; also of keys that
// kernels of the user's load.
#include "device_call.h"
#include "sample.h"

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
    bool withLengths = false; // of rows
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

template <class T>
void checkTopK(const TopK& topK, const TopKDesc& desc, const TopKCase& c, const std::vector<T>& keys)
{
    SCOPED_TRACE(std::string(toString(desc.type)) + (desc.smallest ? ", smallest " : ", largest ") +
                 std::to_string(c.k) + ", rows of " + std::to_string(c.rowLength) + " of " +
                 std::to_string(c.rowPitch));
    const bool loads = desc.kernels.count > 0;
    const TestArray records(loads ? recordsOf(keys) : recordsOf(std::vector<T>()));
    TestArray faults(sizeof(uint32_t));
    faults.fill(0);
    const LoadedKeyParameters parameters = {
        records.range().address, 0, faults.range().address, kRecordPattern,
        static_cast<uint32_t>(std::min<uint64_t>(keys.size(), c.gpuCount.value_or(0xffffffffu)))};
    Form<TopK> form = {.desc = desc};
    form.change = [&](TopKArgs& args) {
        args.k = c.k;
        args.rowLength = c.rowLength;
        args.rowPitch = c.rowPitch;
        if (loads) {
            args.parameters = {&parameters, sizeof(parameters)};
            args.input = c.namesRecords ? records.range() : BufferRange{};
        }
        if (!c.withOutput)
            args.output = {};
        if (!c.withIndex)
            args.index = {};
        if (!c.withLengths)
            args.rowLengths = {};
        if (!c.withValues)
            args.values = args.sortedValues = {};
    };
    form.draw = [&](TopKArgs& args, CallMemory* memory) {
        std::vector<std::byte>& bytes = (*memory)[Argument::Input];
        bytes.resize(std::max(bytes.size(), keys.size() * sizeof(T))); // that kernels make of records, if these load
        memory->write(Argument::Input, keys);
        drawWords(Argument::Values, 1u << 26, c.k, memory);
        drawRowLengths(args, c.k, memory);
    };
    checkCall(topK, form,
              {.count = keys.size(),
               .gpuCount = c.gpuCount,
               .place = static_cast<unsigned>(c.misalignment),
               .submissions = c.submissions});
    ASSERT_EQ(faults.value<uint32_t>(), 0u) << "loads of keys that are not there";
}

// Small tiles and lists, so that small arrays take all levels, and lists overflow; and tiles as they are. Descriptions
// that are alike take one of them each, where a part of a matrix is tried, since kernels take long to compile.
std::vector<Tuning> tuningsFor(const TopKDesc& desc)
{
    Sample sample(static_cast<unsigned>(desc.type) + (desc.smallest ? 1 : 0), 2);
    std::vector<Tuning> tunings;
    for (const Tuning& tuning : {Tuning(smallTuning()), tuningFor(capabilities())})
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
        const auto tuning = smallTuning();
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

// Rows up to the longest that a subgroup takes and beyond, wherever in a vector they begin, of keys that differ in all
// bits, in few, in the lowest ones, or in their indices alone.
TEST_P(TopKTypesTest, ShortRows)
{
    forBoth([]<class T>(TopKDesc desc) {
        using Bits = BitsOf<T>;
        desc.maxK = 64; // fewer kernels
        Sample sample = sampleOf(desc, 20);
        TopKCase c;
        for (const Tuning& tuning : tuningsFor(desc)) {
            const TopK topK = createTopK(desc, tuning);
            for (const auto& [length, pitch] : {std::pair{1u, 0u},
                                                {5u, 0u},
                                                {28u, 0u},
                                                {29u, 31u},
                                                {32u, 0u},
                                                {33u, 0u},
                                                {61u, 64u},
                                                {64u, 0u},
                                                {65u, 0u},
                                                {125u, 126u},
                                                {128u, 0u},
                                                {129u, 0u},
                                                {250u, 256u},
                                                {256u, 0u},
                                                {1000u, 1003u}}) {
                const uint64_t count = 7 * std::max(length, pitch) + 3;
                std::vector<T> close(count); // neighbours, and some far away: words have too few bits
                for (uint64_t i = 0; i < count; ++i)
                    close[i] = i % 29 == 0
                                   ? std::numeric_limits<T>::max()
                                   : std::bit_cast<T>(std::bit_cast<Bits>(T{3}) + static_cast<Bits>(i * 7919 % 50));
                const std::vector<std::vector<T>> arrays = {randomKeys<T>(count), randomKeys<T>(count, 3), close,
                                                            std::vector<T>(count, T{7})};
                for (const std::vector<T>& keys : arrays) {
                    for (const uint32_t k : {1u, 7u, 16u, 64u}) {
                        if (!sample.takes())
                            continue;
                        c.k = k;
                        c.rowLength = length;
                        c.rowPitch = pitch;
                        c.misalignment = (c.misalignment + 1) % 4;
                        c.withLengths = !c.withLengths;
                        checkTopK(topK, desc, c, keys);
                    }
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

// Rows of several tiles, of keys that differ in all bits, in few, or in their indices alone, up to the largest k that a
// list holds on any device.
TEST(TopKTest, LongRows)
{
    const TopKDesc desc = {.maxK = 512};
    const TopK topK = createTopK(desc);
    TopKCase c;
    c.rowLength = 20011;
    const uint64_t count = 50000;
    for (const uint32_t k : {1u, 64u, 300u, 512u}) {
        for (const std::vector<uint32_t>& keys :
             {randomKeys<uint32_t>(count), randomKeys<uint32_t>(count, 3), std::vector<uint32_t>(count, 7)}) {
            c.k = k;
            c.misalignment = (c.misalignment + 1) % 4;
            c.withLengths = !c.withLengths;
            checkTopK(topK, desc, c, keys);
        }
    }
}

// Integers and floats of 16 bits, wherever in a word they and their results begin: arrays of all levels, and rows.
class TopKSmallKeysTest : public testing::TestWithParam<ElementType> {};

TEST_P(TopKSmallKeysTest, AreSelected)
{
    withKeyType(GetParam(), []<class T>() {
        for (const bool smallest : {false, true}) {
            const TopKDesc desc = {GetParam(), smallest};
            const TopK topK = createTopK(desc, smallTuning());
            TopKCase c;
            for (const auto& [count, length] : {std::pair{301u, 0u},
                                                {20011u, 0u},
                                                {4099u, 1u},
                                                {4099u, 30u},
                                                {4096u, 32u},
                                                {9999u, 300u},
                                                {20000u, 5001u}}) {
                for (const uint32_t distinct : {0u, 3u}) {
                    for (const uint32_t k : {1u, 7u, 64u, 2000u}) {
                        if (length > 0 && k > 64)
                            continue;
                        c.k = k;
                        c.rowLength = length;
                        c.misalignment = (c.misalignment + 1) % 8;
                        c.withLengths = !c.withLengths;
                        checkTopK(topK, desc, c, randomKeys<T>(count, distinct));
                    }
                }
            }
        }
    });
}

INSTANTIATE_TEST_SUITE_P(Types, TopKSmallKeysTest, testing::ValuesIn(typesOfBytes(2)),
                         [](const auto& info) { return std::string(toString(info.param)); });

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
        if (isSmall)
            tuning.topKGroups = 3; // all of them have tiles, also the one that is last
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
                checkTopK(topK, desc, {.k = 64, .rowLength = rowLength}, randomKeys<uint32_t>(isSmall ? 5003 : 20011));
        }
    }
}

} // namespace
