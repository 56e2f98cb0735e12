// Dispatches behind a single pass that may be given up.
#ifndef VKSCAN_CORE_WANTED
#define VKSCAN_CORE_WANTED
#include "core/slots.glsl"

// Whether the dispatch has to run: behind a single pass that may give up, only if the last run has.
bool isWanted()
{
    return !kFallsBack || givenUpTag() == SlotWord(push.scratchAddress + kScratchTicket).word.y;
}
#endif
