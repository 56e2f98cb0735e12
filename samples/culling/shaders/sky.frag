// Drawn behind the rocks: stars, a planet with clouds and air, and the ring where its rocks are too small to tell apart.
#version 460
#extension GL_GOOGLE_include_directive : require
#include "space.glsl"

layout(location = 0) in vec3 direction;
layout(location = 0) out vec4 colour;
layout(depth_less) out float gl_FragDepth;

vec3 stars(vec3 way)
{
    const vec3 place = way * 170.0;
    const vec3 cell = floor(place);
    const vec3 random = noise3(uvec3(ivec3(cell)));
    const float distance = length(place - cell - 0.25 - 0.5 * random.zyx);
    const float bright = smoothstep(0.975, 1.0, random.x) * (0.3 + 2.5 * pow(random.y, 8.0));
    const vec3 tint = mix(vec3(1.0, 0.8, 0.6), vec3(0.65, 0.8, 1.0), random.z);
    const float band = exp(-12.0 * pow(dot(way, normalize(vec3(0.35, 0.8, -0.45))), 2.0));
    const float cloud = valueNoise(way * 9.0) * 0.6 + valueNoise(way * 23.0) * 0.4;
    return bright * tint * exp(-45.0 * distance * distance) * 3.0 + vec3(0.030, 0.022, 0.042) * band * cloud * 2.0;
}

float clouds(vec3 place)
{
    float sum = 0.0;
    float weight = 0.5;
    vec3 at = place * vec3(3.0, 9.0, 3.0); // drawn out along the parallels, as a fast-turning planet has them
    for (int i = 0; i < 5; ++i) {
        sum += weight * valueNoise(at + 0.8 * sum);
        weight *= 0.5;
        at = at * 2.1 + 13.7;
    }
    return sum;
}

// The ring's light before what lies behind it.
vec3 throughRing(vec3 behind, vec3 eye, vec3 way, float nearest)
{
    const float ahead = -eye.y / way.y;
    const vec3 place = eye + ahead * way;
    if (ahead <= 0.0 || ahead > nearest)
        return behind;
    const float density = ringDensity(length(place.xz));
    const float cover = 1.0 - exp(-density * 0.10 / max(abs(way.y), 0.02));
    const vec3 tint = mix(vec3(0.62, 0.50, 0.40), vec3(0.85, 0.78, 0.70), density);
    return mix(behind, 0.22 * tint * kSunlight * (0.04 + sunSeenFrom(place)), cover);
}

void main()
{
    const vec4 planet = parameters.frame.data.planet;
    const vec3 sun = parameters.frame.data.sun.xyz;
    const vec3 eye = parameters.frame.data.eye.xyz;
    const vec3 way = normalize(direction);
    const vec3 toPlanet = planet.xyz - eye;
    const float along = dot(toPlanet, way);
    const float aside = length(toPlanet - along * way);

    vec3 light = stars(way);
    float nearest = 1e9;
    gl_FragDepth = 1.0;
    if (along > 0.0 && aside < planet.w) {
        nearest = along - sqrt(planet.w * planet.w - aside * aside);
        const vec4 clip = parameters.frame.data.viewProjection * vec4(eye + nearest * way, 1.0);
        gl_FragDepth = min(clip.z / clip.w, 1.0); // hides the rocks behind the planet
        const vec3 normal = (eye + nearest * way - planet.xyz) / planet.w;
        const float cover = clouds(normal);
        const float bands = 0.5 + 0.5 * sin(normal.y * 17.0 + 5.0 * cover);
        vec3 ground = mix(vec3(0.10, 0.24, 0.42), vec3(0.55, 0.42, 0.33), bands);
        ground = mix(ground, vec3(0.92, 0.88, 0.82), smoothstep(0.42, 0.75, cover));
        const float day = dot(normal, sun);
        // The ring's shadow: where the way to the sun crosses it.
        const vec3 surface = planet.w * normal;
        const float up = -surface.y / sun.y;
        const float ringShade = up > 0.0 ? ringDensity(length((surface + up * sun).xz)) : 0.0;
        light = ground * kSunlight * smoothstep(-0.06, 0.9, day) * (1.0 - 0.7 * ringShade) * 0.5;
        const float rim = pow(1.0 - max(dot(normal, -way), 0.0), 3.0);
        light += vec3(0.16, 0.38, 0.85) * rim * smoothstep(-0.25, 0.5, day) * 1.5;
    } else if (along > 0.0) {
        const vec3 normal = normalize(eye + along * way - planet.xyz);
        const float air = exp(-(aside - planet.w) * 1.1);
        light += vec3(0.16, 0.40, 0.95) * air * smoothstep(-0.3, 0.5, dot(normal, sun)) * 1.3;
    }
    colour = shown(throughRing(light, eye, way, nearest));
}
