"""Damages code in many ways and says whether codeobject.py and nvidia.py see it.

    damage.py CODE-OBJECT ARCH | damage.py PTX ARCH KERNEL=SLOTS...

Each damage is found with a message that contains the words given here.
"""

import struct
import sys

import codeobject
import nvidia


class Patch:
    """A code object's bytes, and edits by what they mean."""

    def __init__(self, data):
        self.data = bytearray(data)
        self.image = codeobject.Image(data)

    def offset(self, address):
        for s in self.image.segments:
            if s.type == codeobject.PT_LOAD and s.address <= address < s.address + s.bytes:
                return s.offset + address - s.address
        raise ValueError(hex(address))

    def put(self, layout, at, value):
        struct.pack_into("<" + layout, self.data, at, value)

    def change(self, layout, at, function):
        (value,) = struct.unpack_from("<" + layout, self.data, at)
        self.put(layout, at, function(value))

    def flags(self, function):
        self.change("I", 48, function)

    def descriptor(self, layout, at, function):
        symbol = next(s for s in self.image.symbols if s.name.endswith(".kd"))
        self.change(layout, self.offset(symbol.value) + at, function)

    def symbol(self, ending, layout, at, function):
        (table,) = self.image.of_type(codeobject.SHT_DYNSYM)
        index = next(i for i, s in enumerate(self.image.symbols) if s.name.endswith(ending))
        self.change(layout, table.offset + 24 * (index + 1) + at, function)

    def text(self, old, new):
        assert len(old) == len(new) and old.encode("latin-1") in self.data, old
        self.data = bytearray(bytes(self.data).replace(old.encode("latin-1"), new.encode("latin-1"), 1))

    def member(self, key, new):
        """The number behind a key in the metadata, of 1, 2 or 3 bytes as MessagePack has them."""
        at = self.data.index(key.encode()) + len(key)
        width = {0xCC: 1, 0xCD: 2}.get(self.data[at])
        start = at + 1 if width else at
        self.data[start:start + (width or 1)] = new.to_bytes(width or 1, "big")


# What is done, and words of the message about it.
OBJECT_DAMAGES = [
    (lambda p: p.put("4s", 0, b"\x7fELG"), "it is no ELF file"),
    (lambda p: p.put("B", 4, 1), "not 64-bit"),
    (lambda p: p.put("B", 7, 0), "the OS ABI is 0"),
    (lambda p: p.put("B", 8, 3), "the ABI version is 3"),
    (lambda p: p.put("H", 16, 1), "e_type is 1"),
    (lambda p: p.put("H", 18, 62), "e_machine is 62"),
    (lambda p: p.flags(lambda f: f ^ 1), "e_flags: the processor is"),
    (lambda p: p.flags(lambda f: f ^ 0x100), "e_flags: xnack is"),
    (lambda p: p.flags(lambda f: f ^ 0x400), "e_flags: sramecc is"),
    (lambda p: p.flags(lambda f: f | 1 << 24), "e_flags: the generic version is"),
    (lambda p: p.flags(lambda f: f | 0x10000), "e_flags: unknown bits"),
    (lambda p: p.data.__delitem__(slice(len(p.data) // 2, None)), "it ends before"),
    (lambda p: p.text("AMDGPU\0", "AMDGPV\0"), "0 metadata notes"),
    (lambda p: p.text("amdhsa.version\x92\1\2", "amdhsa.version\x92\1\1"), "amdhsa.version is"),
    (lambda p: p.text("amdhsa--gfx", "amdhsa--gfy"), "amdhsa.target is"),
    (lambda p: p.text("amdhsa.kernels", "amdhsa.kernel_"), "no amdhsa.kernels"),
    (lambda p: p.text(".wavefront_size", ".wavefront_sizf"), "no .wavefront_size"),
    (lambda p: p.member(".wavefront_size", 16), ".wavefront_size is 16"),
    (lambda p: p.member(".max_flat_workgroup_size", 512), ".max_flat_workgroup_size is 512"),
    (lambda p: p.member(".kernarg_segment_align", 4), ".kernarg_segment_align is 4"),
    (lambda p: p.member(".kernarg_segment_size", 16), "arguments end at"),
    (lambda p: p.member(".sgpr_count", 120), ".sgpr_count is 120"),
    (lambda p: p.member(".offset", 4), "argument 0 is no slot"),
    (lambda p: p.member(".size", 4), "argument 0 is no slot"),
    (lambda p: p.text("by_value", "by_valve"), "argument 0 is of the kind by_valve"),
    (lambda p: p.text("hidden_block_count_x", "hidden_hostcallbuffr"), "libomptarget does not"),
    (lambda p: p.descriptor("I", 0, lambda v: v + 4), "bytes for .group_segment_fixed_size"),
    (lambda p: p.descriptor("I", 4, lambda v: v + 4), "bytes for .private_segment_fixed_size"),
    (lambda p: p.descriptor("I", 8, lambda v: v + 8), "bytes for .kernarg_segment_size"),
    (lambda p: p.descriptor("I", 12, lambda v: 1), "reserved bytes are not 0"),
    (lambda p: p.descriptor("B", 43, lambda v: 1), "reserved bytes are not 0"),
    (lambda p: p.descriptor("I", 60, lambda v: 1), "reserved bytes are not 0"),
    (lambda p: p.descriptor("q", 16, lambda v: v + 256), "the code is at"),
    (lambda p: p.descriptor("I", 48, lambda v: v | 1 << 20), "bits in compute_pgm_rsrc1"),
    (lambda p: p.member(".vgpr_count", 100), "VGPRs for .vgpr_count"),
    (lambda p: p.descriptor("I", 52, lambda v: v | 1 << 15), "bits in compute_pgm_rsrc2"),
    (lambda p: p.descriptor("I", 52, lambda v: v & ~62), "user SGPRs are enabled, 0 counted"),
    (lambda p: p.descriptor("H", 56, lambda v: v | 1 << 7), "bits in kernel_code_properties"),
    (lambda p: p.descriptor("H", 56, lambda v: v | 1 << 11), "USES_DYNAMIC_STACK differs"),
    (lambda p: p.descriptor("H", 58, lambda v: 100), "preload"),
    (lambda p: p.symbol(".kd", "B", 5, lambda v: 0), "is not protected"),
    (lambda p: p.symbol(".kd", "H", 6, lambda v: 0), "undefined: "),
    (lambda p: p.symbol(".kd", "Q", 8, lambda v: v + 4), "the descriptor is at"),
    (lambda p: p.symbol(".kd", "Q", 16, lambda v: 32), "has not 64 bytes"),
]


def damaged_objects(data, arch):
    for damage, words in OBJECT_DAMAGES:
        patch = Patch(data)
        damage(patch)
        yield words, list(codeobject.problems(bytes(patch.data), arch))
    names = [s.name[:-3] for s in codeobject.Image(data).symbols if s.name.endswith(".kd")]
    yield "arguments, not 1", list(codeobject.problems(data, arch, {name: 1 for name in names}))
    yield "kernels ", list(codeobject.problems(data, arch, {"another": 1}))
    yield "e_flags: the processor is", list(codeobject.problems(data, "gfx1201"))


def damaged_ptx(text, arch, slots):
    for old, new, words in [
            (".version", ".versiom", "does not begin with"),
            (f".target {arch}", ".target sm_20", "the PTX is for sm_20"),
            ("}", "", "have no counterparts"),
            ("mul.rn.f64", "mul.rn.f64 %rd1\n", "no statement ends"),
            ("bra ", "bra $nowhere; // ", "there is no label $nowhere"),
            ("%rd<", "%rx<", "is not declared"),
            ("ret;", "call.uni nothing, ();", "it calls nothing"),
            (".param .u64", ".param .u32", "slots"),
            (".visible .entry ", ".extern .func nothing(); .visible .entry _", "undefined: nothing"),
    ]:
        at = text.index(old)
        broken = text[:at] + new + text[at + len(old):]
        yield words, list(nvidia.ptx_problems(broken, arch, slots))


def main():
    name, arch, *kernels = sys.argv[1:]
    slots = {kernel: int(count) for kernel, count in (k.rsplit("=", 1) for k in kernels)}
    with open(name, "rb") as file:
        data = file.read()
    if name.endswith(".ptx"):
        found, damages = list(nvidia.ptx_problems(data.decode(), arch, slots)), \
            damaged_ptx(data.decode(), arch, slots)
    else:
        found, damages = list(codeobject.problems(data, arch)), damaged_objects(data, arch)
    failed = bool(found)
    print(*found, sep="\n", end="\n" if found else "")
    count = 0
    for words, problems in damages:
        count += 1
        if not any(words in problem for problem in problems):
            print(f"not found: {words}: {problems}")
            failed = True
    print(f"{count} damages")
    return failed


if __name__ == "__main__":
    sys.exit(main())
