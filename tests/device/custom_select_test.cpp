// Compactions by kernels of the user's: records and indices of those kept, capacities, counts on the device.
#include "garbage.h"
#include "scan_check.h"

#include "operations/compact.h"
#include "schedule/array_operation.h"

#include "record_indices.h"
#include "records.h"

#include <array>
#include <random>

using namespace testing_support;
using namespace vkscan;

namespace {

constexpr uint32_t kKind = 3;

using Record = std::array<uint32_t, 8>;

struct RecordParameters {
    VkDeviceAddress records;
    VkDeviceAddress indices;
    VkDeviceAddress faults;
    uint32_t kind;
    uint32_t count;
};

class CustomCompactTest : public testing::TestWithParam<Strategy> {
protected:
    static Tuning selectTuning()
    {
        auto tuning = smallTuning();
        for (Geometry* geometry : {&tuning.spans, &tuning.spine, &tuning.flatSum, &tuning.singleWorkgroup})
            geometry->rows = 6; // of vectors: three of records
        return tuning;
    }

    static Compact create(const CustomKernels& kernels, const Tuning& tuning = selectTuning())
    {
        Forced<CompactDesc> desc;
        desc.kernels = kernels;
        desc.strategy = GetParam();
        Compact compact;
        const Status status = createTuned(context(), desc, tuning, &compact);
        EXPECT_EQ(status, Status::Success) << toString(status);
        return compact;
    }
};

// Records, of which one in `every` is kept.
std::vector<Record> randomRecords(uint64_t count, uint32_t every)
{
    std::mt19937 random(static_cast<uint32_t>(count) + every);
    std::vector<Record> records(count);
    for (Record& record : records) {
        for (uint32_t& word : record)
            word = static_cast<uint32_t>(random()) & 0x3fffffff;
        record[0] = random() % every == 0 ? kKind : kKind + 1 + record[0] % 5;
    }
    return records;
}

struct Call {
    uint64_t count;
    uint32_t every;
    bool hasOwnMemory = false; // loads and stores by itself
    std::optional<uint32_t> gpuCount = {};
    std::optional<uint32_t> capacity = {};
    bool countsOnly = false; // without an output
    unsigned submissions = 1;
};

void check(const Compact& compact, const Call& call)
{
    SCOPED_TRACE(testing::Message() << call.count << " records, one in " << call.every
                                    << (call.hasOwnMemory ? ", indices" : "")
                                    << (call.gpuCount ? ", counted on the device" : ""));
    const std::vector<Record> records = randomRecords(call.count, call.every);
    const uint64_t count = std::min<uint64_t>(call.count, call.gpuCount.value_or(~0u));
    std::vector<Record> kept;
    std::vector<uint32_t> indices;
    for (uint32_t i = 0; i < count; ++i)
        if (records[i][0] == kKind) {
            kept.push_back(records[i]);
            indices.push_back(i);
        }
    const uint64_t room = call.capacity.value_or(static_cast<uint32_t>(call.count));
    TestArray input(records);
    TestArray output(room * (call.hasOwnMemory ? sizeof(uint32_t) : sizeof(Record)));
    TestArray selectedCount(sizeof(uint32_t));
    TestArray indirect(sizeof(uint32_t));
    TestArray faults(sizeof(uint32_t));
    faults.fill(0);
    const CountBuffer countBuffer(call.gpuCount);
    const RecordParameters parameters = {input.range().address, output.range().address, faults.range().address, kKind,
                                         static_cast<uint32_t>(count)};
    CompactArgs args;
    if (!call.hasOwnMemory) {
        args.input = input.range();
        if (!call.countsOnly)
            args.output = output.range();
    }
    args.parameters = {&parameters, sizeof(parameters)};
    args.selectedCount = selectedCount.range();
    args.indirect.field = indirect.range();
    args.indirect.divisor = 7;
    args.scratch = sharedScratch(compact.scratchSize(call.count));
    args.count = call.count;
    args.countBuffer = countBuffer.range();
    submit(compact, args, call.submissions);

    const uint64_t written = call.countsOnly ? 0 : std::min<uint64_t>(kept.size(), room);
    if (call.hasOwnMemory) {
        const auto actual = output.values<uint32_t>();
        indices.resize(room, 0xcccccccc);
        EXPECT_EQ(actual, indices);
    } else {
        const auto actual = output.values<Record>();
        std::vector<Record> expected(kept.begin(), kept.begin() + static_cast<std::ptrdiff_t>(written));
        Record untouched;
        untouched.fill(0xcccccccc);
        expected.resize(room, untouched);
        ASSERT_EQ(actual, expected);
    }
    uint32_t words[3] = {};
    selectedCount.read(&words[0], sizeof(uint32_t));
    indirect.read(&words[1], sizeof(uint32_t));
    faults.read(&words[2], sizeof(uint32_t));
    EXPECT_EQ(words[0], kept.size());
    EXPECT_EQ(words[1], (written + 6) / 7);
    EXPECT_EQ(words[2], 0u) << "calls with what is not there";
}

TEST_P(CustomCompactTest, KeepsRecordsInOrder)
{
    const Compact compact = create(records);
    unsigned variation = 0;
    for (uint64_t count : {0, 1, 63, 64, 65, 255, 257, 1000, 5001}) {
        for (const uint32_t every : {1u, 2u, 50u}) {
            Call call = {std::min(count, compact.maxCount()), every};
            if (variation % 3 == 1)
                call.gpuCount = static_cast<uint32_t>(count * 2 / 3);
            if (variation % 4 == 2)
                call.capacity = static_cast<uint32_t>(count / 5);
            call.countsOnly = variation % 7 == 5;
            if (variation % 5 == 3)
                call.submissions = 3;
            ++variation;
            check(compact, call);
        }
    }
}

TEST_P(CustomCompactTest, LoadsAndStoresByKernels)
{
    const Compact compact = create(record_indices);
    for (uint64_t count : {1, 64, 257, 3001}) {
        for (const bool countsOnDevice : {false, true}) {
            Call call = {std::min(count, compact.maxCount()), 3, true};
            if (countsOnDevice)
                call.gpuCount = static_cast<uint32_t>(count / 2);
            check(compact, call);
        }
    }
}

// vkscan knows of no capacity where a user's kernel stores. Places are below the count all the same.
TEST_P(CustomCompactTest, GarbageInScratchIsHarmless)
{
    constexpr uint32_t kRecords = 47 * 64 + 3; // more than a window of tiles holds
    Tuning hasty = selectTuning();
    hasty.waits.polls = 1;
    hasty.waits.rounds = 64;
    const Compact patient = create(record_indices);
    const TestArray input(randomRecords(kRecords, 2));
    TestArray indices(kRecords * sizeof(uint32_t));
    TestArray faults(sizeof(uint32_t));
    TestArray selectedCount(sizeof(uint32_t));
    TestArray scratch(patient.scratchSize(kRecords));
    const RecordParameters parameters = {input.range().address, indices.range().address, faults.range().address, kKind,
                                         kRecords};
    CompactArgs args;
    args.parameters = {&parameters, sizeof(parameters)};
    args.selectedCount = selectedCount.range();
    args.count = std::min<uint64_t>(kRecords, patient.maxCount());
    OwnCall call(args, scratch, {&indices, &selectedCount});
    checkGarbage(create(record_indices, hasty), patient, call, waits(GetParam()));
}

INSTANTIATE_TEST_SUITE_P(Strategies, CustomCompactTest, testing::ValuesIn(ownStrategies(WithAuto::Yes)), strategyName);

} // namespace
