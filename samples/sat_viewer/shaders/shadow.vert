// The sun's view of the scene's shapes.
#version 460
#extension GL_GOOGLE_include_directive : require
#include "shared.h"

layout(location = 0) out float metres;
layout(location = 1) flat out uint instanceIndex;
layout(location = 2) out vec4 texCoords;
layout(location = 3) out vec4 vertexColour;

void main()
{
    const Vertex vertex = frame.data.vertices.at[frame.data.indices.at[gl_VertexIndex]];
    const vec4 world = frame.data.instances.at[gl_InstanceIndex].model * vertex.position;
    metres = world.y;
    instanceIndex = gl_InstanceIndex;
    texCoords = vertex.texCoords;
    vertexColour = vertex.colour;
    gl_Position = frame.data.lightViewProjection * world;
}
