// The prefix of all names that modules with a user's kernel have at file scope, so that they meet none of the user's. Behind
// the user's file, vkscan's shaders are read with these macros. The test `kernel_names` finds names that are missing here.
#include "names/front.glsl"
#include "names/core.glsl"
#include "names/tile.glsl"

#if defined(SELECTS) || defined(SORTS) // else these are the user's
#define identity vkscan_identity
#define combine vkscan_combine
#endif
