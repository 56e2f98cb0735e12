// The filters of the sample recurrence: both forms are one low-pass, and the check of results accepts what f32 makes of
// it, and nothing else.
#include <filter.h>

#include <gtest/gtest.h>

#include <cmath>
#include <complex>
#include <numbers>
#include <random>
#include <stdexcept>
#include <vector>

using namespace recurrence;

namespace {

constexpr double kRate = 48000;
constexpr double kCutoffs[] = {20, 440, 1000, 12000, 23900};

std::complex<double> directResponse(const Filter& filter, double frequency)
{
    const std::complex<double> delay = std::polar(1.0, -2 * std::numbers::pi * frequency / kRate);
    return (filter.b[0] + delay * (filter.b[1] + delay * filter.b[2])) /
           (1.0 + delay * (filter.a[0] + delay * filter.a[1]));
}

// readout (z - transition)^-1 (1, 0) + direct.
std::complex<double> kernelResponse(const Filter& filter, double frequency)
{
    const std::complex<double> z = std::polar(1.0, 2 * std::numbers::pi * frequency / kRate);
    const auto& m = filter.transition;
    const std::complex<double> determinant = (z - m[0]) * (z - m[3]) - m[1] * m[2];
    return (filter.readout[0] * (z - m[3]) + filter.readout[1] * m[2]) / determinant + filter.direct;
}

std::vector<int16_t> noise()
{
    std::minstd_rand random;
    std::vector<int16_t> samples(4000);
    for (std::size_t i = 0; i < samples.size(); ++i) // silence behind the first half
        samples[i] = static_cast<int16_t>(i < samples.size() / 2 ? static_cast<int>(random() % 65536) - 32768 : 0);
    return samples;
}

// The form of the kernels, in f32 and one after the other.
std::vector<float> filtered(const Filter& filter, const std::vector<int16_t>& samples)
{
    const auto f32 = [](double x) { return static_cast<float>(x); };
    const auto& m = filter.transition;
    float s0 = 0;
    float s1 = 0;
    std::vector<float> results;
    for (const int16_t sample : samples) {
        const float x = f32(sample / 32768.0);
        results.push_back(f32(filter.readout[0]) * s0 + f32(filter.readout[1]) * s1 + f32(filter.direct) * x);
        const float next = f32(m[0]) * s0 + f32(m[1]) * s1 + x;
        s1 = f32(m[2]) * s0 + f32(m[3]) * s1;
        s0 = next;
    }
    return results;
}

Errors check(const Filter& filter, const std::vector<float>& results)
{
    const std::vector<int16_t> samples = noise();
    return compare(filter, {samples, results, 1, 0});
}

TEST(LowPass, IsTheSameInBothForms)
{
    for (const uint32_t order : {1, 2})
        for (const double cutoff : kCutoffs) {
            const Filter filter = lowPass(order, cutoff, kRate);
            EXPECT_LT(filter.radius, 1);
            for (double frequency = 1; frequency < kRate / 2; frequency *= 1.1)
                EXPECT_LT(std::abs(directResponse(filter, frequency) - kernelResponse(filter, frequency)), 1e-9)
                    << order << ", " << cutoff << ", " << frequency;
        }
}

TEST(LowPass, AttenuatesBeyondItsCutoff)
{
    for (const uint32_t order : {1, 2})
        for (const double cutoff : kCutoffs) {
            const Filter filter = lowPass(order, cutoff, kRate);
            const auto gain = [&](double frequency) { return std::abs(directResponse(filter, frequency)); };
            EXPECT_NEAR(gain(0), 1, 1e-9);
            EXPECT_NEAR(gain(cutoff), std::numbers::sqrt2 / 2, 1e-9);
            EXPECT_NEAR(gain(kRate / 2), 0, 1e-9);
            if (cutoff < 2000) {
                EXPECT_NEAR(gain(cutoff * 10), std::pow(0.1, order), std::pow(0.1, order) * 0.4);
            }
        }
}

TEST(FilterCheck, AcceptsRoundings)
{
    for (const uint32_t order : {1, 2})
        for (const double cutoff : kCutoffs) {
            const Filter filter = lowPass(order, cutoff, kRate);
            const Errors errors = check(filter, filtered(filter, noise()));
            EXPECT_LE(errors.largest, errors.bound);
            EXPECT_LT(errors.bound, 1.0e-3); // of full scale
        }
}

TEST(FilterCheck, RefusesOtherFilters)
{
    const std::vector<int16_t> samples = noise();
    for (const uint32_t order : {1, 2})
        for (const double cutoff : kCutoffs) {
            const Filter filter = lowPass(order, cutoff, kRate);
            EXPECT_THROW((void)check(filter, filtered(lowPass(3 - order, cutoff, kRate), samples)), std::runtime_error);
            EXPECT_THROW((void)check(filter, filtered(lowPass(order, cutoff * 1.002, kRate), samples)),
                         std::runtime_error)
                << order << ", " << cutoff;
        }
}

TEST(FilterCheck, RefusesSingleErrors)
{
    const Filter filter = lowPass(2, 1000, kRate);
    const std::vector<float> right = filtered(filter, noise());
    for (const std::size_t at : {0, 1, 100, 1999, 3999}) {
        for (const float wrong : {right[at] + 1.0e-4F, right[at] - 1.0e-4F, std::nanf(""), INFINITY}) {
            std::vector<float> results = right;
            results[at] = wrong;
            EXPECT_THROW((void)check(filter, results), std::runtime_error) << at << ": " << wrong;
        }
    }
    // In silence, what is left decays, and so does the bound.
    std::vector<float> results = right;
    results[3999] += 1.0e-20F;
    EXPECT_THROW((void)check(filter, results), std::runtime_error);
}

} // namespace
