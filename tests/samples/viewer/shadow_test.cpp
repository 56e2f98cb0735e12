// The viewer's soft shadows beside those of rays: as much light at any softness, and as wide penumbras.
#include "draws.h"
#include "gltf_file.h"

#include <glm/glm.hpp>
#include <gtest/gtest.h>

#include <cmath>
#include <numeric>

namespace soft_shadow {
namespace {

using glm::vec2;
using glm::vec3;

constexpr int kPixels = 128;
constexpr vec3 kEye(-6, 3.5F, -1.3F);
constexpr vec3 kTarget(-2.4F, 0, -1.3F);
const vec3 kSun = glm::normalize(vec3(0.74F, 0.62F, 0.40F)); // viewer::Scene's

struct Box {
    vec3 low;
    vec3 high;
};

// Two posts, which make the file as large as the viewer shows it, and what is above the ground that is looked at.
std::vector<Box> above(std::vector<Box> boxes)
{
    boxes.push_back({{-1.7F, 0, -1.7F}, {-1.65F, 2, -1.65F}});
    boxes.push_back({{1.65F, 0, 1.65F}, {1.7F, 2, 1.7F}});
    return boxes;
}
const std::vector<Box> kThings = above({{{-0.5F, 0.9F, -0.9F}, {0.1F, 1, -0.3F}},
                                        {{-0.9F, 1.8F, -0.2F}, {1, 1.95F, 0.05F}},
                                        {{0.3F, 1.2F, -0.6F}, {0.4F, 1.3F, 0.9F}}});
const std::vector<Box> kRoof = above({{{-1.7F, 1.95F, -1.7F}, {1.7F, 2, 1.7F}}});

// A node each, of the box that GltfFile has.
std::string fileOf(const std::vector<Box>& boxes)
{
    const auto text = [](vec3 v) {
        return "[" + std::to_string(v.x) + "," + std::to_string(v.y) + "," + std::to_string(v.z) + "]";
    };
    std::string nodes;
    std::string roots;
    for (std::size_t i = 0; i < boxes.size(); ++i) {
        const std::string comma = i == 0 ? "" : ",";
        nodes += comma + R"({"mesh":0,"translation":)" + text(boxes[i].low) + R"(,"scale":)" +
                 text(boxes[i].high - boxes[i].low) + "}";
        roots += comma + std::to_string(i);
    }
    return GltfFile()
        .with(R"("nodes":[{"mesh":0}])", R"("nodes":[)" + nodes + "]")
        .with(R"("scenes":[{"nodes":[0]}])", R"("scenes":[{"nodes":[)" + roots + "]}]")
        .binary();
}

bool hits(const Box& box, vec3 origin, vec3 direction)
{
    const vec3 a = (box.low - origin) / direction;
    const vec3 b = (box.high - origin) / direction;
    const vec3 near = glm::min(a, b);
    const vec3 far = glm::max(a, b);
    return std::max({near.x, near.y, near.z, 1e-4F}) < std::min({far.x, far.y, far.z});
}

bool hitsAny(const std::vector<Box>& boxes, vec3 origin, vec3 direction)
{
    return std::any_of(boxes.begin(), boxes.end(), [&](const Box& box) { return hits(box, origin, direction); });
}

// A number for each pixel.
using Values = std::vector<double>;

// Light of what a picture shows, of the red channel: the inverse of tone.glsl.
Values lightOf(const Picture& picture)
{
    Values light;
    for (std::size_t i = 0; i < picture.values.size(); i += 3) {
        const double code = picture.values[i] / 255.0;
        const double shown = code <= 0.04045 ? code / 12.92 : std::pow((code + 0.055) / 1.055, 2.4);
        const double a = 2.51 - 2.43 * shown;
        const double b = 0.03 - 0.59 * shown;
        light.push_back((std::sqrt(b * b + 4 * a * 0.14 * shown) - b) / (2 * a));
    }
    return light;
}

Values lightOn(const std::vector<Box>& boxes, const Words& options)
{
    const std::string scene = testing::TempDir() + "sat_viewer_boxes.glb";
    writeFile(scene, fileOf(boxes));
    const std::string pixels = std::to_string(kPixels) + "x" + std::to_string(kPixels);
    return lightOf(draw(Words{SAT_VIEWER, "--headless", "--validate", "--frames", "1", "--technique", "none", "--size",
                              pixels, "--exposure", "0.5", "--camera", "-6,3.5,-1.3,-2.4,0,-1.3", "--scene", scene} +
                        options));
}

// The direction through a pixel's middle, as viewer::viewProjection() has it.
vec3 directionThrough(int x, int y)
{
    constexpr float kViewAngle = 0.72F;
    const vec3 ahead = glm::normalize(kTarget - kEye);
    const vec3 right = glm::normalize(glm::cross(ahead, vec3(0, 1, 0)));
    const vec3 up = glm::cross(right, ahead);
    const vec2 place = 2.0F * (vec2(x, y) + 0.5F) / static_cast<float>(kPixels) - 1.0F;
    return ahead + std::tan(kViewAngle / 2) * (place.x * right - place.y * up);
}

// How much of a square sun is seen from a point: rays to 32 x 32 points of it.
double seenByRays(vec3 point, double softness)
{
    constexpr int kSide = 32;
    const vec3 right = glm::normalize(glm::cross(vec3(0, 1, 0), kSun));
    const vec3 up = glm::cross(kSun, right);
    int seen = 0;
    for (int i = 0; i < kSide * kSide; ++i) {
        const vec2 place = 2.0F * (vec2(i % kSide, i / kSide) + 0.5F) / static_cast<float>(kSide) - 1.0F;
        const vec2 slope = 0.16F * static_cast<float>(softness) * place;
        seen += hitsAny(kThings, point, kSun + slope.x * right + slope.y * up) ? 0 : 1;
    }
    return seen / static_cast<double>(kSide * kSide);
}

TEST(SoftShadow, HasTheLightOfRaysAtAnySoftness)
{
    const Values lit = lightOn(kThings, {"--no-shadows"});
    const Values dark = lightOn(kRoof, {"--softness", "0"});
    ASSERT_EQ(lit.size(), std::size_t{kPixels} * kPixels);
    for (const double softness : {0.0, 0.25, 0.5, 0.75, 1.0}) {
        const Values drawn = lightOn(kThings, {"--softness", std::to_string(softness)});
        double sumDrawn = 0;
        double sumOfRays = 0;
        double difference = 0;
        int halfDrawn = 0; // neither lit nor dark
        int halfOfRays = 0;
        int pixels = 0; // of ground in the roof's shadow
        for (int y = 0; y < kPixels; ++y) {
            for (int x = 0; x < kPixels; ++x) {
                const std::size_t at = static_cast<std::size_t>(y) * kPixels + static_cast<std::size_t>(x);
                const vec3 direction = directionThrough(x, y);
                const vec3 ground = kEye - direction * (kEye.y / direction.y);
                if (direction.y >= 0 || hitsAny(kThings, kEye, direction) || hitsAny(kRoof, kEye, direction) ||
                    std::abs(ground.x + 2.39F) > 1.5F || std::abs(ground.z + 1.29F) > 1.5F)
                    continue;
                const double sun = lit[at] - dark[at];
                const double part = (drawn[at] - dark[at]) / sun;
                const double byRays = seenByRays(ground, softness);
                sumDrawn += drawn[at];
                sumOfRays += dark[at] + sun * byRays;
                difference += std::abs(part - byRays);
                halfDrawn += part > 0.1 && part < 0.9 ? 1 : 0;
                halfOfRays += byRays > 0.1 && byRays < 0.9 ? 1 : 0;
                ++pixels;
            }
        }
        EXPECT_GT(pixels, kPixels * kPixels / 4);
        EXPECT_NEAR(sumDrawn / sumOfRays, 1, 0.02) << softness;
        EXPECT_LT(difference / pixels, 0.04) << softness;
        if (softness > 0) { // texels have a penumbra of their own
            EXPECT_NEAR(halfDrawn, halfOfRays, 0.15 * halfOfRays) << softness;
        }
    }
}

// The mean light of a picture of the courtyard.
double lightOfCourtyard(const Words& options)
{
    const Values light = lightOf(
        draw(Words{SAT_VIEWER, "--headless", "--frames", "1", "--size", "192x108", "--exposure", "0.5"} + options));
    return std::accumulate(light.begin(), light.end(), 0.0) / static_cast<double>(light.size());
}

TEST(SoftShadow, HasTheLightOfASunOfPointsInTheCourtyard)
{
    for (const char* softness : {"0.25", "0.5", "0.75", "1"}) {
        const double drawn = lightOfCourtyard({"--technique", "none", "--softness", softness});
        const double byPoints = lightOfCourtyard(
            {"--technique", "lens", "--aperture", "0", "--sun-points", "--lens-points", "16", "--softness", softness});
        std::printf("softness %s: %.4f, by points %.4f, ratio %.4f\n", softness, drawn, byPoints, drawn / byPoints);
        EXPECT_NEAR(drawn / byPoints, 1, 0.02) << softness;
    }
}

} // namespace
} // namespace soft_shadow
