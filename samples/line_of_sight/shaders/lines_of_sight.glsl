// Lines of sight along rays from the observer's texel to every texel of the border. Elements are samples of the rays, a
// row for each ray. The state of a sample is its slope from the observer's eye; the scan's result before it is the
// horizon. The texels of rays are computed in integers, as on the host in sight.h.
#define STATE(FIELD) FIELD(float, slope)
#define PARAMETERS(FIELD) FIELD(uint64_t, heights) FIELD(uint64_t, visible) FIELD(int, width) FIELD(int, height) \
    FIELD(int, observerX) FIELD(int, observerY) FIELD(float, eye) FIELD(int, rowLength)
#define SEGMENTS
#define OPERATOR kOpMax
#define LOAD
#define STORE
#include "vkscan/kernel.glsl"

layout(buffer_reference, std430, buffer_reference_align = 4) readonly buffer HeightAt { float height; };
layout(buffer_reference, std430, buffer_reference_align = 4) writeonly buffer VisibilityAt { uint isVisible; };

ivec2 extent() { return ivec2(parameters.width, parameters.height); }

ivec2 observer() { return ivec2(parameters.observerX, parameters.observerY); }

// Texels are relative to the observer.
uint64_t offsetOf(ivec2 texel)
{
    const ivec2 place = observer() + texel;
    return uint64_t(place.y * parameters.width + place.x) * 4;
}

float heightAt(ivec2 texel) { return HeightAt(parameters.heights + offsetOf(texel)).height; }

void setVisible(ivec2 texel, bool isVisible)
{
    VisibilityAt(parameters.visible + offsetOf(texel)).isVisible = uint(isVisible);
}

// The rays go to the top row, the bottom row, and the rest of the left and right columns.
ivec2 endOf(int ray)
{
    const ivec2 last = extent() - 1;
    const int side = ray - 2 * extent().x;
    ivec2 end = ray < extent().x ? ivec2(ray, 0) : ivec2(ray - extent().x, last.y);
    if (side >= 0)
        end = side < last.y - 1 ? ivec2(0, 1 + side) : ivec2(last.x, 2 + side - last.y);
    return end - observer();
}

// A sample lies where its ray crosses a column of texels, or a row if the ray is steep.
struct Sample {
    ivec2 end; // texel
    int steps; // to the end; each is one texel along the ray's longer axis
    int taken; // steps to the sample, from 1 to rowLength; beyond the border if more than `steps`
    ivec2 near; // the two texels beside it
    ivec2 far;
    int remainder; // distance from `near` in texels, times `steps`
};

Sample sampleOf(uint64_t index)
{
    Sample at;
    const int ray = int(index) / parameters.rowLength;
    at.end = endOf(ray);
    at.steps = max(abs(at.end.x), abs(at.end.y));
    at.taken = 1 + int(index) - ray * parameters.rowLength;
    // Beyond the border, the texels are the end, so that addresses are valid. A ray to the observer has no steps.
    const ivec2 scaled = min(at.taken, at.steps) * abs(at.end);
    const ivec2 whole = scaled / max(at.steps, 1);
    const ivec2 remainder = scaled - whole * at.steps; // 0 along the axis of the steps
    at.near = sign(at.end) * whole;
    at.far = at.near + sign(at.end) * min(remainder, 1);
    at.remainder = max(remainder.x, remainder.y);
    return at;
}

// The slope to the height interpolated between the two texels.
State load(uint64_t index)
{
    const Sample at = sampleOf(index);
    State state = identity(); // beyond the border: -infinity, which hides nothing
    if (at.taken <= at.steps) {
        const float ground = mix(heightAt(at.near), heightAt(at.far), float(at.remainder) / float(at.steps));
        const float distance = length(vec2(at.end)) * float(at.taken) / float(at.steps);
        state.slope = (ground - parameters.eye) / distance;
    }
    return state;
}

// The exit of the straight line to a texel's centre from the map, rounded to a texel: at most half a texel off.
ivec2 exitOf(ivec2 texel)
{
    const ivec2 room = mix(observer(), extent() - 1 - observer(), greaterThan(texel, ivec2(0)));
    const ivec2 way = abs(texel);
    const bool isSide = way.x > 0 && way.y * room.x <= way.x * room.y; // left or right; otherwise top or bottom
    const int along = isSide ? way.x : way.y;
    const int across = isSide ? way.y : way.x;
    const int reach = isSide ? room.x : room.y;
    const int rounded = (2 * across * reach + along) / (2 * along);
    return sign(texel) * (isSide ? ivec2(reach, rounded) : ivec2(rounded, reach));
}

// A texel is visible if the slope of its nearest sample exceeds the horizon. That sample is on the ray to the exit and
// lies in the texel. Each texel except the observer's has exactly one, which writes it.
void store(uint64_t index, State before, State through)
{
    if (index == 0)
        setVisible(ivec2(0), true);
    const Sample at = sampleOf(index);
    const ivec2 texel = 2 * at.remainder < at.steps ? at.near : at.far;
    if (at.taken <= at.steps && exitOf(texel) == at.end)
        setVisible(texel, through.slope > before.slope);
}
