// Push constants and constants of scans along an axis; abi.h has those of all kernels.
#ifndef VKSCAN_AXIS_SCAN_ABI_H
#define VKSCAN_AXIS_SCAN_ABI_H

#include "abi.h"

ABI_BEGIN

// Push constants. The array consists of slices of `extent` rows of `inner` columns; a line is a column of a slice. A
// strip is 4 << laneBits words of each row. A workgroup takes a chunk of a strip's rows: tiles of consecutive rows.
struct ABI_NAME(AxisScanPush) {
    ABI_UINT64 inputAddress;
    ABI_UINT64 outputAddress; // 0: nothing is stored
    ABI_UINT64 scratchAddress;
    ABI_UINT64 maxCount;
    ABI_UINT64 countAddress;
    ABI_UINT64 totalAddress;  // one element for each line; 0: none
    ABI_UINT64 sliceElements;
    ABI_UINT32 extent;        // rows of a slice that hold elements
    ABI_UINT32 inner;
    ABI_UINT32 gridWidth;
    ABI_UINT32 spans;         // workgroups of all chunks
    ABI_UINT32 strips;        // strips of a slice
    ABI_UINT32 chunks;        // chunks of a line
    ABI_UINT32 chunkTiles;
    ABI_UINT32 laneBits;      // log2 of the invocations side by side in a strip
    ABI_UINT32 lineBits;      // log2 of the invocations that share a strip of a slice
    ABI_UINT32 flags;         // kAxis...
};

ABI_CONSTANT ABI_NAME(kAxisReduces) = 1;  // stores the totals of chunks in slots
ABI_CONSTANT ABI_NAME(kAxisCombines) = 2; // reads only these, of whole lines

ABI_CONSTANT ABI_NAME(kIdAxisVectors) = ABI_NAME(kFirstFurtherId); // rows and arrays begin at multiples of 16 bytes

ABI_ASSERT(sizeof(AxisScanPush) == 96 && offsetof(AxisScanPush, gridWidth) == offsetof(ScanPush, gridWidth) &&
           offsetof(AxisScanPush, spans) == offsetof(ScanPush, spans));
ABI_END

#endif
