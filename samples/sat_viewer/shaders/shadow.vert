// What the sun sees of the scene's shapes.
#version 460
#extension GL_GOOGLE_include_directive : require
#include "shared.h"

layout(location = 0) out float metres;

void main()
{
    const Vertex vertex = frame.data.vertices.at[frame.data.indices.at[gl_VertexIndex]];
    const vec4 world = frame.data.instances.at[gl_InstanceIndex].model * vertex.position;
    metres = world.y;
    gl_Position = frame.data.lightViewProjection * world;
}
