#include "segmented_rows.h"

#include "require.h"

#include <algorithm>
#include <utility>

namespace bench {

namespace {

using vkscan::ElementType;
using vkscan::Segments;

constexpr uint32_t kSegment = 1000;

SegmentedRow rowOf(ElementType type, Segments segments, uint32_t length, uint64_t count)
{
    SegmentedRow row;
    row.desc.type = type;
    row.desc.segments = segments;
    row.desc.assumeForwardProgress = true; // as sumRow
    row.length = length;
    row.count = count;
    return row;
}

} // namespace

std::string SegmentedRow::name() const
{
    const std::string shape = std::to_string(length) + "/" + std::to_string(count);
    if (isBatched)
        return std::string("batched/") + toString(desc.type) + "/" + shape;
    return std::string("segments/") + toString(desc.type) + "/" + layout().name() + "/" + shape +
           (desc.direction == vkscan::Direction::Backward ? "/backward" : "");
}

VkDeviceSize SegmentedRow::movedBytes() const
{
    return 2 * count * vkscan::sizeOf(desc.type) + layout().bytes();
}

SegmentedHarness::SegmentedHarness(Harness& harness)
    : m_harness(harness),
      m_copy(harness.device()),
      m_segments(harness.device())
{
}

const vkscan::SegmentedScan& SegmentedHarness::scanOf(const vkscan::SegmentedScanDesc& desc)
{
    const ScanKey key = {desc.type, desc.segments, desc.direction};
    auto found = m_scans.find(key);
    if (found == m_scans.end()) {
        vkscan::SegmentedScan created;
        require(vkscan::SegmentedScan::create(m_harness.context(), desc, &created), "SegmentedScan::create");
        found = m_scans.emplace(key, std::move(created)).first;
    }
    return found->second;
}

Result SegmentedHarness::measure(const SegmentedRow& row)
{
    const vkscan::SegmentedScan& scan = scanOf(row.desc);
    const Row numbers = sumRow(row.desc.type, row.desc.strategy, row.count);
    m_harness.arrays().upload(numbers);

    const gpu::Buffer& input = m_harness.arrays().input();
    const gpu::Buffer& output = m_harness.arrays().output();
    vkscan::SegmentedScanArgs args;
    args.input = {input.address(), numbers.arrayBytes()};
    args.output = {output.address(), numbers.arrayBytes()};
    args.segments = m_segments.upload(row.layout());
    if (row.desc.segments == Segments::Rows)
        args.rowLength = row.length;
    if (row.desc.segments == Segments::Offsets)
        args.segmentCount = static_cast<uint32_t>(row.layout().segmentCount());
    args.scratch = m_harness.scratch().atLeast(scan.scratchSize(row.count));
    args.count = row.count;
    const auto record = [&](VkCommandBuffer commandBuffer) {
        require(scan.record(commandBuffer, args), "SegmentedScan::record");
    };
    const auto copy = [&](VkCommandBuffer commandBuffer) {
        m_copy.record(commandBuffer, input.address(), output.address(), row.arrayBytes());
    };
    Result result = measureVerified(m_harness, row.count, copy, record, [&] { verify(row); });
    result.bytes = row.movedBytes();
    result.label = toString(scan.strategyFor(row.count));
    return result;
}

// A segment's sums are what the prefixes of all numbers grow by.
void SegmentedHarness::verify(const SegmentedRow& row)
{
    m_harness.scratch().verify();
    withNumbersOf(row.desc.type, [&]<class T>(T) {
        Reference<T>& reference = m_harness.arrays().template reference<T>(vkscan::Op::Add);
        typename Reference<T>::Walk low(reference);
        typename Reference<T>::Walk high(reference);
        m_harness.arrays().template verifyWindows<T>(row.count, [&](uint64_t index) {
            const uint64_t head = index / row.length * row.length;
            if (row.desc.direction == vkscan::Direction::Backward)
                return difference(high.to(std::min(head + row.length, row.count)), low.to(index));
            return difference(high.to(index + 1), low.to(head));
        });
    });
}

std::vector<SegmentedRow> listSegmentedRows(unsigned maxLog2)
{
    std::vector<SegmentedRow> rows;
    const auto append = [&](ElementType type, Segments segments, uint32_t length, std::vector<unsigned> log2s) {
        for (const unsigned log2 : boundedLog2s(std::move(log2s), maxLog2))
            rows.push_back(rowOf(type, segments, length, uint64_t{1} << log2));
    };
    for (const Segments segments :
         {Segments::HeadFlags, Segments::HeadBits, Segments::Keys32, Segments::Rows, Segments::Offsets})
        append(ElementType::U32, segments, kSegment, {16, 20, 24, 28});
    append(ElementType::U32, Segments::HeadFlags, kSegment, {24});
    rows.back().desc.direction = vkscan::Direction::Backward;
    const std::size_t batched = rows.size();
    for (const uint32_t length : {64u, 1024u})
        append(ElementType::U32, Segments::Rows, length, {24, 28});
    for (const uint32_t length : {uint32_t{1} << 16, uint32_t{1} << 20})
        append(ElementType::U32, Segments::Rows, length, {28});
    for (std::size_t i = batched; i < rows.size(); ++i)
        rows[i].isBatched = true;
    for (const ElementType type : {ElementType::F32, ElementType::U64})
        append(type, Segments::HeadFlags, kSegment, {27});
    return rows;
}

void addSegmentedRows(Program& program, Harness& harness, SegmentedHarness& segmented, unsigned maxLog2)
{
    for (const SegmentedRow& row : listSegmentedRows(maxLog2)) {
        const bool isBackward = row.desc.direction == vkscan::Direction::Backward;
        const std::string key = std::string("segments/") + toString(row.desc.type) + "/" + row.layout().name() +
                                (isBackward ? "/backward" : "");
        program.compile(row.name(), key, creating<vkscan::SegmentedScan>(harness.context(), row.desc));
        program.addRow(
            row.name(), [&segmented, row] { return segmented.measure(row); }, [&harness] { harness.recover(); });
    }
}

} // namespace bench
