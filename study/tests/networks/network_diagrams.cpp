// Writes the diagrams of study/docs/networks into a folder, and what the networks cost, counted, as rows of a table.
#include "network_costs.h"
#include "network_drawing.h"

#include <filesystem>
#include <fstream>
#include <functional>
#include <iostream>
#include <sstream>

using namespace networks;

namespace {

struct Entry {
    const char* file;
    const char* title;
    std::function<Wiring(uint32_t)> wiring;
    std::vector<uint32_t> sizes = {8, 16}; // of diagrams
};

std::vector<Entry> allEntries()
{
    return {{"hillis_steele", "Hillis–Steele", hillisSteele},
            {"hockney_jesshope", "Hockney–Jesshope", hockneyJesshope},
            {"kogge_stone", "Kogge–Stone", [](uint32_t n) { return koggeStone(n); }},
            {"kogge_stone_radix_4", "Kogge–Stone, radix 4", [](uint32_t n) { return koggeStone(n, 4); }, {16}},
            {"han_carlson", "Han–Carlson", [](uint32_t n) { return hanCarlson(n); }},
            {"han_carlson_radix_4", "Han–Carlson, radix 4", [](uint32_t n) { return hanCarlson(n, 4); }, {16}},
            {"ladner_fischer", "Ladner–Fischer", [](uint32_t n) { return ladnerFischer(n); }},
            {"ladner_fischer_radix_4", "Ladner–Fischer, radix 4", [](uint32_t n) { return ladnerFischer(n, 4); }, {16}},
            {"blelloch", "Blelloch", [](uint32_t n) { return blelloch(n); }},
            {"blelloch_radix_4", "Blelloch, radix 4", [](uint32_t n) { return blelloch(n, 4); }, {16}},
            {"serial", "Serial", serial},
            {"subgroup", "Subgroups of 4 by shuffles", [](uint32_t n) { return subgroup(n, 4); }, {16}},
            {"subgroup_32", "Subgroups of 32 by shuffles", [](uint32_t n) { return subgroup(n, 32); }, {}}};
}

const uint32_t kTableSize = 256;

std::string tableRow(const Entry& network)
{
    const Wiring wiring = network.wiring(kTableSize);
    const Costs costs = countCosts(wiring);
    std::ostringstream row;
    row << "| " << network.title << " | " << costs.depth << " | " << costs.work << " | " << costs.barriers << " | "
        << costs.words << " | " << costs.reads << " | " << costs.writes << " | " << costs.shuffles << " | "
        << countBankRounds(wiring, false) << " | " << countBankRounds(wiring, true) << " |\n";
    return row.str();
}

bool write(const std::filesystem::path& path, const std::string& text)
{
    std::ofstream file(path, std::ios::binary);
    file << text;
    file.close();
    if (!file)
        std::cerr << path << ": not written\n";
    return file.good();
}

} // namespace

int main(int argc, char** argv)
{
    if (argc != 3) {
        std::cerr << "network_diagrams <folder> <file for the table's rows>\n";
        return 2;
    }
    std::filesystem::create_directories(argv[1]);
    std::string rows;
    bool written = true;
    for (const Entry& network : allEntries()) {
        rows += tableRow(network);
        for (const uint32_t n : network.sizes) {
            const Wiring wiring = network.wiring(n);
            const std::string name = std::string(network.file) + "_" + std::to_string(n) + ".svg";
            const std::string title = std::string(network.title) + ", N = " + std::to_string(n);
            written = write(std::filesystem::path(argv[1]) / name, toSvg(wiring, title)) && written;
        }
    }
    return write(argv[2], rows) && written ? 0 : 1;
}
