// Constants of study's kernels; abi.h has those of all kernels.
#ifndef VKSCAN_STUDY_ABI_H
#define VKSCAN_STUDY_ABI_H

#include "abi.h"

ABI_BEGIN

// Specialisation constant ids.
ABI_CONSTANT kIdMethod = kFirstFurtherId;
ABI_CONSTANT kIdNetwork = kFirstFurtherId + 1;
ABI_CONSTANT kIdShuffles = kFirstFurtherId + 2;
ABI_CONSTANT kIdRadix = kFirstFurtherId + 3;
ABI_CONSTANT kIdPadding = kFirstFurtherId + 4;
ABI_CONSTANT kIdVectorLoads = kFirstFurtherId + 5;
ABI_CONSTANT kIdSharedValues = kFirstFurtherId + 7;
ABI_CONSTANT kIdFallbacks = kFirstFurtherId + 8;

// Networks, in the order of study::Network, whose first enumerator is none of these.
ABI_CONSTANT kNetworkHillisSteele = 1;
ABI_CONSTANT kNetworkBlelloch = 2;
ABI_CONSTANT kNetworkKoggeStone = 3;
ABI_CONSTANT kNetworkHanCarlson = 4;
ABI_CONSTANT kNetworkHockneyJesshope = 5;
ABI_CONSTANT kNetworkLadnerFischer = 6;
ABI_CONSTANT kNetworkSerial = 7;

ABI_CONSTANT kBankWords = 32; // words of 32 bits that the banks of shared memory deliver at once
ABI_CONSTANT kSamSlots = 3;   // slots of each workgroup of scan_sam

// How a workgroup combines the values of its invocations, in the order of study::ReduceMethod.
ABI_CONSTANT kMethodInterleaved = 1;
ABI_CONSTANT kMethodSequential = 2;
ABI_CONSTANT kMethodUnrolled = 3;

ABI_END

#endif
