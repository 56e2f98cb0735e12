// Rows of tables.
#ifndef VKSCAN_BENCH_SAT_ROWS_H
#define VKSCAN_BENCH_SAT_ROWS_H

#include "harness.h"
#include "program.h"

#include "tables/format.h"

#include <vkscan/summed_area_table.h>

#include <string>
#include <vector>

namespace bench {

struct TableRow {
    std::string kind; // where texels come from and entries go to
    vkscan::Forced<vkscan::SummedAreaTableDesc> desc;
    VkExtent2D extent = {};     // the input's
    bool isPicture = false;     // an HDR one, whose sums are not exact
    bool isCold = false;        // goes through several inputs and tables, more than caches hold
    bool recordingOnly = false; // the host's time counts, not the device's

    // sat/<kind>/<accumulation>[_<bias>]/<strategy>/<width>x<height>[/<variant>] or record/table/<strategy>/<kind>
    [[nodiscard]] std::string name() const;
    // Equal for rows that have the same input and output.
    [[nodiscard]] std::string surfaceKey() const;
    // Equal for rows that have the same operation.
    [[nodiscard]] std::string operationKey() const;
    [[nodiscard]] bool ofFloats() const { return desc.accumulation != vkscan::Accumulation::U32; }
    [[nodiscard]] VkExtent2D tableExtent() const;
    // The input's components: any bits, or integers as floats, whose sums are exact in any order.
    [[nodiscard]] Numbers numbers() const
    {
        return {.kind = ofFloats() ? kSmallFloats : kAnyBits,
                .bytes = vkscan::formatInfo(desc.inputFormat).componentBytes};
    }
    // Bytes of the texels of an input and the entries of its tables.
    [[nodiscard]] VkDeviceSize bytes() const;
    // Inputs and their tables, which repetitions take in turn.
    [[nodiscard]] unsigned slices() const;

private:
    // Parts of the name.
    [[nodiscard]] std::string operationName() const;
    [[nodiscard]] std::string variantName() const;
};

// All rows of at most 2^maxLog2 texels, each name once; those with the same surfaces one after another.
[[nodiscard]] std::vector<TableRow> listTableRows(unsigned maxLog2);

// Adds the rows that the device offers. The harness outlives the program's run.
void addTableRows(Program& program, Harness& harness, unsigned maxLog2);

} // namespace bench

#endif
