#version 460
// Instructions that depend on each other and on no memory, so that only a processor's clock determines their time.
layout(local_size_x = 32) in;
layout(push_constant) uniform Push
{
    uint rounds;
};
shared uint result;

void main()
{
    uint value = gl_LocalInvocationID.x;
    for (uint i = 0; i < rounds; ++i)
        value = value * 1664525u + (value >> 16) + 1013904223u;
    if (value == 0x9e3779b9) // hardly ever, but the compiler cannot know
        result = value;
}
