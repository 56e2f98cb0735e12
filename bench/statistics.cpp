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

unsigned pairsOf(double microseconds, Effort effort)
{
    constexpr double kMinPairs = 9;
    constexpr double kMaxPairs = 21; // if they take no more than
    constexpr double kRowMicroseconds = 0.4e6;
    constexpr double kMinBriefPairs = 7; // the fewest of which one that lies apart is no spread
    constexpr double kMaxBriefPairs = 15;
    constexpr double kBriefMicroseconds = 4e4;
    const bool isBrief = effort == Effort::Brief;
    return static_cast<unsigned>(
        std::clamp((isBrief ? kBriefMicroseconds : kRowMicroseconds) / std::max(microseconds, 1.0),
                   isBrief ? kMinBriefPairs : kMinPairs, isBrief ? kMaxBriefPairs : kMaxPairs));
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

PairedTimes steadyTimes(const std::function<PairedTimes()>& time)
{
    const auto percent = [](double part) { return std::to_string(std::lround(100 * part)) + "%"; };
    double least = 0;
    for (unsigned i = 0; i < kMaxTries; ++i) {
        const PairedTimes times = time();
        if (times.spread <= kMaxSpread)
            return times;
        least = i == 0 ? times.spread : std::min(least, times.spread);
    }
    throw std::runtime_error("the times spread by " + percent(least) + " of their median and more, beyond " +
                             percent(kMaxSpread) + ", in each of " + std::to_string(kMaxTries) + " tries");
}

} // namespace bench
