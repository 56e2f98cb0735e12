// Spreads each texel of a layer over its disc through the lens. A disc is slabs, and only the four corners of a slab are
// added: tables of the layers then have its light in each texel within. T. J. Kosloff, M. W. Tao and B. A. Barsky,
// "Depth of field postprocessing for layered scenes using constant-time rectangle spreading", 2009. Sums are of
// integers, so they are exact.
//
// A workgroup spreads a tile's layers in turn. Small discs are first added in its shared memory, channel by channel, as the
// ends of their rows. Discs that are not tiny are those of cells of 2 x 2 texels, the largest of 4 x 4.
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
const int kCells = kTexels / 4 + kTexels / 16; // of 2 x 2 texels, then of 4 x 4
const int kQuarter = 4;                        // quarters of a texel, the unit of slabs' edges
const int kMostSlabs = 25;
// Texels, the radii from which a disc is that of a cell, is added as slabs, and is that of a cell of 4 x 4.
const float kTinyDisc = 6.0;
const float kSmallDisc = 12.0;
const float kLargeDisc = 24.0;
// Texels of shared memory around the tile: small discs, a column for ends between texels, and rows without light.
const int kReach = int(kSmallDisc);
const ivec2 kShared = kTile + 2 * kReach + ivec2(1, 2);

// Differences of neighbours in a row, in one channel of small discs' light. With all four, fewer workgroups run at once.
shared uint differences[kShared.x * kShared.y];
// Discs of cells: their light; place, radius, and slabs with eighths of the step.
shared uvec4 shares[kCells];
shared vec4 discs[kCells];
shared uint found; // bits of the tile's layers with light
shared bool hasCells;
shared int reach; // texels, of the largest small disc; 0: there is none

Corners corners = frame.data.corners;
ivec2 tileBegin = kTile * ivec2(gl_WorkGroupID);
int layer = 0;

// Whether a channel's entry is in the table's memory. A box that ends with a channel ends where the next channel begins,
// so that no light leaks from one to the other.
bool isInMemory(ivec2 place, int channel)
{
    return (channel % 2 == 0 || place.x < layerExtent.x) && (channel / 2 == 0 || place.y < layerExtent.y);
}

void addEntry(ivec2 place, uvec4 value)
{
    const uint word = wordOf(layer, place);
    for (int i = 0; i < 4; ++i)
        if (isInMemory(place, i))
            atomicAdd(corners.at[word + wordsTo(i)], value[i]);
}

// Adds `share` for each quarter by quarter of a texel beyond a corner.
void addCorner(ivec2 quarters, uvec4 share)
{
    const ivec2 place = quarters >> 2;
    const uvec2 rest = uvec2(quarters & kQuarter - 1);
    for (uint i = 0u; i < 4u; ++i) {
        const uvec2 step = uvec2(i & 1u, i >> 1);
        const uvec2 weight = mix(kQuarter - rest, rest, equal(step, uvec2(1)));
        if (weight.x * weight.y != 0u)
            addEntry(place + ivec2(step), weight.x * weight.y * share);
    }
}

void addBox(ivec4 box, uvec4 share)
{
    addCorner(box.xy, share);
    addCorner(box.zw, share);
    addCorner(box.zy, -share);
    addCorner(box.xw, -share);
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

void addSlab(ivec4 slab, uvec4 share)
{
    const ivec2 last = kQuarter * layerExtent;
    const bool isInside = all(greaterThanEqual(slab.xy, ivec2(0))) && all(lessThanEqual(slab.zw, last));
    for (int fold = 0; fold < (isInside ? 1 : 9); ++fold) {
        const ivec2 x = folded(fold % 3, slab.x, slab.z, last.x);
        const ivec2 y = folded(fold / 3, slab.y, slab.w, last.y);
        if (x.x < x.y && y.x < y.y)
            addBox(ivec4(x.x, y.x, x.y, y.y), share);
    }
}

// The place of differences in shared memory.
int sharedPlace(ivec2 texel)
{
    const ivec2 near = texel - tileBegin + kReach;
    return (near.y + 1) * kShared.x + near.x;
}

// Adds `value` for each quarter of a texel beyond the end of a row.
void addEnd(int quarters, int y, uint value)
{
    const int at = sharedPlace(ivec2(quarters >> 2, y));
    const uint rest = uint(quarters & kQuarter - 1);
    atomicAdd(differences[at], (kQuarter - rest) * value);
    if (rest != 0u)
        atomicAdd(differences[at + 1], rest * value);
}

// Adds a slab of one row of texels, and its parts beyond the picture's sides like addSlab().
void addRow(ivec4 slab, uint share)
{
    const int last = kQuarter * layerExtent.x;
    const int row = slab.y >> 2;
    const int y = clamp(min(max(row, -1 - row), 2 * layerExtent.y - 1 - row), 0, layerExtent.y - 1);
    const uint value = uint(slab.w - slab.y) * share;
    const bool isInside = slab.x >= 0 && slab.z <= last;
    for (int fold = 0; fold < (isInside ? 1 : 3); ++fold) {
        const ivec2 x = folded(fold, slab.x, slab.z, last);
        if (x.x < x.y) {
            addEnd(x.x, y, value);
            addEnd(x.y, y, -value);
        }
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

const Disc kNoDisc = Disc(vec2(0), 0.0, 0, 1.0, uvec4(0));

bool isSmall(Disc disc) { return disc.radius < kSmallDisc; }

ivec4 rounded(vec4 texels, float step)
{
    return ivec4(step) * ivec4(floor(float(kQuarter) / step * texels + 0.5));
}

ivec4 boundsOf(Disc disc) { return rounded(disc.middle.xyxy + disc.radius * vec4(-1, -1, 1, 1), disc.step); }

// Begin and end of a slab, in quarters of a texel: of a small disc, a row of texels; else from the angle at one end to
// the angle at the other. Discs of the same radius have the same shape, so those of a surface add up to exactly 1.
ivec4 slabOf(Disc disc, int slab)
{
    if (isSmall(disc)) {
        const ivec2 all = boundsOf(disc).yw;
        const int row = (all.x >> 2) + slab;
        const ivec2 y = clamp(kQuarter * ivec2(row, row + 1), all.x, all.y);
        const float high = float(y.x + y.y) / float(2 * kQuarter) - disc.middle.y;
        const float wide = lens.w == 0.0 ? disc.radius : sqrt(max(disc.radius * disc.radius - high * high, 0.0));
        const ivec2 x = rounded(disc.middle.xxxx + wide * vec4(-1, 1, 0, 0), disc.step).xy;
        return ivec4(x.x, y.x, x.y, y.y);
    }
    const float angle = 3.14159265 / float(disc.slabs);
    const float wide = sin(angle * (float(slab) + 0.5));
    const vec4 box = disc.radius * vec4(-wide, -cos(angle * float(slab)), wide, -cos(angle * float(slab + 1)));
    return rounded(disc.middle.xyxy + box, disc.step);
}

// The disc of 1 << level columns and rows of texels, by the sums of their lights and places.
Disc discOf(ivec2 texel, int level, vec4 light, vec4 place)
{
    Disc disc;
    const float radius = place.x / light.a;
    const bool isBright = max(light.r, max(light.g, light.b)) > float(1 << 2 * level);
    // A lamp's disc is visible: it is centred on the lamp's place in the texel, and its edges lie between texels.
    disc.middle = isBright ? place.yz / place.w : vec2(texel) + 0.5 * float(1 << level);
    disc.step = level == 0 || isBright ? 1.0 : radius < kSmallDisc ? 2.0 : float(kQuarter);
    // The texel and the interpolation between texels blur like a disc of radius 1.
    disc.radius = sqrt(max(radius * radius - 1.0, 0.25));
    if (isSmall(disc)) {
        const ivec4 bounds = boundsOf(disc);
        disc.slabs = (bounds.w + kQuarter - 1 >> 2) - (bounds.y >> 2);
    } else {
        disc.slabs = lens.w == 0.0 ? 1 : isBright ? kMostSlabs : 10;
    }
    int quarters = 0; // of the disc's area, in quarters of quarters
    for (int i = 0; i < disc.slabs; ++i) {
        const ivec4 slab = slabOf(disc, i);
        quarters += (slab.z - slab.x) * (slab.w - slab.y);
    }
    // Random rounding keeps the light of large, dark discs.
    disc.share = uvec4(light * float(kSpreadOne) / float(quarters) + noiseOf(texel));
    return disc;
}

int levelOf(float radius) { return radius < kTinyDisc ? 0 : radius < kLargeDisc ? 1 : 2; }

// A layer's part of a texel.
struct Texel {
    vec4 light;
    vec4 place;   // radius times coverage, place times brightness, brightness
    float radius; // 0 without light
};

Texel texelAt(ivec2 at)
{
    Texel texel = Texel(vec4(0), vec4(0), 0.0);
    if (any(greaterThanEqual(at, layerExtent)))
        return texel;
    texel.light = imageLoad(layers, ivec3(at, layer));
    if (texel.light.a > 0.0) {
        const vec3 disc = imageLoad(layers, ivec3(at, kFirstDiscImage + layer)).xyz;
        texel.place = vec4(disc.x * texel.light.a, dot(texel.light.rgb, vec3(1)) * vec3(vec2(at) + disc.yz, 1.0));
        texel.radius = disc.x;
    }
    return texel;
}

// The disc of a cell of the tile, of 1 << level columns and rows of texels; without slabs if none of them has one.
Disc discOfCell(int cell, int level)
{
    const int columns = kTile.x >> level;
    const ivec2 begin = tileBegin + (ivec2(cell % columns, cell / columns) << level);
    vec4 light = vec4(0);
    vec4 place = vec4(0);
    for (int i = 0; i < 1 << 2 * level; ++i) {
        const Texel texel = texelAt(begin + ivec2(i & (1 << level) - 1, i >> level));
        if (levelOf(texel.radius) == level) {
            light += texel.light;
            place += texel.place;
        }
    }
    if (light.a > 0.0)
        return discOf(begin, level, light, place);
    return kNoDisc;
}

// Adds the slabs of the cells' discs: a channel of the small ones, or the others.
void addCells(bool small, int channel)
{
    for (int i = int(gl_LocalInvocationIndex); i < kCells * kMostSlabs; i += kTexels) {
        const vec4 known = discs[i % kCells];
        const Disc disc = Disc(known.xy, known.z, int(known.w), round(8.0 * fract(known.w)), shares[i % kCells]);
        if (i / kCells >= disc.slabs || isSmall(disc) != small)
            continue;
        const ivec4 slab = slabOf(disc, i / kCells);
        if (small)
            addRow(slab, disc.share[channel]);
        else
            addSlab(slab, disc.share);
    }
}

// Adds what differences between rows are, the corners, to the table. Each invocation has a column of some rows.
void addDifferences(int first, int rows, int channel)
{
    const int index = int(gl_LocalInvocationIndex);
    const int groups = kTexels / kShared.x;
    const int each = (rows + groups - 1) / groups;
    const int begin = index / kShared.x * each;
    if (index >= groups * kShared.x || begin >= rows)
        return;
    ivec2 at = tileBegin + ivec2(index % kShared.x - kReach, first + begin);
    int word = sharedPlace(at);
    uint above = differences[word - kShared.x];
    for (int y = begin; y < min(begin + each, rows); ++y) {
        const uint here = differences[word];
        if (here != above && isInMemory(at, channel))
            atomicAdd(corners.at[wordOf(layer, at) + wordsTo(channel)], here - above);
        above = here;
        word += kShared.x;
        ++at.y;
    }
}

void spreadLayer()
{
    const int index = int(gl_LocalInvocationIndex);
    if (index == 0) {
        hasCells = false;
        reach = 0;
    }
    barrier();
    const ivec2 at = tileBegin + ivec2(gl_LocalInvocationID.xy);
    const Texel texel = texelAt(at);
    const bool isTiny = texel.radius > 0.0 && levelOf(texel.radius) == 0;
    if (texel.radius > 0.0 && !isTiny)
        hasCells = true;
    if (texel.radius > 0.0 && texel.radius <= kSmallDisc + 0.1)
        atomicMax(reach, min(int(ceil(texel.radius)), kReach));
    barrier();
    const int small = reach;
    const bool areCells = hasCells;
    if (areCells) {
        if (index < kCells) {
            const Disc disc = index < kTexels / 4 ? discOfCell(index, 1) : discOfCell(index - kTexels / 4, 2);
            shares[index] = disc.share;
            discs[index] = vec4(disc.middle, disc.radius, float(disc.slabs) + disc.step / 8.0);
        }
        barrier();
        addCells(false, 0);
    }
    Disc own = kNoDisc;
    if (isTiny)
        own = discOf(at, 0, texel.light, texel.place);
    const int rows = kTile.y + 2 * small + 1;
    const int begin = sharedPlace(tileBegin - ivec2(kReach, small + 1));
    for (int channel = 0; channel < (small > 0 ? 4 : 0); ++channel) {
        for (int i = index; i < (rows + 1) * kShared.x; i += kTexels)
            differences[begin + i] = 0u;
        barrier();
        for (int i = 0; i < own.slabs; ++i)
            addRow(slabOf(own, i), own.share[channel]);
        if (areCells)
            addCells(true, channel);
        barrier();
        addDifferences(-small, rows, channel);
        barrier();
    }
}

void main()
{
    if (gl_LocalInvocationIndex == 0)
        found = 0u;
    barrier();
    for (layer = 0; layer < kLayerCount; ++layer)
        if (imageLoad(layers, ivec3(min(tileBegin + ivec2(gl_LocalInvocationID.xy), layerExtent - 1), layer)).a > 0.0)
            atomicOr(found, 1u << layer);
    barrier();
    const uint all = found;
    for (layer = 0; layer < kLayerCount; ++layer)
        if ((all >> layer & 1u) != 0u)
            spreadLayer();
}
