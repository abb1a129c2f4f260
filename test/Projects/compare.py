"""Compares what two builds of a project made: every ELF file and every member of every archive byte for
byte, and what configuring found."""

import glob
import os
import re

ARCHIVE = b"!<arch>\n"
ELF = b"\x7fELF"

# What configuring writes, in the build systems that our projects have.
CONFIGURED = ["**/config.h", "**/config.log", "**/Makefile", "**/libtool", "**/*.pc", "**/*.la",
              "**/CMakeCache.txt", "**/CMakeCCompiler.cmake", "**/build.ninja",
              "**/intro-compilers.json", "**/.make-settings"]


def members(data):
    """An archive's (name, bytes), in order, without the times in its headers; the index is one of them."""
    at = len(ARCHIVE)
    while at + 60 <= len(data):
        header = data[at:at + 60]
        size = int(header[48:58])
        yield header[:16].decode("latin-1").strip(), data[at + 60:at + 60 + size]
        at += 60 + size + size % 2


def objects(root):
    """{path below root: bytes} of all that compiler and linker made; members are `lib.a(3: name)`."""
    found = {}
    for directory, _, names in os.walk(root):
        for name in names:
            path = os.path.join(directory, name)
            if os.path.islink(path) or not os.path.isfile(path):
                continue
            with open(path, "rb") as file:
                start = file.read(8)
                if not start.startswith(ELF) and start != ARCHIVE:
                    continue
                data = start + file.read()
            path = os.path.relpath(path, root)
            if start == ARCHIVE:
                for number, (member, content) in enumerate(members(data)):
                    found[f"{path}({number}: {member})"] = content
            else:
                found[path] = data
    return found


def differing_objects(one, other):
    """Returns (how many there are in either, the paths of those that are not the same in both)."""
    left, right = objects(one), objects(other)
    paths = sorted(left.keys() | right.keys())
    return len(paths), [path for path in paths if left.get(path) != right.get(path)]


def configured(root, names):
    """{path: lines that tell what was found}, without what the compiler is called and where it lies."""
    compiler = re.compile("|".join(re.escape(name) for name in names))
    found = {}
    for pattern in CONFIGURED:
        for path in glob.glob(os.path.join(root, pattern), recursive=True, include_hidden=True):
            if not os.path.isfile(path):
                continue
            with open(path, errors="replace") as file:
                text = compiler.sub("CC", file.read())
            lines = text.splitlines()
            if path.endswith("config.log"):  # the rest is messages, with process ids and times
                lines = sorted(line for line in lines if re.match(r"\w+_cv_\w+=|#define ", line))
            found[os.path.relpath(path, root)] = lines
    return found


def differing_configuration(one, other, names):
    """Returns (how many files there are, lines `path: -line` and `path: +line` of what differs)."""
    left, right = configured(one, names), configured(other, names)
    differences = []
    for path in sorted(left.keys() | right.keys()):
        before, after = left.get(path, []), right.get(path, [])
        if before != after:
            differences += [f"{path}: -{line}" for line in before if line not in after]
            differences += [f"{path}: +{line}" for line in after if line not in before]
            if path not in left or path not in right:
                differences.append(f"{path}: only one of the builds has it")
    return len(left.keys() | right.keys()), differences
