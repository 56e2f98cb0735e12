// The table of scratch sizes and limits in docs/contracts.md, by Auto on three kinds of device:
//
//     scratch_table --write <page>   replaces the table
//     scratch_table --check <page>   fails if the table is not up to date
#include "mock_device.h"
#include "page_table.h"

#include <vkscan/vkscan.h>

#include <cmath>
#include <limits>
#include <sstream>
#include <string>
#include <vector>

using namespace testing_support;
using namespace vkscan;

namespace {

// Devices by column: a listed driver; any other GPU, with the least limits that Vulkan allows; Mesa's lavapipe.
std::vector<MockDevice> devices()
{
    MockDevice listed;
    listed.maxGroupCount[0] = std::numeric_limits<int32_t>::max();
    listed.maxSharedBytes = 49152;
    MockDevice other;
    other.driver = VK_DRIVER_ID_MESA_RADV;
    MockDevice lavapipe;
    lavapipe.driver = VK_DRIVER_ID_MESA_LLVMPIPE;
    lavapipe.subgroupSize = lavapipe.minSubgroupSize = lavapipe.maxSubgroupSize = 8;
    return {listed, other, lavapipe};
}

std::string withCommas(uint64_t number)
{
    std::string text = std::to_string(number);
    for (std::size_t place = text.size(); place > 3; place -= 3)
        text.insert(place - 3, ",");
    return text;
}

// The power of two that a limit is, or is less than by a head, a tile or a grid's last workgroup.
std::string powerOfTwo(uint64_t limit)
{
    return "2^" + std::to_string(std::lround(std::floor(std::log2(static_cast<double>(limit)) + 0.001)));
}

template <class Operation, class Desc>
std::string rowOf(const std::string& name, const Desc& desc)
{
    std::string sizes, limits;
    for (const MockDevice& device : devices()) {
        Context context;
        Operation operation;
        if (Context::create(mockContextDesc(device), &context) != Status::Success ||
            Operation::create(context, desc, &operation) != Status::Success)
            fail("no " + name);
        for (const uint64_t count : {uint64_t{1} << 20, uint64_t{1} << 28})
            if (device.driver != VK_DRIVER_ID_MESA_LLVMPIPE)
                sizes += " " + withCommas(operation.scratchSize(count)) + " |";
        limits += " " + powerOfTwo(operation.maxCount()) + " |";
    }
    return "| " + name + " |" + sizes + limits + "\n";
}

std::string table()
{
    std::ostringstream text;
    text << "| operation | listed, 2^20 | listed, 2^28 | others, 2^20 | others, 2^28 | limit, listed | limit, others | "
            "limit, "
            "lavapipe |\n| --- | --: | --: | --: | --: | --: | --: | --: |\n"
         << rowOf<Scan>("`Scan` of u32; `Suballocate`", ScanDesc{})
         << rowOf<Scan>("`Scan` of u64", ScanDesc{.type = ElementType::U64})
         << rowOf<Scan>("`Scan` of u32, order 4", ScanDesc{.order = 4})
         << rowOf<Scan>("`Scan` of u32, order 16", ScanDesc{.order = 16})
         << rowOf<Scan>("`Scan` of u64, order 16", ScanDesc{.type = ElementType::U64, .order = 16})
         << rowOf<SegmentedScan>("`SegmentedScan` of u32", SegmentedScanDesc{})
         << rowOf<SegmentedScan>("`SegmentedScan` of u64", SegmentedScanDesc{.type = ElementType::U64})
         << rowOf<Reduce>("`Reduce` of u32", ReduceDesc{})
         << rowOf<Reduce>("`Reduce` of u32 with the index", ReduceDesc{.op = Op::Min, .withIndex = true})
         << rowOf<SegmentedReduce>("`SegmentedReduce` of u32", SegmentedReduceDesc{})
         << rowOf<Compact>("`Compact`", CompactDesc{})
         << rowOf<Compact>("`Compact`, with its rest", CompactDesc{.withRest = true})
         << rowOf<RadixSort>("`RadixSort` of u32 by 4 bits", RadixSortDesc{.endBit = 4})
         << rowOf<ReduceByKey>("`ReduceByKey` of u32", ReduceByKeyDesc{})
         << rowOf<ReduceByKey>("`ReduceByKey` of u32 without values", ReduceByKeyDesc{.runValue = RunValue::None})
         << rowOf<RadixSort>("`RadixSort` of u32", RadixSortDesc{})
         << rowOf<RadixSort>("`RadixSort` of u64", RadixSortDesc{.type = ElementType::U64})
         << rowOf<RadixSort>("`RadixSort` of segments", RadixSortDesc{.segmented = true})
         << rowOf<Histogram>("`Histogram`", HistogramDesc{})
         << rowOf<Distribution>("`Distribution`", DistributionDesc{}) << rowOf<TopK>("`TopK`", TopKDesc{});
    return text.str();
}

} // namespace

int main(int argc, char** argv)
{
    writeOrCheck({argv + 1, argv + argc}, "<!-- sizes: written by scratch_table -->\n", "<!-- end of sizes -->\n",
                 table());
    return 0;
}
