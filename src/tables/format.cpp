#include "tables/format.h"

namespace vkscan {

FormatInfo formatInfo(VkFormat format) noexcept
{
    switch (format) {
    case VK_FORMAT_R8_UNORM: return {Numeric::Unorm, 1, 1};
    case VK_FORMAT_R8G8_UNORM: return {Numeric::Unorm, 1, 2};
    case VK_FORMAT_R8G8B8A8_UNORM: return {Numeric::Unorm, 1, 4};
    case VK_FORMAT_R8_UINT: return {Numeric::Uint, 1, 1};
    case VK_FORMAT_R8G8_UINT: return {Numeric::Uint, 1, 2};
    case VK_FORMAT_R8G8B8A8_UINT: return {Numeric::Uint, 1, 4};
    case VK_FORMAT_R16_UNORM: return {Numeric::Unorm, 2, 1};
    case VK_FORMAT_R16G16_UNORM: return {Numeric::Unorm, 2, 2};
    case VK_FORMAT_R16G16B16A16_UNORM: return {Numeric::Unorm, 2, 4};
    case VK_FORMAT_R16_UINT: return {Numeric::Uint, 2, 1};
    case VK_FORMAT_R16G16_UINT: return {Numeric::Uint, 2, 2};
    case VK_FORMAT_R16G16B16A16_UINT: return {Numeric::Uint, 2, 4};
    case VK_FORMAT_R16_SFLOAT: return {Numeric::Sfloat, 2, 1};
    case VK_FORMAT_R16G16_SFLOAT: return {Numeric::Sfloat, 2, 2};
    case VK_FORMAT_R16G16B16A16_SFLOAT: return {Numeric::Sfloat, 2, 4};
    case VK_FORMAT_R32_UINT: return {Numeric::Uint, 4, 1};
    case VK_FORMAT_R32G32_UINT: return {Numeric::Uint, 4, 2};
    case VK_FORMAT_R32G32B32A32_UINT: return {Numeric::Uint, 4, 4};
    case VK_FORMAT_R32_SFLOAT: return {Numeric::Sfloat, 4, 1};
    case VK_FORMAT_R32G32_SFLOAT: return {Numeric::Sfloat, 4, 2};
    case VK_FORMAT_R32G32B32A32_SFLOAT: return {Numeric::Sfloat, 4, 4};
    case VK_FORMAT_R64_SFLOAT: return {Numeric::Sfloat, 8, 1};
    case VK_FORMAT_R64G64_SFLOAT: return {Numeric::Sfloat, 8, 2};
    case VK_FORMAT_R64G64B64A64_SFLOAT: return {Numeric::Sfloat, 8, 4};
    default: return {};
    }
}

} // namespace vkscan
