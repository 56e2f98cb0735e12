// The beginning of kernels of tables: push constants, and addresses of the texels, the table and the edges of a layer.
// With kLayered, a dispatch makes tables of several layers. Images of these are arrays of 2D images with the macro
// LAYERS_ARRAY and 3D images with LAYERS_3D. Modules of buffers alone make either kind of tables.
#ifndef VKSCAN_TABLES_LAYERS
#define VKSCAN_TABLES_LAYERS
#include "abi/table_abi.h"
#define PUSH_CONSTANTS TablePush
#include "core/common.glsl"

// Types of images, and places in them: vector(x, y, index of the layer).
#if defined(LAYERS_3D)
#define OF_DIMENSION(type) type##3D
#define IN_LAYER(vector, place, index) vector##3(place, int(index))
#define BY_LAYERS(several, one) (several)
const bool kLayered = true;
#elif defined(LAYERS_ARRAY)
#define OF_DIMENSION(type) type##2DArray
#define IN_LAYER(vector, place, index) vector##3(place, int(index))
#define BY_LAYERS(several, one) (several)
const bool kLayered = true;
#elif defined(SOURCE_BUFFER) && !defined(SINK_UINT_IMAGE) && !defined(SINK_FLOAT_IMAGE)
#define OF_DIMENSION(type) type##2D
#define IN_LAYER(vector, place, index) vector##2(place)
#define BY_LAYERS(several, one) (kLayered ? several : one)
layout(constant_id = kIdLayered) const bool kLayered = false;
#else
#define OF_DIMENSION(type) type##2D
#define IN_LAYER(vector, place, index) vector##2(place)
#define BY_LAYERS(several, one) (one)
const bool kLayered = false;
#endif

uint layer; // with kLayered, the layer of the workgroup's tile

// Addresses, and slots. Macros, since modules keep what a constant excludes, once for each inlined call.
#define INPUT_ADDRESS BY_LAYERS(push.inputAddress + layer * push.inputSlicePitch, push.inputAddress)
#define OUTPUT_ADDRESS BY_LAYERS(push.outputAddress + layer * push.outputSlicePitch, push.outputAddress)
#define SQUARES_ADDRESS BY_LAYERS(push.squaresAddress + layer * push.squaresSlicePitch, push.squaresAddress)
#define SLOT_OF_LAYER(slot) BY_LAYERS(layer * push.layerSlots + (slot), (slot))

// Tiles of all layers, each of which has `tiles`.
uint tileCount(uvec2 tiles) { return BY_LAYERS(tiles.x * tiles.y * push.layers, tiles.x * tiles.y); }

// Takes the layer of an index that counts the tiles of all layers. Returns the index in this layer.
uint takeLayer(uint index, uvec2 tiles)
{
    if (kLayered) {
        layer = index / (tiles.x * tiles.y);
        index %= tiles.x * tiles.y;
    }
    return index;
}

// Takes the layer of a workgroup of a grid whose rows are the spans of each layer in turn. Returns its span.
uvec2 takeSpan(uvec2 tiles)
{
    uvec2 span = gl_WorkGroupID.xy;
    if (kLayered) {
        const uint spans = divideRoundingUp(tiles.y, push.spanTiles);
        layer = span.y / spans;
        span.y %= spans;
    }
    return span;
}
#endif
