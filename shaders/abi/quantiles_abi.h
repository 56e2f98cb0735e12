// Constants of quantiles. Their push constants are those of top-k selections: k ranks, of which valuesAddress has one
// word each; states from entriesAddress on, and a list of codes from nextAddress on.
#ifndef VKSCAN_QUANTILES_ABI_H
#define VKSCAN_QUANTILES_ABI_H

#include "top_k_abi.h"

ABI_BEGIN

ABI_CONSTANT ABI_NAME(kMostRanks) = 8;
ABI_CONSTANT ABI_NAME(kQuantileBinBits) = 11; // of all ranks' bins
ABI_CONSTANT ABI_NAME(kQuantileBins) = 1 << ABI_NAME(kQuantileBinBits);
ABI_CONSTANT ABI_NAME(kShortRowBinBits) = 8;
ABI_CONSTANT ABI_NAME(kSampleSteps) = 2;
ABI_CONSTANT ABI_NAME(kSampledVectors) = 1 << 17; // maximum vectors of a sample

// TopKPush::shares: how ranks are given, and whether the first steps take a sample.
ABI_CONSTANT ABI_NAME(kQuantileRanks) = 1; // as integers, instead of fractions
ABI_CONSTANT ABI_NAME(kQuantileSamples) = 2;

// Memory of each step: an interval for each rank, the keys before each, and its bins. Behind the last step is a word
// with the number of listed codes. TopKPush::resultPitch is the index of the last step, which stores the keys.
ABI_CONSTANT ABI_NAME(kIntervalBytes) = 32;
ABI_CONSTANT ABI_NAME(kBeforeOffset) = ABI_NAME(kMostRanks) * ABI_NAME(kIntervalBytes);
ABI_CONSTANT ABI_NAME(kQuantileBinsOffset) = ABI_NAME(kBeforeOffset) + ABI_NAME(kMostRanks) * 4;
ABI_CONSTANT ABI_NAME(kQuantileStepBytes) = ABI_NAME(kQuantileBinsOffset) + ABI_NAME(kQuantileBins) * 4;

// A specialisation constant id, in addition to those of top-k selections.
ABI_CONSTANT ABI_NAME(kIdBinBits) = ABI_NAME(kFirstFurtherId) + 13;

ABI_END

#endif
