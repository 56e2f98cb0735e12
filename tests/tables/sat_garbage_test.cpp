// Garbage in the scratch of summed-area tables.
#include "sat_check.h"

#include "garbage.h"
#include "reference.h"

using namespace testing_support;
using namespace vkscan;

namespace {

TEST(SatGarbageTest, StaysInTheTable)
{
    constexpr VkExtent2D kExtent = {131, 37};
    constexpr uint64_t kCount = uint64_t{kExtent.width} * kExtent.height;
    for (const Strategy strategy : tableStrategies(WithAuto::No)) {
        Forced<SummedAreaTableDesc> desc;
        desc.input = desc.output = Resource::Buffer;
        desc.inputFormat = desc.outputFormat = VK_FORMAT_R32_UINT;
        desc.accumulation = Accumulation::U32;
        desc.strategy = strategy;
        for (const bool inOrder : {false, true}) {
            Tuning patient = smallTableTuning(desc);
            patient.waits.inOrder = patient.shortWaits.inOrder = inOrder;
            Tuning hasty = patient;
            hasty.waits.polls = 1;
            hasty.waits.rounds = 64;
            const SummedAreaTable table = createTable(desc, patient);
            const std::vector<uint32_t> texels = randomValues<uint32_t>(Op::Add, kCount, 11);
            TestArray input(kCount * sizeof(uint32_t));
            TestArray output(kCount * sizeof(uint32_t));
            TestArray scratch(table.scratchSize(kExtent));
            input.write(texels.data(), kCount * sizeof(uint32_t));
            SummedAreaTableArgs args;
            args.input.buffer = input.range();
            args.output.buffer = output.range();
            args.input.extent = args.output.extent = kExtent;
            TestArray* const outputs[] = {&output};
            const bool takesTickets = strategy != Strategy::ReduceThenScan && !inOrder;
            checkGarbage(createTable(desc, hasty), table, args, scratch, outputs, takesTickets);
        }
    }
}

} // namespace
