"""Runs by hand what -### prints, clang's back end too, and compares its object with ours.

    backends.py OFFLOADCC OPTION... -- SOURCE...

Prints what differs, how many objects are equal, and which sources we leave to clang. With HALF_OF_LIST=0 or 1 in the
environment, it takes every second source.
Sections, relocations and symbols are to be the same in the same order; .llvm_addrsig is clang's alone.
"""
import os
import shlex
import struct
import subprocess
import sys
import tempfile

SHT_SYMTAB, SHT_STRTAB, SHT_RELA, SHT_LLVM_ADDRSIG = 2, 3, 4, 0x6FFF4C03
SHN_LORESERVE = 0xFF00


def text(strings, offset):
    return strings[offset:strings.index(b"\0", offset)].decode()


class Object:
    def __init__(self, path):
        self.data = open(path, "rb").read()
        at, = struct.unpack_from("<Q", self.data, 0x28)
        size, count, names = struct.unpack_from("<HHH", self.data, 0x3A)
        self.headers = [struct.unpack_from("<IIQQQQIIQQ", self.data, at + size * i) for i in range(count)]
        strings = self.bytes(self.headers[names])
        self.names = [text(strings, header[0]) for header in self.headers]
        self.symbols = []
        for header in self.headers:
            if header[1] == SHT_SYMTAB:
                self.symbols = list(self.read_symbols(header))

    def bytes(self, header):
        return self.data[header[4]:header[4] + header[5]]

    def place(self, index):
        return index if index == 0 or index >= SHN_LORESERVE else self.names[index]

    def read_symbols(self, header):
        strings = self.bytes(self.headers[header[6]])
        for name, info, other, index, value, size in struct.iter_unpack("<IBBHQQ", self.bytes(header)):
            yield text(strings, name), info, other, self.place(index), value, size

    def relocations(self, header):
        for offset, info, addend in struct.iter_unpack("<QQq", self.bytes(header)):
            yield offset, info & 0xFFFFFFFF, self.symbols[info >> 32], addend

    def parts(self):
        yield "symbols", self.symbols
        for name, header in zip(self.names, self.headers):
            _, kind, flags, _, _, size, _, info, alignment, entry = header
            if kind == SHT_RELA:
                yield name, (self.names[info], list(self.relocations(header)))
            elif kind not in (SHT_SYMTAB, SHT_STRTAB, SHT_LLVM_ADDRSIG):
                yield name, (kind, flags, size, alignment, entry, kind == 8 or self.bytes(header))


def commands(offloadcc, options, source, directory):
    """What the driver would run, without the quotes."""
    done = subprocess.run([offloadcc, "-###", "-c", *options, source, "-o", "whole.o"], cwd=directory,
                          env=dict(os.environ, TMPDIR=directory), capture_output=True, text=True)
    return [shlex.split(line) for line in done.stderr.splitlines() if line.startswith(' "')]


def value(command, option):
    return next((word[len(option):] for word in command if word.startswith(option)), None)


def run(command, directory):
    return subprocess.run(command, cwd=directory, capture_output=True).returncode


def compare(offloadcc, options, source, directory):
    ours = None
    for command in commands(offloadcc, options, source, directory):
        if command[1] == "scan":
            os.makedirs(value(command, "--out="))
        if "ir" in command:
            if not ours or not os.path.exists(os.path.join(directory, ours)):
                return "left to clang"
            command[command.index("-o") + 1] = "clangs.o"
        if run(command, directory):
            return "no kernels, or errors"
        if command[1] == "host":
            ours = value(command, "--out-object=")
        if "ir" in command:
            return compare_objects(os.path.join(directory, ours), os.path.join(directory, "clangs.o"))
    return "no kernels, or errors"


def compare_objects(ours, clangs):
    left, right = (list(Object(path).parts()) for path in (ours, clangs))
    different = [a[0] for a, b in zip(left, right) if a != b]
    if different or len(left) != len(right):
        return f"different: {' '.join(different)} {len(left)} {len(right)}"
    return "equal"


def main():
    end = sys.argv.index("--")
    offloadcc, options, sources = sys.argv[1], sys.argv[2:end], sys.argv[end + 1:]
    counts = {}
    half = os.environ.get("HALF_OF_LIST")
    for source in sources[int(half)::2] if half else sources:
        with tempfile.TemporaryDirectory() as directory:
            result = compare(offloadcc, options, os.path.abspath(source), directory)
        if result not in ("equal", "no kernels, or errors"):
            print(f"{source}: {result}", flush=True)
        counts[result.split(":")[0]] = counts.get(result.split(":")[0], 0) + 1
    print(", ".join(f"{count} {name}" for name, count in sorted(counts.items())))


main()
