// A user's kernel, custom_kernel.glsl, and the names around it. The kernel may declare any name, since all names of
// vkscan get a prefix. It includes vkscan/kernel.glsl and precedes all other shaders of vkscan.
#ifndef VKSCAN_CUSTOM_KERNEL
#define VKSCAN_CUSTOM_KERNEL

// Names of vkscan/kernel.glsl. A kernel that uses one before the include gets an error with this name: compilers print
// the size of the array.
#define State uint[vkscan_kernel_glsl_must_be_included_above_this_line]
#define parameters vkscan_kernel_glsl_must_be_included_above_this_line
#include "custom_kernel.glsl"
#if !defined(VKSCAN_KERNEL_GLSL)
#error vkscan: custom_kernel.glsl must include vkscan/kernel.glsl, behind the macros that it defines
#endif

#undef State // tiles have their own State
#include "names/prefixes.glsl" // written by cmake/vkscan_names.cmake
#if defined(SELECTS) || defined(SORTS) || defined(EXPANDS) // otherwise the user's kernel defines them
#define identity vkscan_identity
#define combine vkscan_combine
#endif

// The form of tiles, and their elements.
#if defined(SORTS)
#if defined(KEYS_64)
#define ELEMENT_B64
#else
#define ELEMENT_B32
#endif
#elif defined(EXPANDS)
#define TILE_REQUESTS
#define ELEMENT_B32 // counts
#elif defined(SELECTS)
#define TILE_CUSTOM_SELECT
#define ELEMENTS_ALONE
#define ELEMENT_B32 // counts of selected elements
#define Selected OwnState
#else
#if defined(SEGMENTS)
#define TILE_SEGMENTS
#endif
#if !defined(VKSCAN_IN_VECTORS)
#define TILE_CUSTOM
#define ELEMENTS_ALONE
#endif
#define Element OwnState
#endif
#define StateWords uint[VKSCAN_STATE_WORDS]
// Uses the stamp in modules whose kernels have no states: never 0. In others, custom/fields.glsl uses it.
#define USE_STAMP(count) \
    if (vkscan_kStamp == 0) \
        count = 0;
#endif
