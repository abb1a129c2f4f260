#!/usr/bin/env python3
"""Makes a library of PTX, so that NVIDIA code runs where there is no GPU: ptx.py CLANG IN.ptx OUT.so

Each kernel becomes a C function that one thread of the grid runs; ptx-machine.h has the threads, their
memories, and what instructions do that C has no operator for. Registers are unsigned integers, and
instructions read them as their types say. Only what LLVM 22 writes for offloadcc's kernels is known:
anything else ends with an error, which names it (PTX ISA, "Instructions").
"""
import os
import re
import subprocess
import sys

NUMBER = {"8": 8, "16": 16, "32": 32, "64": 64, "128": 128}
COMPARISONS = {"eq": "==", "ne": "!=", "lt": "<", "le": "<=", "gt": ">", "ge": ">=",
               "lo": "<", "ls": "<=", "hi": ">", "hs": ">="}
SPACES = ("global", "shared", "local", "param", "const")


class Unknown(Exception):
    """Something that this translator does not know."""


def bits(kind):
    """The bits of a PTX type: 32 of "f32"."""
    return 1 if kind == "pred" else int(kind[1:])


def c_type(kind):
    """The C type of a PTX type."""
    if kind == "pred":
        return "bool"
    if kind[0] == "f":
        return {"f16": "_Float16", "f32": "float", "f64": "double"}[kind]
    return f"{'' if kind[0] == 's' else 'u'}int{bits(kind)}_t"


def name_of(symbol):
    """A name that C takes and its library has not."""
    return "p_" + re.sub(r"[^A-Za-z0-9_]", lambda m: f"_{ord(m.group()):x}_", symbol)


def without_comments(text):
    text = re.sub(r"//[^\n]*", "", text)
    text = re.sub(r"^\s*\.(loc|file)\b[^\n]*", "", text, flags=re.M)
    return re.sub(r"^\s*\.section\b[^{]*\{[^}]*\}", "", text, flags=re.M)


class Variable:
    """`.global .align 4 .b8 name[24] = {...}`, or one in another space."""
    form = re.compile(r"\.(global|shared|local|const|param)((?:\s+\.\w+(?:\s+\d+)?)*)\s+([\w$%]+)"
                      r"((?:\[\d*\])*)\s*(?:=\s*(.*))?$", re.S)

    def __init__(self, statement):
        match = self.form.search(statement)
        if not match:
            raise Unknown(f"declaration '{statement}'")
        self.space, attributes, self.name, dimensions, self.value = match.groups()
        self.kind = re.search(r"\.([bsuf]\d+|pred)\b", attributes).group(1)
        align = re.search(r"(?<!ptr )\.align\s+(\d+)", attributes)
        self.unit = bits(self.kind) // 8
        self.align = int(align.group(1)) if align else self.unit
        self.is_array = bool(dimensions)
        self.size = self.unit
        for number in re.findall(r"\[(\d*)\]", dimensions):
            self.size *= int(number or 0)


class Function:
    """The C of one kernel or function."""

    def __init__(self, module, name, head, body, is_kernel):
        self.module, self.name, self.is_kernel = module, name, is_kernel
        self.lines, self.registers, self.places = [], {}, {}
        self.tables, self.pending, self.frame, self.sites = {}, [], 0, 0
        lists = re.findall(r"\(([^()]*)\)", head)
        result = lists[0] if len(lists) == 2 else ""
        parameters = lists[-1] if lists else ""
        for i, declaration in enumerate(filter(str.strip, parameters.split(","))):
            variable = Variable(declaration.strip())
            self.places[variable.name] = f"arguments[{i}]"
            if not is_kernel and variable.is_array:
                self.take_struct(variable, i)
        if result.strip():
            self.places[Variable(result.strip()).name] = "result"
        self.collect(body)

    # ---- Operands ------------------------------------------------------------------------------

    def address_of(self, symbol):
        """A symbol's address in its own space, as an unsigned integer."""
        if symbol in self.places:
            place = self.places[symbol]
            return place if place.startswith("frame") else f"(uint64_t){place}"
        if symbol in self.module.shared:
            return f"{self.module.shared[symbol]}"
        if symbol in self.module.functions:
            return f"(uint64_t)&{name_of(symbol)}"
        if symbol in self.module.variables and self.module.variables[symbol].space == "const":
            return f"const_address(&{name_of(symbol)})"
        if symbol in self.module.variables:
            return f"(uint64_t)&{name_of(symbol)}"
        raise Unknown(f"name '{symbol}'")

    def raw(self, operand, kind):
        """The bits of an operand."""
        operand = operand.strip()
        if operand.startswith("!"):
            return f"!{self.raw(operand[1:], kind)}"
        if operand == "WARP_SZ":
            return "LANES"
        if operand in self.registers:
            return name_of(operand)
        if operand.startswith("%"):
            return f"special_{operand[1:].replace('.', '_')}(t)"
        if re.fullmatch(r"0[fF][0-9a-fA-F]{8}", operand):
            return f"0x{operand[2:]}u"
        if re.fullmatch(r"0[dD][0-9a-fA-F]{16}", operand):
            return f"0x{operand[2:]}ull"
        if re.fullmatch(r"-?(0x[0-9a-fA-F]+|\d+)U?", operand):
            value = int(operand.rstrip("U"), 0) & 0xffffffffffffffff
            return f"{value}ull"
        match = re.fullmatch(r"([\w$]+)\s*([+-]\s*\d+)?", operand)
        if not match:
            raise Unknown(f"operand '{operand}'")
        return f"({self.address_of(match.group(1))}{match.group(2) or ''})"

    def read(self, operand, kind):
        """An operand as a value of this type."""
        raw = self.raw(operand, kind)
        if kind == "pred":
            return f"(bool)({raw})"
        if kind[0] == "f":
            return f"as_{kind}({raw})"
        return f"({c_type(kind)})({raw})"

    def write(self, operand, kind, value):
        operand = operand.strip()
        if operand == "_":
            return
        if operand not in self.registers:
            raise Unknown(f"result '{operand}'")
        if kind[0] == "f":
            value = f"of_{kind}({value})"
        else:
            value = f"({c_type(kind)})({value})"
        self.lines.append(f"{name_of(operand)} = {value};")

    def memory(self, operand, space):
        """A C address for `[%rd1+8]` or `[name+8]` in a space; None is the generic one."""
        match = re.fullmatch(r"\[\s*([\w$%]+)\s*(?:\+\s*(-?\d+))?\s*\]", operand.strip())
        if not match:
            raise Unknown(f"address '{operand}'")
        base, offset = match.groups()
        if space == "param" and self.places.get(base, "").startswith("frame"):
            space = "local"
        if base.startswith("%"):
            base = self.raw(base, "b64")
        else:
            base = self.address_of(base)
        base = f"{base} + {offset or 0}"
        if space == "shared":
            return f"shared_at(t, {base})"
        if space == "local":
            return f"local_at(t, {base})"
        if space == "const":
            return f"const_at({base})"
        return f"(char *)({base})"

    # ---- Statements ----------------------------------------------------------------------------

    def collect(self, body):
        """Splits a body into statements: blocks and labels end without a semicolon."""
        at = 0
        depth = 0
        form = re.compile(r"\s*(?:([{}])|([\w$%]+)\s*:(?!:)|([^;{}]*(?:\{[^{}]*\}[^;{}]*)*);)", re.S)
        while body[at:].strip():
            match = form.match(body, at)
            if not match:
                raise Unknown(f"statement at '{body[at:at + 80]}'")
            at = match.end()
            if match.group(1):
                depth += 1 if match.group(1) == "{" else -1
            elif match.group(2):
                self.label = match.group(2)
                if not re.match(r"\s*\.(branchtargets|callprototype)", body[at:]):
                    self.lines.append(f"{name_of(self.label)}:;")
            elif match.group(3).strip():
                self.statement(match.group(3).strip())

    def statement(self, text):
        text = re.sub(r"\s+", " ", text)
        if text.startswith(".reg"):
            self.declare_registers(text)
        elif text.startswith(".branchtargets"):
            self.tables[self.label] = [x.strip() for x in text.split(None, 1)[1].split(",")]
        elif text.startswith((".callprototype", ".pragma")):
            pass
        elif text.startswith("."):
            self.declare(Variable(text))
        else:
            self.instruction(text)

    def declare_registers(self, text):
        match = re.fullmatch(r"\.reg\s+\.(\w+)\s+(.*)", text)
        kind = match.group(1)
        for name in match.group(2).split(","):
            count = re.fullmatch(r"\s*([%\w$]+)<(\d+)>\s*", name)
            names = [f"{count.group(1)}{i}" for i in range(int(count.group(2)))] if count else [name.strip()]
            for each in names:
                self.registers[each] = kind

    def declare_local(self, variable):
        self.frame = -(-self.frame // variable.align) * variable.align
        self.places[variable.name] = f"frame + {self.frame}u"
        self.frame += variable.size

    def take_struct(self, variable, number):
        """A function's own copy of a struct: LLVM takes its address, which is one in local memory."""
        self.declare_local(variable)
        self.lines.append(f"memcpy(local_at(t, {self.places[variable.name]}), arguments[{number}], {variable.size});")

    def declare(self, variable):
        if variable.space == "shared":
            self.module.place_in_shared(variable)
        elif variable.space == "local":
            self.declare_local(variable)
        elif variable.space == "param":
            place = f"call_{len(self.pending)}"
            self.pending.append(f"_Alignas(16) char {place}[{max(variable.size, 8)}];")
            self.places[variable.name] = place
        else:
            self.module.declare(variable)
            self.module.variables[variable.name] = variable

    def instruction(self, text):
        match = re.fullmatch(r"(?:@(!?)(%[\w$]+)\s+)?([a-z][\w.:]*)\s*(.*)", text, re.S)
        if not match:
            raise Unknown(f"instruction '{text}'")
        self.text = text
        inverse, guard, operation, rest = match.groups()
        if guard:
            self.lines.append(f"if ({inverse}{name_of(guard)}) {{")
        parts = operation.replace("::", ".").split(".")
        handler = getattr(self, "do_" + parts[0], None)
        try:
            if not handler:
                raise Unknown("instruction")
            handler(parts, split_operands(rest), rest)
        except (Unknown, KeyError, IndexError, ValueError) as error:
            raise Unknown(f"'{text}': {error!r}") from error
        if guard:
            self.lines.append("}")

    def simple(self, parts, operands, formula, kind=None):
        """An instruction whose operands and result have one type: formula is C with {0}, {1}, ..."""
        kind = kind or parts[-1]
        values = [self.read(x, kind) for x in operands[1:]]
        self.write(operands[0], kind, formula.format(*values, k=kind, c=c_type(kind)))

    # ---- Arithmetic ----------------------------------------------------------------------------

    def carry(self, parts, operands, sign):
        """add.cc, addc, sub.cc, subc: sums with the carry flag."""
        kind = "u" + parts[-1][1:]
        wide = "unsigned __int128"
        taken = "carry" if parts[0] in ("addc", "subc") else "0"
        a, b = (self.read(x, kind) for x in operands[1:3])
        self.lines.append(f"{{ {wide} sum = ({wide}){a} {sign} ({wide}){b} {sign} {taken};")
        self.write(operands[0], kind, "sum")
        if "cc" in parts:
            self.lines.append(f"carry = sum >> {bits(kind)} & 1;")
        self.lines.append("}")

    def arithmetic(self, parts, operands, sign):
        if "cc" in parts or parts[0] in ("addc", "subc"):
            self.carry(parts, operands, sign)
        elif parts[-1][0] == "f":
            mode = next((x for x in parts if x in ("rz", "rm", "rp")), "rn")
            formula = f"rounded_{mode}({{0}} {sign} {{1}}, {{c}})"
            self.simple(parts, operands, formula if "sat" not in parts else f"saturated({formula})")
        else:
            self.simple(parts, operands, f"{{0}} {sign} {{1}}", "u" + parts[-1][1:])

    def do_add(self, parts, operands, _):
        self.arithmetic(parts, operands, "+")

    do_addc = do_add

    def do_sub(self, parts, operands, _):
        self.arithmetic(parts, operands, "-")

    do_subc = do_sub

    def product(self, parts, kind, a, b):
        """The C of a product, and its type: the low half, the high one or all of it."""
        if "wide" in parts:
            double = kind[0] + str(2 * bits(kind))
            return double, f"({c_type(double)}){a} * ({c_type(double)}){b}"
        if "hi" in parts:
            wide = "__int128" if kind[0] == "s" else "unsigned __int128"
            return kind, f"(({wide}){a} * ({wide}){b}) >> {bits(kind)}"
        unsigned = "u" + kind[1:]
        return kind, f"({c_type(unsigned)})((uint64_t){a} * (uint64_t){b})"

    def do_mul(self, parts, operands, _):
        kind = parts[-1]
        if kind[0] == "f":
            self.arithmetic(parts, operands, "*")
            return
        a, b = (self.read(x, kind) for x in operands[1:3])
        kind, value = self.product(parts, kind, a, b)
        self.write(operands[0], kind, value)

    def do_mad(self, parts, operands, rest):
        kind = parts[-1]
        if kind[0] == "f":
            self.do_fma(parts, operands, rest)
            return
        a, b = (self.read(x, kind) for x in operands[1:3])
        kind, value = self.product(parts, kind, a, b)
        unsigned = c_type("u" + kind[1:])
        taken = "carry" if parts[0] == "madc" else "0"
        self.lines.append(f"{{ unsigned __int128 sum = (unsigned __int128)({unsigned})({value}) + "
                          f"({unsigned}){self.read(operands[3], kind)} + {taken};")
        self.write(operands[0], kind, "sum")
        if "cc" in parts:
            self.lines.append(f"carry = sum >> {bits(kind)} & 1;")
        self.lines.append("}")

    do_madc = do_mad

    def do_fma(self, parts, operands, _):
        kind = parts[-1]
        mode = next((x for x in parts if x in ("rz", "rm", "rp")), "rn")
        self.simple(parts, operands, f"rounded_{mode}(fma_{kind}({{0}}, {{1}}, {{2}}), {{c}})")

    def do_div(self, parts, operands, _):
        if parts[-1][0] == "f":
            self.simple(parts, operands, "{0} / {1}")
        else:
            self.simple(parts, operands, "{1} ? {0} / {1} : ({c})-1")

    def do_rem(self, parts, operands, _):
        self.simple(parts, operands, "{1} ? {0} % {1} : {0}")

    def do_neg(self, parts, operands, _):
        kind = parts[-1]
        self.simple(parts, operands, "-{0}", kind if kind[0] == "f" else "u" + kind[1:])

    def do_abs(self, parts, operands, _):
        self.simple(parts, operands, "abs_{k}({0})")

    def do_min(self, parts, operands, _):
        self.simple(parts, operands, "min_{k}({0}, {1})" if parts[-1][0] == "f" else "{0} < {1} ? {0} : {1}")

    def do_max(self, parts, operands, _):
        self.simple(parts, operands, "max_{k}({0}, {1})" if parts[-1][0] == "f" else "{0} > {1} ? {0} : {1}")

    def do_copysign(self, parts, operands, _):
        self.simple(parts, operands, "copysign_{k}({0}, {1})")

    def function(self, parts, operands, _):
        """sqrt, ex2, ...: the same, whether exact or not."""
        self.simple(parts, operands, parts[0] + "_{k}({0})")

    do_sqrt = do_rsqrt = do_rcp = do_ex2 = do_lg2 = do_sin = do_cos = do_tanh = function

    def do_testp(self, parts, operands, _):
        self.write(operands[0], "pred", f"testp_{parts[1]}({self.read(operands[1], parts[-1])})")

    # ---- Bits ----------------------------------------------------------------------------------

    def logic(self, parts, operands, _):
        sign = {"and": "&", "or": "|", "xor": "^"}[parts[0]]
        self.simple(parts, operands, f"{{0}} {sign} {{1}}")

    do_and = do_or = do_xor = logic

    def do_not(self, parts, operands, _):
        self.simple(parts, operands, "!{0}" if parts[-1] == "pred" else "~{0}")

    def shift(self, parts, operands, sign):
        """Shifts by more than the bits there are move all of them out."""
        kind = parts[-1]
        count = self.read(operands[2], "u32")
        value = self.read(operands[1], kind)
        most = bits(kind) - 1
        beyond = f"{value} >> {most}" if kind[0] == "s" else "0"
        self.write(operands[0], kind, f"{count} > {most} ? {beyond} : {value} {sign} {count}")

    def do_shl(self, parts, operands, _):
        self.shift([parts[0], "b" + parts[-1][1:]], operands, "<<")

    def do_shr(self, parts, operands, _):
        self.shift(parts, operands, ">>")

    def do_shf(self, parts, operands, _):
        low, high, count = (self.read(x, "u32") for x in operands[1:4])
        self.write(operands[0], "u32", f"shf_{parts[1]}_{parts[2]}({low}, {high}, {count})")

    def bit_count(self, parts, operands, _):
        self.write(operands[0], "u32", f"{parts[0]}_{parts[-1]}({self.read(operands[1], parts[-1])})")

    do_popc = do_clz = bit_count

    def do_brev(self, parts, operands, _):
        self.simple(parts, operands, "__builtin_bitreverse" + parts[-1][1:] + "({0})")

    def do_bfe(self, parts, operands, _):
        kind = parts[-1]
        value, start, count = self.read(operands[1], kind), *(self.read(x, "u8") for x in operands[2:4])
        self.write(operands[0], kind, f"bit_field({value}, {start}, {count}, {bits(kind)}, {int(kind[0] == 's')})")

    def do_prmt(self, _parts, operands, _):
        self.simple(["b32"], operands, "prmt({0}, {1}, {2})")

    # ---- Comparing and choosing ----------------------------------------------------------------

    def do_setp(self, parts, operands, _):
        kind, test = parts[-1], parts[1]
        a, b = self.read(operands[1], kind), self.read(operands[2], kind)
        if test in ("num", "nan"):
            value = f"({'!' if test == 'num' else ''}__builtin_isunordered({a}, {b}))"
        elif kind[0] == "f" and test.endswith("u") and test[:-1] in COMPARISONS:
            value = f"(__builtin_isunordered({a}, {b}) || {a} {COMPARISONS[test[:-1]]} {b})"
        elif kind[0] == "f" and test == "ne":
            value = f"({a} < {b} || {a} > {b})"
        else:
            value = f"({a} {COMPARISONS[test]} {b})"
        if len(parts) > 3 and parts[2] in ("and", "or", "xor"):
            sign = {"and": "&&", "or": "||", "xor": "!="}[parts[2]]
            value = f"({value} {sign} {self.read(operands[3], 'pred')})"
        self.write(operands[0], "pred", value)

    def do_selp(self, parts, operands, _):
        kind = "b" + parts[-1][1:]
        a, b = (self.read(x, kind) for x in operands[1:3])
        self.write(operands[0], kind, f"{self.read(operands[3], 'pred')} ? {a} : {b}")

    # ---- Moving and converting -----------------------------------------------------------------

    def do_mov(self, parts, operands, _):
        kind = parts[-1]
        if kind == "pred":
            self.simple(parts, operands, "{0}")
            return
        kind = "b" + kind[1:]
        if operands[1].startswith("{"):
            pieces = operands[1].strip("{} ").split(",")
            each = bits(kind) // len(pieces)
            value = " | ".join(f"(uint{bits(kind)}_t){self.read(x, f'b{each}')} << {i * each}"
                               for i, x in enumerate(pieces))
            self.write(operands[0], kind, value)
        elif operands[0].startswith("{"):
            pieces = operands[0].strip("{} ").split(",")
            each = bits(kind) // len(pieces)
            self.lines.append(f"{{ uint{bits(kind)}_t all = {self.read(operands[1], kind)};")
            for i, piece in enumerate(pieces):
                self.write(piece, f"b{each}", f"all >> {i * each}")
            self.lines.append("}")
        else:
            self.simple([kind], operands, "{0}")

    def do_cvt(self, parts, operands, _):
        to, source = parts[-2], parts[-1]
        mode = next((x for x in parts if x in ("rn", "rz", "rm", "rp", "rni", "rzi", "rmi", "rpi")), "")
        value = self.read(operands[1], source)
        if mode.endswith("i") and source[0] == "f":
            value = f"integral_{mode}({value})"
        elif mode in ("rz", "rm", "rp") and to[0] == "f":
            value = f"convert_{mode}({value}, {c_type(to)})"
        if source[0] == "f" and to[0] != "f":
            value = f"{to}_of({value})"
        if "sat" in parts:
            value = f"saturated({value})"
        self.write(operands[0], to, f"({c_type(to)})({value})")

    def do_cvta(self, parts, operands, _):
        space = next(x for x in parts if x in SPACES)
        value = self.read(operands[1], "b64")
        if space == "const":
            value = f"const_address((void *){value})" if "to" in parts else f"(uint64_t)const_at({value})"
        elif space in ("shared", "local"):
            memory = f"(uint64_t)t->{'block->shared' if space == 'shared' else 'place->local'}"
            value = f"{value} - {memory}" if "to" in parts else f"{value} + {memory}"
        self.write(operands[0], "b64", value)

    # ---- Memory --------------------------------------------------------------------------------

    def access(self, parts):
        space = next((x for x in parts[1:] if x in SPACES), None)
        if any(x in ("volatile", "acquire", "relaxed") for x in parts):
            self.lines.append("look_around(t);")
        return space

    def do_ld(self, parts, operands, _):
        space, kind = self.access(parts), parts[-1]
        place = self.memory(operands[1], space)
        results = operands[0].strip("{} ").split(",")
        self.lines.append(f"{{ const char *from = {place}; aligned(t, from, {bits(kind) // 8 * len(results)}, \"{self.text}\");")
        for i, result in enumerate(results):
            self.lines.append(f"{c_type('b' + kind[1:])} value_{i}; "
                              f"memcpy(&value_{i}, from + {i * bits(kind) // 8}, {bits(kind) // 8});")
        for i, result in enumerate(results):
            if result.strip() != "_":
                signed = c_type(kind) if kind[0] == "s" else c_type("b" + kind[1:])
                self.lines.append(f"{name_of(result.strip())} = ({signed})value_{i};")
        self.lines.append("}")

    def do_st(self, parts, operands, _):
        space, kind = self.access(parts), "b" + parts[-1][1:]
        place = self.memory(operands[0], space)
        values = operands[1].strip("{} ").split(",")
        self.lines.append(f"{{ char *to = {place}; aligned(t, to, {bits(kind) // 8 * len(values)}, \"{self.text}\");")
        for i, value in enumerate(values):
            self.lines.append(f"{c_type(kind)} value_{i} = {self.read(value, kind)}; "
                              f"memcpy(to + {i * bits(kind) // 8}, &value_{i}, {bits(kind) // 8});")
        self.lines.append("}")

    def do_atom(self, parts, operands, _):
        kind = parts[-1]
        operation = next(x for x in parts[1:] if x in ("add", "and", "or", "xor", "exch", "cas", "min",
                                                       "max", "inc", "dec"))
        space = next((x for x in parts[1:] if x in SPACES), None)
        if parts[0] == "red":
            operands = ["_"] + operands
        self.lines.append(f"look_around(t); {{ char *at = {self.memory(operands[1], space)}; "
                          f"aligned(t, at, {bits(kind) // 8}, \"{self.text}\"); {c_type(kind)} old, new;")
        self.lines.append("memcpy(&old, at, sizeof old);")
        values = [self.read(x, kind) for x in operands[2:]]
        formula = {"add": "old + {0}", "and": "old & {0}", "or": "old | {0}", "xor": "old ^ {0}",
                   "exch": "{0}", "cas": "old == {0} ? {1} : old",
                   "min": "old < {0} ? old : {0}", "max": "old > {0} ? old : {0}",
                   "inc": "old >= {0} ? 0 : old + 1", "dec": "!old || old > {0} ? {0} : old - 1"}[operation]
        self.lines.append(f"new = {formula.format(*values)}; memcpy(at, &new, sizeof new);")
        self.write(operands[0], kind, "old")
        self.lines.append("}")

    do_red = do_atom

    def nothing(self, *_):
        """Blocks run one after the other, and their threads change places only where they wait."""

    do_membar = do_fence = nothing

    # ---- Control -------------------------------------------------------------------------------

    def do_bra(self, _parts, operands, _):
        self.lines.append(f"goto {name_of(operands[0])};")

    def do_brx(self, _parts, operands, _):
        self.lines.append(f"switch ({self.read(operands[0], 'u32')}) {{")
        for i, label in enumerate(self.tables[operands[1]]):
            self.lines.append(f"case {i}: goto {name_of(label)};")
        self.lines.append('default: wrong(t, FAILED, "brx.idx beyond its labels"); }')

    def do_ret(self, *_):
        self.lines.append("goto leave;")

    def do_exit(self, *_):
        self.lines.append("end_thread(t);")

    def do_trap(self, *_):
        self.lines.append("trap(t);")

    def do_call(self, _parts, _operands, rest):
        match = re.fullmatch(r"(?:\(\s*([\w$]+)\s*\),\s*)?([\w$%]+)(?:,\s*\(([^()]*)\))?(?:,\s*[\w$]+)?", rest.strip())
        if not match:
            raise Unknown("call")
        result, callee, arguments = match.groups()
        places = [self.places[x.strip()] for x in (arguments or "").split(",") if x.strip()]
        target = f"((function *){self.raw(callee, 'b64')})" if callee.startswith("%") else name_of(callee)
        self.lines.append(f"{target}(t, {self.places[result] if result else 'NULL'}, "
                          f"(char *[]){{{', '.join(places) or 'NULL'}}});")

    # ---- Threads -------------------------------------------------------------------------------

    def do_bar(self, parts, operands, _):
        if parts[1] == "warp":
            self.lines.append(f"shuffle(t, {self.read(operands[0], 'u32')}, 0, t->lane);")
        elif parts[1:] == ["sync"] and len(operands) == 1 and operands[0] == "0":
            self.lines.append("barrier(t);")
        else:
            raise Unknown("barrier")

    do_barrier = do_bar

    def do_activemask(self, _parts, operands, _):
        self.sites += 1
        self.lines.append(f"static char site_{self.sites};")
        self.write(operands[0], "b32", f"active_lanes(t, &site_{self.sites})")

    def do_vote(self, parts, operands, _):
        mask = self.read(operands[2], "u32")
        ballot = f"ballot(t, {mask}, {self.read(operands[1], 'pred')})"
        if parts[2] == "ballot":
            self.write(operands[0], "b32", ballot)
        elif parts[2] == "any":
            self.write(operands[0], "pred", f"{ballot} != 0")
        else:
            self.write(operands[0], "pred", f"!ballot(t, {mask}, !{self.read(operands[1], 'pred')})")

    def do_shfl(self, parts, operands, _):
        result, *flag = operands[0].split("|")
        value, lane, control, mask = (self.read(x, "u32") for x in operands[1:5])
        self.lines.append(f"{{ bool inside; unsigned from = shuffle_{parts[2]}(t, {lane}, {control}, &inside);")
        self.write(result, "b32", f"shuffle(t, {mask}, {value}, from)")
        if flag:
            self.write(flag[0], "pred", "inside")
        self.lines.append("(void)inside; }")

    # ---- All of it -----------------------------------------------------------------------------

    def c_text(self):
        registers = "".join(f"    {c_type(k if k == 'pred' else 'b' + k[1:])} {name_of(n)} = 0;\n"
                            for n, k in self.registers.items())
        body = "".join(f"    {line}\n" for line in self.lines)
        pending = "".join(f"    {line}\n" for line in self.pending)
        return (f"void {name_of(self.name)}(struct thread *t, char *result, char **arguments) {{\n"
                f"    (void)result, (void)arguments;\n    unsigned carry = 0;\n    (void)carry;\n"
                f"    uint32_t frame = enter_frame(t, {self.frame + 16});\n{registers}{pending}{body}"
                f"leave:\n    leave_frame(t, frame);\n}}\n")


def split_operands(text):
    """Splits at commas that are in no braces."""
    operands, depth, start = [], 0, 0
    for i, letter in enumerate(text):
        depth += letter in "{[("
        depth -= letter in "}])"
        if letter == "," and depth == 0:
            operands.append(text[start:i].strip())
            start = i + 1
    if text[start:].strip():
        operands.append(text[start:].strip())
    return operands


class Module:
    """What PTX declares and defines, and the C of it."""
    provided = ("vprintf", "__assertfail", "malloc", "free")

    def __init__(self, text):
        self.variables, self.functions, self.shared = {}, {}, {}
        self.shared_size = 0
        self.data, self.kernels, bodies = [], [], []
        at = 0
        form = re.compile(r"\s*(?:\.(version|target|address_size)\b[^\n]*\n|"
                          r"((?:\.(?:visible|extern|weak|common)\s+)?\.(entry|func)\b[^{;]*)([;{])|"
                          r"([^;{}]*(?:\{[^{}]*\}\s*)?);)", re.S)
        while text[at:].strip():
            match = form.match(text, at)
            if not match:
                raise Unknown(f"'{text[at:at + 80].strip()}'")
            at = match.end()
            if match.group(2):
                head = re.sub(r"\s+", " ", match.group(2))
                name = re.search(r"\.entry ([\w$]+)|\.func (?:\(.*?\) )?([\w$]+)", head)
                name = name.group(1) or name.group(2)
                self.functions[name] = match.group(3)
                if match.group(4) == "{":
                    end = self.end_of_body(text, at)
                    bodies.append((name, head, text[at:end], match.group(3) == "entry"))
                    at = end + 1
            elif match.group(5) and match.group(5).strip():
                self.declare(Variable(match.group(5).strip()))
        self.parts = [Function(self, *body) for body in bodies]

    @staticmethod
    def end_of_body(text, at):
        depth = 1
        for match in re.compile(r"[{}]").finditer(text, at):
            depth += 1 if match.group() == "{" else -1
            if depth == 0:
                return match.start()
        raise Unknown("a body without an end")

    def place_in_shared(self, variable):
        if variable.name in self.shared:
            return
        if variable.size == 0:
            self.shared[variable.name] = "DYNAMIC_SHARED"
            return
        self.shared_size = -(-self.shared_size // variable.align) * variable.align
        self.shared[variable.name] = self.shared_size
        self.shared_size += variable.size

    def declare(self, variable):
        if variable.space == "shared":
            self.place_in_shared(variable)
            return
        self.variables[variable.name] = variable
        self.data.append(variable)

    def initial(self, text):
        """A value of an initialiser."""
        text = text.strip()
        if re.fullmatch(r"-?(0x[0-9a-fA-F]+|\d+)", text):
            return text + ("ull" if int(text, 0) > 0x7fffffff else "")
        if re.fullmatch(r"0[dDfF][0-9a-fA-F]+", text):
            return f"0x{text[2:]}ull"
        match = re.fullmatch(r"(?:generic\()?([\w$]+)\)?\s*(?:\+\s*(\d+))?\)?", text)
        if not match:
            raise Unknown(f"initial value '{text}'")
        return f"(uint64_t)&{name_of(match.group(1))} + {match.group(2) or 0}"

    def c_text(self):
        out = [f"enum {{ DYNAMIC_SHARED = {-(-self.shared_size // 16) * 16} }};", '#include <ptx-machine.h>']
        for name in self.functions:
            out.append(f"function {name_of(name)};")
        for variable in self.data:
            kind = c_type("b" + variable.kind[1:])
            out.append(f"extern _Alignas({variable.align}) {kind} {name_of(variable.name)}"
                       f"[{max(variable.size // variable.unit, 1)}];")
        for variable in self.data:
            values = (variable.value or "").strip("{} \n")
            listed = ", ".join(self.initial(x) for x in values.split(",")) if values else ""
            out.append(f"_Alignas({variable.align}) {c_type('b' + variable.kind[1:])} {name_of(variable.name)}"
                       f"[{max(variable.size // variable.unit, 1)}] = {{{listed}}};")
            out.append(f"const uint64_t size_of_{name_of(variable.name)} = {variable.size};")
        out += [part.c_text() for part in self.parts]
        return "\n".join(out) + "\n"


def main():
    clang, source, library = sys.argv[1:]
    with open(source, encoding="utf-8") as file:
        text = file.read()
    try:
        code = Module(without_comments(text)).c_text()
    except Unknown as error:
        sys.exit(f"ptx.py: not known: {error}")
    # -w: nobody reads it.
    subprocess.run([clang, "-w", "-std=gnu17", "-O1", "-frounding-math", "-ffp-contract=off", "-fPIC", "-shared",
                    "-I" + os.path.dirname(os.path.abspath(__file__)), "-x", "c", "-", "-o", library, "-lm"],
                   input=code, text=True, check=True)


main()
