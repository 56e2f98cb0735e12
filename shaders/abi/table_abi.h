// Push constants and constants of summed-area tables; abi.h has those of all kernels.
#ifndef VKSCAN_TABLE_ABI_H
#define VKSCAN_TABLE_ABI_H

#include "abi.h"

ABI_BEGIN

// Push constants. Addresses are those of the first layer; the address of an image is the index of its first layer.
struct TablePush {
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
    ABI_UINT32 spanTiles;       // rows of tiles in a span, with two dispatches
    ABI_UINT32 vectorAccess;    // bit set of buffers that are accessed in vectors: kVectorInput, ...
    ABI_UINT32 gridWidth;       // workgroups along x
    ABI_UINT32 phase;           // phase of a recovery pass: kPhaseBottom, ...
    ABI_UINT64 inputSlicePitch; // bytes from layer to layer; 1 in images
    ABI_UINT64 outputSlicePitch;
    ABI_UINT64 squaresSlicePitch;
    ABI_UINT32 layers;
    ABI_UINT32 layerSlots; // slots of scratch of each layer
};
ABI_CONSTANT kVectorInput = 1;
ABI_CONSTANT kVectorOutput = 2;
ABI_CONSTANT kVectorSquares = 4;

// Kinds of components in the input: a float, an integer, or the code of a UNORM.
ABI_CONSTANT kSourceFloat = 0;
ABI_CONSTANT kSourceUint = 1;
ABI_CONSTANT kSourceUint8 = 2; // a byte of a buffer
ABI_CONSTANT kSourceUnorm8 = 3;
ABI_CONSTANT kSourceUnorm16 = 4;

// How the bias is found, in the order of vkscan::Bias.
ABI_CONSTANT kBiasNone = 0;
ABI_CONSTANT kBiasGiven = 1; // at biasAddress; also a mean in the second of two dispatches
ABI_CONSTANT kBiasMean = 2;  // computed by the kernel

// Maximum texels in a row, and in a column, of the grid whose mean is the bias.
ABI_CONSTANT kMeanGrid = 16;

// Phases of the recovery pass, a dispatch each.
ABI_CONSTANT kPhaseBottom = 0; // bottom edges, including the sums left of them
ABI_CONSTANT kPhaseTable = 1;  // entries
ABI_CONSTANT kPhases = 2;

// Sums that are missing in a tile, from its mark.
ABI_CONSTANT kMissedLeft = 0;
ABI_CONSTANT kMissedAbove = 1; // only those above

// Specialisation constant ids, in addition to abi.h.
ABI_CONSTANT kIdLaneColumns = kFirstFurtherId + 1;
ABI_CONSTANT kIdColumns = kFirstFurtherId + 2;
ABI_CONSTANT kIdVector = kFirstFurtherId + 3;
ABI_CONSTANT kIdChannels = kFirstFurtherId + 4;
ABI_CONSTANT kIdSquares = kFirstFurtherId + 5;
ABI_CONSTANT kIdBias = kFirstFurtherId + 6;
ABI_CONSTANT kIdBorder = kFirstFurtherId + 7;
ABI_CONSTANT kIdSource = kFirstFurtherId + 8;
ABI_CONSTANT kIdWideEntries = kFirstFurtherId + 9;
ABI_CONSTANT kIdRowWindow = kFirstFurtherId + 10;
ABI_CONSTANT kIdColumnWindow = kFirstFurtherId + 11;
ABI_CONSTANT kIdDiagonals = kFirstFurtherId + 12;
ABI_CONSTANT kIdLayered = kFirstFurtherId + 13; // a dispatch makes tables of several layers

ABI_ASSERT(sizeof(TablePush) == 128 && offsetof(TablePush, regionX) == 64 && offsetof(TablePush, layers) == 120);
ABI_END

#endif
