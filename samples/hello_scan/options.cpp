#include "options.h"

#include <support/program.h>

#ifdef HELLO_SCAN_STUDY
#include <vkscan/study.h>
#endif

namespace hello {
namespace {

using namespace vkscan;

using gpu::Choices;

const Choices<ElementType> kTypes = {{"u32", ElementType::U32}, {"i32", ElementType::I32}, {"f32", ElementType::F32},
                                     {"u64", ElementType::U64}, {"i64", ElementType::I64}, {"f64", ElementType::F64}};
const Choices<Op> kOps = {{"add", Op::Add}, {"multiply", Op::Multiply}, {"min", Op::Min},
                          {"max", Op::Max}, {"and", Op::And},           {"or", Op::Or},
                          {"xor", Op::Xor}};
const Choices<Strategy> kStrategies = {{"auto", Strategy::Auto},
                                       {"single-workgroup", Strategy::SingleWorkgroup},
                                       {"flat-sum", Strategy::FlatSum},
                                       {"spine", Strategy::Spine},
                                       {"decoupled-lookback", study::kDecoupledLookback},
                                       {"reduce-then-scan", Strategy::ReduceThenScan},
                                       {"scan-then-propagate", study::kScanThenPropagate},
                                       {"chained", study::kChained},
                                       {"sam", study::kSam},
                                       {"cascade", study::kCascade},
                                       {"truncated-cascade", study::kTruncatedCascade}};

} // namespace

Options parseOptions(int argc, char** argv)
{
    Options options;
#ifdef HELLO_SCAN_STUDY
#endif
    gpu::CommandLine line("Scans numbers on the GPU, checks every result on the CPU, and says how long it took.",
                          "hello_scan");
    const gpu::Option file =
        line.add("file", options.file, "Numbers between white space; - is standard input").text("FILE");
    line.add("--count", options.count, "Without a file: how many numbers to make up; 1048576 by default")
        .within(uint64_t{1}, uint64_t{1} << 40)
        .excludes(file)
        .text("N");
    line.addChoice("--type", options.scan.type, kTypes, "ElementType of the numbers; u32 by default");
    line.addChoice("--op", options.scan.op, kOps, "What combines them; add by default");
    line.addChoice("--strategy", options.scan.strategy, kStrategies, "How carries cross workgroups; auto by default");
    line.addCall(
        "--exclusive", [&] { options.scan.kind = Kind::Exclusive; }, "A number is no part of its own result");
    line.addCall(
        "--backward", [&] { options.scan.direction = Direction::Backward; }, "Start at the last number");
    line.add("--initial", options.initial, "Start from this value").text("VALUE");
    line.addFlag("--assume-forward-progress", options.scan.assumeForwardProgress,
                 "Allow single-pass strategies on drivers that are not listed for them");
    gpu::addDeviceOptions(line, &options.device);
    gpu::addRepeats(line, &options.repeats);
    line.addFlag("--print", options.print, "Print the results; up to 64 from a file are printed anyway");
    gpu::parseOrExit(line, argc, argv);
    return options;
}

} // namespace hello
