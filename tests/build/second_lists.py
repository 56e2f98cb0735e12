#!/usr/bin/env python3
"""Finds lists of enumerators beside the tables of the public headers, and lists of operations beside the catalogue
(tests/support/operations.h).

A list is three or more entries between braces or parentheses that have enumerators of an enumeration with a table, or
as many successive lines of one statement, or a switch with a default and as many cases. A switch without a default is
none: the compiler says which enumerator it lacks. Nor is a table of cases, in which an enumerator has several entries,
as it has not in a list of the enumeration. A header that declares an enumeration has its table.
A list of operations is one function, or one template, that a file gives more than half of them as template arguments.
The benchmark's list of kernels is none: it has descriptions that only it measures.
Prints each list; the exit status tells whether there are any.
"""
import argparse
import pathlib
import re
import sys

TREES = ("include", "src", "shaders", "study", "tests", "samples", "bench", "scripts")
SUFFIXES = {".h", ".cpp", ".c", ".in", ".py", ".cmake", ".txt", ".glsl", ".comp"}
STRATEGIES = "study/include/vkscan/study.h"  # has the table of an enumeration that another header declares
LEAST = 3
CATALOGUE = "tests/support/operations.h"
NO_LISTS_OF_OPERATIONS = {CATALOGUE, "bench/kernel_list.cpp"}


def blanked(text):
    """The text with comments and strings as spaces, so that lines keep their numbers."""
    pattern = r'//[^\n]*|/\*.*?\*/|"(?:\\.|[^"\\\n])*"'
    return re.sub(pattern, lambda match: re.sub(r"[^\n]", " ", match.group()), text, flags=re.S)


def enumerations(root):
    """The enumerators of each enumeration whose values are in a table's rows, by its name."""
    headers = sorted((root / "include/vkscan").glob("*.h")) + [root / STRATEGIES]
    text = "".join(blanked(path.read_text()) for path in headers)
    enumerators = {}
    for row, name in re.findall(r"struct (\w+Row) \{\s*(\w+) value;", text):
        rows = "".join(re.findall(rf"\b{row} \w+\[\] = (.*?);", text, flags=re.S))
        enumerators[name] = set(re.findall(rf"\{{(?:{name}::)?(\w+),", rows))
    return enumerators


def pairs(text):
    """Begins and ends of all pairs, and of parentheses, too."""
    begins = []
    for match in re.finditer(r"[{}()]", text):
        if match.group() in "{(":
            begins.append(match.start())
        elif begins:
            yield begins.pop(), match.end()


def entries(text):
    """What commas separate between a pair of braces."""
    depth = 0
    begin = 0
    for match in re.finditer(r"[({\[)}\],]", text):
        if match.group() != ",":
            depth += 1 if match.group() in "({[" else -1
        elif depth == 0:
            yield text[begin:match.start()]
            begin = match.end()
    yield text[begin:]


def distinct(text, name, enumerators):
    """Enumerators in a text; strategies for study are constants."""
    values = re.findall(rf"(?<![\w:])(?:vkscan::)?(?:study::)?{name}::(\w+)", text) + re.findall(r"\bstudy::(k[A-Z]\w+)", text)
    return set(values) & enumerators[name]


def may_list(text, name):
    """Whether a text mentions an enumeration often enough for a list. Most do not, and take no longer."""
    return text.count(f"{name}::") + text.count("study::k") >= LEAST


def is_list(parts):
    """Whether enough of the parts, which are sets of enumerators, have one, and no two have the same."""
    return sum(map(bool, parts)) >= LEAST and len(set().union(*parts)) == sum(map(len, parts))


def lists_in(text, enumerators):
    """(Line, enumeration) of each list."""
    text = blanked(text)
    for name in re.findall(r"\busing enum (?:\w+::)*(\w+);", text):
        if name in enumerators:
            text = re.sub(rf"(?<![\w:.>])({'|'.join(enumerators[name])})\b", rf"{name}::\1", text)
    found = {}
    names = [name for name in enumerators if may_list(text, name) and not re.search(rf"\benum class {name}\b", text)]
    for begin, end in pairs(text):
        inside = text[begin + 1:end - 1]
        is_block = ";" in inside
        for name in names:
            if not may_list(inside, name):
                continue
            if is_block:
                cases = set(re.findall(rf"\bcase (?:vkscan::)?(?:study::)?{name}::(\w+):", re.sub(r"\{[^{}]*\}", "", inside)))
                listed = (len(cases & enumerators[name]) >= LEAST and "default:" in inside
                          and re.search(r"switch \([^{]*\)\s*$", text[:begin]) is not None)
            else:
                listed = is_list([distinct(entry, name, enumerators) for entry in entries(inside)])
            if listed:
                found[begin] = name
    for name in names:
        position = 0
        run = []
        statement = first = None
        for line in (text + "\n").splitlines(keepends=True):
            has = distinct(line, name, enumerators) if not re.match(r"\s*case\b", line) else set()
            begins = re.match(r"\s*[^\w\s]*([\w.:>-]*)", line).group(1)
            if len(has) != 1 or begins != statement:
                if is_list(run):
                    found.setdefault(first, name)
                run = []
                first = position
                statement = begins
            if len(has) == 1:
                run.append(has)
            position += len(line)
        if is_list(run):
            found.setdefault(first, name)
    return sorted((text.count("\n", 0, position) + 1, name) for position, name in found.items())


def operations(root):
    """The classes of the catalogue."""
    text = blanked((root / CATALOGUE).read_text())
    return set(re.findall(r"vkscan::(\w+)", " ".join(re.findall(r"=\s+OperationList<(.*?)>;", text, flags=re.S))))


def lists_of_operations(text, names):
    """Lines at which a list of operations begins."""
    found = {}
    for match in re.finditer(r"(\w+)<([\w:,\s]+)", blanked(text)):
        named = {part.strip().removeprefix("vkscan::") for part in match.group(2).split(",")} & names
        first, listed = found.setdefault(match.group(1), (text.count("\n", 0, match.start()) + 1, set()))
        listed |= named
        if not named and not listed:
            del found[match.group(1)]
    return sorted(first for first, listed in found.values() if 2 * len(listed) > len(names))


OPERATION_EXAMPLES = {  # texts, and whether they have a list of Scan, Reduce, Expand, TopK and Compact
    "using All = List<vkscan::Scan, vkscan::Reduce, vkscan::Expand>;": True,
    "take<Scan>(a);\nif (b)\n  take<Reduce>(b);\ntake<TopK, TopKArgs>(d);": True,
    "take<Scan>(a);\ntake<Reduce>(b);\ntake<Scan>(c);": False,
    "take<Scan>(a);\nmake<Reduce>(b);\ntest<Compact>(c);\ntake<TopK>(e);": False,
    "// take<Scan>(a); take<Reduce>(b); take<Expand>(c); take<TopK>(d); take<Compact>(e);": False,
}

EXAMPLES = {  # texts, and whether they have a list
    "Strategy all[] = {Strategy::Auto,\n  Strategy::Spine, Strategy::FlatSum};": True,
    "Row rows[] = {{Op::Add, 1}, {Op::Min, 2}, {Op::Max, 3}};": True,
    "if (op == Op::Add)\n a();\n": False,
    "Row rows[] = {{Op::Add, 1}, {Op::Min, 2}, {Op::Max, 3}, {Op::Add, 4}};": False,
    "Row rows[] = {{Op::Add, Op::Add}, {Op::Min, Op::Min}, {Op::Max, Op::Max}};": True,
    "Values(Op::Add, vkscan::Op::Min, Op::Max);": True,
    "for (Op op : {Op::Add, Op::Min, Op::Add, Op::Max}) a();": False,
    "assert(isValue(Op::Add) && isValue(Op::Min) && isValue(Op::Max));": False,
    "Row rows[] = {{{Op::Add, Op::Min, Op::Max}, 1}, {{Op::Add, Op::Min, Op::Max}, 2}};": True,
    "take(Op::Add);\ntake(Op::Min);\ntake(Op::Max);\n": True,
    "take(Op::Add);\ntake(Op::Min);\ntake(Op::Max);\ntake(Op::Min);\n": False,
    "if (a)\n take(Op::Add);\nelse if (op == Op::Min)\n give(Op::Max);\n": False,
    "auto all = {Strategy::Auto, study::kSam, study::kChained};": True,
    "auto faults = {study::kNetwork, study::kMethod, study::kCascadeWorkgroups};": False,
    "auto all = {vkscan::study::Network::Serial, study::Network::Blelloch, study::Network::KoggeStone};": True,
    "using enum study::Network;\nauto all = {Serial, Blelloch, KoggeStone};": True,
    "enum class Kind { Wav, Image, Raw };\nauto all = {Kind::Wav, Kind::Image, Kind::Raw};": False,
    "auto all = {Kind::Wav, Kind::Image, Kind::Raw};": False,
    "enum class Op { Add, Min, Max };\nScalar(int) : (Op::Add) {}\nScalar(float) : (Op::Min) {}\nScalar(long) : (Op::Max) {}":
        False,
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
    enumerators = enumerations(root)
    assert {"Strategy", "ElementType", "Op"} <= enumerators.keys(), "the tables are missing"
    assert all(len(values) >= 2 for values in enumerators.values()), "the tables have no rows"
    for text, has_list in EXAMPLES.items():
        assert bool(lists_in(text, enumerators)) == has_list, text
    names = operations(root)
    assert {"Scan", "TopK", "SummedVolumeTable"} <= names, "the catalogue is missing"
    for text, has_list in OPERATION_EXAMPLES.items():
        assert bool(lists_of_operations(text, {"Scan", "Reduce", "Expand", "TopK", "Compact"})) == has_list, text
    count = 0
    for tree in arguments.trees:
        for path in sorted([root / tree, *(root / tree).rglob("*")]):
            place = path.relative_to(root).as_posix()
            if not path.is_file() or path.suffix not in SUFFIXES or place == STRATEGIES:
                continue
            text = path.read_text()
            if text.startswith("// Generated by "):
                continue
            if place not in NO_LISTS_OF_OPERATIONS:
                for line in lists_of_operations(text, names):
                    print(f"{place}:{line}: operations, which have a catalogue")
                    count += 1
            listed = -1
            for line, name in lists_in(text, enumerators):
                if line > listed + 1:  # braces around braces are one list
                    print(f"{place}:{line}: enumerators of {name}, which has a table")
                    count += 1
                listed = line
    return 1 if count else 0


if __name__ == "__main__":
    sys.exit(main())
