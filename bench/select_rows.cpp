#include "select_rows.h"

#include "require.h"

#include <algorithm>
#include <utility>

namespace bench {

namespace {

using vkscan::Condition;
using vkscan::kIndicesOnly;

constexpr uint32_t kMask = 1;
constexpr vkscan::Predicate kIsOdd = {Condition::AnyBit, vkscan::ElementType::U32};

uint32_t numberAt(uint64_t index)
{
    return elementAt<uint32_t>(vkscan::Op::Add, index);
}

bool isSplit(SelectKind kind)
{
    return kind == SelectKind::SplitOneBit || kind == SelectKind::SplitFourBits;
}

uint32_t bucketOf(const SelectRow& row, uint64_t index)
{
    if (isSplit(row.kind))
        return numberAt(index) & (row.kind == SelectKind::SplitOneBit ? 1 : 15);
    return (numberAt(index) & kMask) != 0 ? 0 : 1;
}

std::vector<uint64_t> bucketSizes(const SelectRow& row)
{
    std::vector<uint64_t> sizes(16);
    for (uint64_t i = 0; i < row.count; ++i)
        ++sizes[bucketOf(row, i)];
    return sizes;
}

vkscan::Predicate predicateOf(const SelectRow& row)
{
    return row.readsBits() ? vkscan::Predicate{Condition::FlagBits} : kIsOdd;
}

vkscan::SplitDesc splitDesc(const SelectRow& row)
{
    return {.bits = row.kind == SelectKind::SplitOneBit ? 1u : 4u, .assumeForwardProgress = true};
}

vkscan::PartitionDesc partitionDesc(const SelectRow& row)
{
    return {.predicate = predicateOf(row), .assumeForwardProgress = true};
}

vkscan::CompactDesc compactDesc(const SelectRow& row)
{
    vkscan::CompactDesc desc = {.predicate = predicateOf(row), .assumeForwardProgress = true};
    if (row.kind == SelectKind::Indices)
        desc.elementSize = kIndicesOnly;
    return desc;
}

// What creates the row's operation and forgets it.
std::function<void()> creatingFor(const vkscan::Context& context, const SelectRow& row)
{
    if (isSplit(row.kind))
        return creating<vkscan::Split>(context, splitDesc(row));
    if (row.kind >= SelectKind::Partition)
        return creating<vkscan::Partition>(context, partitionDesc(row));
    return creating<vkscan::Compact>(context, compactDesc(row));
}

// Walks through the elements of a bucket, in their order.
class Walk {
public:
    Walk(const SelectRow& row, uint32_t bucket) : m_row(&row), m_bucket(bucket) { settle(); }

    // The place of the element so many behind the first of the bucket; cheap for ascending ones.
    uint64_t to(uint64_t rank)
    {
        if (rank < m_rank)
            *this = Walk(*m_row, m_bucket);
        while (m_rank < rank) {
            ++m_rank;
            ++m_place;
            settle();
        }
        return m_place;
    }

    [[nodiscard]] uint32_t bucket() const { return m_bucket; }

private:
    void settle()
    {
        while (m_place < m_row->count && bucketOf(*m_row, m_place) != m_bucket)
            ++m_place;
    }

    const SelectRow* m_row;
    uint32_t m_bucket;
    uint64_t m_rank = 0;
    uint64_t m_place = 0;
};

} // namespace

std::string SelectRow::name() const
{
    const auto named = [&](const char* what) { return what + std::to_string(count); };
    switch (kind) {
    case SelectKind::DeviceCount: return named("select/u32/half/") + "/device_count";
    case SelectKind::FlagBits: return named("select/u32/bits/");
    case SelectKind::Indices: return named("select/u32/indices/");
    case SelectKind::Partition: return named("partition/u32/half/");
    case SelectKind::PartitionBits: return named("partition/u32/bits/");
    case SelectKind::PartitionApart: return named("partition/u32/apart/");
    case SelectKind::SplitOneBit: return named("split/u32/1_bit/");
    case SelectKind::SplitFourBits: return named("split/u32/4_bits/");
    default: return named("select/u32/half/");
    }
}

bool SelectRow::readsBits() const
{
    return kind == SelectKind::FlagBits || kind == SelectKind::PartitionBits;
}

uint64_t SelectRow::writtenCount(uint64_t selected) const
{
    return kind < SelectKind::Partition ? selected : count;
}

VkDeviceSize SelectRow::movedBytes(uint64_t selected) const
{
    const VkDeviceSize flags = readsBits() ? (count + 31) / 32 : 0;
    return (count + writtenCount(selected) + flags) * sizeof(uint32_t);
}

SelectHarness::SelectHarness(Harness& harness)
    : m_harness(harness),
      m_copy(harness.device()),
      m_counts(harness.device().createBuffer(2 * sizeof(uint32_t)))
{
}

void SelectHarness::uploadFlags(uint64_t count)
{
    std::vector<uint32_t> words((count + 31) / 32);
    for (uint64_t i = 0; i < count; ++i)
        words[i / 32] |= (numberAt(i) & kMask) << i % 32;
    gpu::Device& device = m_harness.device();
    m_flags = device.createBuffer(words.size() * sizeof(uint32_t));
    device.upload(m_flags, words);
}

SelectHarness::Record SelectHarness::recordOf(const SelectRow& row)
{
    gpu::Device& device = m_harness.device();
    const VkDeviceSize bytes = row.count * sizeof(uint32_t);
    const auto fill = [&](auto args, VkDeviceSize scratchBytes) {
        args.input = {m_harness.arrays().input().address(), bytes};
        args.output = {m_harness.arrays().output().address(), bytes};
        args.scratch = m_harness.scratch().atLeast(scratchBytes);
        args.count = row.count;
        return args;
    };
    const auto fillSelection = [&](auto args, VkDeviceSize scratchBytes) {
        args = fill(args, scratchBytes);
        args.selectedCount = {m_counts.address() + sizeof(uint32_t), sizeof(uint32_t)};
        if (row.readsBits()) {
            uploadFlags(row.count);
            args.tested = m_flags.range();
        } else {
            args.operand = kMask;
        }
        return args;
    };
    if (isSplit(row.kind)) {
        require(vkscan::Split::create(m_harness.context(), splitDesc(row), &m_split), "Split::create");
        const auto args = fill(vkscan::SplitArgs{}, m_split.scratchSize(row.count));
        return [this, args](VkCommandBuffer commandBuffer) { return m_split.record(commandBuffer, args); };
    }
    if (row.kind >= SelectKind::Partition) {
        require(vkscan::Partition::create(m_harness.context(), partitionDesc(row), &m_partition), "Partition::create");
        auto args = fillSelection(vkscan::PartitionArgs{}, m_partition.scratchSize(row.count));
        if (row.kind == SelectKind::PartitionApart) {
            m_rest = {};
            m_rest = device.createBuffer(bytes);
            args.rest = m_rest.range();
        }
        return [this, args](VkCommandBuffer commandBuffer) { return m_partition.record(commandBuffer, args); };
    }
    require(vkscan::Compact::create(m_harness.context(), compactDesc(row), &m_compact), "Compact::create");
    auto args = fillSelection(vkscan::CompactArgs{}, m_compact.scratchSize(row.count));
    if (row.kind == SelectKind::DeviceCount) {
        device.upload(m_counts, std::vector<uint32_t>{static_cast<uint32_t>(row.count)});
        args.countBuffer = {m_counts.address(), sizeof(uint32_t)};
    }
    return [this, args](VkCommandBuffer commandBuffer) { return m_compact.record(commandBuffer, args); };
}

Result SelectHarness::measure(const SelectRow& row)
{
    const Row numbers = sumRow(vkscan::ElementType::U32, vkscan::Strategy::Auto, row.count);
    m_harness.arrays().upload(numbers);
    const Record recorded = recordOf(row);
    const auto record = [&](VkCommandBuffer commandBuffer) { require(recorded(commandBuffer), "record"); };
    const std::vector<uint64_t> sizes = bucketSizes(row);
    const uint64_t selected = sizes[0];
    const auto copy = [&](VkCommandBuffer commandBuffer) {
        m_copy.record(commandBuffer, m_harness.arrays().input().address(), m_harness.arrays().output().address(),
                      row.movedBytes(selected) / 2 / sizeof(uint32_t) * sizeof(uint32_t));
    };
    Result result = measureVerified(m_harness, row.count, copy, record, [&] { verify(row, sizes); });
    result.counters.emplace_back("selected", static_cast<double>(selected));
    result.bytes = row.movedBytes(selected);
    return result;
}

void SelectHarness::verify(const SelectRow& row, const std::vector<uint64_t>& sizes)
{
    m_harness.scratch().verify();
    const bool splits = row.kind >= SelectKind::SplitOneBit;
    const uint64_t selected = sizes[0];
    if (!splits) {
        uint32_t found = 0;
        m_harness.device().download(m_counts, std::span(&found, 1), sizeof(uint32_t));
        requireEqual<uint32_t>(found, static_cast<uint32_t>(selected), "the number of selected elements");
    }
    const auto expected = [&](uint64_t place) {
        return row.kind == SelectKind::Indices ? static_cast<uint32_t>(place) : numberAt(place);
    };
    uint32_t bucket = 0;
    uint64_t begin = 0;
    Walk walk(row, bucket);
    const uint64_t written = row.kind == SelectKind::PartitionApart ? selected : row.writtenCount(selected);
    m_harness.arrays().verifyWindows<uint32_t>(written, [&](uint64_t index) {
        if (index < begin)
            begin = bucket = 0;
        while (index - begin >= sizes[bucket])
            begin += sizes[bucket++];
        if (walk.bucket() != bucket)
            walk = Walk(row, bucket);
        return expected(walk.to(index - begin));
    });
    if (row.kind == SelectKind::PartitionApart) {
        std::vector<uint32_t> rest(std::min<uint64_t>(row.count - selected, 1 << 16));
        m_harness.device().download(m_rest, rest);
        Walk others(row, 1);
        for (uint64_t i = 0; i < rest.size(); ++i)
            requireEqual<uint32_t>(rest[i], numberAt(others.to(i)), "element " + std::to_string(i) + " of the rest");
    }
}

void addSelectRows(Program& program, Harness& harness, SelectHarness& select, unsigned maxLog2)
{
    for (const SelectKind kind : {SelectKind::Elements, SelectKind::DeviceCount, SelectKind::FlagBits,
                                  SelectKind::Indices, SelectKind::Partition, SelectKind::PartitionBits,
                                  SelectKind::PartitionApart, SelectKind::SplitOneBit, SelectKind::SplitFourBits})
        for (const unsigned log2 : boundedLog2s({16, 20, 24, 28}, maxLog2)) {
            const SelectRow row = {kind, uint64_t{1} << log2};
            program.compile(row.name(), "select " + std::to_string(static_cast<int>(kind)),
                            creatingFor(harness.context(), row));
            program.addRow(
                row.name(), [&select, row] { return select.measure(row); }, [&harness] { harness.recover(); });
        }
}

} // namespace bench
