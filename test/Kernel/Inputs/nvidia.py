"""Checks NVIDIA GPUs' code: PTX as text, where no assembler can, and cubins.

PTX is checked against the "PTX ISA" manual as far as its text goes: the directives that come first,
each kernel's parameters, which are slots of 8 bytes, and that registers, labels and functions are
declared where they are used. Whether an instruction exists on a processor only ptxas knows.
"""

import re
import struct

# What the CUDA driver adds when it loads an image.
DRIVER_FUNCTIONS = {"vprintf", "__assertfail", "malloc", "free"}
EM_CUDA = 190
NAME = r"[A-Za-z_$%][\w$]*"


def strip(text):
    """The text without comments, and with empty strings."""
    text = re.sub(r'"(?:[^"\\]|\\.)*"', '""', text)
    return re.sub(r"//[^\n]*|/\*.*?\*/", "", text, flags=re.DOTALL)


def functions(text):
    """(directive, name, parameters, body or None) of each function and kernel."""
    head = re.compile(rf"\.(entry|func)\s+(?:\(([^)]*)\)\s*)?({NAME})\s*(?:\(([^)]*)\))?([^{{;]*)")
    for found in head.finditer(text):
        at, depth = found.end(), 0
        if at < len(text) and text[at] == "{":
            for brace in re.compile("[{}]").finditer(text, at):
                depth += 1 if brace.group() == "{" else -1
                if not depth:
                    break
            body = text[at:brace.end()]
        else:
            body = None
        yield found.group(1), found.group(3), found.group(4) or "", body


def check_body(name, body, declared):
    registers = {}
    for prefix, count in re.findall(r"\.reg\s+\.\w+\s+(%\w+?)<(\d+)>\s*;", body):
        registers[prefix] = int(count)
    named = set(re.findall(r"\.reg\s+\.\w+\s+(%\w+)\s*;", body))
    for prefix, number in set(re.findall(r"(%[a-z]+)(\d+)\b", body)):
        if int(number) >= registers.get(prefix, 0) and prefix + number not in named:
            yield f"{name}: the register {prefix}{number} is not declared"
    labels = set(re.findall(rf"^\s*({NAME}):", body, re.MULTILINE))
    for label in set(re.findall(rf"\bbra(?:\.uni)?\s+({NAME})\s*;", body)) - labels:
        yield f"{name}: there is no label {label}"
    for callee in re.findall(rf"\bcall(?:\.uni)?\s+(?:\([^)]*\)\s*,\s*)?({NAME})", body):
        if callee not in declared and not callee.startswith("%"):
            yield f"{name}: it calls {callee}, which is not declared"
    for line in body.splitlines():
        line = line.strip()
        if line and line[-1] not in ";{}:,()" and not re.match(rf"({NAME}:\s*)?\.", line):
            yield f"{name}: no statement ends in '{line}'"


def ptx_problems(text, arch, slots):
    """What is wrong with PTX, as lines. `slots`: how many arguments each kernel has."""
    text = strip(text)
    head = re.match(r"\s*\.version (\d+\.\d+)\s+\.target (\w+)(?:, debug)?\s+\.address_size 64\s", text)
    if not head:
        yield "the PTX does not begin with its version, target and address size"
        return
    if head.group(2) != arch:
        yield f"the PTX is for {head.group(2)}"
    if text.count("{") != text.count("}") or text.count("(") != text.count(")"):
        yield "brackets in the PTX have no counterparts"
        return
    found = list(functions(text))
    declared = {name for _, name, _, _ in found}
    bodies = {name for _, name, _, body in found if body is not None}
    for name in sorted(declared - bodies - DRIVER_FUNCTIONS):
        yield f"undefined: {name}"
    kernels = {name: parameters for kind, name, parameters, body in found
               if kind == "entry" and body is not None}
    if sorted(kernels) != sorted(slots):
        yield f"kernels {' '.join(kernels)}, not {' '.join(slots)}"
    for name in kernels.keys() & slots.keys():
        types = re.findall(r"\.param\s+\.(\w+)", kernels[name])
        if any(kind not in ("u64", "b64") for kind in types) or len(types) != slots[name]:
            yield f"{name}: parameters {' '.join(types)}, not {slots[name]} slots"
    for _, name, _, body in found:
        if body:
            yield from check_body(name, body, declared)


def cubin_problems(data, arch, slots):
    """What is wrong with a cubin, as lines."""
    if data[:7] != b"\x7fELF\2\1\1":
        yield "the cubin is no 64-bit ELF file"
        return
    machine, = struct.unpack_from("<H", data, 18)
    sections, flags = struct.unpack_from("<QI", data, 40)
    count, names = struct.unpack_from("<HH", data, 60)
    if machine != EM_CUDA:
        yield f"the cubin's machine is {machine}"
    # Up to ABI version 7 the processor is in the lowest byte.
    processor = flags >> 8 & 255 if data[8] >= 8 else flags & 255
    if processor != int(re.match(r"sm_(\d+)", arch).group(1)):
        yield f"the cubin is for sm_{processor}"
    table = [struct.unpack_from("<IIQQQQIIQQ", data, sections + 64 * i) for i in range(count)]
    start = table[names][4]
    texts = {data[start + s[0]:data.index(b"\0", start + s[0])].decode(): s for s in table}
    for name, number in slots.items():
        if f".text.{name}" not in texts or not texts[f".text.{name}"][5]:
            yield f"kernel '{name}' has no code in the cubin"
            continue
        info = texts.get(f".nv.info.{name}")
        sizes = parameter_sizes(data[info[4]:info[4] + info[5]]) if info else []
        if sizes != [8] * number:
            yield f"{name}: parameters of {sizes} bytes in the cubin, not {number} slots"


def parameter_sizes(info):
    """From a kernel's attributes: a format, a number, and 2 bytes, or how many follow."""
    at, found = 0, {}
    while at + 4 <= len(info):
        form, attribute, size = struct.unpack_from("<BBH", info, at)
        at += 4
        if form != 4:
            continue
        if attribute == 0x17:  # EIATTR_KPARAM_INFO
            _, ordinal, _, packed = struct.unpack_from("<IHHI", info, at)
            found[ordinal] = packed >> 18
        at += size
    return [found[ordinal] for ordinal in sorted(found)]
