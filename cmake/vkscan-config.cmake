include("${CMAKE_CURRENT_LIST_DIR}/vkscan_vulkan_headers.cmake")
include("${CMAKE_CURRENT_LIST_DIR}/vkscan-targets.cmake")
