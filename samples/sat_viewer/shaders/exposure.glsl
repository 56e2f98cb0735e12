// From the scene's light to a screen's colours.
#include "../../drawing/shaders/tone.glsl"

vec3 shown(vec3 light)
{
    const vec4 screen = frame.data.screen;
    const vec4 blur = frame.data.blur;
    const float chosen = blur.w == 1.0 ? frame.data.exposure.value : 1.0;
    return sRgbEncoded(toneMapped(screen.x * chosen * light));
}
