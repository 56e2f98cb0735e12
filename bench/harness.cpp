#include "harness.h"

#include "require.h"

#include "device/context_impl.h"
#include "study/create.h"

#include <algorithm>
#include <array>
#include <span>
#include <stdexcept>
#include <string>
#include <utility>

namespace bench {

namespace {

constexpr uint32_t kInitial = 1000003; // initial value of the row that gives one

} // namespace

Harness::Harness(const gpu::DeviceOptions& options, Effort effort)
    : m_device(options),
      m_effort(effort),
      m_context(gpu::createContext(m_device)),
      m_planContext(gpu::createPlanContext(m_device.contextDesc())),
      m_timer(m_device),
      m_copy(m_device),
      m_empty(emptyDispatch(m_device)),
      m_arrays(m_device),
      m_scratch(m_device),
      m_count(m_device.createBuffer(sizeof(uint32_t))),
      m_groups(m_device.createBuffer(sizeof(VkDispatchIndirectCommand))),
      m_total(m_device.createBuffer(sizeof(uint64_t)))
{
}

uint64_t Harness::maxCount(const vkscan::study::ScanDesc& desc)
{
    vkscan::Scan scan;
    const vkscan::Status status = vkscan::study::create(m_planContext, desc, &scan);
    if (status.rule == vkscan::Rule::Unsupported)
        return 0;
    require(status, "Scan::create");
    return scan.maxCount();
}

std::vector<Harness::Slice> Harness::prepareSlices(const Row& row, const vkscan::Scan& scan)
{
    const VkDeviceSize size = vkscan::sizeOf(row.desc.type);
    vkscan::ScanArgs args;
    args.scratch = m_scratch.atLeast(scan.scratchSize(row.count));
    args.count = row.count;
    args.barrierBefore = args.barrierAfter = row.barriers;
    if (row.deviceCount) {
        m_device.upload(m_count, std::span(&*row.deviceCount, 1));
        args.countBuffer = m_count.range();
    }
    if (row.sized) {
        const uint32_t groups = *row.deviceCount / scan.groupElements(row.count) + 1 + vkscan::kFurtherGroups;
        m_device.upload(m_groups, std::array{groups, 1u, 1u});
        args.groups = {m_groups.handle(), 0};
    }
    if (row.total) {
        m_device.fill(m_total, kWrong);
        args.total = {m_total.address(), size};
    }
    if (row.initial)
        args.initial = vkscan::Scalar(kInitial);

    std::vector<Slice> slices;
    for (uint64_t first = 0; slices.size() < row.slices; first += row.count) {
        args.output = {m_arrays.output().address() + (first + row.outputOffset) * size, row.count * size};
        args.input = args.output;
        if (!row.inPlace)
            args.input.address = m_arrays.input().address() + (first + row.inputOffset) * size;
        slices.push_back({first, args});
    }
    return slices;
}

void Harness::copyAndScan(const Row& row, const vkscan::Scan& scan, std::vector<Slice>* slices)
{
    // The copy overwrites results of an earlier row, and is the input of a scan in place.
    m_device.run([&](VkCommandBuffer commandBuffer) {
        m_copy.record(commandBuffer, m_arrays.input().address(), m_arrays.output().address(), row.arrayBytes());
        for (Slice& slice : *slices) {
            gpu::recordComputeBarrier(m_device, commandBuffer);
            require(scan.record(commandBuffer, slice.args), "Scan::record");
            slice.isScanned = true;
        }
    });
}

void Harness::verify(const Row& row, const std::vector<Slice>& slices)
{
    m_scratch.verify();
    const VkDeviceSize size = vkscan::sizeOf(row.desc.type);
    std::vector<CheckPush> pushes;
    for (const Slice& slice : slices) {
        if (!slice.isScanned)
            continue;
        CheckPush& push = pushes.emplace_back(scanCheck(row.desc));
        push.results = slice.args.output.address;
        push.count = row.trueCount();
        push.numbers.first = slice.first + row.inputOffset;
        if (row.initial)
            push.initial = kInitial;
    }
    Checks& checks = m_arrays.checks();
    checks.require(Check::Scan, pushes);
    const CheckPush& push = pushes.front();
    if (row.deviceCount) {
        Numbers beyond = push.numbers;
        beyond.first += push.count;
        checks.requireNumbers(push.results + push.count * size, beyond, row.count - push.count);
    }
    if (row.total) {
        uint32_t total = 0;
        m_device.download(m_total, std::span(&total, 1));
        requireEqual<uint64_t>(total, checks.fold(row.desc.op, push.numbers, push.count), "the total");
    }
}

void Harness::time(const Row& row, const vkscan::Scan& scan, std::vector<Slice>* slices, Result* result)
{
    // Copies and scans take turns through the slices, so that neither finds in caches what the other has just used.
    const VkDeviceSize size = vkscan::sizeOf(row.desc.type);
    std::size_t turn = 0;
    const auto next = [&]() -> Slice& { return (*slices)[turn++ % slices->size()]; };
    const auto copy = [&](VkCommandBuffer commandBuffer) {
        Slice& slice = next();
        slice.isScanned = false;
        m_copy.record(commandBuffer, m_arrays.input().address() + slice.first * size,
                      m_arrays.output().address() + slice.first * size, result->bytes / 2);
    };
    const auto doScan = [&](VkCommandBuffer commandBuffer) {
        Slice& slice = next();
        slice.isScanned = true;
        require(scan.record(commandBuffer, slice.args), "Scan::record");
    };
    const Effort effort = effortOf(row);
    result->times = m_timer.timeBeside(copy, doScan, effort);
    if (effort == Effort::Brief || strategyFor(scan, row.count) != vkscan::Strategy::SingleWorkgroup)
        return;
    const PairedTimes besideEmpty =
        m_timer.timeBeside([&](VkCommandBuffer commandBuffer) { m_empty.record(commandBuffer, 1); }, doScan);
    result->counters.emplace_back("empty_us", besideEmpty.first);
    result->counters.emplace_back("empty_ratio", besideEmpty.ratio);
}

void Harness::recordByHand(VkCommandBuffer commandBuffer, const Row& row, unsigned dispatches,
                           const vkscan::ScanArgs& args) const
{
    for (unsigned i = 0; i < dispatches; ++i) {
        if (row.barriers || i > 0)
            gpu::recordComputeBarrier(m_device, commandBuffer);
        m_copy.record(commandBuffer, args.input.address, args.output.address, args.input.size);
    }
    if (row.barriers)
        gpu::recordComputeBarrier(m_device, commandBuffer);
}

Result Harness::measure(const Row& row, const vkscan::Scan& scan)
{
    m_arrays.fillInput(numbersOf(row.desc.type, row.desc.op), row.arrayBytes() / vkscan::sizeOf(row.desc.type));
    std::vector<Slice> slices = prepareSlices(row, scan);
    copyAndScan(row, scan, &slices);
    if (m_effort == Effort::Full || row.recordingOnly)
        verify(row, slices);

    vkscan::DispatchList list;
    require(scan.plan(slices[0].args, &list), "Scan::plan");
    const unsigned dispatches = list.count;
    const auto byHand = [&](VkCommandBuffer commandBuffer) {
        recordByHand(commandBuffer, row, dispatches, slices[0].args);
    };
    const auto record = [&](VkCommandBuffer commandBuffer) {
        require(scan.record(commandBuffer, slices[0].args), "Scan::record");
    };
    Result result;
    if (row.recordingOnly) {
        result = recordingResult(m_timer, byHand, record);
    } else {
        if (effortOf(row) == Effort::Full)
            result = recordedResult(recordingCost(m_timer, byHand, record));
        result.bytes = 2 * row.trueCount() * vkscan::sizeOf(row.desc.type);
        time(row, scan, &slices, &result);
        // The last timed batch ended with scans; in place, these were scans of scans.
        if (row.inPlace)
            copyAndScan(row, scan, &slices);
        verify(row, slices);
    }
    result.counters.emplace_back("count", static_cast<double>(row.trueCount()));
    result.label = vkscan::study::toString(strategyFor(scan, row.count));
    return result;
}

Result Harness::measureEmptyDispatch()
{
    const auto copy = [&](VkCommandBuffer commandBuffer) {
        m_copy.record(commandBuffer, m_arrays.input().address(), m_arrays.output().address(), 16);
    };
    Result result;
    result.times = m_timer.timeBeside(
        copy, [&](VkCommandBuffer commandBuffer) { m_empty.record(commandBuffer, 1); }, m_effort);
    return result;
}

Result measureVerified(Harness& harness, uint64_t count, const gpu::Device::Record& yardstick,
                       const gpu::Device::Record& operation, const std::function<void()>& verify)
{
    gpu::Device& device = harness.device();
    device.run(yardstick);
    device.run(operation);
    Result result;
    if (harness.effort() == Effort::Full) {
        verify();
        result = recordedResult(recordingCost(harness.timer(), yardstick, operation));
    }
    result.counters.emplace_back("count", static_cast<double>(count));
    result.times = harness.timer().timeBeside(yardstick, operation, harness.effort());
    verify();
    return result;
}

} // namespace bench
