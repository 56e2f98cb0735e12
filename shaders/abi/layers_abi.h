// Push constants of kernels that make the tables of several layers; abi.h has those for one table, and all constants.
#ifndef VKSCAN_LAYERS_ABI_H
#define VKSCAN_LAYERS_ABI_H

#include "abi.h"

ABI_BEGIN

// The fields up to gridWidth are those of TablePush, with the addresses of the first layer.
struct LayersPush {
    ABI_UINT64 inputAddress;
    ABI_UINT64 outputAddress;
    ABI_UINT64 squaresAddress;
    ABI_UINT64 scratchAddress;
    ABI_UINT64 biasAddress; // four floats
    ABI_UINT64 inputPitch;  // bytes from row to row
    ABI_UINT64 outputPitch;
    ABI_UINT64 squaresPitch;
    ABI_UINT32 regionX; // texels
    ABI_UINT32 regionY;
    ABI_UINT32 regionWidth;
    ABI_UINT32 regionHeight;
    ABI_UINT32 spanTiles;
    ABI_UINT32 vectorAccess;
    ABI_UINT32 gridWidth;
    ABI_UINT32 layers;
    ABI_UINT64 inputSlicePitch; // bytes from layer to layer
    ABI_UINT64 outputSlicePitch;
    ABI_UINT64 squaresSlicePitch;
    ABI_UINT32 layerSlots; // slots of scratch of each layer
    ABI_UINT32 phase;
};

ABI_ASSERT(sizeof(LayersPush) == 128 && offsetof(LayersPush, gridWidth) == offsetof(TablePush, gridWidth));
ABI_END

#endif
