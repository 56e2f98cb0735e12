// A program that scans u32 through the C interface, and does nothing else.
#include <vkscan/c_api.h>

int main()
{
    VkscanContext* context = nullptr;
    VkscanOperation* scan = nullptr;
    return vkscanCreateContext(nullptr, &context) == VKSCAN_SUCCESS &&
           vkscanCreateScan(context, nullptr, &scan) == VKSCAN_SUCCESS &&
           vkscanRecordScan(scan, VK_NULL_HANDLE, nullptr) == VKSCAN_SUCCESS;
}
