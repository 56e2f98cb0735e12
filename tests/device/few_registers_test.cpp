// Scans, selections and sorts in the geometry of devices with few registers, which no device at hand takes. Tables are
// tested with the others.
#include "scan_check.h"
#include "segmented_check.h"
#include "select_check.h"
#include "sort_check.h"

#include "operations/compact.h"
#include "schedule/array_operation.h"

namespace {

using namespace testing_support;
using namespace vkscan;

Tuning fewRegisters()
{
    Capabilities device = capabilities();
    device.fewRegisters = true;
    return tuningFor(device);
}

void checkScans(const study::ScanDesc& desc)
{
    const Scan scan = createScan(desc, fewRegisters());
    for (const uint64_t count : {2u, 2046u, 2050u, 4098u, 100'002u}) {
        ScanCase scanCase;
        scanCase.count = count;
        withType(desc.type, [&]<class T>() { checkScan<T>(scan, desc, scanCase); });
    }
}

TEST(FewRegisters, ScansAreExact)
{
    study::ScanDesc desc;
    for (const ElementType type : kTypes) {
        desc.type = type;
        checkScans(desc);
    }
}

TEST(FewRegisters, OrdersAndTuplesAreExact)
{
    study::ScanDesc desc;
    desc.order = 2;
    checkScans(desc);
    desc.tupleSize = 2;
    checkScans(desc);
}

TEST(FewRegisters, CompactionsAreExact)
{
    const CompactDesc desc = {{Condition::FlagBits}, 4};
    Compact compact;
    ASSERT_EQ(createTuned(context(), desc, fewRegisters(), &compact), Status::Success);
    for (const uint64_t count : {1u, 2047u, 2049u, 4097u, 100'003u}) {
        SelectCase selectCase;
        selectCase.count = count;
        checkCompact(compact, desc, selectCase, selectedOf(Pattern::Random, count, 2048));
    }
}

TEST(FewRegisters, SortsAreExact)
{
    for (const uint32_t valueSize : {0u, 16u}) {
        const Forced<RadixSortDesc> desc = {{.type = ElementType::U32, .valueSize = valueSize}};
        const RadixSort sort = createSort(desc, fewRegisters());
        for (const uint64_t count : {2047u, 2049u, 50'001u})
            checkSort(sort, desc, {}, randomKeys<uint32_t>(count));
    }
}

TEST(FewRegisters, SortsOfSegmentsAreExact)
{
    const Forced<RadixSortDesc> desc = {{.type = ElementType::U32, .valueSize = 4, .segmented = true}};
    const RadixSort sort = createSort(desc, fewRegisters());
    SortCase sortCase;
    sortCase.offsets = {0, 3, 67, 67, 900, 2'500, 9'000};
    checkSort(sort, desc, sortCase, randomKeys<uint32_t>(9'000));
}

} // namespace
