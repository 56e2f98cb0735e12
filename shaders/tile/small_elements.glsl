// Elements in memory that may have fewer bytes than in registers, with separate sizes for input and output. A vector has
// the same number of them in any case.
#ifndef VKSCAN_TILE_SMALL_ELEMENTS
#define VKSCAN_TILE_SMALL_ELEMENTS
#if ELEMENT_WORDS == 2
#include "tile/wide_memory.glsl"
#else
#include "tile/small_memory.glsl"
#endif
#define LOADED_BYTES kInputBytes
#define LOADED_VECTOR_BYTES (kVector * kInputBytes)
#define LOAD_VECTOR loadSmallVector
#define LOAD_ELEMENT loadSmallElement
#define STORE_VECTOR storeSmallVector
#define STORES_WORDS (kOutputStored == kStoredSame)
#define STORE_ELEMENTS storeSmallElements
#define STORE_ELEMENT(array, index, element) storeSmallElement(array + index * kOutputBytes, toWords(element))

bool alignedAccess(uint64_t array, Bounds bounds, uint bytes)
{
    return (unpackUint2x32(array).x & (kVector * bytes - 1)) == 0 && holdsPart(bounds);
}
#define loadsVectors(array, bounds) alignedAccess(array, bounds, kInputBytes)
#define storesVectors(bounds) alignedAccess(push.outputAddress, bounds, kOutputBytes)

// Rows of vectors, for rowAddress.
#define VECTOR_BYTES vectorBytes
#define VECTOR_BYTES_PARAMETER , uint vectorBytes
#define LOADED_ROW(array, tile, row) rowAddress(array, tile, row, LOADED_VECTOR_BYTES)
#define STORED_ROW(tile, row) rowAddress(push.outputAddress, tile, row, kVector * kOutputBytes)
#endif
