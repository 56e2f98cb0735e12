// The simulation on the host, to check the device's.
#pragma once

#include "shaders/shared.h"

#include <span>
#include <vector>

namespace particles {

struct Reference {
    std::vector<Particle> particles; // of the last frame
    std::vector<uint32_t> counts;    // of all
};

// Simulates `frames` frames, each with the device's `tick` except for its number.
[[nodiscard]] Reference simulate(Tick tick, uint32_t frames);

// Throws unless counts, order, ages and shells are equal, and positions and velocities equal except for rounding.
// Returns the largest distance between a position and its reference.
[[nodiscard]] float requireSame(const Reference& reference, std::span<const Particle> particles,
                                std::span<const uint32_t> counts);

} // namespace particles
