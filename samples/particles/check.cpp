#include "check.h"

#include "shaders/physics.h"

#include <algorithm>
#include <cmath>
#include <stdexcept>
#include <string>

namespace particles {

Reference simulate(Tick tick, uint32_t frames)
{
    Reference reference;
    std::vector<Particle>& particles = reference.particles;
    for (tick.frame = 0; tick.frame < frames; ++tick.frame) {
        std::transform(particles.begin(), particles.end(), particles.begin(), moved);
        const auto room = std::min(emittedIn(tick), tick.capacity - static_cast<uint32_t>(particles.size()));
        for (uint32_t i = 0; i < room; ++i)
            particles.push_back(emitted(tick, i));
        std::erase_if(particles, [](const Particle& particle) { return particle.framesLeft == 0; });
        reference.counts.push_back(static_cast<uint32_t>(particles.size()));
    }
    return reference;
}

float requireSame(const Reference& reference, std::span<const Particle> particles, std::span<const uint32_t> counts)
{
    const auto [expected, actual] =
        std::mismatch(reference.counts.begin(), reference.counts.end(), counts.begin(), counts.end());
    if (expected != reference.counts.end())
        throw std::runtime_error("frame " + std::to_string(expected - reference.counts.begin()) + " has " +
                                 std::to_string(*actual) + " particles and should have " + std::to_string(*expected));
    // Relative to the largest position and velocity: each frame of a life rounds by about half of 2^-23.
    constexpr float kRounding = 1e-5F;
    const auto largest = [&](glm::vec3 Particle::*member) {
        float length = 0;
        for (const Particle& particle : reference.particles)
            length = std::max(length, glm::length(particle.*member));
        return length;
    };
    const float positionError = kRounding * largest(&Particle::position);
    const float velocityError = kRounding * largest(&Particle::velocity);
    float farthest = 0;
    for (std::size_t i = 0; i < particles.size(); ++i) {
        const Particle& a = reference.particles[i];
        const Particle& b = particles[i];
        const float apart = glm::distance(a.position, b.position);
        farthest = std::max(farthest, apart);
        // Not even a number is as wrong as too large a distance.
        if (a.framesLeft != b.framesLeft || a.shell != b.shell || !(apart <= positionError) ||
            !(glm::distance(a.velocity, b.velocity) <= velocityError))
            throw std::runtime_error("particle " + std::to_string(i) + " is not the one that should be there");
    }
    return farthest;
}

} // namespace particles
