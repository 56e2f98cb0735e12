// Constants of the single pass of tables whose waits may be given up, and of the dispatches behind it.
#ifndef VKSCAN_TABLE_AGAIN_ABI_H
#define VKSCAN_TABLE_AGAIN_ABI_H

#include "abi.h"

ABI_BEGIN

// Phases behind the single pass, a dispatch each, of the tiles that it has left.
ABI_CONSTANT kPhaseBottom = 0; // bottom edges, with the sums left of them
ABI_CONSTANT kPhaseTable = 1;  // entries
ABI_CONSTANT kPhases = 2;

// Sums that a tile has missed, as its mark says.
ABI_CONSTANT kMissedLeft = 0;
ABI_CONSTANT kMissedAbove = 1; // but not those left of it

ABI_END

#endif
