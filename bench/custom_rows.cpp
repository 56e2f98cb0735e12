#include "custom_rows.h"

#include "custom_kernels.h"
#include "require.h"

#include <algorithm>
#include <array>
#include <bit>
#include <cmath>
#include <cstring>
#include <limits>
#include <string>
#include <vector>

namespace bench {

namespace {

constexpr uint32_t kMaxWords = 16;
constexpr uint32_t kMaxLog2Words = 28;
// A factor by which sums of 2^28 squares, 3.5 each on average, become half floats, none of them subnormal.
constexpr float kSquareScale = 1.0f / (1 << 14);

uint32_t anyWord(uint64_t index)
{
    return static_cast<uint32_t>(randomBits(index));
}

// Multipliers are odd, so that what comes first is in all results.
uint32_t affineWord(uint64_t index)
{
    return anyWord(index) | (index % 2 == 0 ? 1 : 0);
}

// So are determinants.
uint32_t matrixWord(uint64_t index)
{
    const uint32_t place = index % 16;
    return (anyWord(index) & ~1u) | (place % 5 == 0 ? 1 : 0);
}

float coordinateAt(uint64_t index)
{
    return static_cast<float>(anyWord(index) >> 8);
}

uint32_t boundsWord(uint64_t index)
{
    return std::bit_cast<uint32_t>(coordinateAt(index));
}

template <std::size_t words>
void clearWords(uint32_t* state)
{
    std::fill_n(state, words, 0u);
}

void takeSum(uint64_t index, uint32_t* state, unsigned char* stored)
{
    *state += anyWord(index);
    std::memcpy(stored, state, sizeof(*state));
}

void clearAffine(uint32_t* state)
{
    state[0] = 1;
    state[1] = 0;
}

void takeAffine(uint64_t index, uint32_t* state, unsigned char* stored)
{
    const uint32_t multiplier = affineWord(index * 2);
    state[1] = multiplier * state[1] + affineWord(index * 2 + 1);
    state[0] *= multiplier;
    std::memcpy(stored, state, 2 * sizeof(uint32_t));
}

void clearBounds(uint32_t* state)
{
    for (std::size_t i = 0; i < 6; ++i)
        state[i] = std::bit_cast<uint32_t>(std::copysign(std::numeric_limits<float>::infinity(), i < 3 ? 1.0f : -1.0f));
}

void takeBounds(uint64_t index, uint32_t* state, unsigned char* stored)
{
    for (std::size_t i = 0; i < 6; ++i) {
        const auto bound = std::bit_cast<float>(state[i]);
        const float coordinate = coordinateAt(index * 6 + i);
        state[i] = std::bit_cast<uint32_t>(i < 3 ? std::min(bound, coordinate) : std::max(bound, coordinate));
    }
    std::memcpy(stored, state, 6 * sizeof(uint32_t));
}

void clearMatrix(uint32_t* state)
{
    for (std::size_t i = 0; i < 16; ++i)
        state[i] = i % 5 == 0 ? 1 : 0;
}

void takeMatrix(uint64_t index, uint32_t* state, unsigned char* stored)
{
    std::array<uint32_t, 16> product = {};
    for (std::size_t i = 0; i < 16; ++i)
        for (std::size_t k = 0; k < 4; ++k)
            product[i] += state[i / 4 * 4 + k] * matrixWord(index * 16 + k * 4 + i % 4);
    std::copy(product.begin(), product.end(), state);
    std::memcpy(stored, state, 16 * sizeof(uint32_t));
}

// The nearest half float of a number from 2^-14 to 65504, or of 0; of two as near, the even one.
uint16_t halfOf(float value)
{
    const auto bits = std::bit_cast<uint32_t>(value);
    if (bits == 0)
        return 0;
    const uint32_t rounded = bits + 0xfff + (bits >> 13 & 1);
    return static_cast<uint16_t>((rounded >> 13) - ((127 - 15) << 10));
}

void takeSquare(uint64_t index, uint32_t* state, unsigned char* stored)
{
    const uint32_t value = anyWord(index) & 3;
    *state += value * value;
    const uint16_t half = halfOf(static_cast<float>(*state) * kSquareScale);
    std::memcpy(stored, &half, sizeof(half));
}

constexpr CustomCase kCases[] = {
    {"u32_add", &custom::sum, 1, 4, anyWord, takeSum, clearWords<1>},
    {"squares_f16", &custom::squares, 1, 2, anyWord, takeSquare, clearWords<1>},
    {"affine", &custom::affine, 2, 8, affineWord, takeAffine, clearAffine},
    {"bounds", &custom::bounds, 6, 24, boundsWord, takeBounds, clearBounds},
    {"matrix", &custom::matrix, 16, 64, matrixWord, takeMatrix, clearMatrix},
};

// Whether results are halves of words, which the kernel stores by itself.
bool storesHalves(const CustomCase& of)
{
    return of.outputBytes % sizeof(uint32_t) != 0;
}

unsigned largestLog2(const CustomCase& of)
{
    return kMaxLog2Words - static_cast<unsigned>(std::bit_width(of.inputWords - 1));
}

constexpr uint32_t kRecordWords = 8;
constexpr unsigned kMaxLog2Records = 25;

// The first word of a record says whether it is kept.
uint32_t recordWord(uint64_t index)
{
    return index % kRecordWords == 0 ? anyWord(index) & 1 : anyWord(index);
}

bool isKept(uint64_t record)
{
    return recordWord(record * kRecordWords) == 1;
}

struct SquareParameters {
    VkDeviceAddress words;
    VkDeviceAddress halves;
    float scale;
    uint32_t padding;
};

} // namespace

CustomHarness::CustomHarness(Harness& harness) : m_harness(harness), m_copy(harness.device()) {}

Result CustomHarness::measure(const CustomCase& of, uint64_t count)
{
    upload(of.wordAt, count * of.inputWords);
    const VkDeviceSize inputBytes = count * of.inputWords * sizeof(uint32_t);
    const VkDeviceSize outputBytes = count * of.outputBytes;
    const gpu::Buffer& output = m_harness.arrays().output();

    vkscan::ScanDesc desc;
    desc.kernels = *of.kernels;
    vkscan::Scan scan;
    require(vkscan::Scan::create(m_harness.context(), desc, &scan), "Scan::create");
    const SquareParameters parameters = {m_input.address(), output.address(), kSquareScale, 0};
    vkscan::ScanArgs args;
    args.input = {m_input.address(), inputBytes};
    args.output = {output.address(), outputBytes};
    if (storesHalves(of))
        args.parameters = {&parameters, sizeof(parameters)};
    args.scratch = m_harness.scratch().atLeast(scan.scratchSize(count));
    args.count = count;
    const auto record = [&](VkCommandBuffer commandBuffer) {
        require(scan.record(commandBuffer, args), "Scan::record");
    };
    const auto copy = [&](VkCommandBuffer commandBuffer) {
        m_copy.record(commandBuffer, m_input.address(), output.address(), (inputBytes + outputBytes) / 2);
    };
    Result result = measureVerified(m_harness, count, copy, record, [&] { verify(of, count); });
    result.bytes = inputBytes + outputBytes;
    return result;
}

Result CustomHarness::measureRecords(uint64_t count)
{
    upload(recordWord, count * kRecordWords);
    const gpu::Buffer& output = m_harness.arrays().output();
    uint64_t kept = 0;
    for (uint64_t i = 0; i < count; ++i)
        kept += isKept(i) ? 1 : 0;
    const VkDeviceSize bytes = (count + kept) * kRecordWords * sizeof(uint32_t);

    vkscan::CompactDesc desc;
    desc.kernels = custom::records;
    vkscan::Compact compact;
    require(vkscan::Compact::create(m_harness.context(), desc, &compact), "Compact::create");
    vkscan::CompactArgs args;
    args.input = {m_input.address(), count * kRecordWords * sizeof(uint32_t)};
    args.output = {output.address(), args.input.size};
    args.scratch = m_harness.scratch().atLeast(compact.scratchSize(count));
    args.count = count;
    const auto record = [&](VkCommandBuffer commandBuffer) {
        require(compact.record(commandBuffer, args), "Compact::record");
    };
    const auto copy = [&](VkCommandBuffer commandBuffer) {
        m_copy.record(commandBuffer, m_input.address(), output.address(), bytes / 2);
    };
    Result result = measureVerified(m_harness, count, copy, record, [&] { verifyRecords(kept); });
    result.bytes = bytes;
    return result;
}

void CustomHarness::upload(uint32_t (*wordAt)(uint64_t index), uint64_t words)
{
    if (m_uploaded == wordAt && m_input.size() >= words * sizeof(uint32_t))
        return;
    if (m_input.size() < words * sizeof(uint32_t))
        m_input = m_harness.device().createBuffer(words * sizeof(uint32_t));
    m_uploaded = wordAt;
    const uint64_t all = m_input.size() / sizeof(uint32_t);
    std::vector<uint32_t> chunk;
    for (uint64_t first = 0; first < all; first += chunk.size()) {
        chunk.resize(std::min(kChunk, all - first));
        for (uint64_t i = 0; i < chunk.size(); ++i)
            chunk[i] = wordAt(first + i);
        m_harness.device().upload(m_input, chunk, first * sizeof(uint32_t));
    }
}

void CustomHarness::verify(const CustomCase& of, uint64_t count)
{
    m_harness.scratch().verify();
    uint32_t state[kMaxWords];
    of.clear(state);
    // The results of as many elements as fill whole words.
    const uint32_t group = storesHalves(of) ? 2 : 1;
    const uint32_t groupWords = group * of.outputBytes / sizeof(uint32_t);
    uint32_t stored[kMaxWords] = {};
    uint64_t taken = 0; // elements
    m_harness.arrays().verifyWindows<uint32_t>(count / group * groupWords, [&](uint64_t word) {
        const uint64_t end = (word / groupWords + 1) * group;
        if (end < taken) { // in another window, which begins before
            of.clear(state);
            taken = 0;
        }
        for (; taken < end; ++taken)
            of.take(taken, state, reinterpret_cast<unsigned char*>(stored) + taken % group * of.outputBytes);
        return stored[word % groupWords];
    });
}

void CustomHarness::verifyRecords(uint64_t kept)
{
    m_harness.scratch().verify();
    uint64_t place = 0; // of the next that is kept, which is not before the index
    uint64_t index = 0;
    m_harness.arrays().verifyWindows<uint32_t>(kept * kRecordWords, [&](uint64_t word) {
        if (word / kRecordWords < place)
            place = index = 0;
        for (;; ++index) {
            if (!isKept(index))
                continue;
            if (place == word / kRecordWords)
                return recordWord(index * kRecordWords + word % kRecordWords);
            ++place;
        }
    });
}

VkDeviceSize customArrayBytes(unsigned maxLog2)
{
    VkDeviceSize bytes = VkDeviceSize{kRecordWords} * sizeof(uint32_t) << std::min(maxLog2, kMaxLog2Records);
    for (const CustomCase& of : kCases)
        bytes = std::max(bytes, VkDeviceSize{of.outputBytes} << std::min(maxLog2, largestLog2(of)));
    return bytes;
}

void addCustomRows(Program& program, Harness& harness, CustomHarness& custom, unsigned maxLog2)
{
    for (const CustomCase& of : kCases) {
        if (storesHalves(of) && !harness.device().hasHalfStorage())
            continue;
        for (const unsigned log2 : boundedLog2s({10, 12, 16, 20, 24, 25, 27, 28}, std::min(maxLog2, largestLog2(of)))) {
            const uint64_t count = uint64_t{1} << log2;
            const std::string name = "custom/" + std::string(of.name) + "/" + std::to_string(count);
            vkscan::ScanDesc desc;
            desc.kernels = *of.kernels;
            program.compile(name, std::string("custom/") + of.name, creating<vkscan::Scan>(harness.context(), desc));
            program.addRow(
                name, [&custom, &of, count] { return custom.measure(of, count); }, [&harness] { harness.recover(); });
        }
    }
    for (const unsigned log2 : boundedLog2s({10, 12, 16, 20, 25}, std::min(maxLog2, kMaxLog2Records))) {
        const uint64_t count = uint64_t{1} << log2;
        const std::string name = "custom/records/" + std::to_string(count);
        vkscan::CompactDesc desc;
        desc.kernels = custom::records;
        program.compile(name, "custom/records", creating<vkscan::Compact>(harness.context(), desc));
        program.addRow(
            name, [&custom, count] { return custom.measureRecords(count); }, [&harness] { harness.recover(); });
    }
}

} // namespace bench
