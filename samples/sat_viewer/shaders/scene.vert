// The scene's shapes, without vertex buffers: vertices are fetched by address.
#version 460
#extension GL_GOOGLE_include_directive : require
#include "shared.h"

layout(location = 0) centroid out vec3 worldPosition;
layout(location = 1) centroid out vec3 worldNormal;
layout(location = 2) centroid out float distanceAhead;
layout(location = 3) flat out uint instanceIndex;

void main()
{
    const Vertex vertex = frame.data.vertices.at[frame.data.indices.at[gl_VertexIndex]];
    const mat4 model = frame.data.instances.at[gl_InstanceIndex].model;
    const vec4 world = model * vertex.position;
    worldPosition = world.xyz;
    worldNormal = transpose(inverse(mat3(model))) * vertex.normal.xyz;
    instanceIndex = gl_InstanceIndex;
    gl_Position = frame.data.viewProjection * world;
    distanceAhead = gl_Position.w;
}
