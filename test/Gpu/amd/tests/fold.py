#!/usr/bin/env python3
"""Compares what AMD code computes in the machine with what LLVM folds: fold.py LLVM-BIN RUN-CODE ARCH...

Each operation of LLVM's IR below is applied to the same operands twice: as a kernel, which llc compiles for an
architecture and the machine runs, and with constants, which opt folds. In one kernel each thread has operands of
its own (vector instructions), in another one each work-group (scalar instructions, where there are some). NaNs
are equal to NaNs. Prints how many operations and results were compared; the exit code is 1 if some differ.
"""
import argparse
import itertools
import os
import random
import re
import shutil
import struct
import subprocess
import sys
import tempfile

BITS = {"i1": 1, "i8": 8, "i16": 16, "i32": 32, "i64": 64, "half": 16, "bfloat": 16, "float": 32, "double": 64,
        "<2 x i16>": 32, "<2 x half>": 32, "<2 x float>": 64, "<2 x i32>": 64}
FLOATS = {"half": (5, 10), "bfloat": (8, 7), "float": (8, 23), "double": (11, 52)}


class Operation:
    """`text` computes %r from {0}, {1}, ...; without '%r' it is the right side of %r.

    Some exist as scalar instructions only (`kinds`), and v_sqrt_f16 may err by one bit (`slack`).
    """

    def __init__(self, name, result, arguments, text, kinds="vs", slack=0):
        self.name = re.sub(r"\W+", "_", name)
        self.result, self.arguments = result, arguments
        self.text = text if "%r" in text else f"%r = {text}"
        self.kinds, self.slack = kinds, slack


def operations():
    result = []

    def add(name, kind, arguments, text, **more):
        result.append(Operation(name, kind, arguments, text, **more))

    for t in ("i16", "i32", "i64", "<2 x i16>"):
        scalar = t.split()[-1].rstrip(">")
        mask = BITS[scalar] - 1
        limit = f"<i16 {mask}, i16 {mask}>" if t[0] == "<" else mask
        for op in "add sub mul and or xor".split():
            add(f"{op}.{t}", t, [t, t], f"{op} {t} {{0}}, {{1}}")
        for op in "shl lshr ashr".split():
            add(f"{op}.{t}", t, [t, t], f"%m = and {t} {{1}}, {limit}\n%r = {op} {t} {{0}}, %m")
        for op in "smin smax umin umax uadd.sat sadd.sat usub.sat ssub.sat".split():
            add(f"{op}.{t}", t, [t, t], f"call {t} @llvm.{op}.{mangled(t)}({t} {{0}}, {t} {{1}})")
        for op in "ctpop bitreverse bswap".split():
            add(f"{op}.{t}", t, [t], f"call {t} @llvm.{op}.{mangled(t)}({t} {{0}})")
        for op in "abs ctlz cttz".split():
            add(f"{op}.{t}", t, [t], f"call {t} @llvm.{op}.{mangled(t)}({t} {{0}}, i1 false)")
        for op in "fshl fshr".split():
            add(f"{op}.{t}", t, [t, t, t],
                f"call {t} @llvm.{op}.{mangled(t)}({t} {{0}}, {t} {{1}}, {t} {{2}})")
        if t[0] == "<":
            continue
        for op in "udiv urem sdiv srem".split():
            # No division by 0, and none that overflows.
            add(f"{op}.{t}", t, [t, t], f"%d = or {t} {{1}}, 1\n%o = icmp eq {t} %d, -1\n"
                f"%e = select i1 %o, {t} 3, {t} %d\n%r = {op} {t} {{0}}, %e")
        for predicate in "eq ne ugt uge ult ule sgt sge slt sle".split():
            add(f"icmp.{predicate}.{t}", "i32", [t, t],
                f"%c = icmp {predicate} {t} {{0}}, {{1}}\n%r = select i1 %c, i32 77, i32 -3")
        for op in "uadd sadd usub ssub umul smul".split():
            add(f"{op}.overflow.{t}", "i32", [t, t],
                f"%p = call {{{{ {t}, i1 }}}} @llvm.{op}.with.overflow.{t}({t} {{0}}, {t} {{1}})\n"
                f"%c = extractvalue {{{{ {t}, i1 }}}} %p, 1\n%r = zext i1 %c to i32")
        wide = {"i16": "i32", "i32": "i64"}.get(t)
        if wide:
            for extend in "zext sext".split():
                add(f"mulhi.{extend}.{t}", t, [t, t],
                    f"%a = {extend} {t} {{0}} to {wide}\n%b = {extend} {t} {{1}} to {wide}\n"
                    f"%m = mul {wide} %a, %b\n%h = lshr {wide} %m, {BITS[t]}\n%r = trunc {wide} %h to {t}")
                add(f"{extend}.{t}", wide, [t], f"{extend} {t} {{0}} to {wide}")
            add(f"trunc.{wide}", t, [wide], f"trunc {wide} {{0}} to {t}")
        else:
            add("mulhi.i64", t, [t, t], "%a = zext i64 {0} to i128\n%b = zext i64 {1} to i128\n%m = mul i128 %a, %b\n"
                "%h = lshr i128 %m, 64\n%r = trunc i128 %h to i64")
    for name, text in {
        "mad": "%m = mul i32 {0}, {1}\n%r = add i32 %m, {2}",
        "mad24": "%a = and i32 {0}, 16777215\n%b = and i32 {1}, 16777215\n%m = mul i32 %a, %b\n%r = add i32 %m, {2}",
        "imad24": "%x = shl i32 {0}, 8\n%a = ashr i32 %x, 8\n%y = shl i32 {1}, 8\n%b = ashr i32 %y, 8\n"
                  "%m = mul i32 %a, %b\n%r = add i32 %m, {2}",
        "add3": "%m = add i32 {0}, {1}\n%r = add i32 %m, {2}",
        "shladd": "%s = and i32 {2}, 31\n%m = shl i32 {0}, %s\n%r = add i32 %m, {1}",
        "addshl": "%s = and i32 {2}, 31\n%m = add i32 {0}, {1}\n%r = shl i32 %m, %s",
        "shlor": "%s = and i32 {2}, 31\n%m = shl i32 {0}, %s\n%r = or i32 %m, {1}",
        "andor": "%m = and i32 {0}, {1}\n%r = or i32 %m, {2}",
        "or3": "%m = or i32 {0}, {1}\n%r = or i32 %m, {2}",
        "xor3": "%m = xor i32 {0}, {1}\n%r = xor i32 %m, {2}",
        "xad": "%m = xor i32 {0}, {1}\n%r = add i32 %m, {2}",
        "xnor": "%m = xor i32 {0}, {1}\n%r = xor i32 %m, -1",
        "andn2": "%m = xor i32 {1}, -1\n%r = and i32 %m, {0}",
        "orn2": "%m = xor i32 {1}, -1\n%r = or i32 %m, {0}",
        "nand": "%m = and i32 {0}, {1}\n%r = xor i32 %m, -1",
        "nor": "%m = or i32 {0}, {1}\n%r = xor i32 %m, -1",
        "bfi": "%a = and i32 {0}, {1}\n%n = xor i32 {0}, -1\n%b = and i32 %n, {2}\n%r = or i32 %a, %b",
        "min3": "%m = call i32 @llvm.smin.i32(i32 {0}, i32 {1})\n%r = call i32 @llvm.smin.i32(i32 %m, i32 {2})",
        "umax3": "%m = call i32 @llvm.umax.i32(i32 {0}, i32 {1})\n%r = call i32 @llvm.umax.i32(i32 %m, i32 {2})",
        "med3": "%a = call i32 @llvm.smin.i32(i32 {0}, i32 {1})\n%b = call i32 @llvm.smax.i32(i32 {0}, i32 {1})\n"
                "%c = call i32 @llvm.smin.i32(i32 %b, i32 {2})\n%r = call i32 @llvm.smax.i32(i32 %a, i32 %c)",
        "select": "%c = icmp slt i32 {0}, {1}\n%r = select i1 %c, i32 {1}, i32 {2}",
        "ubfe": "%r = call i32 @llvm.amdgcn.ubfe.i32(i32 {0}, i32 {1}, i32 {2})",
        "sbfe": "%r = call i32 @llvm.amdgcn.sbfe.i32(i32 {0}, i32 {1}, i32 {2})",
        "perm": "%r = call i32 @llvm.amdgcn.perm(i32 {0}, i32 {1}, i32 {2})",
        "signbyte": "%t = trunc i32 {0} to i8\n%r = sext i8 %t to i32",
        "byte2": "%t = lshr i32 {0}, 16\n%r = and i32 %t, 255",
    }.items():
        used = 1 + max(int(n) for n in re.findall(r"\{(\d)\}", text))
        add(f"{name}.i32", "i32", ["i32"] * used, text)
    add("mad64", "i64", ["i32", "i32", "i64"],
        "%a = zext i32 {0} to i64\n%b = zext i32 {1} to i64\n%m = mul i64 %a, %b\n%r = add i64 %m, {2}")
    add("imad64", "i64", ["i32", "i32", "i64"],
        "%a = sext i32 {0} to i64\n%b = sext i32 {1} to i64\n%m = mul i64 %a, %b\n%r = add i64 %m, {2}")
    add("bitreplicate", "i64", ["i32"], "call i64 @llvm.amdgcn.s.bitreplicate(i32 {0})", kinds="s")
    add("quadmask", "i32", ["i32"], "call i32 @llvm.amdgcn.s.quadmask.i32(i32 {0})", kinds="s")
    add("wqm", "i32", ["i32"], "call i32 @llvm.amdgcn.s.wqm.i32(i32 {0})", kinds="s")
    for t in ("half", "float", "double", "<2 x half>", "<2 x float>"):
        for op in "fadd fsub fmul".split():
            add(f"{op}.{t}", t, [t, t], f"{op} {t} {{0}}, {{1}}")
        add(f"fma.{t}", t, [t] * 3, f"call {t} @llvm.fma.{mangled(t)}({t} {{0}}, {t} {{1}}, {t} {{2}})")
        for op in "minnum maxnum minimum maximum minimumnum maximumnum".split():
            add(f"{op}.{t}", t, [t, t], f"call {t} @llvm.{op}.{mangled(t)}({t} {{0}}, {t} {{1}})")
        add(f"fneg.{t}", t, [t], f"fneg {t} {{0}}")
        add(f"fabs.{t}", t, [t], f"call {t} @llvm.fabs.{mangled(t)}({t} {{0}})")
        add(f"copysign.{t}", t, [t, t], f"call {t} @llvm.copysign.{mangled(t)}({t} {{0}}, {t} {{1}})")
        if t[0] == "<":
            continue
        for op in "fdiv frem".split():
            add(f"{op}.{t}", t, [t, t], f"{op} {t} {{0}}, {{1}}")
        for op in "floor ceil trunc rint round roundeven canonicalize sqrt".split():
            add(f"{op}.{t}", t, [t], f"call {t} @llvm.{op}.{t_suffix(t)}({t} {{0}})",
                slack=int((op, t) == ("sqrt", "half")))
        for predicate in "oeq ogt oge olt ole one ord ueq ugt uge ult ule une uno".split():
            add(f"fcmp.{predicate}.{t}", "i32", [t, t],
                f"%c = fcmp {predicate} {t} {{0}}, {{1}}\n%r = select i1 %c, i32 77, i32 -3")
        for mask in (1, 2, 3, 4, 8, 16, 32, 64, 128, 256, 512, 264, 504):
            add(f"class.{mask}.{t}", "i32", [t],
                f"%c = call i1 @llvm.is.fpclass.{t_suffix(t)}({t} {{0}}, i32 {mask})\n%r = zext i1 %c to i32")
        for i in ("i16", "i32", "i64"):
            add(f"fptosi.sat.{i}.{t}", i, [t], f"call {i} @llvm.fptosi.sat.{i}.{t_suffix(t)}({t} {{0}})")
            add(f"fptoui.sat.{i}.{t}", i, [t], f"call {i} @llvm.fptoui.sat.{i}.{t_suffix(t)}({t} {{0}})")
            add(f"sitofp.{i}.{t}", t, [i], f"sitofp {i} {{0}} to {t}")
            add(f"uitofp.{i}.{t}", t, [i], f"uitofp {i} {{0}} to {t}")
        add(f"ldexp.{t}", t, [t, "i32"], f"%m = srem i32 {{1}}, 3000\n"
            f"%r = call {t} @llvm.ldexp.{t_suffix(t)}.i32({t} {{0}}, i32 %m)")
        add(f"frexp.{t}", t, [t], f"%p = call {{{{ {t}, i32 }}}} @llvm.frexp.{t_suffix(t)}.i32({t} {{0}})\n"
            f"%r = extractvalue {{{{ {t}, i32 }}}} %p, 0")
        add(f"fract.{t}", t, [t], f"call {t} @llvm.amdgcn.fract.{t_suffix(t)}({t} {{0}})")
        add(f"muladd.{t}", t, [t] * 3, f"%m = fmul {t} {{0}}, {{1}}\n%r = fadd {t} %m, {{2}}")
        add(f"mod.{t}", t, [t] * 3, f"%a = fneg {t} {{0}}\n%b = call {t} @llvm.fabs.{t_suffix(t)}({t} {{1}})\n"
            f"%r = call {t} @llvm.fma.{t_suffix(t)}({t} %a, {t} %b, {t} {{2}})")
        add(f"clamp.{t}", t, [t, t], f"%s = fadd {t} {{0}}, {{1}}\n"
            f"%l = call {t} @llvm.maxnum.{t_suffix(t)}({t} %s, {t} 0.0)\n"
            f"%r = call {t} @llvm.minnum.{t_suffix(t)}({t} %l, {t} 1.0)")
    for small, large in itertools.combinations(("half", "float", "double"), 2):
        add(f"fpext.{small}.{large}", large, [small], f"fpext {small} {{0}} to {large}")
        add(f"fptrunc.{large}.{small}", small, [large], f"fptrunc {large} {{0}} to {small}")
    add("fptrunc.bfloat", "bfloat", ["float"], "fptrunc float {0} to bfloat")
    add("fpext.bfloat", "float", ["bfloat"], "fpext bfloat {0} to float")
    add("fadd.bfloat", "bfloat", ["bfloat"] * 2, "fadd bfloat {0}, {1}")
    add("fmul.bfloat", "bfloat", ["bfloat"] * 2, "fmul bfloat {0}, {1}")
    add("pkrtz", "<2 x half>", ["float"] * 2, "call <2 x half> @llvm.amdgcn.cvt.pkrtz(float {0}, float {1})")
    add("mix", "float", ["half", "half", "float"], "%a = fpext half {0} to float\n%b = fpext half {1} to float\n"
        "%r = call float @llvm.fma.f32(float %a, float %b, float {2})")
    add("mixlo", "half", ["half", "float", "float"], "%a = fpext half {0} to float\n"
        "%m = call float @llvm.fma.f32(float %a, float {1}, float {2})\n%r = fptrunc float %m to half")
    add("fmul.legacy", "float", ["float"] * 2, "call float @llvm.amdgcn.fmul.legacy(float {0}, float {1})")
    for op in "cubeid cubema cubesc cubetc".split():
        add(op, "float", ["float"] * 3, f"call float @llvm.amdgcn.{op}(float {{0}}, float {{1}}, float {{2}})")
    return result


def t_suffix(t):
    return {"half": "f16", "float": "f32", "double": "f64", "bfloat": "bf16"}.get(t, t)


def mangled(t):
    match = re.fullmatch(r"<(\d+) x (\w+)>", t)
    return f"v{match.group(1)}{t_suffix(match.group(2))}" if match else t_suffix(t)


# ---- Operands ------------------------------------------------------------------------------------

def edge_values(t):
    match = re.fullmatch(r"<2 x (\w+)>", t)
    if match:
        bits = BITS[match.group(1)]
        values = edge_values(match.group(1))
        return [a | values[(i * 5 + 3) % len(values)] << bits for i, a in enumerate(values)]
    if t in FLOATS:
        exponent, mantissa = FLOATS[t]
        bias, top = (1 << exponent - 1) - 1, (1 << exponent) - 1
        positive = [0, 1, (1 << mantissa) - 1, 1 << mantissa, bias << mantissa, (bias << mantissa) + 1,
                    (bias - 1) << mantissa, (bias + 1) << mantissa, (bias + 1 << mantissa) | 1 << mantissa - 1,
                    (bias + mantissa << mantissa) + 1, (top << mantissa) - 1, top << mantissa,
                    (top << mantissa) | 1 << mantissa - 1, (bias + 10 << mantissa) + 3]
        return positive + [v | 1 << exponent + mantissa for v in positive]
    bits = BITS[t]
    values = [0, 1, 2, 3, 5, 8, 16, 31, 32, 33, 63, 64, 255, 256, 0x7FFF, 0x8000, 0xFFFF, 0x10000, 0xFFFFFF,
              0x800000, (1 << bits - 1) - 1, 1 << bits - 1, (1 << bits) - 1, (1 << bits) - 2, 0x55555555, 0x0C050100]
    return sorted({v & (1 << bits) - 1 for v in values})


def random_value(rng, t):
    match = re.fullmatch(r"<2 x (\w+)>", t)
    if match:
        bits = BITS[match.group(1)]
        return random_value(rng, match.group(1)) | random_value(rng, match.group(1)) << bits
    if t in FLOATS and rng.random() < 0.7:
        exponent, mantissa = FLOATS[t]
        bias = (1 << exponent - 1) - 1
        near = bias + rng.randint(-mantissa - 2, mantissa + 2)
        return (rng.getrandbits(1) << exponent | max(near, 0)) << mantissa | rng.getrandbits(mantissa)
    value = rng.getrandbits(BITS[t])
    return value >> rng.randrange(BITS[t]) if t not in FLOATS and rng.random() < 0.3 else value


def operands_of(operation, rng, count):
    edges = [edge_values(t) for t in operation.arguments]
    result = []
    for _ in range(count):
        result.append([rng.choice(e) if rng.random() < 0.4 else random_value(rng, t)
                       for e, t in zip(edges, operation.arguments)])
    if len(edges) == 1:
        result[:len(edges[0])] = [[v] for v in edges[0]]
    return result[:count]


# ---- Code ----------------------------------------------------------------------------------------

def integer(t):
    return f"i{BITS[t]}"


def declarations(texts):
    """What the texts call, declared."""
    result = set()
    for text in texts:
        for returned, name, arguments in re.findall(r"call ([^@]+?) (@[\w.]+)\(([^)]*)\)", text):
            kinds = [re.match(r"(<[^>]*>|\w+)", a.strip()).group(1) for a in split_arguments(arguments)]
            kinds = ["i1 immarg" if k == "i1" and re.search("abs|ctlz|cttz", name) else k for k in kinds]
            if "is.fpclass" in name:
                kinds[1] = "i32 immarg"
            returned = returned.replace("{{", "{").replace("}}", "}")
            result.add(f"declare {returned} {name}({', '.join(kinds)})")
    return "\n".join(sorted(result))


def split_arguments(text):
    return [part for part in re.split(r",(?![^<]*>)", text) if part.strip()]


def kernel(operation, scalar, group):
    lines = [f"define amdgpu_kernel void @{'s' if scalar else 'v'}_{operation.name}(ptr addrspace(1) noalias "
             "readonly %in, ptr addrspace(1) noalias %out) "
             f"\"amdgpu-flat-work-group-size\"=\"{group},{group}\" {{"]
    lines.append("%group = call i32 @llvm.amdgcn.workgroup.id.x()")
    if scalar:
        lines.append("%index = add i32 %group, 0")
    else:
        lines.append("%thread = call i32 @llvm.amdgcn.workitem.id.x()")
        lines.append(f"%first = mul i32 %group, {group}\n%index = add i32 %first, %thread")
    names = []
    for k, t in enumerate(operation.arguments):
        lines.append(f"%a{k}.first = mul i32 %index, {len(operation.arguments)}\n%a{k}.index = add i32 %a{k}.first, {k}\n"
                     f"%a{k}.wide = zext i32 %a{k}.index to i64\n"
                     f"%a{k}.at = getelementptr inbounds i64, ptr addrspace(1) %in, i64 %a{k}.wide\n"
                     f"%a{k}.word = load i64, ptr addrspace(1) %a{k}.at, !invariant.load !0")
        bits = BITS[t]
        lines.append(f"%a{k}.bits = trunc i64 %a{k}.word to i{bits}" if bits < 64 else f"%a{k}.bits = add i64 %a{k}.word, 0")
        lines.append(f"%v{k} = bitcast i{bits} %a{k}.bits to {t}")
        names.append(f"%v{k}")
    lines.append(operation.text.format(*names))
    bits = BITS[operation.result]
    lines.append(f"%result.bits = bitcast {operation.result} %r to i{bits}")
    lines.append(f"%result.wide = zext i{bits} %result.bits to i64" if bits < 64 else "%result.wide = add i64 %result.bits, 0")
    lines.append("%out.index = zext i32 %index to i64\n%out.at = getelementptr inbounds i64, ptr addrspace(1) %out, i64 %out.index\n"
                 "store i64 %result.wide, ptr addrspace(1) %out.at\nret void\n}")
    return "\n".join(lines)


def constant(operation, k, value):
    """A constant as the text of an instruction that folds."""
    t = operation.arguments[k]
    return f"%v{k} = bitcast i{BITS[t]} {value} to {t}"


def folding(operation, operands):
    """Functions that return what the operation computes of each tuple."""
    bits = BITS[operation.result]
    for i, values in enumerate(operands):
        yield f"define i{bits} @f_{operation.name}_{i}() {{"
        for k, value in enumerate(values):
            yield constant(operation, k, value)
        yield operation.text.format(*(f"%v{k}" for k in range(len(values))))
        yield f"%rb = bitcast {operation.result} %r to i{bits}\nret i{bits} %rb\n}}"


def is_nan(value, t):
    if t not in FLOATS:
        return False
    exponent, mantissa = FLOATS[t]
    return value >> mantissa & (1 << exponent) - 1 == (1 << exponent) - 1 and value & (1 << mantissa) - 1 != 0


def same(a, b, t):
    match = re.fullmatch(r"<2 x (\w+)>", t)
    if match:
        bits = BITS[match.group(1)]
        mask = (1 << bits) - 1
        return same(a & mask, b & mask, match.group(1)) and same(a >> bits, b >> bits, match.group(1))
    return a == b or is_nan(a, t) and is_nan(b, t)


class Comparison:
    def __init__(self, options):
        self.options, self.folder = options, tempfile.mkdtemp(prefix="fold-")
        rng = random.Random(options.seed)
        self.operations = [o for o in operations() if re.search(options.only, o.name)]
        self.operands = {o.name: operands_of(o, rng, options.count) for o in self.operations}
        self.expected = self.fold()

    def path(self, name):
        return os.path.join(self.folder, name)

    def tool(self, name, *arguments):
        subprocess.run([os.path.join(self.options.llvm, name), *arguments], check=True)

    def fold(self):
        """The values that opt folds, by operation and number; those that it does not fold are missing."""
        texts = [o.text for o in self.operations]
        with open(self.path("fold.ll"), "w") as file:
            file.write('target triple = "amdgcn-amd-amdhsa"\n' + declarations(texts) + "\n")
            for operation in self.operations:
                file.write("\n".join(folding(operation, self.operands[operation.name])) + "\n")
        self.tool("opt", "-passes=instcombine<no-verify-fixpoint>", "-S", self.path("fold.ll"), "-o",
                  self.path("folded.ll"))
        expected = {}
        with open(self.path("folded.ll")) as file:
            for name, bits, value in re.findall(r"define .*i\d+ @f_(\w+)\(\).*\{\n  ret i(\d+) (-?\d+)\n\}", file.read()):
                expected[name] = int(value) & (1 << int(bits)) - 1
        return expected

    def compile(self, arch, level):
        group = 64
        texts = [o.text for o in self.operations]
        source, image = self.path(f"{arch}.ll"), self.path(f"{arch}.{level}.hsaco")
        with open(source, "w") as file:
            file.write('target triple = "amdgcn-amd-amdhsa"\n' + declarations(texts) + "\n"
                       "declare i32 @llvm.amdgcn.workitem.id.x()\ndeclare i32 @llvm.amdgcn.workgroup.id.x()\n")
            for operation in self.operations:
                for kind in operation.kinds:
                    file.write(kernel(operation, kind == "s", group if kind == "v" else 1) + "\n")
            file.write("!0 = !{}\n")
        self.tool("llc", f"-mcpu={arch}", f"-{level}", "-filetype=obj", source, "-o", self.path("code.o"))
        subprocess.run([os.path.join(self.options.llvm, "ld.lld"), "-shared", self.path("code.o"), "-o", image],
                       check=True)
        return image

    def line(self, operation, kind):
        """A line of run-code's list."""
        name = operation.name
        return (f"{kind}_{name} {self.path(name + '.in')} {8 * len(operation.arguments)} "
                f"{self.path(f'{kind}_{name}.out')} 8 {len(self.operands[name])} {64 if kind == 'v' else 1}\n")

    def write_operands(self):
        for operation in self.operations:
            with open(self.path(f"{operation.name}.in"), "wb") as file:
                for values in self.operands[operation.name]:
                    file.write(struct.pack(f"<{len(values)}Q", *values))

    def run(self, arch, level):
        self.write_operands()
        lines = "".join(self.line(o, kind) for o in self.operations for kind in o.kinds)
        subprocess.run([self.options.run_code, self.compile(arch, level)], input=lines, text=True, check=True,
                       env={**os.environ, "EMULATE_AMD": arch})
        return self.compare(arch, level)

    def results(self, operation, kind):
        with open(self.path(f"{kind}_{operation.name}.out"), "rb") as file:
            return [value for (value,) in struct.iter_unpack("<Q", file.read())]

    def wrong_results(self, operation, kind):
        """How many results are known, and the numbers of those that are wrong."""
        wrong, known = [], 0
        for i, value in enumerate(self.results(operation, kind)):
            expected = self.expected.get(f"{operation.name}_{i}")
            if expected is None:
                continue
            known += 1
            if not same(value, expected, operation.result) and abs(value - expected) > operation.slack:
                wrong.append(i)
        return known, wrong

    def compare(self, arch, level):
        compared, failed, folded = 0, 0, set()
        for operation, kind in ((o, k) for o in self.operations for k in o.kinds):
            known, wrong = self.wrong_results(operation, kind)
            compared += known
            failed += len(wrong)
            if known:
                folded.add(operation.name)
            results = self.results(operation, kind)
            for i in wrong[:3]:
                values = ", ".join(hex(v) for v in self.operands[operation.name][i])
                print(f"{arch} {level}: {kind}_{operation.name}({values}) is {results[i]:#x}, "
                      f"not {self.expected[f'{operation.name}_{i}']:#x}")
        missing = [o.name for o in self.operations if o.name not in folded]
        if missing:
            print(f"not folded: {' '.join(missing)}")
        print(f"{arch} {level}: {len(folded)} operations, {compared} results, {failed} wrong")
        return failed == 0 and not missing


def arguments():
    parser = argparse.ArgumentParser()
    parser.add_argument("llvm")
    parser.add_argument("run_code")
    parser.add_argument("archs", nargs="+")
    parser.add_argument("--count", type=int, default=256, help="operands of each operation")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--only", default="", help="operations, as a regular expression")
    parser.add_argument("--levels", default="O2")
    return parser


def main():
    options = arguments().parse_args()
    comparison = Comparison(options)
    results = [comparison.run(arch, level) for arch in options.archs for level in options.levels.split(",")]
    shutil.rmtree(comparison.folder)
    return 0 if all(results) else 1


if __name__ == "__main__":
    sys.exit(main())
