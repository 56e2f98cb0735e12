#version 460
#extension GL_GOOGLE_include_directive : require
// Finds the first k keys of a row, or of a short array.
#define VKSCAN_TOP_K
#define VKSCAN_ENTRY_POINT vkscan_kEntryTopKRows
#include "tile/top_k_select.glsl"

void main()
{
    const uint count = inputCount();
    const uint64_t first = uint64_t(workgroupIndex()) * push.rowPitch;
    if (first >= count)
        return;
    openRow(first, rowKeys(workgroupIndex(), first, count));
    if (sourceCount == 0)
        return;
    openTiles(0, 1);
    storeFirsts(cutList(listFirsts(), max(push.k, kCounted)), uint64_t(workgroupIndex()) * push.resultPitch, first);
}
