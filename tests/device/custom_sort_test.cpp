// Sorts by kernels of the user's: keys that they make, and places that they store to, in all forms of a sort.
#include "sample.h"
#include "sort_reference.h"

#include "operations/radix_sort.h"
#include "schedule/array_operation.h"

#include "dropped_keys.h"
#include "loaded_keys.h"
#include "moved_keys.h"
#include "stored_keys.h"
#include "wide_dropped_keys.h"
#include "wide_keys.h"

using namespace testing_support;
using namespace vkscan;

namespace {

constexpr uint32_t kPattern = 0x5a00ff13;

struct KeyParameters {
    VkDeviceAddress records;
    VkDeviceAddress sorted;
    VkDeviceAddress faults;
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
    uint32_t keptOf8 = 8;               // keys of eight that kernels which drop keys leave, if keys have 4 bytes
    bool wantsCount = true;             // of keys that are left
    unsigned submissions = 1;
};

bool loads(const RadixSortDesc& desc)
{
    return desc.kernels.items != stored_keys.items;
}

bool stores(const RadixSortDesc& desc)
{
    return desc.kernels.items != loaded_keys.items && desc.kernels.items != wide_dropped_keys.items;
}

bool drops(const RadixSortDesc& desc)
{
    return desc.kernels.items == dropped_keys.items || desc.kernels.items == wide_dropped_keys.items;
}

// The key that kernels return for what they drop.
template <class T>
bool isNoKey(const RadixSortDesc& desc, T key)
{
    return orderedBits(key) == (desc.descending ? 0 : static_cast<decltype(orderedBits(key))>(~uint64_t{0}));
}

// Indices of the keys that custom/keys.glsl leaves. `spread` chooses those of 4 bytes.
template <class T>
std::vector<uint32_t> keptKeys(const RadixSortDesc& desc, const SortCall& call, const std::vector<T>& keys,
                               uint64_t count, std::vector<uint32_t>* spread)
{
    std::mt19937 random(7);
    std::vector<uint32_t> kept;
    for (uint32_t i = 0; i < count; ++i) {
        uint64_t bits = 0;
        std::memcpy(&bits, &keys[i], sizeof(T));
        const bool isDropped = sizeof(T) == 8 ? (bits >> 3) % 4 < 3 : random() % 8 >= call.keptOf8;
        (*spread)[i] = isDropped ? 1 : 0;
        if (!drops(desc) || (!isDropped && !isNoKey(desc, keys[i])))
            kept.push_back(i);
    }
    return kept;
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
    std::vector<uint32_t> spread(size);
    const std::vector<uint32_t> kept = keptKeys(desc, call, keys, count, &spread);
    if (drops(desc) && sizeof(T) == 4)
        for (uint64_t i = 0; i < size; ++i)
            records[i][1] ^= spread[i];
    TestArray input(size * (loads(desc) ? sizeof(records[0]) : sizeof(T)));
    TestArray output(stores(desc) ? 0 : size * sizeof(T));
    TestArray valuesIn(desc.withIndex ? 0 : values.size() * 4);
    TestArray valuesOut(stores(desc) ? 0 : values.size() * 4);
    TestArray sorted(stores(desc) ? size * sizeof(SortedRecord) : 0);
    TestArray temporary(sort.temporarySize(size));
    TestArray scratch(sort.scratchSize(size));
    TestArray faults(sizeof(uint32_t));
    TestArray countBuffer(sizeof(uint32_t));
    TestArray segments(call.offsets.size() * sizeof(uint32_t));
    TestArray selectedCount(drops(desc) ? sizeof(uint32_t) : 0);
    if (loads(desc))
        input.write(records.data(), size * sizeof(records[0]));
    else
        input.write(keys.data(), size * sizeof(T));
    valuesIn.write(values.data(), valuesIn.range().size);
    for (TestArray* array : {&sorted, &scratch, &faults})
        array->fill(0);
    temporary.fill(0xcc);
    output.fill(0xcc);
    valuesOut.fill(0xcc);
    selectedCount.fill(0xcc);

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
    args.values = valuesIn.range();
    args.parameters = {&parameters, sizeof(parameters)};
    if (!call.offsets.empty()) {
        segments.write(call.offsets.data(), call.offsets.size() * sizeof(uint32_t));
        args.segments = segments.range();
        args.segmentCount = static_cast<uint32_t>(call.offsets.size() - 1);
    }
    if (drops(desc) && call.wantsCount)
        args.selectedCount = selectedCount.range();
    args.temporary = temporary.range();
    args.scratch = scratch.range();
    args.count = size;
    if (call.gpuCount) {
        countBuffer.write(&*call.gpuCount, sizeof(uint32_t));
        args.countBuffer = countBuffer.range();
    }
    submit(sort, args, call.submissions);

    std::vector<T> keptOnes(kept.size());
    for (std::size_t i = 0; i < kept.size(); ++i)
        keptOnes[i] = keys[kept[i]];
    std::vector<uint32_t> order = referenceOrder(desc, keptOnes, kept.size(), call.offsets);
    for (uint32_t& index : order)
        index = kept[index];
    if (drops(desc) && call.wantsCount) {
        uint32_t selected = 0;
        selectedCount.read(&selected, sizeof(selected));
        ASSERT_EQ(selected, order.size()) << "keys are left";
    }
    if (stores(desc)) {
        std::vector<SortedRecord> actual(size);
        sorted.read(actual.data(), size * sizeof(SortedRecord));
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
            ASSERT_EQ(orderedBits(actual[i]), orderedBits(keys[order[i]])) << "key " << i;
            for (uint64_t word = 0; word < valueWords; ++word)
                ASSERT_EQ(actualValues[i * valueWords + word],
                          desc.withIndex ? order[i] : values[order[i] * valueWords + word])
                    << "value " << i;
        }
        if (drops(desc)) { // nothing is stored behind the keys that are left
            const auto* const bytes = reinterpret_cast<const unsigned char*>(actual.data());
            ASSERT_TRUE(std::all_of(bytes + order.size() * sizeof(T), bytes + size * sizeof(T),
                                    [](unsigned char byte) { return byte == 0xcc; }));
        }
    }
    uint32_t faultCount = 0;
    faults.read(&faultCount, sizeof(faultCount));
    ASSERT_EQ(faultCount, 0u) << "calls with what is not there";
    ASSERT_TRUE(input.intact() && output.intact() && valuesIn.intact() && valuesOut.intact() && sorted.intact() &&
                temporary.intact() && scratch.intact() && segments.intact() && selectedCount.intact());
    ASSERT_EQ(scratchStatus(scratch), ScratchStatus::Complete);
}

TEST_P(CustomSortTest, LoadsKeysAndStoresPlaces)
{
    Sample sample(static_cast<unsigned>(GetParam()), 6);
    for (const ElementType type : typesOfBytes(4)) {
        for (const bool descending : {false, true}) {
            if (!sample.takes())
                continue;
            Forced<RadixSortDesc> desc = {{.type = type, .descending = descending, .withIndex = true, .kernels = moved_keys}};
            const RadixSort sort = create(&desc);
            withKeyType(type, [&]<class T>() {
                for (const uint64_t count : {uint64_t{1}, uint64_t{255}, uint64_t{256}, uint64_t{5003}})
                    check(sort, desc, {.namesMemory = count == 255}, randomKeys<T>(countFor(sort, count), 300));
            });
            if (HasFatalFailure())
                return;
        }
    }
}

TEST_P(CustomSortTest, StoresValues)
{
    for (const uint32_t valueSize : {0u, 4u}) {
        Forced<RadixSortDesc> desc = {{.valueSize = valueSize, .kernels = moved_keys}};
        const RadixSort sort = create(&desc);
        check(sort, desc, {}, randomKeys<uint32_t>(countFor(sort, 3001), 300));
    }
}

TEST_P(CustomSortTest, LoadsAlone)
{
    for (const uint32_t valueSize : {0u, 16u}) {
        Forced<RadixSortDesc> desc = {{.type = ElementType::F32, .valueSize = valueSize, .kernels = loaded_keys}};
        const RadixSort sort = create(&desc);
        check(sort, desc, {}, randomKeys<float>(countFor(sort, 3001), 300));
    }
}

TEST_P(CustomSortTest, StoresAlone)
{
    Forced<RadixSortDesc> desc = {{.type = ElementType::I32, .descending = true, .withIndex = true, .kernels = stored_keys}};
    const RadixSort sort = create(&desc);
    check(sort, desc, {}, randomKeys<int32_t>(countFor(sort, 3001), 300));
}

TEST_P(CustomSortTest, SortsKeysOfTwoWords)
{
    Sample sample(static_cast<unsigned>(GetParam()), 2);
    for (const ElementType type : {ElementType::U64, ElementType::F64}) {
        if (!sample.takes())
            continue;
        Forced<RadixSortDesc> desc = {{
            .type = type, .descending = type == ElementType::F64, .withIndex = true, .kernels = wide_keys}};
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
            if (HasFatalFailure())
                return;
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

TEST_P(CustomSortTest, DropsKeys)
{
    for (const auto& [type, descending] : {std::pair{ElementType::F32, true}, {ElementType::I32, false}}) {
        for (const uint32_t endBit : {kAllBits, 9u}) {
            Forced<RadixSortDesc> desc = {{
                .type = type, .descending = descending, .withIndex = true, .endBit = endBit, .kernels = dropped_keys}};
            const RadixSort sort = create(&desc);
            withKeyType(type, [&]<class T>() {
                for (const uint64_t count :
                     {uint64_t{1}, uint64_t{255}, uint64_t{256}, uint64_t{5003}, uint64_t{20011}})
                    for (const uint32_t keptOf8 : {0u, 1u, 4u, 8u})
                        check(sort, desc, {.keptOf8 = keptOf8, .wantsCount = keptOf8 != 4},
                              randomKeys<T>(countFor(sort, count), count == 5003 ? 300 : 0));
            });
            if (HasFatalFailure())
                return;
        }
    }
}

TEST_P(CustomSortTest, DropsKeysOfTwoWords)
{
    Forced<RadixSortDesc> desc = {{.type = ElementType::U64, .valueSize = 16, .kernels = wide_dropped_keys}};
    const RadixSort sort = create(&desc);
    for (const uint64_t count : {uint64_t{1}, uint64_t{300}, uint64_t{5003}})
        check(sort, desc, {}, randomKeys<uint64_t>(countFor(sort, count), 300));
}

// Bits that all keys share, in passes that are skipped: the first that runs drops keys.
TEST_P(CustomSortTest, AnyPassDropsKeys)
{
    Forced<RadixSortDesc> desc = {{.withIndex = true, .kernels = dropped_keys}};
    const RadixSort sort = create(&desc);
    for (uint32_t digits = 0; digits < 16; digits += 3) {
        uint32_t mask = 0;
        for (uint32_t digit = 0; digit < 4; ++digit)
            mask |= (digits & 1 << digit) != 0 ? 0x55u << 8 * digit : 0;
        std::vector<uint32_t> keys = randomKeys<uint32_t>(countFor(sort, 20011));
        for (uint32_t& key : keys)
            key = (key & mask) | (0xcdcdcdcd & ~mask);
        check(sort, desc, {.keptOf8 = 3}, keys);
        if (HasFatalFailure())
            return;
    }
}

TEST_P(CustomSortTest, DropsKeysOfACountReadOnTheDevice)
{
    Forced<RadixSortDesc> desc = {{.withIndex = true, .kernels = dropped_keys}};
    const RadixSort sort = create(&desc);
    const std::vector<uint32_t> keys = randomKeys<uint32_t>(countFor(sort, 5003), 300);
    const auto count = static_cast<uint32_t>(keys.size());
    for (const uint32_t gpuCount : {0u, 1u, count / 2, count - 1, 0xffffffffu})
        check(sort, desc, {.gpuCount = gpuCount, .keptOf8 = 2, .submissions = 3}, keys);
}

INSTANTIATE_TEST_SUITE_P(Strategies, CustomSortTest,
                         testing::ValuesIn(strategiesOfSorts(WithAuto::No)), strategyName);

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

} // namespace
