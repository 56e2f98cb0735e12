#include "filter.h"

#include <algorithm>
#include <cmath>
#include <complex>
#include <limits>
#include <numbers>
#include <stdexcept>
#include <string>

namespace recurrence {
namespace {

// The bilinear transform of 1 / (1 + s).
Filter firstOrder(double angle)
{
    const double k = std::tan(angle / 2);
    Filter filter;
    filter.order = 1;
    filter.b = {k / (1 + k), k / (1 + k), 0};
    filter.a = {(k - 1) / (k + 1), 0};
    filter.direct = filter.b[0];
    filter.transition[0] = -filter.a[0];
    filter.readout[0] = filter.b[1] - filter.b[0] * filter.a[0];
    filter.radius = std::abs(filter.a[0]);
    return filter;
}

// The biquad of Bristow-Johnson, "Audio EQ Cookbook" (W3C Note, 2021), LPF, with a Q of sqrt(1/2), which makes it a
// Butterworth filter. Its poles p and conj(p) are not real.
//
// Its transfer function is b[0] + r / (z - p) + conj(r) / (z - conj(p)), so it is one recurrence of first order in
// complex numbers: s[n + 1] = p s[n] + x[n], y[n] = 2 Re(r s[n]) + b[0] x[n]. As real numbers, p is a matrix whose
// powers are rotations times radius^n. The matrix of the direct form, ((-a[0], -a[1]), (1, 0)), has the same
// eigenvalues, but its powers' elements are larger by up to 1 / sin(angle), and so are products' roundings (Gold &
// Rader, "Effects of Parameter Quantization on the Poles of a Digital Filter", 1967).
Filter secondOrder(double angle)
{
    const double cosine = std::cos(angle);
    const double alpha = std::sin(angle) * std::numbers::sqrt2 / 2;
    const double scale = 1 / (1 + alpha);
    Filter filter;
    filter.b = {(1 - cosine) / 2 * scale, (1 - cosine) * scale, (1 - cosine) / 2 * scale};
    filter.a = {-2 * cosine * scale, (1 - alpha) * scale};
    const std::complex<double> pole = std::complex<double>(cosine, alpha) * scale;
    const double first = filter.b[1] - filter.b[0] * filter.a[0];
    const double second = filter.b[2] - filter.b[0] * filter.a[1];
    const std::complex<double> residue = (first * pole + second) / (pole - std::conj(pole));
    filter.transition = {pole.real(), -pole.imag(), pole.imag(), pole.real()};
    filter.readout = {2 * residue.real(), -2 * residue.imag()};
    filter.direct = filter.b[0];
    filter.radius = std::abs(pole);
    return filter;
}

// The largest error that f32 explains in each sample: the sum of roundings of its past.
//
// A rounding changes a number by e of it at most; Vulkan leaves the direction to the device. The age of x[m] is the
// number of samples between it and x[n]. In whatever order a scan composes maps, s[n] is the sum of all earlier x[m],
// each multiplied by matrices that stand for `age` samples in all, so with a norm of radius^age. Relative to that:
//
// - The host rounds a transition's elements by e / 2. Absolute values of a 2 x 2 matrix have at most sqrt(2) times its
//   norm, so these change it by sqrt(2) e / 2, less than e; once for each sample of the age.
// - A product of matrices has two roundings in an element: 2 sqrt(2)^2 e = 4 e, less often than once for each sample.
// - A matrix times a vector has three in an element, with the addition behind it: 3 sqrt(2) e < 4.25 e, at most as
// often.
// - The vector that is added is rounded once, where its map is the later operand: once a step of a scan over lanes,
//   subgroups or tiles, which have at most 7 steps each, and once between these. Serial sums add it once. All of that
//   is less than 64 e.
// - The host rounds the readout, and its sum is rounded three times: 3.5 sqrt(2) e < 5 e.
//
// So x[m]'s part of y[n] goes through less than k = 9.25 age + 69 roundings, and with numbers for matrices through
// k = 3.5 age + 69. It changes by at most e k (1 + e)^k of it (Higham, "Accuracy and Stability of Numerical
// Algorithms", 2002, sections 3.1 and 3.5). The sum over all x[m] is a recurrence, too.
class Roundings {
public:
    explicit Roundings(const Filter& filter)
        : m_perSample(filter.order == 1 ? 3.5 : 9.25),
          m_radius(filter.radius * std::pow(1 + kRounding, m_perSample)),
          m_readout(std::hypot(filter.readout[0], filter.readout[1]) * std::pow(1 + kRounding, kFixed)),
          m_direct(std::abs(filter.direct))
    {
    }

    // The bound for y[n], after all samples before x[n] have been taken. x[n] has two roundings, and its factor half of
    // one.
    [[nodiscard]] double bound(double x) const
    {
        return kRounding * (m_readout * (m_perSample * m_ages + kFixed * m_sum) + 3 * m_direct * std::abs(x)) +
               kFlushed;
    }

    void take(double x)
    {
        m_ages = m_radius * (m_ages + m_sum);
        m_sum = m_radius * m_sum + std::abs(x);
    }

private:
    static constexpr double kRounding = std::numeric_limits<float>::epsilon();
    static constexpr double kFixed = 69;
    // More than all numbers below the smallest normal one, 2^-126, that a device may flush to 0.
    static constexpr double kFlushed = 1e-27;

    double m_perSample;
    double m_radius;
    double m_readout;
    double m_direct;
    double m_sum = 0;  // of radius^age |x|
    double m_ages = 0; // of age radius^age |x|
};

} // namespace

Filter lowPass(uint32_t order, double cutoff, double rate)
{
    const double angle = 2 * std::numbers::pi * cutoff / rate;
    return order == 1 ? firstOrder(angle) : secondOrder(angle);
}

Errors compare(const Filter& filter, const Channel& channel)
{
    Errors errors;
    Roundings roundings(filter);
    std::array<double, 2> x = {};
    std::array<double, 2> y = {};
    for (std::size_t i = channel.channel; i < channel.samples.size(); i += channel.channels) {
        const double sample = channel.samples[i] / 32768.0;
        const double expected =
            filter.b[0] * sample + filter.b[1] * x[0] + filter.b[2] * x[1] - filter.a[0] * y[0] - filter.a[1] * y[1];
        const double error = std::abs(static_cast<double>(channel.filtered[i]) - expected);
        const double bound = roundings.bound(sample);
        if (!(error <= bound))
            throw std::runtime_error(
                "sample " + std::to_string(i / channel.channels) + " of channel " + std::to_string(channel.channel) +
                " is wrong: " + std::to_string(channel.filtered[i]) + " instead of " + std::to_string(expected));
        errors.peak = std::max(errors.peak, std::abs(expected));
        errors.largest = std::max(errors.largest, error);
        errors.bound = std::max(errors.bound, bound);
        roundings.take(sample);
        x = {sample, x[0]};
        y = {expected, y[0]};
    }
    return errors;
}

} // namespace recurrence
