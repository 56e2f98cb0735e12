// The table of scratch sizes and limits in docs/contracts.md, by Auto on three kinds of device:
//
//     scratch_table --write <page>   replaces the table
//     scratch_table --check <page>   fails if the table is not up to date
#include "calls.h"
#include "mock_device.h"
#include "page_table.h"

#include <vkscan/vkscan.h>

#include <cmath>
#include <limits>
#include <string>
#include <utility>
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

// The cells of a form's row.
template <class Operation>
std::string cellsOf(const Form<Operation>& form)
{
    std::string sizes, limits;
    for (const MockDevice& device : devices()) {
        Context context;
        Operation operation;
        if (Context::create(mockContextDesc(device), &context) != Status::Success ||
            Operation::create(context, form.desc, &operation) != Status::Success)
            fail("no " + nameOf<Operation>() + " " + form.name);
        for (const uint64_t count : {uint64_t{1} << 20, uint64_t{1} << 28})
            if (device.driver != VK_DRIVER_ID_MESA_LLVMPIPE)
                sizes += " " + withCommas(operation.scratchSize(count)) + " |";
        limits += " " + powerOfTwo(operation.maxCount()) + " |";
    }
    return sizes + limits + "\n";
}

// A row for each operation, and one for each of its forms that has other sizes.
std::string table()
{
    std::string text = "| operation | listed, 2^20 | listed, 2^28 | others, 2^20 | others, 2^28 | limit, listed | "
                       "limit, others | limit, lavapipe |\n| --- | --: | --: | --: | --: | --: | --: | --: |\n";
    forEachArrayOperation([&]<class Operation>() {
        std::vector<std::pair<std::string, std::string>> rows; // names of forms, and cells
        for (const Form<Operation>& form : formsOf<Operation>()) {
            const std::string cells = cellsOf(form);
            const auto row = std::ranges::find(rows, cells, &std::pair<std::string, std::string>::second);
            if (row == rows.end())
                rows.emplace_back(form.name, cells);
            else if (!row->first.empty())
                row->first += "; " + form.name;
        }
        for (const auto& [names, cells] : rows)
            text += "| `" + nameOf<Operation>() + "`" + (names.empty() ? "" : ", ") + names + " |" + cells;
    });
    return text;
}

} // namespace

int main(int argc, char** argv)
{
    writeOrCheck({argv + 1, argv + argc}, "<!-- sizes: written by scratch_table -->\n", "<!-- end of sizes -->\n",
                 table());
    return 0;
}
