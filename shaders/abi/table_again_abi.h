// Constants of the single pass of tables if it may give up, and of its recovery pass.
#ifndef VKSCAN_TABLE_AGAIN_ABI_H
#define VKSCAN_TABLE_AGAIN_ABI_H

#include "abi.h"

ABI_BEGIN

// Phases of the recovery pass, a dispatch each.
ABI_CONSTANT kPhaseBottom = 0; // bottom edges, including the sums left of them
ABI_CONSTANT kPhaseTable = 1;  // entries
ABI_CONSTANT kPhases = 2;

// Sums that are missing in a tile, from its mark.
ABI_CONSTANT kMissedLeft = 0;
ABI_CONSTANT kMissedAbove = 1; // only those above

ABI_END

#endif
