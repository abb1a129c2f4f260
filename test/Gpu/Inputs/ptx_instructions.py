"""What instructions of PTX are in C (PTX ISA, "Instructions"): do_add for add.s32, add.rn.f64 and so on."""
import re

COMPARISONS = {"eq": "==", "ne": "!=", "lt": "<", "le": "<=", "gt": ">", "ge": ">=",
               "lo": "<", "ls": "<=", "hi": ">", "hs": ">="}
# What an instruction's name may have between its first word and its type. With any other word it does something that
# is not in this file.
ROUNDING = ("rn", "rz", "rm", "rp", "ftz")
MODIFIERS = {"add": (*ROUNDING, "sat", "cc"), "sub": (*ROUNDING, "sat", "cc"), "addc": ("cc",), "subc": ("cc",),
             "mul": (*ROUNDING, "sat", "lo", "hi", "wide"), "mad": (*ROUNDING, "lo", "hi", "wide", "cc"),
             "madc": ("lo", "hi", "cc"), "fma": ROUNDING, "div": ("rn", "ftz", "approx", "full"), "rem": (),
             "neg": ("ftz",), "abs": ("ftz",), "min": ("ftz", "NaN", "relu"), "max": ("ftz", "NaN", "relu"),
             "cvt": (*ROUNDING, "rni", "rzi", "rmi", "rpi", "sat"), "bfe": (), "bfi": (), "shl": (), "shr": (), "selp": ()}
SPACES = ("global", "shared", "local", "param", "const")


class Unknown(Exception):
    """Something that this translator does not know."""


def bits(kind):
    """The bits of a PTX type: 32 of "f32"; "bf16" is "fb16" here, so that types begin with what they are."""
    return 1 if kind == "pred" else int(kind[1:].lstrip("b"))


def c_type(kind):
    """The C type of a PTX type."""
    if kind == "pred":
        return "bool"
    if kind[0] == "f":
        return {"f16": "_Float16", "fb16": "float", "f32": "float", "f64": "double"}[kind]
    return f"{'' if kind[0] == 's' else 'u'}int{bits(kind)}_t"


def name_of(symbol):
    """A name that C takes and its library has not."""
    return "p_" + re.sub(r"[^A-Za-z0-9_]", lambda m: f"_{ord(m.group()):x}_", symbol)


class Instructions:
    """For a function (ptx.py), which reads operands, writes results and takes lines of C.

    `parts` are those of the instruction's name, ["add", "rn", "f32"]; the last argument is the operands' text.
    """

    def simple(self, parts, operands, formula, kind=None):
        """An instruction whose operands and result have one type: formula is C with {0}, {1}, ..."""
        kind = kind or parts[-1]
        values = [self.read(x, kind) for x in operands[1:]]
        self.write(operands[0], kind, formula.format(*values, k=kind, c=c_type(kind)))

    def simple_or_pair(self, parts, operands, formula):
        """The same; and for s16x2, f16x2 and the like, on each half of 32 bits."""
        if not parts[-1].endswith("16x2"):
            self.simple(parts, operands, formula)
            return
        kind = parts[-1][:-2]
        is_float = kind[0] == "f"
        values = [self.read(x, "b32") for x in operands[1:]]
        halves = []
        for shift in (0, 16):
            parted = [f"as_{kind}((uint16_t)({value} >> {shift}))" if is_float else f"({c_type(kind)})({value} >> {shift})"
                      for value in values]
            half = formula.format(*parted, k=kind, c=c_type(kind))
            halves.append(f"of_{kind}({half})" if is_float else f"(uint16_t)({half})")
        self.write(operands[0], "b32", f"(uint32_t){halves[1]} << 16 | {halves[0]}")

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
            self.simple_or_pair(parts, operands, formula if "sat" not in parts else f"saturated({formula})")
        elif "sat" in parts:
            overflows = {"+": "add", "-": "sub"}[sign]
            self.simple(parts, operands, f"saturated_{overflows}({{0}}, {{1}}, {{c}})")
        elif parts[-1].endswith("16x2"):
            self.simple_or_pair(parts, operands, f"{{0}} {sign} {{1}}")
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
        self.simple_or_pair(parts, operands, f"rounded_{mode}(fma_{kind.removesuffix('x2')}({{0}}, {{1}}, {{2}}), {{c}})")

    def do_div(self, parts, operands, _):
        if parts[-1][0] == "f":
            self.simple(parts, operands, "{0} / {1}")
        else:
            self.simple(parts, operands, "{1} ? {0} / {1} : ({c})-1")

    def do_rem(self, parts, operands, _):
        self.simple(parts, operands, "{1} ? {0} % {1} : {0}")

    def do_neg(self, parts, operands, _):
        kind = parts[-1] if parts[-1][0] == "f" else "u" + parts[-1][1:]
        self.simple_or_pair([kind], operands, "-{0}")

    def do_abs(self, parts, operands, _):
        self.simple_or_pair(parts, operands, "abs_{k}({0})")

    def extreme(self, parts, operands, _):
        sign = {"min": "<", "max": ">"}[parts[0]]
        formula = f"{parts[0]}_{{k}}({{0}}, {{1}})" if parts[-1][0] == "f" else f"({{0}} {sign} {{1}} ? {{0}} : {{1}})"
        if "relu" in parts:
            formula = f"not_negative({formula})"
        if "NaN" in parts:
            formula = f"(__builtin_isunordered({{0}}, {{1}}) ? ({{c}})NAN : {formula})"
        self.simple_or_pair(parts, operands, formula)

    do_min = do_max = extreme

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

    def do_bfi(self, parts, operands, _):
        kind = "u" + parts[-1][1:]
        value, into = (self.read(x, kind) for x in operands[1:3])
        start, count = (self.read(x, "u8") for x in operands[3:5])
        self.write(operands[0], kind, f"with_bit_field({value}, {into}, {start}, {count}, {bits(kind)})")

    def do_lop3(self, _parts, operands, _):
        self.simple(["b32"], operands, "lop3({0}, {1}, {2}, {3})")

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
        if to.endswith("16x2"):
            of = "of_" + to[:-2]
            high, low = (self.read(x, source) for x in operands[1:3])
            self.write(operands[0], "b32", f"(uint32_t){of}({high}) << 16 | {of}({low})")
            return
        mode = next((x for x in parts if x in ("rn", "rz", "rm", "rp", "rni", "rzi", "rmi", "rpi")), "")
        value = self.read(operands[1], source)
        if mode.endswith("i") and source[0] == "f":
            value = f"integral_{mode}({value})"
        elif mode in ("rz", "rm", "rp") and to[0] == "f":
            value = f"convert_{mode}({value}, {c_type(to)})"
        if source[0] == "f" and to[0] != "f":
            value = f"{to}_of({value})"
        if "sat" in parts:
            if to[0] != "f":
                raise Unknown("saturated integer")
            value = f"saturated({value})"
        self.write(operands[0], to, f"odd_of_f64({value})" if to == "fb16" else f"({c_type(to)})({value})")

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

    def count_access(self, address, space, size):
        """Counts an access to memory that threads have in common."""
        if hasattr(self, "site") and space not in ("local", "param", "const"):
            self.lines.append(f"count_access(t, {self.site}, {address}, {size});")

    def do_ld(self, parts, operands, _):
        space, kind = self.access(parts), parts[-1]
        place = self.memory(operands[1], space)
        results = operands[0].strip("{} ").split(",")
        self.lines.append(f"{{ const char *from = {place}; aligned(t, from, {bits(kind) // 8 * len(results)}, \"{self.text}\");")
        self.count_access("from", space, bits(kind) // 8 * len(results))
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
        if values[0] in self.floats and bits(self.registers[values[0]]) > bits(kind):
            raise Unknown("ptxas converts this number to an integer")
        self.lines.append(f"{{ char *to = {place}; aligned(t, to, {bits(kind) // 8 * len(values)}, \"{self.text}\");")
        self.count_access("to", space, bits(kind) // 8 * len(values))
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
        self.count_access("at", space, bits(kind) // 8)
        if kind == "fb16":  # a float here
            self.lines.append("uint16_t bits; memcpy(&bits, at, 2); old = as_fb16(bits);")
        else:
            self.lines.append("memcpy(&old, at, sizeof old);")
        values = [self.read(x, kind) for x in operands[2:]]
        formula = {"add": "old + {0}", "and": "old & {0}", "or": "old | {0}", "xor": "old ^ {0}",
                   "exch": "{0}", "cas": "old == {0} ? {1} : old",
                   "min": "old < {0} ? old : {0}", "max": "old > {0} ? old : {0}",
                   "inc": "old >= {0} ? 0 : old + 1", "dec": "!old || old > {0} ? {0} : old - 1"}[operation]
        self.lines.append(f"new = {formula.format(*values)};")
        self.lines.append("bits = of_fb16(new); memcpy(at, &bits, 2);" if kind == "fb16" else
                          "memcpy(at, &new, sizeof new);")
        self.write(operands[0], kind, "old")
        self.lines.append("}")

    do_red = do_atom

    def nothing(self, *_):
        """Blocks run one after the other, and their threads change places only where they wait."""

    do_membar = do_fence = do_prefetch = nothing

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

    def do_redux(self, parts, operands, _):
        kind = parts[-1]
        formula = {"add": "all + one", "and": "all & one", "or": "all | one", "xor": "all ^ one",
                   "min": "one < all ? one : all", "max": "one > all ? one : all"}[parts[2]]
        self.lines.append(f"{{ uint32_t lanes = exchange(t, {self.read(operands[2], 'u32')}, {self.read(operands[1], 'u32')}); "
                          f"unsigned i = __builtin_ctz(lanes); {c_type(kind)} one, all = ({c_type(kind)})t->seen[i];")
        self.lines.append(f"while (++i < LANES) {{ if (lanes >> i & 1) {{ one = ({c_type(kind)})t->seen[i]; all = {formula}; }} }}")
        self.write(operands[0], kind, "all")
        self.lines.append("}")

    def do_match(self, parts, operands, _):
        if parts[1] != "any":
            raise Unknown("instruction")
        value, mask = self.read(operands[1], "b64" if parts[-1] == "b64" else "u32"), self.read(operands[2], "u32")
        high = f"match(t, {mask}, (uint32_t)((uint64_t){value} >> 32))" if parts[-1] == "b64" else "~0u"
        self.write(operands[0], "b32", f"match(t, {mask}, (uint32_t){value}) & {high}")

    def do_shfl(self, parts, operands, _):
        result, *flag = operands[0].split("|")
        value, lane, control, mask = (self.read(x, "u32") for x in operands[1:5])
        self.lines.append(f"{{ bool inside; unsigned from = shuffle_{parts[2]}(t, {lane}, {control}, &inside);")
        self.write(result, "b32", f"shuffle(t, {mask}, {value}, from)")
        if flag:
            self.write(flag[0], "pred", "inside")
        self.lines.append("(void)inside; }")
