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

from ptx_instructions import Instructions, MODIFIERS, Unknown, bits, c_type, name_of


# Whether the C counts what each instruction does (ptx-counts.h).
COUNTS = "EMULATE_COUNTS" in os.environ


def files_of(text):
    """The names of source files by their numbers in .loc."""
    return dict(re.findall(r'^\s*\.file\s+(\d+)\s+"([^"]*)"', text, flags=re.M))


def without_comments(text):
    """The text without what is no code. A place in the source becomes a statement if instructions are counted."""
    text = re.sub(r"//[^\n]*", "", text)
    if COUNTS:
        text = re.sub(r"^\s*\.loc\s+(\d+)\s+(\d+)\b[^\n]*", r".loc \1 \2;", text, flags=re.M)
    text = re.sub(r"^\s*\.(loc\t|loc [^;\n]*$|file\b)[^\n]*", "", text, flags=re.M)
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


class Function(Instructions):
    """The C of one kernel or function."""

    def __init__(self, module, name, head, body, is_kernel):
        self.module, self.name, self.is_kernel = module, name, is_kernel
        self.lines, self.registers, self.places = [], {}, {}
        self.floats = set()  # registers that floating-point instructions compute
        self.tables, self.pending, self.frame, self.sites = {}, [], 0, 0
        self.location = None  # the number of a source file, and a line in it
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
            self.floats.add(operand)
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
        elif text.startswith(".loc "):
            self.location = text.split()[1:3]
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
        if COUNTS:
            self.site = self.module.site(text, self.location)
            self.lines.append(f"COUNT({self.site});")
        parts = operation.replace("::", ".").replace(".bf16", ".fb16").split(".")
        handler = getattr(self, "do_" + parts[0], None)
        try:
            between = parts[1:-2 if parts[0] == "cvt" else -1]
            if not handler or not set(between) <= set(MODIFIERS.get(parts[0], between)):
                raise Unknown("instruction")
            handler(parts, split_operands(rest), rest)
        except (Unknown, KeyError, IndexError, ValueError) as error:
            raise Unknown(f"'{text}': {error!r}") from error
        if guard:
            self.lines.append("}")

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

    def __init__(self, text, files):
        self.files = files
        self.variables, self.functions, self.shared = {}, {}, {}
        self.shared_size = 0
        self.data, self.kernels, bodies = [], [], []
        self.counted = []  # text and place of each instruction
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

    def site(self, text, location):
        """The number of an instruction among those that are counted."""
        self.counted.append((text, location))
        return len(self.counted) - 1

    def counts_text(self):
        """What ptx-counts.h has to know."""
        quoted = [(re.sub(r'(["\\\\])', r"\\\1", t), l or ("0", "0")) for t, l in self.counted]
        sites = "".join(f'    {{"{t}", "{self.files.get(f, "")}", {line}}},\n' for t, (f, line) in quoted)
        kernels = "".join(f'    {{"{n}", {name_of(n)}}},\n' for n, k in self.functions.items() if k == "entry")
        return (f"const struct site sites[] = {{\n{sites}}};\nconst struct counted_kernel kernels[] = {{\n{kernels}"
                "    {NULL, NULL}};\n")

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
        out = [f"enum {{ DYNAMIC_SHARED = {-(-self.shared_size // 16) * 16} }};"]
        if COUNTS:
            out.append(f"#define SITES {len(self.counted)}")
        out.append("#include <ptx-machine.h>")
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
        if COUNTS:
            out.append(self.counts_text())
        return "\n".join(out) + "\n"


def main():
    clang, source, library = sys.argv[1:]
    with open(source, encoding="utf-8") as file:
        text = file.read()
    try:
        code = Module(without_comments(text), files_of(text)).c_text()
    except Unknown as error:
        sys.exit(f"ptx.py: not known: {error}")
    # -w: nobody reads it.
    subprocess.run([clang, "-w", "-std=gnu17", "-O1", "-frounding-math", "-ffp-contract=off", "-fPIC", "-shared",
                    "-I" + os.path.dirname(os.path.abspath(__file__)), "-x", "c", "-", "-o", library, "-lm"],
                   input=code, text=True, check=True)


main()
