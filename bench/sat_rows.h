// What sat_bench measures, the numbers it sums, and what their tables must be.
#ifndef VKSCAN_BENCH_SAT_ROWS_H
#define VKSCAN_BENCH_SAT_ROWS_H

#include <vkscan/summed_area_table.h>

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

namespace bench {

// Where texels come from and entries go to.
struct TableKind {
    const char* name;
    vkscan::Resource input;
    VkFormat inputFormat;
    vkscan::Resource output;
    VkFormat outputFormat;
    vkscan::Accumulation accumulation;
    uint32_t channels;
    uint32_t inputComponentBytes;

    [[nodiscard]] VkDeviceSize inputBytes() const { return VkDeviceSize{channels} * inputComponentBytes; }
    [[nodiscard]] VkDeviceSize outputBytes() const { return VkDeviceSize{channels} * 4; }
    [[nodiscard]] bool ofFloats() const { return accumulation != vkscan::Accumulation::U32; }
};

struct TableRow {
    TableKind kind;
    vkscan::SummedAreaTableDesc desc;
    VkExtent2D extent;
    bool isPicture = false; // an HDR one, whose sums are not exact

    // sat/<kind>/<accumulation>[_<bias>]/<strategy>/<width>x<height>[/hdr]
    [[nodiscard]] std::string name() const;
    // The same for rows that have the same input and output.
    [[nodiscard]] std::string surfaceKey() const;
};

// All rows of at most 2^maxLog2 texels; those with the same surfaces one after another.
[[nodiscard]] std::vector<TableRow> listTableRows(unsigned maxLog2);

// Any bits to sum as integers, and integers from -8 to 8 as floats, whose sums are exact in any order.
[[nodiscard]] std::vector<std::byte> numbers(const TableKind& kind, VkExtent2D extent);
// Throws if the entries are not those of these numbers.
void verifyNumbers(const TableKind& kind, VkExtent2D extent, const std::vector<std::byte>& entries);

[[nodiscard]] std::vector<std::byte> bytesOf(const std::vector<float>& values);
[[nodiscard]] double meanOf(const std::vector<float>& values);
[[nodiscard]] std::vector<double> exactTable(const std::vector<float>& texels, VkExtent2D extent);

class Errors {
public:
    void add(double error)
    {
        m_max = std::max(m_max, std::fabs(error));
        m_squares += error * error;
        ++m_count;
    }
    [[nodiscard]] double max() const { return m_max; }
    [[nodiscard]] double rms() const { return std::sqrt(m_squares / static_cast<double>(m_count)); }

private:
    double m_max = 0;
    double m_squares = 0;
    uint64_t m_count = 0;
};

} // namespace bench

#endif
