// Constants of kernels that scan tiles by a network; abi.h has those of all kernels.
#ifndef VKSCAN_NETWORK_ABI_H
#define VKSCAN_NETWORK_ABI_H

#include "abi.h"

ABI_BEGIN

// Specialisation constant ids.
ABI_CONSTANT kIdNetwork = kIdMethod + 1;
ABI_CONSTANT kIdShuffles = kIdMethod + 2;
ABI_CONSTANT kIdRadix = kIdMethod + 3;
ABI_CONSTANT kIdPadding = kIdMethod + 4;
ABI_CONSTANT kIdVectorLoads = kIdMethod + 5;
ABI_CONSTANT kIdSharedValues = kIdMethod + 7;

// Networks, in the order of study::Network, whose first enumerator is none of these.
ABI_CONSTANT kNetworkHillisSteele = 1;
ABI_CONSTANT kNetworkBlelloch = 2;
ABI_CONSTANT kNetworkKoggeStone = 3;
ABI_CONSTANT kNetworkHanCarlson = 4;
ABI_CONSTANT kNetworkHockneyJesshope = 5;
ABI_CONSTANT kNetworkLadnerFischer = 6;
ABI_CONSTANT kNetworkSerial = 7;

ABI_CONSTANT kBankWords = 32; // words of 32 bits that the banks of shared memory deliver at once

ABI_END

#endif
