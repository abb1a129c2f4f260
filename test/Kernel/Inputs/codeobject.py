"""Checks an AMD GPU's code object against the rules for code object V6 and libomptarget's needs.

    codeobject.py ARCH FILE [KERNEL=SLOTS]...

ARCH is what was asked for, such as `gfx90a:sramecc+:xnack-`. KERNEL is the symbol of a kernel and
SLOTS how many arguments it has, of 8 bytes each; without any, all kernels and numbers will do.
Prints a line for each rule that is broken; the exit code is 1 then.

The rules are those of LLVM's "User Guide for AMDGPU Backend" (AMDGPUUsage): ELF header and code
object, metadata, kernel descriptor. The file is read here byte by byte, since LLVM's tools
share their idea of the format with what wrote it. How libomptarget's plugin launches adds: it gives
a kernel its arguments, and behind them 256 bytes in which it fills in the grid and no more.
"""

import re
import struct
import sys
from collections import namedtuple

# EF_AMDGPU_MACH, and which of FEATURES the processor has.
PROCESSORS = {
    "gfx900": (0x2C, "x"), "gfx902": (0x2D, "x"), "gfx904": (0x2E, "x"), "gfx906": (0x2F, "sx"),
    "gfx908": (0x30, "sx"), "gfx909": (0x31, "x"), "gfx90a": (0x3F, "sx"), "gfx90c": (0x32, "x"),
    "gfx942": (0x4C, "sx"), "gfx950": (0x4F, "sx"),
    "gfx1010": (0x33, "x"), "gfx1011": (0x34, "x"), "gfx1012": (0x35, "x"), "gfx1013": (0x42, "x"),
    "gfx1030": (0x36, ""), "gfx1031": (0x37, ""), "gfx1032": (0x38, ""), "gfx1033": (0x39, ""),
    "gfx1034": (0x3E, ""), "gfx1035": (0x3D, ""), "gfx1036": (0x45, ""),
    "gfx1100": (0x41, ""), "gfx1101": (0x46, ""), "gfx1102": (0x47, ""), "gfx1103": (0x44, ""),
    "gfx1150": (0x43, ""), "gfx1151": (0x4A, ""), "gfx1152": (0x55, ""), "gfx1153": (0x58, ""),
    "gfx1200": (0x48, ""), "gfx1201": (0x4E, ""), "gfx1250": (0x49, "sx"), "gfx1251": (0x5A, "sx"),
    "gfx9-generic": (0x51, "x"), "gfx9-4-generic": (0x5F, "sx"), "gfx10-1-generic": (0x52, "x"),
    "gfx10-3-generic": (0x53, ""), "gfx11-generic": (0x54, ""), "gfx12-generic": (0x59, ""),
}
FEATURES = {"s": ("sramecc", 10), "x": ("xnack", 8)}  # the lowest bit in e_flags
CHOICES = {"": 1, "-": 2, "+": 3}  # any, off, on; 0: not supported

# Dynamic relocations that a loader of 64-bit code objects knows.
RELOCATIONS = {3: "ABS64", 13: "RELATIVE64"}
EXPLICIT_KINDS = {"by_value", "global_buffer"}
# What the plugin fills in or leaves at 0 where that is right.
FILLED = re.compile("hidden_(block_count|group_size|remainder|global_offset)_[xyz]$|"
                    "hidden_(grid_dims|dynamic_lds_size|none)$")
HIDDEN_BYTES = 256
LDS_BYTES = {(9, 0x50): 163840, (12, 0x50): 327680, (12, 0x51): 327680}  # others: 65536
# By generation (see there): those whose vector registers are ordinary and accumulators both, and
# those of gfx11 and gfx12 that have half as many again.
UNIFIED_REGISTERS = {(9, 0x0A), (9, 0x40), (9, 0x42), (9, 0x50)}
MORE_REGISTERS = {(11, 0), (11, 1), (11, 0x51), (12, 0), (12, 1)}
GFX1250 = (12, 0x50)
GROUP_SIZE = 1024  # that offload() promises

Section = namedtuple("Section", "name type flags address offset size link info align entry")
Segment = namedtuple("Segment", "type flags offset address bytes memory align")
Symbol = namedtuple("Symbol", "name bind type visibility section value size")
SHT_NOTE, SHT_DYNSYM, SHT_RELA, SHT_REL = 7, 11, 4, 9
PT_LOAD, PT_DYNAMIC, PT_NOTE = 1, 2, 4
X, W, R = 1, 2, 4
DT_NEEDED = 1


class Malformed(Exception):
    """What is so wrong that nothing behind it can be read."""


def unpack(layout, data, at):
    try:
        return struct.unpack_from("<" + layout, data, at)
    except struct.error as error:
        raise Malformed(f"it ends before offset {at}") from error


def text_at(data, at):
    end = data.find(b"\0", at)
    if at >= len(data) or end < 0:
        raise Malformed(f"no string at offset {at} of a table")
    return data[at:end].decode(errors="replace")


# ---- MessagePack -------------------------------------------------------------------------------


def message(data, at=0):
    """The value at `at` and where it ends."""
    (tag,) = unpack("B", data, at)
    at += 1
    if tag < 0x80 or tag >= 0xE0:
        return (tag if tag < 0x80 else tag - 0x100), at
    if tag < 0x90:
        return message_map(data, at, tag & 15)
    if tag < 0xA0:
        return message_list(data, at, tag & 15)
    if tag < 0xC0:
        return message_text(data, at, tag & 31)
    if tag in (0xC0, 0xC2, 0xC3):
        return {0xC0: None, 0xC2: False, 0xC3: True}[tag], at
    sizes = {0xCC: "B", 0xCD: "H", 0xCE: "I", 0xCF: "Q", 0xD0: "b", 0xD1: "h", 0xD2: "i",
             0xD3: "q", 0xD9: "B", 0xDA: "H", 0xDB: "I", 0xDC: "H", 0xDD: "I", 0xDE: "H",
             0xDF: "I"}
    if tag not in sizes:
        raise Malformed(f"metadata: a value with the tag {tag:#x}")
    size = struct.calcsize(sizes[tag])
    (number,) = unpack(sizes[tag], data[at:at + size][::-1], 0)  # big-endian
    at += size
    if tag <= 0xD3:
        return number, at
    if tag <= 0xDB:
        return message_text(data, at, number)
    return (message_list if tag <= 0xDD else message_map)(data, at, number)


def message_text(data, at, length):
    if at + length > len(data):
        raise Malformed("metadata: it is cut short")
    return data[at:at + length].decode(errors="replace"), at + length


def message_list(data, at, count):
    items = []
    for _ in range(count):
        item, at = message(data, at)
        items.append(item)
    return items, at


def message_map(data, at, count):
    items, at = message_list(data, at, 2 * count)
    if len({key for key in items[::2] if isinstance(key, str)}) != count:
        raise Malformed("metadata: a map's keys are not distinct strings")
    return dict(zip(items[::2], items[1::2])), at


# ---- ELF ---------------------------------------------------------------------------------------


class Image:
    def __init__(self, data):
        self.data = data
        if data[:4] != b"\x7fELF" or len(data) < 64:
            raise Malformed("it is no ELF file")
        self.ident = data[:16]
        if self.ident[4:7] != b"\2\1\1":
            raise Malformed("it is not 64-bit, little-endian ELF of version 1")
        (self.type, self.machine, _, _, segments, sections, self.flags, _, _, segment_count, _,
         section_count, names) = unpack("HHIQQQIHHHHHH", data, 16)
        raw = [unpack("IIQQQQIIQQ", data, sections + 64 * i) for i in range(section_count)]
        if names >= section_count:
            raise Malformed("it has no names of sections")
        strings = self.content(raw[names][4], raw[names][5])
        self.sections = [Section(text_at(strings, s[0]), *s[1:]) for s in raw]
        self.segments = [Segment(t, f, o, v, size, memory, align)
                         for t, f, o, v, _, size, memory, align in (
                             unpack("IIQQQQQQ", data, segments + 56 * i)
                             for i in range(segment_count))]
        self.symbols = self.read_symbols()

    def content(self, offset, size):
        if offset + size > len(self.data):
            raise Malformed("a section or segment ends behind the file's end")
        return self.data[offset:offset + size]

    def of_type(self, kind):
        return [s for s in self.sections if s.type == kind]

    def read_symbols(self):
        (table,) = self.of_type(SHT_DYNSYM) or [None]
        if not table:
            raise Malformed("it has no dynamic symbols")
        data = self.content(table.offset, table.size)
        strings = self.sections[table.link]
        names = self.content(strings.offset, strings.size)
        symbols = []
        for at in range(24, table.size, 24):
            name, info, other, section, value, size = unpack("IBBHQQ", data, at)
            symbols.append(Symbol(text_at(names, name), info >> 4, info & 15, other & 3, section,
                                  value, size))
        return symbols

    def at(self, address, size, rights):
        """The bytes at an address, from a segment with these rights alone, or None."""
        for s in self.segments:
            if s.type == PT_LOAD and s.flags == rights and \
                    s.address <= address and address + size <= s.address + s.bytes:
                return self.content(s.offset + address - s.address, size)
        return None

    def notes(self):
        for segment in (s for s in self.segments if s.type == PT_NOTE):
            data = self.content(segment.offset, segment.bytes)
            at = 0
            while at < len(data):
                name_size, size, kind = unpack("III", data, at)
                name = data[at + 12:at + 12 + name_size].rstrip(b"\0").decode(errors="replace")
                at += 12 + (name_size + 3 & ~3)
                if at + size > len(data):
                    raise Malformed("a note ends behind its segment's end")
                yield name, kind, data[at:at + size]
                at += size + 3 & ~3

    def metadata(self):
        found = [data for name, kind, data in self.notes() if (name, kind) == ("AMDGPU", 32)]
        if len(found) != 1:
            raise Malformed(f"{len(found)} metadata notes, not one")
        root, end = message(found[0])
        if not isinstance(root, dict) or any(found[0][end:]):
            raise Malformed("metadata: not one map")
        return root


# ---- The file ----------------------------------------------------------------------------------


def split_arch(arch):
    """The processor, and what the name says of each feature: "", "+" or "-"."""
    processor, *chosen = arch.split(":")
    return processor, {name[:-1]: name[-1] for name in chosen}


def generation(processor):
    """(9, 0x0a) for gfx90a, (10, 0x30) for gfx1030, (9, 0x40) for gfx9-4-generic."""
    number = processor[3:]
    if "-" in number:
        major, *minor = number.replace("generic", "").strip("-").split("-")
        return int(major), int(minor[0]) * 16 if minor else 0
    return int(number[:-2]), int(number[-2:], 16)


def check_header(image, arch):
    processor, chosen = split_arch(arch)
    mach, supported = PROCESSORS[processor]
    if image.machine != 224:
        yield f"e_machine is {image.machine}, not EM_AMDGPU"
    if image.type != 3:
        yield f"e_type is {image.type}, not ET_DYN"
    if image.ident[7] != 64:
        yield f"the OS ABI is {image.ident[7]}, not AMDGPU_HSA"
    if image.ident[8] != 4:
        yield f"the ABI version is {image.ident[8]}, not that of code object V6"
    if image.flags & 0xFF != mach:
        yield f"e_flags: the processor is {image.flags & 0xFF:#x}, not {processor}'s {mach:#x}"
    for letter, (name, shift) in FEATURES.items():
        expected = CHOICES[chosen.get(name, "")] if letter in supported else 0
        if image.flags >> shift & 3 != expected:
            yield f"e_flags: {name} is {image.flags >> shift & 3}, not {expected}"
    version = image.flags >> 24
    if (version != 0) != processor.endswith("-generic"):
        yield f"e_flags: the generic version is {version}"
    if image.flags & ~0xFF000FFF:
        yield f"e_flags: unknown bits in {image.flags:#x}"


def check_segments(image):
    loads = [s for s in image.segments if s.type == PT_LOAD]
    for s in loads:
        if s.flags & W and s.flags & X:
            yield f"the segment at {s.address:#x} is writable and executable"
        if s.align & (s.align - 1) or (s.align and (s.address - s.offset) % s.align):
            yield f"the segment at {s.address:#x} is misaligned in the file"
        if s.bytes > s.memory:
            yield f"the segment at {s.address:#x} has more bytes than memory"
    for left, right in zip(loads, loads[1:]):
        if left.address + left.memory > right.address:
            yield f"the segments at {left.address:#x} and {right.address:#x} overlap"
    for segment in (s for s in image.segments if s.type == PT_DYNAMIC):
        data = image.content(segment.offset, segment.bytes)
        for at in range(0, len(data) & ~15, 16):
            if unpack("Q", data, at)[0] == DT_NEEDED:
                yield "it needs another library"


def check_symbols(image):
    for s in image.symbols:
        if s.section == 0:
            yield f"undefined: {s.name}"
        elif s.visibility != 3:
            yield f"'{s.name}' is not protected"
    for section in image.of_type(SHT_REL):
        yield f"relocations without addends: {section.name}"
    for section in image.of_type(SHT_RELA):
        data = image.content(section.offset, section.size)
        for at in range(0, section.size, 24):
            place, info, _ = unpack("QQq", data, at)
            if info & 0xFFFFFFFF not in RELOCATIONS:
                yield f"the loader knows no relocation {info & 0xFFFFFFFF}, at {place:#x}"
            if info >> 32 > len(image.symbols):
                yield f"the relocation at {place:#x} is to no symbol"
            if image.at(place, 8, R | W) is None:
                yield f"the relocation at {place:#x} is to what cannot be written"


# ---- Metadata ----------------------------------------------------------------------------------


def check_args(kernel, slots):
    args = kernel.get(".args", [])
    size = kernel[".kernarg_segment_size"]
    end = 0
    for arg in args:
        if not all(isinstance(arg.get(key), int) for key in (".offset", ".size")):
            yield "an argument without size or offset"
            return
        if arg[".offset"] < end:
            yield f"the argument at {arg['.offset']} overlaps the one before"
        if arg[".size"] < 1 or arg[".offset"] % min(arg[".size"], 8):
            yield f"the argument at {arg['.offset']} is misaligned"
        end = arg[".offset"] + arg[".size"]
    if end > size:
        yield f"arguments end at {end}, behind the segment's {size} bytes"
    hidden = [arg for arg in args if str(arg.get(".value_kind")).startswith("hidden_")]
    explicit = [arg for arg in args if arg not in hidden]
    for i, arg in enumerate(explicit):
        if arg.get(".value_kind") not in EXPLICIT_KINDS:
            yield f"argument {i} is of the kind {arg.get('.value_kind')}"
        if (arg[".offset"], arg[".size"]) != (8 * i, 8):
            yield f"argument {i} is no slot of 8 bytes: {arg['.size']} at {arg['.offset']}"
    if slots is not None and len(explicit) != slots:
        yield f"{len(explicit)} arguments, not {slots}"
    for arg in hidden:
        if arg[".offset"] < 8 * len(explicit):
            yield f"{arg['.value_kind']} stands before arguments"
    if size > 8 * len(explicit) + (HIDDEN_BYTES if hidden else 0):
        yield f"kernarg segment of {size} bytes for {len(explicit)} arguments"
    for arg in hidden:
        if not FILLED.match(arg[".value_kind"]):
            yield f"it asks for {arg['.value_kind']}, which libomptarget does not provide"


def check_kernel(kernel, arch, slots):
    required = (".name", ".symbol", ".kernarg_segment_size", ".group_segment_fixed_size",
                ".private_segment_fixed_size", ".kernarg_segment_align", ".wavefront_size",
                ".sgpr_count", ".vgpr_count", ".max_flat_workgroup_size")
    for key in required:
        if not isinstance(kernel.get(key), str if key in (".name", ".symbol") else int):
            yield f"no {key}"
            return
    major, minor = generation(arch.split(":")[0])
    if kernel[".symbol"] != kernel[".name"] + ".kd":
        yield f".symbol is '{kernel['.symbol']}'"
    align = kernel[".kernarg_segment_align"]
    if align < 8 or align & (align - 1):
        yield f".kernarg_segment_align is {align}"
    waves = (64,) if major == 9 else (32,) if (major, minor) >= GFX1250 else (32, 64)
    if kernel[".wavefront_size"] not in waves:
        yield f".wavefront_size is {kernel['.wavefront_size']}"
    if kernel[".max_flat_workgroup_size"] != GROUP_SIZE:
        yield f".max_flat_workgroup_size is {kernel['.max_flat_workgroup_size']}"
    if kernel[".group_segment_fixed_size"] > LDS_BYTES.get((major, minor), 65536):
        yield f".group_segment_fixed_size is {kernel['.group_segment_fixed_size']}"
    if kernel[".sgpr_count"] > 112:
        yield f".sgpr_count is {kernel['.sgpr_count']}"
    limit = vgpr_limit(major, minor, kernel[".wavefront_size"])
    if kernel[".vgpr_count"] > limit:
        yield f".vgpr_count is {kernel['.vgpr_count']}: {GROUP_SIZE} threads have {limit} each"
    yield from check_args(kernel, slots)


def vgpr_limit(major, minor, wave):
    """How many vector registers a thread may have, that a block of GROUP_SIZE threads fits into
    the four SIMDs of a compute unit (a WGP from gfx10 on)."""
    if major == 9:
        lanes, registers = 64, 512 if (major, minor) in UNIFIED_REGISTERS else 256
    else:
        lanes, registers = 32, 1536 if (major, minor) in MORE_REGISTERS else 1024
    return min(registers * lanes // wave // (GROUP_SIZE // wave // 4), 256 if major > 9 else 512)


def check_root(root, arch):
    processor, chosen = split_arch(arch)
    if root.get("amdhsa.version") != [1, 2]:
        yield f"amdhsa.version is {root.get('amdhsa.version')}"
    target = "-".join(["amdgcn-amd-amdhsa", "", processor]) + \
        "".join(f":{name}{chosen[name]}" for name in sorted(chosen))
    if root.get("amdhsa.target") != target:
        yield f"amdhsa.target is {root.get('amdhsa.target')}, not {target}"
    if not isinstance(root.get("amdhsa.kernels"), list):
        raise Malformed("metadata: no amdhsa.kernels")


# ---- Kernel descriptors ------------------------------------------------------------------------


def granule(major, minor, wave):
    """How many vector registers a unit of compute_pgm_rsrc1's count stands for."""
    if major == 9:
        return 8 if (major, minor) in UNIFIED_REGISTERS else 4
    return (16 if (major, minor) >= GFX1250 else 8) * 32 // wave


def check_registers(kernel, arch, rsrc1, rsrc2, rsrc3):
    major, minor = generation(arch.split(":")[0])
    # More than are used keep waves apart that shared memory has no room for.
    given = granule(major, minor, kernel[".wavefront_size"]) * ((rsrc1 & 63) + 1)
    if given < kernel[".vgpr_count"]:
        yield f"descriptor: {given} VGPRs for .vgpr_count {kernel['.vgpr_count']}"
    if rsrc1 >> 10 & 3 or rsrc1 >> 20 & 1 or rsrc1 >> 22 & 1 or rsrc1 >> 24 & 3 or rsrc1 >> 28 & 1:
        yield f"descriptor: reserved bits in compute_pgm_rsrc1 {rsrc1:#x}"
    if major == 9 and rsrc1 >> 29 or major > 9 and rsrc1 >> 6 & 15:
        yield f"descriptor: bits of other processors in compute_pgm_rsrc1 {rsrc1:#x}"
    if major > 9 and rsrc1 >> 29 & 1 != kernel.get(".workgroup_processor_mode", 0):
        yield "descriptor: WGP_MODE differs from .workgroup_processor_mode"
    if rsrc2 >> 13 & 0x7FF or rsrc2 >> 31 or major < 12 and rsrc2 >> 6 & 1:
        yield f"descriptor: reserved bits in compute_pgm_rsrc2 {rsrc2:#x}"
    private = kernel[".private_segment_fixed_size"] or kernel.get(".uses_dynamic_stack")
    if private and not rsrc2 & 1:
        yield "descriptor: ENABLE_PRIVATE_SEGMENT is off, but there is a stack"
    if major == 9 and minor < 0x0A and rsrc3:
        yield f"descriptor: compute_pgm_rsrc3 is {rsrc3:#x}"


def check_properties(kernel, arch, rsrc2, properties, preload):
    major, minor = generation(arch.split(":")[0])
    if properties >> 7 & 7 or properties >> 12 or major == 9 and properties >> 10 & 1:
        yield f"descriptor: reserved bits in kernel_code_properties {properties:#x}"
    if major > 9 and (properties >> 10 & 1) != (kernel[".wavefront_size"] == 32):
        yield f"descriptor: ENABLE_WAVEFRONT_SIZE32 for waves of {kernel['.wavefront_size']}"
    if (properties >> 11 & 1) != int(kernel.get(".uses_dynamic_stack", False)):
        yield "descriptor: USES_DYNAMIC_STACK differs from .uses_dynamic_stack"
    wide = (major, minor) >= GFX1250
    enabled = sum(count for bit, count in enumerate((4, 2, 2, 2, 2, 2, 1)) if properties >> bit & 1)
    enabled += preload & 127
    given = rsrc2 >> 1 & (63 if wide else 31)
    if not enabled <= given <= (32 if wide else 16):
        yield f"descriptor: {enabled} user SGPRs are enabled, {given} counted"
    if preload and not (major == 9 and minor >= 0x0A or wide):
        yield f"descriptor: this processor cannot preload arguments ({preload:#x})"
    if 4 * ((preload & 127) + (preload >> 7)) > kernel[".kernarg_segment_size"]:
        yield "descriptor: it preloads more arguments than there are"


def check_descriptor(image, kernel, arch):
    symbols = {s.name: s for s in image.symbols}
    function, descriptor = symbols.get(kernel[".name"]), symbols.get(kernel[".symbol"])
    if not function or not descriptor:
        yield "no function or no descriptor in the dynamic symbols"
        return
    if (function.type, descriptor.type, descriptor.size) != (2, 1, 64):
        yield "symbols of wrong types, or the descriptor has not 64 bytes"
    if descriptor.value % 64:
        yield f"the descriptor is at {descriptor.value:#x}"
    data = image.at(descriptor.value, 64, R)
    if not data:
        yield "the descriptor is not in read-only memory"
        return
    group, private, kernarg, zero, entry, zeros, rsrc3, rsrc1, rsrc2, properties, preload, last = \
        unpack("IIIIq20sIIIHHI", data, 0)
    for name, value in (("kernarg_segment", kernarg), ("group_segment_fixed", group),
                        ("private_segment_fixed", private)):
        if value != kernel[f".{name}_size"]:
            yield f"descriptor: {value} bytes for .{name}_size {kernel[f'.{name}_size']}"
    if zero or any(zeros) or last:
        yield "descriptor: reserved bytes are not 0"
    if descriptor.value + entry != function.value or function.value % 256:
        yield f"descriptor: the code is at {descriptor.value + entry:#x}, " \
              f"the function at {function.value:#x}"
    if not function.size or image.at(function.value, function.size, R | X) is None:
        yield "the function is not in executable memory"
    yield from check_registers(kernel, arch, rsrc1, rsrc2, rsrc3)
    yield from check_properties(kernel, arch, rsrc2, properties, preload)


# ---- All together ------------------------------------------------------------------------------


def check_kernels(image, root, arch, slots):
    kernels = root["amdhsa.kernels"]
    names = [kernel.get(".name") for kernel in kernels]
    if slots is not None and sorted(names) != sorted(slots):
        yield f"kernels {' '.join(map(str, names))}, not {' '.join(slots)}"
    described = {kernel.get(".symbol") for kernel in kernels}
    for symbol in image.symbols:
        if symbol.name.endswith(".kd") and symbol.name not in described:
            yield f"'{symbol.name}' has no metadata"
    for kernel in kernels:
        count = slots.get(kernel.get(".name")) if slots else None
        found = list(check_kernel(kernel, arch, count))
        if not any(problem.startswith("no .") for problem in found):
            found += check_descriptor(image, kernel, arch)
        for problem in found:
            yield f"{kernel.get('.name')}: {problem}"


def problems(data, arch, slots=None):
    """What is wrong with a code object, as lines. `slots`: how many arguments each kernel has."""
    try:
        image = Image(data)
        yield from check_header(image, arch)
        yield from check_segments(image)
        yield from check_symbols(image)
        root = image.metadata()
        yield from check_root(root, arch)
        yield from check_kernels(image, root, arch, slots)
    except Malformed as malformed:
        yield str(malformed)


def main():
    arch, name, *kernels = sys.argv[1:]
    slots = {kernel: int(count) for kernel, count in (k.rsplit("=", 1) for k in kernels)} or None
    with open(name, "rb") as file:
        found = list(problems(file.read(), arch, slots))
    for problem in found:
        print(problem)
    return bool(found)


if __name__ == "__main__":
    sys.exit(main())
