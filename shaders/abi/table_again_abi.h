// Constants of the single pass of tables whose waits may be given up, and of the dispatches that then make the tables again.
#ifndef VKSCAN_TABLE_AGAIN_ABI_H
#define VKSCAN_TABLE_AGAIN_ABI_H

#include "abi.h"

ABI_BEGIN

ABI_CONSTANT kIdAgain = kIdMethod + 11; // the kernel makes tables again; false: it is the single pass

// Phases of tables that are made again, a dispatch each.
ABI_CONSTANT kPhaseRight = 0;  // right edges of tiles
ABI_CONSTANT kPhaseBottom = 1; // bottom edges, with the sums left of them
ABI_CONSTANT kPhaseTable = 2;  // entries
ABI_CONSTANT kPhases = 3;

ABI_END

#endif
