#version 460
#extension GL_GOOGLE_include_directive : require
// Ranks entries of sorted runs. An entry's rank is its index in its run, plus, for each other run, the number of
// smaller entries, which a search finds. Stores the first k.
#include "tile/top_k_keys.glsl"

layout(constant_id = kIdListEntries) const uint kListEntries = 1024;

const uint kSearches = 4; // runs that are searched at once, so that loads overlap

void main()
{
    const uint entries = min(UintAt(entriesBegin + kTopKEntryCountOffset).word, push.nextCapacity);
    const uint firstPlace = workgroupIndex() * kWorkgroupSize;
    if (firstPlace >= entries)
        return;
    const uint place = min(firstPlace + gl_LocalInvocationIndex, entries - 1);
    const uint own = place / kListEntries;
    uint rank = place % kListEntries;
    const Entry entry = loadEntry(nextBegin, push.nextCapacity, place);
    const uint runs = divideRoundingUp(entries, kListEntries);
    for (uint first = 0; first < runs; first += kSearches) {
        uint low[kSearches];
        uint high[kSearches];
        [[unroll]] for (uint i = 0; i < kSearches; ++i) {
            const uint run = first + i;
            low[i] = run * kListEntries;
            // Entries without a result skip the search.
            high[i] = run < runs && run != own && rank < push.k ? min(low[i] + kListEntries, entries) : low[i];
        }
        for (uint length = kListEntries; length > 0; length /= 2) {
            [[unroll]] for (uint i = 0; i < kSearches; ++i) {
                if (low[i] < high[i]) {
                    const uint middle = (low[i] + high[i]) / 2;
                    if (isBefore(loadEntry(nextBegin, push.nextCapacity, middle), entry))
                        low[i] = middle + 1;
                    else
                        high[i] = middle;
                }
            }
        }
        [[unroll]] for (uint i = 0; i < kSearches; ++i)
            rank += low[i] - (first + i) * kListEntries;
    }
    if (rank < push.k && firstPlace + gl_LocalInvocationIndex < entries)
        storeResult(uint64_t(rank), 0ul, entry);
}
