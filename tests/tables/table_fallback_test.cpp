// Single passes of tables whose waits may be given up: exact, with the same bits, whoever publishes.
#include "hostile.h"
#include "table_check.h"

#include "tables/table.h"

#include <vkscan/summed_area_table.h>
#include <vkscan/types.h>

#include <algorithm>
#include <string>
#include <vector>

using namespace testing_support;
using namespace vkscan;
using vkscan::abi::kHookReverseTiles;
using vkscan::abi::kHookWithhold;

namespace {

Forced<SummedAreaTableDesc> fallbackDesc(Accumulation accumulation, bool isImage)
{
    const bool isInteger = accumulation == Accumulation::U32;
    Forced<SummedAreaTableDesc> desc;
    desc.input = isImage ? Resource::SampledImage : Resource::Buffer;
    desc.inputFormat = isInteger ? VK_FORMAT_R32_UINT : VK_FORMAT_R32_SFLOAT;
    desc.output = isImage ? Resource::StorageImage : Resource::Buffer;
    desc.outputFormat = desc.inputFormat;
    desc.accumulation = accumulation;
    desc.bias = isInteger ? Bias::None : (isImage ? Bias::Mean : Bias::Given);
    desc.layout = isImage ? TableLayout::ZeroBorder : TableLayout::Inclusive;
    desc.squares = !isImage;
    desc.strategy = Strategy::SpineWithFallback;
    return desc;
}

// Waits that end only if nobody publishes.
Tuning patient(Tuning tuning)
{
    tuning.shortWaits.rounds = std::max(tuning.waits.rounds, 16384u);
    return tuning;
}

// Makes runs until none is given up, a few times at most, as a busy machine stops the workgroup that another waits for.
// run() returns how many were given up, as this does of the last.
template <class Run>
uint32_t withPatience(const Run& run)
{
    uint32_t fallbacks = 0;
    (void)runPatiently([&] {
        fallbacks = run();
        return fallbacks > 0 ? ScratchStatus::GaveUp : ScratchStatus::Complete;
    });
    return fallbacks;
}

Tuning withHooks(Tuning tuning, uint32_t hooks)
{
    tuning.shortWaits.polls = 1;
    tuning.shortWaits.rounds = 0;
    tuning.testHooks = hooks;
    return tuning;
}

struct Bits {
    std::vector<std::byte> entries;
    std::vector<std::byte> squares;
    bool operator==(const Bits&) const = default;
};

Bits bitsOf(const SummedAreaTable& table, const SummedAreaTableDesc& desc, VkExtent2D extent)
{
    const uint32_t border = desc.layout == TableLayout::ZeroBorder ? 1 : 0;
    const VkExtent2D entries = {extent.width + border, extent.height + border};
    TestSurface input(desc.input, desc.inputFormat, extent, {});
    TestSurface output(desc.output, desc.outputFormat, entries, {});
    TestSurface squares(desc.output, desc.outputFormat, entries, {});
    input.write(randomTexels(texelFormat(desc.inputFormat), extent, desc.accumulation != Accumulation::U32, 5));
    TestArray bias(4 * sizeof(float));
    bias.fill(0x3e);
    SummedAreaTableArgs args;
    args.input = input.surface();
    args.output = output.surface();
    if (desc.squares)
        args.squares = squares.surface();
    args.scratch = sharedScratch(table.scratchSize(extent));
    args.bias = bias.range();
    submit(table, args);
    return {output.read(), squares.read()};
}

class TableFallbackTest : public testing::TestWithParam<Accumulation> {};

TEST_P(TableFallbackTest, HasTheSameBitsWhoeverPublishes)
{
    const bool takesImages = GetParam() != Accumulation::F64;
    Sample sample(static_cast<unsigned>(GetParam()), takesImages ? 2 : 1);
    for (const bool isImage : {false, true}) {
        if (!sample.takes() || (isImage && !takesImages))
            continue;
        const Forced<SummedAreaTableDesc> desc = fallbackDesc(GetParam(), isImage);
        const Tuning small = smallTableTuning(desc);
        const TableGeometry tile = tableGeometry(desc, small);
        TableCase tableCase;
        tableCase.extent = {8 * tile.tileWidth() - 3, 7 * tile.tileHeight() + 1, 1}; // several windows
        Bits expected;
        const auto run = [&](const Tuning& tuning, Bits* bits) {
            const uint32_t before = sharedFallbacks();
            tableCase.tuning = tuning;
            const SummedAreaTable table = createTable(desc, tuning);
            checkTable(table, desc, tableCase);
            *bits = bitsOf(table, desc, {tableCase.extent.width, tableCase.extent.height});
            return sharedFallbacks() - before;
        };
        EXPECT_EQ(withPatience([&] { return run(patient(small), &expected); }), 0u) << "nobody was to give up";
        for (const uint32_t hooks : {kHookWithhold, kHookReverseTiles, kHookWithhold | kHookReverseTiles}) {
            SCOPED_TRACE(testing::Message() << "hooks " << hooks);
            Bits bits;
            const uint32_t fallbacks = run(withHooks(small, hooks), &bits);
            EXPECT_TRUE(bits == expected);
            EXPECT_GE(fallbacks, (hooks & kHookWithhold) != 0 ? 3u : 0u) << "one for each run";
            EXPECT_LE(fallbacks, 3u);
        }
    }
}

std::string fallbackCaseName(const testing::TestParamInfo<Accumulation>& info)
{
    return findRow(kAccumulations, info.param)->name;
}

INSTANTIATE_TEST_SUITE_P(Matrix, TableFallbackTest, testing::ValuesIn(support::valuesOf(kAccumulations)),
                         fallbackCaseName);

// With windows of one tile, and with a window that holds all tiles.
TEST(TableFallback, HasTheSameBitsWithAnyWindow)
{
    Forced<SummedAreaTableDesc> desc = fallbackDesc(Accumulation::F32, false);
    desc.squares = false;
    Tuning small = smallTableTuning(desc);
    const TableGeometry tile = tableGeometry(desc, small);
    const VkExtent2D extent = {5 * tile.tileWidth() + 1, 5 * tile.tileHeight() - 1};
    for (const uint32_t window : {1u, 64u}) {
        small.table.rowWindow = small.table.columnWindow = window;
        const Bits expected = bitsOf(createTable(desc, patient(small)), desc, extent);
        const uint32_t fallbacks = sharedFallbacks();
        EXPECT_TRUE(bitsOf(createTable(desc, withHooks(small, kHookWithhold)), desc, extent) == expected)
            << "windows of " << window;
        EXPECT_EQ(sharedFallbacks() - fallbacks, 1u);
    }
}

// Each run on the same scratch finds out by itself whether it was given up.
TEST(TableFallback, IsOfEachRun)
{
    constexpr VkExtent2D kExtent = {131, 97};
    constexpr std::size_t kCount = std::size_t{kExtent.width} * kExtent.height;
    Forced<SummedAreaTableDesc> desc = fallbackDesc(Accumulation::U32, false);
    desc.squares = false;
    const Tuning small = smallTableTuning(desc);
    const SummedAreaTable withholding = createTable(desc, withHooks(small, kHookWithhold));
    const SummedAreaTable waiting = createTable(desc, patient(small));
    TestArray input(kCount * sizeof(uint32_t));
    TestArray output(kCount * sizeof(uint32_t));
    TestArray scratch(waiting.scratchSize(kExtent));
    const std::vector<uint32_t> ones(kCount, 1);
    input.write(ones.data(), kCount * sizeof(uint32_t));
    scratch.fill(0);
    SummedAreaTableArgs args;
    args.input.buffer = input.range();
    args.output.buffer = output.range();
    args.input.extent = args.output.extent = kExtent;
    args.scratch = scratch.range();
    const auto run = [&](const SummedAreaTable& table) {
        const uint32_t before = fallbacksOf(scratch);
        output.fill(0xcc);
        submit(table, args);
        EXPECT_EQ(scratchStatus(scratch), ScratchStatus::Complete);
        const auto entries = output.values<uint32_t>();
        bool exact = true;
        for (uint32_t i = 0; i < kCount; ++i)
            exact = exact && entries[i] == (i % kExtent.width + 1) * (i / kExtent.width + 1);
        EXPECT_TRUE(exact);
        return fallbacksOf(scratch) - before;
    };
    for (const SummedAreaTable* table : {&withholding, &waiting, &waiting, &withholding, &withholding, &waiting}) {
        if (table == &withholding)
            EXPECT_EQ(run(*table), 1u);
        else
            EXPECT_EQ(withPatience([&] { return run(*table); }), 0u);
    }
}

// Auto takes it from some bytes on, on devices that are not listed.
TEST(TableFallback, IsAutosChoiceForManyBytes)
{
    ContextDesc contextDesc = device().contextDesc();
    contextDesc.takeAsUnlisted = true;
    Context unlisted;
    ASSERT_EQ(Context::create(contextDesc, &unlisted), Status::Success);
    Forced<SummedAreaTableDesc> desc = fallbackDesc(Accumulation::F32, false);
    desc.strategy = Strategy::Auto;
    TableCase tableCase;
    tableCase.tuning = smallTableTuning(desc);
    tableCase.tuning->fallbackBytes = 100 * 60 * 4;
    const SummedAreaTable table = createTable(desc, tableCase.tuning, unlisted);
    for (const VkExtent2D extent : {VkExtent2D{100, 60}, VkExtent2D{100, 59}}) {
        EXPECT_EQ(strategyFor(table, extent),
                  extent.height == 60 ? Strategy::SpineWithFallback : Strategy::ReduceThenScan);
        tableCase.extent = inSlices(extent);
        checkTable(table, desc, tableCase);
    }
}

TEST(VolumeFallbackTest, IsExactWhoeverPublishes)
{
    unsigned cell = 0;
    for (const auto& [accumulation, isImage] :
         {std::pair{Accumulation::U32, false}, {Accumulation::F32, false}, {Accumulation::F32, true}}) {
        Forced<SummedVolumeTableDesc> desc;
        const bool isInteger = accumulation == Accumulation::U32;
        desc.input = isImage ? Resource::SampledImage : Resource::Buffer;
        desc.output = isImage ? Resource::StorageImage : Resource::Buffer;
        desc.separateSlices = isInteger;
        desc.inputFormat = desc.outputFormat = isInteger ? VK_FORMAT_R32_UINT : VK_FORMAT_R32_SFLOAT;
        desc.accumulation = accumulation;
        desc.bias = isInteger ? Bias::None : Bias::Mean;
        desc.layout = isInteger ? TableLayout::Inclusive : TableLayout::ZeroBorder;
        desc.strategy = Strategy::SpineWithFallback;
        const Tuning small = smallTableTuning(desc);
        TableCase volumeCase;
        volumeCase.extent = {67, 43, 5};
        Sample sample(cell++, 2);
        for (const uint32_t hooks : {0u, kHookWithhold, kHookReverseTiles, kHookWithhold | kHookReverseTiles}) {
            if (!sample.takes())
                continue;
            SCOPED_TRACE(testing::Message() << "hooks " << hooks);
            const SummedVolumeTable table = createTable(desc, hooks == 0 ? patient(small) : withHooks(small, hooks));
            const auto run = [&] {
                const uint32_t before = sharedFallbacks();
                checkTable(table, desc, volumeCase);
                return sharedFallbacks() - before;
            };
            const uint32_t made = hooks == 0 ? withPatience(run) : run();
            EXPECT_GE(made, (hooks & kHookWithhold) != 0 ? 2u : 0u) << "one for each run";
            EXPECT_LE(made, hooks == 0 ? 0u : 2u);
        }
    }
}

} // namespace
