#!/usr/bin/env python3
"""Compares what the repository weighs with budgets.txt, and prints it: budgets.py <root>"""
import itertools
import pathlib
import re
import sys

SUFFIXES = {".h", ".hpp", ".cpp", ".c", ".cu", ".in", ".glsl", ".hlsl", ".comp", ".frag", ".vert", ".py", ".cmake", ".txt"}
STUDY = re.compile(r"include/vkscan/study\.h|src/study/|shaders/networks/|shaders/abi/network_abi\.h|"
                   r"shaders/tile/(network|levels)\.glsl|"
                   r"shaders/kernels/scan_(carries|doubling|first_span|look_back|propagate|sam|tiles)\.comp")


def lines_of(root, *trees):
    """The lines of each source of these folders, by path. Generated folders are none of git's."""
    return {path.relative_to(root).as_posix(): len(path.read_text(encoding="utf-8").splitlines())
            for tree in trees for path in sorted((root / tree).rglob("*"))
            if path.suffix in SUFFIXES and "shaders/names" not in path.as_posix()}


def modules(root):
    """How many modules the lines of variants.txt name."""
    lists, count = {}, 0
    for line in (root / "shaders/variants.txt").read_text().splitlines():
        words = line.split("#")[0].split()
        if len(words) == 3 and words[1] == "=":
            lists[words[0]] = words[2]
        elif words:
            choices = [list(itertools.chain(*(lists.get(item, item).split(",") for item in word.split(","))))
                       for word in words[1:]]
            product = 1
            for choice in choices:
                product *= len(choice)
            count += product
    return count


def main(root):
    product = lines_of(root, "include", "src", "shaders")
    shaders = [root / path for path in product if path.startswith("shaders/")]
    weights = {
        "product": sum(count for path, count in product.items() if not STUDY.match(path)),
        "study": sum(count for path, count in product.items() if STUDY.match(path)),
        "tests": sum(lines_of(root, "tests").values()),
        "bench": sum(lines_of(root, "bench").values()),
        "samples": sum(lines_of(root, "samples").values()),
        "modules": modules(root),
        "conditionals": sum(len(re.findall(r"^ *#(?:if|ifdef|elif) ", path.read_text(), re.M)) for path in shaders),
    }
    budgets = {words[0]: int(words[1]) for line in (pathlib.Path(__file__).parent / "budgets.txt").read_text().splitlines()
               if (words := line.split("#")[0].split())}
    faults = [f"{name} has no budget" for name in weights.keys() - budgets.keys()]
    for name, weight in weights.items():
        budget = budgets.get(name, 0)
        print(f"{name}: {weight} of {budget}")
        if weight > budget:
            faults.append(f"{name} weighs {weight}, {weight - budget} more than its budget")
    print(*faults, sep="\n")
    return 1 if faults else 0


if __name__ == "__main__":
    sys.exit(main(pathlib.Path(sys.argv[1])))
