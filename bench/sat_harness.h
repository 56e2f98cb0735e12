// Runs, verifies and times summed-area tables on one device.
#ifndef VKSCAN_BENCH_SAT_HARNESS_H
#define VKSCAN_BENCH_SAT_HARNESS_H

#include "program.h"
#include "sat_rows.h"
#include "scratch.h"
#include "texels.h"
#include "yardstick.h"

#include <gpu.h>
#include <vkscan/vkscan.h>

#include <memory>
#include <string>
#include <utility>
#include <vector>

namespace bench {

// Everything throws std::runtime_error with a sentence.
class TableHarness {
public:
    explicit TableHarness(const gpu::DeviceOptions& options);

    [[nodiscard]] gpu::Device& device() { return m_device; }

    // Whether the device has what the row needs.
    [[nodiscard]] bool offers(const TableRow& row) const;

    // Verifies a table, times it beside a copy of as many bytes, and verifies the last of the timed ones. Fails if
    // recording it allocates.
    [[nodiscard]] Result measure(const TableRow& row);

    // Forgets what a failed row left in the scratch.
    void recover() { m_scratch.zero(); }

private:
    using Counters = std::vector<std::pair<std::string, double>>;

    void createSurfaces(const TableRow& row);
    void prepare(const TableRow& row);
    // The table's commands with the copy kernel for every dispatch.
    void recordByHand(VkCommandBuffer commandBuffer, const TableRow& row, vkscan::Strategy strategy) const;
    // Throws if a result is wrong; of pictures, tells how wrong.
    [[nodiscard]] Counters verify(const TableRow& row);

    gpu::Device m_device;
    vkscan::Context m_context;
    Copy m_copy;
    gpu::Buffer m_bias;
    Scratch m_scratch;

    std::string m_key; // of what lies in these
    std::unique_ptr<Texels> m_input;
    std::unique_ptr<Texels> m_output;
    std::unique_ptr<Texels> m_squares; // where there are any
    VkDeviceSize m_bytes = 0;          // of all of them
    gpu::Buffer m_source;
    gpu::Buffer m_destination;
    std::vector<float> m_picture;
};

} // namespace bench

#endif
