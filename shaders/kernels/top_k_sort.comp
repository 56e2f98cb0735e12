#version 460
#extension GL_GOOGLE_include_directive : require
// Sorts entries in runs of the length of a list, one for each workgroup.
#include "tile/top_k_list.glsl"

void main()
{
    const uint entries = min(UintAt(entriesBegin + kTopKEntryCountOffset).word, push.nextCapacity);
    const uint begin = workgroupIndex() * kListEntries;
    const uint length = min(max(entries, begin) - begin, kListEntries);
    if (length == 0)
        return;
    for (uint first = 0; first < length; first += kWorkgroupSize) {
        const uint i = first + gl_LocalInvocationIndex;
        if (i < length)
            setListEntry(i, loadEntry(nextBegin, push.nextCapacity, begin + i));
    }
    sortList(length);
    for (uint first = 0; first < length; first += kWorkgroupSize) {
        const uint i = first + gl_LocalInvocationIndex;
        if (i < length)
            storeEntry(nextBegin, push.nextCapacity, begin + i, listEntry(i));
    }
}
