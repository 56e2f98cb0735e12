#include "statistics.h"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <stdexcept>
#include <string>

namespace bench {

double quantile(std::vector<double> values, double part)
{
    const auto others = static_cast<double>(values.size() - 1);
    const auto found = values.begin() + static_cast<std::ptrdiff_t>(std::lround(part * others));
    std::nth_element(values.begin(), found, values.end());
    return *found;
}

Series seriesOf(double microseconds, Effort effort)
{
    constexpr unsigned kBriefPairs = 7; // the fewest of which one that lies apart is no spread
    constexpr unsigned kPairs = 15;
    constexpr double kLeastSeries = 2;
    constexpr double kMostSeries = 5; // if they take no more than
    constexpr double kRowMicroseconds = 1.2e5;
    const unsigned pairs = effort == Effort::Brief ? kBriefPairs : kPairs;
    return {static_cast<unsigned>(
                std::clamp(kRowMicroseconds / (std::max(microseconds, 1.0) * pairs), kLeastSeries, kMostSeries)),
            pairs};
}

Batches findBatches(unsigned mostRepetitions, Effort effort, const TimePairs& time)
{
    constexpr double kLeastMicroseconds = 300;
    for (unsigned batch = 1;;) {
        const PairedTimes times = time(1, batch);
        const double shorter = std::min(times.first, times.second) * batch;
        if (shorter >= kLeastMicroseconds || batch == mostRepetitions)
            return {batch, seriesOf((times.first + times.second) * batch, effort)};
        // Somewhat more than it takes, but no leap from a first, imprecise time.
        const double factor = std::clamp(1.2 * kLeastMicroseconds / std::max(shorter, 1.0), 1.2, 16.0);
        batch = std::min(mostRepetitions, static_cast<unsigned>(std::ceil(batch * factor)));
    }
}

PairedTimes pairedTimes(const std::vector<double>& batches, unsigned batch)
{
    std::vector<double> firsts;
    std::vector<double> seconds;
    std::vector<double> ratios;
    for (std::size_t i = 0; i < batches.size(); i += 2) {
        firsts.push_back(batches[i] / batch);
        seconds.push_back(batches[i + 1] / batch);
        ratios.push_back(batches[i] / batches[i + 1]);
    }
    const double median = quantile(seconds, 0.5);
    return {quantile(firsts, 0.5), median, quantile(ratios, 0.5),
            (quantile(seconds, 0.9) - quantile(seconds, 0.1)) / median};
}

PairedTimes steadyTimes(const std::function<PairedTimes()>& time, double maxSpread)
{
    const auto percent = [](double part) { return std::to_string(std::lround(100 * part)) + "%"; };
    double least = 0;
    for (unsigned i = 0; i < kMaxTries; ++i) {
        const PairedTimes times = time();
        if (times.spread <= maxSpread)
            return times;
        least = i == 0 ? times.spread : std::min(least, times.spread);
    }
    throw std::runtime_error("the times spread by " + percent(least) + " of their median and more, beyond " +
                             percent(maxSpread) + ", in each of " + std::to_string(kMaxTries) + " tries");
}

PairedTimes fastestTimes(unsigned series, const std::function<PairedTimes()>& time, double maxSpread)
{
    PairedTimes fastest = steadyTimes(time, maxSpread);
    for (unsigned i = 1; i < series; ++i) {
        const PairedTimes times = time();
        fastest.first = std::min(fastest.first, times.first);
        if (times.second < fastest.second && times.spread <= maxSpread) {
            fastest.second = times.second;
            fastest.spread = times.spread;
        }
    }
    fastest.ratio = fastest.first / fastest.second;
    return fastest;
}

} // namespace bench
