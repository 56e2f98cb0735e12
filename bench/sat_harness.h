// Runs, verifies and times summed-area tables on one device.
#ifndef VKSCAN_BENCH_SAT_HARNESS_H
#define VKSCAN_BENCH_SAT_HARNESS_H

#include "program.h"
#include "sat_rows.h"
#include "scratch.h"
#include "texels.h"
#include "timer.h"

#include <gpu.h>
#include <vkscan/vkscan.h>

#include <array>
#include <memory>
#include <string>
#include <utility>
#include <vector>

namespace bench {

// Everything throws std::runtime_error with a sentence.
class TableHarness {
public:
    TableHarness(const gpu::DeviceOptions& options, Effort effort);

    [[nodiscard]] gpu::Device& device() { return m_device; }

    // Whether the device has what the row needs.
    [[nodiscard]] bool offers(const TableRow& row) const;

    // Leaves what it compiles in the device's cache.
    void createAndForget(const TableRow& row) const;

    // Verifies a table, times it beside a copy of as many bytes, and verifies the last of the timed ones. Fails if
    // recording it allocates. Brief rows are verified only once, and their recording is not measured.
    [[nodiscard]] Result measure(const TableRow& row);

    // Forgets what a failed row left in the scratch.
    void recover() { m_scratch.zero(); }

private:
    using Counters = std::vector<std::pair<std::string, double>>;

    // Of one slice.
    struct Surfaces {
        Texels input;
        Texels output;
        std::unique_ptr<Texels> squares; // where there are any
    };

    void createSurfaces(const TableRow& row);
    void prepare(const TableRow& row);
    [[nodiscard]] std::vector<vkscan::SummedAreaTableArgs> argsOf(const TableRow& row,
                                                                  const vkscan::SummedAreaTable& table);
    void time(const TableRow& row, const gpu::Device::Record& record, Result* result);
    // The table's commands with the copy kernel for every dispatch.
    void recordByHand(VkCommandBuffer commandBuffer, const TableRow& row, vkscan::Strategy strategy) const;
    // Throws if a result is wrong; of pictures, tells how wrong. Of many slices it looks at the first and the last.
    [[nodiscard]] Counters verify(const TableRow& row);
    [[nodiscard]] Counters verify(const TableRow& row, const Surfaces& surfaces, const std::array<float, 4>& bias);

    gpu::Device m_device;
    Effort m_effort;
    vkscan::Context m_context;
    Timer m_timer;
    Copy m_copy;
    gpu::Buffer m_bias;
    Scratch m_scratch;

    std::string m_key; // of what lies in these
    std::vector<Surfaces> m_slices;
    gpu::Buffer m_source; // of the copy, and of all slices
    gpu::Buffer m_destination;
    std::vector<float> m_picture;
};

} // namespace bench

#endif
