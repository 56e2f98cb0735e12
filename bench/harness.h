// Runs, verifies and times the rows on one device.
#ifndef VKSCAN_BENCH_HARNESS_H
#define VKSCAN_BENCH_HARNESS_H

#include "arrays.h"
#include "program.h"
#include "recording_cost.h"
#include "require.h"
#include "rows.h"
#include "scratch.h"
#include "timer.h"

#include "study/create.h"

#include <support/gpu.h>
#include <vkscan/study.h>
#include <vkscan/vkscan.h>

#include <functional>
#include <string>
#include <utility>
#include <vector>

namespace bench {

// Fills results before a row runs, so that none of an earlier row is taken for its own.
inline constexpr uint32_t kWrong = 0xcccccccc;

// Everything throws std::runtime_error with a sentence.
class Harness {
public:
    Harness(const gpu::DeviceOptions& options, Effort effort);

    [[nodiscard]] gpu::Device& device() { return m_device; }
    [[nodiscard]] Effort effort() const { return m_effort; }
    [[nodiscard]] Timer& timer() { return m_timer; }
    [[nodiscard]] const vkscan::Context& context() const { return m_context; }
    // A context whose operations compile nothing.
    [[nodiscard]] const vkscan::Context& planContext() const { return m_planContext; }
    [[nodiscard]] Arrays& arrays() { return m_arrays; }
    [[nodiscard]] Scratch& scratch() { return m_scratch; }

    // The largest count that the scan takes; 0 if the device does not support it.
    [[nodiscard]] uint64_t maxCount(const vkscan::study::ScanDesc& desc);

    // Allocates the rows' arrays. Returns false if there is no memory for them.
    [[nodiscard]] bool allocate(VkDeviceSize arrayBytes) { return m_arrays.allocate(arrayBytes); }

    // Verifies a scan, times it beside a copy of the same bytes, and verifies the last of the timed ones. Scans of one
    // workgroup are timed beside an empty dispatch as well. Fails if recording it allocates. Brief rows are verified
    // once, and neither recording nor the empty dispatch is timed.
    [[nodiscard]] Result measure(const Row& row, const vkscan::Scan& scan);

    // Times an empty dispatch beside a copy of 16 bytes.
    [[nodiscard]] Result measureEmptyDispatch();

    // Zeroes the scratch behind a failed row.
    void recover() { m_scratch.zero(); }

private:
    struct Slice {
        uint64_t first = 0; // index of the arrays' element
        vkscan::ScanArgs args;
        bool isScanned = false; // and not overwritten by a copy since
    };

    [[nodiscard]] Effort effortOf(const Row& row) const { return row.network.empty() ? m_effort : Effort::Brief; }
    [[nodiscard]] std::vector<Slice> prepareSlices(const Row& row, const vkscan::Scan& scan);
    void copyAndScan(const Row& row, const vkscan::Scan& scan, std::vector<Slice>* slices);
    // Checks all results of scanned slices, the total, and that nothing was written beyond the device's count.
    void verify(const Row& row, const std::vector<Slice>& slices);
    void time(const Row& row, const vkscan::Scan& scan, std::vector<Slice>* slices, Result* result);
    // The row's commands with the copy kernel for every dispatch.
    void recordByHand(VkCommandBuffer commandBuffer, const Row& row, unsigned dispatches,
                      const vkscan::ScanArgs& args) const;

    gpu::Device m_device;
    Effort m_effort;
    vkscan::Context m_context;
    vkscan::Context m_planContext;
    Timer m_timer;
    Copy m_copy;
    gpu::Kernel m_empty;
    Arrays m_arrays;
    Scratch m_scratch;
    gpu::Buffer m_count;
    gpu::Buffer m_groups; // a command
    gpu::Buffer m_total;
};

// Adds a row of an operation that each measurement creates. Rows of the same key have the same operation.
template <class Operation, class Desc>
void addRow(Program& program, Harness& harness, const std::string& name, const std::string& key, const Desc& desc,
            std::function<Result(const Operation&)> measure, int repetitions = 2)
{
    const auto create = [&harness, desc] {
        Operation operation;
        require(vkscan::study::createAny(harness.context(), desc, &operation), "create");
        return operation;
    };
    program.compile(name, key, create);
    program.addRow(
        name, [create, measure = std::move(measure)] { return measure(create()); }, [&harness] { harness.recover(); },
        repetitions);
}

// Measures rows of operations other than `Scan`. Runs the yardstick, which overwrites results of an earlier row, and
// the operation; verifies it, times both in turn, and verifies the last run. Brief rows are verified once, and
// recording is not measured. Throws std::runtime_error with a sentence.
[[nodiscard]] Result measureVerified(Harness& harness, uint64_t count, const gpu::Device::Record& yardstick,
                                     const gpu::Device::Record& operation, const std::function<void()>& verify);

// Adds rows <key>/<count><end> for counts of 2^log2, where `log2s` are bounded. `measure` takes the operation and the
// count.
template <class Operation, class Desc, class Measure>
void addRows(Program& program, Harness& harness, unsigned maxLog2, const std::string& key, const Desc& desc,
             std::vector<unsigned> log2s, const Measure& measure, const std::string& end = "")
{
    for (const unsigned log2 : boundedLog2s(std::move(log2s), maxLog2)) {
        const uint64_t count = uint64_t{1} << log2;
        addRow<Operation>(program, harness, key + "/" + std::to_string(count) + end, key, desc,
                          [measure, count](const Operation& operation) { return measure(operation, count); });
    }
}

// As above, on the rows' scratch: the operation on `args.count` elements, and the yardstick, read and write `bytes` in
// all.
template <class Operation, class Args>
[[nodiscard]] Result measureVerified(Harness& harness, const Operation& operation, Args args, Yardstick yardstick,
                                     VkDeviceSize bytes, const std::function<void()>& verify)
{
    if constexpr (requires { args.scratch; })
        args.scratch = harness.scratch().atLeast(operation.scratchSize(args.count));
    const Arrays& arrays = harness.arrays();
    const auto [name, beside] = yardstick == Yardstick::Copy   ? std::pair("copy", arrays.copying(bytes / 2))
                                : yardstick == Yardstick::Read ? std::pair("read", arrays.reading(bytes))
                                                               : std::pair("write", arrays.writing(bytes));
    Result result = measureVerified(
        harness, args.count, beside,
        [&](VkCommandBuffer commandBuffer) { require(operation.record(commandBuffer, args), "record"); },
        [&] {
            if constexpr (requires { args.scratch; })
                harness.scratch().verify();
            verify();
        });
    result.bytes = bytes;
    result.yardstick = name;
    if constexpr (requires { strategyFor(operation, args.count); })
        result.label = vkscan::study::toString(strategyFor(operation, args.count));
    return result;
}

} // namespace bench

#endif
