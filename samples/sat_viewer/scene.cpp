#include "scene.h"

#include <glm/gtc/matrix_transform.hpp>

#include <cmath>

namespace viewer {

using glm::vec3;

Instance ground()
{
    Instance instance = {};
    instance.model = glm::scale(glm::translate(mat4(1), vec3(0, 0, -60)), vec3(400, 1, 400));
    instance.albedo = vec4(0.5F);
    instance.pattern.x = 1;
    return instance;
}

mat4 viewProjection(const Scene& scene, float aspect, glm::vec2 lensPoint)
{
    const float vertical = aspect >= 1 ? kViewAngle : 2 * std::atan(std::tan(kViewAngle / 2) / aspect);
    const mat4 projection = glm::perspectiveRH_ZO(vertical, aspect, 0.1F, 600.0F);
    const vec3 back(projection[0][0] * lensPoint.x / scene.lens.focus,
                    projection[1][1] * lensPoint.y / scene.lens.focus, 0);
    return glm::translate(mat4(1), back) * projection * glm::translate(mat4(1), vec3(-lensPoint, 0)) *
           glm::lookAtRH(scene.eye, scene.target, vec3(0, 1, 0));
}

SunView sunView(const Scene& scene, glm::vec2 sunPoint)
{
    SunView result;
    result.metresAcross = 36;
    const vec3 centre(0, 2, -12);
    const float half = result.metresAcross / 2;
    const vec3 right = glm::normalize(glm::cross(vec3(0, 1, 0), scene.sunDirection));
    const vec3 up = glm::cross(scene.sunDirection, right);
    const vec3 towards = glm::normalize(scene.sunDirection + sunPoint.x * right + sunPoint.y * up);
    const mat4 view = glm::lookAtRH(centre + 40.0F * towards, centre, vec3(0, 1, 0));
    result.viewProjection = glm::orthoRH_ZO(-half, half, -half, half, 1.0F, 90.0F) * view;
    return result;
}

} // namespace viewer
