// Uses vkscan without a Vulkan loader in sight.
#include <vkscan/vkscan.h>

#include <cstdio>

int main()
{
    static_assert(VKSCAN_VERSION >= VKSCAN_MAKE_VERSION(0, 1, 0));
    if (vkscan::version() != VKSCAN_VERSION)
        return 1;
    const vkscan::DeviceSupport support = vkscan::queryDeviceSupport(VK_NULL_HANDLE, VK_NULL_HANDLE, nullptr);
    std::printf("supported: %s; %s\n", support.supported ? "yes" : "no", support.reason);

    // Everything else, too, links without a loader.
    vkscan::Context context;
    vkscan::Scan scan;
    const vkscan::Status contextStatus = vkscan::Context::create({}, &context);
    const vkscan::Status scanStatus = vkscan::Scan::create(context, {}, &scan);
    const vkscan::Status recordStatus = scan.record(VK_NULL_HANDLE, {});
    std::printf("%s\n%s\n%s\n", toString(contextStatus), toString(scanStatus), toString(recordStatus));
    return support.supported ? 1 : 0;
}
