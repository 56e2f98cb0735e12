// The sky at dusk, and its effect on distant surfaces.
const vec3 kHorizon = vec3(0.78, 0.36, 0.20);

vec3 skyColour(vec3 direction)
{
    const float up = clamp(direction.y, 0.0, 1.0);
    const vec3 low = mix(kHorizon, vec3(0.26, 0.17, 0.27), smoothstep(0.0, 0.17, up));
    const vec3 sky = mix(low, vec3(0.03, 0.06, 0.17), smoothstep(0.07, 0.45, up));
    const vec3 ground = vec3(0.09, 0.075, 0.07);
    return direction.y >= 0.0 ? sky : mix(kHorizon, ground, smoothstep(0.0, 0.12, -direction.y));
}

vec3 throughAir(vec3 colour, float metres)
{
    return mix(vec3(0.33, 0.21, 0.21), colour, exp(-0.008 * max(metres - 12.0, 0.0)));
}
