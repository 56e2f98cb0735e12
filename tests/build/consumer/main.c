// Uses vkscan from C, without a Vulkan loader in sight.
#include <vkscan/c_api.h>

#include <stdio.h>

int main(void)
{
    VkscanDeviceSupport support = {.size = sizeof(support)};
    vkscanQueryDeviceSupport(VK_NULL_HANDLE, VK_NULL_HANDLE, NULL, &support);
    printf("supported: %s; %s\n", support.supported ? "yes" : "no", support.reason);

    const VkscanContextDesc desc = VKSCAN_CONTEXT_DESC_INIT;
    VkscanContext* context = NULL;
    printf("%s\n", vkscanStatusSentence(vkscanCreateContext(&desc, &context)));
    return vkscanVersion() == VKSCAN_VERSION && context == NULL ? 0 : 1;
}
