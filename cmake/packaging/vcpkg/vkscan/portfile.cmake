# Builds the vkscan that this file lies in: vcpkg install vkscan --overlay-ports=<vkscan>/cmake/packaging/vcpkg
# A repository has no compiled kernels, as a release has: there, install vkscan[compile-kernels].
get_filename_component(SOURCE_PATH "${CURRENT_PORT_DIR}/../../../.." ABSOLUTE)

set(kernels "")
if("compile-kernels" IN_LIST FEATURES)
  vcpkg_add_to_path("${CURRENT_HOST_INSTALLED_DIR}/tools/shaderc")
  vcpkg_add_to_path("${CURRENT_HOST_INSTALLED_DIR}/tools/spirv-tools")
  set(kernels -DVKSCAN_PREBUILT_SHADERS=)
endif()
vcpkg_cmake_configure(
  SOURCE_PATH "${SOURCE_PATH}"
  OPTIONS -DVKSCAN_BUILD_SAMPLES=OFF -DVKSCAN_BUILD_TESTS=OFF -DVKSCAN_BUILD_BENCH=OFF -DVKSCAN_INSTALL=ON ${kernels})
vcpkg_cmake_install()
vcpkg_cmake_config_fixup(CONFIG_PATH lib/cmake/vkscan)
vcpkg_fixup_pkgconfig()
file(REMOVE_RECURSE "${CURRENT_PACKAGES_DIR}/debug/include" "${CURRENT_PACKAGES_DIR}/debug/share")
vcpkg_install_copyright(FILE_LIST "${SOURCE_PATH}/LICENSE")
