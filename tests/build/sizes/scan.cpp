// A program that scans u32, and does nothing else.
#include <vkscan/scan.h>

int main()
{
    vkscan::Context context;
    vkscan::Scan scan;
    return vkscan::Context::create({}, &context) == vkscan::Status::Success &&
           vkscan::Scan::create(context, {}, &scan) == vkscan::Status::Success &&
           scan.record(VK_NULL_HANDLE, {}) == vkscan::Status::Success;
}
