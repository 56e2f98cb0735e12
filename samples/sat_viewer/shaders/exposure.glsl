// From the scene's light to what a screen shows.
#include "../../drawing/shaders/tone.glsl"

vec3 shown(vec3 light)
{
    const vec4 screen = frame.data.screen;
    return sRgbEncoded(toneMapped(screen.x * light));
}
