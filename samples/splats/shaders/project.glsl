// The projection of each visible splat, and the key of its depth.
#include "projection.h"

layout(local_size_x = kWorkgroup) in;
layout(push_constant) uniform PushConstants { ViewAt at; };

void main()
{
    View view = at.view;
    const uint i = gl_GlobalInvocationID.x;
    if (i >= view.commands.commands.instanceCount)
        return;
    const Splat splat = view.splats.at[view.seen.at[i]];
    view.ellipses.at[i] = projected(splat, view);
    const uint key = keyOf(depthOf(splat.position, view), view);
#if defined(SPLATS_KEYS_16)
    view.keys.at[i] = uint16_t(key);
#else
    view.keys.at[i] = key;
#endif
}
