// Low-pass filters as linear recurrences, and the same filters on the CPU, sample by sample.
#pragma once

#include <array>
#include <cstdint>
#include <span>

namespace recurrence {

// One filter in two forms.
struct Filter {
    uint32_t order = 2;
    // The direct form, which the CPU takes:
    //     y[n] = b[0] x[n] + b[1] x[n - 1] + b[2] x[n - 2] - a[0] y[n - 1] - a[1] y[n - 2]
    std::array<double, 3> b = {};
    std::array<double, 2> a = {};
    // The kernels' form (shaders/sound.glsl). For order 1, all numbers but the first are 0.
    std::array<double, 4> transition = {}; // row after row
    std::array<double, 2> readout = {};
    double direct = 0;
    double radius = 0; // absolute value of the poles, less than 1
};

// Attenuates by 3 dB at the cutoff, in Hz, and by 6 dB an octave and order beyond. The cutoff is more than 0 and less
// than half the rate. Order 1 or 2.
[[nodiscard]] Filter lowPass(uint32_t order, double cutoff, double rate);

// Every `channels`-th sample from `channel` on, of both arrays.
struct Channel {
    std::span<const int16_t> samples;
    std::span<const float> filtered;
    uint32_t channels = 1;
    uint32_t channel = 0;
};

struct Errors {
    double peak = 1.0 / 32768; // largest absolute value of the output, at least one step of the input
    double largest = 0;        // error
    double bound = 0;          // bound of that error
};

// Filters in f64 and compares. Throws std::runtime_error if a sample differs by more than f32's roundings explain.
[[nodiscard]] Errors compare(const Filter& filter, const Channel& channel);

} // namespace recurrence
