// Runs, verifies and times the rows on one device.
#ifndef VKSCAN_BENCH_HARNESS_H
#define VKSCAN_BENCH_HARNESS_H

#include "reference.h"
#include "rows.h"
#include "yardstick.h"

#include <gpu.h>
#include <vkscan/vkscan.h>

#include <map>
#include <tuple>
#include <vector>

namespace bench {

struct Measurement {
    PairedTimes times;  // first the copy, then the scan
    uint64_t bytes = 0; // read and written, each
    vkscan::Strategy strategy = vkscan::Strategy::Auto;
};

// Everything throws std::runtime_error with a sentence.
class Harness {
public:
    explicit Harness(const gpu::DeviceOptions& options);

    [[nodiscard]] gpu::Device& device() { return m_device; }

    // The largest count that the scan takes; 0 if the device does not support it.
    [[nodiscard]] uint64_t maxCount(const vkscan::ScanDesc& desc);

    // Whether there was memory for arrays of that size; rows then use these.
    [[nodiscard]] bool allocate(VkDeviceSize arrayBytes);

    // Verifies a scan, times it beside a copy of the same bytes, and verifies the last of the timed ones.
    [[nodiscard]] Measurement measure(const Row& row);

    // Forgets what a failed row left in the scratch.
    void recover();

private:
    using ScanKey = std::tuple<vkscan::Type, vkscan::Op, vkscan::Kind, vkscan::Direction, vkscan::Strategy>;
    template <class T>
    using References = std::map<vkscan::Op, Reference<T>>;

    [[nodiscard]] vkscan::Status createScan(const vkscan::ScanDesc& desc, const vkscan::Scan** scan);
    [[nodiscard]] vkscan::ScanArgs prepareArgs(const Row& row, const vkscan::Scan& scan);
    void copyAndScan(const Row& row, const vkscan::Scan& scan, const vkscan::ScanArgs& args);
    void verifyScratch(); // throws if a scan gave up

    template <class T>
    Measurement measureTyped(const Row& row);
    template <class T>
    Reference<T>& referenceOf(vkscan::Op op);
    template <class T>
    void uploadInput(const Row& row);
    template <class T>
    void verifyOutput(const Row& row);

    gpu::Device m_device;
    vkscan::Context m_context;
    Copy m_copy;
    std::map<ScanKey, vkscan::Scan> m_scans;
    std::tuple<References<uint32_t>, References<int32_t>, References<float>, References<uint64_t>, References<double>>
        m_references;

    gpu::Buffer m_input;
    gpu::Buffer m_output;
    gpu::Buffer m_scratch; // zeroed when it is created, and shared by all scans
    gpu::Buffer m_count;
    gpu::Buffer m_samples;

    // What the input buffer holds.
    vkscan::Type m_inputType = vkscan::Type::U32;
    vkscan::Op m_inputOp = vkscan::Op::Add;
    uint64_t m_inputCount = 0;
};

} // namespace bench

#endif
