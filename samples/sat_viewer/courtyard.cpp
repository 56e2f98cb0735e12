#include "scene.h"

#include <glm/gtc/constants.hpp>
#include <glm/gtc/matrix_transform.hpp>

#include <cmath>

namespace viewer {
namespace {

using glm::vec3;

struct Material {
    vec3 albedo;
    float roughness;
    float metalness = 0;
    vec3 emission = vec3(0);
};

const Material kSandstone = {{0.72F, 0.62F, 0.50F}, 0.85F};
const Material kMarble = {{0.82F, 0.80F, 0.78F}, 0.35F};
const Material kGold = {{1.00F, 0.72F, 0.28F}, 0.28F, 1};
const Material kCopper = {{0.95F, 0.55F, 0.38F}, 0.35F, 1};
const Material kIron = {{0.10F, 0.10F, 0.11F}, 0.55F, 0.6F};

class Builder {
public:
    explicit Builder(Scene& scene) : m_scene(scene) {}

    void add(Shape shape, const Material& material, const mat4& model)
    {
        Instance instance = {};
        instance.model = model;
        instance.albedo = vec4(material.albedo, material.roughness);
        instance.emission = vec4(material.emission, material.metalness);
        m_scene.instances[static_cast<std::size_t>(shape)].push_back(instance);
    }
    void add(Shape shape, const Material& material, vec3 position, vec3 size, float turn = 0)
    {
        const mat4 turned = glm::rotate(glm::translate(mat4(1), position), turn, vec3(0, 1, 0));
        add(shape, material, glm::scale(turned, size));
    }
    void bulb(vec3 position, float radius, vec3 light)
    {
        const Material glow = {vec3(0), 1, 0, light};
        add(Shape::Sphere, glow, position, vec3(radius));
    }

private:
    Scene& m_scene;
};

void addColonnades(Builder& build)
{
    constexpr int kColumns = 9;
    constexpr float kSpacing = 4;
    for (float side : {-5.2F, 5.2F}) {
        for (int i = 0; i < kColumns; ++i) {
            const float z = 3 - kSpacing * static_cast<float>(i);
            build.add(Shape::Box, kSandstone, {side, 0.15F, z}, {1.5F, 0.3F, 1.5F});
            build.add(Shape::Column, kSandstone, {side, 0.3F, z}, {0.55F, 4.2F, 0.55F});
            build.add(Shape::Torus, kSandstone, {side, 0.42F, z}, {0.52F, 0.42F, 0.52F});
            build.add(Shape::Box, kSandstone, {side, 4.65F, z}, {1.35F, 0.3F, 1.35F});
        }
        // Towards the sun the roof is gone, and light falls in between the columns.
        const float middle = 3 - kSpacing * (kColumns - 1) / 2.0F;
        if (side < 0)
            build.add(Shape::Box, kSandstone, {side, 5.1F, middle}, {1.1F, 0.6F, kSpacing * kColumns});
    }
}

// Strings of bulbs that sag from colonnade to colonnade.
void addStrings(Builder& build)
{
    const vec3 tints[] = {{1.0F, 0.62F, 0.25F}, {1.0F, 0.45F, 0.18F}, {1.0F, 0.75F, 0.45F}, {0.95F, 0.35F, 0.25F}};
    constexpr int kBulbs = 15;
    for (int string = 0; string < 6; ++string) {
        const float z = -3 - 5 * static_cast<float>(string);
        for (int i = 0; i < kBulbs; ++i) {
            const float along = (static_cast<float>(i) + 0.5F) / kBulbs;
            const float sag = 1.7F * (1 - std::pow(2 * along - 1, 2.0F));
            build.bulb({glm::mix(-4.7F, 4.7F, along), 4.7F - sag, z}, 0.055F, 18.0F * tints[(i + string) % 4]);
        }
    }
}

void addCentre(Builder& build, float seconds)
{
    build.add(Shape::Box, kMarble, {0, 0.15F, 0}, {2.6F, 0.3F, 2.6F});
    build.add(Shape::Box, kMarble, {0, 0.65F, 0}, {1.5F, 0.7F, 1.5F});
    build.add(Shape::Box, kMarble, {0, 1.05F, 0}, {1.8F, 0.1F, 1.8F});
    mat4 model = glm::translate(mat4(1), {0, 2.22F, 0});
    model = glm::rotate(model, 0.55F + 0.8F * seconds, vec3(0, 1, 0));
    build.add(Shape::Knot, kGold, glm::scale(model, vec3(1.05F)));
    // Rings around the lamp.
    for (int i = 0; i < 8; ++i) {
        const float angle = glm::two_pi<float>() * static_cast<float>(i) / 8 + 0.2F;
        const vec3 position = {2.35F * std::cos(angle), 0.28F, 2.35F * std::sin(angle)};
        const vec3 tint = 0.5F + 0.45F * glm::cos(vec3(0, 2.1F, 4.2F) + angle);
        build.add(Shape::Sphere, {tint, 0.2F}, position, vec3(0.28F));
    }
}

// A row of objects from close to the eye to far away, so that any focus has something before and behind it.
void addDiagonals(Builder& build, float seconds)
{
    const Material paints[] = {{{0.75F, 0.12F, 0.10F}, 0.25F}, {{0.10F, 0.35F, 0.65F}, 0.25F},
                               {{0.90F, 0.60F, 0.12F}, 0.30F}, {{0.15F, 0.50F, 0.30F}, 0.30F},
                               {{0.80F, 0.80F, 0.82F}, 0.15F}, {{0.45F, 0.18F, 0.55F}, 0.30F}};
    for (int i = 0; i < 9; ++i) {
        const auto step = static_cast<float>(i);
        const Material& paint = paints[i % 6];
        const float z = 5.6F - 3.4F * step;
        const float bob = 0.12F * std::sin(2 * seconds + step);
        build.add(Shape::Sphere, paint, {-2.1F - 0.14F * step, 0.62F + bob, z}, vec3(0.5F));
        const float turn = 0.5F * step + 0.4F * seconds;
        build.add(Shape::Box, paints[(i + 2) % 6], {2.6F + 0.08F * step, 0.45F, z - 1.2F}, vec3(0.9F), turn);
        build.add(Shape::Torus, i % 2 == 0 ? kCopper : kMarble, {2.6F + 0.08F * step, 1.04F, z - 1.2F}, vec3(0.33F));
    }
}

void addLanterns(Builder& build, Scene& scene)
{
    const vec3 places[kLampCount] = {{-3.5F, 2.1F, 2.4F},  {3.7F, 2.1F, -1.6F},   {-3.7F, 2.1F, -7.6F},
                                     {3.7F, 2.1F, -11.6F}, {-3.7F, 2.1F, -17.6F}, {3.7F, 2.1F, -23.6F}};
    const vec3 warm(1.0F, 0.55F, 0.22F);
    for (int i = 0; i < kLampCount; ++i) {
        const vec3 place = places[i];
        build.add(Shape::Column, kIron, {place.x, 0, place.z}, {0.06F, 1.95F, 0.06F});
        build.add(Shape::Torus, kIron, {place.x, 1.93F, place.z}, {0.13F, 0.1F, 0.13F});
        build.add(Shape::Torus, kIron, {place.x, 2.32F, place.z}, {0.1F, 0.1F, 0.1F});
        build.bulb(place, 0.16F, 9.0F * warm);
        scene.lamps[static_cast<std::size_t>(i)] = {vec4(place, 9), vec4(2.6F * warm, 0)};
    }
}

// Hills around the courtyard, and the lights of a town before them.
void addHorizon(Builder& build)
{
    const Material grass = {{0.10F, 0.13F, 0.12F}, 1};
    for (int i = 0; i < 14; ++i) {
        const float along = static_cast<float>(i) - 6.5F;
        const float height = 9 + 5 * std::sin(2.3F * along) + 3 * std::cos(5.1F * along);
        build.add(Shape::Sphere, grass, {19 * along, -4, -125 + 9 * std::sin(4.7F * along)}, {24, height + 4, 16});
    }
    for (int i = 0; i < 60; ++i) {
        const auto step = static_cast<float>(i);
        const float x = 85 * std::sin(7.31F * step);
        const float y = 1.0F + 4.5F * std::abs(std::sin(3.17F * step));
        const vec3 tint = i % 5 == 0 ? vec3(0.55F, 0.75F, 1.0F) : vec3(1.0F, 0.62F, 0.3F);
        build.bulb({x, y, -85 - 10 * std::cos(1.7F * step)}, 0.2F, 15.0F * tint);
    }
}

Scene sceneAt(float seconds, float /*aspect*/)
{
    Scene scene;
    scene.instances.resize(kShapeCount);
    Builder build(scene);
    scene.instances[kGroundPart].push_back(ground());
    addCentre(build, seconds);
    addDiagonals(build, seconds);
    addColonnades(build);
    addStrings(build);
    addLanterns(build, scene);
    addHorizon(build);
    scene.eye = {0.9F * std::sin(0.25F * seconds) - 0.7F, 2.75F, 9.4F};
    scene.target = {0.1F, 1.55F, 0};
    return scene;
}

} // namespace

World courtyard()
{
    World world;
    world.geometry = makeShapes();
    world.at = sceneAt;
    return world;
}

} // namespace viewer
