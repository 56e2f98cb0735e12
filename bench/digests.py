"""Digests of the sources that decide how fast kernels are. They ignore comments, white space and, in shaders, folders of
includes and include guards. They change where a file is cut or merged."""
import hashlib
import pathlib
import re

# Kernels and yardsticks; src/, which chooses strategies, geometries, constants and barriers; and the compiler's flags.
PATTERNS = [
    "shaders/**/*",
    "include/vkscan/**/*.glsl",
    "src/**/*",
    "study/shaders/**/*",
    "study/src/**/*",
    "support/copy.comp",
    "bench/read.comp",
    "bench/write.comp",
    "cmake/vkscan_shaders.cmake",
    "cmake/vkscan_spirv.cmake",
]

MANIFESTS = ("shaders/variants.txt", "study/shaders/variants.txt")
TREES = ("", "study/")  # in front of src/ and shaders/

# Strings are matched, too, because "//" in a string begins no comment.
C_COMMENT = re.compile(r'"(?:\\.|[^"\\\n])*"|//[^\n]*|/\*.*?\*/', re.DOTALL)
CMAKE_COMMENT = re.compile(r'"(?:\\.|[^"\\])*"|#\[\[.*?\]\]|#[^\n]*', re.DOTALL)

INCLUDED_FOLDERS = re.compile(r'(#include\s*")[^"\n]*/')
GUARD = re.compile(r"\s*#ifndef (\w+)\s*\n\s*#define \1\s*\n(.*)#endif\s*", re.DOTALL)


def normalised(name, text):
    """The text without comments and without white space that no word needs."""
    comment = CMAKE_COMMENT if name.endswith((".cmake", ".txt")) else C_COMMENT
    text = comment.sub(lambda match: match[0] if match[0][0] == '"' else " ", text)
    if name.endswith((".comp", ".glsl")):
        guarded = GUARD.fullmatch(text)
        text = INCLUDED_FOLDERS.sub(r"\1", guarded[2] if guarded else text)
    return re.sub(r" ?([^\w ]) ?", r"\1", re.sub(r"\s+", " ", text)).strip()


def digest_of(text):
    return hashlib.sha256(text.encode()).hexdigest()[:16]


def digest_files(root):
    """Digests by the files' paths below the root."""
    paths = sorted({path for pattern in PATTERNS for path in root.glob(pattern) if path.is_file()})
    texts = {path.relative_to(root).as_posix(): path.read_text(encoding="utf-8") for path in paths}
    if all(name in texts for name in MANIFESTS):  # one list of modules, wherever its lines lie
        texts[MANIFESTS[0]] += texts.pop(MANIFESTS[1])
    return {name: digest_of(normalised(name, text)) for name, text in texts.items()}


def total_digest(files):
    """One digest of all files, wherever they lie."""
    return digest_of("\n".join(sorted(files.values())))


def changed_files(before, after):
    """Sentences about files that were changed, added or removed, but not about moved ones."""
    kept = set(before.values()) & set(after.values())
    removed = {name for name, digest in before.items() if name not in after and digest not in kept}
    added = {name for name, digest in after.items() if name not in before and digest not in kept}
    changed = {name for name, digest in after.items() if name in before and before[name] != digest}
    return [f"{name} was {what}" for what, names in (("changed", changed), ("added", added), ("removed", removed))
            for name in sorted(names)]


# Rows whose names do not begin with the source of their operation, src/operations/<name>.cpp or src/tables/<name>.cpp.
OPERATIONS = {
    **dict.fromkeys(("order", "tuple", "order_of_tuples", "network", "record", "create"), ("scan",)),
    **dict.fromkeys(("segments", "batched"), ("segmented_scan",)),
    **dict.fromkeys(("select", "partition"), ("compact",)),
    **dict.fromkeys(("run_length", "unique_by_key"), ("reduce_by_key",)),
    **dict.fromkeys(("sort", "split"), ("radix_sort",)),
    **dict.fromkeys(("sat", "viewer"), ("summed_area_table",)),
    **dict.fromkeys(("volume", "stack"), ("summed_volume_table",)),
    "alias": ("distribution",), "allocate": ("suballocate",), "stored": ("scan", "reduce"),
    "custom": ("custom_kernels", "scan", "compact"),
}
DIRECTIVE = re.compile(r'#(include|ifdef|ifndef|if|elif|else|endif)\b[ \t]*"?([^"\n]*)', re.MULTILINE)


def kernels_of(root, families):
    """(shader, macros) of the families, by the lines of the manifests."""
    lines = (line.split() for name in MANIFESTS if (root / name).exists()
             for line in (root / name).read_text(encoding="utf-8").splitlines())
    return {(f"kernels/{kernel}.comp", frozenset(re.findall(r"TILE_\w+", " ".join(words[2:]))))
            for words in lines if words and words[0] in families for kernel in words[1].split(",")}


def included(text, macros):
    """Files that a shader includes with the macros. Both branches of a condition count, except conditions on a tile's form."""
    taken = []  # of each open condition, whether a branch was and whether the present one is
    for directive, rest in DIRECTIVE.findall(text):
        form = re.fullmatch(r"(?:defined\()?(TILE_[A-Z_]+)\)?\s*(?://.*)?", rest)
        if directive in ("if", "ifdef", "ifndef"):
            form = form if directive != "ifndef" else None
            is_taken = not form or form[1] in macros
            taken.append((bool(form) and is_taken, is_taken))
        elif directive in ("elif", "else"):
            was, _ = taken.pop()
            is_taken = not was and (not form or form[1] in macros)
            taken.append((was or bool(form) and is_taken, is_taken))
        elif directive == "endif":
            taken.pop()
        elif all(is_taken for _, is_taken in taken):
            yield rest


def sources_of(root, row):
    """Sources of the row's operation, below a src/, with those of operations and of study that they include."""
    todo = [f"{folder}/{name}" for name in OPERATIONS.get(row.split("/")[0], row.split("/")[:1])
            for folder in ("operations", "tables", "study")]
    found = {}
    while todo:
        name = todo.pop()
        paths = [path for tree in TREES for end in ("h", "cpp") if (path := root / f"{tree}src/{name}.{end}").exists()]
        if paths and name not in found:
            found[name] = "".join(path.read_text(encoding="utf-8") for path in paths)
            todo += re.findall(r'#include "((?:operations|study)/\w+)\.h"', found[name])
    return found


def files_of(root, row):
    """Files with digests on which the row's time depends."""
    sources = sources_of(root, row)
    # Custom kernels may take all includes.
    families = set(re.findall(r"&families::(\w+)", "".join(sources.values()))) if not row.startswith("custom/") else set()
    reached = set()
    todo = list(kernels_of(root, families))
    while todo:
        name, macros = todo.pop()
        paths = [path for tree in TREES if (path := root / f"{tree}shaders" / name).exists()]
        if (name, macros) not in reached and paths:
            reached.add((name, macros))
            todo += ((other, macros) for other in included(paths[0].read_text(encoding="utf-8"), macros))
    shaders = {f"{tree}shaders/{name}" for name, _ in reached for tree in TREES}
    folders = {name.split("/")[0] for name in sources}

    def depends(name):
        path = pathlib.PurePath(name.removeprefix("study/"))
        if path.parts[0] == "src":
            return {"operations": f"operations/{path.stem}" in sources, "tables": "tables" in folders, "study": "study" in folders,
                    "c_api": False}.get(path.parts[1], True)
        return name in shaders or not families or path.parts[0] not in ("shaders", "include") or path.suffix == ".txt"
    return [name for name in digest_files(root) if depends(name)]
