#include "scene.h"

#include "cloud.h"
#include "ply.h"
#include "shaders/projection.h"

#include <glm/gtc/quaternion.hpp>

#include <algorithm>
#include <cmath>

namespace splats {
namespace {

constexpr float kHalfTurn = 3.14159265F;      // radians
constexpr std::size_t kMostSamples = 1 << 14; // splats that are counted when a camera is turned
constexpr unsigned kHalvings = 20;            // of an angle

// The vector, turned around the vertical.
vec3 turned(vec3 vector, float radians)
{
    const float cosine = std::cos(radians);
    const float sine = std::sin(radians);
    return {cosine * vector.x - sine * vector.z, vector.y, sine * vector.x + cosine * vector.z};
}

// Turns splats so that the direction is up.
void raise(std::vector<Splat>& splats, Up up)
{
    if (up == Up::Y)
        return;
    const float radians = up == Up::MinusY ? kHalfTurn : up == Up::Z ? -kHalfTurn / 2 : kHalfTurn / 2;
    const glm::quat turn = glm::angleAxis(radians, vec3(1, 0, 0));
    for (Splat& splat : splats) {
        splat.position = turn * splat.position;
        const vec4 q = splat.rotation;
        const glm::quat rotation = turn * glm::quat(q.w, q.x, q.y, q.z);
        splat.rotation = {rotation.x, rotation.y, rotation.z, rotation.w};
    }
}

float medianOf(std::vector<float> values)
{
    const auto middle = values.begin() + static_cast<std::ptrdiff_t>(values.size() / 2);
    std::nth_element(values.begin(), middle, values.end());
    return *middle;
}

// Cameras for unknown splats: only few are far from most.
void place(Scene& scene)
{
    std::vector<float> values(scene.splats.size());
    const auto medianOver = [&](const auto& valueOf) {
        std::transform(scene.splats.begin(), scene.splats.end(), values.begin(), valueOf);
        return medianOf(values);
    };
    vec3 middle;
    for (int axis = 0; axis < 3; ++axis)
        middle[axis] = medianOver([axis](const Splat& splat) { return splat.position[axis]; });
    const float radius =
        std::max(medianOver([middle](const Splat& splat) { return glm::distance(splat.position, middle); }), 0.1F);
    scene.outside = {middle + radius * vec3(2.2F, 0.8F, 2.2F), middle};
    scene.inside = {middle, middle - radius * vec3(1, 0, 1)};
    scene.metresPerSecond = radius / 2;
}

Scene island(uint32_t count)
{
    Scene scene;
    scene.splats = makeCloud(count);
    scene.outside = {{22 * std::cos(0.9F), 8.5F, 22 * std::sin(0.9F)}, {0, -0.6F, 0}};
    scene.inside = {{6.4F, 2.0F, 5.6F}, {0, 1.9F, 0.6F}};
    scene.sky = 1;
    return scene;
}

} // namespace

Scene makeScene(const Options& options)
{
    if (options.scene.empty())
        return island(options.count);
    Scene scene;
    scene.splats = files::readAs("the scene", options.scene, [](const files::Bytes& file) { return readPly(file); });
    raise(scene.splats, options.up);
    place(scene);
    return scene;
}

Camera cameraOf(const Scene& scene, const Options& options, float radians)
{
    if (options.camera)
        return *options.camera;
    const Camera& outside = scene.outside;
    const vec3 away = outside.eye - outside.target;
    switch (options.from) {
    case From::Around: break;
    case From::Inside: return scene.inside;
    case From::Far: return {outside.target + 12.0F * away, outside.target};
    case From::Away: return {outside.eye, outside.eye + away};
    }
    return {outside.target + turned(away, radians), outside.target};
}

Camera turnedAside(const Scene& scene, const Camera& camera, vec2 size, float percent)
{
    const std::size_t step = (scene.splats.size() + kMostSamples - 1) / kMostSamples;
    const auto withTurn = [&](float radians) {
        return Camera{camera.eye, camera.eye + turned(camera.target - camera.eye, radians)};
    };
    const auto seesMore = [&](float radians) {
        View view = {};
        setCamera(view, withTurn(radians), size);
        std::size_t seen = 0;
        std::size_t all = 0;
        for (std::size_t i = 0; i < scene.splats.size(); i += step, ++all)
            seen += mayBeSeen(ballOf(scene.splats[i]), view, 0) ? 1 : 0;
        return 100 * static_cast<float>(seen) > percent * static_cast<float>(all);
    };
    float more = 0;
    float fewer = kHalfTurn;
    if (!seesMore(more) || seesMore(fewer))
        return camera;
    for (unsigned i = 0; i < kHalvings; ++i) {
        const float middle = 0.5F * (more + fewer);
        (seesMore(middle) ? more : fewer) = middle;
    }
    return withTurn(more);
}

} // namespace splats
