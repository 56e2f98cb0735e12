"""Builds the vkscan that this file lies in, by Conan 2: conan create cmake/packaging/conan
A repository has no compiled kernels, as a release has: there, add -o "vkscan/*:compile_kernels=True"."""
import os
import re

from conan import ConanFile
from conan.tools.cmake import CMake, CMakeToolchain, cmake_layout
from conan.tools.files import copy, load

ROOT = os.path.join("..", "..", "..")  # of vkscan, from here


class VkscanConan(ConanFile):
    name = "vkscan"
    license = "MIT"
    description = "Scans (prefix sums) recorded into a Vulkan command buffer"
    topics = ("vulkan", "gpu", "prefix-sum", "scan", "summed-area-table")
    package_type = "library"
    settings = "os", "arch", "compiler", "build_type"
    options = {"shared": [True, False], "fPIC": [True, False], "compile_kernels": [True, False]}
    default_options = {"shared": False, "fPIC": True, "compile_kernels": False}
    implements = ["auto_shared_fpic"]

    def set_version(self):
        header = load(self, os.path.join(self.recipe_folder, ROOT, "include", "vkscan", "version.h"))
        parts = [re.search(rf"#define VKSCAN_VERSION_{part} (\d+)", header).group(1) for part in ("MAJOR", "MINOR", "PATCH")]
        self.version = ".".join(parts)

    def export_sources(self):
        root = os.path.join(self.recipe_folder, ROOT)
        for pattern in ("CMakeLists.txt", "LICENSE", "cmake/*", "include/*", "shaders/*", "src/*", "study/*"):
            copy(self, pattern, src=root, dst=self.export_sources_folder)

    def requirements(self):
        self.requires("vulkan-headers/[>=1.3.239]", transitive_headers=True)

    def build_requirements(self):
        self.tool_requires("cmake/[>=3.24]")
        if self.options.compile_kernels:
            self.tool_requires("shaderc/[>=2023.2]")
            self.tool_requires("spirv-tools/[>=1.3.239]")

    def layout(self):
        cmake_layout(self)

    def generate(self):
        toolchain = CMakeToolchain(self)
        toolchain.cache_variables["VKSCAN_VULKAN_INCLUDE_DIR"] = self.dependencies["vulkan-headers"].cpp_info.includedir
        toolchain.cache_variables["VKSCAN_INSTALL"] = True
        for part in ("SAMPLES", "TESTS", "BENCH"):
            toolchain.cache_variables[f"VKSCAN_BUILD_{part}"] = False
        if self.options.compile_kernels:
            toolchain.cache_variables["VKSCAN_PREBUILT_SHADERS"] = ""
        toolchain.generate()

    def build(self):
        cmake = CMake(self)
        cmake.configure()
        cmake.build()

    def package(self):
        CMake(self).install()
        copy(self, "LICENSE", src=self.source_folder, dst=os.path.join(self.package_folder, "licenses"))

    def package_info(self):
        # vkscan's own package for CMake, which also brings vkscan_add_custom_kernels.
        self.cpp_info.set_property("cmake_find_mode", "none")
        self.cpp_info.builddirs = [os.path.join("lib", "cmake", "vkscan")]
        self.cpp_info.libs = ["vkscan_study", "vkscan"]
