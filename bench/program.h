// Shared by the benchmark programs: options, and how rows are run and reported.
#ifndef VKSCAN_BENCH_PROGRAM_H
#define VKSCAN_BENCH_PROGRAM_H

#include "clocks.h"

#include <support/command_line.h>

#include <functional>
#include <map>
#include <set>
#include <string>
#include <utility>
#include <vector>

namespace bench {

struct Options {
    unsigned maxLog2 = 0;            // of elements
    Effort effort = Effort::Full;    // Brief: each row once, in few batches, verified once
    std::set<std::string> rows;      // those to run; empty: all
    std::vector<std::string> others; // Google Benchmark's
};

// Ends the program where the command line asks for help, and throws std::runtime_error where it is wrong. `addMore`
// adds options of one program.
[[nodiscard]] Options parseOptions(int argc, char** argv, const std::string& description, unsigned largestLog2,
                                   const std::function<void(gpu::CommandLine&)>& addMore = {});

// One row's measurement.
struct Result {
    PairedTimes times;  // first the yardstick, then the operation
    uint64_t bytes = 0; // read and written, together
    std::vector<std::pair<std::string, double>> counters;
    std::string label;
    std::string yardstick = "copy"; // its time is the counter <yardstick>_us
};

// Runs rows and reports them as Google Benchmark does: each twice, to show how well it repeats, or once if brief.
class Program {
public:
    // Throws std::runtime_error if an option is not known.
    Program(char* name, Options options);

    // `measure` throws if a result is wrong or a time not steady; `recover` then cleans up.
    void addRow(const std::string& name, std::function<Result()> measure, std::function<void()> recover,
                int repetitions = 2);

    // Registers the row's operation for compileAhead(), in brief runs. Rows of the same key have the same operation.
    void compile(const std::string& row, const std::string& key, std::function<void()> create);

    // Compiles the operations on all cores, so that rows find them in the driver's cache. Failures are left for the
    // rows to report.
    void compileAhead();

    // Throws std::runtime_error if a row failed or none was run. `context` goes into the report.
    void run(const std::vector<std::pair<std::string, std::string>>& context);

private:
    [[nodiscard]] bool wants(const std::string& row) const
    {
        return m_options.rows.empty() || m_options.rows.count(row) > 0;
    }

    // Measures again if the yardstick is slower than in a row of the same kind and bytes.
    [[nodiscard]] Result measureAtFullClocks(const std::string& name, const std::function<Result()>& measure);

    Options m_options;
    ShortestTimes m_yardsticks;
    std::map<std::string, std::function<void()>> m_compiles; // of rows that are wanted
    bool m_isPlain = true;                                   // output for people
    unsigned m_failures = 0;
};

} // namespace bench

#endif
