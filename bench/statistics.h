// Medians and spreads of times that are measured in turn.
#ifndef VKSCAN_BENCH_STATISTICS_H
#define VKSCAN_BENCH_STATISTICS_H

#include <functional>
#include <vector>

namespace bench {

// Largest spread, as a part of the median. Times that spread further are measured again, at most kMaxTries times.
constexpr double kMaxSpread = 0.10;
constexpr unsigned kMaxTries = 3;

// How long a row is measured. Brief: where a curve of many rows shows an outlier.
enum class Effort { Full, Brief };

enum class Yardstick { Copy, Read, Write };

// Medians over pairs of batches: first some yardstick, then what is measured. Microseconds of one repetition.
struct PairedTimes {
    double first = 0;
    double second = 0;
    double ratio = 0;  // the median of first / second, pair by pair
    double spread = 0; // of second: from the 10th to the 90th percentile, as a part of the median
    // Where a GPU's clocks were watched; else 0.
    double began = 0; // seconds since the epoch
    double ended = 0;
    double probe = 0; // microseconds of fixed work right behind, which the clocks decide
};

// The quantile: `part` of the other values, rounded, are smaller.
[[nodiscard]] double quantile(std::vector<double> values, double part);

// How a row is timed: in series, each a submission of its own, of pairs of batches.
struct Series {
    unsigned count;
    unsigned pairs; // in each
};

// `microseconds`: what a pair of batches takes.
[[nodiscard]] Series seriesOf(double microseconds, Effort effort);

// Times `pairs` pairs of batches, each of `batch` repetitions.
using TimePairs = std::function<PairedTimes(unsigned pairs, unsigned batch)>;

// How work is timed: batches long enough that their own cost and ticks of clocks do not show.
struct Batches {
    unsigned batch; // repetitions
    Series series;
};
[[nodiscard]] Batches findBatches(unsigned mostRepetitions, Effort effort, const TimePairs& time);

// Medians of at least one pair of batches, each of `batch` repetitions and in microseconds: first, second, first, ...
[[nodiscard]] PairedTimes pairedTimes(const std::vector<double>& batches, unsigned batch);

// The first of at most kMaxTries whose spread is within `maxSpread`; throws std::runtime_error if none is.
[[nodiscard]] PairedTimes steadyTimes(const std::function<PairedTimes()>& time, double maxSpread = kMaxSpread);

// The shortest medians of several series. Where command buffers and arrays lie in memory makes some series slower than
// others; none is faster by chance. Throws as steadyTimes if the first is not steady.
[[nodiscard]] PairedTimes fastestTimes(unsigned series, const std::function<PairedTimes()>& time,
                                       double maxSpread = kMaxSpread);

} // namespace bench

#endif
