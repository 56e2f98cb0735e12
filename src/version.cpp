#include <vkscan/version.h>

namespace vkscan {

int version() noexcept
{
    return VKSCAN_VERSION;
}

} // namespace vkscan
