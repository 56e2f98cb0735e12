// Scans and sorts in the geometry of devices with few registers, which no device at hand takes.
#include "scan_check.h"
#include "sort_check.h"

namespace {

using namespace testing_support;
using namespace vkscan;

Tuning fewRegisters()
{
    Capabilities device = capabilities();
    device.fewRegisters = true;
    return tuningFor(device);
}

TEST(FewRegisters, ScansAreExact)
{
    for (const ElementType type : {ElementType::U32, ElementType::I64, ElementType::F32})
        for (const uint32_t order : {1u, 2u}) {
            study::ScanDesc desc;
            desc.type = type;
            desc.order = isFloat(type) ? 1 : order;
            desc.tupleSize = 3 - order;
            const Scan scan = createScan(desc, fewRegisters());
            for (const uint64_t count : {1u, 2047u, 2049u, 100'003u}) {
                ScanCase scanCase;
                scanCase.count = count - count % desc.tupleSize;
                if (scanCase.count > 0)
                    withType(type, [&]<class T>() { checkScan<T>(scan, desc, scanCase); });
            }
        }
}

TEST(FewRegisters, SortsAreExact)
{
    for (const uint32_t valueSize : {0u, 16u}) {
        const RadixSortDesc desc{.type = ElementType::U32, .valueSize = valueSize};
        const RadixSort sort = createSort(desc, fewRegisters());
        for (const uint64_t count : {1023u, 1025u, 50'001u})
            checkSort(sort, desc, {}, randomKeys<uint32_t>(count));
    }
}

TEST(FewRegisters, SortsOfSegmentsAreExact)
{
    const RadixSortDesc desc{.type = ElementType::U32, .valueSize = 4, .segmented = true};
    const RadixSort sort = createSort(desc, fewRegisters());
    SortCase sortCase;
    sortCase.offsets = {0, 3, 67, 67, 900, 2'500, 9'000};
    checkSort(sort, desc, sortCase, randomKeys<uint32_t>(9'000));
}

} // namespace
