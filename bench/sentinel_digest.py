"""Digests of the sources that decide how fast kernels are, blind to comments and white space, and, of shaders, to the
folders of what is included and to guards against including twice. They see where a file was cut or merged."""
import hashlib
import re

# Kernels and what they are measured against, what chooses their strategy, geometry, constants and barriers, which is all
# over src/, and their compiler's flags.
PATTERNS = [
    "shaders/**/*",
    "include/vkscan/**/*.glsl",
    "src/**/*",
    "samples/common/copy.comp",
    "bench/read.comp",
    "cmake/vkscan_shaders.cmake",
    "cmake/vkscan_spirv.cmake",
]

# A string is kept: what looks like a comment in it is none.
C_COMMENT = re.compile(r'"(?:\\.|[^"\\\n])*"|//[^\n]*|/\*.*?\*/', re.DOTALL)
CMAKE_COMMENT = re.compile(r'"(?:\\.|[^"\\])*"|#\[\[.*?\]\]|#[^\n]*', re.DOTALL)

INCLUDED_FOLDERS = re.compile(r'(#include\s*")[^"\n]*/')
GUARD = re.compile(r"\s*#ifndef (\w+)\s*\n\s*#define \1\s*\n(.*)#endif\s*", re.DOTALL)


def normalised(name, text):
    """The text without comments, and with no more white space than keeps words apart."""
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
    return {name: digest_of(normalised(name, text)) for name, text in texts.items()}


def total_digest(files):
    """Of all files, wherever they lie."""
    return digest_of("\n".join(sorted(files.values())))


def changed_files(before, after):
    """Sentences about files that were changed, added or removed. Those that merely moved are none."""
    kept = set(before.values()) & set(after.values())
    removed = {name for name, digest in before.items() if name not in after and digest not in kept}
    added = {name for name, digest in after.items() if name not in before and digest not in kept}
    changed = {name for name, digest in after.items() if name in before and before[name] != digest}
    return [f"{name} was {what}" for what, names in (("changed", changed), ("added", added), ("removed", removed))
            for name in sorted(names)]
