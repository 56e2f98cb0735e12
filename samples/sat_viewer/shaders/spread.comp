// Spreads each texel of a layer over its disc through the lens. A disc is slabs, and only the four corners of a slab are
// added: tables of the layers then have its light in each texel within. T. J. Kosloff, M. W. Tao and B. A. Barsky,
// "Depth of field postprocessing for layered scenes using constant-time rectangle spreading", 2009. Sums are of
// integers, so they are exact.
//
// A workgroup spreads a tile of one layer. Corners of small discs are first added in its shared memory. Larger discs are
// those of cells of 2 x 2 texels, the largest of 4 x 4.
#version 460
#extension GL_GOOGLE_include_directive : require
#extension GL_EXT_samplerless_texture_functions : require
#include "../../drawing/shaders/dither.glsl"
#include "shared.h"
#include "focus.glsl"

layout(local_size_x = kSpreadColumns, local_size_y = kSpreadRows) in;

layout(set = 0, binding = kLayerImagesBinding, rgba16f) readonly uniform image2DArray layers;

const ivec2 kTile = ivec2(kSpreadColumns, kSpreadRows);
const int kTexels = kSpreadColumns * kSpreadRows;
const int kQuarter = 4; // quarters of a texel, the unit of slabs' edges
const int kMostSlabs = 24;
const float kSmallDisc = 6.0; // texels, the radius from which a disc is that of a cell
// Texels of shared memory around the tile: small discs, whose corners between texels take one more.
const int kReach = 7;
const ivec2 kShared = kTile + 2 * kReach + 1;
const int kSharedCount = kShared.x * kShared.y;

shared uint sharedCorners[4 * kSharedCount];
// Texels have their light, as bits of floats; radius times coverage, place times brightness, and brightness. Then cells'
// discs have their light; place, radius, and slabs with eighths of the step.
shared uvec4 lights[kTexels];
shared vec4 places[kTexels];
shared uint levels; // bits of the levels of the tile's discs: 0 for small ones, 1 and 2 for cells

Corners corners = frame.data.corners;
uint tileRows = gl_NumWorkGroups.y / kLayerCount;
int layer = int(gl_WorkGroupID.y / tileRows);
ivec2 tileBegin = kTile * ivec2(gl_WorkGroupID.x, gl_WorkGroupID.y % tileRows);

// Whether a channel's entry is in the table's memory. A box that ends with a channel ends where the next channel begins,
// so that no light leaks from one to the other.
bool isInMemory(ivec2 place, int channel)
{
    return (channel % 2 == 0 || place.x < layerExtent.x) && (channel / 2 == 0 || place.y < layerExtent.y);
}

// Adds to an entry: in shared memory for small discs.
void addEntry(bool isSmall, ivec2 place, uvec4 value)
{
    if (isSmall) {
        const ivec2 near = place - tileBegin + kReach;
        for (int i = 0; i < 4; ++i)
            atomicAdd(sharedCorners[i * kSharedCount + near.y * kShared.x + near.x], value[i]);
    } else {
        const uint word = wordOf(layer, place);
        for (int i = 0; i < 4; ++i)
            if (isInMemory(place, i))
                atomicAdd(corners.at[word + wordsTo(i)], value[i]);
    }
}

// Adds `share` for each quarter by quarter of a texel beyond a corner.
void addCorner(bool isSmall, ivec2 quarters, uvec4 share)
{
    const ivec2 place = quarters >> 2;
    const uvec2 rest = uvec2(quarters & kQuarter - 1);
    for (uint i = 0u; i < 4u; ++i) {
        const uvec2 step = uvec2(i & 1u, i >> 1);
        const uvec2 weight = mix(kQuarter - rest, rest, equal(step, uvec2(1)));
        if (weight.x * weight.y != 0u)
            addEntry(isSmall, place + ivec2(step), weight.x * weight.y * share);
    }
}

void addBox(bool isSmall, ivec4 box, uvec4 share)
{
    addCorner(isSmall, box.xy, share);
    addCorner(isSmall, box.zy, -share);
    addCorner(isSmall, box.xw, -share);
    addCorner(isSmall, box.zw, share);
}

// Interval `fold` of a slab: within the picture, or the part beyond its begin or end, folded back. So layers have the
// same light at the picture's sides as elsewhere, as if the surroundings mirrored the picture.
ivec2 folded(int fold, int begin, int end, int last)
{
    return clamp(fold == 0   ? ivec2(begin, end)
                 : fold == 1 ? ivec2(0, -begin)
                             : ivec2(2 * last - end, last),
                 0, last);
}

void addSlab(bool isSmall, ivec4 slab, uvec4 share)
{
    const ivec2 last = kQuarter * layerExtent;
    const bool isInside = all(greaterThanEqual(slab.xy, ivec2(0))) && all(lessThanEqual(slab.zw, last));
    for (int fold = 0; fold < (isInside ? 1 : 9); ++fold) {
        const ivec2 x = folded(fold % 3, slab.x, slab.z, last.x);
        const ivec2 y = folded(fold / 3, slab.y, slab.w, last.y);
        if (x.x < x.y && y.x < y.y)
            addBox(isSmall, ivec4(x.x, y.x, x.y, y.y), share);
    }
}

// A disc in texels.
struct Disc {
    vec2 middle;
    float radius;
    int slabs;
    float step;  // quarters of a texel that slabs end at
    uvec4 share; // for a quarter by quarter of a texel
};

int slabsOf(float radius, bool isBright)
{
    return isBright ? clamp(int(2.0 * radius), 10, kMostSlabs) : radius < 2.0 ? 3 : radius < 3.5 ? 6 : 10;
}

// Begin and end of a slab, in quarters of a texel, from the angle at one end to the angle at the other. Discs of the same
// radius have the same shape, so those of a surface add up to exactly 1.
ivec4 slabOf(Disc disc, int slab)
{
    const float angle = 3.14159265 / float(disc.slabs);
    const float wide = sin(angle * (float(slab) + 0.5));
    const vec4 box = disc.radius * vec4(-wide, -cos(angle * float(slab)), wide, -cos(angle * float(slab + 1)));
    return ivec4(disc.step) * ivec4(floor(float(kQuarter) / disc.step * (disc.middle.xyxy + box) + 0.5));
}

// The disc of 1 << level columns and rows of texels, by the sums of their lights and places.
Disc discOf(ivec2 texel, int level, vec4 light, vec4 place)
{
    Disc disc;
    const float radius = place.x / light.a;
    const bool isBright = max(light.r, max(light.g, light.b)) > float(1 << 2 * level);
    // A lamp's disc is visible: it is centred on the lamp's place in the texel, and its edges lie between texels.
    disc.middle = isBright ? place.yz / place.w : vec2(texel) + 0.5 * float(1 << level);
    disc.step = level == 0 || isBright ? 1.0 : radius < 2.0 * kSmallDisc ? 2.0 : float(kQuarter);
    // The texel and the interpolation between texels blur like a disc of radius 1.
    disc.radius = sqrt(max(radius * radius - 1.0, 0.25));
    disc.slabs = slabsOf(disc.radius, isBright);
    if (lens.w == 0.0 || disc.radius < 1.0 && !isBright)
        disc.slabs = 1;
    int quarters = 0; // of the disc's area, in quarters of quarters
    for (int i = 0; i < disc.slabs; ++i) {
        const ivec4 slab = slabOf(disc, i);
        quarters += (slab.z - slab.x) * (slab.w - slab.y);
    }
    // Random rounding keeps the light of large, dark discs.
    disc.share = uvec4(light * float(kSpreadOne) / float(quarters) + noiseOf(texel));
    return disc;
}

int levelOf(float radius) { return radius < kSmallDisc ? 0 : radius < 4.0 * kSmallDisc ? 1 : 2; }

// The disc of a cell of the tile, of 1 << level columns and rows of texels; without slabs if none of them has one.
Disc discOfCell(int cell, int level)
{
    const int columns = kTile.x >> level;
    const ivec2 begin = ivec2(cell % columns, cell / columns) << level;
    vec4 light = vec4(0);
    vec4 place = vec4(0);
    for (int i = 0; i < 1 << 2 * level; ++i) {
        const ivec2 texel = begin + ivec2(i & (1 << level) - 1, i >> level);
        const int at = texel.y * kTile.x + texel.x;
        const vec4 part = uintBitsToFloat(lights[at]);
        if (part.a > 0.0 && levelOf(places[at].x / part.a) == level) {
            light += part;
            place += places[at];
        }
    }
    if (light.a > 0.0)
        return discOf(tileBegin + begin, level, light, place);
    return Disc(vec2(0), 0.0, 0, 1.0, uvec4(0));
}

void main()
{
    const int index = int(gl_LocalInvocationIndex);
    const ivec2 texel = tileBegin + ivec2(gl_LocalInvocationID.xy);
    vec4 light = vec4(0);
    vec4 place = vec4(0);
    if (all(lessThan(texel, layerExtent))) {
        light = imageLoad(layers, ivec3(texel, layer));
        if (light.a > 0.0) {
            const vec3 disc = imageLoad(layers, ivec3(texel, kFirstDiscImage + layer)).xyz;
            place = vec4(disc.x * light.a, dot(light.rgb, vec3(1)) * vec3(vec2(texel) + disc.yz, 1.0));
        }
    }
    if (index == 0)
        levels = 0u;
    barrier();
    const int level = light.a > 0.0 ? levelOf(place.x / light.a) : 0;
    if (light.a > 0.0)
        atomicOr(levels, 1u << level);
    lights[index] = floatBitsToUint(light);
    places[index] = place;
    barrier();
    const uint found = levels;
    if (found > 1u) {
        const int smallCells = kTexels / 4;
        const int cells = smallCells + smallCells / 4;
        Disc disc;
        if (index < cells)
            disc = index < smallCells ? discOfCell(index, 1) : discOfCell(index - smallCells, 2);
        barrier();
        if (index < cells) {
            lights[index] = disc.share;
            places[index] = vec4(disc.middle, disc.radius, float(disc.slabs) + disc.step / 8.0);
        }
        barrier();
        for (int i = index; i < cells * kMostSlabs; i += kTexels) {
            const vec4 known = places[i % cells];
            disc = Disc(known.xy, known.z, int(known.w), round(8.0 * fract(known.w)), lights[i % cells]);
            if (i / cells < disc.slabs)
                addSlab(false, slabOf(disc, i / cells), disc.share);
        }
    }
    if ((found & 1u) == 0u)
        return;
    for (int i = index; i < 4 * kSharedCount; i += kTexels)
        sharedCorners[i] = 0u;
    barrier();
    if (level == 0 && light.a > 0.0) {
        const Disc disc = discOf(texel, 0, light, place);
        for (int i = 0; i < disc.slabs; ++i)
            addSlab(true, slabOf(disc, i), disc.share);
    }
    barrier();
    const ivec2 near = ivec2(index % 32, index / 32); // columns are fewer than 32
    for (int y = near.y; y < kShared.y; y += kTexels / 32) {
        const ivec2 at = tileBegin - kReach + ivec2(near.x, y);
        for (int i = 0; i < (near.x < kShared.x ? 4 : 0); ++i) {
            const uint value = sharedCorners[i * kSharedCount + y * kShared.x + near.x];
            if (value != 0u && isInMemory(at, i))
                atomicAdd(corners.at[wordOf(layer, at) + wordsTo(i)], value);
        }
    }
}
