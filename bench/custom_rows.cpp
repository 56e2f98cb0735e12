// Times scans and compactions by custom kernels beside a copy of the same bytes.
#include "custom_kernels.h"
#include "operation_rows.h"

#include <vkscan/custom.h>

#include <bit>

namespace bench {

namespace {

constexpr unsigned kMaxLog2Words = 28;
// A factor by which sums of 2^28 squares, 3.5 each on average, become half floats, none of them subnormal.
constexpr float kSquareScale = 1.0f / (1 << 14);
constexpr uint32_t kRecordWords = 8;

struct CustomCase {
    const char* name;
    const vkscan::CustomKernels* kernels;
    uint32_t words;       // an element's
    uint32_t outputBytes; // a result's
    uint32_t kind;        // the input's words
    uint32_t operation;   // how words of results are checked; 0: as scans
};

constexpr CustomCase kCases[] = {
    {"u32_add", &custom::sum, 1, 4, kAnyBits, 0},
    {"squares_f16", &custom::squares, 1, 2, kAnyBits, 0},
    {"affine", &custom::affine, 2, 8, kAffines, kAffineOp},
    {"bounds", &custom::bounds, 6, 24, kBounds, kBoundsOp},
    {"matrix", &custom::matrix, 16, 64, kMatrices, kMatrixOp},
};

// True: results are half floats, which the kernel stores itself.
bool storesHalves(const CustomCase& of)
{
    return of.outputBytes == 2;
}

struct SquareParameters {
    VkDeviceAddress words;
    VkDeviceAddress halves;
    float scale;
    uint32_t padding;
};

void verify(Checks& checks, const CustomCase& of, VkDeviceAddress results, uint64_t count)
{
    CheckPush push = scanCheck({});
    push.results = results;
    push.count = count;
    if (storesHalves(of)) {
        push.numbers.kind = kSquares;
        push.initial = std::bit_cast<uint32_t>(kSquareScale);
        checks.findSquares(&push);
        checks.require(Check::Places, push);
    } else if (of.words == 1) {
        checks.require(Check::Scan, push);
    } else {
        push.numbers.kind = of.kind;
        push.operation = of.operation;
        push.tupleSize = of.words;
        push.count *= of.words;
        checks.require(Check::Custom, push);
    }
}

Result measure(Harness& harness, const vkscan::Scan& scan, const CustomCase& of, uint64_t count)
{
    Arrays& arrays = harness.arrays();
    arrays.fillInput({.kind = of.kind, .bytes = 4}, count * of.words);
    vkscan::ScanArgs args;
    args.input = arrays.input(count * of.words * sizeof(uint32_t));
    args.output = arrays.output(count * of.outputBytes);
    const SquareParameters parameters = {args.input.address, args.output.address, kSquareScale, 0};
    if (storesHalves(of))
        args.parameters = {&parameters, sizeof(parameters)};
    args.count = count;
    const VkDeviceSize moved = args.input.size + args.output.size;
    return measureVerified(harness, scan, args, Yardstick::Copy, moved,
                           [&] { verify(arrays.checks(), of, args.output.address, count); });
}

Result measureRecords(Harness& harness, const vkscan::Compact& compact, uint64_t count)
{
    Arrays& arrays = harness.arrays();
    CheckPush push = {.results = arrays.output().address(),
                      .count = count,
                      .numbers = {.kind = kRecords, .bytes = 4, .parameter = kRecordWords},
                      .operation = kByOddness,
                      .order = 1,
                      .tupleSize = kRecordWords};
    arrays.fillInput(push.numbers, count * kRecordWords);
    const uint64_t kept = arrays.checks().findPlaces(&push)[0];
    vkscan::CompactArgs args;
    args.input = arrays.input(count * kRecordWords * sizeof(uint32_t));
    args.output = arrays.output(args.input.size);
    args.count = count;
    const VkDeviceSize moved = (count + kept) * kRecordWords * sizeof(uint32_t);
    return measureVerified(harness, compact, args, Yardstick::Copy, moved,
                           [&] { arrays.checks().require(Check::Places, push); });
}

// custom/<case>/<count>, of scans, and custom/records/<count>, of compactions, at most 1 GiB.
void addCustomRows(Program& program, Harness& harness, unsigned maxLog2)
{
    for (const CustomCase& of : kCases) {
        if (storesHalves(of) && !harness.device().hasHalfStorage())
            continue;
        const unsigned most = kMaxLog2Words - static_cast<unsigned>(std::bit_width(of.words - 1));
        vkscan::ScanDesc desc;
        desc.kernels = *of.kernels;
        addRows<vkscan::Scan>(
            program, harness, std::min(maxLog2, most), std::string("custom/") + of.name, desc,
            {10, 12, 16, 20, 24, 25, 27, 28},
            [&harness, &of](const vkscan::Scan& scan, uint64_t count) { return measure(harness, scan, of, count); });
    }
    vkscan::CompactDesc desc;
    desc.kernels = custom::records;
    addRows<vkscan::Compact>(
        program, harness, std::min(maxLog2, 25u), "custom/records", desc, {10, 12, 16, 20, 25},
        [&harness](const vkscan::Compact& compact, uint64_t count) { return measureRecords(harness, compact, count); });
}

const OperationRows kCustomRows("custom", addCustomRows);

} // namespace

} // namespace bench
