// Keys of splats' depths, the test that splats are selected by, and the scene that is made up.
#include "samples/splats/cloud.h"
#include "samples/splats/shaders/projection.h"
#include "samples/splats/view.h"

#include <gtest/gtest.h>

#include <cmath>
#include <random>

using splats::Box;
using splats::Camera;
using splats::Splat;
using splats::View;

namespace {

constexpr uint32_t kKeyBits[] = {16, 24, 32};

View viewOf(const Camera& camera)
{
    View view = {};
    splats::setCamera(view, camera, {320, 180});
    return view;
}

TEST(SplatKeys, RiseWithTheDepth)
{
    const Box box = {{-10, -3, -10}, {10, 4, 10}};
    for (const glm::vec3 eye : {glm::vec3(0, 2, 25), {0, 0, 1}, {300, 40, -200}, {-10, -3, -10.5F}}) {
        View view = viewOf({eye, {0.5F, 0, 0}});
        const float nearest = std::max(glm::length(eye) - 20, splats::kNearest);
        const float farthest = glm::length(eye) + 20;
        for (const uint32_t bits : kKeyBits) {
            splats::setKeys(view, box, bits);
            uint32_t previous = 0;
            for (float depth = nearest; depth < farthest; depth *= 1.003F) {
                const uint32_t key = splats::keyOf(depth, view);
                EXPECT_GE(key, previous);
                EXPECT_LE(key, view.lastKey);
                EXPECT_LE(uint64_t{key}, (uint64_t{1} << bits) - 1);
                previous = key;
            }
        }
    }
}

// Depths that differ by more than what keys of so many bits leave out have different keys.
TEST(SplatKeys, TellDepthsApart)
{
    const Box box = {{-10, -3, -10}, {10, 4, 10}};
    View view = viewOf({{0, 0, 20}, {0, 0, 0}}); // depths from 10 to 30
    const auto differences = [&](uint32_t bits) {
        splats::setKeys(view, box, bits);
        unsigned equal = 0;
        for (float depth = 10; depth < 30; depth = std::nextafter(depth + 1e-5F, 40.0F)) {
            const float next = depth * (1 + 1e-4F);
            equal += splats::keyOf(depth, view) == splats::keyOf(next, view) ? 1 : 0;
        }
        return equal;
    };
    for (const uint32_t bits : kKeyBits)
        EXPECT_EQ(differences(bits), 0U) << bits;
    splats::setKeys(view, box, 24); // 30 is less than four times 10
    EXPECT_EQ(view.keyShift, 0U);
    for (float depth = 10.5F; depth < 29; depth += 0.37F)
        EXPECT_EQ(splats::keyOf(std::nextafter(depth, 40.0F), view), splats::keyOf(depth, view) + 1);
    splats::setKeys(view, box, 16);
    EXPECT_GT(view.keyShift, 0U);
    EXPECT_GE(splats::keyOf(30, view), 1U << 15) << "half of the keys are used at least";
}

// One point, or a box behind the eye, has depths, too.
TEST(SplatKeys, AreThereForAnyBox)
{
    for (const uint32_t bits : kKeyBits) {
        View view = viewOf({{0, 0, 5}, {0, 0, 0}});
        splats::setKeys(view, {{1, 1, 1}, {1, 1, 1}}, bits);
        EXPECT_LE(splats::keyOf(4, view), view.lastKey);
        splats::setKeys(view, {{-1, -1, 10}, {1, 1, 20}}, bits);
        EXPECT_EQ(splats::keyOf(splats::kNearest, view), 0U);
        splats::setKeys(view, {glm::vec3(-1e6F), glm::vec3(1e6F)}, bits);
        EXPECT_LT(splats::keyOf(splats::kNearest, view), splats::keyOf(1, view));
        EXPECT_LT(splats::keyOf(1e5F, view), splats::keyOf(1e6F, view));
    }
}

// A ball that is rejected holds all that an ellipse covers.
TEST(SplatSelection, LeavesNothingOut)
{
    std::mt19937 random(5);
    std::uniform_real_distribution<float> unit(-1, 1);
    const View view = viewOf({{0, 0, 4}, {0, 0.5F, 0}});
    unsigned selected = 0;
    unsigned covering = 0;
    constexpr unsigned kCount = 200000;
    for (unsigned i = 0; i < kCount; ++i) {
        Splat splat = {};
        splat.position = 6.0F * glm::vec3(unit(random), unit(random), unit(random));
        splat.opacity = std::abs(unit(random));
        splat.scale = {std::exp(3 * unit(random) - 3), std::exp(3 * unit(random) - 3), std::exp(3 * unit(random) - 3)};
        splat.rotation = glm::normalize(glm::vec4(unit(random), unit(random), unit(random), unit(random) + 0.001F));
        const bool isSelected = splats::mayBeSeen(splats::ballOf(splat), view, 0);
        selected += isSelected ? 1 : 0;
        if (splats::depthOf(splat.position, view) == 0 || splat.opacity < splats::kFaintest) {
            EXPECT_FALSE(isSelected);
            continue;
        }
        const splats::Ellipse ellipse = splats::projected(splat, view);
        const glm::vec2 across = {std::hypot(ellipse.axes.x, ellipse.axes.z),
                                  std::hypot(ellipse.axes.y, ellipse.axes.w)};
        const glm::vec2 reach = splats::extentOf(splat.opacity) * across;
        const glm::vec2 low = ellipse.centre - reach;
        const glm::vec2 high = ellipse.centre + reach;
        const bool covers = high.x > 0 && high.y > 0 && low.x < view.size.x && low.y < view.size.y;
        covering += covers ? 1 : 0;
        EXPECT_TRUE(isSelected || !covers) << i;
    }
    // Nor is much more selected.
    EXPECT_GT(covering, kCount / 20);
    EXPECT_LT(selected, covering + covering / 2);
    EXPECT_LT(selected, kCount);
}

// The rock under the island: opaque splats far below the ground, a metre around the axis.
TEST(SplatCloud, EndsInOneTip)
{
    float lowest = 0;
    float highest = -100;
    for (const splats::Splat& splat : splats::makeCloud(200'000)) {
        const float aside = std::hypot(splat.position.x, splat.position.z);
        if (splat.opacity < 0.5F || splat.position.y > -3 || aside > 1)
            continue;
        lowest = std::min(lowest, splat.position.y);
        highest = std::max(highest, splat.position.y);
    }
    EXPECT_LT(lowest, -5);
    EXPECT_LT(highest - lowest, 0.7F);
}

} // namespace
