// Declarations in both languages: a field that the host and shaders share, the address of a buffer.
#ifndef VKSCAN_SAMPLES_DRAWING_REFERENCE_H
#define VKSCAN_SAMPLES_DRAWING_REFERENCE_H

#ifdef __cplusplus
#include <cstdint>
#define REFERENCE(type) uint64_t
#else
#extension GL_EXT_buffer_reference : require
#define REFERENCE(type) type
#endif

#endif
