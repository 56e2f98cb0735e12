// A thin lens. The radius in pixels of the blur of a point `metres` ahead: negative before the focus, at most as large
// as the lens allows.
float blurRadius(float metres)
{
    const vec4 lens = frame.data.lens;
    return clamp(lens.y * (metres - lens.x) / metres, -lens.z, lens.z);
}
