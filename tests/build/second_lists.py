#!/usr/bin/env python3
"""Finds lists of enumerators that stand beside the axis tables (vkscan/axes.h, vkscan/study.h).

A list is one pair of braces with three or more enumerators of an enumeration that has a table, or as many successive
lines with one each, or a switch with a default and as many cases. A switch without a default is none: the compiler says
which enumerator it lacks. Prints each list; the exit status tells whether there are any.
"""
import argparse
import pathlib
import re
import sys

TREES = ("include", "src", "shaders", "tests", "samples", "bench", "scripts")
SUFFIXES = {".h", ".cpp", ".c", ".in", ".py", ".cmake", ".txt", ".glsl", ".comp"}
TABLES = ("include/vkscan/axes.h", "include/vkscan/study.h")
LEAST = 3


def blanked(text):
    """The text with comments and strings as spaces, so that lines keep their numbers."""
    pattern = r'//[^\n]*|/\*.*?\*/|"(?:\\.|[^"\\\n])*"'
    return re.sub(pattern, lambda match: re.sub(r"[^\n]", " ", match.group()), text, flags=re.S)


def enumerations(root):
    """Names of the enumerations whose values are in a table's rows."""
    names = set()
    for table in TABLES:
        names |= set(re.findall(r"struct \w+Row \{\s*(\w+) value;", blanked((root / table).read_text())))
    return names


def pairs_of_braces(text):
    """Begins and ends of all pairs."""
    begins = []
    for match in re.finditer(r"[{}]", text):
        if match.group() == "{":
            begins.append(match.start())
        elif begins:
            yield begins.pop(), match.end()


def distinct(text, enumeration):
    """Enumerators in a text, and study's constants, which are strategies too."""
    values = set(re.findall(rf"(?<![\w:])(?:vkscan::)?{enumeration}::(\w+)", text))
    return values | set(re.findall(r"\bstudy::(k[A-Z]\w+)", text)) if enumeration == "Strategy" else values


def lists_in(text, names):
    """(Position, enumeration) of each list."""
    text = blanked(text)
    found = {}
    for begin, end in pairs_of_braces(text):
        inside = text[begin:end]
        is_block = ";" in inside
        for name in names:
            if is_block:
                cases = set(re.findall(rf"\bcase (?:vkscan::)?{name}::(\w+):", re.sub(r"\{[^{}]*\}", "", inside[1:-1])))
                is_list = (len(cases) >= LEAST and "default:" in inside
                           and re.search(r"switch \([^{]*\)\s*$", text[:begin]) is not None)
            else:
                is_list = len(distinct(inside, name)) >= LEAST
            if is_list:
                found[begin] = name
    position = 0
    run = {}
    for line in text.splitlines(keepends=True):
        for name in names:
            has = distinct(line, name) if not re.match(r"\s*case\b", line) else set()
            seen, first = run.get(name, (set(), position))
            if len(has) != 1:
                run.pop(name, None)
                continue
            run[name] = (seen | has, first)
            if len(seen | has) == LEAST:
                found.setdefault(first, name)
        position += len(line)
    return sorted(found.items())


EXAMPLES = {  # texts, and whether they have a list
    "Strategy all[] = {Strategy::Auto,\n  Strategy::Spine, Strategy::FlatSum};": True,
    "Row rows[] = {{Op::Add, 1}, {Op::Min, 2}, {Op::Max, 3}};": True,
    "if (op == Op::Add)\n a();\n": False,
    "take(Op::Add);\ntake(Op::Min);\ntake(Op::Max);\n": True,
    "switch (op) { case Op::Add: a(); break; case Op::Min: b(); break; case Op::Max: c(); break; }": False,
    "switch (op) { case Op::Add: case Op::Min: case Op::Max: a(); break; default: b(); }": True,
    "// Op::Add, Op::Min, Op::Max\nauto pair = {Op::Add, Op::Min};": False,
    "auto places = {Place::Op::Add, Place::Op::Min, Place::Op::Max};": False,
}


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("root", type=pathlib.Path)
    parser.add_argument("trees", nargs="*", default=TREES, help="folders or files below the root; all by default")
    arguments = parser.parse_args()
    root = arguments.root
    names = enumerations(root)
    assert {"Strategy", "ElementType", "Op"} <= names, "the tables have no rows"
    for text, has_list in EXAMPLES.items():
        assert bool(lists_in(text, names)) == has_list, text
    count = 0
    for tree in arguments.trees:
        for path in sorted([root / tree, *(root / tree).rglob("*")]):
            place = path.relative_to(root).as_posix()
            if not path.is_file() or path.suffix not in SUFFIXES or place in TABLES:
                continue
            text = path.read_text()
            listed = -1
            for position, name in lists_in(text, names):
                line = text.count("\n", 0, position) + 1
                if line > listed + 1:  # braces around braces are one list
                    print(f"{place}:{line}: enumerators of {name}, which has a table")
                    count += 1
                listed = line
    return 1 if count else 0


if __name__ == "__main__":
    sys.exit(main())
