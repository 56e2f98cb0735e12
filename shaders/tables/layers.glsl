// Addresses of the texels, the table and the edges of a layer. With the macro TABLE_LAYERS, a dispatch makes tables of
// several layers; without it, one table. Images of layers are arrays of 2D images with LAYERS_ARRAY and 3D images with
// LAYERS_3D; both imply TABLE_LAYERS.
#ifndef VKSCAN_TABLES_LAYERS
#define VKSCAN_TABLES_LAYERS
#include "core/common.glsl"

#if defined(LAYERS_3D)
#define OF_DIMENSION(type) type##3D
#elif defined(LAYERS_ARRAY)
#define OF_DIMENSION(type) type##2DArray
#else
#define OF_DIMENSION(type) type##2D
#endif

#if defined(TABLE_LAYERS)
uint layer = 0; // the layer of the workgroup's tile
#define INPUT_ADDRESS (push.inputAddress + layer * push.inputSlicePitch)
#define OUTPUT_ADDRESS (push.outputAddress + layer * push.outputSlicePitch)
#define SQUARES_ADDRESS (push.squaresAddress + layer * push.squaresSlicePitch)
// The address of an image is the index of its first layer, its pitch 1.
#define INPUT_TEXEL(texel) ivec3(texel, int(INPUT_ADDRESS))
#define OUTPUT_TEXEL(texel) ivec3(texel, int(OUTPUT_ADDRESS))
#define INPUT_PLACE(place) vec3(place, float(INPUT_ADDRESS)) // for an array of layers
#define SLOT_OF_LAYER(slot) (layer * push.layerSlots + (slot))
#define TILE_COUNT(tiles) (tiles.x * tiles.y * push.layers)

// Takes the layer of an index that counts the tiles of all layers. A layer has `tiles`. Returns the index in this
// layer.
uint takeLayer(uint index, uvec2 tiles)
{
    layer = index / (tiles.x * tiles.y);
    return index % (tiles.x * tiles.y);
}
#define INDEX_IN_LAYER(index, tiles) takeLayer(index, tiles)

// Takes the layer of a workgroup of a grid whose rows are the spans of each layer in turn. Returns its span.
uvec2 takeSpan(uvec2 tiles)
{
    const uint spans = divideRoundingUp(tiles.y, push.spanTiles);
    layer = gl_WorkGroupID.y / spans;
    return uvec2(gl_WorkGroupID.x, gl_WorkGroupID.y % spans);
}
#define SPAN_OF_WORKGROUP(tiles) takeSpan(tiles)
#else
#define INPUT_ADDRESS push.inputAddress
#define OUTPUT_ADDRESS push.outputAddress
#define SQUARES_ADDRESS push.squaresAddress
#define INPUT_TEXEL(texel) ivec2(texel)
#define OUTPUT_TEXEL(texel) ivec2(texel)
#define INPUT_PLACE(place) place
#define SLOT_OF_LAYER(slot) (slot)
#define TILE_COUNT(tiles) (tiles.x * tiles.y)
#define INDEX_IN_LAYER(index, tiles) index
#define SPAN_OF_WORKGROUP(tiles) gl_WorkGroupID.xy
#endif
#endif
