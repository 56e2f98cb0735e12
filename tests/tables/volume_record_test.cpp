// Promises of recording tables of volumes: again and again on shared scratch, garbage in scratch, and waits that end.
#include "environment.h"
#include "garbage.h"
#include "submit.h"
#include "test_array.h"
#include "volume_check.h"

#include "abi.h"

#include <gtest/gtest.h>

#include <vector>

using namespace testing_support;
using namespace vkscan;

namespace {

constexpr VkExtent3D kRecorded = {67, 19, 7};
constexpr std::size_t kRecordedTexels = std::size_t{67} * 19 * 7;

Forced<SummedVolumeTableDesc> recordedDesc(Strategy strategy)
{
    Forced<SummedVolumeTableDesc> desc;
    desc.inputFormat = desc.outputFormat = VK_FORMAT_R32_UINT;
    desc.accumulation = Accumulation::U32;
    desc.strategy = strategy;
    return desc;
}

// Buffers of the extent, packed.
struct RecordedVolume {
    TestArray input{kRecordedTexels * sizeof(uint32_t)};
    TestArray output{kRecordedTexels * sizeof(uint32_t)};
    SummedVolumeTableArgs args;

    RecordedVolume()
    {
        args.input = {.buffer = input.range(), .extent = kRecorded};
        args.output = {.buffer = output.range(), .extent = kRecorded};
    }

    void fill(uint32_t texel)
    {
        const std::vector<uint32_t> texels(kRecordedTexels, texel);
        input.write(texels.data(), texels.size() * sizeof(uint32_t));
    }

    // Whether the entries are those of a volume of one texel everywhere.
    [[nodiscard]] bool holds(uint32_t texel) const
    {
        std::vector<uint32_t> entries(kRecordedTexels);
        output.read(entries.data(), entries.size() * sizeof(uint32_t));
        std::size_t i = 0;
        for (uint32_t z = 1; z <= kRecorded.depth; ++z)
            for (uint32_t y = 1; y <= kRecorded.height; ++y)
                for (uint32_t x = 1; x <= kRecorded.width; ++x)
                    if (entries[i++] != texel * x * y * z)
                        return false;
        return true;
    }
};

TEST(VolumeRecordTest, RecordedOnceSubmittedOften)
{
    for (const Strategy strategy : volumeStrategies(WithAuto::No)) {
        const Forced<SummedVolumeTableDesc> desc = recordedDesc(strategy);
        Tuning tuning = smallVolumeTuning(desc);
        tuning.waits.inOrder = tuning.shortWaits.inOrder = true; // single passes that end a run must not heed it
        const SummedVolumeTable table = createVolume(desc, tuning);
        RecordedVolume volume;
        volume.args.scratch = sharedScratch(table.scratchSize(kRecorded));
        volume.args.barrierBefore = volume.args.barrierAfter = true;
        volume.fill(1);
        const auto check = [&](unsigned submission) {
            EXPECT_TRUE(volume.holds(submission + 1)) << "submission " << submission;
            volume.fill(submission + 2);
        };
        submitRecorded([&](VkCommandBuffer commandBuffer) { return table.record(commandBuffer, volume.args); },
                       {.count = 100, .scratch = {volume.args.scratch}, .afterEach = check});
        EXPECT_EQ(sharedScratchStatus(), ScratchStatus::Complete);
    }
}

TEST(VolumeRecordTest, GarbageStaysInTheTable)
{
    for (const Strategy strategy : volumeStrategies(WithAuto::No)) {
        const Forced<SummedVolumeTableDesc> desc = recordedDesc(strategy);
        Tuning patient = smallVolumeTuning(desc);
        patient.waits.inOrder = patient.shortWaits.inOrder = false; // so that tickets are drawn
        Tuning hasty = patient;
        hasty.waits.polls = 1;
        hasty.waits.rounds = 64;
        const SummedVolumeTable table = createVolume(desc, patient);
        RecordedVolume volume;
        volume.fill(3);
        TestArray scratch(table.scratchSize(kRecorded));
        TestArray* const outputs[] = {&volume.output};
        checkGarbage(createVolume(desc, hasty), table, volume.args, scratch, outputs,
                     strategy != Strategy::ReduceThenScan);
    }
}

// A texel's value is its slice: the mean's texels are spread over all of them.
TEST(VolumeRecordTest, FindsTheMeanOfAllSlices)
{
    for (const Strategy strategy : volumeStrategies(WithAuto::No)) {
        Forced<SummedVolumeTableDesc> desc = recordedDesc(strategy);
        desc.outputFormat = VK_FORMAT_R32_SFLOAT;
        desc.accumulation = Accumulation::F32;
        desc.bias = Bias::Mean;
        const SummedVolumeTable table = createVolume(desc, smallVolumeTuning(desc));
        RecordedVolume volume;
        std::vector<uint32_t> texels;
        for (uint32_t z = 0; z < kRecorded.depth; ++z)
            texels.insert(texels.end(), kRecordedTexels / kRecorded.depth, z);
        volume.input.write(texels.data(), texels.size() * sizeof(uint32_t));
        TestArray bias(4 * sizeof(float));
        volume.args.bias = bias.range();
        volume.args.scratch = sharedScratch(table.scratchSize(kRecorded));
        submit(table, volume.args);
        float mean[4] = {};
        bias.read(mean, sizeof(mean));
        EXPECT_NEAR(mean[0], 0.5f * static_cast<float>(kRecorded.depth - 1), 0.15f);
        std::vector<float> entries(kRecordedTexels);
        volume.output.read(entries.data(), entries.size() * sizeof(float));
        EXPECT_NEAR(entries.back(), (3.0f - mean[0]) * static_cast<float>(kRecordedTexels), 1.0f);
    }
}

// Tiles that never publish.
TEST(VolumeRecordTest, GivesUpWaitingAndRecovers)
{
    const Forced<SummedVolumeTableDesc> desc = recordedDesc(Strategy::FlatSum);
    const SummedVolumeTable table = createVolume(desc, smallVolumeTuning(desc));
    Tuning impatient = smallVolumeTuning(desc);
    impatient.waits.polls = 1;
    impatient.waits.rounds = 64;
    impatient.testHooks = vkscan::abi::kHookWithhold;
    RecordedVolume volume;
    volume.fill(2);
    TestArray scratch(table.scratchSize(kRecorded));
    volume.args.scratch = scratch.range();
    scratch.fill(0);
    submit(createVolume(desc, impatient), volume.args, 1, 1);
    EXPECT_EQ(scratchStatus(scratch), ScratchStatus::GaveUp);

    scratch.fill(0);
    volume.output.fill(0xcc);
    submit(table, volume.args);
    EXPECT_EQ(scratchStatus(scratch), ScratchStatus::Complete);
    EXPECT_TRUE(volume.holds(2));
    EXPECT_TRUE(volume.input.intact() && volume.output.intact() && scratch.intact());
}

} // namespace
