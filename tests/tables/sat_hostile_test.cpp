// Schedules that no device should be asked for: tables that need no promise are exact in each, and no wait is given up.
#include "sat_check.h"

#include "abi.h"

#include <span>

using namespace testing_support;
using namespace vkscan;

namespace {

constexpr uint32_t kRuns = 2; // of checkTable

struct Hostility {
    uint32_t hooks;
    uint32_t rounds;
};

constexpr Hostility kHostilities[] = {
    {vkscan::abi::kHookWithhold | vkscan::abi::kHookReverseTiles, 0},
    {vkscan::abi::kHookWithholdAll, 3},
    {vkscan::abi::kHookReverseTiles, 0},
    {vkscan::abi::kHookWithhold, 0}, // beyond the first three, for integers only: their kernels are compiled soon
    {vkscan::abi::kHookWithhold, 16},
    {vkscan::abi::kHookWithholdAll | vkscan::abi::kHookReverseTiles, 0},
    {0, 0},
};

std::span<const Hostility> hostilitiesOf(const SummedAreaTableDesc& desc)
{
    return std::span(kHostilities).first(desc.accumulation == Accumulation::U32 ? std::size(kHostilities) : 3);
}

Tuning hostileTuning(const SummedAreaTableDesc& desc, const Hostility& hostility)
{
    Tuning tuning = smallTableTuning(desc);
    tuning.polls = 1;
    tuning.rounds = hostility.rounds;
    tuning.testHooks = hostility.hooks;
    return tuning;
}

// Several windows of tiles in rows and columns.
VkExtent2D severalWindows(const SummedAreaTableDesc& desc, const Tuning& tuning)
{
    const SatGeometry tile = tableGeometry(desc, tuning);
    return {7 * tile.tileWidth() + 3, 5 * tile.tileHeight() + 1};
}

// Parts that workgroups did for others, on the scratch that tests share.
uint32_t sharedFallbacks()
{
    const std::vector<uint64_t> words = sharedScratchWords(vkscan::abi::kScratchHeaderBytes);
    return static_cast<uint32_t>(words[vkscan::abi::kScratchFallbacks / 8] >> 32);
}

// Tiles that never publish and whose edges a neighbour sums: all but the last may be among them.
uint32_t withheldTiles(uint32_t hooks, uint32_t tiles)
{
    if ((hooks & vkscan::abi::kHookWithholdAll) != 0)
        return tiles - 1;
    return (hooks & vkscan::abi::kHookWithhold) != 0 ? tiles / 4 : 0; // every fourth, from the third on
}

SummedAreaTableDesc tableOf(Resource input, VkFormat inputFormat, Resource output, VkFormat outputFormat,
                            Accumulation accumulation)
{
    SummedAreaTableDesc desc;
    desc.input = input;
    desc.inputFormat = inputFormat;
    desc.output = output;
    desc.outputFormat = outputFormat;
    desc.accumulation = accumulation;
    desc.strategy = Strategy::DecoupledFallback;
    return desc;
}

SummedAreaTableDesc integerTable()
{
    return tableOf(Resource::Buffer, VK_FORMAT_R32_UINT, Resource::Buffer, VK_FORMAT_R32_UINT, Accumulation::U32);
}

std::vector<SummedAreaTableDesc> hostileDescs()
{
    std::vector<SummedAreaTableDesc> descs = {integerTable()};
    descs.push_back(tableOf(Resource::SampledImage, VK_FORMAT_R32_SFLOAT, Resource::StorageImage, VK_FORMAT_R32_SFLOAT,
                            Accumulation::F32));
    descs.back().bias = Bias::Mean;
    descs.back().layout = TableLayout::ZeroBorder;
    descs.push_back(tableOf(Resource::SampledImage, VK_FORMAT_R16G16B16A16_SFLOAT, Resource::Buffer,
                            VK_FORMAT_R32G32_SFLOAT, Accumulation::F32x2));
    descs.back().squares = true;
    if (capabilities().float64)
        descs.push_back(
            tableOf(Resource::Buffer, VK_FORMAT_R32_SFLOAT, Resource::Buffer, VK_FORMAT_R64_SFLOAT, Accumulation::F64));
    return descs;
}

TEST(SatHostileTest, FallbackIsExactWhoeverPublishes)
{
    for (const SummedAreaTableDesc& desc : hostileDescs()) {
        for (const Hostility& hostility : hostilitiesOf(desc)) {
            SCOPED_TRACE("hooks " + std::to_string(hostility.hooks) + ", rounds " + std::to_string(hostility.rounds));
            TableCase tableCase;
            tableCase.tuning = hostileTuning(desc, hostility);
            tableCase.extent = severalWindows(desc, *tableCase.tuning);
            const uint32_t tiles =
                satGrid({desc, *tableCase.tuning, capabilities()}, desc.strategy, tableCase.extent).tileCount();
            const uint32_t before = sharedFallbacks();
            checkTable(createTable(desc, tableCase.tuning), desc, tableCase);
            EXPECT_GE(sharedFallbacks() - before, kRuns * withheldTiles(hostility.hooks, tiles));
            if (HasFailure())
                return;
        }
    }
}

// A table's texels and entries, on scratch that stays what the runs before have left.
struct FloatTable {
    SummedAreaTableDesc desc =
        tableOf(Resource::Buffer, VK_FORMAT_R32_SFLOAT, Resource::Buffer, VK_FORMAT_R32_SFLOAT, Accumulation::F32);
    VkExtent2D extent = severalWindows(desc, smallTableTuning(desc));
    SummedAreaTable sound = createTable(desc, smallTableTuning(desc));
    TestSurface input{desc.input, desc.inputFormat, extent, Placement{}};
    TestSurface output{desc.output, desc.outputFormat, extent, Placement{}};
    TestArray scratch{sound.scratchSize(extent)};

    FloatTable() { scratch.fill(0); }

    std::vector<std::byte> make(const SummedAreaTable& by, uint32_t seed)
    {
        input.write(randomTexels(texelFormat(desc.inputFormat), extent, true, seed));
        output.fill(0xcc);
        SummedAreaTableArgs args;
        args.input = input.surface();
        args.output = output.surface();
        args.scratch = scratch.range();
        submit(by, args);
        EXPECT_TRUE(input.intact() && output.intact() && scratch.intact());
        return output.read();
    }
};

// Floats have the same bits, whoever publishes. Each run has texels of its own, so that no edge of the run before is
// taken for one of this run.
TEST(SatHostileTest, FallbackLeavesTheBitsAsTheyAre)
{
    FloatTable table;
    for (const Hostility& hostility : hostilitiesOf(table.desc)) {
        const SummedAreaTable hostile = createTable(table.desc, hostileTuning(table.desc, hostility));
        for (const uint32_t seed : {1u, 2u})
            EXPECT_TRUE(table.make(hostile, seed) == table.make(table.sound, seed)) << "hooks " << hostility.hooks;
    }
    EXPECT_EQ(scratchStatus(table.scratch), ScratchStatus::Complete);
}

// More tiles are missing than the workgroup may do, and scratch says so; zeroed again, it serves the next run.
TEST(SatHostileTest, FallbackGivesUpBeyondItsFallbacks)
{
    FloatTable table;
    const std::vector<std::byte> expected = table.make(table.sound, 1);
    Tuning tuning = hostileTuning(table.desc, {vkscan::abi::kHookReverseTiles | vkscan::abi::kHookWithholdAll, 0});
    tuning.fallbacks = 3;
    table.make(createTable(table.desc, tuning), 1);
    EXPECT_EQ(scratchStatus(table.scratch), ScratchStatus::GaveUp);
    table.scratch.fill(0);
    EXPECT_TRUE(table.make(table.sound, 1) == expected);
    EXPECT_EQ(scratchStatus(table.scratch), ScratchStatus::Complete);
}

} // namespace
