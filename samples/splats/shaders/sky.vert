// One triangle behind everything.
#version 460

layout(location = 0) out float height; // on the picture, from the top

void main()
{
    const vec2 screen = vec2(gl_VertexIndex & 1, gl_VertexIndex >> 1) * 4.0 - 1.0;
    height = screen.y * 0.5 + 0.5;
    gl_Position = vec4(screen, 1.0, 1.0);
}
