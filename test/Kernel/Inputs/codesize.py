"""How much the kernels in an image for a GPU need: registers, memory, and instructions.

    codesize.py FILE...        a line for each kernel of these images (.cubin, .hsaco)

The instructions of a kernel are all in its code, and in the functions that it calls, without the
padding behind each function. `s_nop` and the like between others count, since they are executed.

Of NVIDIA GPUs' cubins, everything is read here byte by byte: instructions have 16 bytes each from
sm_70 on. Of AMD GPUs' code objects, the metadata is too, but only LLVM's disassembler knows how
long an instruction is.
"""

import re
import shutil
import struct
import subprocess
import sys
import tempfile
from collections import namedtuple

import codeobject

# What a kernel needs. `registers` are a thread's: on AMD GPUs the vector registers, of which
# `accumulators` can only be used by some instructions. `scalars` are a wave's. `spills` are None where
# the image does not say. `stack` and `shared` are bytes, of a thread and of a block.
Size = namedtuple("Size", "registers accumulators scalars spills stack shared instructions")

EM_CUDA = 190


# ---- NVIDIA GPUs -------------------------------------------------------------------------------

STT_FUNC = 2
SHT_SYMTAB, SHT_NOBITS, SHT_CUDA_CALLGRAPH = 2, 8, 0x70000001
NV_INFO_WORDS = 4  # an attribute with a number of bytes behind it
NV_FRAME_SIZE, NV_REGISTERS, NV_MIN_STACK = 0x11, 0x2F, 0x12
OPCODE_MASK, NOP = 0xFFF, 0x918


class Cubin:
    def __init__(self, data):
        self.data = data
        sections, = struct.unpack_from("<Q", data, 40)
        count, names = struct.unpack_from("<HH", data, 60)
        table = [struct.unpack_from("<IIQQQQIIQQ", data, sections + 64 * i) for i in range(count)]
        strings = self.content(table[names])
        self.sections = [(codeobject.text_at(strings, s[0]), s) for s in table]
        self.symbols = self.read_symbols()

    def content(self, section):
        return b"" if section[1] == SHT_NOBITS else self.data[section[4]:section[4] + section[5]]

    def named(self, name):
        return next((section for found, section in self.sections if found == name), None)

    def read_symbols(self):
        """(name, type, section, value, size) of each."""
        table = next(s for _, s in self.sections if s[1] == SHT_SYMTAB)
        names = self.content(self.sections[table[6]][1])
        entries = struct.iter_unpack("<IBBHQQ", self.content(table))
        return [(codeobject.text_at(names, name), info & 15, section, value, size)
                for name, info, _, section, value, size in entries]

    def attributes(self, section, wanted):
        """{symbol: number} of an attribute that has both."""
        info, at, found = self.content(section) if section else b"", 0, {}
        while at + 4 <= len(info):
            form, attribute, size = struct.unpack_from("<BBH", info, at)
            at += 4
            if form != NV_INFO_WORDS:
                continue
            if attribute == wanted and size >= 8:
                symbol, number = struct.unpack_from("<II", info, at)
                found[symbol] = number
            at += size
        return found

    def calls(self):
        """{symbol: symbols that it calls}, functions in sections of their own."""
        found = {}
        for _, section in self.sections:
            if section[1] == SHT_CUDA_CALLGRAPH:
                for caller, callee in struct.iter_unpack("<II", self.content(section)):
                    if max(caller, callee) < len(self.symbols):  # others say "any function"
                        found.setdefault(caller, set()).add(callee)
        return found

    def instructions(self, number):
        """Those in a section: a kernel, and functions whose symbols are within it."""
        code = self.content(self.sections[number][1])
        starts = sorted({value for _, kind, section, value, _ in self.symbols
                         if kind == STT_FUNC and section == number} | {0})
        return sum(without_nops(code[start:end])
                   for start, end in zip(starts, [*starts[1:], len(code)]))


def without_nops(code):
    """How many instructions there are before the NOPs at the end."""
    count = len(code) // 16
    while count and struct.unpack_from("<Q", code, 16 * (count - 1))[0] & OPCODE_MASK == NOP:
        count -= 1
    return count


def closure(first, edges):
    """What can be reached, with where it starts."""
    found, left = {first}, [first]
    while left:
        left += edges.get(left.pop(), set()) - found
        found.update(left)
    return found


def of_cubin(data):
    """{kernel: Size}"""
    cubin = Cubin(data)
    info, calls = cubin.named(".nv.info"), cubin.calls()
    registers = cubin.attributes(info, NV_REGISTERS)
    stacks = cubin.attributes(info, NV_MIN_STACK)
    found = {}
    for number, (name, kind, section, _, _) in enumerate(cubin.symbols):
        if kind != STT_FUNC or cubin.sections[section][0] != f".text.{name}" or \
                not cubin.named(f".nv.constant0.{name}"):
            continue
        sections = {cubin.symbols[called][2] for called in closure(number, calls)}
        shared = cubin.named(f".nv.shared.{name}")
        found[name] = Size(registers[number], 0, 0, None, stacks.get(number, 0),
                           shared[5] if shared else 0,
                           sum(cubin.instructions(section) for section in sections if section))
    return found


# ---- AMD GPUs ----------------------------------------------------------------------------------

PADDING = {"s_code_end", "s_nop"}


def disassembler():
    return shutil.which("llvm-objdump-22") or shutil.which("llvm-objdump")


def disassemble(data):
    """{function: (address, [(address, instruction)])}"""
    with tempfile.NamedTemporaryFile(suffix=".hsaco") as file:
        file.write(data)
        file.flush()
        done = subprocess.run([disassembler(), "-d", "--no-show-raw-insn", file.name], check=True,
                              stdout=subprocess.PIPE, text=True)
    found, lines = {}, []
    for line in done.stdout.splitlines():
        head = re.match(r"([0-9a-f]+) <(.+)>:$", line)
        if head:
            lines = []
            found[head.group(2)] = int(head.group(1), 16), lines
            continue
        code = re.match(r"\s+(\S.*?)\s*// ([0-9A-F]+):", line)
        if code:
            lines.append((int(code.group(2), 16), code.group(1)))
    for _, lines in found.values():
        while lines and lines[-1][1].split()[0] in PADDING:
            lines.pop()
    return found


def referred(lines):
    """The addresses that the code computes from its own: of functions that it calls."""
    base = {}  # by the register with an address's lower half
    for (_, text), (behind, _) in zip(lines, lines[1:]):
        pair = re.match(r"s_getpc_b64 s\[(\d+):", text)
        if pair:
            base[f"s{pair.group(1)}"] = behind
        added = re.match(r"s_add(?:_co)?_u32 \w+, (\w+), (0x[0-9a-f]+|\d+)$", text)
        if added and added.group(1) in base:
            distance = int(added.group(2), 0)
            yield base[added.group(1)] + distance - (distance >> 31 << 32)


def of_codeobject(data):
    """{kernel: Size}"""
    functions = disassemble(data)
    at = {address: name for name, (address, _) in functions.items()}
    calls = {name: {at[address] for address in referred(lines) if address in at}
             for name, (_, lines) in functions.items()}
    found = {}
    for kernel in codeobject.Image(data).metadata()["amdhsa.kernels"]:
        name = kernel[".name"]
        found[name] = Size(
            kernel[".vgpr_count"], kernel.get(".agpr_count", 0), kernel[".sgpr_count"],
            (kernel.get(".vgpr_spill_count", 0), kernel.get(".sgpr_spill_count", 0)),
            kernel[".private_segment_fixed_size"], kernel[".group_segment_fixed_size"],
            sum(len(functions[called][1]) for called in closure(name, calls)))
    return found


# ---- Any image ---------------------------------------------------------------------------------


def of_image(data):
    """{kernel: Size} of a cubin or code object."""
    machine, = struct.unpack_from("<H", data, 18)
    return of_cubin(data) if machine == EM_CUDA else of_codeobject(data)


def line(name, size):
    """What a kernel needs, in words."""
    words = [f"{name}: {size.registers} registers"]
    if size.accumulators:
        words.append(f"{size.accumulators} accumulators")
    if size.scalars:
        words.append(f"{size.scalars} scalar registers")
    if any(size.spills or ()):
        words.append(f"{size.spills[0]} and {size.spills[1]} spilled")
    words.append(f"{size.stack} bytes of stack")
    words.append(f"{size.shared} bytes of shared memory")
    words.append(f"{size.instructions} instructions")
    return ", ".join(words)


def main():
    for path in sys.argv[1:]:
        with open(path, "rb") as file:
            for name, size in of_image(file.read()).items():
                print(line(name, size))


if __name__ == "__main__":
    main()
