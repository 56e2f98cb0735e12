// A rock: the one mesh, put out of shape, turned and sized by its instance's number.
#version 460
#extension GL_GOOGLE_include_directive : require
#include "space.glsl"

layout(location = 0) out vec3 worldPosition;
layout(location = 1) out vec3 rockPosition;
layout(location = 2) flat out uint instanceIndex;

vec3 turned(vec4 quaternion, vec3 v)
{
    return v + 2.0 * cross(quaternion.xyz, cross(quaternion.xyz, v) + quaternion.w * v);
}

void main()
{
    const uint index = parameters.words.at[gl_InstanceIndex];
    const vec4 sphere = parameters.frame.data.spheres.at[index];
    const vec4 vertex = parameters.frame.data.vertices.at[gl_VertexIndex];
    const vec3 shape = noise3(uvec3(index, 11u, 5u));
    const vec3 turn = noise3(uvec3(index, 3u, 17u)) - 0.5;

    // All of it stays within the sphere that is tested.
    const float bulge = sin(dot(vertex.xyz, vec3(3.1, 2.3, 4.2)) + 6.0 * shape.x) *
                        sin(dot(vertex.xyz, vec3(-2.7, 3.9, 1.6)) + 6.0 * shape.y);
    const vec3 point = vertex.xyz * (0.84 + 0.15 * bulge) * mix(vec3(0.62), vec3(1.0), shape);
    rockPosition = point * 4.0 + 31.0 * shape;
    worldPosition = sphere.xyz + sphere.w * turned(normalize(vec4(turn, 0.3)), point);
    instanceIndex = index;
    gl_Position = parameters.frame.data.viewProjection * vec4(worldPosition, 1.0);
}
