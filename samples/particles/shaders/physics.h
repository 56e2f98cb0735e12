// Birth and movement of particles: the same lines for the device and, as its check, for the host. Lives and numbers are
// integers, so that the two only differ by the rounding of positions and velocities.
#ifndef VKSCAN_SAMPLES_PARTICLES_PHYSICS_H
#define VKSCAN_SAMPLES_PARTICLES_PHYSICS_H

#include "shared.h"

#ifdef __cplusplus
namespace particles {
using glm::dot;
using glm::sqrt;
#define FUNCTION inline
#else
#define FUNCTION
#endif

const float kSeconds = 1.0F / 60.0F; // of a frame
const float kGravity = 9.81F;

// M. Jarzynski and M. Olano, "Hash functions for GPU rendering", 2020: pcg.
FUNCTION uint nextRandom(uint state)
{
    const uint grown = state * 747796405u + 2891336453u;
    const uint word = ((grown >> ((grown >> 28u) + 4u)) ^ grown) * 277803737u;
    return (word >> 22u) ^ word;
}

// From 0 to below 1.
FUNCTION float unitOf(uint random)
{
    return float(random >> 8u) * (1.0F / 16777216.0F);
}

// A unit vector. Directions are equally likely, except that the corners of a cube are preferred.
FUNCTION vec3 directionOf(uint seed)
{
    const uint a = nextRandom(seed);
    const uint b = nextRandom(a);
    const uint c = nextRandom(b);
    const uint d = nextRandom(c);
    // Sums of two numbers make the cube round.
    const vec3 inCube = vec3(unitOf(a) + unitOf(b), unitOf(b ^ c) + unitOf(c), unitOf(d) + unitOf(a ^ d)) - 1.0F;
    return inCube * (1.0F / sqrt(dot(inCube, inCube) + 1e-6F));
}

FUNCTION vec3 burstPlace(uint shell)
{
    const uint a = nextRandom(shell + 77u);
    const uint b = nextRandom(a);
    const uint c = nextRandom(b);
    const float side = float(shell * 3u % 7u) * 34.0F - 102.0F; // alternates between sides, and never repeats
    return vec3(side + 14.0F * unitOf(a), 50.0F + 34.0F * unitOf(b), -30.0F + 50.0F * unitOf(c));
}

FUNCTION uint firstShell(uint frame)
{
    return frame / kFramesBetweenShells;
}

// Particles that a frame emits: first the stars of a burst, if there is one, then the sparks of climbing shells.
FUNCTION uint burstStars(Tick tick)
{
    return tick.frame % kFramesBetweenShells == 0u && tick.frame >= kFramesOfClimb ? tick.stars : 0u;
}

FUNCTION uint emittedIn(Tick tick)
{
    return burstStars(tick) + kClimbing * tick.sparks;
}

FUNCTION Particle starOf(uint shell, uint number)
{
    const uint seed = nextRandom(shell * 65537u + number);
    const uint kind = shell % 3u;
    const float spread = unitOf(nextRandom(seed + 1u));
    // Round shells, filled ones, and rings within rings.
    const float layer = kind == 0u          ? 0.86F + 0.14F * spread
                        : kind == 1u        ? 0.25F + 0.75F * spread
                        : number % 2u == 0u ? 1.0F
                                            : 0.55F;
    Particle star;
    star.position = burstPlace(shell);
    star.framesLeft = kFewestFramesOfStar + nextRandom(seed + 2u) % (kMostFramesOfStar - kFewestFramesOfStar);
    star.velocity = directionOf(seed) * (layer * (46.0F + float(shell % 4u) * 12.0F));
    star.shell = shell;
    return star;
}

// A spark of a shell that will burst in `framesToBurst` frames.
FUNCTION Particle sparkOf(uint shell, uint framesToBurst, uint number)
{
    const uint seed = nextRandom(shell * 8191u + framesToBurst * 1031u + number);
    const vec3 burst = burstPlace(shell);
    // It is slower the higher it is, and arrives at rest.
    const float left = (float(framesToBurst) + unitOf(seed)) / float(kFramesOfClimb);
    Particle spark;
    spark.position = vec3(burst.x + 6.0F * left, burst.y * (1.0F - left * left), burst.z);
    spark.framesLeft = 8u + nextRandom(seed + 1u) % 32u;
    spark.velocity = directionOf(seed) * 1.6F;
    spark.shell = shell;
    return spark;
}

FUNCTION Particle emitted(Tick tick, uint number)
{
    const uint stars = burstStars(tick);
    if (number < stars)
        return starOf(firstShell(tick.frame) - kClimbing, number);
    const uint spark = number - stars;
    const uint back = spark / tick.sparks; // 0 is the latest shell
    const uint framesToBurst = kFramesOfClimb - tick.frame % kFramesBetweenShells - back * kFramesBetweenShells;
    Particle result = sparkOf(firstShell(tick.frame) - back, framesToBurst, spark % tick.sparks);
    if (firstShell(tick.frame) < back) // there was no shell before the first: dead at birth
        result.framesLeft = 0u;
    return result;
}

FUNCTION Particle moved(Particle particle)
{
    const float speed = sqrt(dot(particle.velocity, particle.velocity));
    const float drag = 1.0F - kSeconds * (0.5F + 0.022F * speed);
    Particle result = particle;
    result.velocity = particle.velocity * drag - vec3(0.0F, 0.55F * kGravity * kSeconds, 0.0F);
    result.position = particle.position + result.velocity * kSeconds;
    result.framesLeft = particle.framesLeft - 1u;
    return result;
}

#ifdef __cplusplus
#undef FUNCTION
} // namespace particles
#endif

#endif
