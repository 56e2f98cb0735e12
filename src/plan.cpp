#include "plan.h"

#include <algorithm>

namespace vkscan {

namespace {

void append(AccessList* list, BufferRange range, bool write) noexcept
{
    if (range.size > 0)
        list->items[list->count++] = {range, write};
}

} // namespace

const char* toString(Stage stage) noexcept
{
    switch (stage) {
    case Stage::SingleWorkgroupSmall: return "SingleWorkgroupSmall";
    case Stage::SingleWorkgroup: return "SingleWorkgroup";
    case Stage::ReduceSpans: return "ReduceSpans";
    case Stage::ScanSpans: return "ScanSpans";
    case Stage::FlatSumSmall: return "FlatSumSmall";
    case Stage::FlatSum: return "FlatSum";
    case Stage::Spine: return "Spine";
    case Stage::Chained: return "Chained";
    case Stage::Sam: return "Sam";
    case Stage::LookBack: return "LookBack";
    case Stage::CascadeReduce: return "CascadeReduce";
    case Stage::CascadeCarries: return "CascadeCarries";
    case Stage::CascadeScan: return "CascadeScan";
    case Stage::ScanTiles: return "ScanTiles";
    case Stage::ScanAggregates: return "ScanAggregates";
    case Stage::Propagate: return "Propagate";
    case Stage::PropagateAggregates: return "PropagateAggregates";
    case Stage::ReduceArray: return "ReduceArray";
    case Stage::ReduceSlots: return "ReduceSlots";
    case Stage::Difference: return "Difference";
    case Stage::HistogramClear: return "HistogramClear";
    case Stage::Histogram: return "Histogram";
    case Stage::TableMean: return "TableMean";
    case Stage::TableReduce: return "TableReduce";
    case Stage::TableScan: return "TableScan";
    case Stage::TableFlatSum: return "TableFlatSum";
    case Stage::TableSpine: return "TableSpine";
    case Stage::None: break;
    }
    return "none";
}

void AccessList::read(BufferRange range) noexcept
{
    append(this, range, false);
}

void AccessList::write(BufferRange range) noexcept
{
    append(this, range, true);
}

VkDeviceAddress readableAddress(const AccessList& accesses) noexcept
{
    const Access* const end = accesses.items + accesses.count;
    const Access* found = std::find_if(accesses.items, end, [](const Access& access) { return access.write; });
    if (found == end)
        found = accesses.items;
    // What is only read may be bytes; memory goes on to the end of their word.
    return found->range.address / sizeof(uint32_t) * sizeof(uint32_t);
}

void setGrid(uint64_t groups, uint32_t width, Step* step) noexcept
{
    const uint64_t columns = std::min<uint64_t>(groups, width);
    step->groupCount[0] = step->push.scan.gridWidth = static_cast<uint32_t>(columns);
    step->groupCount[1] = static_cast<uint32_t>((groups + columns - 1) / columns);
}

bool overlaps(BufferRange a, BufferRange b) noexcept
{
    // Differences, since address + size may wrap around.
    return a.address <= b.address ? b.address - a.address < a.size && b.size > 0
                                  : a.address - b.address < b.size && a.size > 0;
}

bool conflicts(const AccessList& a, const AccessList& b) noexcept
{
    for (uint32_t i = 0; i < a.count; ++i)
        for (uint32_t j = 0; j < b.count; ++j)
            if ((a.items[i].write || b.items[j].write) && overlaps(a.items[i].range, b.items[j].range))
                return true;
    return false;
}

void placeBarriers(Plan* plan) noexcept
{
    uint32_t firstUnordered = 0;
    for (uint32_t i = 1; i < plan->stepCount; ++i) {
        for (uint32_t j = firstUnordered; j < i; ++j)
            plan->steps[i].barrierBefore |= conflicts(plan->steps[j].accesses, plan->steps[i].accesses);
        if (plan->steps[i].barrierBefore)
            firstUnordered = i;
    }
}

} // namespace vkscan
