#include "cloud.h"

#include <algorithm>
#include <cmath>

namespace splats {
namespace {

constexpr float kPi = 3.14159265F;
constexpr float kRadius = 10.0F; // of the island, metres

// Numbers from a seed. M. Jarzynski and M. Olano, "Hash functions for GPU rendering", 2020: pcg.
class Random {
public:
    explicit Random(uint32_t seed) noexcept : m_state(seed) {}

    // From 0 to below 1.
    float unit() noexcept
    {
        m_state = m_state * 747796405U + 2891336453U;
        uint32_t word = ((m_state >> ((m_state >> 28U) + 4U)) ^ m_state) * 277803737U;
        word = (word >> 22U) ^ word;
        return static_cast<float>(word >> 8U) / 16777216.0F;
    }
    float between(float low, float high) noexcept { return low + (high - low) * unit(); }

    vec3 direction() noexcept
    {
        const float y = between(-1, 1);
        const float turn = between(0, 2 * kPi);
        const float across = std::sqrt(std::max(1 - y * y, 0.0F));
        return {across * std::cos(turn), y, across * std::sin(turn)};
    }

private:
    uint32_t m_state;
};

// A rotation that takes the third axis to the normal, of length 1.
vec4 facing(vec3 normal)
{
    if (normal.z < -0.9999F)
        return {1, 0, 0, 0};
    return glm::normalize(vec4(-normal.y, normal.x, 0, 1 + normal.z));
}

// Packed in a screen's colours, from the square roots of light.
uint32_t colourOf(vec3 roots)
{
    const auto byte = [](float root) {
        const float light = std::clamp(root * root, 0.0F, 1.0F);
        const float shown = light <= 0.0031308F ? 12.92F * light : 1.055F * std::pow(light, 1 / 2.4F) - 0.055F;
        return static_cast<uint32_t>(std::lround(255 * shown));
    };
    return byte(roots.x) | byte(roots.y) << 8U | byte(roots.z) << 16U;
}

// A colour lit by sun and sky.
vec3 lit(vec3 roots, vec3 normal, float shade)
{
    const float sun = std::max(glm::dot(normal, glm::normalize(vec3(0.55F, 0.65F, 0.5F))), 0.0F);
    const float sky = 0.5F + 0.5F * normal.y;
    const vec3 light = shade * (vec3(1.05F, 0.95F, 0.80F) * sun + vec3(0.26F, 0.30F, 0.38F) * (0.4F + 0.6F * sky));
    return roots * glm::sqrt(glm::min(light, vec3(1.2F)));
}

// A flat splat on a surface.
Splat disc(vec3 position, vec3 normal, float radius, vec3 roots, float opacity)
{
    return {position, opacity, {radius, radius, 0.12F * radius}, colourOf(roots), facing(normal)};
}

float waves(float x, float z)
{
    return std::sin(0.7F * x + 1.3F) * std::cos(0.6F * z) + 0.5F * std::sin(1.7F * x - 1.1F * z) +
           0.22F * std::sin(3.9F * x + 2.7F * z + 2.0F);
}

constexpr vec3 kPond = {2.4F, 0.62F, 3.6F};
constexpr float kPondRadius = 2.6F;

float groundAt(float x, float z)
{
    const float hollow = std::exp(-((x - kPond.x) * (x - kPond.x) + (z - kPond.z) * (z - kPond.z)) / 5.5F);
    const float rim = std::pow(std::sqrt(x * x + z * z) / kRadius, 6.0F);
    return 1.0F + 0.45F * waves(x, z) - 1.5F * hollow - 1.3F * rim;
}

vec3 groundNormal(float x, float z)
{
    constexpr float kStep = 0.05F;
    return glm::normalize(vec3(groundAt(x - kStep, z) - groundAt(x + kStep, z), 2 * kStep,
                               groundAt(x, z - kStep) - groundAt(x, z + kStep)));
}

// The extent of the island in a direction.
float rimAt(float turn)
{
    return kRadius * (0.92F + 0.06F * std::sin(3 * turn + 0.5F) + 0.035F * std::sin(7 * turn + 2));
}

Splat groundSplat(Random& random, float size)
{
    const float turn = random.between(0, 2 * kPi);
    const float distance = rimAt(turn) * std::sqrt(random.unit());
    const float x = distance * std::cos(turn);
    const float z = distance * std::sin(turn);
    const vec3 normal = groundNormal(x, z);
    const float mottled = 0.5F + 0.5F * std::sin(5.1F * x + 3 * std::sin(4.3F * z)) * random.unit();
    vec3 roots = glm::mix(vec3(0.36F, 0.52F, 0.20F), vec3(0.62F, 0.68F, 0.30F), mottled);
    const float height = groundAt(x, z);
    if (height < kPond.y + 0.12F && glm::distance(vec2(x, z), vec2(kPond.x, kPond.z)) < kPondRadius + 0.5F)
        roots = vec3(0.72F, 0.64F, 0.46F); // a shore
    else if (random.unit() < 0.015F)
        roots = random.unit() < 0.5F ? vec3(0.98F, 0.92F, 0.95F) : vec3(0.96F, 0.78F, 0.30F); // flowers
    const vec3 leaning = glm::normalize(normal + 0.35F * random.direction());
    return disc({x, height, z}, leaning, 0.055F * size, lit(roots, normal, 1), 0.9F);
}

// A place below the rim: `down` is 0 under the grass, and 1 at the tip.
vec3 rockAt(float turn, float down)
{
    const float rim = rimAt(turn);
    const float ridge = 0.16F * std::sin(5 * turn + 6 * down) + 0.10F * std::sin(11 * turn - 9 * down);
    const float shown = std::min(4 * down, 1.0F) * (1 - down * down);
    const float distance = 0.985F * rim * std::pow(1 - down, 0.75F) * (1 + ridge * shown);
    const float ground = groundAt(rim * std::cos(turn), rim * std::sin(turn)) - 0.08F;
    return {distance * std::cos(turn), glm::mix(ground, -8.8F, down), distance * std::sin(turn)};
}

Splat rockSplat(Random& random, float size)
{
    constexpr float kStep = 0.01F;
    const float turn = random.between(0, 2 * kPi);
    const float down = 1 - std::sqrt(random.unit());
    const vec3 position = rockAt(turn, down);
    const vec3 around = rockAt(turn - kStep, down) - rockAt(turn + kStep, down);
    const vec3 up = rockAt(turn, std::max(down - kStep, 0.0F)) - rockAt(turn, std::min(down + kStep, 1.0F));
    const vec3 outward = glm::cross(around, up);
    const vec3 normal = outward * (1 / std::max(glm::length(outward), 1e-9F));
    const vec3 leaning = glm::normalize(normal + 0.15F * random.direction());
    const float layer = 0.5F + 0.5F * std::sin(9 * position.y + 2 * std::sin(2 * turn));
    const vec3 roots = glm::mix(vec3(0.55F, 0.47F, 0.42F), vec3(0.76F, 0.66F, 0.57F), layer);
    return disc(position, leaning, 0.075F * size, lit(roots, leaning, 1), 0.92F);
}

struct Tree {
    vec3 foot;
    float height;
    vec3 roots; // of the leaves
};

// Trees on the ground, apart from each other.
std::vector<Tree> plantTrees()
{
    constexpr vec3 kLeaves[] = {{0.90F, 0.46F, 0.16F},
                                {0.30F, 0.50F, 0.22F},
                                {0.92F, 0.70F, 0.24F},
                                {0.78F, 0.24F, 0.20F},
                                {0.45F, 0.60F, 0.26F}};
    std::vector<Tree> trees;
    Random random(71);
    while (trees.size() < 13) {
        const float turn = random.between(0, 2 * kPi);
        const float distance = kRadius * 0.80F * std::sqrt(random.unit());
        const vec2 place = {distance * std::cos(turn), distance * std::sin(turn)};
        const bool isFree = std::all_of(trees.begin(), trees.end(), [&](const Tree& tree) {
            return glm::distance(place, vec2(tree.foot.x, tree.foot.z)) > 2.5F;
        });
        if (isFree && glm::distance(place, vec2(kPond.x, kPond.z)) > kPondRadius + 1.0F)
            trees.push_back({{place.x, groundAt(place.x, place.y), place.y},
                             random.between(2.8F, 4.6F),
                             kLeaves[trees.size() % std::size(kLeaves)]});
    }
    return trees;
}

Splat trunkSplat(Random& random, const Tree& tree, float size)
{
    const float up = random.unit();
    const float turn = random.between(0, 2 * kPi);
    const vec3 normal = {std::cos(turn), 0, std::sin(turn)};
    const float radius = 0.20F - 0.11F * up + 0.10F * std::exp(-14 * up);
    const vec3 bend = {0.25F * std::sin(2.1F * up + tree.foot.x), 0, 0.25F * std::sin(1.7F * up + tree.foot.z)};
    const vec3 position = tree.foot + bend * up + vec3(0, 0.72F * tree.height * up, 0) + normal * radius;
    const vec3 roots = glm::mix(vec3(0.33F, 0.25F, 0.20F), vec3(0.50F, 0.40F, 0.32F), random.unit());
    Splat splat = disc(position, normal, 0.03F * size, lit(roots, normal, 0.9F), 0.95F);
    splat.scale.y *= 1.6F;
    return splat;
}

// Leaves on the outer shells of a few balls.
Splat leafSplat(Random& random, const Tree& tree, float size)
{
    const auto ball = static_cast<int>(random.unit() * 6);
    Random place(static_cast<uint32_t>(ball) * 7919U + static_cast<uint32_t>(tree.height * 1000));
    const vec3 around = place.direction();
    const float wide = 0.30F * tree.height;
    const vec3 centre =
        tree.foot + vec3(0, 0.74F * tree.height, 0) +
        (ball == 0 ? vec3(0, 0.14F * tree.height, 0) : vec3(around.x, 0.45F * around.y, around.z) * (0.85F * wide));
    const float radius = wide * place.between(0.55F, 0.8F);
    const vec3 outward = random.direction();
    const float depth = std::pow(random.unit(), 3.0F); // mostly outside
    const vec3 position = centre + outward * (radius * (1 - 0.45F * depth)) * vec3(1, 0.8F, 1);
    const vec3 normal = glm::normalize(outward + 0.8F * random.direction());
    const float shade =
        (1 - 0.65F * depth) * (0.55F + 0.45F * std::clamp((position.y - tree.foot.y) / tree.height, 0.0F, 1.0F));
    const vec3 roots = tree.roots * random.between(0.82F, 1.15F);
    Splat splat =
        disc(position, normal, 0.034F * size, lit(roots, glm::normalize(outward * 0.7F + normal * 0.3F), shade), 0.85F);
    splat.scale.y *= 0.6F;
    return splat;
}

// Water, through which the ground is seen.
Splat waterSplat(Random& random, float size)
{
    const float turn = random.between(0, 2 * kPi);
    const float distance = kPondRadius * std::sqrt(random.unit());
    const vec3 position = kPond + vec3(distance * std::cos(turn), 0, distance * std::sin(turn));
    const float ripple = 0.5F + 0.5F * std::sin(8 * distance + 1.5F * std::sin(3 * turn));
    return disc(position, {0, 1, 0}, 0.09F * size,
                glm::mix(vec3(0.30F, 0.52F, 0.62F), vec3(0.55F, 0.74F, 0.80F), ripple), 0.22F);
}

// Mist around the island, below its rim.
Splat mistSplat(Random& random, float size)
{
    const auto puff = static_cast<uint32_t>(random.unit() * 26);
    Random place(puff * 104729U + 5);
    const float turn = 2 * kPi * (static_cast<float>(puff) + place.unit()) / 26;
    const float distance = place.between(9.5F, 14.5F);
    const vec3 centre = {distance * std::cos(turn), place.between(-6.0F, -1.5F), distance * std::sin(turn)};
    const vec3 wide = vec3(1.9F, 0.6F, 1.9F) * place.between(0.6F, 1.3F);
    const vec3 within = random.direction() * std::cbrt(random.unit());
    const float radius = random.between(0.12F, 0.3F) * size;
    const float bright = 0.90F + 0.09F * within.y;
    return {centre + within * wide, 0.06F, vec3(radius, 0.7F * radius, radius),
            colourOf(vec3(bright, bright, 0.98F * bright)), vec4(0, 0, 0, 1)};
}

} // namespace

std::vector<Splat> makeCloud(uint32_t count)
{
    // Sizes keep the total surface equal for any count.
    const float size = std::clamp(std::sqrt(static_cast<float>(1 << 20) / static_cast<float>(count)), 0.5F, 12.0F);
    const std::vector<Tree> trees = plantTrees();
    std::vector<Splat> splats(count);
    Random random(1);
    for (Splat& splat : splats) {
        const float part = random.unit();
        const Tree& tree = trees[static_cast<std::size_t>(random.unit() * static_cast<float>(trees.size()))];
        if (part < 0.24F)
            splat = groundSplat(random, size);
        else if (part < 0.42F)
            splat = rockSplat(random, size);
        else if (part < 0.46F)
            splat = trunkSplat(random, tree, size);
        else if (part < 0.90F)
            splat = leafSplat(random, tree, size);
        else if (part < 0.92F)
            splat = waterSplat(random, size);
        else
            splat = mistSplat(random, size);
    }
    return splats;
}

} // namespace splats
