// The table of the largest boxes of integers in docs/operations/summed_area_table.md:
//
//     box_table --write <page>   replaces the table
//     box_table --check <page>   fails if the table is not up to date
#include "page_table.h"

#include <vkscan/vkscan.h>

#include <algorithm>
#include <cstdint>
#include <sstream>

using namespace testing_support;
using namespace vkscan;

namespace {

struct Sums {
    const char* name;
    double most; // up to which integers are exact
    bool wraps;  // sums of boxes are differences modulo 2^32; else entries have to be exact
};

// Sides of boxes of that many texels: squares and cubes.
std::string boxesOf(double texels)
{
    const auto side = [texels](int dimensions, uint32_t most) {
        uint32_t largest = 0;
        const auto size = [dimensions](double of) { return dimensions == 2 ? of * of : of * of * of; };
        while (largest < most && size(largest + 1) <= texels)
            ++largest;
        return largest == most ? std::string("any") : std::to_string(largest) + (dimensions == 2 ? "²" : "³");
    };
    return texels < 1 ? " none | none |" : " " + side(2, kMaxTableExtent) + " | " + side(3, kMaxVolumeExtent) + " |";
}

std::string table()
{
    std::ostringstream text;
    text << "| texels up to | sums | mean, image | mean, volume | variance, image | variance, volume |\n"
            "| --: | --- | --: | --: | --: | --: |\n";
    for (const uint32_t texel : {1u, 255u, 65535u}) {
        for (const Sums& sums : {Sums{"`U32`", 0x1p32 - 1, true}, Sums{"`F32`, `F32x2`", 0x1p24, false},
                                 Sums{"`F64` in R64", 0x1p53, false}}) {
            const double square = static_cast<double>(texel) * texel;
            // Squared distances from the rounded mean are largest if half of the texels are 0.
            const double largest = sums.wraps ? (square + 1) / 4 : square;
            const double mean = sums.most / texel;
            text << "| " << texel << " | " << sums.name << " |" << boxesOf(mean)
                 << boxesOf(std::min(mean, sums.most / largest)) << '\n';
        }
    }
    return text.str();
}

} // namespace

int main(int argc, char** argv)
{
    writeOrCheck({argv + 1, argv + argc}, "<!-- boxes: written by box_table -->\n", "<!-- end of boxes -->\n", table());
    return 0;
}
