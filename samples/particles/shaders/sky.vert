// One triangle behind everything.
#version 460

layout(location = 0) out vec2 screen; // -1 to 1, up

void main()
{
    screen = vec2(gl_VertexIndex & 1, gl_VertexIndex >> 1) * 4.0 - 1.0;
    gl_Position = vec4(screen, 1.0, 1.0);
}
