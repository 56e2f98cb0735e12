#!/usr/bin/env python3
"""The generator of the C interface refuses what it does not know: generator.py <root>"""
import importlib.util
import pathlib
import shutil
import sys
import tempfile

ADDED = {  # to a header; and what the generator says
    ("top_k.h", "struct TopKDesc {", "int unknown = 0;"): "int has no type in C",
    ("top_k.h", "struct TopKDesc {", "uint32_t unset;"): "no field of TopKDesc with a default",
    ("top_k.h", "struct TopKDesc {", "uint32_t first = 0, second = 0;"): "0, second = 0 has no value in C",
    ("top_k.h", "struct TopKDesc {", "uint32_t size2 = sizeof(int);"): "sizeof(int) has no value in C",
    ("top_k.h", "namespace vkscan {", "int unknown();"): "neither known nor skipped",
    ("top_k.h", "namespace vkscan {", "constexpr uint32_t kTwo = f(2);"): "no number",
    ("top_k.h", "public:", "VKSCAN_API void throws(uint32_t count) const;"): "no method of TopK",
    ("types.h", "enum class Kind {", "First = kMaxTopK,"): "no enumerator",
}

root = pathlib.Path(sys.argv[1])
spec = importlib.util.spec_from_file_location("generate", root / "src/c_api/generate.py")
sys.dont_write_bytecode = True
generate = importlib.util.module_from_spec(spec)
spec.loader.exec_module(generate)
faults = 0
for (header, place, text), expected in ADDED.items():
    with tempfile.TemporaryDirectory() as directory:
        folder = pathlib.Path(shutil.copytree(root / "include/vkscan", pathlib.Path(directory) / "vkscan"))
        before = (folder / header).read_text()
        (folder / header).write_text(before.replace(place, f"{place}\n{text}\n", 1))
        try:
            generate.Writer(generate.Headers(folder)).files()
            said = "nothing"
        except SystemExit as error:
            said = str(error)
        if before.count(place) == 0 or expected not in said:
            print(f"{header}: {text} says {said}")
            faults += 1
sys.exit(faults)
