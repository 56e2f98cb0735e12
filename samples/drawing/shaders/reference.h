// Declarations in both languages: a field that the host and shaders share, the address of a buffer; and a struct that
// lies in arrays of the host's at a multiple of `bytes`, as references to it promise.
#ifndef VKSCAN_SAMPLES_DRAWING_REFERENCE_H
#define VKSCAN_SAMPLES_DRAWING_REFERENCE_H

#ifdef __cplusplus
#include <cstdint>
#define REFERENCE(type) uint64_t
#define ALIGNED(bytes) alignas(bytes)
#else
#extension GL_EXT_buffer_reference : require
#define REFERENCE(type) type
#define ALIGNED(bytes)
#endif

#endif
