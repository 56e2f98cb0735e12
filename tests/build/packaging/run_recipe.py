"""Runs the Conan recipe as far as packaging, with modules of Conan's names in place of Conan: run_recipe.py <conanfile.py>"""
import os
import re
import sys
import tempfile
import types

path = os.path.abspath(sys.argv[1])
root = os.path.normpath(os.path.join(os.path.dirname(path), "..", "..", ".."))
copied = []
variables = {}
steps = []


class ConanFile:
    def requires(self, reference, **_):
        steps.append(reference)

    def tool_requires(self, reference):
        steps.append(reference)


class CMakeToolchain:
    def __init__(self, _):
        self.cache_variables = variables

    def generate(self):
        steps.append("generate")


class CMake:
    def __init__(self, _):
        pass

    def __getattr__(self, step):
        return lambda: steps.append(step)


def module(name, **members):
    sys.modules[name] = types.ModuleType(name)
    vars(sys.modules[name]).update(members)


module("conan", ConanFile=ConanFile)
module("conan.tools")
module("conan.tools.cmake", CMake=CMake, CMakeToolchain=CMakeToolchain, cmake_layout=lambda _: steps.append("layout"))
module("conan.tools.files", copy=lambda _, pattern, src, dst: copied.append(os.path.normpath(os.path.join(src, pattern))),
       load=lambda _, name: open(name, encoding="utf-8").read())

sys.dont_write_bytecode = True
recipe = {}
exec(compile(open(path, encoding="utf-8").read(), path, "exec"), recipe)
headers = types.SimpleNamespace(cpp_info=types.SimpleNamespace(includedir="/headers"))
for compiles in (False, True):
    conanfile = recipe["VkscanConan"]()
    conanfile.recipe_folder = os.path.dirname(path)
    conanfile.export_sources_folder = conanfile.source_folder = conanfile.package_folder = tempfile.gettempdir()
    conanfile.options = types.SimpleNamespace(**dict(conanfile.default_options, compile_kernels=compiles))
    conanfile.dependencies = {"vulkan-headers": headers}
    properties = {}
    conanfile.cpp_info = types.SimpleNamespace(set_property=properties.__setitem__)
    steps.clear()
    variables.clear()
    for step in ("set_version", "export_sources", "requirements", "build_requirements", "layout", "generate", "build",
                 "package", "package_info"):
        getattr(conanfile, step)()
    with open(os.path.join(root, "vcpkg.json"), encoding="utf-8") as manifest:
        assert f'"version": "{conanfile.version}"' in manifest.read(), conanfile.version
    assert any(step.startswith("shaderc/") for step in steps) == compiles, steps
    assert ("VKSCAN_PREBUILT_SHADERS" in variables) == compiles, variables
    assert steps[-5:] == ["layout", "generate", "configure", "build", "install"], steps
    assert properties["cmake_find_mode"] == "none"

# The files that it exports are there, and the variables that it sets are the project's options.
for pattern in copied:
    folder = pattern[:-2] if pattern.endswith("*") else pattern
    assert os.path.exists(folder) or pattern == os.path.join(tempfile.gettempdir(), "LICENSE"), pattern
project = "".join(open(os.path.join(root, name), encoding="utf-8").read() for name in (
    "CMakeLists.txt", "cmake/vkscan_prebuilt.cmake", "cmake/vkscan_vulkan_headers.cmake"))
for name in variables:
    assert re.search(rf"(option|set|find_path)\({name}\b", project), name
print("the recipe runs")
