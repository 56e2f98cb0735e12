// Declarations that the host and the shaders share, in both languages.
#ifndef VKSCAN_SAMPLES_SAT_VIEWER_SHARED_H
#define VKSCAN_SAMPLES_SAT_VIEWER_SHARED_H

#include "../../drawing/shaders/reference.h"

#ifdef __cplusplus
#include <glm/glm.hpp>

namespace viewer {
using glm::mat4;
using glm::uvec4;
using glm::vec4;
#endif

struct Vertex {
    vec4 position;  // w is 1
    vec4 normal;    // w is 0
    vec4 tangent;   // along u; w: 1 or -1, the bitangent's sign, or 0 without a tangent
    vec4 texCoords; // two sets
    vec4 colour;    // linear, with alpha
};

struct Instance {
    mat4 model;
    vec4 albedo;   // w: roughness, 0 to 1
    vec4 emission; // w: metalness, 0 to 1
    vec4 pattern;  // x: 1 for tiles on the ground; y: number of its SurfaceData; the rest is unused
};

// Textures of a surface, by their bindings in set 1. Red is occlusion, green roughness, blue metalness.
const int kBaseColourTexture = 0;
const int kMetallicRoughnessTexture = 1;
const int kNormalTexture = 2;
const int kOcclusionTexture = 3;
const int kEmissionTexture = 4;
const int kTextureCount = 5;

// From a vertex's texture coordinates (u, v) to a picture's: u * linear.xy + v * linear.zw + offset.xy.
struct TexturePlace {
    vec4 linear;
    vec4 offset; // z: the set of coordinates, 0 or 1; w: 1 if there is a texture
};

struct SurfaceData {
    vec4 alpha;    // x: factor; y: limit below which nothing is drawn; z: 1 if it blends; w: 1 if both sides shine
    vec4 strength; // x: of the normal map, y: of occlusion; z: 1 if its colour is unlit; w is unused
    TexturePlace textures[kTextureCount];
};

// A lamp without shadows.
struct Lamp {
    vec4 position; // w: its reach in metres
    vec4 colour;   // w is unused
};

const int kLampCount = 6;

#ifndef __cplusplus
layout(buffer_reference, std430, buffer_reference_align = 16) readonly buffer Vertices
{
    Vertex at[];
};
layout(buffer_reference, std430, buffer_reference_align = 4) readonly buffer Indices
{
    uint at[];
};
layout(buffer_reference, std430, buffer_reference_align = 16) readonly buffer Instances
{
    Instance at[];
};
layout(buffer_reference, std430, buffer_reference_align = 16) readonly buffer Surfaces
{
    SurfaceData at[];
};
layout(buffer_reference, std430, buffer_reference_align = 16) readonly buffer TableBias
{
    vec4 value;
};
layout(buffer_reference, std430, buffer_reference_align = 16) buffer Corners
{
    uint at[]; // [kTableCount][2][rows][2][columns]: the four channels of a table side by side
};
layout(buffer_reference, std430, buffer_reference_align = 16) buffer LensSums
{
    vec4 at[]; // a pixel's consecutive samples
};
layout(buffer_reference, std430, buffer_reference_align = 4) readonly buffer Exposure
{
    float value;
};
#endif

// All inputs of a frame's shaders except images. Shaders copy a vector before they take single components: lavapipe
// 22.3 confuses loads of a component with loads of the vector.
struct ALIGNED(16) FrameData {
    mat4 viewProjection;
    mat4 inverseViewProjection;
    mat4 lightViewProjection;
    vec4 eye;          // w is 1
    vec4 sunDirection; // towards the sun; w: sine of its elevation
    vec4 sunColour;    // w: 1 with shadows, 0 without
    vec4 shadow;       // x: tangent of half the sun's apparent size, y: texels a metre, z: light bleed reduction,
                       // w: largest radius of a box in texels
    vec4 lens;         // x: distance in focus in metres, y: radius in pixels of an infinitely distant point's blur,
                       // z: largest radius in pixels, w: 1 for a round aperture
    vec4 blur;         // x: radius in pixels, y: 1 if it grows towards the sides, z: number of nested boxes,
                       // w: 1 if the exposure is chosen by the scene's brightness
    uvec4 lensPoint;   // x: the lens point of the eye, y: columns that show the scene itself
    vec4 screen;       // x: exposure, y: 1 to tone map the scene itself, z: scale of the table view, w: its contours
    Lamp lamps[kLampCount];
    REFERENCE(Vertices) vertices;
    REFERENCE(Indices) indices;
    REFERENCE(Instances) instances;
    REFERENCE(Surfaces) surfaces;
    REFERENCE(TableBias) colourBias;
    REFERENCE(Corners) corners;   // only for depth of field
    REFERENCE(Corners) tables;    // likewise
    REFERENCE(Exposure) exposure; // only if it is chosen automatically
    REFERENCE(LensSums) lensSums; // only if the lens is drawn point by point
};

#ifndef __cplusplus
layout(buffer_reference, std430, buffer_reference_align = 16) readonly buffer Frame
{
    FrameData data;
};
layout(push_constant) uniform PushConstants
{
    Frame frame;
};
#endif

// Layers of blurred parts, from the nearest to the farthest: two before the focus, three behind it.
const int kLayerCount = 5;
const int kNearLayerCount = 2;
// Tables after those of the layers. The least blurred parts fill gaps beyond nearer parts.
const int kBehindTable = kLayerCount;
// The parts of texels that are farther than each layer but the last.
const int kFartherTable = kLayerCount + 1;
const int kTableCount = kLayerCount + 2;
// Images of half the picture's size: first what is spread and finally what tables show, for each of them; then the
// radius and the place of the light in a texel, for each layer.
const int kFirstDiscImage = kTableCount;
const int kLayerImageCount = kTableCount + kLayerCount;
// Texels of a workgroup that spreads them.
const int kSpreadColumns = 16;
const int kSpreadRows = 16;
// Light of 1 in the layers, and in the other tables, whose boxes have less than 2^16 texels.
const int kSpreadOne = 1 << 22;
const int kMeanOne = 1 << 16;

// Bindings of set 0.
const int kSamplesBinding = 0;     // the scene's samples before averaging; distance in alpha
const int kColourTableBinding = 1; // of the scene
const int kShadowTableBinding = 2; // of four moments of heights, coded
const int kLayersBinding = 3;      // of depth of field, to interpolate
const int kLayerImagesBinding = 4; // the same, to write
const int kEffectBinding = 5;      // the picture after a blur, HDR
const int kPictureBinding = 6;
const int kBindingCount = 7;

// The scaled sum per pixel that the table view shows at half of its bar.
const float kHalfSum = 0.12f;

// Samples of a pixel.
const int kSampleCount = 4;

#ifdef __cplusplus
} // namespace viewer
#endif

#endif
