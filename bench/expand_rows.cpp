// Times expansions beside a kernel that writes as many bytes as they write.
#include "operation_rows.h"

#include <vkscan/expand.h>

#include <algorithm>
#include <stdexcept>
#include <string>

namespace bench {

namespace {

constexpr uint32_t kDivisor = 256;
constexpr uint32_t kZipf = 0; // sources of 1/u - 1 elements, u even in (0, 1]: half are empty, and few have most

// Where sources begin that share `count` elements, and the total. They have 0 to 2 * `mean` elements, evenly.
std::vector<uint32_t> offsetsOf(uint32_t mean, uint64_t count)
{
    std::vector<uint32_t> offsets = {0};
    for (uint64_t end = 0; end < count;) {
        const uint64_t bits = randomBits(offsets.size());
        const uint64_t size = mean == kZipf ? (uint64_t{1} << 32) / ((bits >> 32) + 1) - 1 : bits % (2 * mean + 1);
        end = std::min(end + size, count);
        offsets.push_back(static_cast<uint32_t>(end));
    }
    return offsets;
}

std::vector<uint32_t> countsOf(const std::vector<uint32_t>& offsets)
{
    std::vector<uint32_t> counts(offsets.size() - 1);
    for (std::size_t i = 0; i < counts.size(); ++i)
        counts[i] = offsets[i + 1] - offsets[i];
    return counts;
}

Result measure(Harness& harness, const vkscan::Expand& expand, uint32_t mean, bool fromOffsets, uint64_t count)
{
    gpu::Device& device = harness.device();
    Arrays& arrays = harness.arrays();
    const VkDeviceSize bytes = count * sizeof(uint32_t);
    vkscan::ExpandArgs args;
    std::vector<uint32_t> offsets; // not of sources of one element each, which may be too many for the host
    gpu::Buffer summed;
    if (mean == 1) {
        args.offsets = arrays.words({.kind = kOffsets, .bytes = 4, .parameter = 1, .count = count}, count + 1);
    } else {
        offsets = offsetsOf(mean, count);
        args.offsets = arrays.words(offsets);
    }
    args.count = args.offsets.size / sizeof(uint32_t) - 1;
    CheckPush push = {.results = arrays.output().address(),
                      .others = arrays.output().address() + bytes,
                      .count = count,
                      .initial = args.offsets.address,
                      .order = static_cast<uint32_t>(args.count)};
    VkDeviceSize moved = 2 * bytes;
    if (!fromOffsets) {
        const std::vector<uint32_t> counts = countsOf(offsets);
        device.upload(arrays.input(), counts);
        args.counts = arrays.input(counts.size() * sizeof(uint32_t));
        summed = device.createBuffer(args.offsets.size);
        device.fill(summed, kWrong);
        args.offsets.address = summed.address();
        moved += args.offsets.size;
    }
    args.output = {push.results, bytes};
    args.index = {push.others, bytes};
    const gpu::Buffer words = device.createBuffer(2 * sizeof(uint32_t)); // the total, the indirect count
    device.fill(words, kWrong);
    args.total = {words.address(), sizeof(uint32_t)};
    args.indirect = {{words.address() + sizeof(uint32_t), sizeof(uint32_t)}, kDivisor, vkscan::Rounding::Up};
    Result result = measureVerified(harness, expand, args, Yardstick::Write, moved, [&] {
        arrays.checks().require(Check::Expand, push);
        std::vector<uint32_t> found(2);
        device.download(words, found);
        requireEqual<uint64_t>(found[0], count, "the total");
        requireEqual<uint64_t>(found[1], (count + kDivisor - 1) / kDivisor, "the indirect count");
        if (!fromOffsets) {
            found.resize(offsets.size());
            device.download(summed, found);
            if (found != offsets)
                throw std::runtime_error("the offsets are wrong");
        }
    });
    for (auto& [name, value] : result.counters)
        if (name == "count") // elements, not sources
            value = static_cast<double>(count);
    return result;
}

// expand/u32/{1,30,1000,zipf}[/counts]/<count>: sources of so many elements on average, by offsets or counts, that
// share `count` elements.
void addExpandRows(Program& program, Harness& harness, unsigned maxLog2)
{
    const auto add = [&](const std::string& sources, uint32_t mean, bool fromOffsets, std::vector<unsigned> log2s) {
        addRows<vkscan::Expand>(program, harness, maxLog2, "expand/u32/" + sources,
                                vkscan::ExpandDesc{.fromOffsets = fromOffsets}, std::move(log2s),
                                [&harness, mean, fromOffsets](const vkscan::Expand& expand, uint64_t count) {
                                    return measure(harness, expand, mean, fromOffsets, count);
                                });
    };
    for (const uint32_t mean : {1u, 30u, 1000u})
        add(std::to_string(mean), mean, true, {20, 24, 28});
    add("zipf", kZipf, true, {20, 24, 28});
    add("30/counts", 30, false, {20, 24});
}

const OperationRows kExpandRows("expand", addExpandRows);

} // namespace

} // namespace bench
