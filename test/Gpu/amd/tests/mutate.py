#!/usr/bin/env python3
"""Shows that the machine notices wrong code: mutate.py LLVM-BIN RUN-CODE ARCH... [--mutations N]

Kernels of fold.py are changed in one place each: a wait becomes s_nop, a field of the kernel's descriptor another
one, a bit of an instruction is flipped. A change is noticed if the machine stops, or a result is not what LLVM folds.
Flipped bits may mean nothing (a cache policy, an operand that is not used), or the same. Exit code 1: of the
waits not all were noticed, or of another kind less than its share.
"""
import os
import random
import re
import shutil
import signal
import struct
import subprocess
import sys

import fold

S_NOP = 0xBF800000
SHARES = {"waits": 1.0, "descriptors": 1.0, "instructions": 0.6}
# Of a descriptor: the number of vector registers, of user registers, which user registers there are.
FIELDS = {"vectors": (48, 0x3F, 0), "users": (52, 0x3E, 0), "arguments": (56, 0x8, 0)}


class Code:
    """A code object, and where its kernels' instructions and descriptors are."""

    def __init__(self, llvm, image):
        with open(image, "rb") as file:
            self.bytes = file.read()
        self.kernels, self.descriptors = {}, {}
        text = subprocess.run([os.path.join(llvm, "llvm-objdump"), "-d", image], check=True, text=True,
                              stdout=subprocess.PIPE).stdout
        self.sections = self.read_sections(llvm, image)
        name = None
        for line in text.splitlines():
            label = re.match(r"[0-9a-f]+ <([^>]+)>:", line)
            if label:
                name = label.group(1)
                self.kernels[name] = []
            code = re.match(r"\t(\S+)(.*?)\s*// ([0-9A-F]+): ([0-9A-F ]+)$", line)
            if code and name:
                self.kernels[name].append((code.group(1), code.group(2), self.place(int(code.group(3), 16)),
                                           len(code.group(4).split()) * 4))
        symbols = subprocess.run([os.path.join(llvm, "llvm-nm"), image], check=True, text=True,
                                 stdout=subprocess.PIPE).stdout
        for address, symbol in re.findall(r"^([0-9a-f]+) \w (\S+)\.kd$", symbols, re.MULTILINE):
            self.descriptors[symbol] = self.place(int(address, 16))

    @staticmethod
    def read_sections(llvm, image):
        text = subprocess.run([os.path.join(llvm, "llvm-readelf"), "-S", image], check=True, text=True,
                              stdout=subprocess.PIPE).stdout
        return [(int(a, 16), int(o, 16), int(s, 16)) for a, o, s in
                re.findall(r"\] \.(?:text|rodata)\s+PROGBITS\s+(\w+) (\w+) (\w+)", text)]

    def place(self, address):
        """Where an address is in the file."""
        for start, offset, size in self.sections:
            if start <= address < start + size:
                return address - start + offset
        raise ValueError(hex(address))

    def changed(self, place, old_mask, new):
        """The bytes with some bits of a 32-bit word replaced."""
        word = int.from_bytes(self.bytes[place:place + 4], "little")
        word = word & ~old_mask | new & old_mask
        return self.bytes[:place] + word.to_bytes(4, "little") + self.bytes[place + 4:]


def waits_of(code, name):
    """Waits that something is waited for by: for loads, and not before the end."""
    return [(text, place) for text, rest, place, _ in code.kernels[name]
            if re.match(r"s_waitcnt$|s_wait_(loadcnt|kmcnt)", text)
            and re.search(r"vmcnt|lgkmcnt|0x", rest)]


def mutation(rng, code, name, kind):
    """The changed bytes, and what was changed; None: there is nothing of the kind."""
    if kind == "waits":
        waits = waits_of(code, name)
        if not waits:
            return None
        text, place = rng.choice(waits)
        return code.changed(place, 0xFFFFFFFF, S_NOP), text
    if kind == "descriptors":
        field = rng.choice(sorted(FIELDS))
        offset, mask, new = FIELDS[field]
        changed = code.changed(code.descriptors[name] + offset, mask, new)
        return (changed, field) if changed != code.bytes else None
    instructions = [i for i in code.kernels[name] if not re.match("s_(nop|endpgm|code_end|delay|clause|wait|sendmsg|set_inst)", i[0])]
    text, rest, place, size = rng.choice(instructions)
    bit = rng.randrange(8 * size)
    return code.changed(place + bit // 32 * 4, 1 << bit % 32, ~0 if not is_set(code, place, bit) else 0), f"{text}{rest}, bit {bit}"


def is_set(code, place, bit):
    return code.bytes[place + bit // 8] >> bit % 8 & 1


# Threads exchange values by shared memory, and then by global memory: a wave must wait for its stores before each barrier.
EXCHANGE = """target triple = "amdgcn-amd-amdhsa"
@all = internal addrspace(3) global [256 x i64] poison
declare i32 @llvm.amdgcn.workitem.id.x()
declare i32 @llvm.amdgcn.workgroup.id.x()
declare void @llvm.amdgcn.s.barrier()
define amdgpu_kernel void @exchange(ptr addrspace(1) %in, ptr addrspace(1) %out) "amdgpu-flat-work-group-size"="256,256" {
  %t = call i32 @llvm.amdgcn.workitem.id.x()
  %g = call i32 @llvm.amdgcn.workgroup.id.x()
  %first = mul i32 %g, 256
  %i = add i32 %first, %t
  %from = getelementptr i64, ptr addrspace(1) %in, i32 %i
  %x = load i64, ptr addrspace(1) %from
  %mine = getelementptr i64, ptr addrspace(3) @all, i32 %t
  store i64 %x, ptr addrspace(3) %mine
  fence syncscope("workgroup") release
  call void @llvm.amdgcn.s.barrier()
  fence syncscope("workgroup") acquire
  %other = sub i32 255, %t
  %theirs = getelementptr i64, ptr addrspace(3) @all, i32 %other
  %y = load i64, ptr addrspace(3) %theirs
  %to = getelementptr i64, ptr addrspace(1) %out, i32 %i
  store i64 %y, ptr addrspace(1) %to
  fence syncscope("workgroup") release
  call void @llvm.amdgcn.s.barrier()
  fence syncscope("workgroup") acquire
  %there = add i32 %first, %other
  %at = getelementptr i64, ptr addrspace(1) %out, i32 %there
  %z = load i64, ptr addrspace(1) %at
  fence syncscope("workgroup") release
  call void @llvm.amdgcn.s.barrier()
  fence syncscope("workgroup") acquire
  %sum = add i64 %z, 1
  store i64 %sum, ptr addrspace(1) %to
  ret void
}
"""


class Exchange:
    """A kernel whose every wait matters: for loads, and for stores that others read."""
    COUNT, SEEDS = 1024, range(1, 7)

    def __init__(self, options, arch, folder):
        self.options, self.arch, self.folder = options, arch, folder
        self.values = [i * 0x9E3779B97F4A7C15 % 2**63 for i in range(self.COUNT)]
        with open(self.path("exchange.ll"), "w") as file:
            file.write(EXCHANGE)
        with open(self.path("exchange.in"), "wb") as file:
            file.write(struct.pack(f"<{self.COUNT}Q", *self.values))
        for command in (["llc", f"-mcpu={arch}", "-O2", "-filetype=obj", self.path("exchange.ll"), "-o", self.path("exchange.o")],
                        ["ld.lld", "-shared", self.path("exchange.o"), "-o", self.path("exchange.hsaco")]):
            subprocess.run([os.path.join(options.llvm, command[0]), *command[1:]], check=True)

    def path(self, name):
        return os.path.join(self.folder, name)

    def is_right(self, image, seed):
        line = f"exchange {self.path('exchange.in')} 8 {self.path('exchange.out')} 8 {self.COUNT} 256\n"
        done = subprocess.run([self.options.run_code, image], input=line, text=True, capture_output=True, timeout=60,
                              env={**os.environ, "EMULATE_AMD": self.arch, "EMULATE_SEED": str(seed)})
        if done.returncode:
            return False
        with open(self.path("exchange.out"), "rb") as file:
            found = [v for (v,) in struct.iter_unpack("<Q", file.read())]
        return found == [v + 1 for v in self.values]

    def check(self):
        code = Code(self.options.llvm, self.path("exchange.hsaco"))
        good = all(self.is_right(self.path("exchange.hsaco"), seed) for seed in self.SEEDS)
        waits = [(text + rest, place) for text, rest, place, _ in code.kernels["exchange"]
                 if re.match(r"s_waitcnt|s_wait_(loadcnt|dscnt|storecnt|kmcnt)", text) and "depctr" not in text]
        missed = []
        for text, place in waits:
            with open(self.path("mutated.hsaco"), "wb") as file:
                file.write(code.changed(place, 0xFFFFFFFF, S_NOP))
            if all(self.is_right(self.path("mutated.hsaco"), seed) for seed in self.SEEDS):
                missed.append(text)
        print(f"{self.arch}: {len(waits) - len(missed)} of {len(waits)} waits of an exchange noticed"
              f"{'' if good else ', and the exchange is wrong without a change'}")
        print("".join(f"  not noticed: {text}\n" for text in missed), end="")
        return good


class Mutations(fold.Comparison):
    def is_noticed(self, arch, operation, kind, changed):
        image = self.path("mutated.hsaco")
        with open(image, "wb") as file:
            file.write(changed)
        out = self.path(f"{kind}_{operation.name}.out")
        if os.path.exists(out):
            os.remove(out)
        done = subprocess.run([self.options.run_code, image], input=self.line(operation, kind), text=True,
                              capture_output=True, env={**os.environ, "EMULATE_AMD": arch, "EMULATE_LIMIT": "1000000"},
                              timeout=60)
        if done.returncode in (-signal.SIGSEGV, -signal.SIGBUS):
            sys.exit(f"the machine itself failed: {image}, kernel {kind}_{operation.name}")
        return done.returncode != 0 or bool(self.wrong_results(operation, kind)[1])

    def mutate(self, arch, rng):
        self.write_operands()
        code = Code(self.options.llvm, self.compile(arch, "O2"))
        good = True
        for kind, share in SHARES.items():
            noticed, tried, missed = 0, 0, []
            while tried < self.options.mutations:
                operation = rng.choice(self.operations)
                letter = rng.choice(operation.kinds)
                change = mutation(rng, code, f"{letter}_{operation.name}", kind)
                if not change:
                    continue
                tried += 1
                if self.is_noticed(arch, operation, letter, change[0]):
                    noticed += 1
                else:
                    missed.append(f"{letter}_{operation.name}: {change[1]}")
            print(f"{arch}: {noticed} of {tried} wrong {kind} noticed")
            if noticed < share * tried:
                good = False
            if noticed < share * tried or self.options.verbose:
                print("\n".join("  not noticed: " + m for m in missed))
        return good


def main():
    parser = fold.arguments()
    parser.add_argument("--mutations", type=int, default=50, help="of each kind")
    parser.add_argument("--verbose", action="store_true")
    options = parser.parse_args()
    mutations = Mutations(options)
    rng = random.Random(options.seed)
    good = [mutations.mutate(arch, rng) for arch in options.archs]
    good += [Exchange(options, arch, mutations.folder).check() for arch in options.archs]
    shutil.rmtree(mutations.folder)
    return 0 if all(good) else 1


sys.exit(main())
