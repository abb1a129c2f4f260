# How exact <math.h> is in kernels: builds and runs Inputs/ulp.c for each library of math functions and
# makes a table of what it says.
#   scripts/ulp                       the libraries that are here, as PTX and AMD GPUs' code, on the CPU
#   scripts/ulp --on=sm_90            on this machine's GPU
#   scripts/ulp --table=FILE          and puts the tables into a document, between the lines that
#                                     say so
# Options: --libraries=LIST     libclc-nvptx64,libdevice,libclc-amdgcn,ocml,libm (default: all that are here)
#          --count=N            random arguments of each of 8 kinds (default 20000)
#          --options=WORDS      more options of offloadcc: --options='-ffast-math'
#          --offloadcc=FILE     the compiler (default: that of build/release)
#          --cuda-path=DIR, --rocm-path=DIR   where libdevice and ocml are
#          --keep=DIR           where what is built stays
#          FUNCTION...          only these
# Without a GPU, the code that offloadcc made for one runs on the CPU: the same additions, products
# and tables, but what approximates on a GPU (reciprocals, roots, sin.approx) is exact there. The
# functions of float that LLVM itself makes code for on AMD GPUs are executed as scripts/emulate does it,
# with instructions that approximate.
import argparse
import contextlib
import os
import re
import shutil
import subprocess
import sys
import tempfile

HERE = os.path.dirname(os.path.abspath(__file__))
INPUTS = os.path.join(HERE, "Inputs")
TYPES = {"double": [], "float": ["-DSINGLE"]}

# Library: the architecture it is for, what chooses it, and where it runs.
LIBRARIES = {
    "libclc-nvptx64": ("sm_90", ["--offload-math=libclc"]),
    "libdevice": ("sm_90", ["--offload-math=libdevice"]),
    "libclc-amdgcn": ("gfx90a", ["--offload-math=libclc"]),
    "ocml": ("gfx90a", ["--offload-math=ocml"]),
    "libm": ("none", []),
}

# What LLVM makes code for on AMD GPUs, of float.
EXPONENTIALS = ("exp", "exp10", "exp2", "log", "log10", "log2")

# Inline assembly of libdevice, by what only it has, and its name in emulate.c.
ASSEMBLY = (
    (r"rsqrt\.approx\.ftz\.f64", "rsqrt"), (r"rcp\.approx\.ftz\.f32", "rcp"),
    (r"sub\.rn\.f64", "sub"), (r"sub\.rn\.f32", "subf"), (r"setp\.equ\.f64", "select"),
    (r"sub\.cc\.u32.*b3", "sub128"), (r"add\.cc\.u32 +r0.*b3", "add128"),
    (r"alo, blo, clo", "mad128"), (r"mul\.lo\.u32 +r0, alo", "mul128"),
    (r"mad\.lo\.cc\.u32 +\$0", "mad64"),
)
DECLARATIONS = {
    "rsqrt": "double @{}(double)", "rcp": "float @{}(float)", "sub": "double @{}(double, double)",
    "subf": "float @{}(float, float)", "select": "double @{}(double, double, double, double)",
    "sub128": "{{ i64, i64 }} @{}(i64, i64, i64, i64)", "add128": "{{ i64, i64 }} @{}(i64, i64, i64, i64)",
    "mad128": "{{ i64, i64 }} @{}(i64, i64, i64)", "mul128": "{{ i64, i64 }} @{}(i64, i64)",
    "mad64": "{{ i32, i32 }} @{}(i32, i32, i32)",
}


def run(*words, **more):
    done = subprocess.run(words, stdout=subprocess.PIPE, universal_newlines=True, **more)
    if done.returncode:
        sys.exit(f"scripts/ulp: error: {os.path.basename(words[0])} failed")
    return done.stdout


def write_two_over_pi(path, bits=1208):
    """The bits of 2/pi behind the point, by Machin's formula for pi."""
    guard = bits + 64

    def arctangent(inverse):
        power = total = (1 << guard) // inverse
        n, sign = 1, 1
        while power:
            power //= inverse * inverse
            n, sign = n + 2, -sign
            total += sign * (power // n)
        return total

    pi = 4 * (4 * arctangent(5) - arctangent(239))
    value = (2 << (guard + bits)) // pi
    numbers = ", ".join(str(value >> (bits - 8 * (i + 1)) & 255) for i in range(bits // 8))
    with open(path, "w") as file:
        file.write(f"enum {{ TWO_OVER_PI_BITS = {bits} }};\n"
                   f"static const unsigned char two_over_pi[] = {{{numbers}}};\n")


def name_assembly(match):
    for pattern, name in ASSEMBLY:
        if re.search(pattern, match[2]):
            return f"{match[1]}@device.asm.{name}("
    sys.exit(f"scripts/ulp: error: no emulation of the assembly {match[2]}")


def for_the_host(text):
    """A device's module in IR, as one for the host: what only devices have gets names."""
    text = re.sub(r'((?:tail )?call [^"@\n]*?)asm (?:sideeffect )?"([^"]*)", "[^"]*"\(', name_assembly, text)
    text = re.sub(r"@llvm\.(nvvm|amdgcn)\.", r"@device.\1.", text)
    text = re.sub(r"(ptx|amdgpu)_kernel |(?<=[ (])immarg ", "", text)
    text = re.sub(r"^target .*\n", "", text, flags=re.M)
    # GPUs convert what an integer cannot hold to its nearest number.
    letters = {"double": "f64", "float": "f32"}
    conversions = set()

    def saturate(match):
        name = f"llvm.fpto{match[1]}i.sat.{match[4]}.{letters[match[2]]}"
        conversions.add(f"declare {match[4]} @{name}({match[2]})\n")
        return f"call {match[4]} @{name}({match[2]} {match[3]})"

    text = re.sub(r"fpto([su])i (double|float) (\S+) to (i\d+)", saturate, text)
    text += "".join(sorted(conversions))
    for _, name in ASSEMBLY:
        if f"@device.asm.{name}(" in text:
            text += "declare " + DECLARATIONS[name].format(f"device.asm.{name}") + "\n"
    return text


class Measuring:
    def __init__(self, arguments, directory):
        self.arguments = arguments
        self.directory = directory
        self.offloadcc = arguments.offloadcc
        clang = re.search(r"^clang +(.*)$", run(self.offloadcc, "--offload-config"), re.M)
        self.llvm = os.path.dirname(clang[1])
        write_two_over_pi(os.path.join(directory, "two-over-pi.h"))

    def file(self, name):
        return os.path.join(self.directory, name)

    def options(self):
        words = self.arguments.options.split()
        for option in ("cuda_path", "rocm_path"):
            if getattr(self.arguments, option):
                words.append(f"--{option.replace('_', '-')}={getattr(self.arguments, option)}")
        return words + ["-O2", "-Wno-offload-no-image", "-Wno-nan-infinity-disabled", os.path.join(INPUTS, "ulp.c")]

    def clang(self, *words):
        run(f"{self.llvm}/clang", "-O2", "-mfma", "-ffp-contract=off", "-Wno-override-module",
            *words)

    def build_for_device(self, arch, choice, defines, program):
        run(self.offloadcc, *defines, *choice, f"--offload-arch={arch}", *self.options(), "-o", program, "-lm")

    def build_emulated(self, arch, choice, defines, program):
        artifacts = self.file("artifacts")
        shutil.rmtree(artifacts, ignore_errors=True)
        run(self.offloadcc, *defines, *choice, f"--offload-arch={arch}", "--device-only",
            f"--offload-artifacts={artifacts}", *self.options())
        unit = os.path.join(artifacts, os.listdir(artifacts)[0])
        text = run(f"{self.llvm}/llvm-dis", os.path.join(unit, f"{arch}.bc"), "-o", "-")
        with open(self.file("device.ll"), "w") as file:
            file.write(for_the_host(text))
        self.clang("-c", self.file("device.ll"), "-o", self.file("device.o"))
        self.clang("-c", "-frounding-math", "-I", self.directory, os.path.join(INPUTS, "emulate.c"),
                   "-o", self.file("emulate.o"))
        self.clang(*defines, "-DEMULATED", os.path.join(INPUTS, "ulp.c"), self.file("device.o"),
                   self.file("emulate.o"), "-o", program, "-lm")

    def run(self, program, functions, **environment):
        """{function: (error, arguments, deviations)}"""
        lines = run(program, str(self.arguments.count), *functions, env={**os.environ, **environment})
        rows = (line.split("\t") for line in lines.splitlines())
        return {name: (error, where, deviations) for name, error, where, deviations in rows}

    def execute(self, arch, choice, defines, program):
        """The same of EXPONENTIALS, by instructions of AMD GPUs."""
        functions = [name for name in EXPONENTIALS if name in (self.arguments.functions or EXPONENTIALS)]
        machine = os.path.join(os.path.dirname(os.path.dirname(os.path.realpath(self.offloadcc))), "emulate", "amd")
        if not functions:
            return {}
        if not os.path.isdir(machine):
            sys.exit(f"scripts/ulp: error: there is no '{machine}': name offloadcc of a build tree")
        self.build_for_device(arch, choice, defines, program)
        return self.run(program, functions, OMP_TARGET_OFFLOAD="MANDATORY", EMULATE_AMD=arch, LD_LIBRARY_PATH=machine)

    def measure(self, library, type_name):
        """{function: (error, arguments, deviations)}"""
        arch, choice = LIBRARIES[library]
        program = self.file(f"ulp-{library}-{type_name}")
        if self.arguments.on or arch == "none":
            self.build_for_device(self.arguments.on or arch, choice, TYPES[type_name], program)
            return self.run(program, self.arguments.functions,
                            OMP_TARGET_OFFLOAD="MANDATORY" if self.arguments.on else "DISABLED")
        self.build_emulated(arch, choice, TYPES[type_name], program)
        result = self.run(program, self.arguments.functions)
        if family(arch) == "gfx" and type_name == "float":
            result.update(self.execute(arch, choice, TYPES[type_name], program))
        return result


def family(arch):
    return next((name for name in ("sm_", "gfx") if arch.startswith(name)), "CPU")


def is_here(measuring, library):
    """Whether offloadcc finds it, and has it for what it is to run on."""
    arch, choice = LIBRARIES[library]
    on = measuring.arguments.on
    if on and family(on) != family(arch):
        return False
    empty = measuring.file("empty.c")
    with open(empty, "w") as file:
        file.write("#include <offload.h>\noffload_kernel void nothing(void) {}\n")
    words = [word for word in measuring.options() if not word.endswith("ulp.c")]
    done = subprocess.run([measuring.offloadcc, *choice, f"--offload-arch={arch}", *words, "-c", empty,
                           "-o", measuring.file("empty.o")], stderr=subprocess.DEVNULL)
    return done.returncode == 0


def table(results, type_name):
    """Markdown: the errors, and a line of the functions that have none anywhere."""
    libraries = [library for library in results if type_name in results[library]]
    text = "| " + " | ".join([type_name] + libraries) + " |\n"
    text += "| --- |" + " ---: |" * len(libraries) + "\n"
    exact = []
    for name in results[libraries[0]][type_name]:
        row = [results[library][type_name][name][0] for library in libraries]
        if set(row) == {"0.00"}:
            exact.append(f"`{name}`")
        else:
            text += f"| `{name}` | " + " | ".join(row) + " |\n"
    return text + (f"\nExact in all: {', '.join(exact)}.\n" if exact else "")


def deviations(results):
    text = ""
    for library, types in results.items():
        for type_name, rows in types.items():
            for name, (_, _, what) in rows.items():
                if what:
                    text += f"- {library}, {type_name}: {what}\n"
    return text or "None.\n"


def put(path, mark, text):
    """Between <!-- mark --> and <!-- end --> in a document."""
    with open(path) as file:
        document = file.read()
    pattern = re.compile(rf"(<!-- {mark} -->\n).*?(<!-- end -->)", re.S)
    if not pattern.search(document):
        sys.exit(f"scripts/ulp: error: '{path}' has no lines '<!-- {mark} -->' and '<!-- end -->'")
    with open(path, "w") as file:
        file.write(pattern.sub(lambda match: match[1] + text + match[2], document))


def main():
    root = os.path.dirname(os.path.dirname(HERE))
    parser = argparse.ArgumentParser(prog="ulp", description="measures <math.h> in kernels; see test/Math/ulp.py")
    parser.add_argument("--libraries")
    parser.add_argument("--on", help="architectures to run on, in place of the CPU")
    parser.add_argument("--count", type=int, default=20000)
    parser.add_argument("--options", default="")
    parser.add_argument("--offloadcc", default=os.path.join(root, "build/release/bin/offloadcc"))
    parser.add_argument("--cuda-path")
    parser.add_argument("--rocm-path")
    parser.add_argument("--table")
    parser.add_argument("--keep", help="the directory of what is built")
    parser.add_argument("functions", nargs="*")
    arguments = parser.parse_args()
    with contextlib.ExitStack() as stack:
        directory = arguments.keep or stack.enter_context(tempfile.TemporaryDirectory())
        os.makedirs(directory, exist_ok=True)
        measuring = Measuring(arguments, directory)
        names = arguments.libraries.split(",") if arguments.libraries else \
            [library for library in LIBRARIES if is_here(measuring, library)]
        results = {name: {kind: measuring.measure(name, kind) for kind in TYPES} for name in names}
    for type_name in TYPES:
        print(table(results, type_name))
    for library, types in results.items():
        for type_name, rows in types.items():
            for name, (error, where, _) in rows.items():
                if error not in ("0.00", "0.50"):
                    print(f"{library} {type_name} {name}({where}): {error}")
    print("Deviations:")
    print(deviations(results))
    if arguments.table:
        for type_name in TYPES:
            put(arguments.table, f"errors: {type_name}", table(results, type_name))
        put(arguments.table, "deviations", deviations(results))


if __name__ == "__main__":
    main()
