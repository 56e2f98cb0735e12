// Elements in memory that fill their words. tile/small_elements.glsl defines the same names.
#ifndef VKSCAN_TILE_WORD_ELEMENTS
#define VKSCAN_TILE_WORD_ELEMENTS
#define LOADED_BYTES kElementBytes
#define LOADED_VECTOR_BYTES kVectorBytes
#define LOAD_VECTOR(address) VectorAt(address).words
#define LOAD_ELEMENT(address) ElementAt(address).words
#define STORE_VECTOR(address, vector) VectorAt(address).words = vector
#define STORES_WORDS true
#define STORE_ELEMENTS(address, vector, mask)
#define STORE_ELEMENT(array, index, element) ElementAt(array + index * kElementBytes).words = toWords(element)
#define loadsVectors(array, bounds) vectorAccess(array, bounds)
#define storesVectors(bounds) vectorAccess(push.outputAddress, bounds)

// Rows of vectors, for rowAddress.
#define VECTOR_BYTES kVectorBytes
#define VECTOR_BYTES_PARAMETER
#define LOADED_ROW(array, tile, row) rowAddress(array, tile, row)
#define STORED_ROW(tile, row) rowAddress(push.outputAddress, tile, row)
#endif
