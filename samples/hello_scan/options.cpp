#include "options.h"

#include "../common/command_line.h"

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
                                       {"decoupled-lookback", Strategy::DecoupledLookback},
                                       {"reduce-then-scan", Strategy::ReduceThenScan},
                                       {"scan-then-propagate", Strategy::ScanThenPropagate},
                                       {"chained", Strategy::Chained},
                                       {"sam", Strategy::Sam},
                                       {"cascade", Strategy::Cascade},
                                       {"truncated-cascade", Strategy::TruncatedCascade}};

} // namespace

Options parseOptions(int argc, char** argv)
{
    Options options;
    CLI::App app("Scans numbers on the GPU, checks every result on the CPU, and says how long it took.", "hello_scan");
    CLI::Option* file =
        app.add_option("file", options.file, "Numbers between white space; - is standard input")->option_text("FILE");
    app.add_option("--count", options.count, "Without a file: how many numbers to make up; 1048576 by default")
        ->check(CLI::Range(uint64_t{1}, uint64_t{1} << 40))
        ->excludes(file)
        ->option_text("N");
    gpu::addChoice(app, "--type", options.scan.type, kTypes, "ElementType of the numbers; u32 by default");
    gpu::addChoice(app, "--op", options.scan.op, kOps, "What combines them; add by default");
    gpu::addChoice(app, "--strategy", options.scan.strategy, kStrategies,
                   "How carries cross workgroups; auto by default");
    app.add_flag_callback(
        "--exclusive", [&] { options.scan.kind = Kind::Exclusive; }, "A number is no part of its own result");
    app.add_flag_callback(
        "--backward", [&] { options.scan.direction = Direction::Backward; }, "Start at the last number");
    app.add_option("--initial", options.initial, "Start from this value")->option_text("VALUE");
    app.add_flag("--assume-forward-progress", options.scan.assumeForwardProgress,
                 "Allow single-pass strategies on drivers that are not listed for them");
    gpu::addDeviceOptions(app, &options.device);
    gpu::addRepeats(app, &options.repeats);
    app.add_flag("--print", options.print, "Print the results; up to 64 from a file are printed anyway");
    gpu::parseOrExit(app, argc, argv);
    return options;
}

} // namespace hello
