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

// Runs a program whose errors are exceptions. Returns main's exit code.
[[nodiscard]] int runMain(const char* name, int argc, char** argv, int (*run)(int, char**));

// One row's measurement.
struct Result {
    PairedTimes times;  // first the yardstick, then the operation
    uint64_t bytes = 0; // read and written, together
    std::vector<std::pair<std::string, double>> counters;
    std::string label;
    std::string yardstick = "copy"; // its time is the counter <yardstick>_us
};

// Runs rows and reports them as Google Benchmark does, each twice, so that it shows how well it repeats, or once, as
// all are if measured briefly.
class Program {
public:
    Program(char* name, Options options);

    // False where an option is one that nobody knows.
    [[nodiscard]] bool isReady() const { return m_isReady; }

    // `measure` throws where a result is wrong or a time not steady; `recover` then forgets what that left behind.
    void addRow(const std::string& name, std::function<Result()> measure, std::function<void()> recover,
                int repetitions = 2);

    // Adds kernels that the row compiles, for brief runs, most of whose time compiling would take. Operations of the
    // same key are the same.
    void compile(const std::string& row, const std::string& key, std::function<void()> create);

    // Compiles on all cores, so that rows find it in the device's cache; to no purpose where there is none. Failures
    // are left for the rows to report.
    void compileAhead();

    // Returns main's exit code: 0 if no row failed. `context` goes into the report.
    [[nodiscard]] int run(const std::vector<std::pair<std::string, std::string>>& context);

private:
    [[nodiscard]] bool wants(const std::string& row) const
    {
        return m_options.rows.empty() || m_options.rows.count(row) > 0;
    }

    // Again where the yardstick is slower than in a row of the same kind and bytes.
    [[nodiscard]] Result measureAtFullClocks(const std::string& name, const std::function<Result()>& measure);

    Options m_options;
    ShortestTimes m_yardsticks;
    std::map<std::string, std::function<void()>> m_compiles; // of rows that are wanted
    bool m_isReady = false;
    bool m_isPlain = true; // output for people
    unsigned m_failures = 0;
};

} // namespace bench

#endif
