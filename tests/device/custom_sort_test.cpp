// Sorts by kernels of the user's: keys that they make, and places that they store to, in all forms of a sort.
#include "sample.h"
#include "scan_check.h"
#include "sort_reference.h"

#include "operations/radix_sort.h"
#include "schedule/array_operation.h"

#include "loaded_keys.h"
#include "moved_keys.h"
#include "some_keys.h"
#include "stored_keys.h"
#include "wide_keys.h"

using namespace testing_support;
using namespace vkscan;

namespace {

constexpr uint32_t kPattern = 0x5a00ff13;

struct KeyParameters {
    VkDeviceAddress records;
    VkDeviceAddress sorted;
    VkDeviceAddress counter; // of calls with what is not there
    uint32_t pattern;
    uint32_t count;
};
static_assert(sizeof(KeyParameters) == kMaxSortParameterBytes);

struct SortedRecord {
    uint32_t key[2];
    uint32_t value;
    uint32_t stores;
    bool operator==(const SortedRecord&) const = default;
};

struct SortCall {
    std::optional<uint32_t> gpuCount = std::nullopt;
    std::vector<uint32_t> offsets = {}; // of segments
    bool namesMemory = false;           // that kernels load from and store to
    unsigned submissions = 1;
};

bool loads(const RadixSortDesc& desc)
{
    return desc.kernels.items != stored_keys.items;
}

bool stores(const RadixSortDesc& desc)
{
    return desc.kernels.items != loaded_keys.items;
}

class CustomSortTest : public testing::TestWithParam<Strategy> {
protected:
    static RadixSort create(Forced<RadixSortDesc>* desc)
    {
        desc->strategy = desc->segmented ? Strategy::Auto : GetParam();
        RadixSort sort;
        const Status status = createTuned(context(), *desc, smallTuning(), &sort);
        EXPECT_EQ(status, Status::Success) << toString(status);
        return sort;
    }

    // As many as the sort takes, at most.
    static uint64_t countFor(const RadixSort& sort, uint64_t count) { return std::min(count, sort.maxCount()); }
};

// Keys of 4 or 8 bytes, which are in an array, or in records that are loaded; what they are sorted to, in arrays or in
// records that are stored.
template <class T>
void check(const RadixSort& sort, const RadixSortDesc& desc, const SortCall& call, const std::vector<T>& keys)
{
    const uint64_t size = keys.size();
    const uint64_t count = std::min<uint64_t>(size, call.gpuCount.value_or(0xffffffffu));
    SCOPED_TRACE(testing::Message() << toString(desc.type) << (desc.descending ? " descending, " : ", ") << count
                                    << " of " << size << (loads(desc) ? ", loaded" : "")
                                    << (stores(desc) ? ", stored" : "") << ", values of " << desc.valueSize
                                    << (desc.withIndex ? ", indices" : "") << ", " << call.offsets.size()
                                    << " offsets");
    const uint64_t valueWords = desc.withIndex ? 1 : desc.valueSize / 4;
    std::vector<uint32_t> values(size * valueWords);
    for (std::size_t i = 0; i < values.size(); ++i)
        values[i] = static_cast<uint32_t>(i * 2654435761u + 12345);
    std::vector<std::array<uint32_t, 2>> records(size);
    for (uint64_t i = 0; i < size; ++i) {
        std::memcpy(&records[i], &keys[i], sizeof(T));
        records[i] = {records[i][0] ^ kPattern, records[i][1] ^ kPattern};
    }
    TestArray input(size * (loads(desc) ? sizeof(records[0]) : sizeof(T)));
    TestArray output(stores(desc) ? 0 : size * sizeof(T));
    TestArray valuesIn(values);
    TestArray valuesOut(stores(desc) ? 0 : values.size() * 4);
    TestArray sorted(stores(desc) ? size * sizeof(SortedRecord) : 0);
    TestArray temporary(sort.temporarySize(size));
    TestArray scratch(sort.scratchSize(size));
    TestArray faults(sizeof(uint32_t));
    const CountBuffer countBuffer(call.gpuCount);
    TestArray segments(call.offsets.size() * sizeof(uint32_t));
    if (loads(desc))
        input.write(records.data(), size * sizeof(records[0]));
    else
        input.write(keys.data(), size * sizeof(T));
    for (TestArray* array : {&sorted, &scratch, &faults})
        array->fill(0);

    const KeyParameters parameters = {input.range().address, sorted.range().address, faults.range().address, kPattern,
                                      static_cast<uint32_t>(count)};
    RadixSortArgs args;
    if (!loads(desc) || call.namesMemory)
        args.input = input.range();
    if (!stores(desc)) {
        args.output = output.range();
        args.sortedValues = valuesOut.range();
    } else if (call.namesMemory) {
        args.output = sorted.range();
    }
    if (!desc.withIndex)
        args.values = valuesIn.range();
    args.parameters = {&parameters, sizeof(parameters)};
    if (!call.offsets.empty()) {
        segments.write(call.offsets.data(), call.offsets.size() * sizeof(uint32_t));
        args.segments = segments.range();
        args.segmentCount = static_cast<uint32_t>(call.offsets.size() - 1);
    }
    args.temporary = temporary.range();
    args.scratch = scratch.range();
    args.count = size;
    args.countBuffer = countBuffer.range();
    submit(sort, args, call.submissions);

    const std::vector<uint32_t> order = referenceOrder(desc, keys, count, call.offsets);
    if (stores(desc)) {
        const auto actual = sorted.values<SortedRecord>();
        for (uint64_t i = 0; i < size; ++i) {
            SortedRecord expected = {};
            if (i < order.size()) {
                std::memcpy(expected.key, &keys[order[i]], sizeof(T));
                expected.value = desc.withIndex ? order[i] : valueWords > 0 ? values[order[i]] : 0;
                expected.stores = call.submissions;
            }
            ASSERT_EQ(actual[i], expected) << "place " << i;
        }
    } else {
        std::vector<T> actual(size);
        std::vector<uint32_t> actualValues(values.size());
        output.read(actual.data(), size * sizeof(T));
        valuesOut.read(actualValues.data(), values.size() * 4);
        for (uint64_t i = 0; i < order.size(); ++i) {
            ASSERT_EQ(orderedBits(desc, actual[i]), orderedBits(desc, keys[order[i]])) << "key " << i;
            for (uint64_t word = 0; word < valueWords; ++word)
                ASSERT_EQ(actualValues[i * valueWords + word],
                          desc.withIndex ? order[i] : values[order[i] * valueWords + word])
                    << "value " << i;
        }
    }
    const auto faultCount = faults.value<uint32_t>();
    ASSERT_EQ(faultCount, 0u) << "calls with what is not there";
    ASSERT_EQ(scratchStatus(scratch), ScratchStatus::Complete);
}

TEST_P(CustomSortTest, LoadsKeysAndStoresPlaces)
{
    Sample sample(static_cast<unsigned>(GetParam()), 6);
    for (const ElementType type : typesOfBytes(4)) {
        for (const bool descending : {false, true}) {
            if (!sample.takes())
                continue;
            Forced<RadixSortDesc> desc = {
                {.type = type, .descending = descending, .withIndex = true, .kernels = moved_keys}};
            const RadixSort sort = create(&desc);
            withKeyType(type, [&]<class T>() {
                for (const uint64_t count : {uint64_t{1}, uint64_t{255}, uint64_t{256}, uint64_t{5003}})
                    check(sort, desc, {.namesMemory = count == 255}, randomKeys<T>(countFor(sort, count), 300));
            });
        }
    }
}

TEST_P(CustomSortTest, StoresValues)
{
    Sample sample(static_cast<unsigned>(GetParam()), 2);
    for (const uint32_t valueSize : {0u, 4u}) {
        if (!sample.takes())
            continue;
        Forced<RadixSortDesc> desc = {{.valueSize = valueSize, .kernels = moved_keys}};
        const RadixSort sort = create(&desc);
        check(sort, desc, {}, randomKeys<uint32_t>(countFor(sort, 3001), 300));
    }
}

TEST_P(CustomSortTest, LoadsAlone)
{
    Sample sample(static_cast<unsigned>(GetParam()), 2);
    for (const uint32_t valueSize : {0u, 16u}) {
        if (!sample.takes())
            continue;
        Forced<RadixSortDesc> desc = {{.type = ElementType::F32, .valueSize = valueSize, .kernels = loaded_keys}};
        const RadixSort sort = create(&desc);
        check(sort, desc, {}, randomKeys<float>(countFor(sort, 3001), 300));
    }
}

TEST_P(CustomSortTest, StoresAlone)
{
    Forced<RadixSortDesc> desc = {
        {.type = ElementType::I32, .descending = true, .withIndex = true, .kernels = stored_keys}};
    const RadixSort sort = create(&desc);
    check(sort, desc, {}, randomKeys<int32_t>(countFor(sort, 3001), 300));
}

TEST_P(CustomSortTest, SortsKeysOfTwoWords)
{
    Sample sample(static_cast<unsigned>(GetParam()), 2);
    for (const ElementType type : {ElementType::U64, ElementType::F64}) {
        if (!sample.takes())
            continue;
        Forced<RadixSortDesc> desc = {
            {.type = type, .descending = type == ElementType::F64, .withIndex = true, .kernels = wide_keys}};
        const RadixSort sort = create(&desc);
        withKeyType(type, [&]<class T>() { check(sort, desc, {}, randomKeys<T>(countFor(sort, 3001), 300)); });
    }
}

// Any number of passes, of which the device skips any: the pass that loads and the one that stores vary.
TEST_P(CustomSortTest, AnyPassLoadsAndStores)
{
    for (const uint32_t endBit : {0u, 8u, 16u, 24u, 32u}) {
        Forced<RadixSortDesc> desc = {{.withIndex = true, .endBit = endBit, .kernels = moved_keys}};
        const RadixSort sort = create(&desc);
        // With few tiles, single passes sort by all digits.
        const uint64_t count = countFor(sort, GetParam() == Strategy::Spine ? 20011 : 3001);
        for (uint32_t digits = 0; digits < 16; digits += endBit == 32 ? 1 : 5) {
            uint32_t mask = 0;
            for (uint32_t digit = 0; digit < 4; ++digit)
                mask |= (digits & 1 << digit) != 0 ? 0x55u << 8 * digit : 0;
            std::vector<uint32_t> keys = randomKeys<uint32_t>(count);
            for (uint32_t& key : keys)
                key = (key & mask) | (0xcdcdcdcd & ~mask);
            check(sort, desc, {}, keys);
        }
    }
}

TEST_P(CustomSortTest, CountsReadOnTheDevice)
{
    Forced<RadixSortDesc> desc = {{.withIndex = true, .kernels = moved_keys}};
    const RadixSort sort = create(&desc);
    const std::vector<uint32_t> keys = randomKeys<uint32_t>(countFor(sort, 5003), 300);
    const auto count = static_cast<uint32_t>(keys.size());
    for (const uint32_t gpuCount : {0u, 1u, count / 2, count - 1, 0xffffffffu})
        check(sort, desc, {.gpuCount = gpuCount, .submissions = 3}, keys);
}

INSTANTIATE_TEST_SUITE_P(Strategies, CustomSortTest, testing::ValuesIn(strategiesOfSorts(WithAuto::No)), strategyName);

// Segments that are sorted in a tile, by their keys' places or by radix, and such as do not fit one.
TEST(CustomSortOfSegmentsTest, LoadsKeysAndStoresPlaces)
{
    for (const ElementType type : {ElementType::F32, ElementType::U64}) {
        const bool isWide = type == ElementType::U64;
        const Forced<RadixSortDesc> desc = {{.type = type,
                                             .descending = true,
                                             .withIndex = true,
                                             .endBit = isWide ? 40 : kAllBits,
                                             .segmented = true,
                                             .kernels = isWide ? wide_keys : moved_keys}};
        RadixSort sort;
        ASSERT_EQ(createTuned(context(), desc, smallTuning(), &sort), Status::Success);
        withKeyType(type, [&]<class T>() {
            for (const uint64_t count : {uint64_t{100}, uint64_t{20011}})
                for (const uint32_t mean : {5u, 100u, 3000u})
                    check(sort, desc, {.offsets = offsetsOf(count, mean, mean / 2)}, randomKeys<T>(count, 300));
            // A segmentCount of 0: the one offset cuts the keys in two.
            check(sort, desc, {.gpuCount = 2000, .offsets = {700}, .submissions = 2}, randomKeys<T>(3001, 300));
        });
    }
}

// Some elements are to be sorted, whose number the host does not know.
struct SomeElements {
    static constexpr uint32_t kCount = 5003;
    std::vector<uint32_t> keys = randomKeys<uint32_t>(kCount, 300);
    std::vector<uint32_t> flags = randomKeys<uint32_t>(kCount); // not 0: is sorted
    std::vector<uint32_t> wanted;                               // indices in order

    SomeElements()
    {
        for (uint32_t i = 0; i < kCount; ++i) {
            flags[i] = flags[i] % 8 < 3 ? 1 : 0;
            keys[i] &= 0x7fffffff; // none comes last
            if (flags[i] != 0)
                wanted.push_back(i);
        }
        std::stable_sort(wanted.begin(), wanted.end(), [&](uint32_t a, uint32_t b) { return keys[a] < keys[b]; });
    }
};

TEST(SortOfSomeElementsTest, TakesTheCountOfACompaction)
{
    const SomeElements some;
    const CompactDesc compactDesc = {.predicate = {Condition::FlagWords}, .elementSize = 4};
    Compact compact;
    ASSERT_EQ(createTuned(context(), compactDesc, smallTuning(), &compact), Status::Success);
    RadixSort sort;
    ASSERT_EQ(createTuned(context(), RadixSortDesc{}, smallTuning(), &sort), Status::Success);
    TestArray keys(some.kCount * 4);
    TestArray flags(some.kCount * 4);
    TestArray compacted(some.kCount * 4);
    TestArray sorted(some.kCount * 4);
    TestArray temporary(sort.temporarySize(some.kCount));
    TestArray scratch(std::max(compact.scratchSize(some.kCount), sort.scratchSize(some.kCount)));
    TestArray count(4);
    keys.write(some.keys.data(), some.kCount * 4);
    flags.write(some.flags.data(), some.kCount * 4);
    scratch.fill(0);
    CompactArgs selection;
    selection.input = keys.range();
    selection.tested = flags.range();
    selection.output = compacted.range();
    selection.selectedCount = count.range();
    selection.scratch = scratch.range();
    selection.count = some.kCount;
    submit(compact, selection);
    RadixSortArgs args;
    args.input = compacted.range();
    args.output = sorted.range();
    args.temporary = temporary.range();
    args.scratch = scratch.range();
    args.count = some.kCount;
    args.countBuffer = count.range();
    submit(sort, args);
    std::vector<uint32_t> actual(some.kCount);
    sorted.read(actual.data(), some.kCount * 4);
    for (std::size_t i = 0; i < some.wanted.size(); ++i)
        ASSERT_EQ(actual[i], some.keys[some.wanted[i]]) << i;
}

TEST(SortOfSomeElementsTest, LeavesOutTheKeyThatComesLast)
{
    const SomeElements some;
    const Forced<RadixSortDesc> desc = {{.withIndex = true, .kernels = some_keys}, Strategy::ReduceThenScan};
    RadixSort sort;
    ASSERT_EQ(createTuned(context(), desc, smallTuning(), &sort), Status::Success);
    std::vector<std::array<uint32_t, 2>> given(some.kCount);
    for (uint32_t i = 0; i < some.kCount; ++i)
        given[i] = {some.keys[i] ^ kPattern, (some.flags[i] != 0 ? 0 : 1) ^ kPattern};
    TestArray records(some.kCount * sizeof(given[0]));
    TestArray sorted(some.kCount * sizeof(SortedRecord));
    TestArray temporary(sort.temporarySize(some.kCount));
    TestArray scratch(sort.scratchSize(some.kCount));
    TestArray stored(4);
    records.write(given.data(), records.range().size);
    for (TestArray* array : {&sorted, &scratch, &stored})
        array->fill(0);
    const KeyParameters parameters = {records.range().address, sorted.range().address, stored.range().address, kPattern,
                                      some.kCount};
    RadixSortArgs args;
    args.parameters = {&parameters, sizeof(parameters)};
    args.temporary = temporary.range();
    args.scratch = scratch.range();
    args.count = some.kCount;
    submit(sort, args);
    uint32_t count = 0;
    stored.read(&count, sizeof(count));
    ASSERT_EQ(count, some.wanted.size());
    std::vector<SortedRecord> actual(some.kCount);
    sorted.read(actual.data(), some.kCount * sizeof(SortedRecord));
    for (uint32_t i = 0; i < some.kCount; ++i) {
        SortedRecord expected = {};
        if (i < count)
            expected = {{some.keys[some.wanted[i]], 0}, some.wanted[i], 1};
        ASSERT_EQ(actual[i], expected) << i;
    }
}

} // namespace
