// A program in C: with kernels of its own, which CMake compiled, and what calls the mathematical library.
#include "monoid.h"

#include <stdio.h>
#include <string.h>

int main(void)
{
    VkscanScanDesc desc = VKSCAN_SCAN_DESC_INIT;
    desc.kernels = monoid;
    VkscanOperation* scan = NULL;
    puts(vkscanStatusSentence(vkscanCreateScan(NULL, &desc, &scan)));
    const VkscanDistributionArgs args = VKSCAN_DISTRIBUTION_ARGS_INIT;
    puts(vkscanStatusSentence(vkscanPlanDistribution(scan, &args, NULL)));
    const VkscanCustomKernel* const kernel = &monoid.items[0];
    const int isCompiled =
        strcmp(kernel->name, "scan_spans") == 0 && kernel->codeBytes > 1000 && kernel->code[0] == 0x07230203u;
    return monoid.count == 1 && isCompiled && scan == NULL ? 0 : 1;
}
