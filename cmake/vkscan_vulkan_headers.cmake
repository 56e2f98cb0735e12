# Vulkan::Headers, from wherever they are; not defined where there are none. FindVulkan would also demand a loader, which
# vkscan does not link.
if(NOT TARGET Vulkan::Headers)
  find_path(VKSCAN_VULKAN_INCLUDE_DIR vulkan/vulkan_core.h HINTS ENV VULKAN_SDK PATH_SUFFIXES include Include)
  if(VKSCAN_VULKAN_INCLUDE_DIR)
    add_library(Vulkan::Headers INTERFACE IMPORTED GLOBAL)
    set_target_properties(Vulkan::Headers PROPERTIES INTERFACE_INCLUDE_DIRECTORIES "${VKSCAN_VULKAN_INCLUDE_DIR}")
  endif()
endif()
